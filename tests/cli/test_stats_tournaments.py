"""`damas stats` of players and tournaments, as users call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from damas_cli.cli.status import ExitStatus
from damas_cli.rules import kernels

from ..data.legal_games import KernelRules, archive
from .running import damas

FILES = Path(__file__).parents[1] / "data" / "tournaments"
LIGA, SUIZO = str(FILES / "liga.pdn"), str(FILES / "suizo.pdn")


def rows(*arguments: str, stdin: bytes | None = None) -> list[dict[str, Any]]:
    result = damas("stats", "--report", *arguments, stdin=stdin)
    assert result.status == ExitStatus.OK
    return [json.loads(line) for line in result.out.splitlines()]


def game(white: str, black: str, result: str, **tags: str) -> str:
    named = {"White": white, "Black": black, **tags}
    head = "".join(f'[{name} "{value}"]\n' for name, value in named.items())
    return f"{head}\n1. 10-14 22-18 {result}\n\n"


def test_each_event_has_its_table_and_one_can_be_chosen() -> None:
    found = rows("standings", LIGA, SUIZO)
    assert [row["event"] for row in found] == ["Liga de Invierno"] * 5 + ["Open de Primavera"] * 7
    chosen = rows("standings", "--event", "OPEN  de primavera", LIGA, SUIZO)
    assert chosen == found[5:]
    nothing = damas("stats", "--report", "standings", "--event", "Liga", LIGA, SUIZO)
    assert (nothing.status, nothing.out) == (ExitStatus.OK, "")
    assert "no game is of an event named Liga" in nothing.err


def test_the_first_colour_wins_in_every_variant() -> None:
    """Black moves first in English draughts: 1-0 is a win of Black."""
    found = {row["player"]: row for row in rows("players", LIGA)}
    abril = found["Abril, Inés"]
    assert (abril["games"], abril["points"], abril["percent"]) == (4, 2.5, 62.5)
    # With White she won one and drew one; with Black, moving first, won one and lost one.
    sides = [[abril[f"{side}_{end}"] for end in ("wins", "draws", "losses")] for side in SIDES]
    assert sides == [[1, 1, 0], [1, 0, 1], [1, 0, 1], [1, 1, 0]]
    assert abril["spellings"] == "Abril, Inés; Abril,Inés; ABRIL, INES"
    spanish = rows("players", "--variant", "spanish", LIGA)
    assert {row["player"]: row["white_wins"] for row in spanish}["Abril, Inés"] == 0


SIDES = ("white", "black", "first", "second")


@pytest.mark.parametrize(
    ("points", "expected"),
    [("auto", [5, 5, 3]), ("2-1-0", [5, 5, 3]), ("1-½-0", [2.5, 2.5, 1.5])],
)
def test_points_are_counted_as_asked(points: str, expected: list[float]) -> None:
    for report in ("standings", "crosstable"):
        found = rows(report, "--points", points, SUIZO)
        assert [row["points"] for row in found[:3]] == expected


def test_tie_breaks_are_those_asked_for_in_their_order() -> None:
    found = rows("standings", "--tie-breaks", "moving-second, wins,direct", SUIZO)
    assert list(found[0])[-3:] == ["moving_second", "tie_break_wins", "direct"]
    reached = [(row["place"], row["last_place"], row["player"]) for row in found]
    assert reached == [
        (1, 2, "Alonso, Marta"),
        (1, 2, "Espín, Olga"),
        (3, 3, "Baena, Luis"),
        (4, 4, "Calvo, Sara"),
        (5, 6, "Dueñas, Iván"),
        (5, 6, "Gil, Hugo"),
        (7, 7, "Farias, Noé"),
    ]
    # Dueñas and Gil drew.
    assert [row["direct"] for row in found] == [None, None, None, None, 1, 1, None]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["standings", "--tie-breaks", "buchholz,elo"], "elo"),
        (["standings", "--tie-breaks", "wins,wins"], "twice"),
        (["elo", "--anchor", "Ana"], "Ana=2150"),
        (["elo", "--anchor", "=2000"], "Ana=2150"),
        (["elo", "--anchor", "Ana=nan"], "Ana=2150"),
        (["elo", "--anchor", "Ana=1e300"], "Ana=2150"),
        (["elo", "--points", "2-1-0"], "--report standings"),
        (["players", "--system", "swiss"], "--report crosstable"),
        (["crosstable", "--svg", "x.svg"], "--report"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], told: str) -> None:
    result = damas("stats", "--report", *arguments, SUIZO)
    assert (result.status, result.out) == (ExitStatus.USAGE, "")
    assert told in " ".join(result.err.split())


def test_the_table_for_people() -> None:
    arguments = ("stats", "--report", "crosstable", "--output-format", "table")
    result = damas(*arguments, SUIZO)
    assert result.out.splitlines()[:3] == [
        "Open de Primavera (Swiss system; players: 7, games: 9)",
        "no.  player         1         2         3         points  place",
        "  1  Alonso, Marta  5w2 (2)   4b1 (3)   3w2 (5)        5      1",
    ]
    result = damas(*arguments, "--lang", "es", SUIZO)
    assert "  2  Espín, Olga    3n1 (1)   7b2 (3)   4b+ (5)        5       2" in result.out
    result = damas(*arguments, LIGA)
    assert result.out.splitlines()[2] == ("  1  Abril, Inés     x  ½  1  1  0     2.5    1-2")
    assert "taken for one player: Abril, Inés = Abril,Inés = ABRIL, INES" in result.err
    forced = damas(*arguments, "--system", "swiss", LIGA)
    assert "2w½ (½)" in forced.out


def test_games_that_do_not_count_are_told() -> None:
    text = (
        game("Ana", "Eva", "*", Round="1")
        + game("Ana", "?", "1-0")
        + game("Ana", "ana", "1-0")
        + game("Ana", "Eva", "1-0", Round="2") * 2
    )
    result = damas("stats", "--report", "crosstable", stdin=text.encode())
    assert [json.loads(line)["points"] for line in result.out.splitlines()] == [2.0, 0.0]
    assert json.loads(result.out.splitlines()[0])["against_2"] == "*11"
    assert "games without a result, which do not count: 1" in result.err
    assert "games that do not say who met whom: 2" in result.err
    assert "round of another one, which count: 1" in result.err


def test_ratings_are_anchored_and_groups_told() -> None:
    text = (
        game("Ana", "Eva", "1-0", WhiteElo="1900", BlackRating="2000")
        + game("Eva", "Ana", "1/2-1/2", WhiteElo="?", BlackElo="")
        + game("Luz", "Sol", "1-0")
    ).encode()
    found = rows("elo", "--anchor", "eva=1800", stdin=text)
    told = {row["player"]: (row["group"], row["rating"], row["performance"]) for row in found}
    # Of two games, and one that is known beforehand, two points for Ana: 400 log10(2) = 120.4.
    assert told == {
        "Ana": (1, 1920, 2800),
        "Eva": (1, 1800, 1100),
        "Luz": (2, 2095, None),
        "Sol": (2, 1905, None),
    }
    assert [row["error"] for row in found if row["player"] == "Eva"] == [0]
    result = damas("stats", "--report", "elo", "--anchor", "Zoe=1800", stdin=text)
    assert "groups of players without a game between them: 2" in result.err
    assert "no game tells of Zoe: the mean of each group is 2000" in result.err
    assert len(rows("elo", "--min-games", "2", stdin=text)) == 2


def test_hostile_tags_stay_in_their_cells() -> None:
    tags = {"Event": "E\x1b[31m\tx", "Round": "{}%s ½", "Date": "9999999999"}
    text = game("{name}\x1b[2J", 'a\\"b', "1-0", **tags) + game("=1+1", "%", "2-0", **tags)
    for report in ("players", "crosstable", "standings", "elo"):
        for target in ("table", "csv", "jsonl"):
            arguments = ("--report", report, "--output-format", target)
            result = damas("stats", *arguments, stdin=text.encode())
            assert result.status == ExitStatus.OK
            assert "{name}" in result.out
            assert target != "table" or "\x1b" not in result.out + result.err


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of several blocks."""
    path = tmp_path_factory.mktemp("archive") / "many.pdn"
    path.write_text("".join(archive(600, 7, KernelRules(kernels.load()))), "utf-8")
    return str(path)


@pytest.mark.parametrize("report", ["players", "crosstable", "standings", "elo"])
def test_any_number_of_jobs_tells_the_same(report: str, many: str) -> None:
    found = {damas("stats", "--report", report, "-j", jobs, many) for jobs in "12"}
    assert len({(result.out, result.err) for result in found}) == 1
