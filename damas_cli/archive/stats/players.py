"""The report `players`: what each player scored, with each colour and moving first and second."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from damas_cli.archive.tables import Column, Table
from damas_cli.archive.tournament.scores import Score, Scores, scores
from damas_cli.language import Phrase, mark

from . import StatsOptions, encounters
from .events import Reckoning, joined_names, left_out

_OUTCOMES = (
    Column("wins", mark("wins"), "right"),
    Column("draws", mark("draws"), "right"),
    Column("losses", mark("losses"), "right"),
)
_SIDES = (
    ("white", mark("with White")),
    ("black", mark("with Black")),
    ("first", mark("moving first")),
    ("second", mark("moving second")),
)
_PARTS = [
    Column(f"{side}_{column.key}", column.title, "right", readers="machines")
    for side, _ in _SIDES
    for column in _OUTCOMES
]
_NOTE = mark("+ won, = drawn, - lost")


class Count(encounters.Count):
    """The games that are kept, and what players scored in them."""

    @cached_property
    def scores(self) -> Scores:
        """The scores, once all games are here."""
        return scores(self)


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the players, those with most points first."""
    found = count.scores
    reckoning = Reckoning(options, found.in_twos)
    # Where White always moves first, the colour tells it.
    sides = _SIDES if _black_moves_first(found) else _SIDES[:2]
    columns = [
        Column("player", mark("player")),
        Column("spellings", mark("spellings"), readers="machines"),
        Column("games", mark("games"), "right"),
        *_OUTCOMES,
        reckoning.column("points", mark("points")),
        Column("percent", mark("%"), "right", 1),
        *_PARTS,
        *(Column(f"{side}_told", title, readers="people") for side, title in sides),
    ]
    return [Table(columns, _rows(found, reckoning, len(sides), options), note=_NOTE)]


def _rows(
    found: Scores, reckoning: Reckoning, told: int, options: StatsOptions
) -> Iterator[tuple[Any, ...]]:
    for score in found.scores:
        total = score.tally()
        if total.games < options.min_games:
            continue
        parts = [
            *(score.tally(colour=colour) for colour in "WB"),
            *(score.tally(first=first) for first in (True, False)),
        ]
        yield (
            score.spellings[0],
            "; ".join(score.spellings),
            total.games,
            *total,
            reckoning.points(total.half_points),
            total.percent if total.games else None,
            *(number for part in parts for number in part),
            *map(str, parts[:told]),
        )


def _black_moves_first(found: Scores) -> bool:
    return any(colour == "B" and first for score in found.scores for colour, first in score.tallies)


def remarks(count: Count, options: StatsOptions) -> list[Phrase]:
    """Return what people should know of the games: what does not count, and what was joined."""
    found = count.scores
    said = left_out(found.unfinished, found.unknown)
    if found.byes:
        said.append(Phrase("byes, which are no games: {byes}", byes=found.byes))
    joined = [_spelled(score) for score in found.scores if len(score.spellings) > 1]
    return [*said, *joined_names(joined)]


def _spelled(score: Score) -> tuple[str, ...]:
    return tuple(score.spellings)
