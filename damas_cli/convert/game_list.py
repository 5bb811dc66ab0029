"""The games of an input by their numbers, read as they are asked for.

What was read is kept in a file that has no name, as blocks of games, so that one can go back in a
pipe or a packed file as well; in memory is where each block begins, and the last one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile

from damas_cli.check.regulation import Rulebook
from damas_cli.pdn.model import Game
from damas_cli.pdn.sources import Source, SourceError

from .inputs import Fault, games_in, labelled_blocks, unlabelled
from .options import ConvertOptions
from .played import Played

# More is kept on the disk.
_IN_MEMORY = 4 << 20


class GameList:
    """The games of some sources.

    Attributes:
        known: how many games were come across so far.
        is_complete: whether these are all.
        is_waiting: whether the input paused when more was asked for last.
    """

    def __init__(
        self,
        sources: Iterable[Source | SourceError],
        options: ConvertOptions,
        source_format: str | None = None,
        complain: Callable[[SourceError], object] = lambda error: None,
        tell: Callable[[str, Fault], object] = lambda path, fault: None,
    ) -> None:
        """Read `sources`; `complain` is called with what cannot be read, `tell` with what is no
        game, when it is come to.
        """
        self.options = options
        self.known = 0
        self.is_complete = False
        self.is_waiting = False
        self._complain = complain
        self._tell = tell
        self._rulebook = Rulebook(options.variant)
        self._blocks = self._labelled(sources, source_format)
        self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - it lives as long as we do
        # Of each block: the number of the first game, and where it is kept.
        self._first: list[int] = []
        self._places: list[tuple[int, int]] = []
        self._last: tuple[int, list[tuple[Game, int | None]], str] = (-1, [], "")

    def _labelled(
        self, sources: Iterable[Source | SourceError], name: str | None
    ) -> Iterator[bytes]:
        for source in sources:
            try:
                if isinstance(source, SourceError):
                    raise source
                yield from labelled_blocks(source, name, self.options)
            except SourceError as error:
                self._complain(error)

    def advance(self) -> bool:
        """Read another block; return whether there may be more to read at once."""
        block = next(self._blocks, None)
        self.is_complete = block is None
        self.is_waiting = block == b""
        if not block:
            return False
        faults: list[Fault] = []
        self._last = len(self._first), *self._games_of(block, self.known + 1, faults)
        count = len(self._last[1])
        for fault in faults:
            self._tell(self._last[2], fault)
        if count:
            self._file.seek(0, 2)
            self._places.append((self._file.tell(), len(block)))
            self._first.append(self.known + 1)
            self._file.write(block)
            self.known += count
        return True

    def _games_of(
        self, data: bytes, first: int, faults: list[Fault]
    ) -> tuple[list[tuple[Game, int | None]], str]:
        name, block = unlabelled(data)
        return list(games_in(name, block, self.options, first, faults)), block.path

    def get(self, number: int) -> Played | None:
        """Return the game of that number, from 1; None if there is none."""
        while number > self.known and not self.is_complete:
            self.advance()
        if not 1 <= number <= self.known:
            return None
        index = bisect_right(self._first, number) - 1
        if self._last[0] != index:
            start, size = self._places[index]
            self._file.seek(start)
            self._last = index, *self._games_of(self._file.read(size), self._first[index], [])
        _, games, path = self._last
        game, line = games[number - self._first[index]]
        return Played(game, self._rulebook, (path, line))

    def read_all(self) -> int:
        """Read what there is, and return how many games that are."""
        while not self.is_complete:
            self.advance()
        return self.known
