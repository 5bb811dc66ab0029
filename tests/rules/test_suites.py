"""Every variant's own suite of counts, tests/data/perft/NAME.tsv.

Rows that count up to `LIMIT` are counted here, a second of work a suite; `make perft` counts those
up to a thousand million with the installed program.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator

import pytest

from damas_cli.rules.counting import PerftCounter
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names

from ..data import convert_perft

LIMIT = 4_000_000
UNCOMPILED_LIMIT = 3_000
SUITES = convert_perft.SUITES


def rows(variant: str) -> Iterator[tuple[str, int, int, str]]:
    with (convert_perft.HERE / f"{variant}.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            assert row["variant"] == variant
            yield row["fen"], int(row["depth"]), int(row["count"]), row["convention"]


def position(fen: str, variant: str) -> Position:
    return Position.start(variant) if fen == "start" else Position.from_fen(fen, variant)


@pytest.mark.parametrize("variant", SUITES)
def test_the_counts(variant: str) -> None:
    limit = LIMIT if get_variant(variant).kernel.compiled else UNCOMPILED_LIMIT
    for fen, depth, count, convention in rows(variant):
        if count <= limit:
            counter = PerftCounter(variant, convention)
            found = counter.count(position(fen, variant), depth)
            assert found == count, (fen, depth, convention)


def test_every_variant_has_a_suite() -> None:
    assert variant_names() == SUITES
    for variant in SUITES:
        assert list(rows(variant))


@pytest.mark.parametrize(
    ("variant", "row"),
    [
        # What tells these rules from their neighbours; see what is said of each.
        ("russian", ("start", 8, 929899, "unique")),  # a king has to land where it can go on
        ("czech", ("start", 9, 3963671, "unique")),  # the same
        ("pool", ("start", 9, 4570534, "unique")),  # the same
        ("italian", ("start", 9, 3860875, "unique")),  # depth 8 is the Spanish count
        ("international", ("start", 9, 41022423, "unique")),  # capture orders first matter
        ("argentinian", ("start", 9, 3860843, "unique")),  # kings land right behind
        ("thai", ("start", 6, 218695, "unique")),  # eight men a side
    ],
)
def test_the_rows_that_tell_rules_apart_are_there(
    variant: str, row: tuple[str, int, int, str]
) -> None:
    assert row in set(rows(variant))
