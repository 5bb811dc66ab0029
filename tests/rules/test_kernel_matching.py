"""What the kernel finds in a history at once, against looking at every square of every position."""

from __future__ import annotations

import itertools
import operator
import random
from array import array
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.rules import kernels
from damas_cli.rules.family import Family
from damas_cli.rules.position import Position as Played
from damas_cli.rules.variant import get_variant, variant_names

from ..oracle import slow_rules
from ..oracle.kernel_bits import history_of, mask_of, words_of
from ..oracle.slow_rules import Position
from ..oracle.slow_variants import VARIANTS, squares_of
from ..strategies import examples, positions
from .kernel_positions import CANADIAN, random_state

KINDS = (slow_rules.EMPTY, "w", "W", "b", "B")
MEN = ("w", "W", "b", "B")
WORD = (1 << 64) - 1


@cache
def uncompiled(variant):
    return kernels.load_uncompiled(Family.from_variant(get_variant(variant).data))


def some_kernel(variant, form):
    return uncompiled(variant) if form else get_variant(variant).kernel


@st.composite
def histories(draw):
    """Draw a kernel, positions of one variant in a row, and whether White moves at even plies."""
    name = draw(st.sampled_from(variant_names()))
    rules = VARIANTS[name]
    found = draw(st.lists(positions(rules), min_size=1, max_size=6))
    white_first = draw(st.booleans())
    turns = "WB" if white_first else "BW"
    found = [p._replace(turn=turns[ply % 2]) for ply, p in enumerate(found)]
    return some_kernel(name, draw(st.booleans())), found, white_first


def stands(position: Position, square) -> str:
    return slow_rules.at(position.rows, square)


def counted(position: Position) -> list[int]:
    on = [piece for _, piece in slow_rules.pieces(position)]
    return [on.count(kind) for kind in MEN]


@st.composite
def wishes(draw, rules, found):
    """Draw what a position must not have on a square; often so that one of `found` fits."""
    model = draw(st.sampled_from(found))
    squares = list(squares_of(rules).values())
    forbidden = {kind: set() for kind in KINDS}
    for square in draw(st.lists(st.sampled_from(squares), max_size=12, unique=True)):
        for kind in KINDS:
            fits = kind == stands(model, square)
            if draw(st.integers(0, 9)) < (1 if fits else 6):
                forbidden[kind].add(square)
    return forbidden


@st.composite
def conditions(draw, found):
    result = []
    for _ in range(draw(st.integers(0, 2))):
        factors = draw(st.lists(st.integers(-3, 3), min_size=4, max_size=4))
        middle = sum(map(operator.mul, factors, counted(draw(st.sampled_from(found)))))
        low, high = draw(st.integers(-3, 1)), draw(st.integers(-1, 3))
        result.append((middle + low, *factors, middle + high))
    return result


@examples(100)
@given(histories(), st.integers(0, 2), st.data())
def test_the_first_position_that_fits(drawn, turn, data):
    kernel, found, white_first = drawn
    rules = found[0].rules
    forbidden = data.draw(wishes(rules, found))
    numbers = data.draw(conditions(found))
    first = data.draw(st.integers(0, len(found) - 1))
    last = data.draw(st.integers(first, len(found) - 1))

    def fits(position: Position) -> bool:
        weights = counted(position)
        return (
            (not turn or position.turn == "?WB"[turn])
            and not any(stands(position, s) == kind for kind in KINDS for s in forbidden[kind])
            and all(
                low <= sum(map(operator.mul, factors, weights)) <= high
                for low, *factors, high in numbers
            )
        )

    expected = next((ply for ply in range(first, last + 1) if fits(found[ply])), -1)
    masks = words_of((mask_of(forbidden[kind], rules) for kind in KINDS), rules)
    flat = array("q", [number for condition in numbers for number in condition])
    history = history_of(found)
    assert kernel.find_position(history, first, last, white_first, turn, masks, flat) == expected


@examples(60)
@given(histories())
def test_what_was_taken_and_what_is_left(drawn):
    kernel, found, _ = drawn
    numbers = [sum(counted(position)) for position in found]
    taken = {a - b for a, b in itertools.pairwise(numbers) if a >= b}
    last = len(found) - 1
    history = history_of(found)
    assert kernel.captured_numbers(history, 0, last) == sum(1 << n for n in taken)

    expected, before = [], None
    for ply, position in enumerate(found):
        if counted(position) != before:
            before = counted(position)
            expected += [ply, sum(n << 8 * i for i, n in enumerate(before))]
    changes = array("Q", [WORD] * (2 * len(found) + 3))
    end = kernel.material_changes(history, 0, last, changes, 3)
    assert list(changes[3:end]) == expected
    assert set(changes[:3]) == {WORD}


def finished(number: int) -> int:
    """The last steps of MurmurHash3, as its author wrote them."""
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        number = (number ^ number >> 33) * factor & WORD
    return number ^ number >> 33


@examples(60)
@given(histories(), st.integers(0, 2))
def test_keys_are_what_they_are_said_to_be(drawn, at):
    kernel, found, white_first = drawn
    expected = [7] * at
    for position in found:
        key = finished(1 if position.turn == "W" else 2)
        for word in history_of([position]):
            key = finished(key ^ word)
        expected.append(key)
    keys = array("Q", [7] * (at + len(found)))
    kernel.position_keys(history_of(found), 0, len(found) - 1, white_first, keys, at)
    assert list(keys) == expected


def key_of(position: Played, form=False) -> int:
    keys = array("Q", [0])
    kernel = some_kernel(position.variant.name, form)
    masks = words_of(
        (position.white, position.black, position.kings), VARIANTS[position.variant.name]
    )
    kernel.position_keys(masks, 0, 0, position.turn == "W", keys)
    return keys[0]


FROZEN = [
    ("spanish", "W:W1-12:B21-32", 0x972A0BDBD160435F),
    ("spanish", "B:W1-12:B21-32", 0xB4832C6DD179645C),
    ("spanish", "W:WK1:BK32,10", 0x7F6D9508FDC4230E),
    ("russian", "B:Wa1,Kc3:Bh8", 0x7C112CBF9E0D3B98),
    ("international", "W:W31-50:B1-20", 0x35CDE20C150350F2),
    ("canadian", "W:W43-72:B1-30", 0xC54810FA1A98F9F7),
    ("canadian", "B:WK72:BK1", 0xECE6E1CEFDE7EF5E),
]


@pytest.mark.parametrize("form", [False, True])
@pytest.mark.parametrize(("variant", "fen", "key"), FROZEN)
def test_keys_never_change(variant, fen, key, form):
    """Files hold them: a change here makes every index that was ever made useless."""
    assert key_of(Played.from_fen(fen, variant), form) == key


def test_the_side_to_move_is_in_the_key():
    fens = {key_of(Played.from_fen(f"{side}:WK1:BK32")) for side in "WB"}
    assert len(fens) == 2


@pytest.mark.parametrize("family", ["spanish", "canadian"])
def test_keys_tell_positions_apart(family):
    """Positions that differ little, and any others: no two of 100,000 share a key."""
    rng = random.Random(5)
    found = set()
    words = 2 if family == "canadian" else 1
    shape = CANADIAN if words == 2 else next(f for f in kernels.families() if f.name == family)
    squares = [1 << bit for bit in range(shape.board.bit_length()) if shape.board >> bit & 1]
    for _ in range(1000):
        _, white, black, kings = random_state(rng, shape)
        for square in rng.sample(squares, 25):
            found.add((white ^ square & ~black, black, kings & ~square))
            found.add((white & ~square, black ^ square, kings & ~square))
    found = sorted(found)
    history = array("Q", [mask >> 64 * i & WORD for p in found for mask in p for i in range(words)])
    keys = array("Q", bytes(8 * len(found)))
    kernel = get_variant(family).kernel
    if not kernel.compiled:
        pytest.skip("takes long uncompiled")
    seen = set()
    for white_first in (True, False):
        kernel.position_keys(history, 0, len(found) - 1, white_first, keys)
        seen.update(keys)
    assert len(seen) == 2 * len(found) > 60_000
    # The low and the high halves are as good as chance, too.
    for half in (0, 32):
        assert len({key >> half & 0xFFFFFFFF for key in seen}) > 0.9999 * len(seen)


@pytest.mark.parametrize("form", [False, True])
def test_buffers_that_do_not_fit_are_refused(form):
    kernel = some_kernel("spanish", form)
    history, masks, numbers = array("Q", bytes(24)), array("Q", bytes(40)), array("q", bytes(48))
    assert kernel.find_position(history, 0, 0, True, 0, masks, numbers) == 0
    with pytest.raises(ValueError, match="a buffer with"):
        kernel.find_position(history, 0, 1, True, 0, masks, numbers)
    with pytest.raises(ValueError, match="a buffer with"):
        kernel.find_position(history, 0, 0, True, 0, masks[:4], numbers)
    with pytest.raises(ValueError, match="six numbers"):
        kernel.find_position(history, 0, 0, True, 0, masks, numbers[:5])
    with pytest.raises(ValueError, match="are none"):
        kernel.find_position(history, 1, 0, True, 0, masks, numbers)
    with pytest.raises(TypeError, match="items of 8 bytes"):
        kernel.find_position(array("I", bytes(24)), 0, 0, True, 0, masks, numbers)
    with pytest.raises(ValueError, match="a buffer with"):
        kernel.position_keys(history, 0, 0, True, array("Q"))
    with pytest.raises(ValueError, match="a buffer with"):
        kernel.material_changes(history, 0, 0, array("Q", [0]))
    with pytest.raises(ValueError, match="are none"):
        kernel.captured_numbers(history, -1, 0)
    with pytest.raises(BufferError):
        kernel.position_keys(history, 0, 0, True, memoryview(bytes(8)).cast("Q"))
