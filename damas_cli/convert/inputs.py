"""What is read: sources of any format, cut into blocks of games that become PDN in a worker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from damas_cli.language import Phrase
from damas_cli.pdn.blocks import Block, games_of
from damas_cli.pdn.model import Game
from damas_cli.pdn.sources import Source, SourceError

from . import (
    DEFAULT,
    FORMATS,
    NotUnderstood,
    Reader,
    format_of_content,
    format_of_name,
    load,
    readable,
)
from .options import ConvertOptions

# So much of an input is looked at to tell its format.
_HEAD = 4096
# Parts the name of a block's format from the block.
_END_OF_NAME = b"\0"

#: A place of an input that is no game: the line in the file, and what is wrong.
Fault = tuple[int, Phrase | str]


def labelled(source: str, block: Block) -> bytes:
    """Return a block of the format `source` as bytes that tell the format, too.

    Those of a block without data, which says that the input pauses, are empty.
    """
    if not block.data:
        return b""
    return source.encode() + _END_OF_NAME + block.to_bytes()


def unlabelled(data: bytes) -> tuple[str, Block]:
    """Return the format and the block that `labelled` made into `data`."""
    name, _, block = data.partition(_END_OF_NAME)
    return name.decode(), Block.from_bytes(block)


@cache
def reader(source: str, options: ConvertOptions) -> Reader:
    """Return what reads the format `source`."""
    made: Reader = load(source).Reader(options)
    return made


def labelled_blocks(source: Source, name: str | None, options: ConvertOptions) -> Iterator[bytes]:
    """Cut a source into blocks, `labelled` with its format: `name`, else as it is told.

    Raises:
        SourceError: it cannot be read, or not whole; after the blocks before the fault.
    """
    name = name or format_of_name(source.path, FORMATS)
    if name is not None and not FORMATS[name].reads:
        names = ", ".join(readable())
        told = Phrase("{name} is not read; --from names what is: {names}", name=name, names=names)
        raise SourceError(source.path, "unreadable", told)
    chunks = source.chunks()
    if name is None:
        head, chunks = _peeked(chunks)
        name = format_of_content(head, readable())
    for block in reader(name, options).blocks(source.path, chunks):
        yield labelled(name, block)


def _peeked(chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return the first bytes of `chunks`, and all of them.

    Where the input pauses, what is there has to tell.
    """
    first: list[bytes] = []
    size = 0
    for chunk in chunks:
        first.append(chunk)
        size += len(chunk)
        if size >= _HEAD or (size and not chunk):
            break
    return b"".join(first)[:_HEAD], chain(first, chunks)


def games_in(
    source: str, block: Block, options: ConvertOptions, first_number: int, faults: list[Fault]
) -> Iterator[tuple[Game, int | None]]:
    """Yield the games of a block, each with its line in the file, where only the format knows it.

    What is no game is noted in `faults`.
    """
    if source == DEFAULT:
        for game in games_of(block, first_number):
            yield game, None
        return
    misunderstood: list[NotUnderstood] = []
    number = first_number
    for line, text in reader(source, options).texts(block.data, misunderstood):
        for game in games_of(Block(text, block.path), number):
            yield game, block.line + line - 1
            number += 1
    faults += [(block.line + fault.line - 1, fault.phrase) for fault in misunderstood]
