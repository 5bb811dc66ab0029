"""The compiled kernels against the larger counts of the variants' suites, with a table and without.

`test_suites` has the smaller ones, and `test_perft_tables` the Spanish ones.
"""

from __future__ import annotations

import csv

import pytest

from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant

from ..data import convert_perft

LEAST, MOST = 4_000_000, 200_000_000
MEBIBYTES = 64


def rows(variant):
    with (convert_perft.HERE / f"{variant}.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if LEAST < int(row["count"]) <= MOST:
                yield row["fen"], int(row["depth"]), int(row["count"]), row["convention"]


@pytest.mark.parametrize("variant", [name for name in convert_perft.SUITES if any(rows(name))])
def test_counts(variant):
    kernel = get_variant(variant).kernel
    if not kernel.compiled:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    table = kernel.HashTable(MEBIBYTES)
    for fen, depth, count, convention in rows(variant):
        position = Position.start(variant) if fen == "start" else Position.from_fen(fen, variant)
        ordered = convention == "capture-order"
        plain = kernel.perft_capture_order if ordered else kernel.perft
        assert kernel.perft_hashed(*position.state, depth, table, ordered) == count, (fen, depth)
        if fen == "start":
            assert plain(*position.state, depth) == count, (depth, convention)


@pytest.mark.parametrize(
    ("variant", "depth", "unique", "ordered"),
    [
        # A king that has to land where it can go on: ignored, it is 929901, 4570536 and 3963673.
        ("russian", 8, 929899, 929905),
        ("pool", 9, 4570534, 4570615),
        ("czech", 9, 3963671, 3963671),
        # Italian counts are the Spanish ones to depth 8.
        ("italian", 9, 3860875, 3860875),
        ("international", 9, 41022423, 41022614),
        # Eight men a side.
        ("thai", 9, 114530830, 114530830),
    ],
)
def test_counts_that_tell_rules_and_conventions_apart(variant, depth, unique, ordered):
    kernel = get_variant(variant).kernel
    if not kernel.compiled:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    start = Position.start(variant).state
    assert kernel.perft(*start, depth) == unique
    assert kernel.perft_capture_order(*start, depth) == ordered
