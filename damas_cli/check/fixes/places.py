"""Where to write in a game: line ends as the file has them, lines of their own."""

from __future__ import annotations

import re

from damas_cli.pdn.model import Game, Tag

from ..game import GameCheck
from ..lines import main_line
from ..ruling import FEW_PLIES

_BLANKS = b" \t\0"
# A number, or a name of any board; longer numbers are no squares anyway.
_SQUARE = re.compile(rb"[A-La-l]?[0-9]{1,9}")
LINE_ENDS = (b"\r\n", b"\n", b"\r")


class Place:
    """A game that is to be written in.

    Attributes:
        game: the game.
        line_end: what ends lines in the file, where the game has none of its own.
        fits_others: whether the moves fit several other variants and not the game's own.
        check: the judgement of the game.
        is_forced: whether the user names the rules to judge by.
    """

    __slots__ = (
        "_has_strange_squares",
        "_is_one_header",
        "check",
        "fits_others",
        "game",
        "is_forced",
        "line_end",
    )

    def __init__(
        self,
        game: Game,
        line_end: bytes,
        check: GameCheck | None,
        *,
        fits_others: bool = False,
        is_forced: bool = False,
    ) -> None:
        self.game = game
        self.line_end = line_end
        self.check = check
        self.fits_others = fits_others
        self.is_forced = is_forced
        self._has_strange_squares: bool | None = None
        self._is_one_header: bool | None = None

    @property
    def stops(self) -> bool:
        """Whether some line could not be played to its end."""
        return self.check is not None and any(f.stopped for f in self.check.findings)

    @property
    def is_borne_out(self) -> bool:
        """Whether more of the main line than chance allows can be played by these rules."""
        return self.check is not None and self.check.plies_played >= FEW_PLIES

    @property
    def rules_are_certain(self) -> bool:
        """Whether it is the moves that are wrong, if they cannot be played, and not the rules.

        That is so where the user names the rules; where the game does, or a good part of it can be
        played by them, and its main line names no square that they do not have.
        """
        check = self.check
        if check is None or self.is_forced:
            return self.is_forced
        is_named = check.reading is not None and bool(check.reading.value.strip())
        if not is_named and not self.is_borne_out:
            return False
        if self._has_strange_squares is None:
            self._has_strange_squares = _has_strange_squares(check)
        return not self._has_strange_squares

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
        """Return what to remove so that a token goes, and one of the blanks on both its sides."""
        raw = self.game.raw
        if self.glues(start, end) or not (self._is_apart(start - 1) and self._is_apart(end)):
            return start, end
        if start and raw[start - 1 : start] in (b" ", b"\t"):
            return start - 1, end
        return start, end + (raw[end : end + 1] in (b" ", b"\t"))

    def glues(self, start: int, end: int) -> bool:
        """Tell whether what stands around would be one word without what is between."""
        return not (self._is_apart(start - 1) or self._is_apart(end))

    def _is_apart(self, at: int) -> bool:
        """Tell whether there is a blank at a place, or an end of the file."""
        raw = self.game.raw
        if at < 0:
            return self.game.offset == 0
        return raw[at : at + 1].isspace() or at == len(raw)


def _has_strange_squares(check: GameCheck) -> bool:
    """Tell whether a move of the main line names a square that the board does not have."""
    board = check.variant.board
    spans = main_line(check.game).spans
    texts = (check.game.raw[start:end] for start, end in zip(spans[::2], spans[1::2], strict=True))
    return any(
        not (1 <= int(name) <= board.size if name.isdigit() else board.square(name.decode()))
        for text in texts
        for name in _SQUARE.findall(text)
    )


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
