"""A file in blocks of whole games, so that several processes can work on it.

A block is cut without parsing where a game ends in every state that the reader may be in: behind a
result that stands alone at the end of a plain line, before a line that is a tag pair. No token
spans such a line (see COMMENT in grammar/pdn.lark), the result is part of no longer token that goes
on behind it, and whatever came before, a game that is broken or unclosed ends there too.
Where no such place comes, as in files without tags, the reader itself says where games end.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from .model import START, Game, Place
from .reader import MAX_BYTES, GameReader, engine_of, read_games

SIZE = 1 << 18
# The first block is smaller, and the next ones grow, so that something comes out soon.
_FIRST_SIZE = 1 << 14
# Where so many blocks' bytes have no place to cut, the reader looks for one.
_FAR = 4
# Blanks and the last line before a place to cut are looked for within so many bytes.
_LOOK_BACK = 256
_BLANKS = b" \t\r\n"
# What surely is one token, and what may stand on the line of a result for that to be one.
_TAG = re.compile(rb'\[[A-Za-z][A-Za-z0-9_]*[ \t]*"(?:[^"\\\r\n]|\\[^\r\n])*"[ \t]*\]')
_LAST_LINE = re.compile(rb'(?:[^\[;%"/]*[ \t})])?(?:[012]-[012]|1/2-1/2|\*)')
# No longer tag pair counts. Where one begins so near the end of the text, more is needed.
_LONGEST_TAG = 1 << 12
# What follows a block in its file: another game, nothing, or the rest of a game that is too large.
GAME, NOTHING, REST = range(3)
# Enough for the reader not to see the end before it knows that the game is too large.
_MORE = b" " * (1 << 16)
#: What stands for the game behind a block: where the last one ends may depend on it.
ANOTHER_GAME = b'\n[Event ""]'


class Block(NamedTuple):
    """Whole games of one file; without `data` it says that the input pauses.

    Attributes:
        data: the bytes, from the end of the game before to the end of the last one.
        path: the file, as it is shown.
        place: where the block begins in it.
        follows: what comes next there. With REST the block is the beginning of one game.
        has_games: False for what the reader passes over.
    """

    data: bytes
    path: str = "-"
    place: Place = START
    follows: int = NOTHING
    has_games: bool = True

    @property
    def offset(self) -> int:
        """How many bytes of the file stand before the block."""
        return self.place.offset

    @property
    def line(self) -> int:
        """The line in which the block begins."""
        return self.place.line

    def to_bytes(self) -> bytes:
        """Return the block as bytes; those of a pause are empty."""
        return pickle.dumps(tuple(self), pickle.HIGHEST_PROTOCOL) if self.data else b""

    @classmethod
    def from_bytes(cls, data: bytes) -> Block:
        """Return the block that `to_bytes` made into `data`."""
        if not data:
            return cls(b"")
        text, path, place, *rest = pickle.loads(data)
        return cls(text, path, Place(*place), *rest)

    def single_games(self, parser: str = "compiled", *, max_bytes: int = MAX_BYTES) -> list[Block]:
        """Return a block for each game of this one."""
        if self.follows == REST:
            return [self]
        games = games_of(self, 1, parser, max_bytes=max_bytes)
        singles = [Block(game.raw, self.path, game.place, GAME) for game in games]
        if singles:
            singles[-1] = singles[-1]._replace(follows=self.follows)
        return singles


def games_of(
    block: Block,
    first_number: int = 1,
    parser: str = "compiled",
    *,
    max_bytes: int = MAX_BYTES,
) -> Iterator[Game]:
    """Yield the games of a block as those of the whole file, numbered from `first_number`.

    >>> block = Block(b"\\n1. 9-13 *", place=Place(4711, 100, 3))
    >>> [(game.number, game.offset, game.locate(1)) for game in games_of(block, 7)]
    [(7, 4711, (101, 1))]
    """
    if not block.has_games:
        return
    chunks: Iterable[bytes] = [block.data]
    if block.follows == GAME:
        # Where a game ends may depend on it.
        chunks = [block.data, ANOTHER_GAME]
    elif block.follows == REST:
        chunks = [block.data, _MORE]
    end = block.place.offset + len(block.data)
    games = read_games(
        chunks, parser, max_bytes=max_bytes, place=block.place, first_number=first_number
    )
    for game in games:
        if game.offset >= end:
            break
        yield game
        if block.follows == REST:
            break


def blocks_of(
    path: str,
    chunks: Iterable[bytes],
    size: int = SIZE,
    *,
    parser: str = "compiled",
    max_bytes: int = MAX_BYTES,
) -> Iterator[Block]:
    """Cut a file into blocks of about `size` bytes.

    An empty chunk says that no more is to be had at the moment: the games so far are given out, and
    after them a block without data. An exception of `chunks` is raised after what came before it.
    """
    return _Cutter(path, chunks, size, parser, max_bytes).blocks()


class _Cutter:
    """One pass over a file: `text` holds what is not given out, which begins at `place`."""

    def __init__(
        self, path: str, chunks: Iterable[bytes], size: int, parser: str, max_bytes: int
    ) -> None:
        self.path = path
        self.chunks = iter(chunks)
        self.largest = size
        self.size = min(size, _FIRST_SIZE)
        self.parser = parser
        self.max_bytes = max_bytes
        self.text = b""
        self.place = START
        # Before this place in the text there is nothing to cut at.
        self.searched = 0
        self.fault: Exception | None = None
        # Whether the present block was cut by the reader.
        self.was_read = False

    def blocks(self) -> Iterator[Block]:
        # What the reader cut waits until it is certain that another game follows.
        held: Block | None = None
        for block in self._blocks():
            if not block.data:
                yield block
                continue
            if held is not None and block.follows == NOTHING and not _has_games(block):
                break
            if held is not None:
                yield held
            held = block if self.was_read else None
            if held is None:
                yield block
        if held is not None:
            yield held if held.follows == REST else held._replace(follows=NOTHING)
        if self.fault is not None:
            raise self.fault

    def _blocks(self) -> Iterator[Block]:
        while (chunk := self._next_chunk()) is not None:
            if chunk:
                self.text += chunk
                if len(self.text) > self.size:
                    yield from self._cut_all()
            else:
                yield from self._at_pause()
        self.was_read = False
        if self.text:
            yield Block(self.text, self.path, self.place)

    def _next_chunk(self) -> bytes | None:
        """Return the next chunk, None after the last."""
        try:
            return next(self.chunks, None)
        except Exception as fault:
            # The games before the fault come first.
            self.fault = fault
            return None

    def _cut_all(self) -> Iterator[Block]:
        """Give out blocks while there is enough text for them."""
        while len(self.text) > self.size:
            end = self._find(max(self.size, self.searched))
            if end:
                yield self._cut(end)
            elif len(self.text) > _FAR * self.size + _LONGEST_TAG:
                yield from self._cut_by_reading()
            else:
                self.searched = max(0, len(self.text) - _LONGEST_TAG)
                return

    def _at_pause(self) -> Iterator[Block]:
        """Give out what is certain, and say that no more is to be had at the moment."""
        end = last = 0
        while (end := self._find(end)) > 0:
            last = end
        if last:
            yield self._cut(last)
        yield Block(b"", self.path, self.place)

    def _find(self, start: int) -> int:
        """Return a place behind `start` where the text can be cut; 0 if there is none."""
        text = self.text
        # No block without the reader has a game in it that might be too large for him.
        far = _FAR * self.size + _LONGEST_TAG
        at = text.find(b"\n[", start + 1, far)
        while at >= 0:
            end = _end_of_game(text, at)
            if end > start and _TAG.match(text, at + 1, at + _LONGEST_TAG):
                return end
            at = text.find(b"\n[", at + 1, far)
        return 0

    def _cut(self, end: int) -> Block:
        """Return the text up to `end`, the end of a plain line, as a block."""
        data, self.text = self.text[:end], self.text[end:]
        block = Block(data, self.path, self.place, GAME)
        line = self.place.line + data.count(b"\n")
        if b"\r" in data:
            line += data.count(b"\r") - data.count(b"\r\n")
        column = end - 1 - max(data.rfind(b"\n"), data.rfind(b"\r"))
        self.place = Place(self.place.offset + end, line, column)
        self.searched = 0
        self.size = min(2 * self.size, self.largest)
        self.was_read = False
        return block

    def _cut_by_reading(self) -> Iterator[Block]:
        """Yield blocks of the games that the reader finds, until it has read one block's bytes."""
        engine = engine_of(self.parser)
        chunks = chain([self.text], self._chunks_for_reading())
        reader = GameReader(chunks, engine, self.max_bytes, self.place)
        self.was_read = True
        goes_on = yield from _blocks_of_games(self.path, reader, self.size)
        self.place, self.text = reader.rest()
        if not goes_on:
            # What is left is no game.
            self.text = b""
        self.searched = 0
        self.size = min(2 * self.size, self.largest)

    def _chunks_for_reading(self) -> Iterator[bytes]:
        while (chunk := self._next_chunk()) is not None:
            yield chunk


def _end_of_game(text: bytes, at: int) -> int:
    """Return where a game surely ends before the line that ends at `at`; 0 if none does."""
    tail = text[max(0, at - _LOOK_BACK) : at]
    before = tail.rstrip(_BLANKS)
    line = before[max(before.rfind(b"\n"), before.rfind(b"\r")) + 1 :]
    # Of a line that is not there whole nothing is certain.
    if line != before and line.isascii() and _LAST_LINE.fullmatch(line):
        return at - len(tail) + len(before)
    return 0


def _has_games(block: Block) -> bool:
    return next(games_of(block), None) is not None


def _blocks_of_games(path: str, reader: GameReader, size: int) -> Generator[Block, None, bool]:
    """Yield the next games that the reader gives, of at least `size` bytes, as a block or two.

    Returns whether there may be more.
    """
    games: list[Game] = []
    length = 0
    for game in reader.games():
        # What the reader passed over belongs to no game.
        parted = bool(games) and games[-1].offset + len(games[-1].raw) != game.offset
        if games and (parted or reader.too_large):
            yield _joined(path, games)
            games, length = [], 0
        if reader.too_large:
            yield Block(reader.too_large, path, game.place, REST)
            return True
        games.append(game)
        length += len(game.raw)
        if length >= size:
            break
    if games:
        yield _joined(path, games)
    return length >= size


def _joined(path: str, games: list[Game]) -> Block:
    return Block(b"".join(game.raw for game in games), path, games[0].place, GAME)
