"""Playing moves from their text: exactly as far as each text names one legal move."""

from __future__ import annotations

import random
from array import array

import pytest

from ..oracle.kernel_bits import BITS, NUMBERS, SQUARES
from .kernel_positions import START, random_position, some_kernel

FORMS = ["compiled", "uncompiled"]
SEPARATORS = ["-", "x", "X", ":", " - ", " x", "x ", " : "]


@pytest.fixture(scope="module", params=FORMS)
def kernel(request):
    return some_kernel(request.param)


def laid_out(texts):
    """Return the texts with other bytes between them, and where each begins and ends."""
    data = bytearray(b"1. ")
    spans = array("I")
    for text in texts:
        spans.extend((len(data), len(data) + len(text)))
        data += text.encode() + b" {} 12"
    return bytes(data), spans


def replay(kernel, position, texts, first=0, before=()):
    """Replay the texts from ply `first` on; return the ply reached and the positions."""
    text, spans = laid_out(texts)
    history = array("Q", bytes(24 * (len(texts) + 1)))
    for ply, state in enumerate((*before, position)):
        history[3 * ply : 3 * ply + 3] = array("Q", state[1:])
    white_first = position[0] == (first % 2 == 0)
    reached = kernel.replay(text, spans, first, len(texts), history, white_first, SQUARES)
    return reached, [tuple(history[3 * ply : 3 * ply + 3]) for ply in range(len(texts) + 1)]


def written(rng, move):
    numbers = [str(NUMBERS[square]) for square in move[:2]]
    if rng.random() < 0.2:
        numbers = [number.zfill(2) for number in numbers]
    return rng.choice(SEPARATORS).join(numbers)


def random_game(kernel, rng, position, plies=60):
    """Return texts and positions of a game in which no text is ambiguous, and the moves left."""
    texts, states = [], [position]
    for _ in range(plies):
        moves = kernel.legal_moves(*position)
        clear = [move for move in moves if sum(m[:2] == move[:2] for m in moves) == 1]
        if not clear:
            break
        move = rng.choice(clear)
        texts.append(written(rng, move))
        position = (not position[0], *kernel.play(*position, *move))
        states.append(position)
    return texts, states


def games(kernel, seed, count):
    rng = random.Random(seed)
    for number in range(count):
        position = START if number % 2 else random_position(rng, kings=0.7, most=8)
        texts, states = random_game(kernel, rng, position)
        if texts:
            yield rng, texts, states


def test_legal_games_are_played_to_their_end(kernel):
    for _, texts, states in games(kernel, 1, 60):
        reached, history = replay(kernel, states[0], texts)
        assert reached == len(texts)
        assert history == [state[1:] for state in states]


def test_the_middle_of_a_game(kernel):
    for rng, texts, states in games(kernel, 2, 30):
        first = rng.randrange(len(texts) + 1)
        reached, history = replay(kernel, states[first], texts, first, states[:first])
        assert reached == len(texts)
        assert history[first:] == [state[1:] for state in states[first:]]


def test_it_stops_at_the_first_move_that_is_not_legal(kernel):
    for rng, texts, states in games(kernel, 3, 60):
        ply = rng.randrange(len(texts))
        legal = {move[:2] for move in kernel.legal_moves(*states[ply])}
        wrong = rng.choice(
            [(a, b) for a in BITS.values() for b in BITS.values() if (a, b) not in legal]
        )
        texts[ply] = written(rng, wrong)
        reached, history = replay(kernel, states[0], texts)
        assert reached == ply
        assert history[: ply + 1] == [state[1:] for state in states[: ply + 1]]


def test_all_pairs_of_squares(kernel):
    """What is played is what `legal_moves` has exactly once, in any position."""
    rng = random.Random(9)
    for _ in range(40):
        position = random_position(rng, kings=0.8, odd=True)
        moves = kernel.legal_moves(*position)
        for origin, start in BITS.items():
            for target, end in BITS.items():
                named = [move for move in moves if move[:2] == (start, end)]
                reached, history = replay(kernel, position, [f"{origin}x{target}"])
                assert reached == (len(named) == 1)
                if reached:
                    assert history[1] == kernel.play(*position, *named[0])
                else:
                    assert history[1] == (0, 0, 0)


def test_it_stops_where_two_captures_share_both_ends(kernel):
    compiled = some_kernel("compiled")
    rng = random.Random(6)
    ambiguous = 0
    for _ in range(6000):
        position = random_position(rng, kings=1, most=9)
        moves = compiled.legal_moves(*position)
        for move in moves:
            others = [other for other in moves if other[:2] == move[:2]]
            if len(others) > 1:
                ambiguous += 1
                text = f"{NUMBERS[move[0]]}x{NUMBERS[move[1]]}"
                assert replay(kernel, position, [text])[0] == 0
    assert ambiguous > 20


@pytest.mark.parametrize(
    "text",
    [
        "", "1", "9", "9-", "-13", "9-13-17", "9x13x17", "9  -13", "9-  13", " 9-13", "9-13 ",
        "9--13", "9+13", "9\u201313", "9\t-13", "913", "009-13", "9-013", "b4-c5", "9-1a", "a9-13",
        "9- ", "9 ", "9 13", "0-13", "9-0", "9-33", "99-13", "33-13", "9-13!", "...", "*",
    ],
)  # fmt: skip
def test_texts_that_are_not_just_two_squares(kernel, text):
    assert replay(kernel, START, [text])[0] == 0


@pytest.mark.parametrize("text", ["9-13", "09-13", "9x13", "9 X 13", "9: 13", "09 :13"])
def test_texts_that_are(kernel, text):
    assert replay(kernel, START, [text])[0] == 1


def test_nothing_to_play(kernel):
    assert replay(kernel, START, [])[0] == 0
    assert (
        kernel.replay(b"", array("I", bytes(16)), 2, 2, array("Q", bytes(72)), True, SQUARES) == 2
    )
    assert (
        kernel.replay(b"9-13", array("I", [0, 4]), 0, 1, array("Q", bytes(48)), True, SQUARES) == 0
    )


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"spans": array("I", [0])}, ValueError),
        ({"spans": array("I", [0, 5])}, ValueError),
        ({"spans": array("Q", [0, 4])}, TypeError),
        ({"spans": [0, 4]}, TypeError),
        ({"history": array("Q", bytes(40))}, ValueError),
        ({"history": bytes(48)}, (TypeError, BufferError)),
        ({"history": memoryview(bytes(48)).cast("Q")}, BufferError),
        ({"squares": array("I", [0, 4])}, TypeError),
        ({"first": -1}, ValueError),
        ({"first": 2}, ValueError),
        ({"last": 2}, ValueError),
    ],
)
def test_buffers_that_are_too_short_or_of_another_kind(kernel, changes, error):
    """Nothing is read or written outside what was handed over."""
    arguments = {
        "text": b"9-13",
        "spans": array("I", [0, 4]),
        "first": 0,
        "last": 1,
        "history": array("Q", [*START[1:], 0, 0, 0]),
        "white_first": True,
        "squares": SQUARES,
    }
    assert kernel.replay(**{**arguments, "squares": SQUARES[:10]}) == 0
    assert kernel.replay(**arguments) == 1
    with pytest.raises(error):
        kernel.replay(**{**arguments, **changes})
