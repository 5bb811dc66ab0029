"""A block of a PDN file as canonical PDN: what a worker does, from bytes to bytes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from io import BytesIO

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Phrase
from damas_cli.pdn.blocks import REST, Block, games_of
from damas_cli.rules.variant import Variant

from .pdn_blocks import Stretch, rewritten
from .pdn_format import Formatter, Layout
from .pdn_joins import is_bare, swallows
from .pdn_whole import parts_of

# A stretch of a text and what takes its place; None where it stays.
Change = tuple[bytes, bytes | None]


@dataclass
class Formatted:
    """What became of a block, or the end of a file where there is none.

    Attributes:
        file: the number of the file in the run.
        games: how many there are.
        copies: how many of them are copied as they are.
        changes: the text in stretches, with what takes their place.
        faults: the line and what is wrong, where a game was given up.
        is_bare: whether the first game has no tags.
        swallows: whether the last game would take in one without tags.
    """

    file: int
    games: int = 0
    copies: int = 0
    changes: list[Change] = field(default_factory=list)
    faults: list[tuple[int, Phrase]] = field(default_factory=list)
    is_end: bool = False
    is_bare: bool = False
    swallows: bool = False

    @property
    def size(self) -> int:
        """How many bytes of the file it is made of."""
        return sum(len(old) for old, _ in self.changes)

    def to_bytes(self) -> bytes:
        """Return all of it as bytes, for the way between processes."""
        return pickle.dumps(self)

    @staticmethod
    def read(data: bytes) -> Iterator[Formatted]:
        """Yield what `to_bytes` made into bytes, of which several may stand together."""
        stream = BytesIO(data)
        while stream.tell() < len(data):
            yield pickle.load(stream)


def numbered(file: int, block: Block | None) -> bytes:
    """Return a block of a file, or the end of it, as bytes that tell the file, too.

    Those of a block without data, which says that the input pauses, are empty.
    """
    if block is not None and not block.data:
        return b""
    return pickle.dumps((file, block and block.to_bytes()))


def _unnumbered(data: bytes) -> tuple[int, Block | None]:
    file, block = pickle.loads(data)
    return file, block and Block.from_bytes(block)


class FormatTask:
    """Turns blocks of PDN into canonical PDN: the task that `damas_cli.batch` hands out."""

    def __init__(self, variant: Variant | None, layout: Layout, *, shows_lines: bool) -> None:
        """Judge games by `variant`, None for what they say; `shows_lines` gives changes by line."""
        self.variant = variant
        self.layout = layout
        self.shows_lines = shows_lines

    def __getstate__(self) -> dict[str, object]:
        return {name: self.__dict__[name] for name in ("variant", "layout", "shows_lines")}

    @cached_property
    def _formatter(self) -> Formatter:
        return Formatter(Rulebook(self.variant), self.layout)

    def __call__(self, block: bytes) -> bytes:
        """Return what becomes of a block, a `Formatted` as bytes."""
        file, part = _unnumbered(block)
        if part is None:
            return Formatted(file, is_end=True).to_bytes()
        games = list(games_of(part)) if part.follows != REST else []
        found = rewritten(part, games, self._formatter)
        copies = sum(stretch.is_copy for stretch in found)
        count = max(len(games), copies)
        if len(found) == 1 and copies:
            copies = count
        result = Formatted(file, count, copies, list(self._changes(found)))
        if games:
            result.is_bare = is_bare(games[0])
            result.swallows = copies > 0 and swallows(games[-1].raw)
        return result.to_bytes()

    def _changes(self, found: list[Stretch]) -> Iterator[Change]:
        if self.shows_lines:
            for stretch in found:
                yield from _changed_lines(stretch.old, stretch.new)
            return
        old = b"".join(stretch.old for stretch in found)
        new = b"".join(stretch.new for stretch in found)
        yield old, None if old == new else new

    def split(self, block: bytes) -> list[bytes]:
        """Return the block's games as a block each, and what stands between them and after them."""
        file, games = _unnumbered(block)
        return [numbered(file, part) for part in parts_of(games)] if games is not None else []

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return a game that no worker survived, as it is."""
        file, game = _unnumbered(block)
        if game is None:
            return Formatted(file, is_end=True).to_bytes()
        faults = [(game.line, reason)] if game.has_games else []
        number = int(game.has_games)
        return Formatted(file, number, number, [(game.data, None)], faults).to_bytes()


def _changed_lines(old: bytes, new: bytes) -> Iterator[Change]:
    """Yield a text in stretches of lines that stay and that change."""
    if old == new:
        yield old, None
        return
    gone, come = old.splitlines(keepends=True), new.splitlines(keepends=True)
    matcher = SequenceMatcher(None, gone, come, autojunk=False)
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        text = b"".join(gone[first:last])
        yield text, None if tag == "equal" else b"".join(come[new_first:new_last])
