"""A game's tape as lines of plies: the main line and every variation."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

# Kinds that a line made of the moves' spans alone does not show.
SPECIAL = 1 << kinds.LPAR | 1 << kinds.SETUP | 1 << kinds.ELLIPSIS | 1 << kinds.UNKNOWN_MOVE


class Special:
    """A token between plies that is no move: a setup, `...`, an unknown move."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, kind: int, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end


class Line:
    """The plies of the main line or of one variation.

    Attributes:
        first_ply: the ply of the first move, as the game counts.
        spans: start and end of each ply's text; unknown moves are plies.
        numbers: of each numbered ply its index, and where the number begins and ends; only in a
            line that was read token by token.
        specials: what stands before ply number i of the line (from 0), by i.
        parent, replaces: the line that a variation belongs to, and the index of the ply in it
            that the variation replaces.
        count: for a variation, the how manyth it is that replaces that ply.
        variations: its variations, in order.
    """

    __slots__ = (
        "count",
        "first_ply",
        "numbers",
        "parent",
        "replaces",
        "spans",
        "specials",
        "variations",
    )

    def __init__(
        self, first_ply: int, parent: Line | None = None, replaces: int = 0, count: int = 0
    ) -> None:
        self.first_ply = first_ply
        self.parent = parent
        self.replaces = replaces
        self.count = count
        self.spans = array("I")
        # Most lines have none of these, and a game may have a million lines.
        self.numbers = _NO_NUMBERS
        self.specials = _NO_SPECIALS
        self.variations = _NO_VARIATIONS

    def __len__(self) -> int:
        return len(self.spans) // 2

    @property
    def label(self) -> str | None:
        """None for the main line, else the path of plies such as `17.1/19.2`."""
        steps = []
        line: Line | None = self
        while line is not None and line.parent is not None:
            steps.append(f"{line.first_ply}.{line.count}")
            line = line.parent
        return "/".join(reversed(steps)) or None

    def new_variation(self) -> Line:
        """Add and return the variation that replaces the last ply."""
        index = max(len(self) - 1, 0)
        if self.variations is _NO_VARIATIONS:
            self.variations = []
        last = self.variations[-1] if self.variations else None
        count = last.count + 1 if last is not None and last.replaces == index else 1
        line = Line(self.first_ply + index, self, index, count)
        self.variations.append(line)
        return line

    def add_number(self, start: int, end: int) -> None:
        """Note the move number of the next ply; of several the last one holds."""
        if self.numbers is _NO_NUMBERS:
            self.numbers = array("I")
        if len(self.numbers) and self.numbers[-3] == len(self):
            del self.numbers[-3:]
        self.numbers.extend((len(self), start, end))

    def add_special(self, special: Special) -> None:
        """Note what stands before the next ply."""
        if self.specials is _NO_SPECIALS:
            self.specials = {}
        self.specials.setdefault(len(self), []).append(special)


_NO_NUMBERS = array("I")
_NO_SPECIALS: dict[int, list[Special]] = {}
_NO_VARIATIONS: list[Line] = []


def main_line(game: Game) -> Line:
    """Return the main line of `game`, with its variations."""
    line = Line(1)
    if not game.kinds & SPECIAL:
        line.spans = game.spans(kinds.MOVE)
        return line
    return read_lines(game)


def walk(line: Line) -> Iterator[tuple[int, Line]]:
    """Yield the variations of `line` and theirs, each after the line that it belongs to.

    Each comes with its depth: 1 for a variation of `line` itself.
    """
    pending = [(1, variation) for variation in reversed(line.variations)]
    while pending:
        depth, line = pending.pop()
        yield depth, line
        pending.extend((depth + 1, variation) for variation in reversed(line.variations))


def read_lines(game: Game) -> Line:
    """Return the main line of `game`, with its variations and move numbers, token by token."""
    main = line = Line(1)
    tape = game.tape
    open_lines: list[Line] = []
    for index in range(0, len(tape), 3):
        kind, start, end = tape[index], tape[index + 1], tape[index + 2]
        if kind == kinds.MOVE:
            line.spans.extend((start, end))
        elif kind == kinds.MOVE_NUMBER:
            line.add_number(start, end)
        elif kind == kinds.LPAR:
            open_lines.append(line)
            line = line.new_variation()
        elif kind == kinds.RPAR:
            line = open_lines.pop()
        elif kind in (kinds.ELLIPSIS, kinds.SETUP, kinds.UNKNOWN_MOVE):
            line.add_special(Special(kind, start, end))
            if kind == kinds.UNKNOWN_MOVE:
                line.spans.extend((start, end))
    return main
