"""How much a copy of a game tells, and where two copies contradict each other."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from .folding import folded
from .tag_values import date_parts, known, recorded_result

# Each of these in the moves, variations included, is something that the copy tells.
_TELLING = (kinds.COMMENT, kinds.LINE_COMMENT, kinds.LPAR, kinds.NAG, kinds.STRENGTH)
_ANY_TELLING = sum(1 << kind for kind in _TELLING)
# A command in a comment: the times of clocks, and what programs note.
_COMMAND = b"[%"
_WHOLE = 1 << 31
_NOT_LETTERS = re.compile(r"[\W_]+")
_KNOWN_PART = re.compile(r"[0-9]+")
# Values come again and again in an archive.
_MOST_VALUES = 1 << 12


class Facts(NamedTuple):
    """Of a game what copies may contradict each other in.

    Attributes:
        result: what the result means; empty where there is none.
        white, black: a number for each name, 0 where it is not known.
    """

    result: str
    white: int
    black: int


def told_by(game: Game) -> tuple[int, Facts]:
    """Return how much a copy tells, of which the richest has most, and what may contradict others.

    One for each tag with a value that is known, for year, month and day of a date, comment, command
    in a comment (such as a clock time), variation and mark of a move, and for a result. A game that
    could be read whole goes before one that could not.

    >>> from damas_cli.pdn.reader import read_games
    >>> poor, rich = read_games([b'[White "?"] 1. 9-13 *', b'[Date "1987.05.??"] 1. 9-13 {!} 1-0'])
    >>> told_by(poor)[0] - _WHOLE, told_by(rich)[0] - _WHOLE
    (0, 4)
    """
    told = 0
    values: dict[str, str] = {}
    for tag in game.tags:
        told += _worth(tag.name, tag.value)
        values[tag.name.casefold()] = tag.value
    if game.kinds & _ANY_TELLING:
        found = game.tape[::3]
        told += sum(found.count(kind) for kind in _TELLING if game.kinds >> kind & 1)
        told += game.raw.count(_COMMAND)
    result = recorded_result(game).meaning
    told += bool(result)
    richness = min(told, _WHOLE - 1) | (0 if game.problems else _WHOLE)
    return richness, Facts(result, *(_number(values.get(name, "")) for name in ("white", "black")))


@lru_cache(_MOST_VALUES)
def _worth(name: str, value: str) -> int:
    """Return how much a tag tells."""
    if not known(value) or name == "Result":
        return 0
    if not name.endswith("Date"):
        return 1
    return sum(bool(_KNOWN_PART.fullmatch(part)) for part in date_parts(value)) or 1


@lru_cache(_MOST_VALUES)
def _number(name: str) -> int:
    """Return a number for a name: the same whatever case, accents, order and commas.

    >>> _number("Ibáñez, José") == _number("jose IBANEZ"), _number("?")
    (True, 0)
    """
    words = sorted(_NOT_LETTERS.split(folded(known(name)))) if known(name) else []
    text = " ".join(words).strip().encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") if text else 0
