"""A game to step through: lines of moves, what stands beside each, and the position after it.

Nothing here is recursive: variations nest a thousand deep.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from damas_cli.check.finding import Finding
from damas_cli.pdn import kinds as k
from damas_cli.pdn.moves import Line, MoveNode, Note
from damas_cli.rules.position import Position

from .played import Played, PlayedMove
from .svg import last_move_of
from .svg_diagram import LastMove

# What NAGs mean that have a sign of their own.
_SIGNS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


class Stand(NamedTuple):
    """What a board shows: a position, None where it is not known, and the move that led to it."""

    position: Position | None
    last_move: LastMove | None = None


class Step:
    """A move of a line.

    Attributes:
        track: the line, and `index` the place in it.
        ply: counted as in the game, from 1.
        text: as it is written.
        marks: what is said of it in signs, such as `!?`.
        played: what it means; None where nothing is known of it.
        notes: the comments after it, and the variations that replace it, in their order.
        findings: what is wrong with it.
    """

    __slots__ = ("findings", "index", "marks", "notes", "played", "ply", "text", "track")

    def __init__(self, track: Track, ply: int, node: MoveNode, played: PlayedMove | None) -> None:
        self.track = track
        self.index = len(track.steps)
        self.ply = ply
        self.text = node.text
        self.marks = node.strength
        self.played = played
        self.notes: list[str | Track] = []
        self.findings: list[Finding] = []

    def __repr__(self) -> str:
        return f"<Step {self.ply} {self.text}>"

    @property
    def comments(self) -> list[str]:
        """The comments after it."""
        return [note for note in self.notes if isinstance(note, str)]

    @property
    def variations(self) -> list[Track]:
        """The variations that replace it."""
        return [note for note in self.notes if isinstance(note, Track)]


class Track:
    """A line of moves.

    Attributes:
        replaces: the move that the line is a variation of; None of the main line.
        notes: what stands before its first move.
        steps: its moves.
    """

    __slots__ = ("notes", "replaces", "steps")

    def __init__(self, replaces: Step | None = None) -> None:
        self.replaces = replaces
        self.notes: list[str | Track] = []
        self.steps: list[Step] = []

    def __repr__(self) -> str:
        return f"<Track of {len(self.steps)} moves>"

    @property
    def depth(self) -> int:
        """How many lines it stands in: 0 for the main line."""
        depth, track = 0, self
        while track.replaces is not None:
            track = track.replaces.track
            depth += 1
        return depth


class Score:
    """A game with its lines.

    Attributes:
        played: the game.
        main: its main line.
        steps: the moves of all lines, in the order of the text.
        before: the findings about what stands before the first move.
        after: those about the result, and about what could not be read.
    """

    def __init__(self, played: Played) -> None:
        self.played = played
        self.steps: list[Step] = []
        self._begins: list[int] = []
        self.before: list[Finding] = []
        self.after: list[Finding] = []
        self.main = self._read(played.game.main_line())
        self._spread(played.findings)

    def _read(self, line: Line) -> Track:
        """Return the main line; `steps` and where they begin are filled in the order of text."""
        main = Track()
        # What is still to be read: lines, and in each of them the rest of what is in it.
        todo: list[tuple[Track, Iterator[MoveNode], Iterator[Note | Line]]] = []
        todo.append((main, iter(line.moves), iter(line.notes)))
        while todo:
            track, moves, notes = todo[-1]
            note = next(notes, None)
            if note is None:
                node = next(moves, None)
                if node is None:
                    todo.pop()
                    continue
                if node.kind != k.ELLIPSIS:
                    self._add(track, node)
                todo[-1] = (track, moves, iter(node.notes))
                continue
            kept = track.steps[-1].notes if track.steps else track.notes
            if isinstance(note, Line):
                variation = Track(track.steps[-1] if track.steps else track.replaces)
                kept.append(variation)
                todo.append((variation, iter(note.moves), iter(note.notes)))
            elif note.kind == k.COMMENT:
                kept.append(note.text)
            elif note.kind == k.SETUP:
                kept.append(f"/{note.text}/")
            elif note.kind == k.NAG and track.steps:
                step = track.steps[-1]
                step.marks = f"{step.marks} {_SIGNS.get(note.text, note.text)}".strip()
        return main

    def _add(self, track: Track, node: MoveNode) -> None:
        first = track.replaces.ply if track.replaces is not None else 1
        move = self.played.at(node.start)
        ply = move.ply if move is not None else first + len(track.steps)
        step = Step(track, ply, node, move)
        track.steps.append(step)
        self.steps.append(step)
        self._begins.append(node.number.start if node.number is not None else node.start)

    def _spread(self, findings: list[Finding]) -> None:
        """Give each finding to the move that it stands at."""
        token = self.played.game.result_token
        end = token[0] if token is not None else len(self.played.game.raw)
        for finding in findings:
            at = bisect_right(self._begins, finding.start) - 1
            if finding.ply is None and (finding.start >= end or finding.code[0] == "S"):
                self.after.append(finding)
            elif at < 0 or finding.code[0] == "T":
                self.before.append(finding)
            elif finding.start >= end:
                self.after.append(finding)
            else:
                self.steps[at].findings.append(finding)

    # ---- positions

    @property
    def first_number(self) -> int:
        """How many plies of the first move's number went before: 1 if the second side begins."""
        start, variant = self.played.start, self.played.variant
        return int(start is not None and variant is not None and start.turn != variant.first)

    @cached_property
    def _end(self) -> Position | None:
        return self.played.end

    def stand(self, track: Track, index: int) -> Stand:
        """Return the position after `index` moves of a line, as far as they could be played."""
        while index and not _is_played(track.steps[index - 1]):
            index -= 1
        if index == 0:
            return Stand(self._start_of(track))
        move = track.steps[index - 1].played
        assert move is not None
        after = move.after
        position = after
        if index < len(track.steps) and (following := track.steps[index].played) is not None:
            position = following.before
        elif track is self.main and index == len(track.steps):
            position = self._end
        if position is None:
            return Stand(after, last_move_of(move) if after is not None else None)
        if after is None or after.state != position.state:
            return Stand(position)  # a setup came between them
        return Stand(position, last_move_of(move))

    def _start_of(self, track: Track) -> Position | None:
        if track.replaces is None:
            return self.played.start
        if track.steps and track.steps[0].played is not None:
            return track.steps[0].played.before
        replaced = track.replaces.played
        return replaced.before if replaced is not None else None


def _is_played(step: Step) -> bool:
    return step.played is not None and step.played.is_played
