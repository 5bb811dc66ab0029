"""The report `crosstable`: who met whom in a tournament, and with what result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from damas_cli.archive.tables import Column, Table, Word
from damas_cli.archive.tournament.event import BYE, ROUND_ROBIN, Game, Round
from damas_cli.language import mark, words_of

from . import StatsOptions
from .encounters import Count
from .events import EVENT_COLUMNS, PLACE_COLUMNS, Results, place_cells, remarks

__all__ = ["Count", "remarks", "tables"]

_ITSELF = "x"
_NOT_MET = "."
_UNFINISHED = "*"
_PLAYER_COLUMNS = (Column("number", mark("no."), "right"), Column("player", mark("player")))
_ALL_PLAY_ALL = mark(
    "a result for each game, in the order of the rounds; + and - are those of forfeits, * is"
    " unfinished"
)
_ROUND_BY_ROUND = mark(
    "each round: number of the opponent, colour, result and, in brackets, the points so far; + and"
    " - are results of forfeits, * is unfinished"
)
# The first letters of White and of Black.
_COLOURS = mark("wb")


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return a table for each tournament."""
    found = []
    for tournament in count.tournaments:
        results = Results(tournament, options)
        make = _all_play_all if results.system == ROUND_ROBIN else _swiss
        found.append(make(results, words_of(options.language)(_COLOURS)))
    return found or [Table((*EVENT_COLUMNS, *_PLAYER_COLUMNS), ())]


def _all_play_all(results: Results, letters: str) -> Table:
    """Return the table in which each player has a column, too."""
    order = [place.player for place in results.places]
    columns = [
        Column(f"against_{number}", str(number), "right") for number in range(1, len(order) + 1)
    ]
    cells = (_opponents(results, player, order) for player in order)
    return _table(results, columns, cells, _ALL_PLAY_ALL)


def _opponents(results: Results, player: int, order: Sequence[int]) -> list[Any]:
    """Return the cells of a player, one for each opponent."""
    met: defaultdict[int, list[Game]] = defaultdict(list)
    for game in results.tournament.games[player]:
        met[game.opponent].append(game)
    return [
        Word(None, _ITSELF) if other == player else _result_cell(results, met[other])
        for other in order
    ]


def _result_cell(results: Results, games: Sequence[Game]) -> str | Word:
    if not games:
        return Word(None, _NOT_MET)
    return "".join(_result(results, game) for game in games)


def _swiss(results: Results, letters: str) -> Table:
    """Return the table in which each round has a column."""
    tournament = results.tournament
    columns = []
    for round_ in tournament.rounds:
        key = round_.title.replace(" ", "_")
        columns += [
            Column(f"round_{key}", round_.title, readers="machines"),
            Column(f"score_{key}", round_.title, readers="machines"),
            Column(f"told_{key}", round_.title, readers="people"),
        ]
    numbers = {place.player: number for number, place in enumerate(results.places, 1)}
    cells = (_rounds(results, place.player, numbers, letters) for place in results.places)
    return _table(results, columns, cells, _ROUND_BY_ROUND)


def _rounds(results: Results, player: int, numbers: dict[int, int], letters: str) -> list[Any]:
    """Return the cells of a player, three for each round."""
    played: defaultdict[Round, list[Game]] = defaultdict(list)
    for game in results.tournament.games[player]:
        played[game.round].append(game)
    cells: list[Any] = []
    score = 0
    for round_ in results.tournament.rounds:
        games = played[round_]
        score += sum(game.half_points or 0 for game in games)
        told, keyed = (
            " ".join(_meeting(results, game, numbers, colours) for game in games)
            for colours in (letters, _COLOURS)
        )
        running = f"({results.reckoning.text(score)})"
        cells += [
            keyed or None,
            results.reckoning.points(score),
            f"{told} {running}" if told else Word(None, running),
        ]
    return cells


def _meeting(results: Results, game: Game, numbers: dict[int, int], letters: str) -> str:
    """Return number of the opponent, colour and result; of a bye that and the result."""
    result = _result(results, game)
    if game.opponent == BYE:
        return f"bye{result}"
    return f"{numbers[game.opponent]}{letters[game.colour == 'B']}{result}"


def _result(results: Results, game: Game) -> str:
    if game.half_points is None:
        return _UNFINISHED
    if game.is_forfeit and game.half_points != 1 and game.opponent != BYE:
        return "+" if game.half_points else "-"
    return results.reckoning.text(game.half_points)


def _table(
    results: Results, columns: Sequence[Column], cells: Iterable[Sequence[Any]], note: str
) -> Table:
    all_columns = [
        *EVENT_COLUMNS,
        *_PLAYER_COLUMNS,
        *columns,
        results.reckoning.column("points", mark("points")),
        *PLACE_COLUMNS,
    ]
    rows = (
        (
            *results.event_cells,
            number,
            results.tournament.players[place.player],
            *row,
            results.reckoning.points(place.half_points),
            *place_cells(place),
        )
        for number, (place, row) in enumerate(zip(results.places, cells, strict=True), 1)
    )
    return Table(all_columns, rows, results.title, note=note)
