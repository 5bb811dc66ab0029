"""Any order of the capture laws, on any board, against following every capture square by square."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from damas_cli.rules import kernels
from damas_cli.rules.family import LAWS, PROMOTIONS, Family

from .kernel_positions import random_state

DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
ORDERS = [order for size in range(5) for order in itertools.permutations(LAWS, size)]


@dataclass(frozen=True)
class Capture:
    """One complete way to capture: the squares of the pieces taken, in order."""

    origin: int
    target: int
    victims: tuple[int, ...]
    with_king: bool
    crowned: bool


class Slow:
    """The captures of a position, its squares being (column, row) with Black's back row first."""

    def __init__(self, family: Family, state: tuple[bool, int, int, int]) -> None:
        self.family = family
        self.white, white, black, self.kings = state
        self.own, self.enemies = (white, black) if self.white else (black, white)
        self.bits = {}
        for row in range(family.rows):
            for column in range(family.half):
                place = (2 * column + (row + 1) % 2, row)
                self.bits[place] = 1 << row * family.half + row // 2 + column
        self.places = {bit: place for place, bit in self.bits.items()}
        self.last = 0 if self.white else family.rows - 1

    def bit(self, place: tuple[int, int], way: tuple[int, int], steps: int) -> int:
        return self.bits.get((place[0] + steps * way[0], place[1] + steps * way[1]), 0)

    def is_empty(self, bit: int, origin: int, victims: tuple[int, ...]) -> bool:
        if not bit or bit == origin:
            return bool(bit)
        return not bit & (self.own | self.enemies) or (
            self.family.removes_at_once and bit in victims
        )

    def jumps(
        self, square: int, king: bool, origin: int, victims: tuple[int, ...]
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield the pieces that can be jumped from a square, and where the jump may land."""
        place = self.places[square]
        for way in DIAGONALS:
            if not king and not self.family.man_captures_back and (way[1] < 0) != self.white:
                continue
            far = king and self.family.flying
            steps = 1
            while far and self.is_empty(self.bit(place, way, steps), origin, victims):
                steps += 1
            victim = self.bit(place, way, steps)
            if not victim & self.enemies or victim in victims:
                continue
            if victim & self.kings and not king and not self.family.man_takes_king:
                continue
            landings = []
            while self.is_empty(self.bit(place, way, steps + 1), origin, (*victims, victim)):
                steps += 1
                landings.append(self.bit(place, way, steps))
                if not far or self.family.lands_behind:
                    break
            if landings:
                yield victim, landings

    def follow(
        self, origin: int, square: int, king: bool, crowned: bool, victims: tuple[int, ...]
    ) -> list[Capture]:
        found = []
        for victim, landings in self.jumps(square, king, origin, victims):
            further, final = [], []
            for landing in landings:
                last = self.places[landing][1] == self.last and not king
                now_king = king or (last and self.family.promotion == PROMOTIONS["king"])
                stops = last and self.family.promotion == PROMOTIONS["stop"]
                taken = (*victims, victim)
                more = (
                    []
                    if stops
                    else self.follow(origin, landing, now_king, crowned or now_king != king, taken)
                )
                further += more
                if not more:
                    with_king = bool(origin & self.kings)
                    final.append(
                        Capture(origin, landing, taken, with_king, crowned or now_king != king)
                    )
            # Where it can go on from some landing, it may not stop on another.
            found += further or final
        return found

    def value(self, capture: Capture) -> tuple[object, ...]:
        kings = [bool(victim & self.kings) for victim in capture.victims]
        values = {
            "most-pieces": len(kings),
            "most-kings": sum(kings),
            "with-king": capture.with_king,
            "kings-first": kings + [False] * (100 - len(kings)),
        }
        return tuple(values[law] for law in self.family.priority)

    def captures(self) -> dict[tuple[int, int, int], bool]:
        """Return the legal captures as the kernel gives them, and whether each makes a king."""
        every = []
        for bit in self.places:
            if bit & self.own:
                every += self.follow(bit, bit, bool(bit & self.kings), False, ())
        best = max(map(self.value, every), default=())
        return {
            (c.origin, c.target, sum(c.victims)): c.crowned or self.places[c.target][1] == self.last
            for c in every
            if self.value(c) == best
        }


def compare(kernel, family: Family, rng: random.Random, count: int) -> int:
    """Compare captures in random positions; return how often a law chose between some."""
    free, chosen = replace(family, priority=()), 0
    for _ in range(count):
        state = random_state(rng, family)
        moves = kernel.legal_moves(*state)
        expected = Slow(family, state).captures()
        if expected:
            assert set(moves) == set(expected), (family, state)
            for move, crowned in expected.items():
                kings = kernel.play(*state, *move)[2]
                assert bool(kings & move[1]) == (crowned or bool(state[3] & move[0]))
            assert len(moves) == len(expected), (family, state)
            chosen += set(expected) != set(Slow(free, state).captures())
        else:
            assert not kernel.has_captures(*state)
        assert kernel.perft(*state, 1) == len(moves), (family, state)
        if family.priority[:1] == ("most-pieces",) and expected:
            taken = {move[2].bit_count() for move in expected}
            assert taken == {kernel.best_capture(*state)[0]}
    return chosen


@pytest.mark.parametrize("family", kernels.families(), ids=lambda family: family.name)
def test_the_families_of_the_variants(family):
    kernel = kernels.load(family.name)
    chosen = compare(kernel, family, random.Random(3), 600 if kernel.compiled else 20)
    assert bool(family.priority) == (chosen > 0) or not kernel.compiled


@pytest.mark.parametrize("order", ORDERS, ids="+".join)
def test_laws_in_any_order(order):
    """Of men and kings of all kinds, on all boards: what a user's own file may ask for."""
    rng = random.Random(repr(order))
    for number in range(3):
        family = Family(
            "any",
            half=(4, 5, 6)[number],
            rows=(8, 10, 12)[number],
            man_captures_back=rng.random() < 0.5,
            man_takes_king=rng.random() < 0.5,
            flying=rng.random() < 0.7,
            priority=order,
            promotion=rng.randrange(3),
            lands_behind=rng.random() < 0.3,
            removes_at_once=rng.random() < 0.3,
        )
        compare(kernels.load_uncompiled(family), family, rng, 12)


@pytest.mark.parametrize("family", kernels.families(), ids=lambda family: family.name)
def test_counting_by_sets_and_with_a_table(family):
    """What is counted without making moves is what making them gives."""
    kernel = kernels.load(family.name)
    rng = random.Random(5)
    table = kernel.HashTable(1)
    for _ in range(300 if kernel.compiled else 5):
        state = random_state(rng, family, most=8)
        moves = kernel.legal_moves(*state)
        after = [(not state[0], *kernel.play(*state, *move)) for move in moves]
        assert kernel.perft(*state, 2) == sum(kernel.perft(*position, 1) for position in after)
        three = sum(kernel.perft(*position, 2) for position in after)
        assert kernel.perft(*state, 3) == three
        four = kernel.perft(*state, 4)
        assert kernel.perft_hashed(*state, 4, table) == four
        assert kernel.perft_hashed(*state, 4, table) == four
        ordered = kernel.perft_capture_order(*state, 4)
        assert kernel.perft_hashed(*state, 4, table, True) == ordered >= four


def long_capture(rng: random.Random, family: Family) -> tuple[tuple[bool, int, int, int], int]:
    """Return a white king before a walk that takes a piece a jump, and how long the walk is."""
    board = Slow(family, (True, 0, 0, 0))
    last = 2 * family.half - 1
    place = origin = (rng.randrange(1, last + 1, 2), rng.randrange(0, last, 2))
    enemies = kings = steps = 0
    while True:
        ways = [
            way
            for way in DIAGONALS
            if board.bit(place, way, 2) and not board.bit(place, way, 1) & enemies
        ]
        if not ways:
            king = board.bits[origin]
            return (True, king, enemies, king | kings), steps
        way = rng.choice(ways)
        enemies |= board.bit(place, way, 1)
        kings |= board.bit(place, way, 1) * rng.randrange(2)
        place = (place[0] + 2 * way[0], place[1] + 2 * way[1])
        steps += 1


@pytest.mark.parametrize("order", [LAWS, LAWS[::-1], ("kings-first", "most-pieces"), LAWS[3:]])
@pytest.mark.parametrize("flying", [False, True])
def test_captures_of_more_than_sixteen_pieces(order, flying):
    """No rank runs over, however long the capture."""
    family = Family("long", half=6, rows=12, flying=flying, priority=order)
    kernel = kernels.load_uncompiled(family)
    rng = random.Random(9)
    compared = 0
    while compared < 6:
        state, steps = long_capture(rng, family)
        if 17 <= steps <= 20:
            expected = Slow(family, state).captures()
            assert sorted(kernel.legal_moves(*state)) == sorted(expected)
            compared += 1
