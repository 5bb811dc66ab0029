"""The kernel's counts against the tables, and the tables against where they come from."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from damas_cli.rules import kernels

from ..data import convert_perft
from ..oracle import slow_notation, slow_rules
from ..oracle.kernel_bits import state_of

COLLECTED = Path(__file__).parents[3] / "shared" / "perft"
# Counts up to which each kernel is asked: seconds of work for the deepest.
COMPILED_LIMIT = 400_000_000
UNCOMPILED_LIMIT = 20_000
HASHED_LIMIT = 2_000_000_000
MEBIBYTES = 64


def rows(limit, lowest=0):
    """Return the Spanish rows with counts up to `limit`, as parameters."""
    with (convert_perft.HERE / "spanish.tsv").open(encoding="utf-8", newline="") as lines:
        return [
            pytest.param(
                state_of(
                    slow_rules.START
                    if row["fen"] == "start"
                    else slow_notation.from_fen(row["fen"])
                ),
                int(row["depth"]),
                int(row["count"]),
                row["convention"],
                id=f"{row['fen']}-{row['depth']}-{row['convention']}",
            )
            for row in csv.DictReader(lines, delimiter="\t")
            if lowest < int(row["count"]) <= limit
        ]


@pytest.fixture(scope="module")
def compiled():
    kernel = kernels.load("spanish")
    if not kernel.compiled:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    return kernel


@pytest.fixture(scope="module")
def uncompiled():
    (family,) = (family for family in kernels.families() if family.name == "spanish")
    return kernels.load_uncompiled(family)


@pytest.fixture(scope="module")
def table(compiled):
    """Give one table to all the hashed counts: what one leaves there must not harm another."""
    return compiled.HashTable(MEBIBYTES)


def counted(kernel, state, depth, convention):
    count = {"unique": kernel.perft, "capture-order": kernel.perft_capture_order}[convention]
    return count(*state, depth)


def test_the_tables_hold_the_counts_that_tell_rule_sets_apart():
    """Italian rules agree with Spanish to depth 8; capture orders first matter at depth 12."""
    start = state_of(slow_rules.START)
    held = {tuple(row.values[1:]) for row in rows(COMPILED_LIMIT) if row.values[0] == start}
    assert {
        (9, 3860866, "unique"),
        (12, 365728331, "unique"),
        (12, 365734003, "capture-order"),
    } <= held


@pytest.mark.parametrize(("state", "depth", "count", "convention"), rows(COMPILED_LIMIT))
def test_compiled(compiled, state, depth, count, convention):
    assert counted(compiled, state, depth, convention) == count


@pytest.mark.parametrize(("state", "depth", "count", "convention"), rows(HASHED_LIMIT, 10_000))
def test_compiled_with_a_hash_table(compiled, table, state, depth, count, convention):
    ordered = convention == "capture-order"
    assert compiled.perft_hashed(*state, depth, table, ordered) == count


@pytest.mark.parametrize(("state", "depth", "count", "convention"), rows(UNCOMPILED_LIMIT))
def test_uncompiled(uncompiled, state, depth, count, convention):
    assert counted(uncompiled, state, depth, convention) == count


def test_the_tables_are_what_the_script_makes(tmp_path):
    if not COLLECTED.is_dir():
        pytest.skip(f"no collected counts at {COLLECTED}")
    convert_perft.convert(COLLECTED, tmp_path)
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert made == {file.name: file.read_bytes() for file in convert_perft.HERE.iterdir()}


def test_tables_that_contradict_each_other_are_refused():
    row = convert_perft.Row("spanish", "start", 1, 7, "unique", "computed")
    assert convert_perft.distinct([row, row._replace(source="other")]) == [row]
    with pytest.raises(ValueError, match="counts differ"):
        convert_perft.distinct([row, row._replace(count=8)])
