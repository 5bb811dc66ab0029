"""The order of games: keys whose bytes stand in the order of what they are made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from damas_cli.check.lines import main_line
from damas_cli.check.results import DOUBLE_LOSS, DRAW, FIRST_WINS, SECOND_WINS
from damas_cli.language import Phrase, SpokenError
from damas_cli.pdn.model import Game

from .folding import folded
from .tag_values import UNKNOWN_YEAR, date_parts, is_tag_name, recorded_result, tag_value

# Before a value, and where there is none: that is last, whichever way the order goes.
_THERE, _MISSING = b"\1", b"\2"
# Ends a text: what begins like another one and goes on comes after it.
_END = b"\0"
_BACKWARDS = bytes(range(255, -1, -1))
_DIGITS = re.compile(r"[0-9]+")
# After all that may follow an n, and before an o.
_AFTER_N = "n\U0010ffff"
_MOST_DIGITS = 50_000
_RESULTS = (FIRST_WINS, DRAW, SECOND_WINS, DOUBLE_LOSS)
_BEFORE_DIGITS = "!"


class OrderError(SpokenError):
    """There is no such order."""


class _Key(NamedTuple):
    name: str
    is_descending: bool


class Order:
    """An order of games: by one key, where that is the same by the next one.

    >>> from damas_cli.pdn.reader import read_games
    >>> games = list(read_games([b'[Round "10"] * [Event "no round"] * [Round "9"] *']))
    >>> [game.number for game in sorted(games, key=Order.parsed("round").key)]
    [3, 1, 2]
    >>> [game.number for game in sorted(games, key=Order.parsed("-round").key)]
    [1, 3, 2]
    """

    __slots__ = ("_keys",)

    def __init__(self, *keys: tuple[str, bool]) -> None:
        """Take names of keys, each with whether it goes from the last to the first."""
        self._keys = tuple(_Key(name, is_descending) for name, is_descending in keys)

    @classmethod
    def parsed(cls, text: str, *, reverse: bool = False) -> Order:
        """Return the order by the keys in `text`, parted by commas; `-` turns one round.

        Raises:
            OrderError: one of them can be no key.
        """
        keys = []
        for word in text.split(","):
            name = word.strip().removeprefix("-").strip()
            if not is_tag_name(name):
                raise OrderError(Phrase("{name!r} is no key to sort by", name=word.strip()))
            keys.append((name, word.strip().startswith("-") != reverse))
        return cls(*keys)

    @property
    def first(self) -> str:
        """The name of the first key."""
        return self._keys[0].name

    @staticmethod
    def has_first(key: bytes) -> bool:
        """Tell whether a game with this `key` has a value of the first key."""
        return not key.startswith(_MISSING)

    def key(self, game: Game) -> bytes:
        """Return what games are compared by."""
        return b"".join(_part(game, key) for key in self._keys)


def _part(game: Game, key: _Key) -> bytes:
    made = KEYS.get(key.name.casefold())
    value = natural(tag_value(game, key.name)) if made is None else made(game)
    if not value:
        return _MISSING
    return _THERE + (value.translate(_BACKWARDS) if key.is_descending else value)


def natural(text: str) -> bytes:
    """Return the key of a text: without case and accents, numbers in it by their value.

    An ñ comes behind every n, as in the Spanish alphabet. Empty for an empty text.

    >>> sorted(["1.10", "1.2", "Ñ", "o", "N", "nz", "águila", "Abad"], key=natural)
    ['1.2', '1.10', 'Abad', 'águila', 'N', 'nz', 'Ñ', 'o']
    """
    if not text.isascii():
        parts = unicodedata.normalize("NFC", text.casefold()).split("ñ")
        text = _AFTER_N.join(_without_accents(part) for part in parts)
    text = " ".join(text.casefold().split()).replace("\0", "")
    if not text:
        return b""
    return _DIGITS.sub(_by_value, text).encode("utf-8", "surrogatepass") + _END


def _without_accents(text: str) -> str:
    """Return a part of a text folded, with the blanks around it."""
    before, after = text[:1].isspace(), text[-1:].isspace()
    return f"{' ' * before}{folded(text)}{' ' * after}"


def _by_value(digits: re.Match[str]) -> str:
    """Return a number so that a longer one comes after a shorter one."""
    number = digits[0].lstrip("0")[:_MOST_DIGITS]
    return f"0{chr(len(number) + 1)}{number}"


def _by_date(game: Game) -> bytes:
    """Return the key of the date: what is not known comes before all that is."""
    date = date_parts(tag_value(game, "Date"))
    if date[0] == UNKNOWN_YEAR:
        return b""
    return ".".join(date).replace("?", _BEFORE_DIGITS).encode() + _END


def _by_year(game: Game) -> bytes:
    year = date_parts(tag_value(game, "Date"))[0]
    return b"" if year == UNKNOWN_YEAR else year.replace("?", _BEFORE_DIGITS).encode() + _END


def _by_plies(game: Game) -> bytes:
    return len(main_line(game)).to_bytes(8, "big")


def _by_result(game: Game) -> bytes:
    meaning = recorded_result(game).meaning
    return bytes((_RESULTS.index(meaning) + 1,)) if meaning in _RESULTS else b""


#: Keys that are more than the text of a tag; any other one is the name of a tag.
KEYS: dict[str, Callable[[Game], bytes]] = {
    "date": _by_date,
    "year": _by_year,
    "plies": _by_plies,
    "result": _by_result,
}
