"""A line of moves played on the board: what each text means there, as `damas check` judges it.

The kernel plays the moves that are plainly legal; only where it stops does Python look.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from damas_cli.check.lookahead import MOST_READINGS, completes, furthest, settle
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.history import History
from damas_cli.rules.judge import Verdict, judge, readings_of
from damas_cli.rules.move import Move
from damas_cli.rules.position import Position

from .items import Item

# So many moves in a row are taken for remarks, and no more.
MOST_DROPPED = 3
# Of so few moves it costs more to set the kernel up than to play them.
_FEW = 2
# A move by two numbers, which is how it is written if it takes nothing or one thing only.
_TWO_NUMBERS = re.compile(r"0*([1-9][0-9]*)[-x:]0*([1-9][0-9]*)")


class Played:
    """A line as far as it can be played.

    Attributes:
        items: the moves of the line; those that turned out to be none are left out.
        texts: each as it is written canonically; None where it is illegal, or could not be played.
        positions: before each move, and after the last, as far as they are known.
        captures: whether each takes something, as far as it was played, legal or not.
        legal: how many moves there are before the first that is not legal, or not clear.
        whole: whether all of them are legal.
        dropped: the moves that were left out, as their index in the line and themselves.
    """

    __slots__ = ("captures", "dropped", "items", "legal", "positions", "texts")

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.texts: list[str | None] = []
        self.positions: list[Position] = []
        self.captures: list[bool] = []
        self.legal = 0
        self.dropped: list[tuple[int, Item]] = []

    @property
    def whole(self) -> bool:
        """Whether every move is legal."""
        return self.legal == len(self.items)


def play(position: Position, items: Sequence[Item], *, mend: bool = False) -> Played:
    """Play `items` from `position`, as `damas check` does.

    With `mend` a text that is not legal is left out where it cannot be a move of the line and the
    next one can: one printed twice, or one that a remark names.
    """
    return _Player(position, items, mend).run()


class _Player:
    """Plays one line."""

    def __init__(self, position: Position, items: Sequence[Item], mend: bool) -> None:
        self.position = position
        self.items = items
        self.mend = mend
        self.at = 0
        self.played = Played()
        self.faulty = False
        self.dropped_in_a_row = 0
        # What the kernel takes: the texts put together, where each begins and ends, the positions.
        self.texts = b""
        self.spans = array("I")
        self.history = History(len(items), position.variant.board.words_a_mask)
        self._put_together()

    def _put_together(self) -> None:
        end = 0
        for item in self.items:
            self.spans.append(end)
            end += len(item.text)
            self.spans.append(end)
            end += 1
        self.texts = "\n".join(item.text for item in self.items).encode("ascii", "replace")

    def run(self) -> Played:
        played = self.played
        played.positions.append(self.position)
        try:
            while self.at < len(self.items) and (self._play_plain() or self._step()):
                pass
        except TooManyCaptures:
            pass
        for item in self.items[self.at :]:
            played.items.append(item)
            played.texts.append(None)
        return played

    def _text_at(self, index: int) -> str | None:
        return self.items[index].text if index < len(self.items) else None

    def _play_plain(self) -> bool:
        """Play the texts that the kernel can play; False if there are none here."""
        first, last = self.at, len(self.items)
        if last - first < _FEW:
            return False
        variant = self.position.variant
        history = self.history
        history.put(first, self.position.state[1:])
        self.at = variant.kernel.replay(
            self.texts,
            self.spans,
            first,
            last,
            history.words,
            self.position.state[0] == (first % 2 == 0),
            variant.board.kernel_squares,
        )
        for index in range(first, self.at):
            self._note_plain(index)
        return self.at > first

    def _note_plain(self, index: int) -> None:
        """Take down what the kernel played."""
        played, before = self.played, self.position
        masks = self.history.masks(index + 1)
        after = Position(before.variant, "B" if before.turn == "W" else "W", *masks)
        captures = (masks[0] | masks[1]).bit_count() < (before.white | before.black).bit_count()
        item = self.items[index]
        played.items.append(item)
        played.texts.append(_canonical(item.text, before, captures))
        played.captures.append(captures)
        played.positions.append(after)
        self.position = after
        self.dropped_in_a_row = 0
        if not self.faulty:
            played.legal += 1

    def _step(self) -> bool:
        """Play one text, or more that one settles; False where the line stops."""
        text = self.items[self.at].text
        verdict = judge(self.position, text)
        if verdict.completions and completes(
            self.position,
            verdict.completions,
            self._after(verdict),
            self._text_at,
            self.at + 1,
        ):
            return self._settle(verdict.completions)
        if verdict.fault:
            return self._drop() or self._broken(verdict)
        return self._settle(verdict.readings)

    def _settle(self, moves: tuple[Move, ...]) -> bool:
        settled, rivals = list(moves), tuple[Move, ...]()
        if len(moves) > 1:
            settled, rivals = settle(self.position, moves, self._text_at, self.at + 1)
        for move in settled:
            self._put(move, (move.origin, move.destination, move.captured))
        self.dropped_in_a_row = 0
        return not rivals

    def _put(self, move: Move | None, squares: tuple[int, int, tuple[int, ...]]) -> None:
        played = self.played
        played.items.append(self.items[self.at])
        played.texts.append(None if move is None else move.text)
        played.captures.append(bool(squares[2]))
        self.position = self.position.put(*squares)
        played.positions.append(self.position)
        self.at += 1
        if move is None:
            self.faulty = True
        elif not self.faulty:
            played.legal += 1

    def _after(self, verdict: Verdict) -> list[Position]:
        readings = [verdict, *verdict.others][:MOST_READINGS]
        return [self.position.put(*reading.played) for reading in readings if reading.played]

    def _broken(self, verdict: Verdict) -> bool:
        """Play a move that breaks a law as it is written, where it can be carried out."""
        self.faulty = True
        after = self._after(verdict)
        if not after:
            return False
        chosen = furthest(after, self._text_at, self.at + 1) if len(after) > 1 else 0
        carried = [reading for reading in (verdict, *verdict.others) if reading.played]
        squares = carried[chosen].played
        assert squares is not None
        self._put(None, squares)
        return True

    def _drop(self) -> bool:
        """Leave out a text that is no move of the line."""
        item = self.items[self.at]
        before = self.played.items[-1].text if self.played.items else ""
        suspect = item.after_words or item.text == before
        if not (self.mend and suspect and self.dropped_in_a_row < MOST_DROPPED):
            return False
        following = self._text_at(self.at + 1)
        goes_on = following is None or bool(readings_of(self.position, following))
        if not goes_on and not item.after_words:
            return False
        if following is None and not (item.after_words or self.played.items):
            return False
        self.played.dropped.append((len(self.played.items), item))
        self.dropped_in_a_row += 1
        self.at += 1
        return True


def _canonical(text: str, position: Position, captures: bool) -> str:
    """Return as it is written what a text means, the only legal move that it may mean."""
    match = _TWO_NUMBERS.fullmatch(text)
    variant = position.variant
    if match is not None and not variant.board.algebraic:
        return (variant.capture_sign if captures else "-").join(match.groups())
    (move,) = judge(position, text).readings
    return move.text
