"""The format `json`: one document with the records of all games, in the order of the input.

It is written as a stream, and read as one: a document as it is written, a list of records, records
one after the other, all of them over as many lines as they take.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator

from damas_cli.pdn.blocks import Block
from damas_cli.pdn.model import Place

from . import Writer as BaseWriter
from . import jsonl
from .played import Played
from .record import VERSION, encode_record, record
from .record_text import CP1252

# So much is given to a worker at once, or one record.
_BLOCK = 1 << 20
# No record is longer: what cannot be read as far as here is no JSON.
_LONGEST = 1 << 26
_OPENING = r'(?:\{\s*(?:"version"\s*:\s*[0-9]+\s*,\s*)?"games"\s*:\s*)?\['
_LOOKS = re.compile(rf'\s*(?:{_OPENING}\s*(?:\{{|\]\s*\}}?\s*$)|\{{\s*"[^"\\]*"\s*:)'.encode())
# What stands before a record: the beginning or the end of a document or list, commas, blanks.
_BETWEEN = re.compile(rf"(?:{_OPENING}|[\s,\]}}])*")
_DECODER = json.JSONDecoder()


def looks_like(head: bytes) -> bool:
    """Tell whether an input begins as a document, a list of records or a record does.

    >>> looks_like(b'{"games":[\\n{'), looks_like(b'[{"game":1'), looks_like(b'[Site "x"]')
    (True, True, False)
    """
    return _LOOKS.match(head) is not None


class Reader(jsonl.Reader):
    """The reader: the records of a document as lines, which `jsonl` reads."""

    def blocks(self, path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
        """Cut between records, and give each a line of its own: the line that it begins in.

        A record that begins where another one ends gets the next line.
        """
        lines: list[str] = []
        size, first, last = 0, 1, 0
        faults: list[Exception] = []
        for line, text in _records(jsonl.until_fault(chunks, faults)):
            line = max(line, last + 1)
            if size > _BLOCK:
                yield Block("".join(lines).encode(), path, Place(0, first, 0))
                lines, size, first, last = [], 0, line, line - 1
            # JSON has no end of line within a text.
            lines.append("\n" * (line - max(last, first)) + text.replace("\n", " "))
            size += len(text)
            last = line
        if lines:
            yield Block("".join(lines).encode(), path, Place(0, first, 0))
        if faults:
            raise faults[0]


def _records(chunks: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Yield the values in a stream of JSON, each with its line; the last may be what is none."""
    window = _Window(chunks)
    line, position = 1, 0
    while True:
        start = window.skip(position)
        line += window.text.count("\n", position, start)
        if start == len(window.text):
            return
        end = window.value_end(start)
        text = window.text[start:end]
        yield line, text
        line += text.count("\n")
        position = window.drop(end)


class _Window:
    """The part of an input that is looked at.

    Attributes:
        text: that part.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._decoder = codecs.getincrementaldecoder("utf-8")(CP1252)
        self._more = True
        self.text = ""

    def _grow(self) -> bool:
        """Double the window, at least; tell whether there was something left."""
        parts = [self.text]
        size, wanted = 0, max(len(self.text), _BLOCK)
        while size < wanted and self._more:
            chunk = next(self._chunks, None)
            self._more = chunk is not None
            parts.append(self._decoder.decode(chunk or b"", not self._more))
            size += len(parts[-1])
        self.text = "".join(parts)
        return size > 0

    def skip(self, position: int) -> int:
        """Return where the next value begins, or the end of the input."""
        while True:
            found = _BETWEEN.match(self.text, position)
            start = position if found is None else found.end()
            # What opens a document may go on in what is not read yet.
            if len(self.text) - start > 100 or not self._grow():
                return start

    def value_end(self, start: int) -> int:
        """Return where the value ends that begins at `start`: the input's end if it is none."""
        while True:
            try:
                return _DECODER.raw_decode(self.text, start)[1]
            except (ValueError, RecursionError):
                if len(self.text) - start > _LONGEST or not self._grow():
                    return len(self.text)

    def drop(self, end: int) -> int:
        """Forget what is before `end` now and then; return where that place is then."""
        if end < _BLOCK:
            return end
        self.text = self.text[end:]
        return 0


class Writer(BaseWriter):
    """The writer: a record takes a line."""

    separator = b",\n"

    def begin(self) -> bytes:
        """Open the document."""
        return b'{"version":%d,"games":[\n' % VERSION

    def game(self, played: Played) -> bytes:
        """Return the record."""
        return encode_record(record(played, self.options))

    def end(self) -> bytes:
        """Close the document."""
        return b"\n]}\n"
