"""`damas convert` as a command: which format is which, what is said, and what ends it how."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from damas_cli.cli.status import ExitStatus
from damas_cli.convert import FORMATS, load, writable

from .running import DAMAS, damas

GAME = '[Event "Club"]\n[White "Ana"]\n[Black "Eva"]\n[Result "1-0"]\n\n1. 10-14 23-20 1-0\n'
BROKEN = '[Event "Club"]\n[White "Eva"]\n\n1. 10-14 & 23-20 1-0\n'
OTHER = '[Event "Liga"]\n[White "Luz"]\n[Result "*"]\n\n1. 9-13 *\n'


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def records(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def whites(out: str) -> list[object]:
    return [record["tags"]["White"] for record in records(out)]  # type: ignore[index]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_what_it_says(name: str) -> None:
    module = load(name)
    assert hasattr(module, "Reader") == FORMATS[name].reads
    assert hasattr(module, "Writer") == FORMATS[name].writes


def test_the_name_of_the_output_tells_its_format(tmp_path) -> None:
    output = tmp_path / "games.jsonl"
    result = damas("convert", write(tmp_path / "games.pdn", GAME), "-o", str(output))
    assert (result.status, result.out) == (ExitStatus.OK, "")
    assert whites(output.read_text()) == ["Ana"]


def test_without_a_format_to_write_there_is_a_usage_error(tmp_path) -> None:
    result = damas("convert", write(tmp_path / "games.pdn", GAME), "-o", str(tmp_path / "games"))
    assert result.status == ExitStatus.USAGE
    assert all(name in result.err for name in writable())
    assert not (tmp_path / "games").exists()


def test_the_content_tells_the_format_of_standard_input() -> None:
    first = damas("convert", "--to", "jsonl", stdin=GAME.encode())
    assert whites(first.out) == ["Ana"]
    second = damas("convert", "--to", "jsonl", stdin=first.out.encode())
    assert second.out == first.out


def test_the_name_goes_before_the_content_and_the_option_before_both(tmp_path) -> None:
    misnamed = write(tmp_path / "games.jsonl", GAME)
    result = damas("convert", "--to", "jsonl", misnamed)
    assert result.status == ExitStatus.UNREADABLE
    assert "games.jsonl:1: " in result.err
    result = damas("convert", "--from", "pdn", "--to", "jsonl", misnamed)
    assert (result.status, whites(result.out)) == (ExitStatus.OK, ["Ana"])


def test_files_of_several_formats_become_one_in_their_order(tmp_path) -> None:
    jsonl = damas("convert", "--to", "jsonl", stdin=OTHER.encode()).out
    packed = tmp_path / "more.pdn.gz"
    packed.write_bytes(gzip.compress(GAME.encode()))
    paths = [
        write(tmp_path / "a.pdn", GAME + "\n" + OTHER),
        write(tmp_path / "b.jsonl", jsonl),
        str(packed),
    ]
    result = damas("convert", "--to", "jsonl", *paths)
    assert result.status == ExitStatus.OK
    assert whites(result.out) == ["Ana", "Luz", "Luz", "Ana"]
    assert [record["game"] for record in records(result.out)] == [1, 2, 3, 4]


def test_what_cannot_be_read_is_said_and_the_rest_converted(tmp_path) -> None:
    missing = str(tmp_path / "missing.pdn")
    result = damas("convert", "--to", "jsonl", missing, write(tmp_path / "a.pdn", GAME))
    assert result.status == ExitStatus.UNREADABLE
    assert "missing.pdn" in result.err
    assert whites(result.out) == ["Ana"]


def test_broken_games_are_kept_and_counted() -> None:
    result = damas("convert", "--to", "jsonl", stdin=(BROKEN + "\n" + GAME).encode())
    assert result.status == ExitStatus.OK
    assert whites(result.out) == ["Eva", "Ana"]
    first = records(result.out)[0]
    assert first["error"] is not None
    assert first["raw"] == BROKEN.strip()
    assert "1 game could not be read whole" in result.err


def test_quiet_says_nothing_but_errors() -> None:
    assert damas("convert", "--to", "jsonl", "-q", stdin=BROKEN.encode()).err == ""


def test_the_same_in_spanish() -> None:
    result = damas("convert", "--to", "jsonl", "--lang", "es", stdin=BROKEN.encode())
    assert "1 partida no se pudo leer entera" in result.err


def test_an_input_without_games_is_none_and_says_so() -> None:
    result = damas("convert", "--to", "jsonl", stdin=b"")
    assert (result.status, result.out) == (ExitStatus.OK, "")
    assert "no games" in result.err


def test_the_output_is_none_of_the_inputs(tmp_path) -> None:
    path = write(tmp_path / "games.pdn", GAME)
    result = damas("convert", path, "-o", path)
    assert result.status == ExitStatus.USAGE
    assert (tmp_path / "games.pdn").read_text() == GAME
    assert [file.name for file in tmp_path.iterdir()] == ["games.pdn"]


def test_a_full_disk_leaves_no_half_of_an_output(tmp_path) -> None:
    output = tmp_path / "missing" / "games.jsonl"
    result = damas("convert", "-o", str(output), stdin=GAME.encode())
    assert result.status == ExitStatus.UNREADABLE
    assert "cannot write" in result.err
    result = damas("convert", "--to", "jsonl", "-o", "/dev/full", stdin=GAME.encode())
    assert result.status == ExitStatus.UNREADABLE


def test_a_terminal_gets_help_and_no_silent_wait() -> None:
    result = damas("convert", "--to", "pdn", terminals="stdin")
    assert result.status == ExitStatus.USAGE
    assert "damas convert --help" in result.err


@pytest.mark.parametrize("target", ["jsonl", "pdn"])
def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path, target: str) -> None:
    path = write(tmp_path / "games.pdn", (GAME + "\n") * 20_000)
    command = [*DAMAS, "convert", "--to", target, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == ExitStatus.BROKEN_PIPE


OPEN = "1. 9-13 & 21-18"
BARE = "1. 10-14 23-20 *"
OPEN_TAGGED = '[White "Ana"] 1. 9-13 & 21-18 1-0'


@pytest.mark.parametrize("command", [("convert", "--to", "pdn"), ("fmt",)], ids=" ".join)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_broken_game_takes_in_none_of_another_file(
    tmp_path: Path, command: tuple[str, ...], jobs: str
) -> None:
    texts = [OPEN, BARE, OPEN_TAGGED, BARE, OPEN, GAME, BARE, OPEN]
    paths = [write(tmp_path / f"{n}.pdn", text) for n, text in enumerate(texts)]
    merged = damas(*command, "-q", "--jobs", jobs, *paths).out
    again = damas("convert", "-q", "--to", "jsonl", stdin=merged.encode()).out
    alone = damas("convert", "-q", "--to", "jsonl", *paths).out
    told = [[(r["moves"], r["error"] is None) for r in records(out)] for out in (again, alone)]
    assert len(told[0]) == len(texts)
    assert told[0] == told[1]
    assert damas(*command, "-q", stdin=merged.encode()).out == merged
    through = damas("convert", "-q", "--to", "pdn", "--from", "jsonl", stdin=alone.encode()).out
    assert len(records(damas("convert", "-q", "--to", "jsonl", stdin=through.encode()).out)) == 8


def test_the_first_games_come_before_the_input_ends() -> None:
    command = [*DAMAS, "convert", "--to", "jsonl"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write((GAME + "\n" + OTHER).encode())
        process.stdin.flush()
        assert whites(process.stdout.readline().decode()) == ["Ana"]
        process.stdin.close()
        assert whites(process.stdout.read().decode()) == ["Luz"]


@pytest.mark.parametrize(
    ("target", "option"),
    [
        ("csv", ["--positions"]),
        ("jsonl", ["--plies"]),
        ("pdn", ["--at", "3"]),
        ("html", ["--source"]),
        ("fen", ["--orientation", "white"]),
        ("text", ["--size", "300"]),
    ],
)
def test_options_that_would_do_nothing_are_refused(target: str, option: list[str]) -> None:
    result = damas("convert", "--to", target, *option, stdin=GAME.encode())
    assert (result.status, result.out) == (ExitStatus.USAGE, "")
    assert option[0] in result.err


def test_a_file_stays_where_nothing_could_be_read_for_it(tmp_path: Path) -> None:
    kept = write(tmp_path / "kept.jsonl", "kept")
    result = damas("convert", str(tmp_path / "missing.pdn"), "-o", kept)
    assert result.status == ExitStatus.UNREADABLE
    assert Path(kept).read_text() == "kept"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.jsonl"]


def test_what_is_written_only_is_not_read(tmp_path: Path) -> None:
    table = write(tmp_path / "games.csv", "game,white\n1,Ana\n")
    result = damas("convert", "--to", "jsonl", table)
    assert (result.status, result.out) == (ExitStatus.UNREADABLE, "")
    assert "csv is not read" in result.err


@pytest.mark.parametrize("name", ["games.jsonl.gz", "games.pdn.zst", "GAMES.CSV.ZIP"])
def test_the_output_is_not_packed(tmp_path: Path, name: str) -> None:
    result = damas("convert", "--to", "csv", "-o", str(tmp_path / name), stdin=GAME.encode())
    assert result.status == ExitStatus.USAGE
    assert list(tmp_path.iterdir()) == []


def test_a_game_too_large_is_told_of() -> None:
    large = b'[White "' + b"a" * (17 << 20) + b'"] 1. 10-14 *\n\n' + GAME.encode()
    result = damas("convert", "--to", "jsonl", stdin=large)
    assert len(records(result.out)) == 2
    assert "1 game is larger than 16 MiB" in result.err


def test_a_game_that_goes_on_counting_stays_one_of_its_own(tmp_path: Path) -> None:
    texts = ["1. 10-14 23-20 *", "2. 9-13 *", "(1. 9-13) 3. 9-13 1-0", "1. 9-13 *", "10-14 *"]
    paths = [write(tmp_path / f"{n}.pdn", text) for n, text in enumerate(texts)]
    merged = damas("convert", "-q", "--to", "pdn", *paths).out
    again = records(damas("convert", "-q", "--to", "jsonl", stdin=merged.encode()).out)
    assert len(again) == len(texts)
    assert [record["tags"] for record in again] == [{}, {"Event": "?"}, {"Event": "?"}, {}, {}]
