"""The report `summary`: how much there is, and the most important counts at a glance."""

from __future__ import annotations

from damas_cli.archive.tables import Column, Table
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import mark

from . import StatsOptions, lengths, results, variants, years

_COLUMNS = (
    Column("games", mark("games"), "right"),
    Column("broken", mark("of them not read whole"), "right"),
    Column("plies", mark("plies"), "right"),
    Column("shortest", mark("plies of the shortest game"), "right"),
    Column("median", mark("median of the plies"), "right", 1),
    Column("mean", mark("mean of the plies"), "right", 1),
    Column("longest", mark("plies of the longest game"), "right"),
    Column("players", mark("different names of players"), "right"),
    Column("variants", mark("variants"), "right"),
    Column("first_year", mark("first year"), "right"),
    Column("last_year", mark("last year"), "right"),
    Column("no_year", mark("games without a year"), "right"),
)


class Count:
    """What the other reports count, and names.

    Attributes:
        players: the names as they are written; there is no memory for anything else that grows.
    """

    def __init__(self, options: StatsOptions) -> None:
        self.broken = 0
        self.players: set[str] = set()
        self.lengths = lengths.Count(options)
        self.results = results.Count(options)
        self.years = years.Count(options)

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count a game."""
        game = entry.game
        self.broken += bool(game.problems)
        for name in ("White", "Black"):
            tag = game.tag(name)
            if tag is not None and (player := tag.value.strip()).strip("?"):
                self.players.add(player)
        self.lengths.add(entry, rulebook)
        self.results.add(entry, rulebook)
        self.years.add(entry, rulebook)

    def merge(self, other: Count) -> None:
        """Count what `other` counted."""
        self.broken += other.broken
        self.players |= other.players
        self.lengths.merge(other.lengths)
        self.results.merge(other.results)
        self.years.merge(other.years)


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the overview, then the results and the variants."""
    overview = Table(_COLUMNS, [_row(count)], name="overview", is_upright=True)
    (won,) = results.tables(count.results, options)
    (found,) = variants.tables(count.results, options)
    won.name, won.title = "results", mark("Results")
    found.name, found.title = "variants", mark("Variants")
    return [overview, won, found]


def _row(count: Count) -> tuple[object, ...]:
    known = [year for year in count.years.sums if year is not None]
    without = years.games_in(count.years, None)
    found = count.lengths.lengths
    games = found.total()
    plies = sum(length * number for length, number in found.items())
    return (
        *(games, count.broken, plies),
        *(lengths.middle(found) or (None,) * 4),
        *(len(count.players), len({rules.variant for rules in count.results.sums})),
        *(min(known, default=None), max(known, default=None), without),
    )
