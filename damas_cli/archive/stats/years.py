"""The report `years`: how many games were played in which year, and how they ended."""

from __future__ import annotations

from collections import Counter

from damas_cli.archive.tables import Column, Table, Word
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import Words, mark

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, outcome_cells, unit_of, year_of
from .plot import Bar, Plot, standing

_COLUMNS = (Column("year", mark("year"), "right"), *OUTCOME_COLUMNS)
_NOTE = mark("wins, losses and score are those of the side that moves first in the variant")
_UNKNOWN = mark("not known")
# More bars than that cannot be told apart in a picture; a bar is of so many years.
_MOST_BARS = 60
_SPANS = (1, 2, 5, 10, 20, 50, 100, 200)


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


def plot(count: Count, options: StatsOptions, words: Words) -> str:
    """Return the games of each year as a picture; of many years, those of some years together."""
    known = sorted(year for year in count.sums if year is not None)
    span = next(n for n in _SPANS if not known or (known[-1] - known[0]) // n < _MOST_BARS)
    games: Counter[int] = Counter()
    for year in known:
        games[year - year % span] += games_in(count, year)
    bars = []
    for first in range(min(games, default=0), max(games, default=-1) + 1, span):
        label = str(first) if span == 1 else f"{first}-{first + span - 1}"
        told = words.plural("{number} game", "{number} games", games[first])
        bars.append(Bar(label, f"{label}: {told}", (games[first],)))
    title = words("Games of each year")
    return standing(Plot(title, bars, across=words("year"), up=words("games")), words)


def games_in(count: Count, year: int | None) -> int:
    """Return how many games are of a year."""
    return Outcomes.of(count.sums[year]).games


def _cell(year: int | None) -> int | Word:
    return Word(None, _UNKNOWN) if year is None else year
