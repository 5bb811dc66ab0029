"""Whole games, some with one move spoilt, judged by `check` and by the slow judge."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.check.run import check_text

from .. import strategies
from ..oracle import slow_check, slow_draws, slow_notation, slow_rules

FAULTS = ("M", "N")


def pdn(start: slow_rules.Position, texts: list[str]) -> str:
    return f'[FEN "{slow_notation.to_fen(start)}"]\n{" ".join(texts)} *\n'


def faults(start: slow_rules.Position, texts: list[str]) -> list[tuple[int, str]]:
    """Return ply and code of what is wrong with the moves; their separators do not matter here."""
    found = check_text(pdn(start, texts), variant="spanish")
    codes = [(f["ply"], f["code"]) for f in found if f["code"][0] in FAULTS]
    return [(ply, code) for ply, code in codes if code != "N002"]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_legal_line_has_no_fault(data):
    start = data.draw(strategies.positions())
    line = data.draw(strategies.lines(40, start))
    if line.texts:
        assert faults(start, line.texts) == []


@settings(deadline=None, max_examples=60)
@given(line=strategies.wanderings(), moves_each=st.integers(1, 12))
def test_draws_stand_where_the_naive_counter_puts_them(line, moves_each):
    text = pdn(line.positions[0], line.texts)
    judged = check_text(text, no_progress_each=moves_each)
    found = {f["code"]: f["ply"] for f in judged if f["code"][0] == "D"}
    expected = {
        "D001": slow_draws.threefold_ply(line.positions),
        "D002": slow_draws.no_progress_ply(line.positions, 2 * moves_each),
    }
    played_on = {
        code: ply
        for code, ply in expected.items()
        if 0 < ply < len(line.texts) and slow_rules.winner(line.positions[ply]) is None
    }
    assert found == played_on


@settings(deadline=None, max_examples=150)
@given(strategies.spoilt_lines())
def test_the_first_fault_of_a_spoilt_line(spoilt):
    expected = slow_check.first_fault(spoilt.start, spoilt.texts)
    found = faults(spoilt.start, spoilt.texts)
    if expected is None:
        assert found == []
    elif expected.codes:
        assert found[0][0] == expected.ply
        assert found[0][1] in expected.codes


@pytest.mark.parametrize(
    ("fen", "texts"),
    [
        # The king comes by 19 twice, with other pieces taken each time.
        ("W:WK26:B5,6,7,13,14,15,21,22", ["26x19", "22-18"]),
        # By 18, and both whole captures go on as far as stopping after the first jump does.
        ("W:WK25:B5,6,7,13,14,15,21,22", ["25x18", "15-11"]),
    ],
)
def test_a_square_that_a_capture_comes_by_twice(fen, texts):
    start = slow_notation.from_fen(fen)
    assert faults(start, texts) == [(1, "M008")]
    expected = slow_check.first_fault(start, texts)
    assert expected is not None
    assert expected.ply == 1
    assert "M008" in expected.codes
