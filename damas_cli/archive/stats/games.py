"""What reports ask of a game: its variant, its outcome, its length, its year."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from damas_cli.archive.line import main_line_of
from damas_cli.archive.tables import Column, Word
from damas_cli.check.dates import read_date
from damas_cli.check.regulation import Rulebook
from damas_cli.check.results import DOUBLE_LOSS, DRAW, FIRST_WINS, NONE, SECOND_WINS, read_result
from damas_cli.language import mark
from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.rules.variant import Variant, get_variant

from . import StatsOptions

_BITS = 32
_MASK = (1 << _BITS) - 1
_SHIFTS = tuple(_BITS * place for place in range(5))
_EXACT = re.compile(r"([0-9]{4})\.(?:[0-9]{2}|\?\?)\.(?:[0-9]{2}|\?\?)")
# What a game of each outcome adds to a sum of games.
_UNITS = {
    meaning: 1 << shift
    for shift, meaning in zip(
        _SHIFTS, (FIRST_WINS, DRAW, SECOND_WINS, DOUBLE_LOSS, NONE), strict=True
    )
}


def unit_of(game: Game) -> int:
    """Return what `game` adds to a sum of games, which `Outcomes.of` takes apart.

    >>> from damas_cli.pdn.reader import read_games
    >>> Outcomes.of(sum(map(unit_of, read_games([b"1. 9-13 1-0 1. 9-14 1-1 *"]))))
    Outcomes(first=1, draws=1, second=0, double_losses=0, unknown=1)
    """
    return _UNITS[outcome_of(game)]


def outcome_of(game: Game) -> str:
    """Return what the result of `game` means: that of its end, without one that of its tag."""
    meaning = read_result(game.result or "").meaning
    if meaning:
        return meaning
    tag = game.tag("Result")
    return NONE if tag is None else read_result(tag.value).meaning


class Outcomes(NamedTuple):
    """How games ended, seen by the side that moves first in their variant."""

    first: int = 0
    draws: int = 0
    second: int = 0
    double_losses: int = 0
    unknown: int = 0

    @classmethod
    def of(cls, sum_of_games: int) -> Outcomes:
        """Return what a sum of `unit_of` games tells."""
        return cls(*[sum_of_games >> shift & _MASK for shift in _SHIFTS])

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(self)

    @property
    def decided(self) -> int:
        """How many of them have a result."""
        return self.games - self.unknown

    @property
    def score(self) -> float | None:
        """Points of the first side in a hundred games that have a result; None without one."""
        decided = self.decided
        return 100 * (self.first + self.draws / 2) / decided if decided else None

    @property
    def second_score(self) -> float | None:
        """Points of the other side; less than the rest where both sides lost."""
        return Outcomes(self.second, self.draws, self.first, self.double_losses).score

    def percent(self, number: int) -> float:
        """Return how many in a hundred games are `number`."""
        return 100 * number / self.games if self.games else 0.0


#: How games ended, as columns; their cells are `outcome_cells`.
OUTCOME_COLUMNS = (
    Column("games", mark("games"), "right"),
    Column("first_wins", mark("wins"), "right"),
    Column("draws", mark("draws"), "right"),
    Column("second_wins", mark("losses"), "right"),
    Column("double_losses", mark("both lose"), "right"),
    Column("unknown", mark("not known"), "right"),
    Column("score", mark("score %"), "right", 1),
)


def outcome_cells(outcomes: Outcomes) -> tuple[float | None, ...]:
    """Return the cells of `OUTCOME_COLUMNS`."""
    return (outcomes.games, *outcomes, outcomes.score)


class Rules(NamedTuple):
    """The rules that a game is played by.

    Attributes:
        variant: the name of the variant; empty for a game that damas does not play.
        first: `W` or `B`, the side that moves first; empty where that is not known.
    """

    variant: str = ""
    first: str = ""

    def word(self, options: StatsOptions) -> Word:
        """Return the variant as a cell."""
        if not self.variant:
            return Word(None, mark("another game"))
        own = options.variant
        found = own if own is not None and own.name == self.variant else get_variant(self.variant)
        return Word(self.variant, found.title[options.language])


def rules_of(game: Game, rulebook: Rulebook) -> Rules:
    """Return the rules of `game`: those of its GameType, or those that its moves fit instead."""
    line = main_line_of(game, rulebook)
    if line is not None:
        return _rules(line.variant)
    reading, regulation = rulebook.of(game)
    if reading is not None and reading.variant is None:
        return Rules()
    return _rules(regulation.variant)


@lru_cache
def _rules(variant: Variant) -> Rules:
    return Rules(variant.name, variant.first)


def plies_of(game: Game) -> int:
    """Return how many moves the main line of `game` has as it is written, legal or not.

    >>> from damas_cli.pdn.reader import read_games
    >>> plies_of(next(read_games([b"1. 10-14 (9-13 22-18) 22-18 2. - - *"])))
    3
    """
    plies = len(game.spans(kinds.MOVE)) // 2
    if game.kinds & 1 << kinds.UNKNOWN_MOVE:
        plies += len(game.spans(kinds.UNKNOWN_MOVE)) // 2
    return plies


def year_of(game: Game) -> int | None:
    """Return the year that the Date of `game` names, None if it names none for certain.

    >>> from damas_cli.pdn.reader import read_games
    >>> dates = ["2004.05.01", "25.11.2000", "2004.02.30", "19??.??.??", "0000.00.00"]
    >>> [year_of(next(read_games([f'[Date "{date}"] *'.encode()]))) for date in dates]
    [2004, 2000, 2004, None, None]
    """
    tag = game.tag("Date")
    if tag is None:
        return None
    exact = _EXACT.fullmatch(tag.value)
    # Of 2004.02.30, a day that there is not, the year is known all the same.
    return (int(exact[1]) if exact else _year(tag.value)) or None


@lru_cache
def _year(date: str) -> int:
    """Return the year of a date that is not written as PDN has it; 0 for none."""
    reading = read_date(date)
    years = {day[:4] for day in reading.readings} if reading is not None else set()
    year = years.pop() if len(years) == 1 else ""
    return int(year) if year.isdigit() else 0
