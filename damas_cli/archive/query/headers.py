"""The tags of a game, taken from its bytes where it is plain to see what they are.

Nearly all headers are lines of one tag each, as programs write them, and most of a file have the
same tags in the same order. Such a header is one match of a pattern made for these tags; any other
is read from the tape.
"""

from __future__ import annotations

import re

from damas_cli.pdn.model import Game

_TAG = rb'\[%b "([^"\\\r\n]*+)"\]'
_BLANKS = rb"[ \t\r\n\f\v]*+"
_NEW_LINE = rb"\r?\n"
_NAME = rb"[A-Za-z][A-Za-z0-9_]*+"
_HEADER = re.compile(_BLANKS + rb'(?:\[%b "[^"\\\r\n]*+"\](?:\r?\n(?=\[))?+)++' % _NAME)
_NAMES = re.compile(rb"^\[(%b) " % _NAME, re.MULTILINE)
# A file has a few kinds of headers; a hostile one may have more.
_MOST_LAYOUTS = 200


class Layout:
    """The tags of a plain header.

    Attributes:
        match: matches a header of these tags.
        places: in which group the value of a name (in lower case) is, the last one of that name.
    """

    __slots__ = ("match", "places")

    def __init__(self, names: tuple[bytes, ...]) -> None:
        tags = _NEW_LINE.join(_TAG % name for name in names)
        self.match = re.compile(_BLANKS + tags).match
        self.places = {name.decode().lower(): at for at, name in enumerate(names, 1)}


class Headers:
    """Reads headers, game after game."""

    __slots__ = ("_layout", "_layouts", "_match", "_odd", "game")

    def __init__(self) -> None:
        self._layouts: dict[tuple[bytes, ...], Layout] = {}
        self._layout = Layout(())
        self._match: re.Match[bytes] | None = None
        self._odd: dict[str, str] | None = None
        self.game: Game

    def take(self, game: Game) -> None:
        """Read the tags of `game` from now on."""
        self.game = game
        self._match = self._odd = None

    def get(self, name: str) -> bytes | str | None:
        """Return the value of the last tag called `name` (in lower case), None if there is none.

        It may be bytes, of UTF-8: most values are only compared with what was seen before.
        """
        match = self._match
        if match is None:
            if self._odd is None:
                self._look()
                match = self._match
            if match is None:
                assert self._odd is not None
                return self._odd.get(name)
        place = self._layout.places.get(name)
        if place is None:
            return None
        value = match[place]
        if value.isascii() or self.game.encoding == "utf-8":
            return value
        return self.game.text(*match.span(place))

    def _look(self) -> None:
        raw = self.game.raw
        match = self._layout.match(raw)
        # What is in brackets behind may be a tag, too.
        if match is None or raw.find(b"[", match.end()) >= 0:
            layout = self._layout_of(raw)
            match = None if layout is None or layout is self._layout else layout.match(raw)
            if layout is None or match is None or raw.find(b"[", match.end()) >= 0:
                self._odd = {tag.name.casefold(): tag.value for tag in self.game.tags}
                return
            self._layout = layout
        self._match = match

    def _layout_of(self, raw: bytes) -> Layout | None:
        """Return the layout of a plain header; None of any other, and of one too many."""
        header = _HEADER.match(raw)
        if header is None:
            return None
        names = tuple(_NAMES.findall(header[0].lstrip()))
        layout = self._layouts.get(names)
        if layout is None and names and len(self._layouts) < _MOST_LAYOUTS:
            layout = self._layouts[names] = Layout(names)
        return layout
