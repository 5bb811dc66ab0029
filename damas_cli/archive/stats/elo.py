"""The report `elo`: how strong players are, by the games that they played against each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from damas_cli.archive.tables import Column, Table
from damas_cli.archive.tournament.games import Encounter, by_event
from damas_cli.archive.tournament.names import Spellings, is_bye, name_key
from damas_cli.archive.tournament.rating import MEAN, MOST_EXACT, Rated, performance, rate
from damas_cli.check.results import DOUBLE_LOSS
from damas_cli.language import Phrase, mark

from . import StatsOptions, encounters
from .events import joined_names, left_out

_COLUMNS = (
    Column("player", mark("player")),
    Column("rating", mark("rating"), "right"),
    Column("error", mark("± 95%"), "right"),
    Column("games", mark("games"), "right"),
    Column("points", mark("points"), "right", 1),
    Column("percent", mark("%"), "right", 1),
    Column("opposition", mark("opponents"), "right"),
)
_NOTE = mark("opponents: their mean rating")
_PERFORMANCE_NOTE = mark(
    "opponents: their mean rating; performance: against the ratings that the games' tags name"
)


class Fit(NamedTuple):
    """Ratings, and what was left out.

    Attributes:
        groups: the ratings of each group of players who can be compared.
        names: of the players.
        performances: by player, where tags name ratings of opponents.
        unfinished: how many games have no result.
        unknown: how many do not say who met whom.
        unplayed: how many nobody played, or both lost.
    """

    groups: list[list[Rated]]
    names: Spellings
    performances: dict[str, float]
    unfinished: int
    unknown: int
    unplayed: int


class Count(encounters.Count):
    """The games that are kept, and what ratings they give."""

    def __init__(self, options: StatsOptions) -> None:
        super().__init__(options)
        anchor = options.anchor
        self.anchor = None if anchor is None else (name_key(anchor[0]), anchor[1])

    @cached_property
    def fit(self) -> Fit:
        """The ratings, once all games are here."""
        return fitted(self, self.anchor)


def fitted(games: Iterable[Encounter], anchor: tuple[str, float] | None = None) -> Fit:
    """Return the ratings that games give; `anchor` is the key of a name, and a rating."""
    names = Spellings()
    results: list[tuple[str, str, float]] = []
    met: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    unfinished = unknown = unplayed = 0
    for game in (game for group in by_event(games).values() for game in group):
        if not game.is_between_two:
            unknown += 1
        elif is_bye(game.white) or is_bye(game.black) or game.is_forfeit:
            unplayed += 1
        elif game.half_points is None:
            unfinished += 1
        elif game.result == DOUBLE_LOSS:
            unplayed += 1
        else:
            white, black = names.add(game.white), names.add(game.black)
            points = game.half_points[0] / 2
            results.append((white, black, points))
            if game.black_rating:
                met[white].append((game.black_rating, points))
            if game.white_rating:
                met[black].append((game.white_rating, 1 - points))
    performances = {player: performance(sorted(games)) for player, games in met.items()}
    return Fit(rate(results, anchor), names, performances, unfinished, unknown, unplayed)


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the ratings, by groups, the highest first."""
    fit = count.fit
    several = len(fit.groups) > 1
    columns = [
        Column("group", mark("group"), "right", readers="all" if several else "machines"),
        *_COLUMNS,
        Column(
            *("performance", mark("performance"), "right"),
            readers="all" if fit.performances else "machines",
        ),
    ]
    note = _PERFORMANCE_NOTE if fit.performances else _NOTE
    return [Table(columns, _rows(fit, options), note=note)]


def _rows(fit: Fit, options: StatsOptions) -> Iterator[tuple[Any, ...]]:
    for number, group in enumerate(fit.groups, 1):
        for rated in group:
            if rated.games >= options.min_games:
                achieved = fit.performances.get(rated.player)
                yield (
                    number,
                    fit.names.best(rated.player),
                    round(rated.rating),
                    round(rated.error),
                    rated.games,
                    rated.points,
                    100 * rated.points / rated.games,
                    round(rated.opposition),
                    None if achieved is None else round(achieved),
                )


def remarks(count: Count, options: StatsOptions) -> list[Phrase]:
    """Return what people should know of the ratings."""
    fit = count.fit
    said = left_out(fit.unfinished, fit.unknown)
    if fit.unplayed:
        told = Phrase(
            "games that tell nothing of strength (forfeits, byes, lost by both): {games}",
            games=fit.unplayed,
        )
        said.append(told)
    if len(fit.groups) > 1:
        told = Phrase(
            "groups of players without a game between them: {groups}; ratings of different groups"
            " cannot be compared",
            groups=len(fit.groups),
        )
        said.append(told)
    if options.anchor is not None and not _is_anchored(count):
        told = Phrase(
            "no game tells of {player}: the mean of each group is {mean}",
            player=options.anchor[0],
            mean=round(MEAN),
        )
        said.append(told)
    if any(len(group) > MOST_EXACT for group in fit.groups):
        told = Phrase(
            "in groups of more than {players} players each error takes the other ratings for known",
            players=MOST_EXACT,
        )
        said.append(told)
    joined = {tuple(fit.names.of(key)) for key in fit.names.joined()}
    return [*said, *joined_names(joined)]


def _is_anchored(count: Count) -> bool:
    return any(
        count.anchor is not None and rated.player == count.anchor[0]
        for group in count.fit.groups
        for rated in group
    )
