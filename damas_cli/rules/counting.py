"""Perft: count the leaves of the legal-move tree, in several threads if asked to.

A leaf is a position after exactly so many plies; a line that ends earlier counts nothing, and draw
laws are left out. Two conventions are in use for captures. "unique" counts moves by origin, landing
square and the set of pieces taken; "capture-order" counts two orders of taking the same pieces as
two moves, but not two landing squares on the way.
"""

from __future__ import annotations

import threading
from collections import Counter as Multiset
from collections.abc import Iterable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from damas_cli.language import Phrase, SpokenError

from .move import Move
from .position import Position
from .variant import Variant, get_variant

if TYPE_CHECKING:
    from ._kernel import Table

UNIQUE = "unique"
CAPTURE_ORDER = "capture-order"
CONVENTIONS = (UNIQUE, CAPTURE_ORDER)

# The kernel's own limit: it recurses once a ply.
DEEPEST = 100

# With so many tasks a thread, one long task at the end leaves the others idle for a moment only.
_TASKS_A_JOB = 16
# Below so many plies a task is too short to be worth splitting.
_SHORTEST_SPLIT = 5

# Counts are 64-bit words. Without a table nobody lives to see one overflow; with one, a few kings
# get there in a second. No position comes near so many moves, and so many plies always fit.
_MOST_MOVES = 1000
_PLIES_THAT_FIT = 6
_LIMIT = 1 << 64

_State = tuple[bool, int, int, int]


class TooManyNodes(SpokenError, OverflowError):
    """A count may not fit the 64 bits of the kernel's counters."""


def perft(
    position: Position | Variant | str,
    depth: int,
    convention: str = UNIQUE,
    *,
    jobs: int = 1,
    hash_mebibytes: int = 0,
) -> int:
    """Return the number of leaves `depth` plies below `position`: perft, as `damas perft` prints.

    Of a variant, or its name, it is the start position. `convention` is "unique" (a move is its
    origin, its landing square and the set of pieces taken, as most published tables have it) or
    "capture-order" (two orders of taking the same pieces are two moves). `jobs` are threads,
    `hash_mebibytes` what a table of counts may take. A `PerftCounter` keeps its table for the next
    count.

    >>> perft("spanish", 6), perft("english", 6)
    (36473, 36768)

    Raises:
        UnknownVariant: there is no such variant.
        ValueError: the depth is not from 0 to 100, or there is no such convention.
        OverflowError: there may be too many for 64-bit counts.
        MemoryError: there is no memory for the table.
    """
    if not isinstance(position, Position):
        position = Position.start(position)
    counter = PerftCounter(position.variant, convention, jobs=jobs, hash_mebibytes=hash_mebibytes)
    return counter.count(position, depth)


class PerftCounter:
    """Counts the leaves below positions of one variant, by one convention.

    The counting is done in other threads, so that the caller's thread hears Ctrl-C at once; the
    kernel does not hold the interpreter while it counts.

    >>> PerftCounter("spanish").count(Position.start(), 6)
    36473
    """

    def __init__(
        self,
        variant: str | Variant,
        convention: str = UNIQUE,
        *,
        jobs: int = 1,
        hash_mebibytes: int = 0,
    ) -> None:
        """Prepare to count in `jobs` threads, with hash tables if they may have any mebibytes.

        The threads share the mebibytes out among them, at least one for each.

        Raises:
            ValueError: there is no such convention, or no job.
            MemoryError: there is no memory for such tables.
            UnknownVariant: no variant has that name.
        """
        if convention not in CONVENTIONS:
            raise ValueError(f"no convention {convention!r}, only {' and '.join(CONVENTIONS)}")
        if jobs < 1:
            raise ValueError(f"{jobs} jobs do nothing")
        self._variant = get_variant(variant)
        self._kernel = self._variant.kernel
        self._by_order = convention == CAPTURE_ORDER
        self._jobs = jobs
        share = max(1, hash_mebibytes // jobs)
        self._tables = [self._kernel.HashTable(share) for _ in range(jobs if hash_mebibytes else 0)]
        self._last: tuple[Position, int, int] | None = None

    def count(self, position: Position, depth: int) -> int:
        """Return the number of leaves `depth` plies below `position`.

        Raises:
            OverflowError: there may be too many for the kernel's 64-bit counts.
            ValueError: the depth is negative or above `DEEPEST`, or the position is of another
                variant than the counter.
        """
        self._check_variant(position)
        if not 0 <= depth <= DEEPEST:
            raise ValueError(f"a depth is from 0 to {DEEPEST}, not {depth}")
        if self._tables and depth > _PLIES_THAT_FIT:
            self._refuse_overflow(position, depth)
        nodes = self._count(position, depth)
        self._last = position, depth, nodes
        return nodes

    def _check_variant(self, position: Position) -> None:
        if position.variant != self._variant:
            ours, other = self._variant.name, position.variant.name
            raise ValueError(f"a position of {other} cannot be counted by the rules of {ours}")

    def _refuse_overflow(self, position: Position, depth: int) -> None:
        """Raise OverflowError unless one ply fewer leaves room for this one."""
        if self._last is not None and self._last[:2] == (position, depth - 1):
            fewer = self._last[2]
        else:
            fewer = self.count(position, depth - 1)
        if fewer * _MOST_MOVES >= _LIMIT:
            raise TooManyNodes(
                Phrase("the count at depth {depth} may not fit 64 bits", depth=depth)
            )

    def _count(self, position: Position, depth: int) -> int:
        tasks = Multiset([position.state])
        if self._jobs > 1:
            tasks, depth = self._split(tasks, depth)
        return self._count_all(tasks, depth)

    def divide(self, position: Position, depth: int) -> list[tuple[str, int]]:
        """Return each legal move's text, ascending, with the number of leaves below it.

        >>> PerftCounter("spanish").divide(Position.start(), 3)[0]
        ('10-13', 47)
        """
        if depth < 1:
            raise ValueError(f"a depth to divide is from 1 to {DEEPEST}, not {depth}")
        self._check_variant(position)
        return [
            (move.text, self._orders(position, move) * self.count(position.play(move), depth - 1))
            for move in sorted(position.legal_moves(), key=lambda move: move.text)
        ]

    def _orders(self, position: Position, move: Move) -> int:
        """Return how often the convention counts `move`."""
        if not self._by_order or not move.captured:
            return 1
        orders = {
            capture.victims
            for capture in position.captures_of(move.origin)
            if capture.landing == move.destination
            and sorted(capture.victims) == sorted(move.captured)
        }
        return len(orders)

    def _split(self, tasks: Multiset[_State], depth: int) -> tuple[Multiset[_State], int]:
        """Play `tasks` on, ply by ply, until there are enough of them for every thread.

        Returns the positions reached, each with the number of ways to it, and the plies left.
        """
        while depth >= _SHORTEST_SPLIT and 0 < len(tasks) < _TASKS_A_JOB * self._jobs:
            reached: Multiset[_State] = Multiset()
            for state, ways in tasks.items():
                moves = self._kernel.legal_moves(*state)
                if self._by_order and self._kernel.perft_capture_order(*state, 1) != len(moves):
                    # Some move counts more than once, and the kernel does not say which.
                    return tasks, depth
                for move in moves:
                    reached[not state[0], *self._kernel.play(*state, *move)] += ways
            tasks, depth = reached, depth - 1
        return tasks, depth

    def _count_all(self, tasks: Multiset[_State], depth: int) -> int:
        """Return the leaves `depth` plies below all of `tasks`, counted by threads."""
        waiting = list(tasks.items())
        answers: SimpleQueue[int | BaseException] = SimpleQueue()

        def work(table: Table | None) -> None:
            total = 0
            try:
                while True:
                    try:
                        state, ways = waiting.pop()
                    except IndexError:
                        break
                    total += ways * self._count_one(state, depth, table)
            except BaseException as error:
                answers.put(error)
            else:
                answers.put(total)

        tables: list[Table | None] = [*self._tables] or [None] * self._jobs
        tables = tables[: len(waiting)]
        try:
            for table in tables:
                # A daemon: the process may end while the kernel counts on.
                threading.Thread(target=work, args=(table,), daemon=True).start()
            return sum(_numbers(answers.get() for _ in tables))
        finally:
            waiting.clear()

    def _count_one(self, state: _State, depth: int, table: Table | None) -> int:
        if table is not None:
            return self._kernel.perft_hashed(*state, depth, table, self._by_order)
        if self._by_order:
            return self._kernel.perft_capture_order(*state, depth)
        return self._kernel.perft(*state, depth)


def _numbers(answers: Iterable[int | BaseException]) -> Iterable[int]:
    """Pass numbers on and raise what a thread failed with."""
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
        yield answer
