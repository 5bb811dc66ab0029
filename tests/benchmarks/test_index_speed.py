"""`damas index`: how long builds and questions take; and how fast games are asked for a position.

A million positions have to be indexed in less than a minute, and one of them found in 50 ms; 15,000
games a second have to be asked whether they reach a position.
"""

from __future__ import annotations

import itertools
import random
import subprocess
import sys

import pytest

from damas_cli.archive.index_finding import ArchiveIndex, Wish
from damas_cli.archive.line import main_line_of
from damas_cli.archive.patterns import Reaches
from damas_cli.check.regulation import Rulebook
from damas_cli.pdn.reader import read_games

from .test_check_speed import GAMES, legal_archive

__all__ = ["legal_archive"]  # the fixture


def damas(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "damas_cli", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True)


@pytest.fixture(scope="module")
def index(legal_archive):
    path = str(legal_archive.with_name("built.db"))
    damas("index", "build", "--force", path, str(legal_archive))
    return path


@pytest.fixture(scope="module")
def fens(legal_archive):
    """Positions of the archive, one in a thousand games."""
    rng = random.Random(1)
    games = itertools.islice(read_games([legal_archive.read_bytes()]), None, None, 1000)
    lines = (main_line_of(game, Rulebook()) for game in games)
    return [str(line.position(rng.randint(10, line.plies))) for line in lines if line]


@pytest.mark.parametrize("jobs", [1, 2])
def test_building(benchmark, legal_archive, jobs):
    path = str(legal_archive.with_name(f"archive-{jobs}.db"))
    arguments = ("index", "build", "--force", path, str(legal_archive), f"--jobs={jobs}")
    benchmark.pedantic(damas, args=arguments, rounds=3)
    with ArchiveIndex(path) as built:
        (positions,) = built.db.execute("SELECT count(*) FROM positions").fetchone()
    assert positions > 1_000_000
    benchmark.extra_info["positions"] = positions
    benchmark.extra_info["positions/s"] = round(positions / benchmark.stats.stats.min)


def test_finding_in_process(benchmark, index, fens):
    """Opening the index, finding a position, reading and playing the games that have it."""
    around = itertools.cycle(fens)

    def found() -> int:
        with ArchiveIndex(index) as opened:
            return sum(1 for _ in opened.find(Wish(fen=next(around))))

    assert benchmark.pedantic(found, rounds=100, warmup_rounds=1) >= 1


def test_finding_as_a_command(benchmark, index, fens):
    """The same with the start of the process."""
    benchmark.pedantic(damas, args=("index", "find", index, "--fen", fens[0]), rounds=10)


@pytest.mark.parametrize("mirror", [False, True])
def test_games_a_second_that_are_asked_for_a_position(benchmark, legal_archive, fens, mirror):
    data, rulebook, test = legal_archive.read_bytes(), Rulebook(), Reaches(fens[0], mirror)

    def reached() -> int:
        lines = (main_line_of(game, rulebook) for game in read_games([data]))
        return sum(line is not None and test.matches(line) for line in lines)

    assert benchmark.pedantic(reached, rounds=3) >= 1
    benchmark.extra_info["games/s"] = round(GAMES / benchmark.stats.stats.min)
