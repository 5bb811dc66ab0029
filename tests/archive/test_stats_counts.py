"""Overview, lengths, years and openings against slow and plain counts."""

from __future__ import annotations

import json
import statistics
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.openings import SHIPPED, OpeningsError, read_openings
from damas_cli.archive.stats import REPORTS, StatsOptions, load
from damas_cli.cli.status import ExitStatus
from damas_cli.rules import kernels

from ..cli.running import damas
from ..data.legal_games import KernelRules, archive
from ..oracle import slow_rules
from ..strategies import examples, named
from .generated import POINTS, SlowGame, archives, pdn

Rows = list[dict[str, Any]]
NAMES = ("Ana", "Ana ", "Luz", "?", "", "Eva")
DATES = {
    "2004.05.01": 2004,
    "1987.??.??": 1987,
    "12.03.1987": 1987,
    "????.??.??": None,
    "19??.??.??": None,
    "autumn": None,
}


def counted(report: str, data: bytes, *options: str, stdin_name: str = "-") -> Rows:
    result = damas("stats", "--report", report, "--jobs", "1", *options, stdin=data)
    assert result.status == ExitStatus.OK
    return [json.loads(line) for line in result.out.splitlines()]


@examples(30)
@given(archives(), st.data())
def test_the_overview_is_that_of_plain_counts(games: list[SlowGame], data: st.DataObject) -> None:
    tags = [
        [data.draw(st.sampled_from(choice)) for choice in (NAMES, NAMES, [*DATES])] for _ in games
    ]
    text = b"".join(
        f'[White "{white}"]\n[Black "{black}"]\n[Date "{date}"]\n'.encode() + pdn([game])
        for game, (white, black, date) in zip(games, tags, strict=True)
    )
    overview, *others = counted("summary", text)
    lengths = [len(game.texts) for game in games]
    years = [DATES[date] for _, _, date in tags]
    known = [year for year in years if year is not None]
    players = {name.strip() for white, black, _ in tags for name in (white, black)} - {"", "?"}
    assert overview == {
        "table": "overview",
        "games": len(games),
        "broken": 0,
        "plies": sum(lengths),
        "shortest": min(lengths, default=None),
        "median": statistics.median(lengths) if lengths else None,
        "mean": pytest.approx(statistics.mean(lengths), abs=0.051) if lengths else None,
        "longest": max(lengths, default=None),
        "players": len(players),
        "variants": len({game.variant for game in games}),
        "first_year": min(known, default=None),
        "last_year": max(known, default=None),
        "no_year": years.count(None),
    }
    variants = Counter(game.variant for game in games)
    assert {r["variant"]: r["games"] for r in others if r["table"] == "variants"} == variants
    results = [row for row in others if row["table"] == "results"]
    assert sum(row["games"] for row in results) == len(games)
    assert {row["result"] for row in results} <= {
        *("white", "black", "draw", "double-loss", "unknown")
    }


@examples(30)
@given(archives(), st.integers(1, 7))
def test_each_game_is_in_the_bin_of_its_length(games: list[SlowGame], width: int) -> None:
    rows = counted("lengths", pdn(games), "--bin", str(width))
    lengths = [len(game.texts) for game in games]
    for row in rows:
        inside = [length for length in lengths if row["from"] <= length <= row["to"]]
        assert row["games"] == len(inside)
        assert row["percent"] == pytest.approx(100 * len(inside) / len(games), abs=0.051)
    assert sum(row["games"] for row in rows) == len(games)
    edges = [(row["from"], row["to"]) for row in rows]
    assert all(last - first == width - 1 and first % width == 0 for first, last in edges)
    assert all(one[1] + 1 == other[0] for one, other in pairwise(edges))


@examples(20)
@given(st.lists(st.tuples(st.sampled_from([*DATES]), st.sampled_from([*POINTS]))))
def test_each_game_is_in_its_year(games: list[tuple[str, str]]) -> None:
    text = "".join(f'[Date "{date}"]\n\n1. 9-13 {result}\n\n' for date, result in games)
    rows = counted("years", text.encode())
    points: defaultdict[int | None, list[float | None]] = defaultdict(list)
    for date, result in games:
        points[DATES[date]].append(POINTS[result])
    assert [row["year"] for row in rows] == sorted(points, key=lambda year: year or 9999)
    for row in rows:
        mine = points[row["year"]]
        known = [point for point in mine if point is not None]
        score = pytest.approx(100 * statistics.mean(known), abs=0.051) if known else None
        assert (row["games"], row["score"]) == (len(mine), score)


@examples(30)
@given(archives(["spanish", "russian"]), st.data())
def test_the_longest_named_position_names_the_opening(
    tmp_path_factory: pytest.TempPathFactory, games: list[SlowGame], data: st.DataObject
) -> None:
    lines = [(game.variant, game.line.texts[:3]) for game in games if game.line.texts]
    table = data.draw(st.lists(st.sampled_from(lines), max_size=5)) if lines else []
    path = tmp_path_factory.mktemp("openings") / "mine.tsv"
    text = (
        f"{variant}\t{' '.join(moves)}\tnumber {n}\n" for n, (variant, moves) in enumerate(table)
    )
    path.write_text("# mine\n\n" + "".join(text), "utf-8")
    rows = counted("openings", pdn(games), "--openings", str(path))
    expected: Counter[tuple[str, str | None]] = Counter()
    for game in games:
        best: tuple[int, int, str | None] = (0, 0, None)
        for number, (variant, moves) in enumerate(table):
            last = named(slow_rules.start(variant), " ".join(moves)).positions[-1]
            if variant == game.variant and last in game.positions:
                best = max(best, (len(moves), number, f"number {number}"))
        expected[game.variant, best[2]] += 1
    assert {(row["variant"], row["opening"]): row["games"] for row in rows} == expected


def test_the_openings_that_come_with_damas_are_those_of_the_lines() -> None:
    openings = read_openings(SHIPPED)
    assert len(openings) > 28
    assert {opening.moves[0] for opening in openings} == {
        *("9-13", "10-13", "10-14", "11-14", "12-15", "12-16")
    }
    assert len({opening.position for opening in openings}) == len(openings)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("spanish\t10-14 1-32\tx", "1-32"),
        ("spanisch\t10-14\tx", "spanisch"),
        ("spanish", "tabs"),
        ("spanish\t10-14\ta\tb\tc", "tabs"),
        ("spanish\t\tname", "tabs"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(line: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(f"spanish\t9-13\tone\n{line}\n", "utf-8")
    with pytest.raises(OpeningsError, match="line 2"):
        read_openings(path)
    result = damas("stats", "--report", "openings", "--openings", str(path), stdin=b"*")
    assert result.status == ExitStatus.USAGE
    assert told in result.err
    assert result.out == ""


def test_a_table_in_the_folder_for_configuration_is_the_users(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "damas"
    folder.mkdir(parents=True)
    (folder / "openings.tsv").write_text("spanish\t9-13\tmine\tla mía\n", "utf-8")
    for variables in ({"HOME": str(tmp_path)}, {"XDG_CONFIG_HOME": str(tmp_path / ".config")}):
        for language, name in (("en", "mine"), ("es", "la mía")):
            result = damas(
                *("stats", "--report", "openings", "--lang", language),
                stdin=b"1. 9-13 *",
                variables=variables,
            )
            assert json.loads(result.out)["opening"] == name
    (folder / "openings.tsv").write_text("spanish\t9-99\n", "utf-8")
    result = damas("stats", "--report", "openings", variables={"HOME": str(tmp_path)})
    assert (result.status, "openings.tsv" in result.err) == (ExitStatus.USAGE, True)


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.tsv")
    result = damas("stats", "--report", "openings", "--openings", missing, stdin=b"1. 9-13 *")
    assert (result.status, result.out) == (ExitStatus.UNREADABLE, "")
    assert "none.tsv" in result.err


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("target", ["table", "jsonl", "csv"])
def test_every_report_says_what_there_is_of_nothing(report: str, target: str) -> None:
    module = load(report)
    assert module.tables(module.Count(StatsOptions()), StatsOptions())
    result = damas("stats", "--report", report, "--output-format", target)
    assert result.status == ExitStatus.OK
    assert "0 games" in result.err


def test_broken_games_count_and_are_told() -> None:
    text = b'[White "Ana"]\n[Black "Eva"]\n\n1. 10-14 & 22-18 1-0\n\n[White "Luz"]\n\n1. 9-13 *\n'
    result = damas("stats", stdin=text)
    assert result.status == ExitStatus.OK
    overview = json.loads(result.out.splitlines()[0])
    assert (overview["games"], overview["broken"], overview["players"]) == (2, 1, 3)
    assert "could not be read whole" in result.err
    assert damas("stats", "--quiet", stdin=text).err == ""


def test_a_hostile_length_makes_no_million_bars() -> None:
    text = b"1. 9-13 *\n\n1. " + b"10-14 " * 300_000 + b"*\n"
    rows = counted("lengths", text, "--bin", "1")
    assert [row["from"] for row in rows] == [1, 300_000]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of several blocks."""
    path = tmp_path_factory.mktemp("archive") / "many.pdn"
    games = archive(1200, 5, KernelRules(kernels.load()))
    path.write_text("".join(games), "utf-8")
    return str(path)


@pytest.mark.parametrize("report", ["summary", "openings", "tree"])
def test_any_number_of_jobs_tells_the_same(report: str, many: str) -> None:
    outputs = {damas("stats", "--report", report, "-j", jobs, many).out for jobs in "12"}
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("report", "options", "told"),
    [
        ("summary", ("--bin", "5"), "--report lengths"),
        ("results", ("--plies", "5"), "--report tree"),
        ("years", ("--min-games", "5"), "--report openings | --report tree"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    report: str, options: tuple[str, ...], told: str
) -> None:
    result = damas("stats", "--report", report, *options, stdin=b"*")
    assert (result.status, result.out) == (ExitStatus.USAGE, "")
    assert options[0] in result.err
    assert told in " ".join(result.err.split())
