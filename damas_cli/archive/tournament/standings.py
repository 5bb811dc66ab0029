"""The order of a tournament: by points, then by tie-breaks; docs/tournaments.md defines them.

Points and tie-breaks are counted in half points, of which quarters are the smallest part: no sum is
rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from damas_cli.language import mark

from .event import BYE, ROUND_ROBIN, SWISS, Tournament

#: By system, what breaks ties where nothing else is asked for.
USUAL = {
    ROUND_ROBIN: ("sonneborn-berger", "direct", "wins"),
    SWISS: ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins"),
}


class Place(NamedTuple):
    """What a player reached.

    Attributes:
        player: the player's place among `Tournament.players`.
        first: the place, from 1; of several that share places the first of these.
        last: the last of them.
        half_points: all points.
        ties: a value for each tie-break, None where it does not apply: in half points, where it is
            made of points.
    """

    player: int
    first: int
    last: int
    half_points: int
    ties: tuple[float | None, ...]


def half_points(tournament: Tournament) -> list[int]:
    """Return the half points of each player."""
    return [sum(game.half_points or 0 for game in played) for played in tournament.games]


class _Scores:
    """What tie-breaks are made of."""

    def __init__(self, tournament: Tournament) -> None:
        self.games = tournament.games
        self.points = half_points(tournament)

    def opposition(self, player: int) -> list[int]:
        """Return the points of each opponent; a bye is one with as many as the player."""
        return sorted(
            self.points[player if game.opponent == BYE else game.opponent]
            for game in self.games[player]
            if game.half_points is not None
        )

    def buchholz(self, player: int) -> float:
        """Return the points of all opponents."""
        return sum(self.opposition(player))

    def buchholz_cut_1(self, player: int) -> float:
        """Return the points of all opponents but the weakest."""
        return sum(self.opposition(player)[1:])

    def buchholz_median(self, player: int) -> float:
        """Return the points of all opponents but the weakest and the strongest."""
        return sum(self.opposition(player)[1:-1])

    def sonneborn_berger(self, player: int) -> float:
        """Return the points of those who were beaten, and half of those of a draw."""
        return sum(
            game.half_points / 2 * self.points[player if game.opponent == BYE else game.opponent]
            for game in self.games[player]
            if game.half_points is not None
        )

    def wins(self, player: int) -> float:
        """Return how many opponents were beaten, be it by forfeit."""
        return sum(game.counts and game.half_points == 2 for game in self.games[player])

    def moving_second(self, player: int) -> float:
        """Return how many games were played with the colour that moves second."""
        return sum(
            game.counts and not game.is_forfeit and not game.moved_first
            for game in self.games[player]
        )

    def direct(self, group: Sequence[int]) -> dict[int, float]:
        """Return what the players of `group` took from each other.

        It is nothing unless every two of them have met, and all of them equally often.
        """
        others = len(group) - 1
        members = set(group)
        between = {
            player: [g for g in self.games[player] if g.counts and g.opponent in members]
            for player in group
        }
        met = {frozenset(Counter(g.opponent for g in games).items()) for games in between.values()}
        times = {number for found in met for _, number in found}
        if len(times) != 1 or any(len(found) != others for found in met):
            return {}
        return {
            player: sum(game.half_points or 0 for game in games)
            for player, games in between.items()
        }


class TieBreak(NamedTuple):
    """A tie-break.

    Attributes:
        title: marked for the catalogue.
        value: of a player; None for the one that only those have who are tied.
        is_points: whether it is made of points.
    """

    title: str
    value: Callable[[_Scores, int], float] | None
    is_points: bool = True


#: By the names that users give.
TIE_BREAKS = {
    "sonneborn-berger": TieBreak(mark("Sonneborn-Berger"), _Scores.sonneborn_berger),
    "buchholz": TieBreak(mark("Buchholz"), _Scores.buchholz),
    "buchholz-cut-1": TieBreak(mark("Buchholz cut 1"), _Scores.buchholz_cut_1),
    "buchholz-median": TieBreak(mark("median Buchholz"), _Scores.buchholz_median),
    "wins": TieBreak(mark("number of wins"), _Scores.wins, is_points=False),
    "direct": TieBreak(mark("direct encounter"), None),
    "moving-second": TieBreak(mark("games moving second"), _Scores.moving_second, is_points=False),
}


def standings(tournament: Tournament, tie_breaks: Sequence[str]) -> list[Place]:
    """Return the players in their order; those who share a place by the alphabet."""
    scores = _Scores(tournament)
    groups = _split([range(len(tournament.players))], dict(enumerate(scores.points)))
    columns: list[dict[int, float]] = []
    for name in tie_breaks:
        value = TIE_BREAKS[name].value
        if value is None:
            column: dict[int, float] = {}
            for group in groups:
                column |= scores.direct(group) if len(group) > 1 else {}
        else:
            column = {player: value(scores, player) for player in range(len(scores.points))}
        columns.append(column)
        groups = _split(groups, column)
    places: list[Place] = []
    for group in groups:
        first, last = len(places) + 1, len(places) + len(group)
        for player in group:
            ties = tuple(column.get(player) for column in columns)
            places.append(Place(player, first, last, scores.points[player], ties))
    return places


def _split(groups: Sequence[Sequence[int]], value: dict[int, float]) -> list[list[int]]:
    """Part each group by the value of its players, the highest first."""
    found = []
    for group in groups:
        ordered = sorted(group, key=lambda player: (-value.get(player, 0), player))
        found += [list(part) for _, part in groupby(ordered, lambda player: value.get(player, 0))]
    return found
