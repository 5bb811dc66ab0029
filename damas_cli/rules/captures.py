"""Captures one by one, with order, landings and path: what the kernel leaves out for speed.

The kernel says which captures are legal; this module says how each is made, for the writer of
moves, for reading a path by any of its landings, and for telling which law a written capture
breaks. It works on square numbers, from the board's diagonals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.language import Phrase, SpokenError

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
        stops: for each jump but the last, the squares at which a text that breaks the capture off
            may stop. Where no law counts the pieces, a landing from which the piece cannot go on
            is one too: another one was due.
        promotes: whether a man is crowned.
    """

    __slots__ = ("gaps", "landing", "origin", "promotes", "stops", "victims")

    def __init__(
        self,
        origin: int,
        victims: tuple[int, ...],
        gaps: tuple[tuple[int, ...], ...],
        stops: tuple[tuple[int, ...], ...],
        landing: int,
        promotes: bool,
    ) -> None:
        self.origin = origin
        self.victims = victims
        self.gaps = gaps
        self.stops = stops
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


class TooManyCaptures(SpokenError, ValueError):
    """A piece can capture in more ways than are told one by one.

    That takes a position made up for it, on a big board; the kernel has no such bound.
    """


# How many jumps of one piece are followed. Real games need a few dozen, on 100 squares the richest
# positions found some thousands.
MOST_JUMPS = 50_000


class Relaxed:
    """Laws of movement to leave aside, to find out what a written capture is.

    Attributes:
        backward: men capture backwards.
        beyond_crowning: a man that reaches the last row goes on as a king.
        kings: men capture kings.
        far: kings move and capture along the whole diagonal.
        beyond: kings land on any square behind the piece they capture.
        cut_short: kings stop on any landing, though another one lets the capture go on.
    """

    __slots__ = ("backward", "beyond", "beyond_crowning", "cut_short", "far", "kings")

    def __init__(
        self,
        backward: bool = False,
        beyond_crowning: bool = False,
        kings: bool = False,
        far: bool = False,
        beyond: bool = False,
        cut_short: bool = False,
    ) -> None:
        self.backward = backward
        self.beyond_crowning = beyond_crowning
        self.kings = kings
        self.far = far
        self.beyond = beyond
        self.cut_short = cut_short


STRICT = Relaxed()


def captures_from(
    men: Men, origin: int, variant: Variant, relaxed: Relaxed = STRICT
) -> Iterator[Capture]:
    """Yield every capture of the piece on `origin` that cannot go on, whatever it takes.

    The priority laws are not applied; see `rank`. Where one of them counts the pieces, a capture
    that ends on a square from which it cannot go on is given although another landing would have
    taken more. Where none does, the piece has to choose a landing from which it can go on.

    Raises:
        TooManyCaptures: there are more than can be told one by one.
    """
    king = origin in men.kings
    walk = _Walk(men, origin, king, variant, relaxed)
    for direction in walk.directions(king):
        found = walk.jump(origin, direction, king, ())
        if found is not None:
            yield from walk.landed(direction, king, _Route((found[0],)), found[1])


def rank(capture: Capture, men: Men, priority: Iterable[str]) -> tuple[int, ...]:
    """Return the worth of a capture under each law of `priority`, most important first.

    Of all captures of a side those with the highest rank must be played.
    """
    kings = [victim in men.kings for victim in capture.victims]
    worths = {
        "most-pieces": len(kings),
        "most-kings": sum(kings),
        "with-king": capture.origin in men.kings,
        # The king that comes first counts, then the second one: a bit a jump, the first highest.
        "kings-first": sum(king << 99 - jump for jump, king in enumerate(kings)),
    }
    return tuple(worths[law] for law in priority)


class _Route:
    """The jumps made so far; see `Capture`."""

    __slots__ = ("gaps", "stops", "victims")

    def __init__(
        self,
        victims: tuple[int, ...],
        gaps: tuple[tuple[int, ...], ...] = (),
        stops: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.victims = victims
        self.gaps = gaps
        self.stops = stops

    def then(self, gap: tuple[int, ...], stop: tuple[int, ...], victim: int) -> _Route:
        """Return this route with a landing and a jump more."""
        return _Route((*self.victims, victim), (*self.gaps, gap), (*self.stops, stop))


class _Walk:
    """The search for the captures of one piece."""

    def __init__(
        self, men: Men, origin: int, king: bool, variant: Variant, relaxed: Relaxed
    ) -> None:
        self.men = men
        self.origin = origin
        self.man = not king
        self.relaxed = relaxed
        self.board = variant.board
        self.diagonals = variant.board.diagonals
        # The origin counts as empty while the piece captures: it may end where it began.
        self.occupied = (men.own | men.opponents) - {origin}
        self.last_row = variant.board.height - 1 if men.white_to_move else 0
        self.backward = variant.man_captures_backward or relaxed.backward
        self.takes_kings = variant.man_captures_kings or relaxed.kings
        self.flying = variant.flying or relaxed.far
        self.lands_behind = variant.landing == "behind" and not relaxed.beyond
        self.at_once = variant.removal == "at-once"
        self.must_go_on = "most-pieces" not in variant.priority and not relaxed.cut_short
        self.promotion = "king" if relaxed.beyond_crowning else variant.promotion
        self.jumps = 0

    def directions(self, king: bool) -> tuple[int, ...]:
        if king or self.backward:
            return (0, 1, 2, 3)
        return UPWARD if self.men.white_to_move else (2, 3)

    def jump(
        self, square: int, direction: int, king: bool, victims: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...]] | None:
        """Return the piece jumped from `square` in `direction` and the landings behind it."""
        ray = self.diagonals[square][direction]
        far = king and self.flying
        occupied = self.occupied.difference(victims) if self.at_once else self.occupied
        reach = len(ray) if far else 1
        at = next((i for i in range(min(reach, len(ray))) if ray[i] in occupied), -1)
        if at < 0 or ray[at] in victims or ray[at] not in self.men.opponents:
            return None
        victim = ray[at]
        if victim in self.men.kings and not king and not self.takes_kings:
            return None
        landings: list[int] = []
        for landing in ray[at + 1 :]:
            if landing in occupied:
                break
            landings.append(landing)
            if not far or self.lands_behind:
                break
        return (victim, tuple(landings)) if landings else None

    def landed(
        self, direction: int, king: bool, route: _Route, landings: tuple[int, ...]
    ) -> Iterator[Capture]:
        """Yield the captures that go on from, or end on, the squares behind the last victim."""
        self.jumps += 1
        if self.jumps > MOST_JUMPS:
            raise TooManyCaptures(
                Phrase(
                    "more than {most} jumps from square {square}",
                    most=MOST_JUMPS,
                    square=self.origin,
                )
            )
        crowned = not king and self.board.row(landings[0]) == self.last_row
        if crowned and self.promotion == "stop":
            yield self.ended(route, landings[0], True)
            return
        # Straight on, and back where the pieces jumped are gone, all landings meet the same piece.
        king = king or (crowned and self.promotion == "king")
        lines = [direction, 3 - direction] if king and self.at_once else [direction]
        goes_on = False
        for line in lines:
            found = self.jump(landings[0], line, king, route.victims)
            if found is not None:
                goes_on = True
                further = route.then(landings, landings, found[0])
                yield from self.landed(line, king, further, found[1])
        ends = () if goes_on else landings
        turned: set[int] = set()
        sides = (1, 2) if direction in (0, 3) else (0, 3)
        for landing in landings:
            stop = landings if self.must_go_on else (landing,)
            for turn in sides:
                if turn not in self.directions(king):
                    continue
                found = self.jump(landing, turn, king, route.victims)
                if found is not None:
                    turned.add(landing)
                    further = route.then((landing,), stop, found[0])
                    yield from self.landed(turn, king, further, found[1])
        if turned and self.must_go_on:
            return
        for landing in ends:
            if landing not in turned:
                yield self.ended(route, landing, king or self.board.row(landing) == self.last_row)

    def ended(self, route: _Route, landing: int, crowned: bool) -> Capture:
        return Capture(
            self.origin, route.victims, route.gaps, route.stops, landing, self.man and crowned
        )
