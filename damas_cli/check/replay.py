"""The replay of one line: every ply played on the board, slips found and, where possible, played.

The kernel plays the plies that are plainly legal; only where it stops does Python look.
"""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from damas_cli.pdn import kinds
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.history import History
from damas_cli.rules.judge import Verdict, judge
from damas_cli.rules.move import Move
from damas_cli.rules.position import Position

from .lines import Line, Special
from .lookahead import MEETING, MOST_READINGS, completes, furthest, settle
from .notation import judge_notation

if TYPE_CHECKING:
    from .game import GameCheck


class Replay:
    """One line being replayed.

    Attributes:
        by_hand: what was not plain for the kernel to play, by its index: the move that the text
            means, None for an illegal one.
        history: the positions; number i stands before ply i.
        played: how many plies were played.
        stopped: whether the replay ended before the line did.
        lost: whether it ended because a setup cannot be read: what stands there is not known.
    """

    __slots__ = (
        "_style_seen",
        "by_hand",
        "check",
        "history",
        "line",
        "lost",
        "played",
        "segments",
        "stopped",
    )

    def __init__(self, check: GameCheck, line: Line, history: History, white_to_move: bool) -> None:
        self.check = check
        self.line = line
        self.history = history
        # Where the count of plies and repetitions begins anew (the start and each setup), with
        # the side to move at even plies of the line.
        self.segments: list[tuple[int, bool]] = [(0, white_to_move)]
        self.played = 0
        self.stopped = False
        self.lost = False
        self.by_hand: dict[int, Move | None] = {}
        self._style_seen = 0

    def run(self) -> None:
        """Play the line as far as it goes, and look at how that was written."""
        try:
            self._play_line()
            self._look_at_style()
        except TooManyCaptures:
            self.stopped = True
            self.check.add_too_many_captures(self, self.played)

    def _play_line(self) -> None:
        line = self.line
        check = self.check
        count = len(line)
        interruptions = sorted(line.specials) if line.specials else []
        passed = 0
        goes_on = True
        while goes_on:
            if passed < len(interruptions) and interruptions[passed] <= self.played:
                goes_on = self.between_plies(interruptions[passed])
                passed += 1
                continue
            if self.played >= count:
                return
            limit = interruptions[passed] if passed < len(interruptions) else count
            self.played = check.kernel.replay(
                check.game.raw,
                line.spans,
                self.played,
                min(limit, count),
                self.history.words,
                self.segments[-1][1],
                check.squares,
            )
            if self.played < min(limit, count):
                goes_on = self.hard_ply(self.played)
        self.stopped = True
        # What a setup says can be read though nobody knows what stood before it.
        for at in interruptions[passed:]:
            for special in line.specials[at]:
                if special.kind == kinds.SETUP:
                    check.read_setup(special, self.line.label)

    def _look_at_style(self) -> None:
        """Report what was played since the last look and written otherwise than it is done."""
        check = self.check
        judge_notation(self, self._style_seen, self.played)
        found = check.kernel.wrong_separators(
            check.game.raw,
            self.line.spans,
            self.history.words,
            self._style_seen,
            self.played,
            check.regulation.dash_captures,
        )
        for index in found:
            check.add_separator(self, index)
        self._style_seen = self.played

    def white_to_move(self, index: int) -> bool:
        """Tell who is to move before ply number `index` of the line."""
        _, white_at_even = self.segments[bisect(self.segments, (index, True)) - 1]
        return white_at_even if index % 2 == 0 else not white_at_even

    def position(self, index: int) -> Position:
        """Return the position before ply number `index` of the line."""
        turn = "W" if self.white_to_move(index) else "B"
        return Position(self.check.variant, turn, *self.history.masks(index))

    def has_move(self, index: int) -> bool:
        """Tell whether the side to move before ply number `index` has a legal move."""
        return self.check.kernel.has_moves(self.white_to_move(index), *self.history.masks(index))

    def captures(self, index: int) -> bool:
        """Tell whether ply number `index` of the line, which was played, took something."""
        before, after = (self.history.masks(i) for i in (index, index + 1))
        return (before[0] | before[1]).bit_count() > (after[0] | after[1]).bit_count()

    def text(self, index: int) -> str:
        """Return the text of ply number `index`, as written."""
        return self.check.game.text(*self.line.spans[2 * index : 2 * index + 2])

    def text_at(self, index: int) -> str | None:
        """Return the text of ply number `index` for reading ahead; see `lookahead.TextAt`."""
        for special in self.line.specials.get(index, ()):
            if special.kind == kinds.SETUP:
                return MEETING
            if special.kind == kinds.UNKNOWN_MOVE:
                return None
        return self.text(index) if index < len(self.line) else None

    # Between plies: setups, `...`, unknown moves.

    def between_plies(self, index: int) -> bool:
        """Deal with what stands before ply number `index`; False where the line stops."""
        return all(self._special(index, special) for special in self.line.specials[index])

    def _special(self, index: int, special: Special) -> bool:
        if special.kind == kinds.UNKNOWN_MOVE:
            self.check.add_unknown_move(self, index)
            return False
        if special.kind == kinds.SETUP:
            return self._set_up(index, special)
        if self.passes_turn(index):
            self.check.add_turn_passed(self, index, special)
            return False
        return True

    def _set_up(self, index: int, special: Special) -> bool:
        found = self.check.read_setup(special, self.line.label)
        if found is None:
            self.lost = True
            return False
        white_to_move, *masks = found
        if self.line.parent is None:
            self.check.outcome.look_for_draws(self, index)
        self._look_at_style()
        self.history.put(index, masks)
        self.segments.append((index, white_to_move == (index % 2 == 0)))
        return True

    def passes_turn(self, index: int) -> bool:
        """Tell whether a `...` before ply number `index` takes the turn of the side to move.

        The next move tells: it is the mover's own, and `...` stood for the other side, or it is
        not. Move numbers do not tell: who begins a game with Black to move may count from Black.
        """
        if index >= len(self.line):
            return False
        return judge(self.position(index), self.text(index)).fault == "wrong-side"

    # Plies that the kernel left: each method says whether the line goes on.

    def hard_ply(self, index: int) -> bool:
        """Judge ply number `index`, at which the kernel stopped, and play it where possible."""
        position = self.position(index)
        verdict = judge(position, self.text(index))
        if verdict.completions:
            return self._half_way(index, position, verdict)
        if verdict.fault:
            return self._broken(index, position, verdict)
        return self._settle(index, position, verdict.readings)

    def _broken(self, index: int, position: Position, verdict: Verdict) -> bool:
        """Report a broken law and play the move as written, where it can be carried out."""
        readings = [verdict, *verdict.others]
        after = self._after(position, verdict)
        chosen = furthest(after, self.text_at, index + 1) if len(after) > 1 else 0
        self.check.add_broken_law(self, index, position, readings[chosen])
        if after:
            self._play(after[chosen], None)
        return bool(after)

    def _after(self, position: Position, verdict: Verdict) -> list[Position]:
        """Return the positions after the text as it was written, one for each way to read it."""
        readings = [verdict, *verdict.others][:MOST_READINGS]
        return [position.put(*reading.played) for reading in readings if reading.played]

    def _half_way(self, index: int, position: Position, verdict: Verdict) -> bool:
        """Take a capture that the text only begins as whole, if the line bears it out."""
        stopped = self._after(position, verdict)
        if completes(position, verdict.completions, stopped, self.text_at, index + 1):
            return self._settle(index, position, verdict.completions)
        return self._broken(index, position, verdict)

    def _settle(self, index: int, position: Position, moves: tuple[Move, ...]) -> bool:
        """Play a text that has one reading, or the one that the following moves settle."""
        settled = list(moves)
        rivals: tuple[Move, ...] = ()
        if len(moves) > 1:
            settled, rivals = settle(position, moves, self.text_at, index + 1)
        for move in settled:
            position = position.put(move.origin, move.destination, move.captured)
            self._play(position, move)
        if rivals:
            self.check.add_ambiguous(self, self.played, position, rivals)
        return not rivals

    def _play(self, position: Position, move: Move | None) -> None:
        self.by_hand[self.played] = move
        self.played += 1
        self.history.put(self.played, (position.white, position.black, position.kings))
