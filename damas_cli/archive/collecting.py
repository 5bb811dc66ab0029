"""Archives taken apart and put together: what a worker tells of each game, and where games go.

Games flow from one `Sink` into the next: out of the archive, past what takes copies out, past what
puts them in order, into a file. What stands in a file behind a game follows it wherever it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from damas_cli.pdn.model import Game

from .grouping import Grouping
from .joining import Joiner
from .ordering import Order
from .richness import Facts, told_by
from .sameness import Rule, digest_of
from .tag_values import tag_value
from .task import ArchiveOptions, ArchiveTask, Entry


class Mark(NamedTuple):
    """What there is to know of a game to find its copies.

    Attributes:
        digest: what it has in common with them; empty if it has none.
        richness: how much it tells.
        facts: what copies may contradict it in.
    """

    digest: bytes
    richness: int
    facts: Facts


class Place(NamedTuple):
    """Where a game stands, and who plays.

    Attributes:
        path: the file, as it is shown.
        number: the number of the game in it, from 1.
        line: the line that it begins in.
        white, black: the players; empty where they are not known.
    """

    path: str
    number: int
    line: int
    white: str
    black: str


class Item(NamedTuple):
    """A game on its way.

    Attributes:
        text: the game as it stands.
        joins: what a `Joiner` has to know of it.
        mark: what tells its copies.
        place: where it stands; its number is that in the block as long as it is in a worker.
        key: what puts it in order.
        group: what tells the file that it goes to.
    """

    text: bytes
    joins: int
    mark: Mark | None = None
    place: Place | None = None
    key: bytes = b""
    group: str = ""


class CollectTask(ArchiveTask):
    """Gives the games as they stand, each with what is asked about it."""

    def __init__(
        self,
        options: ArchiveOptions,
        *,
        rule: Rule | None = None,
        places: bool = False,
        order: Order | None = None,
        grouping: Grouping | None = None,
    ) -> None:
        super().__init__(options)
        self.rule = rule
        self.places = places
        self.order = order
        self.grouping = grouping

    def work(self, entries: Iterator[Entry]) -> list[Item]:
        """Return the games of a block."""
        return [self._item(entry) for entry in entries]

    def lost(self, entry: Entry) -> list[Item]:
        """Return a game of which there is but the text."""
        return [self._item(entry)]

    def _item(self, entry: Entry) -> Item:
        game = entry.game
        return Item(
            entry.text,
            entry.joins,
            None if self.rule is None else self._mark(game, entry.text, self.rule),
            _place(entry) if self.places else None,
            b"" if self.order is None else self.order.key(game),
            "" if self.grouping is None else self.grouping.group(game, self.rulebook),
        )

    def _mark(self, game: Game, text: bytes, rule: Rule) -> Mark:
        return Mark(digest_of(game, text, rule, self.rulebook), *told_by(game))


def _place(entry: Entry) -> Place:
    white, black = (tag_value(entry.game, name) for name in ("White", "Black"))
    return Place(entry.path, entry.number, entry.line, white, black)


class Sink(Protocol):
    """What games flow into."""

    def add(self, item: Item) -> None:
        """Take the next game."""

    def more(self, rest: bytes) -> None:
        """Take what stands behind the last game in its file."""

    def pause(self) -> None:
        """Give out what there is: the input pauses."""

    def end(self) -> None:
        """Give out everything: there are no more games."""


class Output:
    """The sink that writes: games as they stand, one after the other."""

    def __init__(self, write: Callable[[bytes], object], flush: Callable[[], object]) -> None:
        self.games = 0
        self._write = write
        self._flush = flush
        self._joiner = Joiner()

    def add(self, item: Item) -> None:
        """Write a game."""
        self.games += 1
        self._write(self._joiner.add(item.text, item.joins))

    def more(self, rest: bytes) -> None:
        """Write what stands behind it."""
        self._write(self._joiner.more(rest))

    def pause(self) -> None:
        """Let a reader see the last line."""
        self._write(self._joiner.end())
        self._flush()

    def end(self) -> None:
        """End the last line."""
        self._write(self._joiner.end())
