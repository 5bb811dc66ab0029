"""Points and tie-breaks worked out from the list of games alone, slowly, by their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

BYE = "bye"
HALF = Fraction(1, 2)


class SlowGame(NamedTuple):
    """A game by who played first: the points of both, None for an unfinished game."""

    first: str
    second: str
    points: tuple[Fraction, Fraction] | None
    is_forfeit: bool = False


Games = Sequence[SlowGame]


def of(games: Games, player: str) -> list[tuple[str, Fraction, bool]]:
    """Return opponent and points of each finished game, and whether it was moved first."""
    found = []
    for game in games:
        if game.points is not None:
            if game.first == player:
                found.append((game.second, game.points[0], True))
            if game.second == player:
                found.append((game.first, game.points[1], False))
    return found


def points(games: Games, player: str) -> Fraction:
    return sum((own for _, own, _ in of(games, player)), Fraction(0))


def strength(games: Games, player: str, opponent: str) -> Fraction:
    """Return the points of an opponent; a bye has those of the player."""
    return points(games, player if opponent == BYE else opponent)


def opponents(games: Games, player: str) -> list[Fraction]:
    return sorted(strength(games, player, other) for other, _, _ in of(games, player))


def tie_break(name: str, games: Games, player: str, tied: Sequence[str]) -> Fraction | None:
    """Return a tie-break of a player, who is one of `tied`; None where it does not apply."""
    mine = of(games, player)
    against = opponents(games, player)
    if name == "buchholz":
        return sum(against, Fraction(0))
    if name == "buchholz-cut-1":
        return sum(against, Fraction(0)) - (min(against) if against else 0)
    if name == "buchholz-median":
        if len(against) < 2:
            return Fraction(0)
        return sum(against, Fraction(0)) - min(against) - max(against)
    if name == "sonneborn-berger":
        beaten = [strength(games, player, other) for other, own, _ in mine if own == 1]
        drawn = [strength(games, player, other) for other, own, _ in mine if own == HALF]
        return sum(beaten, Fraction(0)) + sum(drawn, Fraction(0)) / 2
    if name == "wins":
        return Fraction(sum(own == 1 for other, own, _ in mine if other != BYE))
    if name == "moving-second":
        played = [game for game in games if not game.is_forfeit and game.points is not None]
        return Fraction(sum(game.second == player and game.first != BYE for game in played))
    assert name == "direct"
    times = {
        sum(other == two for other, _, _ in of(games, one)) for one, two in combinations(tied, 2)
    }
    if len(times) != 1 or times == {0}:
        return None
    return sum((own for other, own, _ in mine if other in tied), Fraction(0))


def places(games: Games, players: Sequence[str], tie_breaks: Sequence[str]) -> dict[str, int]:
    """Return the place of each player: one more than how many are above."""
    keys: dict[str, tuple[Fraction, ...]] = {p: (points(games, p),) for p in players}
    for name in tie_breaks:
        before = dict(keys)
        for player in players:
            tied = [other for other in players if before[other] == before[player]]
            value = tie_break(name, games, player, tied)
            keys[player] = (*before[player], Fraction(0) if value is None else value)
    return {one: 1 + sum(keys[two] > keys[one] for two in players) for one in players}
