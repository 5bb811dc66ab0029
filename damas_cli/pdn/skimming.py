"""The games of a block, read with less ado: for who asks little of most games.

They are those that `blocks.games_of` gives. The lines that they begin in are not counted before
somebody asks, and of a game without faults no more is made at first than its text and its tape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import driver_codes as codes
from . import kinds as k
from .blocks import ANOTHER_GAME, GAME, REST, Block, games_of
from .model import Game
from .reader import MAX_BYTES, GameReader, engine_of

# What the reader has to say something of.
_FAULTY = 1 << k.MALFORMED_TAG


class _Places:
    """Where the games of a block begin in the file: all are counted as soon as one is asked for."""

    __slots__ = ("_block", "_found", "_max_bytes")

    def __init__(self, block: Block, max_bytes: int) -> None:
        self._block = block
        self._max_bytes = max_bytes
        self._found: dict[int, tuple[int, int]] = {}

    def of(self, offset: int) -> tuple[int, int]:
        """Return the line of the game at `offset`, and the characters before it there."""
        if not self._found:
            games = games_of(self._block, max_bytes=self._max_bytes)
            self._found = {game.offset: game.place[1:] for game in games}
        return self._found[offset]


class SkimmedGame(Game):
    """A game whose place in the file is worked out when it is asked for."""

    __slots__ = ("_places",)

    def __init__(
        self, raw: bytes, number: int, offset: int, tape: Any, kinds: int, places: _Places
    ) -> None:
        """Take a game without problems."""
        self.raw = raw
        self.number = number
        self.offset = offset
        self.tape = tape
        self.kinds = kinds
        self.problems = ()
        self._encoding = None
        self._tag_spans = None
        self._tags = None
        self._places = places

    def __getattr__(self, name: str) -> object:
        """Work out what is not set yet; only then Python asks here."""
        if name not in ("_line", "_column", "_cursor"):
            raise AttributeError(name)
        self._line, self._column = self._places.of(self.offset)
        self._cursor = (0, self._line, self._column)
        return getattr(self, name)

    @classmethod
    def like(cls, game: Game, places: _Places) -> SkimmedGame:
        """Return the same game, with the place that `places` tells."""
        made = cls(game.raw, game.number, game.offset, game.tape, game.kinds, places)
        made.problems = game.problems
        return made


class _Skimmer(GameReader):
    """One pass over a block, all of whose bytes are there."""

    __slots__ = ("_places", "_stop")

    def __init__(self, block: Block, first_number: int, max_bytes: int) -> None:
        super().__init__((), engine_of("compiled"), max_bytes, block.place, first_number)
        self._window = block.data + (ANOTHER_GAME if block.follows == GAME else b"")
        self._more = False
        self._engine.feed(self._window, 0)
        self._stop = len(block.data)
        self._places = _Places(block, max_bytes)

    def games(self) -> Iterator[Game]:
        """Yield the games that begin in the block."""
        engine, window, places = self._engine, self._window, self._places
        offset, end, stop = self._offset, len(self._window), self._stop
        fits = end <= self._limit
        while (base := self._base) < stop:
            if fits:
                engine.bound(end, True)
                engine.begin(base, base)
                if engine.run() == codes.DONE:
                    kinds = engine.kinds
                    if kinds & ~k.COMMENTS and not kinds & _FAULTY:
                        self._base = after = engine.end_of(engine.count - 1)
                        self._number += 1
                        raw, tape = window[base:after], engine.tape()
                        yield SkimmedGame(raw, self._number, offset + base, tape, kinds, places)
                        continue
            # Whatever it is, the reader knows; he begins again.
            game = self._next_game()
            if game is None or game.offset - offset >= stop:
                return
            yield SkimmedGame.like(game, places)

    def _count_lines(self, data: bytes, game: Game | None = None) -> None:
        """Count nothing."""


def skimmed(block: Block, first_number: int = 1, *, max_bytes: int = MAX_BYTES) -> Iterator[Game]:
    """Yield the games of a block as `games_of` does, numbered from `first_number`.

    >>> block = Block(b"1. 9-13 *\\n\\n1. 10-14 1-0")
    >>> [(game.number, game.locate(2)) for game in skimmed(block)]
    [(1, (1, 3)), (2, (3, 1))]
    """
    if not block.has_games:
        return iter(())
    if block.follows == REST:
        return games_of(block, first_number, max_bytes=max_bytes)
    return _Skimmer(block, first_number, max_bytes).games()
