"""What a worker does for `damas filter`: which games of a block are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ..task import ArchiveOptions, ArchiveTask, Entry
from .facts import Facts
from .plan import Plan
from .tree import Node


class Found(NamedTuple):
    """A game that is asked for, or several in a row that go together as they are.

    Attributes:
        first, last: their numbers in their block.
        answer: the plan's for each of them.
        text: what is written of them.
        joins: what a `Joiner` has to know of them.
    """

    first: int
    last: int
    answer: int
    text: bytes
    joins: int


class FilterTask(ArchiveTask):
    """Asks each game a query.

    Attributes:
        node: the query.
        inverted: whether the others are asked for.
        counts: whether they are counted only, and not given out.
        single: whether each is given out by itself, since not all of them may be wanted.
    """

    def __init__(
        self,
        options: ArchiveOptions,
        node: Node,
        *,
        inverted: bool = False,
        counts: bool = False,
        single: bool = False,
    ) -> None:
        super().__init__(options)
        self.node = node
        self.inverted = inverted
        self.counts = counts
        self.single = single

    @cached_property
    def plan(self) -> Plan:
        """The plan of the query."""
        return Plan(self.node, self.options.variant)

    def work(self, entries: Iterator[Entry]) -> list[Found]:
        """Return the games that are asked for, or may be as far as their numbers go."""
        rows = _Rows(self.plan.full, single=self.single)
        for entry, answer in self._asked(entries):
            if self.counts:
                rows.add(entry.number, answer, b"", 0)
            else:
                rows.add(entry.number, answer, entry.text, entry.joins)
        return rows.all()

    def _asked(self, entries: Iterator[Entry]) -> Iterator[tuple[Entry, int]]:
        facts, ask = Facts(self.rulebook), self.plan.ask
        flips = self.plan.full if self.inverted else 0
        for entry in entries:
            facts.take(entry.game)
            if answer := ask(facts) ^ flips:
                yield entry, answer


class _Rows:
    """Games one after the other, put together where nothing has to be known of those within.

    These are surely asked for, and none of them takes in what follows.
    """

    def __init__(self, full: int, *, single: bool) -> None:
        self._full = full
        self._single = single
        self._found: list[Found] = []
        self._texts: list[bytes] = []

    def add(self, number: int, answer: int, text: bytes, joins: int) -> None:
        last = self._found[-1] if self._found else None
        if (
            last is not None
            and not self._single
            and last.last + 1 == number
            and last.answer == answer == self._full
            and not (last.joins or joins)
        ):
            self._found[-1] = last._replace(last=number)
        else:
            self._close()
            self._found.append(Found(number, number, answer, b"", joins))
        self._texts.append(text)

    def all(self) -> list[Found]:
        self._close()
        return self._found

    def _close(self) -> None:
        """Put the texts of the last row together, as a `Joiner` would."""
        if self._texts:
            text = b"\n\n".join(self._texts)
            self._found[-1] = self._found[-1]._replace(text=text)
            self._texts = []
