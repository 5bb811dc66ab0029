"""Games that are there more than once: one of each class goes on, in the place where it stands."""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Callable
from typing import NamedTuple

from .collecting import Item, Mark, Place, Sink
from .richness import Facts
from .sameness import DIGEST_BYTES
from .spill import Spill

FIRST, RICHEST = "first", "richest"
#: Which copy is kept.
KEPT = (RICHEST, FIRST)
# Digests are parted by so many of their first bits: what is searched for one stays short.
_BITS = 14
#: What copies may contradict each other in.
PLAYERS, RESULT = "players", "result"


class Copy(NamedTuple):
    """A game that was left out, and what stays in its stead.

    Attributes:
        place: of the game.
        kept: of the one that stays.
        differs: what the two contradict each other in: `PLAYERS`, `RESULT`.
    """

    place: Place
    kept: Place
    differs: tuple[str, ...]


class _Classes:
    """Numbers the digests that come, in some twenty bytes each."""

    def __init__(self) -> None:
        self.count = 0
        self._digests: dict[int, bytearray] = {}
        self._numbers: dict[int, array[int]] = {}

    def number(self, digest: bytes) -> int:
        """Return the number of a digest, from 0; it is `count` before if it is a new one."""
        bucket = int.from_bytes(digest[:2], "big") >> 16 - _BITS
        digests = self._digests.setdefault(bucket, bytearray())
        at = digests.find(digest)
        # Half of one and half of the next may look like it.
        while at % DIGEST_BYTES and at >= 0:
            at = digests.find(digest, at + 1)
        if at >= 0:
            return self._numbers[bucket][at // DIGEST_BYTES]
        digests += digest
        self._numbers.setdefault(bucket, array("I")).append(self.count)
        return self.alone()

    def alone(self) -> int:
        """Return the number of a new class that has but one game."""
        self.count += 1
        return self.count - 1


class _FactTable:
    """The facts of games, by the games' numbers."""

    _RESULTS = ("", "1-0", "0-1", "1/2-1/2", "0-0")

    def __init__(self) -> None:
        self._names = array("Q")
        self._results = bytearray()

    def append(self, facts: Facts) -> None:
        self._names.extend((facts.white, facts.black))
        self._results.append(self._RESULTS.index(facts.result))

    def __getitem__(self, number: int) -> Facts:
        result = self._RESULTS[self._results[number]]
        return Facts(result, self._names[2 * number], self._names[2 * number + 1])


class Deduper:
    """The sink that gives on one game of each class.

    Attributes:
        copies: how many games were left out.
        contradicting: how many of them have another result, or other players, than what stays.
    """

    def __init__(
        self, sink: Sink, keep: str = RICHEST, report: Callable[[Copy], object] | None = None
    ) -> None:
        """Give the games on to `sink`, and each that is left out to `report`."""
        self.copies = 0
        self.contradicting = 0
        self._sink = sink
        self._keeps_first = keep == FIRST
        self._report = report
        self._classes = _Classes()
        # By the number of the class: which of the games is kept so far, and how rich it is.
        self._kept = array("I")
        self._richness = array("I")
        # By the number of the game.
        self._class_of = array("I")
        self._facts = _FactTable()
        self._places = None if report is None else _Places()
        self._games = None if self._keeps_first else Spill()
        self._goes_on = True

    def add(self, item: Item) -> None:
        """Take a game."""
        assert item.mark is not None
        number = len(self._class_of)
        is_new = self._classify(number, item.mark)
        if self._places is not None:
            assert item.place is not None
            self._places.append(item.place)
        if self._games is not None:
            self._games.append(marshal.dumps((item.text, item.joins, item.key)))
            return
        self._goes_on = is_new
        if is_new:
            self._sink.add(item)
        else:
            self._leave_out(number)

    def _classify(self, number: int, mark: Mark) -> bool:
        """Note a game and return whether it is the first of its class."""
        known = self._classes.count
        found = self._classes.number(mark.digest) if mark.digest else self._classes.alone()
        self._class_of.append(found)
        self._facts.append(mark.facts)
        if found == known:
            self._kept.append(number)
            self._richness.append(mark.richness)
        elif not self._keeps_first and mark.richness > self._richness[found]:
            self._kept[found] = number
            self._richness[found] = mark.richness
        return found == known

    def _leave_out(self, number: int) -> None:
        kept = self._kept[self._class_of[number]]
        differs = _differences(self._facts[number], self._facts[kept])
        self.copies += 1
        self.contradicting += bool(differs)
        if self._report is not None and self._places is not None:
            self._report(Copy(self._places[number], self._places[kept], differs))

    def more(self, rest: bytes) -> None:
        """Take what stands behind the last game."""
        if self._games is not None:
            if rest:
                self._games.append(marshal.dumps(rest))
        elif self._goes_on:
            self._sink.more(rest)

    def pause(self) -> None:
        """Give on what is certain."""
        if self._keeps_first:
            self._sink.pause()

    def end(self) -> None:
        """Give on what is kept."""
        try:
            if self._games is not None:
                self._give_on(self._games)
        finally:
            self.close()
        self._sink.end()

    def _give_on(self, games: Spill) -> None:
        number = 0
        goes_on = True
        for record in map(marshal.loads, games.records()):
            if isinstance(record, bytes):
                if goes_on:
                    self._sink.more(record)
                continue
            text, joins, key = record
            goes_on = self._kept[self._class_of[number]] == number
            if goes_on:
                self._sink.add(Item(text, joins, key=key))
            else:
                self._leave_out(number)
            number += 1

    def close(self) -> None:
        """Give back the room that temporary files take."""
        if self._games is not None:
            self._games.close()
        if self._places is not None:
            self._places.close()


class _Places:
    """Where the games stand, in a temporary file."""

    def __init__(self) -> None:
        self._spill = Spill()
        self._at = array("Q")

    def append(self, place: Place) -> None:
        self._at.append(self._spill.append(marshal.dumps(tuple(place))))

    def __getitem__(self, number: int) -> Place:
        return Place(*marshal.loads(self._spill.read(self._at[number])))

    def close(self) -> None:
        self._spill.close()


def _differences(one: Facts, other: Facts) -> tuple[str, ...]:
    """Return what two games contradict each other in: what is known of both, and not the same."""
    players = any(
        mine and theirs and mine != theirs
        for mine, theirs in ((one.white, other.white), (one.black, other.black))
    )
    result = one.result and other.result and one.result != other.result
    return tuple(name for name, differs in ((PLAYERS, players), (RESULT, result)) if differs)
