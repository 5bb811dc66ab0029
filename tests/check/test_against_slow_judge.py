"""Whole games, some with one move spoilt, judged by `check` and by the slow judge."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.check.run import check_text

from .. import strategies
from ..oracle import slow_check, slow_rules

FAULTS = ("M", "N")


def pdn(start: slow_rules.Position, texts: list[str]) -> str:
    return f'[FEN "{slow_rules.to_fen(start)}"]\n{" ".join(texts)} *\n'


def faults(start: slow_rules.Position, texts: list[str]) -> list[tuple[int, str]]:
    found = check_text(pdn(start, texts))
    return [(f["ply"], f["code"]) for f in found if f["code"][0] in FAULTS]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_legal_line_has_no_fault(data):
    start = data.draw(strategies.positions())
    line = data.draw(strategies.lines(40, start))
    if line.texts:
        assert faults(start, line.texts) == []


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_draws_stand_where_the_naive_counter_puts_them(data):
    start = data.draw(strategies.arranged(strategies.scattered("WWBB", 2, 4)))
    line = data.draw(strategies.lines(120, start, most_choices=3))
    if not line.texts:
        return
    found = {f["code"]: f["ply"] for f in check_text(pdn(start, line.texts)) if f["code"][0] == "D"}
    expected = {
        "D001": slow_rules.threefold_ply(line.positions),
        "D002": slow_rules.no_progress_ply(line.positions),
    }
    played_on = {
        code: ply
        for code, ply in expected.items()
        if 0 < ply < len(line.texts) and slow_rules.winner(line.positions[ply]) is None
    }
    assert found == played_on


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_the_first_fault_of_a_spoilt_line(data):
    start = data.draw(st.one_of(st.just(slow_rules.START), strategies.positions()))
    line = data.draw(strategies.lines(30, start))
    if not line.texts:
        return
    texts = list(line.texts)
    index = data.draw(st.integers(0, len(texts) - 1))
    squares = texts[index].replace("-", "x").split("x")
    spoil = data.draw(st.sampled_from(["shorten", "origin", "destination", "drop", "short form"]))
    other = str(data.draw(st.integers(1, 32)))
    if spoil == "shorten":
        move = line.moves[index]
        paths = slow_rules.canonical_paths(line.positions[index], move) if move.captured else []
        squares = [str(n) for n in paths[0][:-1]] if paths and len(paths[0]) > 2 else squares
    elif spoil == "origin":
        squares[0] = other
    elif spoil == "destination":
        squares[-1] = other
    elif spoil == "short form":
        squares = [squares[0], squares[-1]]
    texts[index] = "x".join(squares)
    if spoil == "drop":
        del texts[index]
    if not texts:
        return
    expected = slow_check.first_fault(start, texts)
    found = faults(start, texts)
    if expected is None:
        assert found == []
    elif expected.codes:
        assert found[0][0] == expected.ply
        assert found[0][1] in expected.codes
