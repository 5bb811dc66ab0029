"""`damas dedupe`, `sort`, `split` and `merge`: games a second and memory on a million games."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from damas_cli.rules import kernels

from ..data.legal_games import KernelRules, random_game

GAMES = 1_000_000
MOST_MEMORY = 200e6


@pytest.fixture(scope="session")
def million(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A million small games, of 8 to 20 plies: a quarter of them different."""
    path = tmp_path_factory.mktemp("million") / "million.pdn"
    rules, rng = KernelRules(kernels.load("spanish")), random.Random(5)
    pool = [random_game(rng, 20, rules).texts for _ in range(20_000)]
    with path.open("w") as file:
        for number in range(GAMES):
            moves = " ".join(rng.choice(pool)[: rng.randrange(8, 21)])
            file.write(
                f'[White "P{number % 977}"]\n[Black "Q{number % 1013}"]\n'
                f'[Date "{1950 + number % 70}.05.{1 + number % 28:02}"]\n[Result "1-0"]\n\n'
                f"{moves} 1-0\n\n"
            )
    yield path
    path.unlink()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system for the memory")
@pytest.mark.parametrize(
    "arguments",
    [
        ["dedupe"],
        ["dedupe", "--keep", "first"],
        ["dedupe", "--report", "/dev/null"],
        ["sort", "--by", "date,white"],
        ["split", "--by", "year", "-o", "{}/years"],
        ["merge"],
    ],
    ids=" ".join,
)
def test_a_million_games(benchmark, million: Path, arguments: list[str]) -> None:
    """One job, so that the process has all the memory that it takes."""
    folder = million.parent

    def run() -> tuple[float, int]:
        command = [word.format(folder) for word in arguments]
        if "-o" not in command:
            command += ["-o", str(folder / "out.pdn"), "--force"]
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "damas_cli", *command, "-q", "--jobs", "1", str(million)]
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return time.perf_counter() - start, usage.ru_maxrss * 1024

    seconds, memory = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info["games/s"] = round(GAMES / seconds)
    benchmark.extra_info["peak memory, MB"] = round(memory / 1e6, 1)
    assert memory < MOST_MEMORY
