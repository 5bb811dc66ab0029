"""What clubs call things, in Spanish, Galician, Portuguese and English.

All of it is matched against folded text: small letters without accents, hyphens and minus signs for
whatever typesetters make of them. Folding keeps the length of a text, so that places stay.
"""

from __future__ import annotations

import re
import unicodedata


def _folding() -> dict[int, str]:
    table = {code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}
    for code in range(0xC0, 0x17F):
        base = unicodedata.normalize("NFD", chr(code))[0]
        if base.isascii() and base.isalpha():
            table[code] = base.lower()
    table.update(dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"))
    table[0xD7] = "x"
    table[0xA0] = " "
    return table


_FOLDING = _folding()


def folded(text: str) -> str:
    """Return `text` for matching, as long as it was.

    >>> folded("Gañan BRANCAS —")
    'ganan brancas -'
    """
    return text.translate(_FOLDING)


_THE = r"(?:(?:las|os|as|o|el|the)\s+)?"
WHITE = rf"{_THE}(?:blancas|brancas|brancos|blancos|blanco|branco|white)"
BLACK = rf"{_THE}(?:negras|pretas|negros|pretos|negro|preto|black)"
_WIN = r"(?:gan(?:an|a|aron|o|ou|ham|ha|haram|hou|am)|vencen|vence|vencem|venceu|win|wins)"
_RESIGN = r"(?:(?:se\s+)?rinden|rendense|rendem-se|abandon(?:an|a|am|aron|ou|aram)|resigns?)"
_DRAW = (
    r"(?:tablas|taboas|empat(?:e|an|am|ada|ado|a|aron|aram)|draw)"
    r"(?:\s+(?:de|por)\s+(?:mutuo|comun)\s+(?:acuerdo|acordo))?"
)
_AND = r"(?:(?:y|e|and)\s+)?"

#: A result in words; the group that matched tells whose it is.
RESULT_WORDS = (
    rf"(?P<white_wins>{_AND}(?:{WHITE}\s+{_WIN}|{_WIN}\s+{WHITE}|{BLACK}\s+{_RESIGN}"
    rf"|{_RESIGN}\s+{BLACK})\b)"
    rf"|(?P<black_wins>{_AND}(?:{BLACK}\s+{_WIN}|{_WIN}\s+{BLACK}|{WHITE}\s+{_RESIGN}"
    rf"|{_RESIGN}\s+{WHITE})\b)"
    rf"|(?P<drawn>{_AND}{_DRAW}\b)"
)

_PLAY = (
    r"(?:juegan|juega|xogan|xoga|jogam|joga|mueven|mueve|moven|movem|salen|saen|saem|inician"
    r"|comienzan|empiezan|comezan|comecam|play|to\s+move|to\s+play)"
)
_TURN = r"(?:turno|vez|quenda|le\s+toca|tocalles)\s+(?:de|das|a|as|para)\b"
_GOAL = rf"(?:\s*(?:,|y|e|and)?\s*(?:{_WIN}|{_DRAW}))?"
#: Who is to move in a position, as its heading says it.
TO_MOVE = re.compile(
    rf"\b(?:(?:{_PLAY}{_GOAL}|{_TURN})\s+(?:(?P<white>{WHITE})|(?P<black>{BLACK}))"
    rf"|(?:(?P<white2>{WHITE})|(?P<black2>{BLACK}))\s+{_PLAY})\b"
)

#: A line that says nothing else.
ONLY_TO_MOVE = re.compile(
    rf"\W*(?:(?:{_PLAY}|{_TURN})\s+(?:{WHITE}|{BLACK})|(?:{WHITE}|{BLACK})\s+{_PLAY})\W*"
)

#: A side, as the label of its pieces or of its player.
SIDE_LABEL = re.compile(
    rf"(?:^|(?<=[\s.;|/,(]))(?:(?P<white>{WHITE})|(?P<black>{BLACK}))\s*(?:\(\d{{1,2}}\)\s*)?:"
)

#: A side before a list of squares, without a colon; and the letters for both.
SIDE_OF_LIST = re.compile(
    rf"(?:^|(?<=[\s.;|/,(:]))(?:(?P<white>{WHITE}|b:)|(?P<black>{BLACK}|[np]:))"
    r"\s*(?=\(?[dk]?\.?[0-9])"
)

# What stands before a colon at the head of a game, and the tag that it is.
LABELS = {
    "torneo": "Event",
    "torneio": "Event",
    "campeonato": "Event",
    "campionato": "Event",
    "evento": "Event",
    "event": "Event",
    "lugar": "Site",
    "sede": "Site",
    "local": "Site",
    "site": "Site",
    "fecha": "Date",
    "data": "Date",
    "date": "Date",
    "ronda": "Round",
    "rolda": "Round",
    "rodada": "Round",
    "jornada": "Round",
    "xornada": "Round",
    "round": "Round",
    "resultado": "Result",
    "result": "Result",
    "apertura": "Opening",
    "abertura": "Opening",
    "anotador": "Annotator",
}
LABEL = re.compile(rf"[ \t]*({'|'.join(sorted(LABELS, key=len, reverse=True))})[ \t]*:[ \t]*")

#: Words of a position list that make what follows kings, and men again.
KINGS = frozenset(("dama", "damas", "dona", "donas", "rei", "reis", "king", "kings", "d", "k"))
_MEN = "peon peones peons peoes pedra pedras piedras ficha fichas p man men"
MEN = frozenset(_MEN.split())
FILLERS = frozenset(("y", "e", "and", "en", "em", "las", "as", "los", "os", "de"))

#: Words that a variation in brackets begins with; the brackets say the same.
CONJUNCTIONS = frozenset(("si", "se", "y si", "e se", "if", "o", "ou", "var", "variante"))

# No player is called so: a line with one of these words names an event, or an opening.
_TITLES = """
torneo torneio campeonato campionato open liga copa trofeo trofeu final finales semifinal
semifinais cuartos grupo ronda rolda rodada jornada xornada partida partidas apertura abertura
saida salida defensa defesa ataque variante variacion diagrama problema problemas estudio estudo
solucion solucao solucions posicion posicao blancas brancas negras pretas blanco negro club clube
damas juego xogo jogo tablas empate primera segunda tercera comentarios analisis analise tema
temas capitulo leccion lance lances golpe golpes nota enero febrero marzo abril mayo junio julio
agosto septiembre octubre noviembre diciembre xaneiro febreiro maio xuno xullo setembro outubro
novembro decembro janeiro fevereiro marco junho julho dezembro lunes martes miercoles jueves
viernes sabado domingo
"""
NOT_A_PLAYER = frozenset(_TITLES.split())
# Small words within a name.
PARTICLES = frozenset(("de", "del", "la", "las", "los", "da", "do", "das", "dos", "e", "y", "o"))
