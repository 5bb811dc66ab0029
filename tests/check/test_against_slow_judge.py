"""Whole games, some with one move spoilt, judged by `check` and by the slow judge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.rules.variant import get_variant, variant_names

from .. import strategies
from ..data import legal_games
from ..oracle import slow_check, slow_draws, slow_notation, slow_rules
from ..oracle.slow_variants import VARIANTS
from ..strategies import examples
from .judging import judged

every_variant = pytest.mark.parametrize("variant", variant_names())
# Each breaks laws that the others do not have.
spoilt_variants = pytest.mark.parametrize(
    ("variant", "few"),
    [("spanish", 150), ("english", 30), ("italian", 30), ("russian", 30), ("international", 30)],
)


def pdn(start: slow_rules.Position, texts: list[str]) -> str:
    return f'[FEN "{slow_notation.to_fen(start)}"]\n{" ".join(texts)} *\n'


def faults(start: slow_rules.Position, texts: list[str]) -> list[tuple[int, str]]:
    """Return ply and code of what is wrong with the moves; their separators do not matter here."""
    found = judged(pdn(start, texts), variant=start.rules.name)
    return [(f["ply"], f["code"]) for f in found if f["code"][0] == "M" or f["code"] == "N003"]


@every_variant
@examples(6, nightly=1000)
@given(data=st.data())
def test_a_legal_line_has_no_fault(variant, data):
    start = data.draw(strategies.positions(VARIANTS[variant]))
    line = data.draw(strategies.lines(40, start))
    expected = slow_check.first_fault(start, line.texts)
    if expected is not None:
        # Where any capture will do, two squares may name a short capture and a long one.
        assert expected.codes == frozenset()
        assert faults(start, line.texts)[:1] in ([], [(expected.ply, "N003")])
    elif line.texts:
        assert faults(start, line.texts) == []


@every_variant
@examples(6, nightly=1000)
@given(data=st.data(), moves_each=st.integers(1, 12))
def test_draws_stand_where_the_naive_counter_puts_them(variant, data, moves_each):
    rules, laws = VARIANTS[variant], slow_draws.LAWS[variant]
    line = data.draw(strategies.wanderings(rules=rules, most_pieces=3))
    text = pdn(line.positions[0], line.texts)
    records = judged(text, no_progress_each=moves_each, variant=variant)
    found = {f["code"]: f["ply"] for f in records if f["code"][0] == "D"}
    expected = {"D002": slow_draws.no_progress_ply(line.positions, 2 * moves_each)}
    if laws.repetition:
        expected["D001"] = slow_draws.threefold_ply(line.positions, laws.repetition)
    if variant == "international" and get_variant(variant).endings:
        endings = slow_draws.ENDINGS[variant]
        expected["D003"] = slow_draws.endings_ply(line.positions, endings)[0]
    played_on = {
        code: ply
        for code, ply in expected.items()
        if 0 < ply < len(line.texts) and slow_rules.winner(line.positions[ply]) is None
    }
    assert {code: ply for code, ply in found.items() if code in expected} == played_on


@every_variant
@examples(2, nightly=100)
@given(seed=st.integers(0, 1000))
def test_a_random_game_has_no_finding(variant, seed):
    """Not even of a draw that was missed: the game stops before its last moves are counted."""
    rules = legal_games.KernelRules(get_variant(variant).kernel, variant)
    (text,) = legal_games.archive(1, seed, rules)
    assert judged(text, variant=variant) == []


@spoilt_variants
def test_the_first_fault_of_a_spoilt_line(variant, few):
    @examples(few)
    @given(strategies.spoilt_lines(VARIANTS[variant]))
    def judged_alike(spoilt):
        expected = slow_check.first_fault(spoilt.start, spoilt.texts)
        found = faults(spoilt.start, spoilt.texts)
        if expected is None:
            assert found == []
        elif expected.codes:
            assert found[0][0] == expected.ply
            assert found[0][1] in expected.codes

    judged_alike()


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


def test_of_several_illegal_captures_the_one_that_goes_on_furthest_is_meant():
    """23x32 takes seven men (too few kings) or five pieces; 1x19 follows on the latter alone."""
    start = slow_notation.from_fen("B:WK1,11,12,18,K19,20,26,27,28:BK23")
    assert faults(start, ["23x32"]) == [(1, "M004")]
    assert faults(start, ["23x32", "1x19"])[0] == (1, "M003")
