"""The net under the fixes: a game that was fixed has to read as the game it was."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate

from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

from ..game import GameCheck
from ..lines import Line
from ..regulation import Rulebook
from ..replay import Replay
from .fix import Edit, Fix, edits_of

# A position as masks: White, Black, kings.
Masks = list[tuple[int, int, int]]
# Of each line, by its label: the place of its first move, and its positions.
Lines = dict[str | None, tuple[int, Masks]]


def reread(raws: list[bytes], at: int, parser: str = "compiled") -> Game | None:
    """Return game number `at` of the games `raws`, which stand one after the other.

    None unless each of them, but for the last, reads as just that game.
    """
    games = read_games([b"".join(raws)], parser)
    found = None
    for index, raw in enumerate(raws[:-1]):
        game = next(games, None)
        if game is None or game.raw != raw:
            return None
        if index == at:
            found = game
    return found


def means_the_same(
    before: Game, after: Game, fixes: list[Fix], positions_before: Lines, positions_after: Lines
) -> bool:
    """Tell whether `after`, which `fixes` made of `before`, is the same game.

    Every token that no fix concerns reads as it did, and every line is played through the same
    positions, as far as it was played before; only what became a comment is missing.
    """
    hidden = [(fix.start, fix.end) for fix in fixes if fix.hides]
    left = {
        label: masks
        for label, (start, masks) in positions_before.items()
        if not any(first <= start < last for first, last in hidden)
    }
    played = {label: masks for label, (_, masks) in positions_after.items()}
    return left == played and _tokens_stay(before, after, fixes)


def _tokens_stay(before: Game, after: Game, fixes: list[Fix]) -> bool:
    """Tell whether every token stays but for those that fixes replace, and no other appears.

    A token that is edited within stays one of its kind.
    """
    shift = _Shift(edits_of(fixes))
    hidden = [(fix.start, fix.end) for fix in fixes if fix.hides]
    found = {tuple(after.tape[at : at + 3]) for at in range(0, len(after.tape), 3)}
    for at in range(0, len(before.tape), 3):
        kind, start, end = before.tape[at : at + 3]
        if not shift.replaces(start, end) and not _is_within(start, end, hidden):
            token = kind, shift.start(start), shift.end(end)
            if token not in found:
                return False
            found.remove(token)
    written = shift.written()
    comments = [(shift.end(start), shift.start(end)) for start, end in hidden]
    return all(_is_within(start, end, written + comments) for _, start, end in found)


def _is_within(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    return any(first <= start and end <= last for first, last in spans)


class _Shift:
    """Where the places of a text are after it was edited."""

    __slots__ = ("_edits", "_ends", "_shifts", "_starts")

    def __init__(self, edits: list[Edit]) -> None:
        self._edits = edits
        self._starts = [edit.start for edit in edits]
        self._ends = [edit.end for edit in edits]
        grown = (len(edit.text) - (edit.end - edit.start) for edit in edits)
        self._shifts = [0, *accumulate(grown)]

    def start(self, place: int) -> int:
        """Return the new place of what begins at `place`; what is inserted there is before it."""
        return place + self._shifts[bisect_right(self._ends, place)]

    def end(self, place: int) -> int:
        """Return the new place of what ends at `place`; what is inserted there is after it."""
        return place + self._shifts[bisect_left(self._starts, place)]

    def replaces(self, start: int, end: int) -> bool:
        """Tell whether one edit replaces or removes the whole text from `start` to `end`."""
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and self._ends[at] >= end

    def written(self) -> list[tuple[int, int]]:
        """Return where the new texts stand."""
        places = zip(self._edits, self._shifts, strict=False)
        return [(e.start + shift, e.start + shift + len(e.text)) for e, shift in places if e.text]


def positions(game: Game, rulebook: Rulebook, check: GameCheck | None) -> Lines:
    """Return the positions of each line of which something was played, by its label.

    They are those of the judgement `check`; without one the game is plainly legal.
    """
    reading, regulation = rulebook.of(game)
    if check is not None:
        reading, regulation = check.reading, check.regulation
    recorder = _Recorder(game, regulation, reading)
    recorder.judge()
    if recorder.main is not None:
        recorder.note(recorder.main)
    return recorder.lines


class _Recorder(GameCheck):
    """A judgement that keeps the positions of all lines."""

    __slots__ = ("lines",)

    def __init__(self, game: Game, *rules: object) -> None:
        super().__init__(game, *rules)  # type: ignore[arg-type]
        self.lines: Lines = {}

    def note(self, replay: Replay) -> None:
        """Keep the positions of a line of which something was played."""
        line = replay.line
        if replay.played:
            masks = [replay.history.masks(index) for index in range(replay.played + 1)]
            self.lines[line.label] = line.spans[0], masks

    def _replay_variation(self, variation: Line, parent: Replay | None) -> Replay | None:
        replay = super()._replay_variation(variation, parent)
        if replay is not None:
            self.note(replay)
        return replay
