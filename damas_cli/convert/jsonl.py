"""The format `jsonl`: a record a game and line, which holds all of the game, both ways."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from damas_cli.language import Phrase, Words
from damas_cli.pdn.blocks import Block
from damas_cli.pdn.model import Place

from . import NotUnderstood
from . import Reader as BaseReader
from . import Writer as BaseWriter
from .options import ConvertOptions
from .played import Played
from .record import encode_record, record
from .record_reading import to_pdn
from .record_text import as_utf_8

# So much is given to a worker at once, or one line.
_BLOCK = 1 << 20
# A key of a document of `json`, and of no record.
_GAMES = re.compile(rb'(?<!\\)"games"\s*:\s*\[')
_RECORD = re.compile(rb'\s*\{\s*"[^"\\]*"\s*:')


def looks_like(head: bytes) -> bool:
    """Tell whether an input begins with an object on a line of its own, or what may be one.

    >>> looks_like(b'{"game":1}\\n'), looks_like(b'{"a comment"} 1. 10-14'), looks_like(b"[1]")
    (True, False, False)
    """
    if not _RECORD.match(head):
        return False
    first, end, _ = head.lstrip().partition(b"\n")
    return (not end or first.rstrip().endswith(b"}")) and not _GAMES.search(first)


class Reader(BaseReader):
    """The reader."""

    def blocks(self, path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
        """Cut between lines: where a block is full, and where the input pauses."""
        rest: list[bytes] = []
        place, size = Place(0, 1, 0), 0
        faults: list[Exception] = []
        for chunk in until_fault(chunks, faults):
            rest.append(chunk)
            size += len(chunk)
            if chunk and (size < _BLOCK or b"\n" not in chunk):
                continue
            data = b"".join(rest)
            end = data.rfind(b"\n") + 1
            if end:
                yield Block(data[:end], path, place)
                place = Place(place.offset + end, place.line + data.count(b"\n", 0, end), 0)
            if not chunk:
                yield Block(b"", path, place)
            rest, size = [data[end:]], len(data) - end
        if size:
            yield Block(b"".join(rest), path, place)
        if faults:
            raise faults[0]

    def split(self, block: Block) -> list[Block]:
        """Return a block a line."""
        parts = []
        offset, line = block.offset, block.line
        for data in block.data.splitlines(keepends=True):
            parts.append(Block(data, block.path, Place(offset, line, 0)))
            offset += len(data)
            line += 1
        return parts

    def texts(self, data: bytes, faults: list[NotUnderstood]) -> Iterator[tuple[int, bytes]]:
        """Yield the PDN of each line that has a record."""
        for line, text in enumerate(data.split(b"\n"), 1):
            if not text.strip():
                continue
            try:
                yield line, to_pdn(parsed(text, line), line)
            except NotUnderstood as fault:
                faults.append(fault)


def until_fault(chunks: Iterable[bytes], faults: list[Exception]) -> Iterator[bytes]:
    """Yield `chunks` up to the first that cannot be read, which is noted in `faults`.

    What came before it comes first.
    """
    try:
        yield from chunks
    except Exception as fault:
        faults.append(fault)


def parsed(text: bytes, line: int) -> object:
    """Return the JSON value in `text`, which begins in that line.

    Raises:
        NotUnderstood: it is none.
    """
    try:
        return json.loads(as_utf_8(text))
    except json.JSONDecodeError as error:
        where = {"reason": error.msg, "column": error.colno}
        fault = Phrase("is no JSON: {reason}, column {column}", **where)
        raise NotUnderstood(line + error.lineno - 1, fault) from error
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits, lists a thousand deep.
        raise NotUnderstood(line, Phrase("is no JSON that can be read")) from error


class Writer(BaseWriter):
    """The writer."""

    def __init__(self, options: ConvertOptions, words: Words) -> None:
        super().__init__(options, words)

    def game(self, played: Played) -> bytes:
        """Return the record in a line."""
        return encode_record(record(played, self.options)) + b"\n"
