"""What a counter refuses; its counts are held to the tables in test_suites.py."""

from __future__ import annotations

import pytest

from damas_cli.rules.counting import PerftCounter, perft
from damas_cli.rules.position import Position


def test_a_counter_counts_positions_of_its_own_variant_only():
    counter = PerftCounter("spanish")
    for ask in (counter.count, counter.divide):
        with pytest.raises(ValueError, match="international cannot be counted by the rules of spa"):
            ask(Position.start("international"), 3)
    assert perft(Position.start("international"), 3) == 658


@pytest.mark.parametrize("jobs", [0, -1])
def test_a_counter_needs_a_job(jobs):
    with pytest.raises(ValueError, match="jobs do nothing"):
        PerftCounter("spanish", jobs=jobs)


def test_dividing_takes_a_ply():
    with pytest.raises(ValueError, match="from 1 to"):
        PerftCounter("spanish").divide(Position.start(), 0)
