"""perft: nodes a second, how much of that is the compiler's, and what a hash table adds.

`DAMAS_DAME_RS_PYTHON` may name an interpreter that has the package dame-rs, which International
draughts is then compared with, in turns.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import threading
import time

import pytest

from damas_cli.rules import kernels
from damas_cli.rules.position import Position

from ..rules.kernel_positions import START, compiled_kernel, uncompiled_kernel

DEPTH, NODES = 12, 365_728_331
UNCOMPILED_DEPTH, UNCOMPILED_NODES = 8, 828_783
HASHED_DEPTH, HASHED_NODES = 15, 32_540_449_185
KING_RICH = (True, 1 << 34 | 1 << 29 | 1 << 24, 1 << 0 | 1 << 5 | 1 << 11, 0x421000821)
KING_RICH_DEPTH = 8
INTERNATIONAL_DEPTH, INTERNATIONAL_NODES = 9, 41_022_423
DAME_RS = f"""
import time
import dame
start = time.perf_counter()
nodes = dame.perft(dame.Board(), {INTERNATIONAL_DEPTH})
print(nodes, time.perf_counter() - start)
"""


def seconds(count) -> float:
    start = time.perf_counter()
    count()
    return time.perf_counter() - start


def test_nodes_a_second(benchmark):
    """One thread, from the start, no hash table; and the same source uncompiled."""
    kernel = compiled_kernel()
    nodes = benchmark.pedantic(kernel.perft, args=(*START, DEPTH), rounds=10, warmup_rounds=1)
    assert nodes == NODES
    best = NODES / benchmark.stats.stats.min
    uncompiled = uncompiled_kernel()
    uncompiled_best = UNCOMPILED_NODES / min(
        seconds(lambda: uncompiled.perft(*START, UNCOMPILED_DEPTH)) for _ in range(3)
    )
    benchmark.extra_info["million nodes/s, best of ten"] = round(best / 1e6)
    benchmark.extra_info["million nodes/s, median"] = round(
        NODES / benchmark.stats.stats.median / 1e6
    )
    benchmark.extra_info["times the uncompiled, both at their best"] = round(best / uncompiled_best)
    assert best > 150 * uncompiled_best


def test_nodes_a_second_among_kings(benchmark):
    kernel = compiled_kernel()
    nodes = benchmark.pedantic(
        kernel.perft, args=(*KING_RICH, KING_RICH_DEPTH), rounds=10, warmup_rounds=1
    )
    benchmark.extra_info["million nodes/s, best of ten"] = round(
        nodes / benchmark.stats.stats.min / 1e6
    )


def dame_rs_seconds(interpreter: str) -> float:
    """Return how long dame-rs takes for the same count, its start left out."""
    done = subprocess.run(
        [interpreter, "-c", DAME_RS], capture_output=True, text=True, check=True, timeout=600
    )
    nodes, taken = done.stdout.split()
    assert int(nodes) == INTERNATIONAL_NODES
    return float(taken)


def test_nodes_a_second_on_ten_rows():
    """International draughts, one thread, from the start; every third time dame-rs's too."""
    kernel = kernels.load("international")
    if not kernel.compiled:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    state = Position.start("international").state
    interpreter = os.environ.get("DAMAS_DAME_RS_PYTHON", "")
    ours, theirs = [], []
    assert kernel.perft(*state, INTERNATIONAL_DEPTH) == INTERNATIONAL_NODES
    for number in range(10):
        ours.append(seconds(lambda: kernel.perft(*state, INTERNATIONAL_DEPTH)))
        if interpreter and number % 3 == 0:
            theirs.append(dame_rs_seconds(interpreter))
    for name, times in (("damas", ours), ("dame-rs", theirs)):
        if times:
            speeds = sorted((INTERNATIONAL_NODES / taken / 1e6 for taken in times), reverse=True)
            print(
                f"\n{name}, International, depth {INTERNATIONAL_DEPTH}, of {len(speeds)} runs: "
                f"best {speeds[0]:.0f}, median {statistics.median(speeds):.0f} million nodes/s"
            )
    assert INTERNATIONAL_NODES / min(ours) >= 250e6
    if theirs:
        assert min(ours) <= min(theirs) / 2


def hashed_in_two_threads(kernel, mebibytes: int) -> int:
    """Return the count from the start, the first moves shared out between two threads."""
    moves = iter(kernel.legal_moves(*START))
    counts = []
    lock = threading.Lock()

    def work() -> None:
        table = kernel.HashTable(mebibytes // 2)
        while True:
            with lock:
                move = next(moves, None)
            if move is None:
                return
            after = kernel.play(*START, *move)
            counts.append(kernel.perft_hashed(False, *after, HASHED_DEPTH - 1, table))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


def test_depth_15_with_tables_and_two_threads(benchmark):
    kernel = compiled_kernel()
    nodes = benchmark.pedantic(hashed_in_two_threads, args=(kernel, 2048), rounds=3)
    assert nodes == HASHED_NODES
    benchmark.extra_info["seconds, best of three"] = round(benchmark.stats.stats.min, 1)
