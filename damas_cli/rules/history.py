"""The positions of a line, as the kernel's `replay` writes them and `find_draws` reads them.

No Python object is kept for a position: three masks (White, Black, kings) a position, each of as
many 64-bit words as the kernel's board takes, lowest word first.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

_WORD = 64
_ALL_BITS = (1 << _WORD) - 1


class History:
    """The positions of a line; number i stands before ply i, from 0.

    Attributes:
        words: the buffer that the kernel takes.

    >>> history = History(plies=1)
    >>> history.put(1, (5, 8, 0))
    >>> history.masks(1), history.part(1, 1).masks(0)
    ((5, 8, 0), (5, 8, 0))
    """

    __slots__ = ("_each", "words")

    def __init__(self, plies: int, words_a_mask: int = 1) -> None:
        self._each = words_a_mask
        self.words = array("Q", bytes(24 * words_a_mask * (plies + 1)))

    def reserve(self, plies: int) -> None:
        """Make room for a line of so many plies; what was there may be lost."""
        needed = 3 * self._each * (plies + 1)
        if len(self.words) < needed:
            self.words = array("Q", bytes(8 * needed))

    def masks(self, index: int) -> tuple[int, int, int]:
        """Return the masks of White, Black and the kings before ply `index`."""
        words, each = self.words, self._each
        at = 3 * each * index
        if each == 1:
            return words[at], words[at + 1], words[at + 2]
        white, black, kings = (
            sum(words[start + i] << _WORD * i for i in range(each))
            for start in range(at, at + 3 * each, each)
        )
        return white, black, kings

    def put(self, index: int, masks: Sequence[int]) -> None:
        """Set the position before ply `index`."""
        each = self._each
        at = 3 * each * index
        if each == 1:
            self.words[at], self.words[at + 1], self.words[at + 2] = masks
            return
        for mask in masks:
            for i in range(each):
                self.words[at] = mask >> _WORD * i & _ALL_BITS
                at += 1

    def part(self, start: int, end: int) -> History:
        """Return a copy of the positions `start` to `end`, the latter included."""
        copy = History(0, self._each)
        copy.words = self.words[3 * self._each * start : 3 * self._each * (end + 1)]
        return copy
