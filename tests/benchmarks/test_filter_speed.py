"""`damas filter`, end to end: games a second of one process, by tags and by positions."""

from __future__ import annotations

import subprocess
import sys

import pytest

from damas_cli.rules import kernels

from ..data.legal_games import KernelRules, archive

GAMES = 20_000
# So often that starting, and reading the grammar, count as little as they do for people.
TIMES = 5
QUERIES = {
    "tags": 'player ~ "munoz" and date >= 1990 and not draw',
    "all games by tags": "date >= 1900",
    "reaches": 'reaches("?:WK1:BK4")',
    "reaches, with don't-cares": 'reaches("W:WK*:BK4,*", mirror)',
    "material": "kings(white) >= 2 and men(black) = 0",
    "findings": "has(M)",
}


@pytest.fixture(scope="module")
def legal_archive(tmp_path_factory):
    """100,000 legal games with eight tags, a mean of 50 plies or more."""
    path = tmp_path_factory.mktemp("archive") / "archive.pdn"
    rules = KernelRules(kernels.load("spanish"))
    path.write_text("".join(archive(GAMES, 1, rules)) * TIMES, encoding="utf-8")
    return path


def filtered(query: str, path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "damas_cli", "filter", query, "--jobs", "1", str(path)],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert done.returncode in (0, 1)
    return done.stderr


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_games_a_second(benchmark, legal_archive, query: str) -> None:
    told = benchmark.pedantic(filtered, args=(query, legal_archive), rounds=5, warmup_rounds=1)
    games = GAMES * TIMES
    assert told.endswith(f" of {games} games\n")
    benchmark.extra_info["games/s, best of five"] = round(games / benchmark.stats.stats.min)
    benchmark.extra_info["games/s, median"] = round(games / benchmark.stats.stats.median)


def test_start_up(benchmark) -> None:
    """Nothing is read: what it takes to start, read the grammar and compile a query."""
    benchmark.pedantic(filtered, args=("white ~ munoz", "/dev/null"), rounds=10, warmup_rounds=1)
