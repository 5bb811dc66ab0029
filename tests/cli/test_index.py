"""`damas index`: its options, what it prints, and what it refuses. What it finds: tests/archive."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from damas_cli.cli.status import ExitStatus

from .running import DAMAS, Outcome, damas

GAMES = """[Event "Open"]
[White "García, Inés"]
[Black "Rey"]
[Date "1987.05.12"]
[Result "1-0"]

1. 10-14 23-20 2. 12-15 1-0

[White "Peña"]
[Black "García, Inés"]

1. 9-13 23-20 * {good}
"""
SECOND = GAMES[GAMES.index('[White "Peña"]') :]
FEN = "B:W1-9,11,12,14:B21-32"


@pytest.fixture
def index(tmp_path: Path) -> str:
    (tmp_path / "games.pdn").write_text(GAMES, "utf-8")
    path = str(tmp_path / "all.db")
    outcome = damas("index", "build", path, str(tmp_path))
    assert outcome == Outcome(
        ExitStatus.OK, "", "read: 1 file, 2 games; in the index: 1 file, 2 games\n"
    )
    return path


def find(index: str, *arguments: str, **options: str) -> Outcome:
    return damas("index", "find", index, *arguments, **options)  # type: ignore[arg-type]


def test_the_game_as_it_stands(index: str) -> None:
    assert find(index, "--tag", "white=Peña") == Outcome(ExitStatus.OK, SECOND, "1 game\n")
    assert find(index, "--tag", "player~GARCIA", "-q") == Outcome(ExitStatus.OK, GAMES, "")


def test_a_list_for_people(index: str) -> None:
    told = find(index, "--fen", FEN, "--list").out
    assert told.endswith("games.pdn:1: game 1, ply 1: García, Inés - Rey 1-0 (Open, 1987.05.12)\n")
    assert ", movimiento 1: " in find(index, "--fen", FEN, "--list", "--lang", "es").out
    assert ": game 2: Peña - " in find(index, "--tag", "White~pena", "--list").out


def test_a_list_for_programs(index: str) -> None:
    (hit,) = map(json.loads, find(index, "--fen", FEN, "--jsonl").out.splitlines())
    assert hit == {
        "path": str(Path(index).with_name("games.pdn")),
        "game": 1,
        "line": 1,
        "offset": 0,
        "length": len(GAMES.encode()) - len(SECOND.encode()) - 2,
        "ply": 1,
        "fen": "B:W1,2,3,4,5,6,7,8,9,11,12,14:B21,22,23,24,25,26,27,28,29,30,31,32",
        "white": "García, Inés",
        "black": "Rey",
        "result": "1-0",
        "date": "1987.05.12",
        "event": "Open",
    }
    (hit,) = map(json.loads, find(index, "--tag", "white=Peña", "--jsonl").out.splitlines())
    assert (hit["ply"], hit["fen"], hit["event"], hit["line"]) == (None, None, None, 9)


def test_how_many(index: str) -> None:
    assert find(index, "--tag", "player~inés", "--count") == Outcome(ExitStatus.OK, "2\n", "")
    assert find(index, "--tag", "player~x", "--count") == Outcome(ExitStatus.FINDINGS, "0\n", "")
    assert find(index, "--tag", "player~inés", "--count", "--head", "1").out == "1\n"
    assert find(index, "--tag", "player~inés", "--head", "1", "-q").out == GAMES[: -len(SECOND) - 1]


def test_a_position_of_the_mirror(index: str) -> None:
    turned = "W:W1-12:B19,21,22,24-32"
    assert find(index, "--fen", turned, "--count").status == ExitStatus.FINDINGS
    assert find(index, "--fen", turned, "--mirror", "--count").out == "1\n"


def test_to_a_file(index: str, tmp_path: Path) -> None:
    out = tmp_path / "found.pdn"
    assert find(index, "--tag", "white=Peña", "-o", str(out)).out == ""
    assert out.read_text("utf-8") == SECOND
    outcome = find(index, "--tag", "player~inés", "-o", str(out))
    assert (outcome.status, out.read_text("utf-8")) == (ExitStatus.USAGE, SECOND)
    assert find(index, "--tag", "player~inés", "-o", str(out), "--force").status == ExitStatus.OK
    assert out.read_text("utf-8") == GAMES
    for path in (index, str(tmp_path / "games.pdn")):
        outcome = find(index, "--tag", "player~inés", "-o", path, "--force")
        assert outcome.status == ExitStatus.USAGE
        assert "is one of the files to read" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "what is to be found"),
        (["--mirror", "--tag", "a=b"], "goes only with --fen"),
        (["--fen", "W:W99:B1"], "'99' is not on the board of spanish"),
        (["--fen", "?:W1:B32"], "leaves something open"),
        (["--material", "queens(white) = 1"], "is not of the form kings(white) >= 2"),
        (["--tag", "White"], "is none of NAME=VALUE and NAME~PART"),
        (["--tag", "a=b", "--list", "--count"], "goes without --count"),
    ],
)
def test_what_makes_no_sense(index: str, arguments: list[str], told: str) -> None:
    outcome = find(index, *arguments)
    assert outcome.status == ExitStatus.USAGE
    assert told in outcome.err


def test_what_is_no_plain_file_of_pdn_is_told(tmp_path: Path) -> None:
    (tmp_path / "good.pdn").write_text(GAMES, "utf-8")
    (tmp_path / "packed.pdn").write_bytes(gzip.compress(GAMES.encode()))
    (tmp_path / "wide.pdn").write_bytes(GAMES.encode("utf-16"))
    (tmp_path / "games.jsonl").write_text("{}", "utf-8")
    index = str(tmp_path / "all.db")
    outcome = damas("index", "build", index, str(tmp_path), str(tmp_path / "games.jsonl"), "-")
    assert outcome.status == ExitStatus.UNREADABLE
    for name in ("packed.pdn", "wide.pdn", "games.jsonl", "-"):
        assert f"{name}: only PDN files as they are can be indexed" in outcome.err
    assert "in the index: 1 file, 2 games" in outcome.err


def test_the_index_is_none_of_its_files(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES, "utf-8")
    assert damas("index", "build", str(path), str(tmp_path)).status == ExitStatus.UNREADABLE
    outcome = damas("index", "build", str(path), str(path), "--force")
    assert outcome.status == ExitStatus.USAGE
    assert path.read_text("utf-8") == GAMES


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "games.pdn").write_text(GAMES, "utf-8")
    outcome = damas("index", "build", str(tmp_path / "missing" / "all.db"), str(tmp_path))
    assert outcome.status == ExitStatus.UNREADABLE
    assert "No such file or directory" in outcome.err


def test_no_command_of_its_own() -> None:
    outcome = damas("index")
    assert outcome.status == ExitStatus.USAGE
    assert outcome.err == damas("index", "--help").out
    assert "Did you mean 'find'?" in damas("index", "fnd").err


def test_a_reader_that_goes_away(index: str) -> None:
    many = Path(index).with_name("many.pdn")
    many.write_text(GAMES * 2000, "utf-8")
    damas("index", "build", index, str(many))
    command = [*DAMAS, "index", "find", index, "--tag", "player~inés"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b'[Event "Open"]\n'
    process.stdout.close()
    assert process.wait(60) == ExitStatus.BROKEN_PIPE
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
