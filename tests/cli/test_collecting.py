"""`damas dedupe`, `sort`, `split` and `merge` as commands: nothing is lost, and nothing is half."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.archive.task import ArchiveOptions
from damas_cli.cli.status import ExitStatus
from damas_cli.pdn.reader import read_games

from ..archive.asking import Copy, replies
from .running import DAMAS, damas, heed_signals

ANA = '[White "Ana"]\n[Black "Eva"]\n[Date "1987.05.03"]\n\n1. 10-14 23-20 1-0\n'
SHORT = '[White "Ana"]\n\n10-14 23-20 *\n'
OTHER = '[White "Luz"]\n[Black "Eva"]\n\n1. 10-14 {so} 23-20 0-1\n'
LUZ = '[White "Luz"]\n[Date "1986.??.??"]\n\n1. 9-13 *\n'
BROKEN = '[White "Zoe"]\n\n1. 9-13 & 22-18 1-0\n'
HUGE = '[White "Big"]\n\n1. 9-13 {' + "a" * (17 << 20) + "} 1-0\n"
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc and /dev")


def write(path: Path, *games: str) -> str:
    path.write_text("\n".join(games), encoding="utf-8")
    return str(path)


def whites(text: str) -> list[str]:
    return [tag.value for game in read_games([text.encode()]) if (tag := game.tag("White"))]


# Copies


def test_copies_are_left_out_and_the_richest_stays_where_it_is(tmp_path: Path) -> None:
    result = damas("dedupe", write(tmp_path / "a.pdn", SHORT, LUZ, ANA))
    assert (result.status, result.out) == (ExitStatus.OK, f"{LUZ}\n{ANA}")
    assert result.err == "3 games, 1 copy left out\n"
    result = damas("dedupe", "--keep", "first", str(tmp_path / "a.pdn"))
    assert result.out == f"{SHORT}\n{LUZ}"


def test_games_that_contradict_each_other_are_counted_and_told(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.pdn", ANA, LUZ), write(tmp_path / "b.pdn", SHORT, OTHER)
    result = damas("dedupe", "-o", os.devnull, "--report", "-", first, second)
    assert result.err.endswith(
        "4 games, 2 copies left out, 1 of them has other players or another result\n"
    )
    assert result.out == (
        f"{second}:1 game 1 (Ana - ?) is a copy of {first}:1 game 1 (Ana - Eva)\n"
        f"{second}:5 game 2 (Luz - Eva) is a copy of {first}:1 game 1 (Ana - Eva):"
        " other players, another result\n"
    )
    report = tmp_path / "copies.jsonl"
    result = damas("dedupe", "-q", "--report", str(report), "--keep", "first", first, second)
    assert (result.err, whites(result.out)) == ("", ["Ana", "Luz"])
    assert [json.loads(line) for line in report.read_text().splitlines()][1] == {
        "path": second,
        "game": 2,
        "line": 5,
        "white": "Luz",
        "black": "Eva",
        "copy_of": {"path": first, "game": 1, "line": 1, "white": "Ana", "black": "Eva"},
        "differs": ["players", "result"],
    }


def test_other_rules(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", ANA, OTHER, SHORT)
    assert whites(damas("dedupe", "--by", "moves+White", path).out) == ["Ana", "Luz"]
    assert whites(damas("dedupe", "--by", "final", path).out) == ["Ana"]
    result = damas("dedupe", "--by", "moves,White", path)
    assert (result.status, result.out) == (ExitStatus.USAGE, "")
    assert "moves+White,Black" in result.err


def test_the_first_copies_are_written_while_the_input_goes_on() -> None:
    with subprocess.Popen(
        [*DAMAS, "dedupe", "--keep", "first", "-j1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write((ANA + "\n" + LUZ + "\n" + ANA).encode())
        process.stdin.flush()
        assert process.stdout.readline() == ANA.encode().splitlines(keepends=True)[0]
        process.stdin.close()


# Order


def test_sorting(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", ANA, SHORT, LUZ)
    result = damas("sort", "--by", "date", path)
    assert (result.status, result.out) == (ExitStatus.OK, f"{LUZ}\n{ANA}\n{SHORT}")
    assert result.err == "3 games\n"
    assert damas("sort", "--by=-date", path).out == f"{ANA}\n{LUZ}\n{SHORT}"
    assert damas("sort", "--by", "white,-plies", "--reverse", path).out == f"{LUZ}\n{ANA}\n{SHORT}"
    assert damas("sort", path).status == ExitStatus.USAGE
    assert damas("sort", "--by", "White Elo", path).status == ExitStatus.USAGE


# Parts


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_a_key_that_no_game_has_is_told(tmp_path: Path) -> None:
    games = write(tmp_path / "a.pdn", ANA, LUZ)
    outcome = damas("sort", "--jobs=1", "--by", "Rouund,White", games)
    assert outcome.err == "2 games\nno game has a value of Rouund\n"
    assert damas("sort", "--jobs=1", "--by", "Black", games).err == "2 games\n"
    assert damas("sort", "--jobs=1", "--by", "Rouund", "-q", games).err == ""


def test_splitting_by_a_tag(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", ANA, LUZ, SHORT.replace("Ana", "ÁNA"), "1. 9-13 1-0\n")
    folder = tmp_path / "new"
    result = damas("split", "--by", "White", path, "-o", str(folder))
    assert (result.status, result.out, result.err) == (ExitStatus.OK, "", "4 games, 3 files\n")
    assert files(folder) == {
        "Ana.pdn": f"{ANA}\n{SHORT.replace('Ana', 'ÁNA')}",
        "Luz.pdn": LUZ,
        "no-White.pdn": "1. 9-13 1-0\n",
    }
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".")] == []


def test_splitting_by_numbers_year_and_variant(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", *[ANA, LUZ, SHORT] * 5)
    damas("split", "--games", "2", path, "-o", str(tmp_path / "n"))
    assert sorted(files(tmp_path / "n")) == [f"games-{number}.pdn" for number in range(1, 9)]
    damas("split", "--games", "1", path, "-o", f"{tmp_path / 'm'}/")
    assert sorted(files(tmp_path / "m"))[9:11] == ["games-10.pdn", "games-11.pdn"]
    assert damas("split", "--by", "year", path, "-o", str(tmp_path / "y")).status == ExitStatus.OK
    assert sorted(files(tmp_path / "y")) == ["1986.pdn", "1987.pdn", "no-year.pdn"]
    english = write(tmp_path / "b.pdn", ANA, '[GameType "21"]\n\n1. 11-15 23-19 *\n')
    damas("split", "--by", "variant", english, "-o", str(tmp_path / "v"))
    assert sorted(files(tmp_path / "v")) == ["english.pdn", "spanish.pdn"]


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    path, folder = write(tmp_path / "a.pdn", ANA, LUZ, SHORT), tmp_path / "new"
    result = damas("split", "--by", "White", "--dry-run", path, "-o", str(folder))
    assert result.out == f"{folder}/Ana.pdn: 2 games\n{folder}/Luz.pdn: 1 game\n"
    assert not folder.exists()


def test_a_full_folder_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    path, folder = write(tmp_path / "a.pdn", ANA, LUZ), tmp_path / "new"
    folder.mkdir()
    assert damas("split", "--by", "White", path, "-o", str(folder)).status == ExitStatus.OK
    before = write(folder / "Luz.pdn", "mine"), (folder / "Luz.pdn").chmod(0o600)
    result = damas("split", "--by", "White", path, "missing.pdn", "-o", str(folder))
    assert result.status == ExitStatus.USAGE
    assert "--force" in result.err
    assert "missing.pdn" not in result.err
    assert Path(before[0]).read_text() == "mine"
    other = write(tmp_path / "b.pdn", LUZ)
    result = damas("split", "--by", "White", "--force", other, "-o", str(folder))
    assert files(folder) == {"Ana.pdn": ANA, "Luz.pdn": LUZ}
    assert (folder / "Luz.pdn").stat().st_mode & 0o777 == 0o600
    (folder / "Luz.pdn").unlink()
    (folder / "Luz.pdn").mkdir()
    result = damas("split", "--by", "White", "--force", path, "-o", str(folder))
    assert result.status == ExitStatus.USAGE
    assert sorted(entry.name for entry in folder.iterdir()) == ["Ana.pdn", "Luz.pdn"]


def test_nothing_is_read_from_the_folder_that_is_filled(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", ANA)
    result = damas("split", "--games", "1", "--force", str(tmp_path), "-o", str(tmp_path))
    assert result.status == ExitStatus.USAGE
    assert files(tmp_path) == {"a.pdn": ANA}
    result = damas("split", "--games", "1", path, "-o", path)
    assert (result.status, Path(path).read_text()) == (ExitStatus.USAGE, ANA)


def test_splitting_asks_for_one_way_to_part(tmp_path: Path) -> None:
    for arguments in ([], ["--games", "2", "--by", "White"], ["--games", "0"], ["--by", "a/b"]):
        result = damas("split", *arguments, "-o", str(tmp_path / "new"), stdin=ANA.encode())
        assert result.status == ExitStatus.USAGE
    assert damas("split", "--games", "2", stdin=ANA.encode()).status == ExitStatus.USAGE


# Several files in one


def test_merging(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.pdn", ANA, BROKEN), write(tmp_path / "b.pdn", LUZ, SHORT)
    output = tmp_path / "out.pdn"
    result = damas("merge", second, first, "-o", str(output))
    assert (result.status, result.out) == (ExitStatus.OK, "")
    assert result.err == "4 games, 1 of them could not be read whole and stays as it is\n"
    assert output.read_text() == f"{LUZ}\n{SHORT}\n{ANA}\n{BROKEN}"
    result = damas("merge", "--dedupe", "moves", "--sort", "white", second, first)
    assert result.out == f"{ANA}\n{LUZ}\n{BROKEN}"
    assert "1 copy left out" in result.err


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.pdn", ANA), write(tmp_path / "b.pdn", LUZ)
    for command in (["merge"], ["dedupe"], ["sort", "--by", "white"]):
        result = damas(*command, first, "-o", second)
        assert (result.status, Path(second).read_text()) == (ExitStatus.USAGE, LUZ)
        result = damas(*command, first, second, "--force", "-o", second)
        assert (result.status, Path(second).read_text()) == (ExitStatus.USAGE, LUZ)
    result = damas("dedupe", first, "--report", second)
    assert (result.status, Path(second).read_text()) == (ExitStatus.USAGE, LUZ)
    result = damas("dedupe", first, "--report", second, "--force", "-o", second)
    assert (result.status, Path(second).read_text()) == (ExitStatus.USAGE, LUZ)
    assert damas("dedupe", first, "--report", "-").status == ExitStatus.USAGE
    assert damas("merge", first, "--report", "-", "-o", os.devnull).status == ExitStatus.USAGE
    assert damas("merge", first, "--force", "-o", second).status == ExitStatus.OK
    assert Path(second).read_text() == ANA


def test_of_files_that_cannot_be_read_the_others_are_taken(tmp_path: Path) -> None:
    path, output = write(tmp_path / "a.pdn", ANA), tmp_path / "out.pdn"
    result = damas("merge", "missing.pdn", path, "-o", str(output))
    assert (result.status, output.read_text()) == (ExitStatus.UNREADABLE, ANA)
    result = damas("merge", "missing.pdn", "--force", "-o", str(output))
    assert (result.status, output.read_text()) == (ExitStatus.UNREADABLE, ANA)
    result = damas("split", "--games", "1", "missing.pdn", "-o", str(tmp_path / "new"))
    assert result.status == ExitStatus.UNREADABLE
    assert not (tmp_path / "new").exists()


def test_games_of_over_16_mib_stay_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", LUZ, HUGE, ANA)
    assert damas("sort", "--by", "white", path).out == f"{ANA}\n{HUGE}\n{LUZ}"
    damas("split", "--by", "White", path, "-o", str(tmp_path / "new"))
    assert files(tmp_path / "new") == {"Ana.pdn": ANA, "Big.pdn": HUGE, "Luz.pdn": LUZ}


# Nothing is lost

TAGGED = [ANA, SHORT, LUZ, BROKEN, '[White "D"]\n1. 9-13 ) 1-0\n', '[White "E"]\n']
BARE = ["1. 9-13 1-0\n", "1. 9-13 *\n", "2. 9-13 * {end}\n", "1. 9-13 & 1-0\n", "1. 9-13 (1-5 *\n"]
FILES = st.lists(st.sampled_from(TAGGED + BARE), max_size=5)


def games(*texts: str) -> Counter[str]:
    """Count the games of files, each without what may have been added to part it from others."""
    found = replies(Copy(ArchiveOptions()), *[text.encode() for text in texts])
    return Counter(
        text.decode().removeprefix('[Event "?"]\n\n').removesuffix("\n\n*")
        for reply in found
        for text, _ in reply.payload or ()  # type: ignore[attr-defined]
    )


@settings(deadline=None, max_examples=30)
@given(st.lists(FILES, min_size=1, max_size=3))
def test_the_games_out_are_the_games_in(archives: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        texts = ["\n".join(archive) for archive in archives]
        paths = [write(home / f"{number}.pdn", text) for number, text in enumerate(texts)]
        expected = games(*texts)
        options = ["-q", "-j1"]
        assert games(damas("merge", *options, *paths).out) == expected
        assert games(damas("sort", *options, "--by", "white,-plies", *paths).out) == expected
        for number, parting in enumerate((["--by", "White"], ["--games", "2"])):
            folder = home / f"parts{number}"
            damas("split", *options, *parting, *paths, "-o", str(folder))
            parts = files(folder).values() if folder.exists() else ()
            assert games(*parts) == expected
        once = games(damas("dedupe", *options, *paths).out)
        assert set(once) <= set(expected)
        broken = [text for text in expected if "&" in text or ")" in text or "(" in text]
        assert all(once[text] == 1 for text in broken)


@pytest.mark.parametrize("command", [["dedupe"], ["sort", "--by", "white"], ["merge"]])
def test_the_same_for_any_number_of_processes(command: list[str], tmp_path: Path) -> None:
    text = "\n".join(ANA.replace("Ana", f"P{number % 97}") for number in range(2000)) + LUZ
    path = write(tmp_path / "a.pdn", text)
    assert damas(*command, "-j1", path).out == damas(*command, "-j2", path).out


# What goes wrong


def limited(size: int) -> None:
    import resource  # not everywhere

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


COMMANDS = (
    ["dedupe", "--by", "moves+White"],
    ["sort", "--by", "white"],
    ["merge"],
    ["split", "--by", "year"],
)
# Each with other players.
MANY = "\n".join(ANA.replace("Ana", f"P{number}") for number in range(6000))


@LINUX
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_leaves_nothing(command: list[str], tmp_path: Path) -> None:
    path, folder = write(tmp_path / "a.pdn", MANY), tmp_path / "here"
    folder.mkdir()
    result = subprocess.run(
        [*DAMAS, *command, "-j1", path, "-o", str(folder / "out")],
        preexec_fn=lambda: limited(5000),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    assert result.returncode == ExitStatus.UNREADABLE
    assert re.fullmatch(r"damas: error: [^\n]*: File too large\n", result.stderr)
    assert list(folder.iterdir()) == []


@LINUX
@pytest.mark.parametrize("command", [["dedupe"], ["sort", "--by", "white"]])
def test_no_room_for_temporary_files(command: list[str], tmp_path: Path) -> None:
    code = (
        "import damas_cli.archive.sorting as s; s.Sorter.__init__.__defaults__ = (1, 3);"
        f"import sys; sys.argv = ['damas', *{[*command, '-j1', '-']!r}];"
        "from damas_cli.__main__ import main; sys.exit(main())"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        input=(ANA + "\n") * 20_000,
        preexec_fn=lambda: limited(5000),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert (result.returncode, result.stdout) == (ExitStatus.UNREADABLE, "")
    assert result.stderr == f"damas: error: no temporary file in {tmp_path}: File too large\n"
    assert list(tmp_path.iterdir()) == []


@LINUX
@pytest.mark.parametrize("command", COMMANDS[:3])
def test_standard_output_that_takes_nothing(command: list[str], tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", ANA, LUZ)
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*DAMAS, *command, path], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == ExitStatus.UNREADABLE
    assert "No space left on device" in result.stderr


@pytest.mark.parametrize("command", COMMANDS[:3])
def test_a_reader_who_goes_away_ends_it_quietly(command: list[str], tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdn", MANY)
    with subprocess.Popen(
        [*DAMAS, *command, "-j1", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (ExitStatus.BROKEN_PIPE, b"")


@LINUX
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_nothing(
    command: list[str], number: signal.Signals, tmp_path: Path
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    with subprocess.Popen(
        [*DAMAS, *command, "-j1", "-", "-o", str(folder / "out")],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_signals,
        env={**os.environ, "TMPDIR": str(folder)},
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write((ANA + "\n" + LUZ + "\n").encode() * 1000)
        process.stdin.flush()
        until = time.monotonic() + 30
        while not list(folder.iterdir()) and time.monotonic() < until:
            time.sleep(0.02)
        assert list(folder.iterdir())
        process.send_signal(number)
        assert process.wait(30) == 128 + number
        assert process.stderr.read() == b""
    assert list(folder.iterdir()) == []
