"""A fix: what to write in place of some bytes of a game, so that a finding is gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """What takes the place of the bytes from `start` to `end` of a game's raw text."""

    start: int
    end: int
    text: bytes


class Fix:
    """The edits that mend one finding, or some that hang together.

    Attributes:
        code: of the finding.
        safe: whether the game means the same afterwards; the others are made on request only.
        edits: ascending, none overlaps another.
        start, end: the text that the fix concerns; no other fix touches it in the same round.
        count: how many findings of the code it mends.
        hides: whether moves of that text are moves no more.
    """

    __slots__ = ("code", "count", "edits", "end", "hides", "safe", "start")

    def __init__(
        self,
        code: str,
        edits: list[Edit],
        *,
        safe: bool = True,
        hides: bool = False,
        count: int = 1,
        span: tuple[int, int] | None = None,
    ) -> None:
        self.code = code
        self.edits = edits
        self.safe = safe
        self.hides = hides
        self.count = count
        self.start, self.end = (edits[0].start, edits[-1].end) if span is None else span

    def __repr__(self) -> str:
        return f"<Fix {self.code} {self.edits}>"


def replaced(code: str, start: int, end: int, text: bytes, *, safe: bool = True) -> Fix:
    """Return the fix that writes `text` in place of some bytes."""
    return Fix(code, [Edit(start, end, text)], safe=safe)


def inserted(code: str, at: int, text: bytes) -> Fix:
    """Return the safe fix that writes `text` at a place."""
    return replaced(code, at, at, text)


def apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Return the fixes, ascending, without those that touch what another one concerns.

    >>> [fix.code for fix in apart([replaced("B", 2, 5, b""), replaced("A", 0, 3, b"")])]
    ['A']
    """
    found: list[Fix] = []
    for fix in sorted(fixes, key=lambda fix: (fix.start, fix.end)):
        # Texts inserted at one place have no order: the second one waits for its round.
        if not found or fix.start > found[-1].end:
            found.append(fix)
    return found


def edits_of(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of fixes that are apart, ascending."""
    return sorted(edit for fix in fixes for edit in fix.edits)
