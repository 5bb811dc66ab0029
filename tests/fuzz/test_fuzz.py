"""Whatever `damas check` is fed: no crash, no hang, a truthful status, no game lost around it.

A few thousand inputs, or a hundred thousand in the profile `nightly`. A failure names the input's
seed and kind; `python -m tests.fuzz SEED KIND` shows it and feeds it to `damas check` again.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

from .inputs import KINDS, fuzz_input
from .judging import judge_alone, judge_embedded, judge_fixed

# (in CI, at night) of each kind; in parts, so that a failure does not hide all the others.
INPUTS = {"bytes": (800, 25_000), "tokens": (800, 25_000), "games": (1_600, 50_000)}
PARTS = 8
# At least this share of inputs must not run into the header after it.
KEPT = {"bytes": 0.5, "tokens": 0.5, "games": 0.8}


def test_kinds_all_have_a_number_of_inputs() -> None:
    assert INPUTS.keys() == KINDS.keys() == KEPT.keys()
    assert sum(nightly for _, nightly in INPUTS.values()) >= 100_000


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_fed(kind: str, part: int) -> None:
    few, many = INPUTS[kind]
    count = many if settings.get_current_profile_name() == "nightly" else few
    seeds = range(part, count, PARTS)
    kept = sum(hold(kind, seed) for seed in seeds)
    assert kept >= KEPT[kind] * len(seeds)


def hold(kind: str, seed: int) -> bool:
    """Check one input; tell whether the game after it stands by itself."""
    data = fuzz_input(kind, seed)
    try:
        if seed % 4 == 0:
            judge_fixed(data, unsafe=seed % 8 == 0)
        alone = judge_alone(data, random.Random(seed))
        return judge_embedded(data, alone)
    except BaseException as error:
        error.add_note(f"python -m tests.fuzz {seed} {kind}\n{data!r}")
        raise
