"""Captures one by one, with order, landings and path: what the kernel leaves out for speed.

The kernel says which captures are legal; this module says how each is made, for the writer of
moves, for reading a path by any of its landings, and for telling which law a written capture
breaks. It works on square numbers, from the board's diagonals.
"""

from __future__ import annotations

from collections.abc import Iterator

from .variant import Variant

# DIAGONALS lists up-left, up-right, down-left, down-right: the opposite of d is 3 - d.
UPWARD = (0, 1)


class Men:
    """The pieces on the board by square, as `captures_from` needs them."""

    __slots__ = ("kings", "opponents", "own", "white_to_move")

    def __init__(
        self,
        white_to_move: bool,
        own: frozenset[int],
        opponents: frozenset[int],
        kings: frozenset[int],
    ) -> None:
        self.white_to_move = white_to_move
        self.own = own
        self.opponents = opponents
        self.kings = kings


class Capture:
    """One way to capture, from the first jump to a square from which it cannot go on.

    Attributes:
        origin, landing: the first and the last square.
        victims: the captured squares, in order.
        gaps: for each jump but the last, the squares where the piece may land before the next
            one: the turn square alone, or any square between two victims on one line.
        promotes: whether a man is crowned.
    """

    __slots__ = ("gaps", "landing", "origin", "promotes", "victims")

    def __init__(
        self,
        origin: int,
        victims: tuple[int, ...],
        gaps: tuple[tuple[int, ...], ...],
        landing: int,
        promotes: bool,
    ) -> None:
        self.origin = origin
        self.victims = victims
        self.gaps = gaps
        self.landing = landing
        self.promotes = promotes

    @property
    def path(self) -> tuple[int, ...]:
        """The canonical path: of each gap the square nearest to the piece just captured."""
        return (self.origin, *(gap[0] for gap in self.gaps), self.landing)

    def passes(self, squares: tuple[int, ...], jumps: int | None = None) -> bool:
        """Tell whether the inner squares of the text `squares` are landings of this capture.

        Each gap gives one square at most and they come in order; a text may leave some out.
        With `jumps`, only the landings before that jump count.
        """
        gap = 0
        gaps = self.gaps if jumps is None else self.gaps[: jumps - 1]
        for square in squares[1:-1]:
            while gap < len(gaps) and square not in gaps[gap]:
                gap += 1
            if gap == len(gaps):
                return False
            gap += 1
        return True


class Relaxed:
    """Laws of movement to leave aside, to find out why a written capture is illegal."""

    __slots__ = ("backward", "beyond_crowning")

    def __init__(self, backward: bool = False, beyond_crowning: bool = False) -> None:
        self.backward = backward
        self.beyond_crowning = beyond_crowning


STRICT = Relaxed()


def captures_from(
    men: Men, origin: int, variant: Variant, relaxed: Relaxed = STRICT
) -> Iterator[Capture]:
    """Yield every capture of the piece on `origin` that cannot go on, whatever it takes.

    The priority laws (quantity, quality) are not applied: a capture of one piece is given where
    another landing would have taken more.
    """
    king = origin in men.kings
    walk = _Walk(men, origin, king, variant, relaxed)
    for direction in walk.directions(king):
        found = walk.jump(origin, direction, king, ())
        if found is not None:
            yield from walk.landed(direction, king, (found[0],), (), found[1])


class _Walk:
    """The search for the captures of one piece."""

    def __init__(
        self, men: Men, origin: int, king: bool, variant: Variant, relaxed: Relaxed
    ) -> None:
        self.men = men
        self.origin = origin
        self.man = not king
        self.variant = variant
        self.relaxed = relaxed
        self.diagonals = variant.board.diagonals
        # The origin counts as empty while the piece captures: it may end where it began.
        self.occupied = (men.own | men.opponents) - {origin}
        self.last_row = variant.board.height - 1 if men.white_to_move else 0

    def directions(self, king: bool) -> tuple[int, ...]:
        if king or self.variant.man_captures_backward or self.relaxed.backward:
            return (0, 1, 2, 3)
        return UPWARD if self.men.white_to_move else (2, 3)

    def jump(
        self, square: int, direction: int, king: bool, victims: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...]] | None:
        """Return the piece jumped from `square` in `direction` and the landings behind it."""
        ray = self.diagonals[square][direction]
        far = king and self.variant.flying
        reach = len(ray) if far else 1
        at = next((i for i in range(min(reach, len(ray))) if ray[i] in self.occupied), -1)
        if at < 0 or ray[at] in victims or ray[at] not in self.men.opponents:
            return None
        victim = ray[at]
        if victim in self.men.kings and not king and not self.variant.man_captures_kings:
            return None
        landings: list[int] = []
        for landing in ray[at + 1 :]:
            if landing in self.occupied:
                break
            landings.append(landing)
            if not far or self.variant.landing == "behind":
                break
        return (victim, tuple(landings)) if landings else None

    def landed(
        self,
        direction: int,
        king: bool,
        victims: tuple[int, ...],
        gaps: tuple[tuple[int, ...], ...],
        landings: tuple[int, ...],
    ) -> Iterator[Capture]:
        """Yield the captures that go on from, or end on, the squares behind the last victim."""
        crowned = self.man and not king and self.variant.board.row(landings[0]) == self.last_row
        if crowned and self.variant.promotion == "stop" and not self.relaxed.beyond_crowning:
            yield Capture(self.origin, victims, gaps, landings[0], True)
            return
        if crowned and (self.variant.promotion == "king" or self.relaxed.beyond_crowning):
            king = True
        straight = self.jump(landings[0], direction, king, victims)
        if straight is not None:
            yield from self.landed(
                direction, king, (*victims, straight[0]), (*gaps, landings), straight[1]
            )
        sideways = (1, 2) if direction in (0, 3) else (0, 3)
        for landing in landings:
            goes_on = straight is not None
            for turn in sideways:
                if turn not in self.directions(king):
                    continue
                found = self.jump(landing, turn, king, victims)
                if found is not None:
                    goes_on = True
                    yield from self.landed(
                        turn, king, (*victims, found[0]), (*gaps, (landing,)), found[1]
                    )
            if not goes_on:
                promotes = self.man and (king or self.variant.board.row(landing) == self.last_row)
                yield Capture(self.origin, victims, gaps, landing, promotes)
