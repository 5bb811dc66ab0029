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
from damas_cli.pdn.blocks import GAME, NOTHING, REST, Block, games_of
from damas_cli.rules.variant import Variant

from .pdn_blocks import Stretch, formatted
from .pdn_format import Formatter, Layout
from .pdn_joins import is_bare, swallows

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

    def to_bytes(self) -> bytes:
        """Return all of it as bytes, for the way between processes."""
        return pickle.dumps(self)

    @staticmethod
    def read(data: bytes) -> Iterator[Formatted]:
        """Yield what `to_bytes` made into bytes, of which several may stand together."""
        stream = BytesIO(data)
        while stream.tell() < len(data):
            yield pickle.load(stream)


def numbered(file: int, block: Block | None, *, is_copied: bool = False) -> bytes:
    """Return a block of a file, or the end of it, as bytes that tell the file, too.

    With `is_copied` it is to be copied as it is. Those of a block without data, which says that the
    input pauses, are empty.
    """
    if block is not None and not block.data:
        return b""
    return pickle.dumps((file, block and block.to_bytes(), is_copied))


def _unnumbered(data: bytes) -> tuple[int, Block | None, bool]:
    file, block, is_copied = pickle.loads(data)
    return file, block and Block.from_bytes(block), is_copied


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
        file, games, is_copied = _unnumbered(block)
        if games is None:
            return Formatted(file, is_end=True).to_bytes()
        if is_copied:
            return Formatted(file, changes=[(games.data, None)]).to_bytes()
        if games.follows == REST:
            return Formatted(file, 1, 1, [(games.data, None)]).to_bytes()
        return self._formatted(file, games).to_bytes()

    def _formatted(self, file: int, block: Block) -> Formatted:
        games = list(games_of(block))
        is_last = block.follows == NOTHING
        found = formatted(block.data, games, self._formatter, block.offset, is_last=is_last)
        copies = sum(stretch.is_copy for stretch in found)
        if len(found) == 1 and copies:
            copies = len(games)
        result = Formatted(file, len(games), copies, list(self._changes(found)))
        if games:
            result.is_bare = is_bare(games[0])
            result.swallows = copies > 0 and swallows(games[-1].raw)
        return result

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
        file, games, is_copied = _unnumbered(block)
        if games is None or is_copied:
            return []
        return list(_parts(file, games))

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return a game that no worker survived, as it is."""
        file, game, is_copied = _unnumbered(block)
        if game is None:
            return Formatted(file, is_end=True).to_bytes()
        faults = [] if is_copied else [(game.line, reason)]
        number = int(not is_copied)
        return Formatted(file, number, number, [(game.data, None)], faults).to_bytes()


def _parts(file: int, block: Block) -> Iterator[bytes]:
    """Yield the games of a block, and all else that is in it, each as a block of its own."""
    singles = block.single_games()
    if len(singles) == 1 and singles[0].data == block.data:
        return
    at = block.offset
    end = at + len(block.data)
    for single in singles:
        if single.offset > at:
            yield numbered(file, _part(block, at, single.offset), is_copied=True)
        at = single.offset + len(single.data)
        yield numbered(file, single._replace(follows=GAME) if at < end else single)
    if at < end:
        yield numbered(file, _part(block, at, end)._replace(follows=block.follows))


def _part(block: Block, start: int, end: int) -> Block:
    """Return a part of a block, by its place in the file; its lines are not counted."""
    data = block.data[start - block.offset : end - block.offset]
    return Block(data, block.path, block.place._replace(offset=start), GAME)


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
