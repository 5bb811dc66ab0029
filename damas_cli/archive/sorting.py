"""Games in order, however many: sorted in pieces that fit into memory, and merged from files."""

from __future__ import annotations

import heapq
import marshal
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from .collecting import Item, Sink
from .ordering import Order
from .spill import Spill

#: So many bytes are sorted in memory.
MEMORY = 1 << 26
# What a game takes beside its bytes.
_EACH = 250
# So many pieces are merged at once: each has a buffer.
_MOST_RUNS = 64

# Key, joins, text, and where what stands behind the game begins and ends in a file of its own.
_Record = tuple[bytes, int, bytes, int, int]
_KEY = itemgetter(0)


class _Run(NamedTuple):
    """A sorted piece, and where it begins and ends."""

    start: int
    end: int


class Sorter:
    """The sink that gives on the games in the order of their keys; equal ones as they came.

    Nothing is given on before the end. What stood before the first game comes first.
    """

    def __init__(self, sink: Sink, memory: int = MEMORY, most_runs: int = _MOST_RUNS) -> None:
        self._sink = sink
        self._memory = memory
        self._most_runs = max(2, most_runs)
        self._records: list[_Record] = []
        self._size = 0
        self._spill: Spill | None = None
        self._runs: list[_Run] = []
        self._rests: Spill | None = None
        self._has_begun = False
        #: Whether some game has a value of the first key.
        self.has_values = False

    def add(self, item: Item) -> None:
        """Take a game."""
        # What stands behind the last one is known now.
        if self._size > self._memory:
            self._spill_records()
        self._has_begun = True
        self.has_values = self.has_values or Order.has_first(item.key)
        self._records.append((item.key, item.joins, item.text, 0, 0))
        self._size += len(item.text) + len(item.key) + _EACH

    def more(self, rest: bytes) -> None:
        """Take what stands behind the last game."""
        if not rest:
            return
        if not self._has_begun:
            self._sink.more(rest)
            return
        if self._rests is None:
            self._rests = Spill()
        key, joins, text, start, end = self._records[-1]
        place = self._rests.append(rest)
        self._records[-1] = key, joins, text, start if end else place, self._rests.size

    def pause(self) -> None:
        """Give nothing: what comes next may belong before all."""

    def end(self) -> None:
        """Give on all games."""
        try:
            for _, joins, text, start, end in self._sorted():
                self._sink.add(Item(text, joins))
                if end and self._rests is not None:
                    for rest in self._rests.records(start, end):
                        self._sink.more(rest)
            self._sink.end()
        finally:
            self.close()

    def close(self) -> None:
        """Give back the room that temporary files take."""
        for spill in (self._spill, self._rests):
            if spill is not None:
                spill.close()

    def _sorted(self) -> Iterable[_Record]:
        if not self._runs:
            self._records.sort(key=_KEY)
            return self._records
        self._spill_records()
        while len(self._runs) > self._most_runs:
            self._merge_runs()
        return self._merged(self._runs)

    def _spill_records(self) -> None:
        if self._spill is None:
            self._spill = Spill()
        self._records.sort(key=_KEY)
        self._runs.append(_written(self._spill, self._records))
        self._records = []
        self._size = 0

    def _merge_runs(self) -> None:
        """Make one run of so many that stand side by side, each; their order stays."""
        merged = Spill()
        most = self._most_runs
        groups = [self._runs[at : at + most] for at in range(0, len(self._runs), most)]
        self._runs = [_written(merged, self._merged(group)) for group in groups]
        if self._spill is not None:
            self._spill.close()
        self._spill = merged

    def _merged(self, runs: list[_Run]) -> Iterable[_Record]:
        # Of equal games those of the earlier run come first.
        return heapq.merge(*map(self._read, runs), key=_KEY)

    def _read(self, run: _Run) -> Iterator[_Record]:
        assert self._spill is not None
        return map(marshal.loads, self._spill.records(run.start, run.end))


def _written(spill: Spill, records: Iterable[_Record]) -> _Run:
    start = spill.size
    for record in records:
        spill.append(marshal.dumps(record))
    return _Run(start, spill.size)
