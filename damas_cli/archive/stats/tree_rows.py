"""The table of an opening tree: its positions, each once, in the order of the most played moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from damas_cli.archive.tables import Column, Table, Word
from damas_cli.language import Phrase, mark
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, outcome_cells
from .keys import key_of, position_of
from .root import root_of

if TYPE_CHECKING:
    from .tree import Count

_COLUMNS = (
    Column("variant", mark("variant"), readers="machines"),
    Column("ply", mark("ply"), "right", readers="machines"),
    Column("line", mark("moves"), readers="machines"),
    Column("move", mark("move"), readers="machines"),
    Column("indented", mark("move"), readers="people"),
    *OUTCOME_COLUMNS,
    Column("other_orders", mark("other orders"), "right", readers="machines"),
    Column("same_as", mark("same as"), readers="machines"),
    Column("orders", mark("by other orders"), readers="people"),
)
_NOTHING = (None,) * len(OUTCOME_COLUMNS)
_START = Word("", mark("(start)"))
_INDENT = "  "


class _Step(NamedTuple):
    """A row, and what comes after it.

    Attributes:
        line: the moves to it; empty where the position was shown before, and its moves with it.
    """

    row: tuple[Any, ...]
    ply: int
    position: Position
    line: str


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return a tree a variant, those with most games first."""
    trees = [
        (Outcomes.of(total).games, variant.name, variant) for variant, total in count.sums.items()
    ]
    trees.sort(key=lambda tree: (-tree[0], tree[1], tree[2].first))
    found = [_Tree(count, variant, options).table() for _, _, variant in trees]
    return found or [Table(_COLUMNS, ())]


def remarks(count: Count, options: StatsOptions) -> list[Phrase]:
    """Return that the tree is not as deep as it should be, if it is not."""
    if count.depth == options.plies:
        return []
    return [
        Phrase(
            "the tree ends after ply {ply}: there are too many different moves to keep all",
            ply=count.depth,
        )
    ]


class _Tree:
    """The tree of one variant.

    Attributes:
        totals: ply by ply, the games that reached each position, in whatever order.
        moves: ply by ply, the moves that were played in each position.
    """

    def __init__(self, count: Count, variant: Variant, options: StatsOptions) -> None:
        root = root_of(variant, options)
        assert root is not None
        self.root = root
        self.variant = variant
        self.options = options
        self.sum = count.sums[variant]
        levels = count.levels[variant]
        self.totals = [_totals(level, options.min_games) for level in levels]
        self.parents = [
            _parents(level, totals) for level, totals in zip(levels, self.totals, strict=True)
        ]
        # Where positions that several moves lead to are shown.
        self.shown: list[dict[bytes, str]] = [{} for _ in levels]

    def table(self) -> Table:
        """Return it."""
        wins = mark("wins and score are White's, who moves first in a game")
        if self.variant.first == "B":
            wins = mark("wins and score are Black's, who moves first in a game")
        name = self.variant.title[self.options.language]
        title = Phrase("{variant}: {wins}", variant=name, wins=Phrase(wins))
        return Table(_COLUMNS, self._rows(), title)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        outcomes = Outcomes.of(self.sum)
        yield self._row(0, "", "", outcomes, 0)
        stack = [self._steps(0, self.root, "")]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            yield step.row
            if step.line:
                stack.append(self._steps(step.ply, step.position, step.line))

    def _steps(self, ply: int, before: Position, line: str) -> Iterator[_Step]:
        """Yield what was played in a position, most games first."""
        if ply == len(self.totals):
            return
        totals, shown = self.totals[ply], self.shown[ply]
        turn = "B" if before.turn == "W" else "W"
        found = []
        for after, games in self.parents[ply].get(key_of(before), {}).items():
            position = position_of(after, self.variant, turn)
            outcomes = Outcomes.of(totals[after])
            text = text_between(before, position)
            found.append((-outcomes.games, text, after, games, position, outcomes))
        ply += 1
        for _, text, after, games, position, outcomes in sorted(found, key=lambda m: m[:2]):
            here = f"{line} {text}".lstrip()
            if after in shown:
                yield _Step(self._reference(ply, here, text, shown[after]), ply, position, "")
                continue
            others = 0
            if games != totals[after]:
                others = outcomes.games - Outcomes.of(games).games
            if others:
                shown[after] = here
            yield _Step(self._row(ply, here, text, outcomes, others), ply, position, here)

    def _row(
        self, ply: int, line: str, text: str, outcomes: Outcomes, others: int
    ) -> tuple[Any, ...]:
        told = f"+{others}" if others else ""
        indented = _INDENT * ply + text if ply else self._beginning()
        return (
            *(self.variant.name, ply, line, text, indented),
            *outcome_cells(outcomes),
            *(others, None, told),
        )

    def _reference(self, ply: int, line: str, text: str, place: str) -> tuple[Any, ...]:
        """Return the row of a position that is shown elsewhere: it counts there."""
        return (
            *(self.variant.name, ply, line, text, _INDENT * ply + text),
            *_NOTHING,
            *(None, place, f"= {place}"),
        )

    def _beginning(self) -> str | Word:
        return " ".join(filter(None, (self.options.fen, self.options.after))) or _START


def _totals(level: dict[bytes, int], min_games: int) -> dict[bytes, int]:
    """Return the games that reached each position, where they are enough."""
    found: dict[bytes, int] = {}
    for move, games in level.items():
        after = move[len(move) // 2 :]
        found[after] = found.get(after, 0) + games
    if min_games > 1:
        found = {k: games for k, games in found.items() if Outcomes.of(games).games >= min_games}
    return found


def _parents(level: dict[bytes, int], totals: dict[bytes, int]) -> dict[bytes, dict[bytes, int]]:
    """Return the moves of each position that lead to one of `totals`, with their games."""
    found: defaultdict[bytes, dict[bytes, int]] = defaultdict(dict)
    for move, games in level.items():
        half = len(move) // 2
        if move[half:] in totals:
            found[move[:half]][move[half:]] = games
    return found


def text_between(before: Position, after: Position) -> str:
    """Return the text of the legal move from one position to another.

    >>> start = Position.start()
    >>> text_between(start, start.play("10-14"))
    '10-14'
    """
    board = before.variant.board
    own, now = before.white, after.white
    if before.turn == "B":
        own, now = before.black, after.black
    if (before.white | before.black).bit_count() == (after.white | after.black).bit_count():
        # No capture: the text is plain, and the other moves need not be found.
        squares = board.squares
        return f"{board.label(squares[own & ~now])}-{board.label(squares[now & ~own])}"
    state = after.state
    return next(
        move.text
        for move in before.legal_moves()
        if before.put(move.origin, move.destination, move.captured).state == state
    )
