"""Moves with their texts, order and path, and the judgement of texts, against the oracle."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.check.codes import CODE_OF_LAW
from damas_cli.rules.judge import judge
from damas_cli.rules.position import Position

from .. import strategies
from ..oracle import slow_check, slow_rules

SETTINGS = settings(deadline=None, max_examples=100)


def product_position(position: slow_rules.Position) -> Position:
    return Position.from_fen(slow_rules.to_fen(position))


@SETTINGS
@given(strategies.positions())
def test_fen_and_legal_moves(position):
    ours = product_position(position)
    assert ours.fen() == slow_rules.to_fen(position)
    expected = slow_rules.texts(position)
    moves = {move.text: move for move in ours.legal_moves()}
    assert list(moves) == list(expected)
    for text, move in expected.items():
        found = moves[text]
        after = slow_rules.play(position, move)
        assert ours.play(found).fen() == slow_rules.to_fen(after)
        assert {slow_rules.square_of(n) for n in found.captured} == move.captured
        piece = slow_rules.at(position.rows, move.origin)
        assert found.promotes == (slow_rules.crowns(piece, move.destination))
        if move.captured:
            paths = slow_rules.canonical_paths(position, move)
            assert list(found.path) == paths[0]
            orders = {
                (*slow_rules.canonical_path(chain),): chain.victims
                for chain in slow_rules.capture_chains(position)
                if chain.move == move
            }
            numbers = tuple(slow_rules.number_of(square) for square in orders[found.path])
            assert found.captured == numbers


@SETTINGS
@given(strategies.positions())
def test_every_spelling_of_a_capture_is_read(position):
    ours = product_position(position)
    legal = slow_rules.legal_chains(position)
    for chain in legal[:20]:
        squares = [slow_rules.number_of(s) for s in (chain.origin, *chain.landings)]
        text = "x".join(map(str, squares))
        named = slow_check.legal_readings(position, slow_check.squares_of(text))
        found = judge(ours, text).readings
        assert {frozenset(map(slow_rules.square_of, m.captured)) for m in found} == {
            m.captured for m in named
        }
        assert chain.move.captured in {m.captured for m in named}


def written(position: slow_rules.Position) -> st.SearchStrategy[str]:
    """Texts that have to do with the position: near captures, beginnings, wrong squares."""
    chains = slow_rules.capture_chains(position)
    near = [
        "x".join(str(slow_rules.number_of(s)) for s in (c.origin, *c.landings[:n]))
        for c in chains[:50]
        for n in range(1, len(c.landings) + 1)
    ]
    ends = [f"{t.split('x')[0]}x{t.split('x')[-1]}" for t in near]
    occupied = [slow_rules.number_of(s) for s, _ in slow_rules.pieces(position)]
    moves = [f"{a}-{b}" for a, b in product(occupied, range(1, 33)) if a != b]
    paths = st.lists(st.sampled_from(range(1, 33)), min_size=2, max_size=4).map(
        lambda squares: "x".join(map(str, squares))
    )
    choices = [st.sampled_from(moves), paths]
    if near:
        choices += [st.sampled_from(near), st.sampled_from(ends)]
    return st.one_of(choices)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_a_text_is_judged_as_the_slow_judge_does(data):
    position = data.draw(strategies.positions())
    text = data.draw(written(position))
    squares = slow_check.squares_of(text)
    verdict = judge(product_position(position), text)
    readings = slow_check.legal_readings(position, squares)
    if readings or verdict.readings:
        assert {m.captured for m in readings} == {
            frozenset(map(slow_rules.square_of, m.captured)) for m in verdict.readings
        }
        return
    assert CODE_OF_LAW[verdict.fault] in slow_check.codes(position, squares)
    assert (verdict.fault == "illegal-move") == bool(verdict.reason)
