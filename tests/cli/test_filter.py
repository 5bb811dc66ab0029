"""`damas filter`, end to end."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damas_cli.cli.status import ExitStatus
from tests.pdn.pdn_texts import archive

from .running import DAMAS, damas

GAMES = (
    '[White "García, Ana"]\n[Result "1-0"]\n\n1. 10-14 23-20 1-0',
    '[White "Muñoz, Ana"]\n[Date "1987.05.03"]\n\n1. 9-13 {good} *',
    '[Black "GARCIA"]\r\n\r\n1. 10-14 21-18 1/2-1/2',
)
DATA = "\n\n\n".join(GAMES).encode() + b"\n"


def joined(*numbers: int) -> str:
    return "\n\n".join(GAMES[number - 1] for number in numbers) + "\n"


def test_games_are_given_out_as_they_stand() -> None:
    result = damas("filter", 'player ~ "garcia"', stdin=DATA)
    assert (result.status, result.out) == (0, joined(1, 3))
    assert result.err == "2 of 3 games\n"


def test_the_others_may_be_asked_for() -> None:
    assert damas("filter", "--invert", "draw", stdin=DATA).out == joined(1, 2)
    assert damas("filter", "--invert", "number in 2..3", "-", stdin=DATA).out == joined(1)


@pytest.mark.parametrize("more", [[], ["--count"], ["--head", "3"], ["--sample", "3"]])
def test_nothing_found_is_status_1_as_with_grep(more: list[str]) -> None:
    result = damas("filter", "white = nobody", *more, "-q", stdin=DATA)
    assert (result.status, result.err) == (1, "")
    assert result.out == ("0\n" if more == ["--count"] else "")


def test_they_may_only_be_counted() -> None:
    result = damas("filter", "tag(white) or number = 3", "--count", stdin=DATA)
    assert (result.status, result.out) == (0, "3\n")
    assert damas("filter", "--count", "--head", "2", "plies > 0", stdin=DATA).out == "2\n"


def test_the_first_ones() -> None:
    result = damas("filter", "--head", "2", "plies > 0", stdin=DATA * 2)
    assert (result.status, result.out) == (0, joined(1, 2))
    assert result.err == "2 of 6 games, then no more was read\n"


def test_a_sample_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    data = archive(500)
    file = tmp_path / "a.pdn"
    file.write_bytes(data)
    arguments = ("filter", "plies > 0", str(file), "--sample", "40")
    samples = [
        damas(*arguments, "--seed", "7").out,
        damas(*arguments, "--seed", "7", "--jobs", "2").out,
        damas(*arguments, "--seed", "8").out,
    ]
    assert samples[0] == samples[1] != samples[2]
    games = [game.strip("[\n") for game in data.decode().split("\n\n[")]
    places = [games.index(game.strip("[\n")) for game in samples[0].split("\n\n[")]
    assert len(places) == 40
    assert places == sorted(set(places))
    told = damas(*arguments).err
    assert "500 of 500 games; a sample of 40 with --seed " in told
    seed = told.split()[-1]
    assert f"--seed {seed}" in damas(*arguments, "--seed", seed).err


def test_a_sample_of_more_than_there_are_is_all() -> None:
    result = damas("filter", "plies > 0", "--sample", "9", "--seed", "1", stdin=DATA)
    assert result.out == joined(1, 2, 3)
    assert result.err == "3 of 3 games; a sample of 3 with --seed 1\n"


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_same_comes_out_whatever_the_number_of_jobs(tmp_path: Path, jobs: str) -> None:
    one, other = tmp_path / "a.pdn", tmp_path / "b.pdn"
    one.write_bytes(archive(900, 1))
    other.write_bytes(archive(300, 2))
    query = "number in 100..400 and (result = 1-0 or plies > 55)"
    files = str(one), str(other)
    whole = damas("filter", query, *files, "--jobs", "1").out
    assert damas("filter", query, *files, "--jobs", jobs).out == whole
    assert damas("filter", query, *files, "--jobs", jobs, "--count").out == (
        f"{whole.count('[Event')}\n"
    )
    head = damas("filter", query, *files, "--jobs", jobs, "--head", "90").out
    assert whole.startswith(head.rstrip("\n"))
    assert head.count("[Event") == 90


def test_what_comes_behind_the_last_game_belongs_to_it() -> None:
    data = b"1. 9-13 1-0 {behind}\n\n1. 10-14 0-1\n; the end\n"
    assert damas("filter", "number = 1", stdin=data).out == "1. 9-13 1-0 {behind}\n"
    assert damas("filter", "number = 2", stdin=data).out == "1. 10-14 0-1\n; the end\n"


def test_a_game_that_is_too_large_is_copied_whole(tmp_path: Path) -> None:
    large = b'[White "Large"]\n\n1. 10-14 {' + b"x" * (17 << 20) + b"} 1-0"
    file = tmp_path / "a.pdn"
    file.write_bytes(DATA + b"\n" + large + b"\n\n" + DATA)
    for more in (["--head", "1"], ["--sample", "1"]):
        result = damas("filter", "white = Large", str(file), *more)
        assert result.out.encode() == large + b"\n", more
    assert "1 could not be read whole and was asked as far as it was" in result.err


def test_all_formats_are_read(tmp_path: Path) -> None:
    records = damas("convert", "--to", "jsonl", stdin=DATA).out.encode()
    found = damas("filter", "white ~ munoz", stdin=records).out
    assert '[White "Muñoz, Ana"]' in found
    assert (
        damas("filter", "white ~ munoz", "--from", "jsonl", "--count", stdin=records).out == "1\n"
    )


# ---- the query


def test_a_fault_is_shown_with_its_place() -> None:
    result = damas("filter", "white = x and (", "a.pdn")
    assert result.status == ExitStatus.USAGE
    assert result.err == (
        "damas filter: error: Invalid value for 'EXPR': expected a test such as"
        ' white ~ "garcia", date >= 1987 or kings(white) = 2\n'
        "  white = x and (\n"
        "                 ^\n"
        "Try 'damas filter --help'.\n"
    )


def test_in_spanish_too() -> None:
    result = damas("filter", "--lang", "es", "kings(rey) = 1", "a.pdn")
    assert "se esperaba 'white', 'black' o 'any'\n  kings(rey) = 1\n        ^\n" in result.err


def test_a_query_may_be_in_a_file(tmp_path: Path) -> None:
    file, games = tmp_path / "query.txt", tmp_path / "a.pdn"
    file.write_text("\ufeff# both\nwhite ~ 'garcía'\n  or draw\n", encoding="utf-8")
    games.write_bytes(DATA)
    assert damas("filter", "--query-file", str(file), str(games)).out == joined(1, 3)
    assert damas("filter", "--query-file", str(file), stdin=DATA).out == joined(1, 3)
    file.write_text("white ~\n", encoding="utf-8")
    result = damas("filter", "--query-file", str(file), str(games))
    assert result.status == 2
    assert (
        "for '--query-file': expected a value, in quotes if it has blanks\n  white ~\n"
        in result.err
    )


def test_query_files_that_are_none(tmp_path: Path) -> None:
    assert damas("filter", "--query-file", str(tmp_path / "none"), stdin=DATA).status == 3
    odd = tmp_path / "odd"
    odd.write_bytes(b"white = \xff")
    assert "is not UTF-8" in damas("filter", "--query-file", str(odd)).err
    odd.write_bytes(b" " * (2 << 20))
    assert "is too large to be a query" in damas("filter", "--query-file", str(odd)).err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Invalid value for 'EXPR': is missing"),
        (["draw", "--head", "1", "--sample", "1"], "'--sample': goes without --head"),
        (["draw", "--count", "--sample", "1"], "'--sample': goes without --count"),
        (["draw", "--seed", "1"], "'--seed': goes with --sample only"),
        (["draw", "--head", "0"], "--head"),
        (["draw", "-o", "a.pdn.gz"], "is not packed"),
    ],
)
def test_options_that_make_no_sense(arguments: list[str], told: str) -> None:
    result = damas("filter", *arguments, stdin=DATA)
    assert (result.status, result.out) == (2, "")
    assert told in result.err


def test_how_a_query_is_asked_is_told_without_reading() -> None:
    result = damas("filter", "--explain", "captures(3) and white ~ x", "nowhere.pdn")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        'all of:\n  tag(white) ~ "x"\n  captures(= 3)\n\n'
        "Moves are played only where the tests before leave it open.\n"
    )
    assert damas("filter", "--explain", "draw").out == "result = 1/2-1/2\n\nNo moves are played.\n"


def test_rules_of_ones_own(tmp_path: Path) -> None:
    rules = Path("examples/reglas-club.toml").absolute()
    arguments = ("filter", "variant = spanish", "--rules", str(rules), "--count")
    name = damas("variants", str(rules)).out
    assert damas(*arguments, stdin=DATA).status in (0, 1), name
    assert damas("filter", "variant = italian", "--variant", "italian", stdin=DATA).out == joined(
        1, 2, 3
    )


# ---- files


def test_an_output_is_written_whole_and_over_nothing(tmp_path: Path) -> None:
    games, output = tmp_path / "a.pdn", tmp_path / "out.pdn"
    games.write_bytes(DATA)
    assert damas("filter", "draw", str(games), "-o", str(output)).out == ""
    assert output.read_bytes().decode() == joined(3)
    result = damas("filter", "number = 1", str(games), "-o", str(output))
    assert result.status == 2
    assert "is there already; --force writes over it" in result.err
    assert damas("filter", "number = 1", str(games), "-o", str(output), "--force").status == 0
    assert output.read_bytes().decode() == joined(1)
    result = damas("filter", "draw", str(games), "-o", str(games), "--force")
    assert (result.status, games.read_bytes()) == (2, DATA)
    assert damas("filter", "draw", "none.pdn", "-o", str(output), "--force").status == 3
    assert output.read_bytes().decode() == joined(1)
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["a.pdn", "out.pdn"]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    games = tmp_path / "a.pdn"
    games.write_bytes(DATA)
    result = damas("filter", "draw", "none.pdn", str(games))
    assert (result.status, result.out) == (3, joined(3))
    assert "none.pdn" in result.err


def test_on_a_terminal_it_says_what_to_do() -> None:
    result = damas("filter", "draw", terminals="stdin")
    assert result.status == 2
    assert "Name a file or a folder, or pipe games in." in result.err


# ---- real processes


def test_a_pipeline_ends_at_once_and_quietly(tmp_path: Path) -> None:
    big = tmp_path / "big.pdn"
    data = archive(2000)
    with big.open("wb") as file:
        for _ in range(40):
            file.write(data)
    run = " ".join(DAMAS)
    begun = time.monotonic()
    result = subprocess.run(
        [
            "bash",
            "-c",
            f"cat {big} | {run} filter -q 'plies > 3' | {run} convert -q --to jsonl | head -5;"
            ' echo "${PIPESTATUS[@]}" >&2',
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.stdout.count("\n") == 5
    statuses = result.stderr.split()
    assert set(statuses) <= {"0", "141"}, result.stderr
    assert statuses[1:3] == ["141", "141"]
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_reading_stops_when_there_is_enough(jobs: str) -> None:
    process = subprocess.Popen(
        [*DAMAS, "filter", "plies > 0", "--head", "3", "--jobs", jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    data = archive(200)
    # The input never ends by itself.
    with contextlib.suppress(BrokenPipeError):
        for _ in range(100_000):
            process.stdin.write(data)
    out, err = process.communicate(timeout=60)
    assert out.count(b"[Event") == 3
    assert err.endswith(b", then no more was read\n")
    assert process.returncode == 0


def test_a_game_comes_out_as_soon_as_it_is_there() -> None:
    process = subprocess.Popen(
        [*DAMAS, "filter", "draw", "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(DATA + b"\n" + GAMES[0].encode() + b"\n")
    process.stdin.flush()
    expected = joined(3).encode()
    assert process.stdout.read(len(expected)) == expected
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_the_grammar_is_loaded_by_no_other_command() -> None:
    code = (
        "import sys; sys.argv = ['damas', 'check', '-q', '/dev/null']\n"
        "from damas_cli.__main__ import main\nmain()\n"
        "print([name for name in sys.modules if 'lark' in name or 'query' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_a_file_in_the_place_of_the_query_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "t.pdn"
    file.write_text("1. 10-14 1/2-1/2\n")
    for arguments in ([str(file)], [str(file), "draw"]):
        outcome = damas("filter", *arguments)
        assert outcome.status == ExitStatus.USAGE
        assert f"{file} is a file; what to ask comes before the files" in outcome.err


def test_a_query_that_finds_nothing_may_have_a_slip_in_it() -> None:
    game = b'[White "x"]\n\n1. 10-14 1-0\n'
    told = "whit was taken for the tag of that name; did you mean white?\n"
    outcome = damas("filter", "--jobs=1", "whit = x", stdin=game)
    assert (outcome.status, outcome.err) == (ExitStatus.FINDINGS, f"0 of 1 game\n{told}")
    assert damas("filter", "--jobs=1", "white = y or Club = x", stdin=game).err == "0 of 1 game\n"
    assert told not in damas("filter", "--jobs=1", "whit != x", stdin=game).err
    assert damas("filter", "--jobs=1", "--quiet", "whit = x", stdin=game).err == ""
