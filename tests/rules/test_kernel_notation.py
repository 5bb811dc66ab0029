"""Moves written with numbers or algebraic names, and separators that tell the wrong thing."""

from __future__ import annotations

import random
from array import array

import pytest

from damas_cli.rules import kernels
from damas_cli.rules.board import Board

from .kernel_positions import (
    CANADIAN,
    SPANISH,
    compiled_kernel,
    random_state,
    uncompiled_kernel,
)

QUIET, CAPTURES = "-", "xX:"
# In UTF-8 and in code page 1252.
DASHES = [b"-", *(chr(c).encode() for c in (*range(0x2010, 0x2015), 0x2212)), b"\x96", b"\x97"]
CROSSES = [b"x", b"X", b":", "\u00d7".encode(), b"\xd7"]
# Letters that have a byte in common with one of them, and what else stands between squares.
NEITHER = [b"", b" ", b"*", b"~", b"\xc3\xa9", "\u2016".encode(), "\u05d6".encode(), b"\xe2\x80"]
CASES = {
    "spanish": (compiled_kernel, Board(8, 8, False, "bottom-right")),
    "uncompiled": (uncompiled_kernel, Board(8, 8, False, "bottom-right")),
    "12x12": (lambda: kernels.for_family(CANADIAN), Board(12, 12, True, "top-left")),
    "12x12, uncompiled": (
        lambda: kernels.load_uncompiled(CANADIAN),
        Board(12, 12, False, "bottom-right", a1="top-right"),
    ),
}


@pytest.fixture(scope="module", params=CASES)
def case(request):
    """Return kernel and board; the board may be mirrored without changing the moves."""
    make, board = CASES[request.param]
    return make(), board


def family_of(board):
    return SPANISH if board.width == 8 else CANADIAN


def words_of(masks, each):
    return [mask >> 64 * word & (1 << 64) - 1 for mask in masks for word in range(each)]


def masks_of(words, each):
    return tuple(
        sum(words[at + word] << 64 * word for word in range(each))
        for at in range(0, len(words), each)
    )


class Line:
    """A game's texts, laid out among other bytes, and a history with its first position."""

    def __init__(self, kernel, texts, state):
        self.kernel, self.white_first = kernel, state[0]
        self.text, self.spans = b"1. ", array("I")
        for text in texts:
            self.spans.extend((len(self.text), len(self.text) + len(text)))
            self.text += text + b" -x: "
        self.plies = len(texts)
        self.history = array("Q", bytes(24 * kernel.WORDS * (len(texts) + 1)))
        first = words_of(state[1:], kernel.WORDS)
        self.history[: len(first)] = array("Q", first)

    def replay(self, board, strict=0):
        return self.kernel.replay(
            self.text,
            self.spans,
            0,
            self.plies,
            self.history,
            self.white_first,
            board.kernel_squares,
            strict,
        )

    def position(self, ply):
        each = 3 * self.kernel.WORDS
        return masks_of(self.history[each * ply : each * (ply + 1)], self.kernel.WORDS)

    def wrong(self, dash_captures=False, first=0):
        return self.kernel.wrong_separators(
            self.text, self.spans, self.history, first, self.plies, dash_captures
        )


def play_out(rng, kernel, board, plies=30):
    """Return moves, none of them ambiguous, and the positions before each and after the last."""
    state = random_state(rng, family_of(board), most=12)
    moves, states = [], [state]
    while len(moves) < plies:
        legal = kernel.legal_moves(*state)
        clear = [m for m in legal if sum(m[:2] == other[:2] for other in legal) == 1]
        if not clear:
            break
        moves.append(rng.choice(clear))
        state = (not state[0], *kernel.play(*state, *moves[-1]))
        states.append(state)
    return moves, states


def written(rng, board, move, separators):
    squares = [board.squares[bit] for bit in move[:2]]
    if rng.random() < 0.3:
        return rng.choice(separators).join(str(square) for square in squares).encode()
    names = [board.name(square) for square in squares]
    if rng.random() < 0.3:
        names = [name.upper() for name in names]
    return (
        rng.choice([*separators, "", " - ", " x"] if separators == "-xX:" else separators)
        .join(names)
        .encode()
    )


def test_games_in_numbers_and_names(case):
    kernel, board = case
    rng = random.Random(1)
    for _ in range(25):
        moves, states = play_out(rng, kernel, board)
        line = Line(kernel, [written(rng, board, m, "-xX:") for m in moves], states[0])
        assert line.replay(board) == len(moves)
        for ply, state in enumerate(states):
            assert line.position(ply) == state[1:]


def test_strictly_a_separator_has_to_tell_the_truth(case):
    kernel, board = case
    rng = random.Random(2)
    for _ in range(25):
        moves, states = play_out(rng, kernel, board)
        if not moves:
            continue
        right = [written(rng, board, m, CAPTURES if m[2] else QUIET) for m in moves]
        for strict in (0, 1, 2):
            line = Line(kernel, right, states[0])
            assert line.replay(board, strict) == len(moves)
            assert line.position(len(moves)) == states[-1][1:]
            assert line.wrong() == line.wrong(dash_captures=True) == []
        at = rng.randrange(len(moves))
        texts = list(right)
        texts[at] = written(rng, board, moves[at], QUIET if moves[at][2] else CAPTURES)
        harmless = len(moves) if moves[at][2] else at
        for strict, reached in ((0, len(moves)), (True, at), (2, harmless)):
            assert Line(kernel, texts, states[0]).replay(board, strict) == reached
        line = Line(kernel, texts, states[0])
        line.replay(board)
        assert line.wrong() == [at]
        assert line.wrong(first=at + 1) == []
        assert line.wrong(dash_captures=True) == ([] if moves[at][2] else [at])


@pytest.mark.parametrize("text", [b"c3d4", b"C3D4", b"c3-d4", b"c3xD4", b"c03d4", b"c3 : d4"])
def test_names(text):
    board = Board(8, 8, True, "top-left")
    kernel = compiled_kernel()
    state = (True, board.bits[board.square("c3")], board.bits[board.square("h8")], 0)
    assert Line(kernel, [text], state).replay(board) == 1


@pytest.mark.parametrize(
    "text",
    [
        b"c3", b"c3d", b"cd4", b"c3 d4", b"c3-", b"-d4", b"c3--d4", b"c3-d4-e5", b"c3d4e5", b"c-d",
        b"c3=d4", b"m3d4", b"c3m4", b"c3-m4", b"c3-d40", b"c3-d0", b"c0-d4", b"c3-d16", b"c3-d99",
        b"c99d4", b"c3-d100", b"22-d4", b"c3-18", b"c318", b"22d4", b"c3-d4!", b" c3d4", b"c3d4 ",
        b"c3\x96d4", "c3\u2013d4".encode(), b"c3-c4", b"c3-z9", b"`3-d4", b"c3-@4", b"c3xc5",
        b":d4", b"b:d4",
    ],
)  # fmt: skip
def test_texts_that_name_no_move(text):
    board = Board(8, 8, True, "top-left")
    kernel = compiled_kernel()
    state = (True, board.bits[board.square("c3")], board.bits[board.square("h8")], 0)
    for strict in (0, 1, 2):
        assert Line(kernel, [text], state).replay(board, strict) == 0


@pytest.mark.parametrize("form", ["spanish", "uncompiled"])
def test_separators_of_all_kinds(form):
    """What stands in the text is what counts, in whatever encoding and however often."""
    kernel = CASES[form][0]()
    moved = [(1, 1 << 30, 0), (2, 1 << 30, 0)]
    taken = [(1, 1 << 30, 0), (2, 0, 0)]
    for before, parts, after in (
        (b"9", DASHES, True), (b"c3", CROSSES, True), (b"", NEITHER, False), (b"\xe2", DASHES, True)
    ):  # fmt: skip
        for part in parts:
            for text in (before + part + b"13", b"1" + part, part * 2, part + b"1" + part):
                for positions, wrong in ((moved, CROSSES), (taken, DASHES)):
                    line = Line(kernel, [text], (True, *positions[0]))
                    line.history[3:] = array("Q", positions[1])
                    expected = [0] if after and part in wrong else []
                    assert line.wrong() == expected, text
                    if positions is taken:
                        assert line.wrong(dash_captures=True) == []


def test_any_bytes_are_read_within_their_span():
    kernel, pure = compiled_kernel(), uncompiled_kernel()
    rng = random.Random(7)
    pool = b"".join([*DASHES, *CROSSES, *NEITHER, b"19ac \xe2\x80\x88\xc3\xd7\xf0"])
    for _ in range(3000):
        text = bytes(rng.choice(pool) for _ in range(rng.randrange(7)))
        found = []
        for one in (kernel, pure):
            line = Line(one, [text], (True, 1, 1 << 30, 0))
            line.history[3:] = array("Q", (2, rng.choice((0, 1 << 30)), 0))
            rng.seed(text)
            found.append((line.wrong(), line.replay(CASES["spanish"][1])))
        assert found[0] == found[1], text


def test_a_separator_outside_the_span_does_not_count():
    kernel = compiled_kernel()
    history = array("Q", (1, 4, 0, 2, 4, 0))
    for text, span in ((b"9-13x", (0, 4)), (b"x9-13", (1, 5)), (b"9\xc3\x97", (0, 2))):
        assert kernel.wrong_separators(text, array("I", span), history, 0, 1, False) == []


@pytest.mark.parametrize("form", ["spanish", "12x12", "12x12, uncompiled"])
@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"spans": array("I", [0])}, ValueError),
        ({"spans": array("I", [0, 5])}, ValueError),
        ({"spans": array("Q", [0, 4])}, TypeError),
        ({"short": 1}, ValueError),
        ({"first": -1}, ValueError),
        ({"first": 2}, ValueError),
        ({"last": 2}, ValueError),
    ],
)
def test_buffers_that_are_too_short_or_of_another_kind(form, changes, error):
    make, board = CASES[form]
    kernel = make()
    changes = dict(changes)
    arguments = {"text": b"9-13", "spans": array("I", [0, 4]), "first": 0, "last": 1}
    words = array("Q", bytes(48 * kernel.WORDS - 8 * changes.pop("short", 0)))
    if len(words) == 6 * kernel.WORDS:
        assert kernel.wrong_separators(**arguments, history=words, dash_captures=False) == []
    with pytest.raises(error):
        kernel.wrong_separators(**{**arguments, **changes}, history=words, dash_captures=False)
    with pytest.raises(error):
        kernel.replay(
            **{**arguments, **changes},
            history=words,
            white_first=True,
            squares=board.kernel_squares,
        )


def test_a_table_of_squares_may_be_short():
    """What is not in it is no square, even where the table ends within one."""
    make, board = CASES["12x12"]
    kernel = make()
    whole = board.kernel_squares
    assert len(whole) == 2 * (128 + 16 * 12)
    for length in (0, 1, 2, 21, 2 * 128 + 39, len(whole) - 1):
        line = Line(kernel, [b"a1b2"], (True, board.bits[board.square("a1")], 1, 0))
        squares = whole[:length]
        reached = kernel.replay(line.text, line.spans, 0, 1, line.history, True, squares)
        assert reached == (length > 2 * (128 + 16 + 2) + 1)


@pytest.mark.parametrize("name", ["12x12", "12x12, uncompiled"])
def test_wide_sets_of_squares_are_taken_whole(name):
    make, board = CASES[name]
    kernel = make()
    assert kernel.WORDS == 2
    every = sum(board.bits)
    assert every.bit_length() > 64
    pieces = (every & ~(1 << 70), 1 << 70)
    assert kernel.play(True, *pieces, every, 1 << 76, 1 << 76, 0) == (*pieces, every)
    edge = board.bits[board.square("a1")] | board.bits[board.square("l12")]
    for origin, target, taken in kernel.legal_moves(True, edge, 0, edge):
        assert origin & edge
        assert target.bit_count() == 1
        assert taken == 0


def test_numbers_that_are_no_sets_of_squares():
    """Neither narrow nor wide kernels cut a number down to what they can hold."""
    for kernel in (compiled_kernel(), kernels.for_family(CANADIAN)):
        if not kernel.compiled:
            pytest.skip("this machine's compiler has no words of 128 bits")
        top = 1 << 64 * kernel.WORDS
        for wrong in (-1, -(1 << 70), top, top << 1, top << 64):
            for place in range(3):
                masks = [1, 2, 0]
                masks[place] = wrong
                with pytest.raises(OverflowError):
                    kernel.legal_moves(True, *masks)
        assert kernel.legal_moves(True, top - 1, 0, top - 1) == []
