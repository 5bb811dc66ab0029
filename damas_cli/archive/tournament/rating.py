"""Elo ratings of players by what they scored against each other; docs/tournaments.md tells more.

A rating is such that of n games against somebody d points weaker n / (1 + 10^(-d/400)) are expected
to be won, a draw being half a win: the model of Bradley and Terry. The ratings are those that make
the results most likely. Each player has a game more, drawn, which is parted among the opponents as
the games are: without it a player who won all would be infinitely strong.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

#: The mean of those who are compared.
MEAN = 2000.0
#: A difference of one in strength, in points of Elo.
SCALE = 400 / math.log(10)
#: Of so many games, drawn, it is known beforehand that each player had them.
PRIOR = 1.0
#: Standard deviations to each side that hold the truth in 95 cases of a hundred.
SIGMAS = 1.959964
#: Of so many players the errors are those of all ratings together.
MOST_EXACT = 500
#: How far, at most, a performance is from the mean of the opponents.
FARTHEST = 800.0

_MOST_STEPS = 100
_CLOSE = 1e-10
# So much of a step is left to the steps that follow.
_REST = 1e-4


class Rated(NamedTuple):
    """A player's rating.

    Attributes:
        player: the key.
        rating: the rating.
        error: so far to each side the truth lies in 95 cases of a hundred.
        games: how many there are.
        points: one for a win, a half for a draw.
        opposition: the mean rating of the opponents, game by game.
    """

    player: str
    rating: float
    error: float
    games: int
    points: float
    opposition: float


class _Pair(NamedTuple):
    """Two players: their places, their games, and the points of the first one."""

    one: int
    other: int
    games: float
    points: float


def rate(
    results: Iterable[tuple[str, str, float]], anchor: tuple[str, float] | None = None
) -> list[list[Rated]]:
    """Return the ratings of each group of players, the largest group and the strongest first.

    Args:
        results: of each game two players and the points of the first: 1, 0.5 or 0.
        anchor: a player whose rating is known, and that rating; the mean of groups without one is
            `MEAN`.

    >>> (group,) = rate([("Ana", "Eva", 1), ("Ana", "Eva", 0.5), ("Eva", "Ana", 0)])
    >>> [(found.player, round(found.rating), found.points) for found in group]
    [('Ana', 2095, 2.5), ('Eva', 1905, 0.5)]
    """
    games: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for one, other, points in results:
        if one > other:
            one, other, points = other, one, 1 - points
        games[one, other][round(2 * points)] += 1
    groups = _connected(sorted(games))
    group_of = {player: number for number, group in enumerate(groups) for player in group}
    parts: list[dict[tuple[str, str], list[int]]] = [{} for _ in groups]
    for pair in sorted(games):
        parts[group_of[pair[0]]][pair] = games[pair]
    found = [
        _Group(players, part, anchor).rated() for players, part in zip(groups, parts, strict=True)
    ]
    return sorted(found, key=lambda group: (-len(group), min(rated.player for rated in group)))


def _connected(pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Return the players of each group within which everybody is linked to everybody by games."""
    met: defaultdict[str, list[str]] = defaultdict(list)
    for one, other in pairs:
        met[one].append(other)
        met[other].append(one)
    groups = []
    seen: set[str] = set()
    for player in sorted(met):
        if player in seen:
            continue
        group, waiting = [], [player]
        seen.add(player)
        while waiting:
            group.append(waiting.pop())
            fresh = set(met[group[-1]]) - seen
            seen |= fresh
            waiting += fresh
        groups.append(sorted(group))
    return groups


class _Group:
    """The fit of one group. Strengths are natural logarithms until they become ratings."""

    def __init__(
        self,
        players: Sequence[str],
        games: dict[tuple[str, str], list[int]],
        anchor: tuple[str, float] | None,
    ) -> None:
        """Take the players and, for each pair of them, its losses, draws and wins."""
        self.players = players
        place = {player: number for number, player in enumerate(players)}
        self.fixed = place.get(anchor[0]) if anchor is not None else None
        self.level = MEAN if anchor is None or self.fixed is None else anchor[1]
        self.played: list[_Pair] = []
        self.draws = sum(draws for _, draws, _ in games.values())
        self.games = [0] * len(players)
        self.points = [0.0] * len(players)
        for (one, other), (losses, draws, wins) in games.items():
            pair = _Pair(place[one], place[other], losses + draws + wins, wins + draws / 2)
            self.played.append(pair)
            for player, points in ((pair.one, pair.points), (pair.other, losses + draws / 2)):
                self.games[player] += losses + draws + wins
                self.points[player] += points
        self.pairs = [self._with_prior(pair) for pair in self.played]

    def _with_prior(self, pair: _Pair) -> _Pair:
        """Return a pair with its share of the games that are known beforehand."""
        shares = 1 / self.games[pair.one] + 1 / self.games[pair.other]
        more = PRIOR * pair.games * shares / 2
        return _Pair(pair.one, pair.other, pair.games + more, pair.points + more / 2)

    def rated(self) -> list[Rated]:
        """Return the ratings, the highest first."""
        strengths = self._strengths()
        start = strengths[self.fixed] if self.fixed is not None else _mean(strengths)
        ratings = [self.level + SCALE * (strength - start) for strength in strengths]
        errors = self._errors(strengths)
        met = [0.0] * len(ratings)
        for pair in self.played:
            met[pair.one] += pair.games * ratings[pair.other]
            met[pair.other] += pair.games * ratings[pair.one]
        rows = zip(self.players, ratings, errors, self.games, self.points, met, strict=True)
        found = [
            Rated(player, rating, error, number, points, total / number)
            for player, rating, error, number, points, total in rows
        ]
        return sorted(found, key=lambda rated: (-round(rated.rating, 6), rated.player))

    def _strengths(self) -> list[float]:
        """Return the most likely strengths, by Newton's method."""
        strengths = [0.0] * len(self.players)
        likelihood = self._likelihood(strengths)
        for _ in range(_MOST_STEPS):
            slope, weights = self._slope(strengths)
            step = _solved(self.pairs, weights, slope)
            size = 1.0
            while size > _CLOSE:
                tried = [old + size * new for old, new in zip(strengths, step, strict=True)]
                better = self._likelihood(tried)
                if better >= likelihood:
                    break
                size /= 2
            else:
                break  # as near as numbers can tell
            strengths, likelihood = tried, better
            if size * max(map(abs, step)) < _CLOSE:
                break
        return strengths

    def _likelihood(self, strengths: Sequence[float]) -> float:
        """Return the logarithm of how likely the results are."""
        return -math.fsum(
            pair.points * _softplus(strengths[pair.other] - strengths[pair.one])
            + (pair.games - pair.points) * _softplus(strengths[pair.one] - strengths[pair.other])
            for pair in self.pairs
        )

    def _slope(self, strengths: Sequence[float]) -> tuple[list[float], list[float]]:
        """Return how the likelihood grows with each strength, and how much each pair tells."""
        slope = [0.0] * len(strengths)
        weights = []
        for pair in self.pairs:
            expected = _expected(strengths[pair.one] - strengths[pair.other])
            surplus = pair.points - pair.games * expected
            slope[pair.one] += surplus
            slope[pair.other] -= surplus
            weights.append(pair.games * expected * (1 - expected))
        return slope, weights

    def _errors(self, strengths: Sequence[float]) -> list[float]:
        """Return the error of each rating: of its distance from what the level is taken from."""
        _, weights = self._slope(strengths)
        if len(strengths) > MOST_EXACT:
            information = [0.0] * len(strengths)
            for pair, weight in zip(self.pairs, weights, strict=True):
                information[pair.one] += weight
                information[pair.other] += weight
            variances = [1 / told for told in information]
            if self.fixed is not None:
                variances[self.fixed] = 0.0
        else:
            variances = _variances(self.pairs, weights, len(strengths), self.fixed)
        spread = self._spread(strengths)
        return [SIGMAS * SCALE * math.sqrt(max(0.0, v) * spread) for v in variances]

    def _spread(self, strengths: Sequence[float]) -> float:
        """Return how the variance of a game compares with that of one without draws.

        Of a game won with probability p it is p (1 - p), and a quarter less for a sure draw. Two
        games more, which somebody wins, keep draws alone from telling everything.
        """
        number = sum(pair.games for pair in self.played)
        without = math.fsum(
            pair.games * expected * (1 - expected)
            for pair in self.played
            for expected in [_expected(strengths[pair.one] - strengths[pair.other])]
        )
        share = self.draws / (number + 2)
        return max(1 - number * share / 4 / without, 2 / (number + 2))


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def _expected(difference: float) -> float:
    """Return the share of points that is expected of who is so much stronger."""
    if difference < 0:
        return 1 - _expected(-difference)
    return 1 / (1 + math.exp(-difference))


def _softplus(x: float) -> float:
    """Return log(1 + e^x)."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _solved(
    pairs: Sequence[_Pair], weights: Sequence[float], wanted: Sequence[float]
) -> list[float]:
    """Return what the information, as a matrix, takes to `wanted`, by conjugate gradients."""
    size = len(wanted)
    diagonal = [0.0] * size
    for pair, weight in zip(pairs, weights, strict=True):
        diagonal[pair.one] += weight
        diagonal[pair.other] += weight
    solution = [0.0] * size
    rest = list(wanted)
    scaled = [r / d for r, d in zip(rest, diagonal, strict=True)]
    direction = scaled
    product = sum(map(mul, rest, scaled))
    enough = product * _REST**2
    for _ in range(2 * size):
        if product <= enough:
            break
        image = [0.0] * size
        for (one, other, _, _), weight in zip(pairs, weights, strict=True):
            flow = weight * (direction[one] - direction[other])
            image[one] += flow
            image[other] -= flow
        curvature = sum(map(mul, direction, image))
        if curvature <= 0:
            break
        length = product / curvature
        solution = [s + length * d for s, d in zip(solution, direction, strict=True)]
        rest = [r - length * i for r, i in zip(rest, image, strict=True)]
        scaled = [r / d for r, d in zip(rest, diagonal, strict=True)]
        before, product = product, sum(map(mul, rest, scaled))
        direction = [s + product / before * d for s, d in zip(scaled, direction, strict=True)]
    middle = _mean(solution)
    return [found - middle for found in solution]


def _variances(
    pairs: Sequence[_Pair], weights: Sequence[float], size: int, fixed: int | None
) -> list[float]:
    """Return the variance of each strength, less that of `fixed` or else the mean of all.

    They are those of the inverse of the information without one player, whom the others are
    compared with: of its factor's inverse the squares of a column add up to a variance.
    """
    ground = size - 1 if fixed is None else fixed
    place = [player - (player > ground) for player in range(size)]
    matrix = [[0.0] * (row + 1) for row in range(size - 1)]
    for pair, weight in zip(pairs, weights, strict=True):
        ends = [place[player] for player in (pair.one, pair.other) if player != ground]
        for end in ends:
            matrix[end][end] += weight
        if len(ends) == 2:
            matrix[max(ends)][min(ends)] -= weight
    columns = _inverse_factor(matrix)
    own = [sum(map(mul, column, column)) for column in columns]
    if fixed is None:
        heights = [0.0] * (size - 1)  # each row of the factor's inverse, added up
        for start, column in enumerate(columns):
            for row, value in enumerate(column, start):
                heights[row] += value
        joint = [sum(map(mul, column, heights[start:])) for start, column in enumerate(columns)]
        everything = math.fsum(joint) / size**2
        own = [v - 2 * j / size + everything for v, j in zip(own, joint, strict=True)]
        return [*own, everything]
    return [*own[:fixed], 0.0, *own[fixed:]]


def _inverse_factor(matrix: list[list[float]]) -> list[list[float]]:
    """Return the columns of the inverse of the Cholesky factor, each from the diagonal down."""
    factor: list[list[float]] = []
    for row in matrix:
        found: list[float] = []
        for column, value in enumerate(row[:-1]):
            known = factor[column]
            found.append((value - sum(map(mul, found, known))) / known[column])
        found.append(math.sqrt(row[-1] - sum(map(mul, found, found))))
        factor.append(found)
    columns = []
    for start, first in enumerate(factor):
        below = [1 / first[start]]
        for row in factor[start + 1 :]:
            at = len(below) + start
            below.append(-sum(map(mul, row[start:at], below)) / row[at])
        columns.append(below)
    return columns


def performance(games: Sequence[tuple[float, float]]) -> float:
    """Return the rating of which what was scored is expected: of a rating and points a game.

    It is never more than `FARTHEST` away from the mean of the opponents.

    >>> round(performance([(1800, 1), (1900, 0.5), (2000, 0)])), performance([(1800, 1)])
    (1900, 2600.0)
    """
    mean = _mean([rating for rating, _ in games])
    points = sum(score for _, score in games)
    low, high = mean - FARTHEST, mean + FARTHEST
    while high - low > 1e-6:
        middle = (low + high) / 2
        expected = sum(_expected((middle - rating) / SCALE) for rating, _ in games)
        low, high = (middle, high) if expected < points else (low, middle)
    return round((low + high) / 2, 3)
