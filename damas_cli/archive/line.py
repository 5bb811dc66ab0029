"""The positions of a game's main line, without an object a move."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.check.lines import SPECIAL
from damas_cli.check.regulation import Regulation, Rulebook
from damas_cli.check.replay import Replay
from damas_cli.check.ruling import replayed
from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.history import History
from damas_cli.rules.judge import readings_of
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant


class MainLine:
    """The main line of a game, played.

    Attributes:
        regulation: what it is played by.
        history: its positions; number i stands before ply i (from 0). Where `is_regular`, it is
            valid until the next game of the same regulation is played.
        plies: how many moves were played; an illegal one that can be carried out is, too.
        written: how many moves there are.
        white_first: whether White moves at even plies.
        is_regular: whether the sides alternate and each position comes from the one before; not so
            where a position is set up among the moves.
    """

    __slots__ = (
        "_replay",
        "history",
        "is_regular",
        "plies",
        "regulation",
        "white_first",
        "written",
    )

    def __init__(
        self,
        regulation: Regulation,
        history: History,
        plies: int,
        written: int,
        white_first: bool,
        replay: Replay | None = None,
    ) -> None:
        self.regulation = regulation
        self.history = history
        self.plies = plies
        self.written = written
        self.white_first = white_first
        self._replay = replay
        self.is_regular = replay is None or len(replay.segments) == 1

    @property
    def variant(self) -> Variant:
        """The variant that the game is one of."""
        return self.regulation.variant

    @property
    def is_whole(self) -> bool:
        """Whether all moves were played."""
        return self.plies == self.written

    @property
    def legal_plies(self) -> int:
        """How many moves from the first one on are legal and follow each other.

        They end before an illegal move and before a position that is set up.
        """
        replay = self._replay
        if replay is None:
            return self.plies
        illegal = [index for index, move in replay.by_hand.items() if move is None]
        set_up = [index for index, _ in replay.segments if index]
        return min((self.plies, *illegal, *set_up))

    def white_to_move(self, index: int) -> bool:
        """Tell whether White is to move before ply `index`, from 0."""
        if self._replay is not None:
            return self._replay.white_to_move(index)
        return self.white_first == (index % 2 == 0)

    def position(self, index: int) -> Position:
        """Return the position before ply `index`; with `plies` for it, the last one."""
        turn = "W" if self.white_to_move(index) else "B"
        return Position(self.variant, turn, *self.history.masks(index))

    def stretches(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the positions that come from one another, and whether White moves at even plies.

        They are told by the first and the last one. All of a regular line are one stretch; each
        position that is set up begins another.
        """
        if self._replay is None:
            yield 0, self.plies, self.white_first
            return
        segments = [part for part in self._replay.segments if part[0] <= self.plies]
        for (first, white_first), (after, _) in zip(
            segments, [*segments[1:], (self.plies + 1, True)], strict=True
        ):
            # Of two setups for one ply the last one holds.
            if first < after:
                yield first, after - 1, white_first

    def taken(self, index: int) -> int | None:
        """Return how many pieces ply `index` took, from 0; None where that is not known."""
        if self._replay is not None:
            from damas_cli.convert.played import PlayedMove

            return PlayedMove(self._replay, index).effect[0]
        before, after = (
            sum(map(int.bit_count, self.history.masks(i)[:2])) for i in (index, index + 1)
        )
        return before - after

    def positions(self) -> Iterator[Position]:
        """Yield all positions from the first one to the last.

        Where a position is set up after a move, the one that the move led to is not among them.
        """
        return map(self.position, range(self.plies + 1))


def main_line_of(game: Game, rulebook: Rulebook) -> MainLine | None:
    """Return the main line of `game`, played by the rules that `rulebook` has for it.

    None of a game that damas does not play, or whose first position cannot be read.

    >>> from damas_cli.pdn.reader import read_games
    >>> line = main_line_of(next(read_games([b"1. 10-14 22-18 2. 1-32 *"])), Rulebook())
    >>> line.plies, line.legal_plies, line.written, str(line.position(1))
    (2, 2, 3, 'B:W1,2,3,4,5,6,7,8,9,11,12,14:B21,22,23,24,25,26,27,28,29,30,31,32')
    """
    return _plain_line(game, rulebook) or _replayed_line(game, rulebook)


def _plain_line(game: Game, rulebook: Rulebook) -> MainLine | None:
    """Return the line of a game from the start with none but legal moves; None of any other."""
    reading, regulation = rulebook.of(game)
    if (reading is not None and reading.reason) or game.kinds & SPECIAL or b"FEN" in game.raw:
        return None
    raw, spans = game.raw, game.spans(kinds.MOVE)
    plies = len(spans) // 2
    history = regulation.history
    history.reserve(plies)
    first, *masks = regulation.start
    history.put(0, masks)
    kernel, squares, at = regulation.kernel, regulation.squares, 0
    while True:
        at = kernel.replay(raw, spans, at, plies, history.words, first, squares)
        if at == plies:
            return MainLine(regulation, history, plies, plies, first)
        # The kernel leaves captures that are written by their path.
        turn = "W" if first == (at % 2 == 0) else "B"
        position = Position(regulation.variant, turn, *history.masks(at))
        text = raw[spans[2 * at] : spans[2 * at + 1]].decode("latin-1")
        try:
            moves = readings_of(position, text)
        except TooManyCaptures:
            return None
        if len(moves) != 1:
            return None
        after = position.put(moves[0].origin, moves[0].destination, moves[0].captured)
        at += 1
        history.put(at, (after.white, after.black, after.kings))


def _replayed_line(game: Game, rulebook: Rulebook) -> MainLine | None:
    check = replayed(game, rulebook)
    replay = check.main
    if replay is None:
        return None
    return MainLine(
        check.regulation,
        replay.history,
        replay.played,
        len(replay.line),
        replay.segments[0][1],
        replay,
    )
