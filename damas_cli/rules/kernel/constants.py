"""What constants.pxd is to the compiled kernel: types, the family's constants, memory.

This file is no part of the joined source. Uncompiled, every type is Python's own, and memory grows
by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from .. import kernels

#: A set of squares, or a set with the KEEP_ORDERS mark.
Bits = int
#: A count, a rank or any other 64-bit word.
Word = int
#: A number that fits everywhere: a direction, a distance, a depth.
Small = int
#: An index into a buffer.
Index = int
#: Yes or no.
Flag = bool
#: Nothing: what a procedure returns.
Nothing: TypeAlias = None

_CONSTANTS = kernels.family_of(__package__).constants()

HALF = _CONSTANTS["HALF"]
ROWS = _CONSTANTS["ROWS"]
BITS_WORDS = _CONSTANTS["BITS_WORDS"]
MAN_CAPTURES_BACK = _CONSTANTS["MAN_CAPTURES_BACK"]
MAN_TAKES_KING = _CONSTANTS["MAN_TAKES_KING"]
FLYING = _CONSTANTS["FLYING"]
PROMOTION = _CONSTANTS["PROMOTION"]
LANDS_BEHIND = _CONSTANTS["LANDS_BEHIND"]
REMOVES_AT_ONCE = _CONSTANTS["REMOVES_AT_ONCE"]
RANKED = _CONSTANTS["RANKED"]
PIECES_FIRST = _CONSTANTS["PIECES_FIRST"]
KINGS_COUNT = _CONSTANTS["KINGS_COUNT"]
PIECE_RANK = _CONSTANTS["PIECE_RANK"]
KING_RANK = _CONSTANTS["KING_RANK"]
WITH_KING_RANK = _CONSTANTS["WITH_KING_RANK"]
FIRST_KING_RANK = _CONSTANTS["FIRST_KING_RANK"]
DUPLICATES_FROM = _CONSTANTS["DUPLICATES_FROM"]
BOARD = _CONSTANTS["BOARD"]
BLACK_ROW = _CONSTANTS["BLACK_ROW"]
WHITE_ROW = _CONSTANTS["WHITE_ROW"]

STOP, PASS, KING = range(3)

#: In the word of the kings: two orders of the same captures count as two moves (capture-order).
#: The mark rides along from position to position, at no cost to the search.
KEEP_ORDERS = 1 << 64 * BITS_WORDS - 1
#: The bits of a word.
ALL_BITS = (1 << 64) - 1

#: Below this depth counting anew is faster than looking a position up.
HASHED_FROM = 4
#: How many buckets of a table are used at first.
FIRST_BUCKETS = 65536
#: A game with so many plies without progress is searched for repetitions by a dictionary.
LONG_WINDOW = 256
#: Where the algebraic names begin in a table of squares.
NAMES_FROM = 128
#: What stands between two squares: that of a quiet move, or that of a capture.
DASH, CROSS = 1, 2
#: How `replay` takes separators when every one counts.
STRICT = 1
#: In place of a number of lines; no position has so many.
UNKNOWN = ALL_BITS
#: Where depth and colour stand in a table's key: above all squares, below KEEP_ORDERS.
DEPTH_SHIFT = 64 * BITS_WORDS - 9
DEPTH_MASK = 0x7F
COLOUR_SHIFT = 64 * BITS_WORDS - 2
#: Odd numbers whose products spread positions over the table.
MIX_OWN = 0x9E3779B97F4A7C15
MIX_ENEMIES = 0xBF58476D1CE4E5B9
MIX_KEY = 0x94D049BB133111EB
#: The factors of MurmurHash3's last steps, which make the keys of positions. Never to be changed.
FINISH_FIRST = 0xFF51AFD7ED558CCD
FINISH_SECOND = 0xC4CEB9FE1A85EC53
#: More pieces than any move takes.
MOST_TAKEN = 63

count_bits = int.bit_count


class CaptureList:
    """The captures of one side: three words each in `moves` (origin, target, taken)."""

    __slots__ = ("best", "capacity", "count", "empty", "kings", "moves", "origin")

    def __init__(self) -> None:
        """Make an empty list; the C structure has room for as many from the start."""
        self.count = 0
        self.best = 0
        self.capacity = 32
        self.empty = 0
        self.kings = 0
        self.origin = 0
        self.moves = [0] * (3 * self.capacity)


#: A pointer to a list.
Captures = CaptureList


def address(captures: CaptureList) -> CaptureList:
    """Return the pointer to the list, which here is the list itself."""
    return captures


def start_list(captures: CaptureList) -> None:
    """Make the list ready; its constructor did."""


def grow_list(captures: CaptureList) -> bool:
    """Make room for twice as many captures and return True."""
    captures.moves.extend([0] * len(captures.moves))
    captures.capacity *= 2
    return True


def free_list(captures: CaptureList) -> None:
    """Give the list's memory back."""


def memory_failures() -> int:
    """Return how often memory could not be had: here Python says so itself."""
    return 0


class _Entries(dict[int, int]):
    """Memory that is all zeros until it is written to."""

    def __missing__(self, index: int) -> int:
        return 0


class Table:
    """A table of positions: buckets of two entries of four sets each."""

    __slots__ = ("buckets", "entries", "limit", "lost")

    def __init__(self) -> None:
        """Make a table without memory."""
        self.buckets = 0
        self.limit = 0
        self.lost = 0
        self.entries = _Entries()


#: A pointer to a table, and one to its memory.
TablePointer = Table
Entries = _Entries
#: A pointer to no table.
NO_TABLE = Table()


def table_address(table: Table) -> Table:
    """Return the pointer to `table`."""
    return table


def open_table(table: Table, buckets: int) -> bool:
    """Give the table its memory and return True."""
    return True


def close_table(table: Table) -> None:
    """Give the memory back."""


#: Pointers into Python's buffers.
Words = Sequence[int]
WritableWords = Any
Offsets = Sequence[int]
Letters = Sequence[int]


def bits_at(words: Sequence[int], index: int) -> int:
    """Return the set of squares at an index, each BITS_WORDS words long, the low one first."""
    if BITS_WORDS == 1:
        return words[index]
    return words[2 * index] | words[2 * index + 1] << 64


def put_bits(words: Any, index: int, bits: int) -> None:
    """Write a set of squares at an index."""
    for word in range(BITS_WORDS):
        words[BITS_WORDS * index + word] = bits >> 64 * word & ALL_BITS


def _buffer(values: Any, needed: int, itemsize: int) -> Any:
    view = memoryview(values)
    if view.itemsize != itemsize:
        raise TypeError(f"a buffer with items of {itemsize} bytes is needed")
    if view.nbytes < needed * itemsize:
        raise ValueError(f"a buffer with {needed} items is needed")
    return view


def words_of(values: Any, needed: int) -> Any:
    """Return the 64-bit words of a buffer that must hold at least `needed` of them."""
    return _buffer(values, needed, 8)


def writable_words_of(values: Any, needed: int) -> Any:
    """Return the 64-bit words of a buffer that can be written to."""
    view = words_of(values, needed)
    if view.readonly:
        raise BufferError("a buffer that can be written to is needed")
    return view


def offsets_of(values: Any, needed: int) -> Any:
    """Return the 32-bit words of a buffer that must hold at least `needed` of them."""
    return _buffer(values, needed, 4)


def letters_of(values: Any, needed: int) -> Any:
    """Return the bytes of a buffer that must hold at least `needed` of them."""
    return _buffer(values, needed, 1)
