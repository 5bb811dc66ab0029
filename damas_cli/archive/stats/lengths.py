"""The report `lengths`: how many games have how many moves, as they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from damas_cli.archive.tables import Column, Table
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import Words, mark

from . import StatsOptions
from .games import plies_of
from .plot import Bar, Plot, standing

_COLUMNS = (
    Column("from", mark("plies"), "right", readers="machines"),
    Column("to", mark("to"), "right", readers="machines"),
    Column("plies", mark("plies"), "right", readers="people"),
    Column("games", mark("games"), "right"),
    Column("percent", mark("%"), "right", 1),
    Column("bar", "", readers="people"),
)
# The longest bar.
_WIDEST = 40
# A single game of a million moves would make as many bins.
_MOST_BINS = 1000
# More bars than that cannot be told apart in a picture.
_MOST_BARS = 60


class Count:
    """How many games have each length."""

    def __init__(self, options: StatsOptions) -> None:
        self.lengths: Counter[int] = Counter()

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count a game."""
        self.lengths[plies_of(entry.game)] += 1

    def merge(self, other: Count) -> None:
        """Count what `other` counted."""
        self.lengths.update(other.lengths)


def bins(lengths: Counter[int], width: int) -> list[tuple[int, int, int]]:
    """Return the first and the last length of each bin, and its games.

    Those without games are left out only where there were very many.

    >>> bins(Counter([0, 9, 31]), 10)
    [(0, 9, 2), (10, 19, 0), (20, 29, 0), (30, 39, 1)]
    """
    found: Counter[int] = Counter()
    for plies, games in lengths.items():
        found[plies // width] += games
    if not found:
        return []
    places: Sequence[int] = range(min(found), max(found) + 1)
    if len(places) > _MOST_BINS:
        places = sorted(found)
    return [(place * width, (place + 1) * width - 1, found[place]) for place in places]


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the histogram."""
    found = bins(count.lengths, options.bin)
    everything = count.lengths.total()
    most = max((games for _, _, games in found), default=0)
    return [
        Table(
            _COLUMNS,
            [
                (
                    *(first, last, str(first) if first == last else f"{first}-{last}"),
                    *(games, 100 * games / everything, "#" * round(_WIDEST * games / most)),
                )
                for first, last, games in found
            ],
        )
    ]


def plot(count: Count, options: StatsOptions, words: Words) -> str:
    """Return the histogram as a picture; where there are too many bars, they are wider."""
    width = options.bin
    found = bins(count.lengths, width)
    while found and (found[-1][1] - found[0][0]) // width >= _MOST_BARS:
        width *= 2
        found = bins(count.lengths, width)
    bars = []
    for first, last, games in found:
        label = str(first) if first == last else f"{first}-{last}"
        number = words.plural("{number} game", "{number} games", games)
        told = words("{plies} plies: {games}", plies=label, games=number)
        bars.append(Bar(label, told, (games,)))
    title = words("How long games are")
    return standing(Plot(title, bars, across=words("plies"), up=words("games")), words)


def middle(lengths: Counter[int]) -> tuple[int, float, float, int] | None:
    """Return the least, the median, the mean and the greatest length; None without games.

    >>> middle(Counter([1, 2, 2, 9, 10, 12]))
    (1, 5.5, 6.0, 12)
    """
    if not lengths:
        return None
    ordered = sorted(lengths)
    everything = lengths.total()
    halves = [_at(lengths, ordered, place) for place in ((everything - 1) // 2, everything // 2)]
    mean = sum(plies * games for plies, games in lengths.items()) / everything
    return ordered[0], median(halves), mean, ordered[-1]


def _at(lengths: Counter[int], ordered: list[int], place: int) -> int:
    """Return the length of the game at `place` (from 0), were all of them in order."""
    for plies in ordered:
        place -= lengths[plies]
        if place < 0:
            return plies
    raise IndexError(place)
