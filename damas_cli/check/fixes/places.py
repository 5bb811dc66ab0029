"""Where to write in a game: line ends as the file has them, lines of their own."""

from __future__ import annotations

from damas_cli.pdn.model import Game, Tag

_BLANKS = b" \t\0"
LINE_ENDS = (b"\r\n", b"\n", b"\r")


class Place:
    """A game that is to be written in.

    Attributes:
        game: the game.
        line_end: what ends lines in the file, where the game has none of its own.
        fits_others: whether the moves fit several other variants and not the game's own.
        stops: whether some line could not be played to its end.
    """

    __slots__ = ("_is_one_header", "fits_others", "game", "line_end", "stops")

    def __init__(self, game: Game, line_end: bytes, *, fits_others: bool, stops: bool) -> None:
        self.game = game
        self.line_end = line_end
        self.fits_others = fits_others
        self.stops = stops
        self._is_one_header: bool | None = None

    @property
    def is_one_header(self) -> bool:
        """Whether no two tags contradict each other, and none is said again after an empty line.

        Else the tags may be the headers of two games, the first of which has no moves.
        """
        if self._is_one_header is None:
            self._is_one_header = _is_one_header(self.game)
        return self._is_one_header

    def line_end_at(self, at: int) -> bytes:
        """Return what ends the lines around a place of the game."""
        raw = self.game.raw
        return line_end_of(raw[:at], last=True) or line_end_of(raw[at:]) or self.line_end

    def line_after(self, at: int, text: bytes) -> bytes:
        """Return what to insert at the end of a token, for `text` to have a line of its own.

        Where something else follows in the line, it has none and stands after a blank.
        """
        rest = self.game.raw[at : at + 1000].lstrip(_BLANKS)
        if rest[:1] in (b"", b"\r", b"\n") or rest.startswith(b"\\r"):
            return self.line_end_at(at) + text
        return b" " + text

    def line_before(self, at: int, text: bytes) -> bytes:
        """Return what to insert before a token, for `text` to have a line of its own."""
        end = self.line_end_at(at)
        raw = self.game.raw
        before = raw[:at].rstrip(_BLANKS)
        begins = before.endswith((b"\r", b"\n")) or (not before and self.game.offset == 0)
        return text + end if begins else end + text + end

    def with_line(self, start: int, end: int) -> tuple[int, int]:
        """Return what to remove so that a token goes with its line, or else with one blank."""
        raw = self.game.raw
        before = raw[:start].rstrip(_BLANKS)
        after = end + len(raw[end:]) - len(raw[end:].lstrip(_BLANKS))
        follows = line_end_of(raw[after : after + 2])
        begins = before.endswith((b"\r", b"\n")) or (not before and self.game.offset == 0)
        if begins and follows and raw.startswith(follows, after):
            return len(before), after + len(follows)
        return self.with_blank(start, end)

    def with_blank(self, start: int, end: int) -> tuple[int, int]:
        """Return what to remove so that a token goes with one blank beside it."""
        raw = self.game.raw
        if raw[start - 1 : start] in (b" ", b"\t") and start:
            return start - 1, end
        return start, end + (raw[end : end + 1] in (b" ", b"\t"))


def _is_one_header(game: Game) -> bool:
    before: dict[str, Tag] = {}
    for tag in game.tags:
        name = tag.name.lower()
        other = before.get(name)
        if other is not None:
            # What follows the first of the two in its line is no line; the bracket ends the last.
            lines = (game.raw[other.end : tag.start] + b"[").splitlines()[1:]
            if other.value != tag.value or not all(line.strip(_BLANKS) for line in lines):
                return False
        before[name] = tag
    return True


def line_end_of(data: bytes, last: bool = False) -> bytes:
    """Return the first line end in `data`, or the last; empty if there is none.

    >>> line_end_of(b"a\\r\\nb\\n"), line_end_of(b"a\\r\\nb\\n", last=True), line_end_of(b"a")
    (b'\\r\\n', b'\\n', b'')
    """
    if last:
        at = max(data.rfind(b"\n"), data.rfind(b"\r"))
        at -= at > 0 and data.endswith(b"\r\n", 0, at + 1)
    else:
        at = min((at for at in (data.find(b"\n"), data.find(b"\r")) if at >= 0), default=-1)
    return b"" if at < 0 else b"\r\n" if data.startswith(b"\r\n", at) else data[at : at + 1]
