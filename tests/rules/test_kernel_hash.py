"""perft with a table: exact, whatever the table's size and whoever used it before."""

from __future__ import annotations

import random
import threading

import pytest

from .kernel_positions import START, compiled_kernel, random_position, some_kernel


def test_the_published_counts_while_the_table_grows():
    kernel = compiled_kernel()
    table = kernel.HashTable(256)
    assert kernel.perft_hashed(*START, 13, table) == 1637958247
    assert kernel.perft_hashed(*START, 13, table, True) == 1638016958
    assert kernel.perft_hashed(*START, 12, table, capture_order=True) == 365734003
    assert kernel.perft_hashed(*START, 12, table) == 365728331


def test_a_table_too_small_for_the_search():
    kernel = compiled_kernel()
    assert kernel.perft_hashed(*START, 12, kernel.HashTable(1)) == 365728331


@pytest.mark.parametrize("form", ["compiled", "uncompiled"])
def test_one_table_for_many_positions_depths_and_conventions(form):
    kernel = some_kernel(form)
    table = kernel.HashTable(1)
    rng = random.Random(11)
    limit = 60 if form == "compiled" else 6
    for _ in range(limit):
        position = random_position(rng, kings=rng.choice((0.2, 0.9)), most=5)
        for depth in (4, 5) if form == "compiled" else (4,):
            assert kernel.perft_hashed(*position, depth, table) == kernel.perft(*position, depth)
            assert kernel.perft_hashed(
                *position, depth, table, capture_order=True
            ) == kernel.perft_capture_order(*position, depth)


def test_the_uncompiled_table_grows_too(monkeypatch):
    import importlib

    kernel = some_kernel("uncompiled")
    hashing = importlib.import_module(kernel.__name__ + ".hashing")
    monkeypatch.setattr(hashing, "FIRST_BUCKETS", 4)
    table = kernel.HashTable(1)
    assert table.table.buckets == 4
    assert kernel.perft_hashed(*START, 8, table) == 828783
    assert table.table.buckets > 4
    assert kernel.perft_hashed(*START, 8, table) == 828783


def test_two_threads_with_a_table_each():
    kernel = compiled_kernel()
    counts = {}

    def count(move):
        after = kernel.play(*START, *move)
        counts[move] = kernel.perft_hashed(False, *after, 10, kernel.HashTable(16))

    threads = [threading.Thread(target=count, args=(m,)) for m in kernel.legal_moves(*START)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts.values()) == 81383200


def test_a_table_serves_one_thread_at_a_time():
    kernel = compiled_kernel()
    table = kernel.HashTable(16)
    done = []
    thread = threading.Thread(target=lambda: done.append(kernel.perft_hashed(*START, 14, table)))
    thread.start()
    refused = False
    while not refused and thread.is_alive():
        try:
            kernel.perft_hashed(*START, 1, table)
        except RuntimeError:
            refused = True
    thread.join()
    assert refused
    assert done == [7276702792]
    assert kernel.perft_hashed(*START, 1, table) == 7


@pytest.mark.parametrize("form", ["compiled", "uncompiled"])
def test_sizes_that_cannot_be(form):
    kernel = some_kernel(form)
    for mebibytes in (0, -5):
        with pytest.raises(ValueError, match="at least one mebibyte"):
            kernel.HashTable(mebibytes)
    with pytest.raises(MemoryError):
        kernel.HashTable(1 << 60)
