"""Moves with their texts, order and path, and the judgement of texts, against the oracle."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.codes import CODE_OF_LAW
from damas_cli.rules.judge import judge
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names

from .. import strategies
from ..oracle import slow_check, slow_notation, slow_rules
from ..oracle.slow_notation import squares_in, written
from ..oracle.slow_variants import VARIANTS, number_of, square_of, squares_of
from ..strategies import examples

every_variant = pytest.mark.parametrize("variant", variant_names())


def product_position(position: slow_rules.Position) -> Position:
    return Position.from_fen(slow_notation.to_fen(position), position.rules.name)


@every_variant
def test_the_start(variant):
    start = slow_rules.start(variant)
    assert Position.start(variant).fen() == slow_notation.to_fen(start)
    assert get_variant(variant).gametype == start.rules.gametype


@every_variant
@examples(15)
@given(data=st.data())
def test_fen_and_legal_moves(variant, data):
    rules = VARIANTS[variant]
    position = data.draw(strategies.positions(rules))
    ours = product_position(position)
    assert ours.fen() == slow_notation.to_fen(position)
    expected = slow_notation.texts(position)
    moves = {move.text: move for move in ours.legal_moves()}
    assert list(moves) == list(expected)
    for text, move in expected.items():
        found = moves[text]
        after = slow_rules.play(position, move)
        assert ours.play(found).fen() == slow_notation.to_fen(after)
        assert {square_of(n, rules) for n in found.captured} == move.captured
        assert found.promotes == slow_rules.crowned_by(position, move)
        if move.captured:
            paths = slow_notation.canonical_paths(position, move)
            assert list(found.path) == paths[0]
            orders = {
                (*slow_notation.canonical_path(chain, rules),): chain.victims
                for chain in slow_rules.legal_chains(position)
                if chain.move == move
            }
            numbers = tuple(number_of(square, rules) for square in orders[found.path])
            assert found.captured == numbers


@every_variant
@examples(10, nightly=2000)
@given(data=st.data())
def test_every_spelling_of_a_capture_is_read(variant, data):
    rules = VARIANTS[variant]
    position = data.draw(strategies.positions(rules))
    ours = product_position(position)
    legal = slow_rules.legal_chains(position)
    for chain in legal[:20]:
        squares = [chain.origin, *chain.landings]
        named = slow_check.legal_readings(position, squares)
        found = judge(ours, written(squares, rules)).readings
        assert taken(found, rules) == {m.captured for m in named}
        assert chain.move.captured in {m.captured for m in named}


def taken(moves, rules):
    return {frozenset(square_of(n, rules) for n in move.captured) for move in moves}


def likely_texts(position: slow_rules.Position) -> st.SearchStrategy[str]:
    """Texts that have to do with the position: near captures, beginnings, wrong squares."""
    rules = position.rules
    squares = list(squares_of(rules).values())
    near = [
        [c.origin, *c.landings[:n]]
        for c in slow_rules.capture_chains(position)[:50]
        for n in range(1, len(c.landings) + 1)
    ]
    ends = [[path[0], path[-1]] for path in near]
    occupied = [s for s, _ in slow_rules.pieces(position)]
    quiet = [[a, b] for a, b in product(occupied, squares) if a != b]
    paths = st.lists(st.sampled_from(squares), min_size=2, max_size=4)
    captures = [paths, *(st.sampled_from(found) for found in (near, ends) if found)]
    return st.one_of(
        st.sampled_from(quiet).map(lambda path: written(path, rules, "-")),
        st.one_of(captures).map(lambda path: written(path, rules)),
    )


@every_variant
@examples(25)
@given(data=st.data())
def test_a_text_is_judged_as_the_slow_judge_does(variant, data):
    rules = VARIANTS[variant]
    position = data.draw(strategies.positions(rules))
    text = data.draw(likely_texts(position))
    squares = squares_in(text, rules)
    verdict = judge(product_position(position), text)
    readings = slow_check.legal_readings(position, squares)
    if readings or verdict.readings:
        assert {m.captured for m in readings} == taken(verdict.readings, rules)
        return
    assert CODE_OF_LAW[verdict.fault] in slow_check.codes(position, squares)
    assert (verdict.fault in ("illegal-move", "capture-priority")) == bool(verdict.reason)
