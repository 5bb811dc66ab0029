"""Which of the games that workers found are given out, as the parent knows.

What a query asks of a game's number depends on how many games come before its block, and how many
are wanted on how many were found so far.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from damas_cli.convert.pdn_format import BLANKS

from ..task import Reply
from .plan import Plan
from .task import Found


class Picker:
    """Follows the replies to a query.

    Attributes:
        games: how many games were found so far.
        most: so many are given out; None for all.
    """

    def __init__(self, plan: Plan, most: int | None = None) -> None:
        self._plan = plan
        self.most = most
        self.games = 0
        # Whether the last game so far was found: what follows in another piece is its.
        self._is_last = False

    @property
    def is_full(self) -> bool:
        """Whether no more games are wanted."""
        return self.most is not None and self.games >= self.most

    @property
    def has_enough(self) -> bool:
        """Whether that is so, and all that belongs to the last one has come."""
        return self.is_full and not self._is_last

    def rest_of(self, reply: Reply) -> bytes:
        """Return what the reply has of a game that was found before."""
        if reply.begins:
            self._is_last = False
        return reply.rest if self._is_last else b""

    def found_in(self, reply: Reply) -> Iterator[Found]:
        """Yield the games of a reply that are asked for, as many as are wanted.

        They have to be taken, all of them.
        """
        if not reply.games:
            return
        self._is_last = False
        found: list[Found] = reply.payload if isinstance(reply.payload, list) else []
        for each in found:
            if self.is_full:
                return
            if self._plan.holds(each.answer, reply.before + each.first):
                self.games += each.last - each.first + 1
                self._is_last = each.last == reply.games
                yield each


class Sample:
    """Some games of all that are found, each with the same chance.

    Whatever the blocks they come in, the same `seed` gives the same games.
    """

    def __init__(self, size: int, seed: int) -> None:
        self._size = size
        self._random = random.Random(seed)
        self._games = 0
        # By the slot: the how manyth game it is, what is written of it, and what joining needs.
        self._kept: list[tuple[int, bytes, int]] = []
        self._last: int | None = None

    def add(self, text: bytes, joins: int) -> None:
        """Take the next game, or do not."""
        self._last = None
        if self._games < self._size:
            self._last = self._games
            self._kept.append((self._games, text, joins))
        elif (slot := self._random.randrange(self._games + 1)) < self._size:
            self._last = slot
            self._kept[slot] = (self._games, text, joins)
        self._games += 1

    def more(self, rest: bytes) -> None:
        """Take what belongs to the game before."""
        if self._last is not None:
            number, text, joins = self._kept[self._last]
            self._kept[self._last] = number, text + rest, joins

    def games(self) -> Iterator[tuple[bytes, int]]:
        """Yield the games in their order."""
        for _, text, joins in sorted(self._kept):
            yield text.rstrip(BLANKS), joins
