"""A stream cut into documents: whole, unless it is longer than any text of a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

# A document up to here is read as one; a longer stream is cut at its empty lines.
LONGEST_DOCUMENT = 1 << 22
_GAPS = (b"\n\n", b"\r\n\r\n")


def documents(chunks: Iterable[bytes], most: int = LONGEST_DOCUMENT) -> Iterator[tuple[int, bytes]]:
    r"""Yield the documents of a stream, each with the line that it begins in, from 1.

    >>> list(documents([b"1. 10-14\n\n", b"22-18\n"], 9))
    [(1, b'1. 10-14\n\n'), (3, b'22-18\n')]
    """
    line = 1
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        while len(waiting) > most:
            end = _cut(waiting)
            if not end:
                break
            yield line, waiting[:end]
            line += waiting.count(b"\n", 0, end)
            waiting = waiting[end:]
    if waiting:
        yield line, waiting


def _cut(data: bytes) -> int:
    """Return where to cut: behind the last empty line, or else behind the last line."""
    ends = [at + len(gap) for gap in _GAPS if (at := data.rfind(gap)) >= 0]
    return max(ends, default=0) or data.rfind(b"\n") + 1 or len(data)
