"""The report `years`: how many games were played in which year, and how they ended."""

from __future__ import annotations

from collections import Counter

from damas_cli.archive.tables import Column, Table, Word
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import mark

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, outcome_cells, unit_of, year_of

_COLUMNS = (Column("year", mark("year"), "right"), *OUTCOME_COLUMNS)
_NOTE = mark("wins, losses and score are those of the side that moves first in the variant")
_UNKNOWN = mark("not known")


class Count:
    """The games of each year, as sums that `Outcomes` takes apart; None is a year not known."""

    def __init__(self, options: StatsOptions) -> None:
        self.sums: Counter[int | None] = Counter()

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count a game."""
        self.sums[year_of(entry.game)] += unit_of(entry.game)

    def merge(self, other: Count) -> None:
        """Count what `other` counted."""
        self.sums.update(other.sums)


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the years, from the first one on; games of no certain year come last."""
    known = sorted(year for year in count.sums if year is not None)
    years = [*known, None] if None in count.sums else known
    rows = [(_cell(year), *outcome_cells(Outcomes.of(count.sums[year]))) for year in years]
    return [Table(_COLUMNS, rows, note=_NOTE)]


def games_in(count: Count, year: int | None) -> int:
    """Return how many games are of a year."""
    return Outcomes.of(count.sums[year]).games


def _cell(year: int | None) -> int | Word:
    return Word(None, _UNKNOWN) if year is None else year
