"""Questions to a tape that are asked too often to loop over it in Python."""

from __future__ import annotations

from array import array


def spans(tape: array[int], kind: int, opening: int, closing: int, first: int = 0) -> array[int]:
    """Return start and end of each token of `kind` outside of nested parts.

    The tape is looked through from its token number `first` to the end of the part that this one
    stands in. Nested is what stands between `opening` and `closing`.
    """
    found = array("I", bytes(8 * (len(tape) // 3 - first)))
    size = _collect(tape, kind, opening, closing, first, found)
    del found[size:]
    return found


def _collect(
    tape: array[int], kind: int, opening: int, closing: int, first: int, found: array[int]
) -> int:
    depth = 0
    size = 0
    position = 3 * first
    while position < len(tape):
        token = tape[position]
        if token == opening:
            depth += 1
        elif token == closing:
            depth -= 1
            if depth < 0:
                break
        elif token == kind and depth == 0:
            found[size] = tape[position + 1]
            found[size + 1] = tape[position + 2]
            size += 2
        position += 3
    return size


def texts(raw: bytes, spans: array[int]) -> list[str]:
    """Return the text of each span of `raw`, starts and ends in turn, as Latin-1.

    >>> texts(b"1. 9-13 22-18", array("I", [3, 7, 8, 13]))
    ['9-13', '22-18']
    """
    found = []
    size = len(raw)
    at = 1
    while at < len(spans):
        start, end = spans[at - 1], spans[at]
        if not start <= end <= size:
            raise ValueError("a span ends after the text")
        found.append(raw[start:end].decode("latin-1"))
        at += 2
    return found
