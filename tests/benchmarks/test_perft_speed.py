"""perft: nodes a second, how much of that is the compiler's, and what a hash table adds."""

from __future__ import annotations

import threading
import time

from ..rules.kernel_positions import START, compiled_kernel, uncompiled_kernel

DEPTH, NODES = 12, 365_728_331
UNCOMPILED_DEPTH, UNCOMPILED_NODES = 8, 828_783
HASHED_DEPTH, HASHED_NODES = 15, 32_540_449_185
KING_RICH = (True, 1 << 34 | 1 << 29 | 1 << 24, 1 << 0 | 1 << 5 | 1 << 11, 0x421000821)
KING_RICH_DEPTH = 8


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
