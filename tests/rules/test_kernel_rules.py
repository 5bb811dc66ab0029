"""Single positions: whatever they hold, and the rules in which the kernel takes a short cut."""

from __future__ import annotations

import random

import pytest

from damas_cli.rules.family import Family

from .kernel_positions import (
    BOARD,
    MOST_CAPTURES,
    MOST_ORDERS,
    SPANISH,
    START,
    compiled_kernel,
    random_position,
    some_kernel,
    uncompiled_kernel,
)

BOTH = pytest.mark.parametrize("form", ["compiled", "uncompiled"])


class ComparesAll(Family):
    """A family whose kernel looks for duplicates among all captures."""

    @property
    def duplicates_from(self) -> int:
        return 1


def test_fewer_than_four_captures_cannot_repeat():
    """The kernel looks for duplicates from four pieces up; looking at all finds no more."""
    kernel = compiled_kernel()
    thorough = uncompiled_kernel(ComparesAll("thorough", priority=SPANISH.priority))
    rng = random.Random(4)
    captures = 0
    for _ in range(4000):
        position = random_position(rng, kings=0.9, most=12)
        moves = kernel.legal_moves(*position)
        assert len(moves) == len(set(moves))
        assert sorted(moves) == sorted(thorough.legal_moves(*position))
        captures += any(move[2] for move in moves)
    assert captures > 2000


def test_a_set_taken_in_two_orders_is_one_move_and_two_in_capture_order():
    """A king that goes round a loop of four pieces can go round it the other way."""
    kernel = compiled_kernel()
    rng = random.Random(7)
    repeated = 0
    for _ in range(20_000):
        position = random_position(rng, kings=1, most=10)
        moves = kernel.legal_moves(*position)
        assert kernel.perft(*position, 1) == len(moves)
        if kernel.perft_capture_order(*position, 1) > len(moves):
            repeated += 1
            # Only captures of four and more can be taken in two orders.
            assert all(move[2].bit_count() >= 4 for move in moves)
    assert repeated > 10


def test_both_forms_agree_on_odd_positions():
    """Men on their crowning row and 32 pieces are what a FEN may hold."""
    compiled, uncompiled = compiled_kernel(), uncompiled_kernel()
    rng = random.Random(1)
    for _ in range(1500):
        position = random_position(rng, kings=rng.random(), odd=True)
        moves = compiled.legal_moves(*position)
        assert moves == uncompiled.legal_moves(*position)
        assert compiled.perft(*position, 2) == uncompiled.perft(*position, 2)
        assert compiled.perft(*position, 1) == len(moves)
        assert compiled.has_moves(*position) == bool(moves)
        assert compiled.best_capture(*position) == uncompiled.best_capture(*position)


def test_bits_that_are_no_position_do_no_harm():
    """Pieces off the board, on ghosts or of both colours: the kernel keeps to the squares."""
    kernel = compiled_kernel()
    rng = random.Random(2)
    for _ in range(3000):
        white, black, kings = (rng.getrandbits(64) & rng.getrandbits(64) for _ in range(3))
        white_to_move = rng.random() < 0.5
        for origin, target, taken in kernel.legal_moves(white_to_move, white, black, kings):
            assert origin & BOARD
            assert target & BOARD
            assert taken & ~BOARD == 0
        kernel.perft(white_to_move, white, black, kings, 2)
        kernel.best_capture(white_to_move, white, black, kings)


@BOTH
def test_a_board_without_room_or_without_pieces(form):
    kernel = some_kernel(form)
    half = START[1] | START[1] << 18
    for position in (
        (True, BOARD & half, BOARD & ~half, BOARD),
        (True, BOARD, 0, BOARD),
        (True, 0, BOARD, 0),
        (False, 0, 0, 0),
    ):
        assert kernel.legal_moves(*position) == []
        assert not kernel.has_moves(*position)
        assert not kernel.has_captures(*position)
        assert kernel.best_capture(*position) == (0, 0)
        assert kernel.perft(*position, 5) == 0


@BOTH
@pytest.mark.parametrize("white_to_move", [True, False])
def test_a_man_on_its_crowning_row_cannot_move_and_is_no_king(form, white_to_move):
    kernel = some_kernel(form)
    white, black = (1 << 1, 1 << 13) if white_to_move else (1 << 13, 1 << 32)
    assert kernel.legal_moves(white_to_move, white, black, 0) == []
    assert kernel.perft(white_to_move, white, black, 0, 1) == 0


@BOTH
def test_more_captures_than_a_list_begins_with(form):
    """The list of captures grows, and forgets none of them."""
    kernel = some_kernel(form)
    moves = kernel.legal_moves(*MOST_CAPTURES)
    assert len(moves) == len(set(moves)) == 38
    assert kernel.perft(*MOST_CAPTURES, 1) == 38
    assert kernel.perft(*MOST_CAPTURES, 2) == sum(
        kernel.perft(False, *kernel.play(*MOST_CAPTURES, *move), 1) for move in moves
    )
    assert kernel.perft_capture_order(*MOST_ORDERS, 1) == 35


@BOTH
def test_crowning_ends_a_capture(form):
    """A man that captures its way to the last row stops there and is a king."""
    kernel = some_kernel(form)
    # White on bit 10 takes bit 5 and lands on bit 1, where bit 6 stands ready for a king.
    position = (True, 1 << 10, 1 << 5 | 1 << 6, 0)
    moves = kernel.legal_moves(*position)
    crowning = [move for move in moves if move[1] & 0xF]
    assert crowning
    for move in crowning:
        assert move[2].bit_count() == 1
        white, black, kings = kernel.play(*position, *move)
        assert white == kings == move[1]
        assert black == position[2] & ~move[2]


@BOTH
def test_depths_that_cannot_be(form):
    kernel = some_kernel(form)
    table = kernel.HashTable(1)
    assert kernel.perft(*START, 0) == 1
    assert kernel.perft_hashed(*START, 0, table) == 1
    for depth in (-1, kernel.MAX_DEPTH + 1):
        for count in (
            lambda depth: kernel.perft(*START, depth),
            lambda depth: kernel.perft_capture_order(*START, depth),
            lambda depth: kernel.perft_hashed(*START, depth, table),
        ):
            with pytest.raises(ValueError, match="a depth is from 0 to 100"):
                count(depth)


def test_the_deepest_perft_does_not_overrun_the_stack():
    """Two kings that shuffle about for a hundred plies, each position of which is counted once."""
    kernel = compiled_kernel()
    position = (True, 1 << 34, 1 << 0, 1 << 34 | 1 << 0)
    table = kernel.HashTable(64)
    assert kernel.perft_hashed(*position, 6, table) == kernel.perft(*position, 6)
    kernel.perft_hashed(*position, kernel.MAX_DEPTH, table)
