"""`damas check`, end to end: games a second, alone and with workers, and memory on a long file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from damas_cli.rules import kernels

from ..data.legal_games import KernelRules, archive

GAMES = 20_000
LONG_FILE = 300_000_000


@pytest.fixture(scope="session")
def legal_archive(tmp_path_factory):
    """20,000 legal games with seven tags and more, a mean of 50 plies or more."""
    path = tmp_path_factory.mktemp("archive") / "archive.pdn"
    rules = KernelRules(kernels.load("spanish"))
    path.write_text("".join(archive(GAMES, 1, rules)), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def long_file(legal_archive):
    """The archive again and again, to 300 MB."""
    path = legal_archive.with_name("long.pdn")
    data = legal_archive.read_bytes()
    with path.open("wb") as file:
        while file.tell() < LONG_FILE:
            file.write(data)
    yield path
    path.unlink()


def check(path, jobs: int = 1) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damas_cli", "check", "--jobs", str(jobs), str(path)],
        check=True,
        capture_output=True,
        text=True,
    )


def test_games_a_second(benchmark, legal_archive):
    done = benchmark.pedantic(check, args=(legal_archive,), rounds=10, warmup_rounds=1)
    assert done.stdout == ""
    assert done.stderr.startswith(f"{GAMES} games, 0 findings")
    benchmark.extra_info["games/s, best of ten"] = round(GAMES / benchmark.stats.stats.min)
    benchmark.extra_info["games/s, median"] = round(GAMES / benchmark.stats.stats.median)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_a_second_of_a_long_file(benchmark, legal_archive, long_file, jobs):
    """With two jobs at least 35,000, and 1.6 times as many as with one, on two quiet cores."""
    done = benchmark.pedantic(check, args=(long_file, jobs), rounds=3)
    games = GAMES * long_file.stat().st_size // legal_archive.stat().st_size
    assert done.stderr.startswith(f"{games} games, 0 findings")
    benchmark.extra_info["games/s, best of three"] = round(games / benchmark.stats.stats.min)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc for the memory")
@pytest.mark.parametrize("jobs", [1, 2])
def test_memory_of_each_process(benchmark, long_file, jobs):
    def peaks() -> dict[int, int]:
        command = [
            sys.executable,
            "-m",
            "damas_cli",
            "check",
            "-q",
            f"--jobs={jobs}",
            str(long_file),
        ]
        process = subprocess.Popen(command, start_new_session=True)
        most: dict[int, int] = {}
        while process.poll() is None:
            for pid, size in resident(process.pid):
                most[pid] = max(most.get(pid, 0), size)
            time.sleep(0.1)
        assert process.returncode == 0
        return most

    most = benchmark.pedantic(peaks, rounds=1)
    benchmark.extra_info["peak memory of each process, MB"] = [
        round(size / 1e6, 1) for size in sorted(most.values())
    ]
    assert max(most.values()) < 200e6


def resident(session: int) -> Iterator[tuple[int, int]]:
    """Yield the processes of a session, each with its memory."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session:
                    yield int(entry.name), int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


def test_records_a_second(benchmark, legal_archive):
    """At least 10,000 games a second, on a quiet core and with the start of the process."""

    def convert() -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "damas_cli", "convert", "--to", "jsonl", "--jobs", "1"]
        return subprocess.run([*command, str(legal_archive)], check=True, capture_output=True)

    done = benchmark.pedantic(convert, rounds=5, warmup_rounds=1)
    assert done.stdout.count(b"\n") == GAMES
    benchmark.extra_info["games/s, best of five"] = round(GAMES / benchmark.stats.stats.min)
