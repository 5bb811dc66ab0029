"""Standings: two tournaments worked out by hand, and others by a slow second computation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.stats import StatsOptions, load
from damas_cli.archive.stats.encounters import Count
from damas_cli.archive.tables import Table
from damas_cli.archive.task import Entry
from damas_cli.archive.tournament.event import ROUND_ROBIN, SWISS, Tournament, tournaments
from damas_cli.archive.tournament.games import Encounter
from damas_cli.archive.tournament.names import name_key
from damas_cli.archive.tournament.scores import scores
from damas_cli.archive.tournament.standings import TIE_BREAKS, USUAL, standings
from damas_cli.check.regulation import Rulebook
from damas_cli.pdn.reader import read_games

from ..strategies import examples
from . import slow_tournaments as slow

FILES = Path(__file__).parents[1] / "data" / "tournaments"
EVERY = tuple(TIE_BREAKS)


def kept(data: bytes, options: StatsOptions | None = None) -> Count:
    count = Count(options or StatsOptions())
    rulebook = Rulebook()
    for number, game in enumerate(read_games([data]), 1):
        count.add(Entry(game, number, "-", game.raw), rulebook)
    return count


def tournament_in(name: str) -> Tournament:
    (tournament,) = kept((FILES / name).read_bytes()).tournaments
    return tournament


# Liga de Invierno, English draughts, where Black moves first and 1-0 is a win of Black.
#
#              A   B   C   D   E   points  Sonneborn-Berger                           wins
#   Abril      x   ½   1   1   0   2½      2 (C) + 1½ (D) + half of 2½ (B)    = 4¾    2
#   Bermejo    ½   x   1   0   1   2½      2 (C) + 1½ (E) + half of 2½ (A)    = 4¾    2
#   Cid        0   0   x   1   1   2       1½ (D) + 1½ (E)                    = 3     2
#   Duarte     0   1   0   x   ½   1½      2½ (B) + half of 1½ (E)            = 3¼    1
#   Egea       1   0   0   ½   x   1½      2½ (A) + half of 1½ (D)            = 3¼    1
#
# Buchholz is 10 points less one's own: 7½ 7½ 8 8½ 8½; of Abril without the weakest (1½) 6 and
# without the strongest (2½), too, 3½; so Bermejo's; of Cid 8 - 1½ = 6½, - 2½ = 4; of Duarte
# 8½ - 1½ = 7, - 2½ = 4½; so Egea's. Two games each with White, who moves second. Both
# pairs drew.
LIGA = {
    "Abril, Inés": (1, 2, 2.5, 4.75, 7.5, 6.0, 3.5, 2, 0.5, 2),
    "Bermejo, Tomás": (1, 2, 2.5, 4.75, 7.5, 6.0, 3.5, 2, 0.5, 2),
    "Cid, Rosa": (3, 3, 2.0, 3.0, 8.0, 6.5, 4.0, 2, None, 2),
    "Duarte, Pablo": (4, 5, 1.5, 3.25, 8.5, 7.0, 4.5, 1, 0.5, 2),
    "Egea, Clara": (4, 5, 1.5, 3.25, 8.5, 7.0, 4.5, 1, 0.5, 2),
}
# Open de Primavera, two points for a win; a bye is worth two, Espín's last game was a forfeit.
#
#             round 1        round 2        round 3         points
#   Alonso    Dueñas w 2     Calvo  b 1     Baena  w 2      5
#   Espín     Baena  b 1     Farias w 2     Calvo  w 2 (f)  5
#   Baena     Espín  w 1     Gil    b 2     Alonso b 0      3
#   Calvo     Farias b 2     Alonso w 1     Espín  b 0 (f)  3
#   Dueñas    Alonso b 0     bye      2     Gil    w 1      3
#   Gil       bye      2     Baena  w 0     Dueñas b 1      3
#   Farias    Calvo  w 0     Espín  b 0     bye      2      2
#
#             Sonneborn-Berger     Buchholz            cut 1  median  wins  Black
#   Alonso    3 + 3/2 + 3 = 7½     3 + 3 + 3   =  9    6      3       2     1
#   Espín     3/2 + 2 + 3 = 6½     3 + 2 + 3   =  8    6      3       2     1
#   Baena     5/2 + 3     = 5½     5 + 3 + 5   = 13    10     5       1     2
#   Calvo     2 + 5/2     = 4½     2 + 5 + 5   = 12    10     5       1     1 (not the forfeit)
#   Dueñas    3 + 3/2     = 4½     5 + (3) + 3 = 11    8      3       0     1
#   Gil       3 + 3/2     = 4½     (3) + 3 + 3 =  9    6      3       0     1
#   Farias    2           = 2      3 + 5 + (2) = 10    8      3       0     1
#
# A bye counts as an opponent with as many points as the player: the figures in brackets. After
# points and Sonneborn-Berger Calvo, Dueñas and Gil are tied, but they have not all met.
SUIZO = {
    "Alonso, Marta": (1, 1, 5, 7.5, 9, 6, 3, 2, None, 1),
    "Espín, Olga": (2, 2, 5, 6.5, 8, 6, 3, 2, None, 1),
    "Baena, Luis": (3, 3, 3, 5.5, 13, 10, 5, 1, None, 2),
    "Calvo, Sara": (4, 4, 3, 4.5, 12, 10, 5, 1, None, 1),
    "Dueñas, Iván": (5, 5, 3, 4.5, 11, 8, 3, 0, None, 1),
    "Gil, Hugo": (6, 6, 3, 4.5, 9, 6, 3, 0, None, 1),
    "Farias, Noé": (7, 7, 2, 2.0, 10, 8, 3, 0, None, 1),
}


@pytest.mark.parametrize(
    ("name", "system", "unit", "expected"),
    [("liga.pdn", ROUND_ROBIN, 0.5, LIGA), ("suizo.pdn", SWISS, 1, SUIZO)],
)
def test_every_figure_is_that_of_the_hand(
    name: str, system: str, unit: float, expected: dict[str, tuple[float | None, ...]]
) -> None:
    found = tournament_in(name)
    assert found.system() == system
    assert found.in_twos == (unit == 1)
    by_hand = ("sonneborn-berger", "buchholz", "buchholz-cut-1", "buchholz-median", "wins")
    asked = (*by_hand, "direct", "moving-second")
    told = {}
    for place in standings(found, asked):
        ties = [
            value if value is None or not TIE_BREAKS[tie].is_points else value * unit
            for tie, value in zip(asked, place.ties, strict=True)
        ]
        reached = (place.first, place.last, place.half_points * unit)
        told[found.players[place.player]] = (*reached, *ties)
    # What comes first decides, so that direct encounters are asked of those whom nothing parts.
    if name == "liga.pdn":
        assert told == expected
    else:
        assert {player: values[2:] for player, values in told.items()} == {
            player: values[2:] for player, values in expected.items()
        }
        usual = standings(found, USUAL[SWISS])
        assert {found.players[p.player]: (p.first, p.last) for p in usual} == {
            player: values[:2] for player, values in expected.items()
        }


def test_the_example_stands_as_the_documentation_works_it_out() -> None:
    path = FILES.parents[2] / "examples" / "suizo.pdn"
    (found,) = kept(path.read_bytes()).tournaments
    places = standings(found, USUAL[found.system()])
    told = [(found.players[p.player].split()[0], *(v / 2 for v in p.ties if v)) for p in places]
    assert told == [
        ("Álamo", 7, 9, 6.75, 1),
        ("Borrego", 8, 10, 5.75, 1),
        ("Fresno", 7.5, 9, 5.25, 0.5),
        ("Cuesta", 6, 6, 2.5, 1),
        ("Delgado", 8, 8, 2.75, 0.5),
        ("Encinas", 7, 7, 2, 0.5),
        ("Garrido", 7, 7, 1, 0.5),
        ("Hoyos", 6.5, 8),
    ]


def rows_of(tables: Sequence[Table]) -> list[list[str]]:
    """Return what machines read of the cells that tell of rounds or opponents."""
    (table,) = tables
    wanted = [
        place
        for place, column in enumerate(table.columns)
        if column.key.startswith(("round_", "against_"))
    ]
    return [[getattr(row[at], "key", row[at]) for at in wanted] for row in table.rows]


def test_the_crosstables_are_those_of_the_hand() -> None:
    crosstable = load("crosstable")
    count = kept((FILES / "liga.pdn").read_bytes())
    assert rows_of(crosstable.tables(count, StatsOptions())) == [
        [None, "½", "1", "1", "0"],
        ["½", None, "1", "0", "1"],
        ["0", "0", None, "1", "1"],
        ["0", "1", "0", None, "½"],
        ["1", "0", "0", "½", None],
    ]
    count = kept((FILES / "suizo.pdn").read_bytes())
    assert rows_of(crosstable.tables(count, StatsOptions())) == [
        ["5w2", "4b1", "3w2"],
        ["3b1", "7w2", "4w+"],
        ["2w1", "6b2", "1b0"],
        ["7b2", "1w1", "2b-"],
        ["1b0", "bye2", "6w1"],
        ["bye2", "3w0", "5b1"],
        ["4w0", "2b0", "bye2"],
    ]


NAMES = ("Ana", "Eva", "Luz", "Sol", "Paz")
SHARES = {
    "1-0": (Fraction(1), Fraction(0)),
    "1/2-1/2": (Fraction(1, 2), Fraction(1, 2)),
    "0-1": (Fraction(0), Fraction(1)),
    "0-0": (Fraction(0), Fraction(0)),
    "": None,
}


@st.composite
def events(draw: st.DrawFn, with_byes: bool = True) -> list[Encounter]:
    """Draw the games of an event, in any round and with any colours, Black moving first in some."""
    names = NAMES[: draw(st.integers(2, 5))]
    pairs = [(one, two) for one in names for two in names if one != two]
    if with_byes:
        pairs += [(one, "bye") for one in names] + [("BYE", one) for one in names]
    several = draw(
        st.lists(st.tuples(st.sampled_from(pairs), st.sampled_from([*SHARES])), min_size=1)
    )
    first = draw(st.sampled_from("WB"))
    return [
        Encounter(
            *(*pair, result, first, "Open", str(draw(st.integers(1, 4)))),
            is_forfeit=draw(st.booleans()),
        )
        for pair, result in several
    ]


def slowly(games: Sequence[Encounter]) -> list[slow.SlowGame]:
    found = []
    for game in games:
        sides = [name.lower() if name_key(name) == "bye" else name for name in game[:2]]
        first, second = reversed(sides) if game.first == "B" else sides
        found.append(slow.SlowGame(first, second, SHARES[game.result], game.is_forfeit))
    return found


@examples(150)
@given(events(), st.permutations(EVERY), st.integers(0, len(EVERY)))
def test_places_and_tie_breaks_are_those_of_the_definitions(
    games: list[Encounter], order: Sequence[str], number: int
) -> None:
    (found,) = tournaments(games)
    plain = slowly(games)
    expected = slow.places(plain, found.players, order[:number])
    reached = standings(found, order[:number])
    assert {found.players[place.player]: place.first for place in reached} == expected
    for place in reached:
        player = found.players[place.player]
        assert place.last - place.first + 1 == [*expected.values()].count(place.first)
        assert Fraction(place.half_points, 2) == slow.points(plain, player)
        for name, value in zip(order, place.ties, strict=False):
            if name != "direct":
                assert value is not None
                told = Fraction(value) / (2 if TIE_BREAKS[name].is_points else 1)
                assert told == slow.tie_break(name, plain, player, ())


@examples(60)
@given(events(with_byes=False))
def test_what_one_has_another_gave(games: list[Encounter]) -> None:
    (found,) = tournaments(games)
    places = standings(found, ("buchholz", "sonneborn-berger", "wins"))
    points = {place.player: place.half_points for place in places}
    finished = [game for game in games if game.half_points is not None]
    lost_by_both = sum(game.result == "0-0" for game in finished)
    assert sum(points.values()) == 2 * (len(finished) - lost_by_both)
    # Each opponent is counted once for each of the opponent's own games.
    played = [sum(game.counts for game in games) for games in found.games]
    buchholz, sonneborn, wins = (sum(place.ties[at] or 0 for place in places) for at in range(3))
    assert buchholz == sum(points[player] * number for player, number in enumerate(played))
    assert wins == sum(game.result in ("1-0", "0-1") for game in finished)
    # What the opponent took of a game is taken of one's points.
    given_away = sum(
        game.gave / 2 * points[player]
        for player, games in enumerate(found.games)
        for game in games
        if game.gave is not None
    )
    assert sonneborn == given_away


@examples(60)
@given(events(), st.integers(0, 2**32))
def test_the_order_of_the_games_in_a_file_changes_nothing(
    games: list[Encounter], seed: int
) -> None:
    mixed = list(games)
    Random(seed).shuffle(mixed)
    (one,), (other,) = tournaments(games), tournaments(mixed)
    assert (one.players, one.games, one.rounds) == (other.players, other.games, other.rounds)
    assert scores(games) == scores(mixed)
    for player, played in enumerate(one.games):
        for other_player, others in enumerate(one.games):
            mine = [game.half_points for game in played if game.opponent == other_player]
            assert mine == [game.gave for game in others if game.opponent == player]


@examples(60)
@given(events(), st.booleans())
def test_scores_of_players_are_plain_counts(games: list[Encounter], swapped: bool) -> None:
    plain = [game for game in slowly(games) if slow.BYE not in game[:2]]
    for score in scores(games).scores:
        mine = slow.of(plain, score.spellings[0])
        for first in (True, False, None):
            chosen = [own for _, own, was_first in mine if first in (None, was_first)]
            tally = score.tally(first=first)
            assert tuple(tally) == tuple(chosen.count(Fraction(n, 2)) for n in (2, 1, 0))
        starts = next(game.first for game in games)
        assert score.tally(colour=starts) == score.tally(first=True)


def test_direct_encounters_decide_only_where_all_met_equally_often() -> None:
    results = [("Ana", "Eva", "1-0"), ("Ana", "Eva", "0-1"), ("Eva", "Luz", "1/2-1/2")]
    results += [("Ana", "Luz", "1/2-1/2"), ("Luz", "Sol", "1/2-1/2")]
    (uneven,) = tournaments(Encounter(*found) for found in results)
    assert [p.first for p in standings(uneven, ("direct",))] == [1, 1, 1, 4]
    # Ana, Eva and Luz have two and a half points each, and met twice each.
    results = [("Ana", "Eva", "1-0"), ("Ana", "Eva", "1/2-1/2"), ("Eva", "Luz", "1-0")]
    results += [("Eva", "Luz", "1/2-1/2"), ("Ana", "Luz", "0-1"), ("Luz", "Ana", "1-0")]
    results += [("Ana", "Sol", "1-0"), ("Eva", "Sol", "1/2-1/2")]
    (even,) = tournaments(Encounter(*found) for found in results)
    found = [(even.players[p.player], p.first, p.ties) for p in standings(even, ("direct",))]
    assert found[:3] == [("Luz", 1, (5,)), ("Eva", 2, (4,)), ("Ana", 3, (3,))]


def pairings(players: int) -> list[tuple[int, int]]:
    return [(one, two) for one in range(players) for two in range(one)]


@pytest.mark.parametrize(
    ("games", "system"),
    [
        (pairings(6), ROUND_ROBIN),
        (pairings(6) * 2, ROUND_ROBIN),
        (pairings(6)[:-2], ROUND_ROBIN),  # two games are missing
        ([(0, 1)], ROUND_ROBIN),  # a match
        ([(0, n) for n in range(1, 8)], SWISS),  # a simultaneous display
        ([(n, (n + k) % 8) for n in range(8) for k in (1, 2)], SWISS),
    ],
)
def test_the_system_is_what_it_looks_like(games: list[tuple[int, int]], system: str) -> None:
    encounters = [Encounter(f"p{one}", f"p{two}", "1-0", event="x") for one, two in games]
    (found,) = tournaments(encounters)
    assert found.system() == system
    assert {found.system(asked) for asked in (ROUND_ROBIN, SWISS)} == {ROUND_ROBIN, SWISS}
    (named,) = tournaments([game._replace(event="I Torneo suizo") for game in encounters])
    assert named.system() == SWISS


def test_names_are_joined_by_what_matters() -> None:
    names = ["García, J.", "GARCIA,J.", " garcia, j. ", "García, Juan", "Garcia J.", "Peña", "Pena"]
    games = [Encounter(name, "Zoe", "1-0") for name in [*names, "García, J."]]
    found = {score.spellings[0]: score.tally().games for score in scores(games).scores}
    assert found == {"García, J.": 4, "García, Juan": 1, "Garcia J.": 1, "Peña": 2, "Zoe": 8}


def test_who_moves_first_is_that_of_the_event_where_a_record_does_not_tell() -> None:
    tags = '[Event "{event}"]\n[White "{white}"]\n[Black "{black}"]\n'
    moves = "1. 11-15 23-19 2. 8-11 22-17"
    pool = '[GameType "21"]\n'
    english = tags.format(event="Pool", white="Ana", black="Eva") + pool + f"\n{moves} 1-0\n\n"
    walkover = tags.format(event="Pool", white="Ana", black="Luz") + "\n1-0\n\n"
    spanish = tags.format(event="Liga", white="Ana", black="Luz") + "\n1-0\n\n"
    count = kept((walkover + english + spanish).encode())
    liga, pool_event = count.tournaments
    assert [place.half_points for place in standings(liga, ())] == [2, 0]
    best = [liga.players[place.player] for place in standings(liga, ())]
    assert best == ["Ana", "Luz"]
    reached = {pool_event.players[p.player]: p.half_points for p in standings(pool_event, ())}
    assert reached == {"Ana": 0, "Eva": 2, "Luz": 2}
    forfeits = [game.is_forfeit for games in pool_event.games for game in games]
    assert sorted(forfeits) == [False, False, True, True]
    # No record of this event has moves: they were not written down.
    assert not any(game.is_forfeit for games in liga.games for game in games)


def test_two_counts_are_one() -> None:
    data = (FILES / "liga.pdn").read_bytes() + (FILES / "suizo.pdn").read_bytes()
    one, other = kept(data[:2000]), kept(data[2000:])
    whole = kept(data[:2000] + b"\n" + data[2000:])
    alone = list(other)
    one.merge(other)
    assert list(one) == list(whole)
    assert list(other) == alone
    assert len(one) == len(whole)


def test_dates_are_rounds_where_no_round_is_named() -> None:
    days = ["2024.03.09", "2024.03.02", "16/03/2024"]
    games = [Encounter("Ana", "Eva", "1-0", event="x", date=day) for day in days]
    (found,) = tournaments(games)
    assert [round_.title for round_ in found.rounds] == ["1", "2", "3"]
    assert [game.date for game in found.games[0]] == [days[1], days[0], days[2]]
    (unknown,) = tournaments([*games, Encounter("Ana", "Eva", "1-0", event="x")])
    assert [round_.title for round_ in unknown.rounds] == ["?"]
