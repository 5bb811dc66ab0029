"""A naive judge of one main line: which ply breaks which rule first.

By brute force, for cross-checking `damas check` on whole random games with one move spoilt. It
knows move texts in the canonical form (squares joined by `-`, `x` or `:`), and the codes M001 to
M008 and N003; draws and results are `slow_draws`' and the tests' affair.

    >>> first_fault(slow_rules.START, ["10-13", "22-18", "12-15"])
    Fault(ply=3, codes=frozenset({'M002'}))
    >>> first_fault(slow_rules.START, ["10-13", "22-18", "13x22"]) is None
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from . import slow_rules
from .slow_notation import squares_in
from .slow_rules import Chain, Move, Position, play
from .slow_variants import Square

T = TypeVar("T")

# What breaks a law that chooses among the captures.
CODES = {"pieces": "M003", "kings": "M004", "with king": "M005", "kings first": "M005"}
# The judge follows every reading of an ambiguous text; the product may give up at 64.
MOST_READINGS = 64


class Fault(NamedTuple):
    """The first ply at fault, and the codes it may be given.

    Mostly that is one code. There are several, or none at all (no opinion), where the meanings of
    the codes do not settle the case.
    """

    ply: int
    codes: frozenset[str]


def first_fault(start: Position, line: Sequence[str]) -> Fault | None:
    """Return the first fault of `line`, played from `start`; None for a line that is legal.

    Only legal readings of an ambiguous capture compete, all are followed, and readings that meet
    in the same position are one. A half-told capture is completed where that leads further.
    """
    live = [start]
    doubtful_since = 0
    for index, written in enumerate(line):
        squares, rest = squares_in(written, start.rules), line[index + 1 :]
        following = distinct(
            play(position, move) for position in live for move in legal_readings(position, squares)
        )
        if not following and len(live) == 1:
            following = completions(live[0], squares, rest)
            if not following:
                return Fault(index + 1, codes(live[0], squares))
        if not following:
            half_told = any(halves(position, squares) for position in live)
            return Fault(doubtful_since, frozenset() if half_told else ambiguous(start))
        if len(following) == 1:
            doubtful_since = 0
        elif not doubtful_since:
            doubtful_since = index + 1
        if len(following) > MOST_READINGS:
            break
        live = following
    return Fault(doubtful_since, ambiguous(start)) if doubtful_since else None


def ambiguous(start: Position) -> frozenset[str]:
    """Return N003; or no opinion where a piece may take fewer than it could.

    There two squares may be the whole path of a short capture and the ends of a long one, and the
    codes do not say whether the whole path goes before.
    """
    return frozenset({"N003"} if "pieces" in start.rules.best else ())


def distinct(things: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(things))


def fits(chain: Chain, squares: Sequence[Square]) -> bool:
    """Tell whether `squares` can name `chain`: its ends, and some of its landings in order."""
    stops = iter(chain.landings[:-1])
    return (
        chain.origin == squares[0]
        and chain.landings[-1] == squares[-1]
        and all(square in stops for square in squares[1:-1])
    )


def beginnings(chain: Chain) -> Iterable[Chain]:
    """Give the chain's proper beginnings: one jump, two jumps, but not all."""
    for jumps in range(1, len(chain.victims)):
        yield Chain(chain.origin, chain.victims[:jumps], chain.landings[:jumps])


def readable_chains(position: Position) -> list[Chain]:
    """Return every way to carry out a legal capture, in whatever order.

    PDN 3.0: the same pieces in another order are the same move. So an order that takes a king too
    late is read as the move that it is, where a legal order comes to the same.
    """
    moves = set(slow_rules.legal_moves(position))
    return [chain for chain in slow_rules.capture_chains(position) if chain.move in moves]


def legal_readings(position: Position, squares: Sequence[Square]) -> list[Move]:
    chains = readable_chains(position)
    if chains:
        return distinct(chain.move for chain in chains if fits(chain, squares))
    if len(squares) != 2:
        return []
    quiet = slow_rules.quiet_moves(position)
    return [move for move in quiet if [move.origin, move.destination] == list(squares)]


def halves(position: Position, squares: Sequence[Square]) -> list[tuple[Move, Move]]:
    """Return (what was written, what it should go on to) for a text that stops half-way."""
    return distinct(
        (half.move, chain.move)
        for chain in readable_chains(position)
        for half in beginnings(chain)
        if fits(half, squares)
    )


def completions(
    position: Position, squares: Sequence[Square], rest: Sequence[str]
) -> list[Position]:
    """Return the positions after a half-told capture, where completing it leads further."""
    halved = halves(position, squares)
    half_way = max((reach(play(position, half), rest) for half, _ in halved), default=0)
    wholes = distinct(play(position, whole) for _, whole in halved)
    furthest = max((reach(whole, rest) for whole in wholes), default=0)
    return [whole for whole in wholes if reach(whole, rest) == furthest > half_way]


def reach(position: Position, rest: Sequence[str]) -> int:
    """Return how many plies of `rest` some reading can play legally."""
    live = [position]
    for plies, written in enumerate(rest):
        squares = squares_in(written, position.rules)
        live = distinct(play(p, move) for p in live for move in legal_readings(p, squares))
        if not live:
            return plies
    return len(rest)


def codes(position: Position, squares: Sequence[Square]) -> frozenset[str]:
    """Return the codes that fit a text without a legal reading."""
    if slow_rules.winner(position):
        return frozenset({"M006"})
    piece = slow_rules.at(position.rows, squares[0])
    if piece == slow_rules.EMPTY:
        return frozenset({"M001"})
    if slow_rules.is_enemy(piece, position.turn):
        return frozenset({"M007"})
    chains = slow_rules.capture_chains(position)
    complete = [chain for chain in chains if fits(chain, squares)]
    begun = [c for c in chains if any(fits(half, squares) for half in beginnings(c))]
    found = set()
    if halves(position, squares):
        found.add("M008")
        legal = slow_rules.legal_chains(position)
        if not any(fits(half, squares) for chain in legal for half in beginnings(chain)):
            # Half of a legal capture in an order that is not legal itself.
            found |= laws_broken(position, begun)
    # Of several illegal captures that the text may be, any may be the one that was meant.
    for chain in complete:
        found |= laws_broken(position, [chain])
    if found:
        return frozenset(found)
    if begun:
        # The capture begun was not legal itself; what it took so far is fewer pieces anyway.
        return laws_broken(position, begun) | {"M003"}
    if len(squares) == 2 and Move(squares[0], squares[1], frozenset()) in slow_rules.quiet_moves(
        position
    ):
        return frozenset({"M002"})
    return frozenset({"M001"})


def laws_broken(position: Position, chains: Sequence[Chain]) -> frozenset[str]:
    """Return the code of the law that throws out the last of `chains`, none of them legal.

    To stop where another square would have let the capture go on breaks a further law, or is half a
    capture; the codes do not say which, nor what comes first where it takes too little anyway.
    """
    every = slow_rules.capture_chains(position)
    left = slow_rules.not_cut_short(every)
    if not any(chain in left for chain in chains):
        return frozenset({"M005", "M008"}) | laws_on(position, every, chains)
    return laws_on(position, left, chains)


def laws_on(position: Position, every: list[Chain], chains: Sequence[Chain]) -> frozenset[str]:
    for law in position.rules.best:
        every = slow_rules.chosen(position, every, [law])
        if not any(chain in every for chain in chains):
            return frozenset({CODES[law]})
    return frozenset()
