"""The tags of a game, taken from its bytes where it is plain to see what they are.

Nearly all headers are lines of a tag each, as programs write them. These need not be looked up on
the tape, nor taken apart one by one: all that stands between the values is the same in game after
game, and known from the one before.
"""

from __future__ import annotations

import re

from damas_cli.pdn.model import Game

# A tag of a plain header; where another one begins with it, its line has an end before.
_FIRST = re.compile(rb"\[([A-Za-z][A-Za-z0-9_]*) ")
_NEXT = re.compile(rb"\](\r?\n)\[([A-Za-z][A-Za-z0-9_]*) ")
_LAST = b"]"
# A file has a few kinds of headers; a hostile one may have more.
_MOST_LAYOUTS = 1000


class Layout:
    """What stands between the values of a header.

    Attributes:
        places: where in the parts the value of each name is, the last one of that name.
        returns, newlines: how many there are of these characters.
    """

    __slots__ = ("newlines", "places", "returns")

    def __init__(self, places: dict[str, int], returns: int, newlines: int) -> None:
        self.places = places
        self.returns = returns
        self.newlines = newlines


class Header:
    """The tags of one game by their names, in lower case."""

    __slots__ = ("_game", "_parts", "_places")

    def __init__(self, game: Game, parts: list[bytes], places: dict[str, int]) -> None:
        self._game = game
        self._parts = parts
        self._places = places

    def get(self, name: str) -> bytes | str | None:
        """Return the value of a tag: bytes of UTF-8, or a text; None if there is none."""
        place = self._places.get(name)
        if place is None:
            return None
        value = self._parts[place]
        if value.isascii() or self._game.encoding == "utf-8":
            return value
        return self._game.text(*self._span(place))

    def _span(self, place: int) -> tuple[int, int]:
        """Return where in the game the part `place` is."""
        start = self._game.raw.index(b"[") + sum(map(len, self._parts[:place])) + place
        return start, start + len(self._parts[place])


class OddHeader(Header):
    """The tags of a game that has to be read from its tape."""

    __slots__ = ("_values",)

    def __init__(self, game: Game) -> None:
        self._values = {tag.name.casefold(): tag.value for tag in game.tags}

    def get(self, name: str) -> bytes | str | None:
        """Return the value of a tag, None if there is none."""
        return self._values.get(name)


_layouts: dict[tuple[bytes, ...], Layout | None] = {}


def header_of(game: Game) -> Header:
    """Return the tags of `game`."""
    raw = game.raw
    start = raw.find(b"[")
    if start < 0 or (start and not raw[:start].isspace()):
        return OddHeader(game)
    end = raw.find(b"]\n\n", start)
    if end < 0:
        end = raw.find(b"]\r\n\r\n", start)
    # What is in brackets behind may be a tag, too.
    if end < 0 or raw.find(b"[", end) >= 0:
        return OddHeader(game)
    header = raw[start : end + 1]
    parts = header.split(b'"')
    between = tuple(parts[::2])
    try:
        layout = _layouts[between]
    except KeyError:
        layout = _layout(between)
        if len(_layouts) < _MOST_LAYOUTS:
            _layouts[between] = layout
    if (
        layout is None
        or b"\\" in header
        or header.count(b"\n") != layout.newlines
        or header.count(b"\r") != layout.returns
    ):
        return OddHeader(game)
    return Header(game, parts, layout.places)


def _layout(between: tuple[bytes, ...]) -> Layout | None:
    """Return what stands between the values of a plain header; None of any other."""
    first = _FIRST.fullmatch(between[0])
    if first is None or between[-1] != _LAST or len(between) < 2:
        return None
    places = {first[1].decode().lower(): 1}
    returns = newlines = 0
    for index, text in enumerate(between[1:-1], 1):
        found = _NEXT.fullmatch(text)
        if found is None:
            return None
        newlines += 1
        returns += len(found[1]) - 1
        places[found[2].decode().lower()] = 2 * index + 1
    return Layout(places, returns, newlines)
