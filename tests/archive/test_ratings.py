"""Ratings: closed forms, a slow fit by climbing, and how often the errors hold the truth."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.stats.elo import fitted
from damas_cli.archive.tournament import rating
from damas_cli.archive.tournament.games import Encounter
from damas_cli.archive.tournament.rating import MEAN, Rated, performance, rate

from ..strategies import examples

Results = list[tuple[str, str, float]]
PLAYERS = "abcdef"


def by_player(groups: list[list[Rated]]) -> dict[str, Rated]:
    return {rated.player: rated for group in groups for rated in group}


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


@pytest.mark.parametrize(("wins", "draws", "losses"), [(7, 0, 3), (5, 0, 0), (1, 1, 0), (2, 9, 5)])
def test_of_two_players_the_difference_is_that_of_their_score(
    wins: int, draws: int, losses: int
) -> None:
    results: Results = [("a", "b", 1)] * wins + [("b", "a", 0.5)] * draws + [("a", "b", 0)] * losses
    found = by_player(rate(results))
    # One game more is known beforehand, drawn.
    share = (wins + draws / 2 + 0.5) / (len(results) + 1)
    difference = found["a"].rating - found["b"].rating
    assert difference == pytest.approx(400 * math.log10(share / (1 - share)), abs=1e-6)
    assert (found["a"].rating + found["b"].rating) / 2 == pytest.approx(MEAN)
    assert found["a"].error == pytest.approx(found["b"].error)
    assert (found["a"].games, found["a"].points) == (len(results), wins + draws / 2)


def test_the_more_games_the_less_the_prior_counts_and_the_smaller_the_error() -> None:
    few, many = (
        by_player(rate([("a", "b", 1), ("a", "b", 1), ("a", "b", 0)] * n)) for n in (1, 900)
    )
    difference = many["a"].rating - many["b"].rating
    assert difference == pytest.approx(400 * math.log10(2), abs=0.2)
    assert few["a"].error / many["a"].error == pytest.approx(30, rel=0.2)


def test_a_cycle_and_draws_alone_leave_all_equal() -> None:
    cycle: Results = [("a", "b", 1), ("b", "c", 1), ("c", "a", 1)]
    draws: Results = [("a", "b", 0.5), ("b", "c", 0.5), ("c", "d", 0.5)]
    for results in (cycle, draws, cycle * 5):
        for rated in by_player(rate(results)).values():
            assert rated.rating == pytest.approx(MEAN)
            assert 0 < rated.error < 500


@st.composite
def matches(draw: st.DrawFn) -> Results:
    names = PLAYERS[: draw(st.integers(2, 5))]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda p: p[0] != p[1])
    game = st.tuples(pair, st.sampled_from([0.0, 0.5, 1.0]))
    return [(*pair, points) for pair, points in draw(st.lists(game, min_size=1, max_size=25))]


class SlowFit:
    """The fit of a group, with all that is known beforehand spelled out as games."""

    def __init__(self, results: Results, players: list[str]) -> None:
        self.players = players
        self.results = results
        games: Counter[str] = Counter()
        for one, other, _ in results:
            games.update((one, other))
        self.weighted = [(one, other, points, 1.0) for one, other, points in results]
        self.weighted += [
            (one, other, 0.5, (1 / games[one] + 1 / games[other]) / 2) for one, other, _ in results
        ]

    def slope(self, ratings: dict[str, float]) -> dict[str, float]:
        """Return how many points too few each player is expected to have."""
        missing = dict.fromkeys(self.players, 0.0)
        for one, other, points, weight in self.weighted:
            surplus = weight * (points - expected(ratings[one] - ratings[other]))
            missing[one] += surplus
            missing[other] -= surplus
        return missing

    def climbed(self) -> dict[str, float]:
        """Return the ratings, climbing until nothing is missing."""
        ratings = dict.fromkeys(self.players, MEAN)
        for _ in range(20_000):
            missing = self.slope(ratings)
            if max(map(abs, missing.values())) < 1e-7:
                break
            for player, points in missing.items():
                ratings[player] += 400 * points / len(self.weighted)
        return ratings

    def covariance(self, ratings: dict[str, float]) -> list[list[float]]:
        """Return that of the ratings less their mean: the inverse of how the slope falls."""
        size = len(self.players)
        step = 0.01
        matrix = []
        for player in self.players:
            up, down = (
                self.slope({**ratings, player: ratings[player] + move}) for move in (step, -step)
            )
            row = [(down[other] - up[other]) / (2 * step) for other in self.players]
            # With the mean held, the matrix has an inverse.
            matrix.append([value + 1 / size for value in row])
        # The slope is one by natural strengths, and falls by ratings.
        scale = 400 / math.log(10)
        return [[scale * (value - 1 / size) for value in row] for row in inverse(matrix)]

    def errors(self, ratings: dict[str, float], fixed: str | None) -> list[float]:
        """Return the errors of the ratings less their mean, or less that of `fixed`."""
        found = self.covariance(ratings)
        if fixed is not None:
            at = self.players.index(fixed)
            size = range(len(found))
            variances = [found[n][n] + found[at][at] - 2 * found[n][at] for n in size]
        else:
            variances = [row[at] for at, row in enumerate(found)]
        games = len(self.results)
        draws = sum(points == 0.5 for _, _, points in self.results)
        chances = [expected(ratings[one] - ratings[other]) for one, other, _ in self.results]
        without = sum(chance * (1 - chance) for chance in chances)
        spread = max(1 - games * draws / (games + 2) / 4 / without, 2 / (games + 2))
        return [1.959964 * math.sqrt(max(0.0, v) * spread) for v in variances]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(n == at) for n in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda n: abs(rows[n][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


@examples(40)
@given(matches(), st.booleans())
def test_ratings_and_errors_are_those_of_a_slow_fit(results: Results, anchored: bool) -> None:
    anchor = ("a", 2300.0) if anchored else None
    groups = rate(results, anchor)
    met = {player for one, other, _ in results for player in (one, other)}
    assert sorted(rated.player for group in groups for rated in group) == sorted(met)
    for group in groups:
        players = sorted(rated.player for rated in group)
        mine = [game for game in results if game[0] in players]
        # Nobody of the group met anybody else.
        assert all(other in players for _, other, _ in mine)
        slow = SlowFit(mine, players)
        ratings = slow.climbed()
        fixed = "a" if anchored and "a" in players else None
        level = 2300 - ratings["a"] if fixed else 0
        found = by_player([group])
        errors = slow.errors(ratings, fixed)
        for player, error in zip(players, errors, strict=True):
            rated = found[player]
            assert rated.rating == pytest.approx(ratings[player] + level, abs=0.1)
            assert rated.error == pytest.approx(error, rel=1e-3, abs=0.1)
            against = [o if one == player else one for one, o, _ in mine if player in (one, o)]
            mean = sum(found[other].rating for other in against) / len(against)
            assert (rated.games, rated.opposition) == (len(against), pytest.approx(mean))
        # So many points are expected as there are.
        assert sum(rated.points for rated in group) == len(mine)


@examples(20)
@given(matches(), st.randoms())
def test_neither_order_nor_sides_of_games_change_anything(results: Results, rng: Random) -> None:
    mixed = [(o, one, 1 - p) if rng.random() < 0.5 else (one, o, p) for one, o, p in results]
    rng.shuffle(mixed)
    assert rate(mixed) == rate(results)


@pytest.mark.parametrize(("games", "drawn"), [(40, 0.0), (60, 0.5)])
def test_the_truth_lies_within_the_error_in_95_cases_of_100(games: int, drawn: float) -> None:
    rng = Random(5)
    inside = []
    for _ in range(120):
        truth = {player: rng.gauss(2000, 150) for player in PLAYERS}
        mean = sum(truth.values()) / len(truth)
        results: Results = []
        for _ in range(games):
            one, other = rng.sample(PLAYERS, 2)
            chance = expected(truth[one] - truth[other])
            draw = min(drawn, 2 * chance, 2 - 2 * chance)
            points = 0.5 if rng.random() < draw else float(rng.random() < won(chance, draw))
            results.append((one, other, points))
        for player, rated in by_player(rate(results)).items():
            inside.append(abs(rated.rating - MEAN - truth[player] + mean) <= rated.error)
    assert 0.93 < sum(inside) / len(inside) < 0.985


def won(chance: float, draw: float) -> float:
    """Return how likely a game that is not drawn is won, if so many points are expected."""
    return (chance - draw / 2) / (1 - draw) if draw < 1 else 0.0


def test_many_players_have_the_same_ratings_and_nearly_the_same_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random(3)
    names = [f"p{number:02}" for number in range(40)]
    results: Results = [(*rng.sample(names, 2), rng.choice([0, 0.5, 1])) for _ in range(600)]
    exact = by_player(rate(results))
    monkeypatch.setattr(rating, "MOST_EXACT", 10)
    quick = by_player(rate(results))
    for player, rated in exact.items():
        assert quick[player].rating == rated.rating
        assert quick[player].error == pytest.approx(rated.error, rel=0.1)
    anchored = by_player(rate(results, ("p07", 2100)))
    assert (anchored["p07"].rating, anchored["p07"].error) == (2100, 0)


def test_a_long_chain_of_players_is_fitted() -> None:
    chain: Results = [(f"p{n:03}", f"p{n + 1:03}", 1) for n in range(120)] * 2
    found = by_player(rate(chain))
    steps = [found[f"p{n:03}"].rating - found[f"p{n + 1:03}"].rating for n in range(120)]
    assert all(step > 100 for step in steps)
    # Those in the middle have twice the games of the first and the last: half the prior a game.
    assert steps[60] == pytest.approx(400 * math.log10(2.25 / 0.25), abs=0.01)


@examples(40)
@given(st.lists(st.tuples(st.integers(1500, 2500), st.sampled_from([0, 0.5, 1])), min_size=1))
def test_a_performance_expects_what_was_scored(games: list[tuple[float, float]]) -> None:
    found = performance(games)
    mean = sum(opponent for opponent, _ in games) / len(games)
    points = sum(score for _, score in games)
    if abs(found - mean) < 799:
        assert sum(expected(found - o) for o, _ in games) == pytest.approx(points, abs=1e-3)
    else:
        assert abs(found - mean) <= 800.001
        best = sum(expected(found - opponent) for opponent, _ in games)
        assert best <= points if found > mean else best >= points


def test_what_tells_nothing_of_strength_is_left_out() -> None:
    games = [
        Encounter("Ana", "Eva", "1-0", white_rating=1900, black_rating=2100),
        Encounter("ANA", "Eva", "1-0", is_forfeit=True),
        Encounter("Ana", "bye", "1-0"),
        Encounter("Ana", "Eva", "0-0"),
        Encounter("Ana", "Eva", ""),
        Encounter("Ana", "", "1-0"),
        Encounter("Eva", "Luz", "1-0", first="B", white_rating=2000),
    ]
    fit = fitted(games)
    (group,) = fit.groups
    assert [(rated.player, rated.points, rated.games) for rated in group] == [
        *[("ana", 1, 1), ("luz", 1, 1)],
        ("eva", 0, 2),
    ]
    assert (fit.unfinished, fit.unknown, fit.unplayed) == (1, 1, 3)
    # Eva lost against 1900; Luz has no tag, and beat 2000.
    assert fit.performances == {"ana": 2900, "eva": 1100, "luz": 2800}
