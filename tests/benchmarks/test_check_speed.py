"""`damas check`, end to end: games a second on a legal archive, and memory on a long file."""

from __future__ import annotations

import os
import subprocess
import sys

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


def check(path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damas_cli", "check", str(path)],
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


@pytest.mark.skipif(sys.platform == "win32", reason="wait4 tells the memory, and Windows has none")
def test_memory_on_a_long_file(benchmark, long_file):
    def peak() -> int:
        command = [sys.executable, "-m", "damas_cli", "check", "-q", str(long_file)]
        process = subprocess.Popen(command)
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0
        return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    most = benchmark.pedantic(peak, rounds=1)
    benchmark.extra_info["peak memory, MB"] = round(most / 1e6, 1)
    assert most < 150e6
