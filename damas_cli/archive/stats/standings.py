"""The report `standings`: the final order of tournaments, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from damas_cli.archive.tables import Column, Table
from damas_cli.archive.tournament.event import BYE
from damas_cli.archive.tournament.standings import TIE_BREAKS
from damas_cli.language import mark

from . import StatsOptions
from .encounters import Count
from .events import EVENT_COLUMNS, PLACE_COLUMNS, Results, place_cells, remarks

__all__ = ["Count", "remarks", "tables"]

# How finely each tie-break that is made of points is told: in parts of half a point.
_FINE = {"sonneborn-berger": 2}
_PLAYER_COLUMNS = (
    *PLACE_COLUMNS,
    Column("player", mark("player")),
    Column("games", mark("games"), "right"),
    Column("wins", mark("wins"), "right"),
    Column("draws", mark("draws"), "right"),
    Column("losses", mark("losses"), "right"),
    Column("byes", mark("byes"), "right", readers="machines"),
)


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return a table for each tournament."""
    found = [_table(Results(tournament, options)) for tournament in count.tournaments]
    return found or [Table((*EVENT_COLUMNS, *_PLAYER_COLUMNS), ())]


def _table(results: Results) -> Table:
    reckoning = results.reckoning
    columns = [*EVENT_COLUMNS, *_PLAYER_COLUMNS, reckoning.column("points", mark("points"))]
    for name in results.tie_breaks:
        tie_break = TIE_BREAKS[name]
        key = _KEYS.get(name, name.replace("-", "_"))
        if tie_break.is_points:
            columns.append(reckoning.column(key, tie_break.title, _FINE.get(name, 1)))
        else:
            columns.append(Column(key, tie_break.title, "right"))
    return Table(columns, _rows(results), results.title)


# The column `wins` is there, whatever breaks ties.
_KEYS = {"wins": "tie_break_wins"}


def _rows(results: Results) -> Iterator[tuple[Any, ...]]:
    tournament = results.tournament
    for place in results.places:
        games = tournament.games[place.player]
        points = [game.half_points for game in games if game.counts]
        ties = [
            results.reckoning.points(value, _FINE.get(name, 1))
            if value is not None and TIE_BREAKS[name].is_points
            else value
            for name, value in zip(results.tie_breaks, place.ties, strict=True)
        ]
        yield (
            *results.event_cells,
            *place_cells(place),
            tournament.players[place.player],
            *(len(points), points.count(2), points.count(1), points.count(0)),
            sum(game.opponent == BYE for game in games),
            results.reckoning.points(place.half_points),
            *ties,
        )
