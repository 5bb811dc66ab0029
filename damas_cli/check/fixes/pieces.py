"""A text being edited, as pieces: stretches of the text it was, and what is new between them."""

from __future__ import annotations

from collections.abc import Iterator

from .fix import Edit


class Pieces:
    """What became of the text `original`; edits of edits are edits of that."""

    __slots__ = ("_pieces", "original")

    def __init__(self, original: bytes) -> None:
        self.original = original
        # A stretch of the original as start and end, or new bytes.
        self._pieces: list[tuple[int, int] | bytes] = [(0, len(original))]

    def apply(self, edits: list[Edit]) -> None:
        """Edit the text as it is now; `edits` are ascending and none overlaps another.

        >>> pieces = Pieces(b"1. 9x13 1-0")
        >>> pieces.apply([Edit(4, 5, b"-")]); pieces.apply([Edit(3, 3, b"0"), Edit(5, 6, b"--")])
        >>> pieces.text(), list(pieces.changes())
        (b'1. 09--13 1-0', [(b'1. ', None), (b'', b'0'), (b'9', None), (b'x', b'--'), (b'13 1-0', None)])
        """
        found: list[tuple[int, int] | bytes] = []
        rest = iter([*self._pieces])
        piece: tuple[int, int] | bytes | None = next(rest, None)
        at = 0

        def pass_to(goal: int, keep: bool) -> None:
            nonlocal piece, at
            while at < goal and piece is not None:
                size = _size(piece)
                step = min(size, goal - at)
                if keep:
                    found.append(_part(piece, 0, step))
                piece = _part(piece, step, size) if step < size else next(rest, None)
                at += step

        for edit in edits:
            pass_to(edit.start, keep=True)
            pass_to(edit.end, keep=False)
            if edit.text:
                found.append(edit.text)
        while piece is not None:
            found.append(piece)
            piece = next(rest, None)
        self._pieces = found

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


def _size(piece: tuple[int, int] | bytes) -> int:
    return len(piece) if isinstance(piece, bytes) else piece[1] - piece[0]


def _part(piece: tuple[int, int] | bytes, start: int, end: int) -> tuple[int, int] | bytes:
    if isinstance(piece, bytes):
        return piece[start:end]
    return piece[0] + start, piece[0] + end
