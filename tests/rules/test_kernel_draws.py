"""The draws by rule that the kernel finds, against looking at every pair of positions."""

from __future__ import annotations

import random
from array import array

import pytest

from damas_cli.rules import kernels

from .kernel_positions import CANADIAN, START, random_position, some_kernel


@pytest.fixture(scope="module", params=["compiled", "uncompiled"])
def kernel(request):
    return some_kernel(request.param)


def naive(states, repetition, no_progress):
    """Return what `find_draws` should, from the positions (white, black, kings)."""
    repeated = stalled = 0
    plies = len(states) - 1
    for ply in range(1, plies + 1):
        same = sum(states[other] == states[ply] for other in range(ply % 2, ply + 1, 2))
        if repetition and not repeated and same >= repetition:
            repeated = ply
    quiet = 0
    for ply in range(1, plies + 1):
        (white, black, kings), (old_white, old_black, old_kings) = states[ply], states[ply - 1]
        captured = (white | black).bit_count() < (old_white | old_black).bit_count()
        man_moved = (white | black) & ~kings != (old_white | old_black) & ~old_kings
        quiet = 0 if captured or man_moved else quiet + 1
        if no_progress and not stalled and quiet == no_progress:
            stalled = ply
    return repeated, stalled


def found(kernel, states, repetition, no_progress):
    history = array("Q", [word for state in states for word in state])
    return kernel.find_draws(history, len(states) - 1, repetition, no_progress)


def wander(kernel, rng, position, plies):
    """Return the positions of random play that shuffles kings more often than not."""
    states = [position[1:]]
    for _ in range(plies):
        moves = kernel.legal_moves(*position)
        if not moves:
            break
        shuffles = [move for move in moves if move[0] & position[3] and not move[2]]
        back = [
            move for move in shuffles if len(states) > 1 and kernel.play(*position, *move) in states
        ]
        choices = back if back and rng.random() < 0.3 else shuffles or moves
        move = rng.choice(choices if rng.random() < 0.9 else moves)
        position = (not position[0], *kernel.play(*position, *move))
        states.append(position[1:])
    return states


def test_random_games(kernel):
    rng = random.Random(3)
    seen = set()
    for _ in range(150):
        position = random_position(rng, kings=rng.choice((0.5, 1)), most=3)
        states = wander(kernel, rng, position, rng.randrange(120))
        for repetition, no_progress in ((3, 80), (2, 10), (3, 25), (4, 0), (0, 40), (0, 0)):
            expected = naive(states, repetition, no_progress)
            assert found(kernel, states, repetition, no_progress) == expected
            seen.add(tuple(ply > 0 for ply in expected))
    assert seen == {(False, False), (False, True), (True, False), (True, True)}


@pytest.mark.parametrize("form", [kernels.for_family, kernels.load_uncompiled])
def test_boards_of_two_words_a_set(form):
    """Positions that differ in one of their high squares only are not the same."""
    kernel = form(CANADIAN)
    rng = random.Random(6)
    squares = [1, 1 << 11, 1 << 63, 1 << 64, 1 << 65, 1 << 76]
    repeated = set()
    for _ in range(60):
        states = []
        for _ in range(rng.randrange(2, 40)):
            white, black = rng.sample(squares, 2)
            states.append((white, black, white | black))
        history = array("Q")
        for state in states:
            for mask in state:
                history.extend((mask & (1 << 64) - 1, mask >> 64))
        for laws in ((2, 10), (3, 4)):
            expected = naive(states, *laws)
            assert kernel.find_draws(history, len(states) - 1, *laws) == expected
            repeated.add(expected[0] > 0)
    assert repeated == {True, False}
    with pytest.raises(ValueError, match="12 items"):
        kernel.find_draws(array("Q", bytes(80)), 1, 3, 80)


@pytest.mark.parametrize("distance", [40, 250, 254, 256, 258, 300, 700])
def test_repetitions_far_apart(kernel, distance):
    """Games without progress that are searched in another way from 256 plies on."""
    # Not positions of play: two white kings and a black one, placed anew at each ply.
    pairs = [1 << high | 1 << low for high in range(27) for low in range(high)]
    states = []
    for ply in range(2 * distance + 20):
        white, black = pairs[ply % len(pairs)], 1 << 28 + ply // len(pairs)
        states.append((white, black, white | black))
    again = (3 << 10, 1 << 34, 3 << 10 | 1 << 34)
    states[5] = states[5 + distance] = states[5 + 2 * distance] = again
    assert found(kernel, states, 3, 80) == naive(states, 3, 80) == (5 + 2 * distance, 80)
    assert found(kernel, states, 2, 0) == naive(states, 2, 0) == (5 + distance, 0)


def test_progress_ends_a_long_search(kernel):
    """Positions from before a capture or a man's move do not count after it."""
    rng = random.Random(8)
    states = []
    for pieces in (3, 2):
        for _ in range(400):
            white = rng.sample(range(20), pieces - 1)
            state = (sum(1 << bit for bit in white), 1 << rng.randrange(20, 26))
            states.append((*state, state[0] | state[1]))
    for repetition in (2, 3, 4, 5):
        assert found(kernel, states, repetition, 300) == naive(states, repetition, 300)


def test_an_endless_game_is_searched_in_linear_time():
    """Two kings placed at random for ever, no position as often as asked for."""
    kernel = some_kernel("compiled")
    plies = 200_000
    rng = random.Random(5)
    history = array("Q")
    for _ in range(plies + 1):
        white, black = rng.sample(range(35), 2)
        history.extend((1 << white, 1 << black, 1 << white | 1 << black))
    assert kernel.find_draws(history, plies, 10_000, 0) == (0, 0)


def test_the_start_is_the_first_occurrence(kernel):
    """Back and forth twice: the position of the start stands for the third time after 8 plies."""
    kings = (True, 1 << 34, 1 << 0, 1 << 34 | 1 << 0)
    states = [kings[1:]]
    position = kings
    for step in range(8):
        moves = {(m[0], m[1]): m for m in kernel.legal_moves(*position)}
        away = {True: (1 << 34, 1 << 30), False: (1 << 0, 1 << 4)}[position[0]]
        move = moves[away if step % 4 < 2 else away[::-1]]
        position = (not position[0], *kernel.play(*position, *move))
        states.append(position[1:])
    assert found(kernel, states, 3, 8) == (8, 8)
    assert found(kernel, states, 3, 9) == (8, 0)
    assert found(kernel, states[:-1], 3, 8) == (0, 0)


def test_games_of_no_plies_and_short_histories(kernel):
    assert kernel.find_draws(array("Q", START[1:]), 0, 3, 80) == (0, 0)
    with pytest.raises(ValueError, match="6 items"):
        kernel.find_draws(array("Q", START[1:]), 1, 3, 80)
    with pytest.raises(ValueError, match="-1 plies"):
        kernel.find_draws(array("Q", START[1:]), -1, 3, 80)
    with pytest.raises(TypeError):
        kernel.find_draws(array("I", range(6)), 0, 3, 80)
