"""The format `json`: one document with the records of all games, in the order of the input.

It is written as a stream, and read as one: a document as it is written, a list of records, records
one after the other, all of them over as many lines as they take.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator

from damas_cli.language import Phrase
from damas_cli.pdn.blocks import Block
from damas_cli.pdn.model import Place

from . import NotUnderstood, jsonl
from . import Writer as BaseWriter
from .played import Played
from .record import VERSION, encode_record, record
from .record_text import CP1252

# So much is given to a worker at once, or one record.
_BLOCK = 1 << 20
# No record is longer: what cannot be read as far as here is no JSON.
_LONGEST = 1 << 26
_OPENING = r'\{\s*(?:"version"\s*:\s*[0-9]+\s*,\s*)?"games"\s*:\s*\['
_LOOKS = re.compile(
    rf'\s*(?:(?:{_OPENING}|\[)\s*(?:\{{|\]\s*\}}?\s*$)|\{{\s*"[^"\\]*"\s*:)'.encode()
)
# Where a document in a list begins; at the top any key may come before its games.
_DOCUMENT = re.compile(_OPENING)
_BETWEEN = re.compile("[\\s,\ufeff]*")
# The last line of a block that an end is missing after: no line of JSON.
_CUT = "\n\0"
# As long as the opening of a document is at most that is written in one piece.
_LONGEST_OPENING = 100
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
        for line, text in _records(_Window(jsonl.until_fault(chunks, faults))):
            if text is None:
                last = max(last, first)
                line = max(line, last)
                lines.append("\n" * (line - last) + _CUT)
                break
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

    def texts(self, data: bytes, faults: list[NotUnderstood]) -> Iterator[tuple[int, bytes]]:
        """Yield the PDN of each record."""
        cut = _CUT.encode()
        text = data.removesuffix(cut)
        yield from super().texts(text, faults)
        if text != data:
            problem = Phrase("is no JSON: the end of a list or a document is missing")
            faults.append(NotUnderstood(text.count(b"\n") + 1, problem))


def _records(window: _Window) -> Iterator[tuple[int, str | None]]:
    """Yield the values in a stream of JSON, each with its line.

    The last may be what is no value, or None where the end of a list or document is missing.
    """
    # The brackets that close what is open: lists of records, and documents around them.
    open_ones: list[str] = []
    while sign := window.sign():
        end = window.at + 1
        if open_ones and sign == open_ones[-1]:
            open_ones.pop()
        elif open_ones and open_ones[-1] == "}":
            member = window.member(window.at)
            if member is None:
                break
            end, has_games = member
            open_ones += "]" if has_games else ""
        elif sign == "[":
            open_ones.append("]")
        else:
            value = window.value(is_listed=bool(open_ones))
            if value is None:
                # It and whatever follows it.
                yield window.line, window.text[window.at :]
                return
            end, is_document = value
            if is_document:
                open_ones += "}]"
            else:
                yield window.line, window.text[window.at : end]
        window.go_to(end)
    if open_ones:
        yield window.line, None


class _Window:
    """The part of an input that is looked at.

    Attributes:
        text: that part.
        at: the place in it that is reached.
        line: the line of that place.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._decoder = codecs.getincrementaldecoder("utf-8")(CP1252)
        self._more = True
        self.text = ""
        self.at, self.line = 0, 1

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

    def sign(self) -> str:
        """Go to what is neither blank nor comma and return its first character, "" at the end."""
        self.go_to(self._skip(self.at))
        return self.text[self.at : self.at + 1]

    def value(self, *, is_listed: bool) -> tuple[int, bool] | None:
        """Return where the value here ends, and False; None if it is none.

        Of a document: where its first game begins, and True.
        """
        if len(self.text) - self.at < _LONGEST_OPENING:
            self._grow()
        found = _DOCUMENT.match(self.text, self.at)
        if found is not None:
            return found.end(), True
        if not is_listed and self.text.startswith("{", self.at):
            value = self._object(self.at)
            if value is not None:
                return value
        end = self.value_end(self.at)
        return None if end is None else (end, False)

    def _object(self, start: int) -> tuple[int, bool] | None:
        """Return what `value` does of an object, looked at key by key for a list of games."""
        end = self._skip(start + 1)
        while not self.text.startswith("}", end):
            member = self.member(end)
            if member is None or member[1]:
                return member
            end = self._skip(member[0])
        return end + 1, False

    def member(self, start: int) -> tuple[int, bool] | None:
        """Return where the member of an object ends that begins at `start`, and False.

        Of one that lists the games of a document: where the first begins, and True. None if there
        is no member.
        """
        if not self.text.startswith('"', start):
            return None
        end = self.value_end(start)
        if end is None:
            return None
        is_games = self.text[start:end] == '"games"'
        colon = self._skip(end)
        if not self.text.startswith(":", colon):
            return None
        begin = self._skip(colon + 1)
        if is_games and self.text.startswith("[", begin):
            return begin + 1, True
        end = self.value_end(begin)
        return None if end is None else (end, False)

    def _skip(self, position: int) -> int:
        """Return where there is neither blank nor comma, from `position` on."""
        while True:
            found = _BETWEEN.match(self.text, position)
            end = position if found is None else found.end()
            if end < len(self.text) or not self._grow():
                return end

    def value_end(self, start: int) -> int | None:
        """Return where the value ends that begins at `start`; None if it is none."""
        while True:
            end = None
            try:
                end = _DECODER.raw_decode(self.text, start)[1]
            except (ValueError, RecursionError):
                if len(self.text) - start > _LONGEST:
                    return None
            # A number may go on in what is not read yet.
            if (end is not None and end < len(self.text)) or not self._grow():
                return end

    def go_to(self, position: int) -> None:
        """Go on to that place; what is before it is forgotten now and then."""
        self.line += self.text.count("\n", self.at, position)
        self.at = position
        if position >= _BLOCK:
            self.text = self.text[position:]
            self.at = 0


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
