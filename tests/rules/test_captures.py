"""Captures one by one: with the priority laws they are what the kernel says, in every variant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.rules.captures import rank
from damas_cli.rules.judge import judge
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, load_variant_data

from .variant_positions import VARIANTS, positions

# Rules of a user's own, for which no kernel is compiled: the Spanish ones with tables changed.
OWN_RULES = {
    "at-once": {"capture": {"priority": ["most-pieces"], "removal": "at-once"}},
    "crowned-at-once": {
        "man": {"on_reaching_last_row_in_capture": "king", "captures_backward": True},
        "capture": {"priority": ["most-kings"], "removal": "at-once"},
    },
    "kings-first": {"capture": {"priority": ["kings-first", "with-king"]}},
    "crowned-short": {
        "man": {"on_reaching_last_row_in_capture": "king"},
        "king": {"flying": False},
        "capture": {"priority": ["with-king", "most-pieces"]},
    },
    "behind": {
        "man": {"on_reaching_last_row_in_capture": "king", "captures_kings": False},
        "king": {"landing": "behind"},
        "capture": {"priority": []},
    },
}


def own_rules(name: str) -> Variant:
    data = {**load_variant_data("spanish"), "name": name}
    del data["family"]
    for table, changes in OWN_RULES[name].items():
        data[table] = {**data[table], **changes}
    return Variant(data)


def legal_captures(position: Position):
    """Return origin, landing and victims of each legal capture, by the ordered captures alone."""
    captures = [c for origin in position.men.own for c in position.captures_of(origin)]
    ranks = [rank(capture, position.men, position.variant.priority) for capture in captures]
    return {
        (capture.origin, capture.landing, frozenset(capture.victims)): capture
        for capture, worth in zip(captures, ranks, strict=True)
        if worth == max(ranks)
    }


@pytest.mark.parametrize("name", VARIANTS)
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_the_kernel_and_the_ordered_captures_agree(name, data):
    check_against_the_kernel(data.draw(positions(name)))


@pytest.mark.parametrize("name", OWN_RULES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_they_agree_under_rules_of_ones_own(name, data):
    check_against_the_kernel(data.draw(positions(own_rules(name))))


def check_against_the_kernel(position: Position) -> None:
    variant = position.variant
    board = variant.board
    found = legal_captures(position)
    squares = board.mask_of(range(1, board.size + 1))
    listed = [move for move in variant.kernel.legal_moves(*position.state) if move[2]]
    named = {
        (board.squares[a], board.squares[b], frozenset(board.squares_of(taken & squares)))
        for a, b, taken in listed
    }
    assert named == set(found)
    assert len(named) == len(listed)
    if not listed:
        return
    moves = position.legal_moves()
    assert {move.key for move in moves} == named
    # What is crowned on its way is crowned when the move is played from its squares alone too.
    crowned = {
        (board.squares[a], board.squares[b], frozenset(board.squares_of(taken & squares))): (
            variant.kernel.play(*position.state, a, b, taken)
        )
        for a, b, taken in listed
    }
    for move in moves:
        after = position.put(move.origin, move.destination, move.captured)
        assert after.state[1:] == crowned[move.key]
        was_king = position.piece(move.origin).isupper()
        assert move.promotes == (after.piece(move.destination).isupper() and not was_king)
        assert move.captured == found[move.key].victims or len(move.captured) > 1


@pytest.mark.parametrize("name", VARIANTS)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_every_legal_move_is_read_from_its_own_text_and_path(name, data):
    position = data.draw(positions(name))
    board = position.variant.board
    moves = position.legal_moves()
    texts = [move.text for move in moves]
    assert texts == sorted(set(texts))
    for move in moves:
        assert position.move(move.text) == move
        for sign in ("-", "x", ":", "\u00d7"):
            numbers = sign.join(map(str, move.path))
            names = sign.join(map(board.name, move.path))
            assert move in [position.move(numbers), position.move(names)]
            assert position.move(numbers) == position.move(names.upper())


def test_the_order_that_takes_a_king_first_is_the_one_that_is_written():
    """A round of four pieces, one of them a king: both ways round are the same move."""
    position = Position.from_fen("W:WK30:B26,K27,18,19,1", "italian")
    rounds = [c for c in position.captures_of(30) if len(c.victims) == 4]
    assert len(rounds) == 2
    (move,) = position.legal_moves()
    assert move.path == (30, 23, 14, 21, 30)
    assert all(position.move("x".join(map(str, way.path))) == move for way in rounds)
    # Broken off it is half of a legal capture either way.
    for half in ("30x23x14", "30x21x14"):
        assert judge(position, half).fault == "capture-not-completed"
