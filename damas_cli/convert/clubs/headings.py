"""What stands at the head of a game: tags, labels, players and the pieces of a position."""

from __future__ import annotations

import re

from damas_cli.language import Phrase, mark

from .items import Draft
from .points import Point
from .vocabulary import (
    FILLERS,
    KINGS,
    LABEL,
    LABELS,
    MEN,
    NOT_A_PLAYER,
    PARTICLES,
    TO_MOVE,
    folded,
)

_TAG = re.compile(r'[ \t\r]*\[[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\]|\\.)*)"[ \t]*\]')
_ESCAPED = re.compile(r"\\(.)")


def tag_pairs(text: str) -> list[tuple[str, str, int]]:
    """Return name, value and place of the PDN tags that a line consists of; nothing else may be."""
    found = []
    at = 0
    while match := _TAG.match(text, at):
        found.append((match[1], _ESCAPED.sub(r"\1", match[2]), match.start(1)))
        at = match.end()
    return found if found and not text[at:].strip() else []


def labelled(text: str) -> tuple[str, str, int] | None:
    """Return tag, value and place of a line such as `Torneo: Lugo`, None for another line.

    >>> labelled("Data: 5/3/2010")
    ('Date', '2010.03.05', 6)
    """
    match = LABEL.match(folded(text))
    if match is None or not text[match.end() :].strip():
        return None
    value = " ".join(text[match.end() :].split())
    name = LABELS[match[1]]
    if name == "Date":
        date = date_of(value)
        if not date:
            return None
        value = date
    return name, value, match.end()


_DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
_YEAR_FIRST = re.compile(r"([0-9?]{4})[-/.]([0-9?]{1,2})[-/.]([0-9?]{1,2})|([0-9]{4})")


def date_of(text: str) -> str:
    """Return a date as PDN writes it, empty where it is none: the day stands first in these lands.

    >>> date_of("5/3/2010"), date_of("2010"), date_of("spring")
    ('2010.03.05', '2010.??.??', '')
    """
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = found.groups()
    elif found := _YEAR_FIRST.fullmatch(text):
        year, month, day = (found[4], "??", "??") if found[4] else found.groups()[:3]
    else:
        return ""
    if (month.isdigit() and not 1 <= int(month) <= 12) or (day.isdigit() and int(day) > 31):
        return ""
    return f"{year}.{month.zfill(2)}.{day.zfill(2)}"


_PIECE = re.compile(
    r"(?P<kings>\(\s*[dk]?[0-9a-h][0-9]?(?:\s*[,;.]?\s*[dk]?[0-9a-h][0-9]?){0,30}\s*\))"
    r"|(?P<square>(?<![0-9])(?P<crown>[dk]\.?\s?)?(?:[0-9]{1,2}|[a-h][1-8])(?![0-9a-z]))"
    r"|(?P<word>[a-z]+)|(?P<punctuation>(?:[\s,;.:+/]|-(?![0-9]))+)|(?P<other>.)"
)
_SQUARE = re.compile(r"[0-9]{1,2}|[a-h][1-8]")
# Behind one number, which is then a player's place or board and no square.
_NAME = re.compile(r"[ºª°]|[^\W\d_a-z]")


def pieces_of(text: str) -> tuple[str | None, str]:
    """Return the squares in a list, as FEN has them, and the rest of the text after it.

    Kings stand in parentheses, or after a D or the word for them. None for what is no list.

    >>> pieces_of(" 02, 8, (30), D31. Juegan negras"), pieces_of(" Pérez")
    (('2,8,K30,K31', 'Juegan negras'), (None, ''))
    >>> pieces_of(" 12. José Pérez"), pieces_of(" 12. Juegan negras")
    ((None, ''), ('12', 'Juegan negras'))
    """
    low = folded(text)
    squares = []
    are_kings = False
    at = 0
    for found in _PIECE.finditer(low):
        kind = found.lastgroup
        if found["kings"]:
            squares += [f"K{_plain(square)}" for square in _SQUARE.findall(found["kings"])]
        elif found["square"]:
            # D4 is a king on 4, d4 a square of a board with names.
            crown = found["crown"] if text[found.start()] != "d" else ""
            king = are_kings or bool(crown)
            name = found["square"][len(crown or "") :].strip(". ")
            squares.append(("K" if king else "") + _plain(name))
        elif kind == "word" and found["word"] in KINGS:
            are_kings = True
        elif kind == "word" and found["word"] in MEN:
            are_kings = False
        elif kind not in ("punctuation",) and found["word"] not in FILLERS:
            break
        if kind != "punctuation":
            at = found.end()
    if not squares:
        return None, ""
    rest = text[at:].strip(" \t.,;-")
    if rest and re.match(r"\s*[-x:]", low[at:]) and rest[0].isdigit():
        return None, ""
    if len(squares) == 1 and _NAME.match(rest) and not TO_MOVE.search(folded(rest)):
        return None, ""
    return ",".join(squares), rest


def _plain(square: str) -> str:
    return square.lstrip("0") or "0"


_VERSUS = re.compile(r"\s+(?:[-\u2013\u2014]|vs\.?|contra|x)\s+")
_SCORE = re.compile(r"[\s,:(\[]*(1-0|0-1|1/2-1/2|½-½|1-1|2-0|0-2|GB|GN|EMP)[\])]?\.?$")


def players_of(draft: Draft, points: list[Point]) -> None:
    """Take a heading such as `Fulano - Mengano` for the players, where nothing speaks against it.

    It is the last line above the moves; the line stays in the game as a remark, too.
    """
    if not draft.head or "White" in draft.tags or "Black" in draft.tags or draft.pieces:
        return
    line = draft.head[-1]
    text = _SCORE.sub("", line.text).strip(" .:,")
    names = _VERSUS.split(text)
    if len(names) != 2 or not all(map(_is_name, names)):
        return
    draft.tags["White"] = names[0], line.start
    draft.tags["Black"] = names[1], line.start
    if score := _SCORE.search(line.text):
        draft.tags.setdefault("Result", (score[1], line.start))
    told = Phrase(
        mark("{white} and {black} taken for the players, White first"),
        white=names[0],
        black=names[1],
    )
    points.append(Point(line.start, told))
    if text == line.text.strip(" .:,"):
        draft.head.pop()


def _is_name(text: str) -> bool:
    """Tell whether a text is likely to be a player's name."""
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= 5 or any(c.isdigit() for c in text):
        return False
    plain = [folded(word).strip(".") for word in words]
    if any(word in NOT_A_PLAYER for word in plain):
        return False
    return words[0][0].isupper() and all(
        word[0].isupper() or low in PARTICLES for word, low in zip(words, plain, strict=True)
    )
