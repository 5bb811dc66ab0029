"""A text being edited, as pieces: stretches of the text it was, and what is new between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from .fix import Edit

# A stretch of the original as start and end, or new bytes.
_Piece = tuple[int, int] | bytes


class Pieces:
    """What became of the text `original`; edits of edits are edits of that."""

    __slots__ = ("_pieces", "original")

    def __init__(self, original: bytes) -> None:
        self.original = original
        self._pieces: list[_Piece] = [(0, len(original))]

    def apply(self, edits: list[Edit]) -> None:
        """Edit the text as it is now; `edits` are ascending and none overlaps another.

        >>> pieces = Pieces(b"1. 9x13 1-0")
        >>> pieces.apply([Edit(4, 5, b"-")])
        >>> pieces.apply([Edit(3, 3, b"0"), Edit(5, 7, b"14")])
        >>> pieces.text()
        b'1. 09-14 1-0'
        >>> list(pieces.changes())[1:]
        [(b'', b'0'), (b'9', None), (b'x13', b'-14'), (b' 1-0', None)]
        """
        found: list[_Piece] = []
        ends = [*accumulate(map(_size, self._pieces))]
        at = 0
        for edit in edits:
            found += self._part(ends, at, edit.start)
            found.append(edit.text)
            at = edit.end
        found += self._part(ends, at, ends[-1])
        self._pieces = [piece for piece in found if _size(piece)]

    def _part(self, ends: list[int], start: int, end: int) -> Iterator[_Piece]:
        """Yield the pieces from `start` to `end` of the text as it is now."""
        index = bisect_right(ends, start)
        while start < end:
            piece = self._pieces[index]
            begin = ends[index] - _size(piece)
            stop = min(end, ends[index])
            if isinstance(piece, bytes):
                yield piece[start - begin : stop - begin]
            else:
                yield piece[0] + start - begin, piece[0] + stop - begin
            start = stop
            index += 1

    def text(self) -> bytes:
        """Return the text as it is now."""
        return b"".join(
            piece if isinstance(piece, bytes) else self.original[slice(*piece)]
            for piece in self._pieces
        )

    def changes(self) -> Iterator[tuple[bytes, bytes | None]]:
        """Yield stretches of the original, each with what took its place; None for itself."""
        original = self.original
        at = 0
        new: list[bytes] = []
        for piece in [*self._pieces, (len(original), len(original))]:
            if isinstance(piece, bytes):
                new.append(piece)
                continue
            start, end = piece
            if new or start > at:
                yield original[at:start], b"".join(new)
                new.clear()
            if end > start:
                yield original[start:end], None
            at = end


def _size(piece: _Piece) -> int:
    return len(piece) if isinstance(piece, bytes) else piece[1] - piece[0]
