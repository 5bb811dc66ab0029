"""How fast PDN is read: megabytes a second, and against plain Lark in the same run."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from damas_cli.pdn import engine, tables
from damas_cli.pdn.compiler import open_grammar
from damas_cli.pdn.reader import read_games
from tests.pdn.pdn_texts import archive

GAMES = 20_000


@pytest.fixture(scope="module")
def season() -> bytes:
    return archive(GAMES)


def seconds(function, times: int) -> float:
    """Return the best CPU time of several runs."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return best


def read_all(data: bytes) -> int:
    chunks = (data[start : start + (1 << 18)] for start in range(0, len(data), 1 << 18))
    return sum(1 for _ in read_games(chunks))


def parse_all(data: bytes) -> int:
    """Drive the parser alone, without making games."""
    from damas_cli.pdn import kinds as k

    driver = engine.Driver(tables.load(), k.LPAR, k.RPAR, 1000, 1 << k.STAR, k.FILLERS)
    driver.feed(data, 0)
    driver.bound(len(data), True)
    games = 0
    position = 0
    while True:
        driver.begin(position, position)
        if driver.run():
            return games
        games += 1
        position = driver.position


def test_driver(benchmark, season: bytes) -> None:
    assert benchmark(parse_all, season) == GAMES
    if benchmark.stats:
        benchmark.extra_info["MB/s"] = len(season) / benchmark.stats["min"] / 1e6


def test_reader(benchmark, season: bytes) -> None:
    assert benchmark(read_all, season) == GAMES
    if benchmark.stats:
        benchmark.extra_info["MB/s"] = len(season) / benchmark.stats["min"] / 1e6


@pytest.mark.skipif(not engine.compiled, reason="the driver is not compiled")
def test_at_least_100_times_plain_lark(season: bytes) -> None:
    """Lark parses single games as a whole, the best it can do; the reader makes its games too."""
    path = tables.grammar_path()
    assert path is not None
    lark = open_grammar(Path(path).read_text(encoding="ascii"))
    few = [game.raw.decode("ascii") for game in read_games([archive(60)])]
    by_lark = seconds(lambda: [lark.parse(text) for text in few], 3)
    speed_of_lark = sum(map(len, few)) / by_lark / 1e6
    speed = len(season) / seconds(lambda: read_all(season), 3) / 1e6
    print(f"plain Lark {speed_of_lark:.2f} MB/s, reader {speed:.0f} MB/s")
    assert speed > 100 * speed_of_lark
