"""The variants that the oracle plays: their boards, their squares and the constants of their rules.

Each constant is taken from a rule text, which is named beside it, and from nowhere else. A cell
that the texts leave open is marked "open", with what was chosen. The texts:

* the Spanish rules, the summary of the Spanish rules, the English and the International rules
  (their headings, or their words);
* PDN: the table of GameTypes of PDN 3.0, which has the board, its numbers and who starts;
* the table: a table of the variants' rules drawn from federations, programs and encyclopedias.

A square is `(column, row)`, seen from White's side: column 0 is the left one, row 0 the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

Square = tuple[int, int]

FILES = "abcdefghijkl"
OPPONENT = {"W": "B", "B": "W"}


@dataclass(frozen=True, eq=False)
class Rules:
    """The constants of a variant; left out are Spain's.

    `corner` is where the numbers start, and with them the rows of the list of squares; `a1` is
    where the letters and rows of names start. Both are corners as White sees them. `best` lists
    what a capture must have most of, the weightiest first.
    """

    name: str
    gametype: str = ""
    size: int = 8
    men_rows: int = 3
    left_plays: bool = False  # whether the corner at each player's left is played on
    first: str = "W"
    corner: str = "bottom right"
    a1: str = "bottom left"
    named: bool = False  # whether moves are written with names (c3), not with numbers
    sign: str = "x"
    men_take_back: bool = False
    men_take_kings: bool = True
    flying: bool = True
    stops_behind: bool = False  # whether a king stops right behind each piece it takes
    crowning: str = "stop"  # of a man that reaches the last row in a capture: stop, pass or king
    best: tuple[str, ...] = ()
    taken_at_once: bool = False

    def __repr__(self) -> str:
        return f"<Rules {self.name}>"

    @property
    def last_row(self) -> dict[str, int]:
        return {"W": self.size - 1, "B": 0}


# "Captura máxima", "Desempate por damas".
SPANISH = Rules("spanish", "24,W,8,8,N1,1", best=("pieces", "kings"))

# PDN: square 1 is where the first player sees it; White's corners are told here.
_POOL = Rules(
    "pool",
    # PDN: Black starts, and sees square 1 at the bottom right.
    "23,B,8,8,N1,0",
    left_plays=True,
    first="B",
    corner="top left",
    men_take_back=True,  # the table
    crowning="pass",  # the table
)
_BRAZILIAN = Rules(
    "brazilian",
    "26,W,8,8,A0,0",
    left_plays=True,
    corner="top left",
    named=True,
    # "En las damas brasileñas el peón captura también hacia atrás y no hay desempate por damas."
    men_take_back=True,
    best=("pieces",),
    # "El peón atraviesa la fila de coronación sin coronar y sigue comiendo como peón."
    crowning="pass",
)
_INTERNATIONAL = Rules(
    "international",
    "20,W,10,10,N2,0",
    size=10,
    men_rows=4,  # "20 fichas en las casillas oscuras de las 4 filas más cercanas a su lado"
    left_plays=True,
    corner="top left",
    men_take_back=True,  # "Los peones pueden capturar hacia delante y hacia atrás."
    best=("pieces",),  # "Ley de la cantidad"
    crowning="pass",  # "Sigue siendo peón. Solo corona si termina la jugada en la última fila."
)
_ENGLISH = Rules(
    "english",
    # "La esquina izquierda más cercana sea una casilla oscura"; "Negro juega primero".
    "21,B,8,8,N1,0",
    left_plays=True,
    first="B",
    corner="top left",
    flying=False,  # "Se mueve una casilla a la vez"
    # "Puedes elegir cualquiera": no law chooses. "Corona ... y su jugada termina": stop.
)

_ALL = (
    SPANISH,
    # "Si el número de fichas capturadas es igual, debes elegir la captura que tome más damas. Si
    # sigue el empate, se elige la que capture damas más temprano en la secuencia de saltos."
    Rules(
        "spanish-summary",
        left_plays=True,  # "Una casilla oscura en su esquina inferior izquierda"
        corner="top left",  # open: as PDN numbers the other boards of this kind
        men_take_back=True,  # "Solo pueden moverse hacia atrás cuando están capturando."
        best=("pieces", "kings", "kings first"),
    ),
    replace(SPANISH, name="portuguese", gametype="28,W,8,8,N1,1"),
    # "La dama está obligada a detenerse justo detrás de cada pieza que come"; the table: pieces,
    # then kings, then the capture with the king. Open: the numbers, which are Spain's here.
    replace(
        SPANISH,
        name="argentinian",
        gametype="",
        stops_behind=True,
        best=("pieces", "kings", "with king"),
    ),
    # The table: Brazilian on the mirrored board. Open: the numbers, which are Spain's here.
    Rules("filipino", men_take_back=True, best=("pieces",), crowning="pass"),
    _BRAZILIAN,
    Rules(
        "russian",
        "25,W,8,8,A0,0",
        left_plays=True,
        corner="top left",
        named=True,
        sign=":",
        men_take_back=True,
        crowning="king",  # the table: becomes a king at once and goes on as a king
    ),
    _POOL,
    replace(
        _POOL,
        name="jamaican",
        # PDN: Black starts, and sees a1 at the bottom right, a corner that plays.
        gametype="23,B,8,8,A1,1",
        left_plays=False,
        named=True,
        a1="top left",
    ),
    Rules(
        "czech",
        "29,W,8,8,A0,0",
        left_plays=True,
        corner="top left",
        named=True,
        best=("with king",),  # the table: a king must capture if it can, else free
    ),
    # The table: free choice. Open: who starts, Black here; where the king lands, anywhere here.
    Rules("german", left_plays=True, first="B", corner="top left"),
    Rules(
        "italian",
        "22,W,8,8,N2,1",
        corner="top left",
        men_take_kings=False,
        flying=False,
        best=("pieces", "with king", "kings", "kings first"),
    ),
    _ENGLISH,
    _INTERNATIONAL,
    replace(_INTERNATIONAL, name="canadian", gametype="27,W,12,12,N2,0", size=12, men_rows=5),
    Rules(
        "thai",
        # PDN: Black starts, and sees square 1 at the top left. The table has it that who starts
        # is open in other sources.
        "31,B,8,8,N2,0",
        men_rows=2,
        left_plays=True,
        first="B",
        corner="bottom right",
        sign="-",
        stops_behind=True,
        # The table: at once. Open: whether a king may then go straight back over the square it
        # has just emptied; it may here, for nothing stands in its way.
        taken_at_once=True,
    ),
    # The table: most pieces; a man takes forwards only and stops. Open: who starts, White here,
    # and the numbers, Canada's here.
    Rules(
        "malaysian",
        size=12,
        men_rows=5,
        left_plays=True,
        corner="top left",
        best=("pieces",),
    ),
)

VARIANTS: dict[str, Rules] = {rules.name: rules for rules in _ALL}


# The board and its squares


def on_board(square: Square, rules: Rules = SPANISH) -> bool:
    return 0 <= square[0] < rules.size and 0 <= square[1] < rules.size


def from_corner(square: Square, corner: str, size: int) -> Square:
    """Return how far `square` is from a corner, across and along; and the square that is so far.

    >>> from_corner((0, 7), "top left", 8), from_corner((0, 7), "bottom right", 8)
    ((0, 0), (7, 7))
    """
    column, row = square
    return (
        column if corner.endswith("left") else size - 1 - column,
        row if corner.startswith("bottom") else size - 1 - row,
    )


@cache
def squares_of(rules: Rules) -> dict[int, Square]:
    """Return the squares by their numbers.

    >>> [name(square_of(n, VARIANTS["italian"])) for n in (1, 4, 5, 32)]
    ['a8', 'g8', 'b7', 'h1']
    >>> [name(square_of(n, VARIANTS["english"])) for n in (1, 4, 5, 32)]
    ['b8', 'h8', 'a7', 'g1']
    >>> [name(square_of(n, VARIANTS["thai"])) for n in (1, 4, 5, 32)]
    ['g1', 'a1', 'h2', 'b8']
    """
    odd = 0 if rules.left_plays else 1
    there = [
        from_corner((across, along), rules.corner, rules.size)
        for along in range(rules.size)
        for across in range(rules.size)
    ]
    played_on = [square for square in there if sum(square) % 2 == odd]
    return dict(enumerate(played_on, start=1))


@cache
def numbers_of(rules: Rules) -> dict[Square, int]:
    return {square: number for number, square in squares_of(rules).items()}


def square_of(number: int, rules: Rules = SPANISH) -> Square:
    """Return the square of a PDN number. Spanish: 1 is h1, right to left, then upwards.

    >>> [name(square_of(n)) for n in (1, 4, 5, 8, 9, 29, 32)]
    ['h1', 'b1', 'g2', 'a2', 'h3', 'g8', 'a8']
    """
    if number not in squares_of(rules):
        raise ValueError(f"square {number} is off the board")
    return squares_of(rules)[number]


def number_of(square: Square, rules: Rules = SPANISH) -> int:
    return numbers_of(rules)[square]


def name(square: Square, rules: Rules = SPANISH) -> str:
    """Return the algebraic name. Jamaican draughts has a1 at the right of Black, who starts.

    >>> name((0, 7), VARIANTS["jamaican"])
    'a1'
    """
    file, row = from_corner(square, rules.a1, rules.size)
    return f"{FILES[file]}{row + 1}"


@cache
def named_squares(rules: Rules) -> dict[str, Square]:
    return {name(square, rules): square for square in squares_of(rules).values()}


def label(square: Square, rules: Rules) -> str:
    """Return the square as the variant writes it."""
    return name(square, rules) if rules.named else str(number_of(square, rules))


def in_order(squares: Iterable[Square], rules: Rules) -> list[Square]:
    """Return squares ascending as the variant writes them: by number, or row by row from a1."""
    if rules.named:
        return sorted(squares, key=lambda s: from_corner(s, rules.a1, rules.size)[::-1])
    return sorted(squares, key=numbers_of(rules).__getitem__)


def start_squares(rules: Rules) -> tuple[list[Square], list[Square]]:
    """Return where White's men and Black's men start: on the rows nearest to each."""
    squares = list(squares_of(rules).values())
    return (
        [square for square in squares if square[1] < rules.men_rows],
        [square for square in squares if square[1] >= rules.size - rules.men_rows],
    )
