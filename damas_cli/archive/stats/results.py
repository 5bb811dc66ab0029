"""The report `results`: how games ended, by variant, and which colour won."""

from __future__ import annotations

from collections import Counter

from damas_cli.archive.tables import Column, Table, Word
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import mark

from . import StatsOptions
from .games import Outcomes, Rules, rules_of, unit_of

_COLUMNS = (
    Column("variant", mark("variant")),
    Column("result", mark("result")),
    Column("moves_first", mark("moves first"), readers="machines"),
    Column("games", mark("games"), "right"),
    Column("percent", mark("%"), "right", 1),
)
_WINS = {
    "W": (Word("white", mark("White wins")), Word("white", mark("White wins, moving first"))),
    "B": (Word("black", mark("Black wins")), Word("black", mark("Black wins, moving first"))),
}
_DRAW = Word("draw", mark("draw"))
_DOUBLE_LOSS = Word("double-loss", mark("both lose"))
_UNKNOWN = Word("unknown", mark("not known"))
# Of a game that damas does not play nobody knows which colour moves first.
_FIRST = Word("first", mark("who moves first wins"))
_SECOND = Word("second", mark("who moves second wins"))


class Count:
    """The games of each set of rules, as sums that `Outcomes` takes apart."""

    def __init__(self, options: StatsOptions) -> None:
        self.sums: Counter[Rules] = Counter()

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count a game."""
        self.sums[rules_of(entry.game, rulebook)] += unit_of(entry.game)

    def merge(self, other: Count) -> None:
        """Count what `other` counted."""
        self.sums.update(other.sums)


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the results, the variants with most games first."""
    return [
        Table(_COLUMNS, [row for group in by_games(count.sums) for row in _rows(group, options)])
    ]


def by_games(sums: Counter[Rules]) -> list[tuple[Rules, Outcomes]]:
    """Return the outcomes of each set of rules, those with most games first."""
    found = [(rules, Outcomes.of(total)) for rules, total in sums.items()]
    return sorted(found, key=lambda group: (-group[1].games, group[0]))


def _rows(group: tuple[Rules, Outcomes], options: StatsOptions) -> list[tuple[object, ...]]:
    rules, outcomes = group
    first, second = _FIRST, _SECOND
    if rules.first:
        first, second = _WINS[rules.first][1], _WINS["B" if rules.first == "W" else "W"][0]
    words = (first, _DRAW, second, _DOUBLE_LOSS, _UNKNOWN)
    moves_first = (True, None, False, None, None)
    return [
        (rules.word(options), word, first, games, outcomes.percent(games))
        for word, first, games in zip(words, moves_first, outcomes, strict=True)
    ]
