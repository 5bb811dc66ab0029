"""`damas check` takes time in proportion to what it is fed, also where that is made to harm.

A text of `n` parts is compared with one of `4 n`: in linear time it takes four times as long, in
quadratic time sixteen times.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import settings

from damas_cli.check.reporters import FORMATS
from damas_cli.pdn import engine

from ..cli.running import damas
from .growing import GROWING

GROWTH = 4
# Half-way, by factors, between four and sixteen.
STEEPEST = GROWTH * 2
# A text takes at least this long, so that what every run costs does not count.
SECONDS = 0.05
SMALLEST, LARGEST = 25, 400_000
# Something else may have had the machine; what is quadratic is so each time.
ATTEMPTS = 3

# In CI those that look at more than the text around them; all of them at night, in every format.
SOME = (
    *("tags of one name", "malformed tags", "unclosed comments of games", "variations nested"),
    *("variations in a row", "variations of a long line", "a legal line", "missed captures"),
    *("ambiguous captures", "ambiguous captures before a long line", "setups", "a long FEN"),
    *("results far from ends of lines", "games in one line of wide letters", "parentheses"),
    *("suppressions of moves",),
)
NIGHTLY = settings.get_current_profile_name() == "nightly"


def seconds(text: bytes, output_format: str, runs: int = 3) -> float:
    """Return the best CPU time of some runs."""
    times = []
    for _ in range(runs):
        gc.collect()
        start = process_time()
        damas("check", "--output-format", output_format, stdin=text)
        times.append(process_time() - start)
    return min(times)


def steepness(make: Callable[[int], bytes], output_format: str) -> tuple[int, float]:
    """Return a size, and how many times as long a text of four times that size takes."""
    # What the first run loads takes as long as a text of many parts.
    damas("check", "--output-format", output_format, stdin=make(SMALLEST))
    size = SMALLEST
    while (first := seconds(make(size), output_format, 1)) < SECONDS and size < LARGEST:
        size *= 2
    return size, seconds(make(GROWTH * size), output_format) / min(
        first, seconds(make(size), output_format)
    )


@pytest.mark.skipif(not engine.compiled, reason="the uncompiled driver takes minutes")
@pytest.mark.parametrize("output_format", FORMATS if NIGHTLY else ["jsonl"])
@pytest.mark.parametrize("kind", GROWING if NIGHTLY else SOME)
def test_time_is_linear_in_size(kind: str, output_format: str) -> None:
    for _ in range(ATTEMPTS):
        size, times = steepness(GROWING[kind], output_format)
        if times < STEEPEST:
            return
    pytest.fail(f"{size} parts, then {GROWTH * size}: {times:.1f} times as long")
