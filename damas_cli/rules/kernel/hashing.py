"""A table of positions already counted, for `perft_hashed`.

Its keys are the positions themselves, so nothing is ever taken for something else. An entry is four
words: own pieces, enemy pieces, kings with depth and colour, and the number of lines; two entries
are a bucket, as long as a cache line.
"""

from ... import _cython as cython
from .constants import (
    ALL_BITS,
    COLOUR_SHIFT,
    DEPTH_MASK,
    DEPTH_SHIFT,
    MIX_ENEMIES,
    MIX_KEY,
    MIX_OWN,
    UNKNOWN,
    Bits,
    Flag,
    Nothing,
    Small,
    TablePointer,
    Word,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def kings_and_depth(white: Flag, kings: Bits, depth: Small) -> Bits:
    """Return the third word of a key."""
    plies: Bits = depth
    colour: Bits = 1 if white else 0
    return kings | (plies << DEPTH_SHIFT) | (colour << COLOUR_SHIFT)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bucket_of(table: TablePointer, own: Bits, enemies: Bits, key: Bits) -> Word:
    """Return the index of the first word of the bucket of a position."""
    mixed: Word = (own * MIX_OWN) & ALL_BITS
    mixed ^= mixed >> 29
    mixed = ((mixed + enemies) * MIX_ENEMIES) & ALL_BITS
    mixed ^= mixed >> 32
    mixed = ((mixed + key) * MIX_KEY) & ALL_BITS
    mixed ^= mixed >> 32
    return 8 * (mixed % table.buckets)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def looked_up(table: TablePointer, bucket: Word, own: Bits, enemies: Bits, key: Bits) -> Word:
    """Return the number of lines of a position, or UNKNOWN."""
    index: Word = bucket
    while index < bucket + 8:
        if (
            table.entries[index] == own
            and table.entries[index + 1] == enemies
            and table.entries[index + 2] == key
        ):
            return table.entries[index + 3]
        index += 4
    return UNKNOWN


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def remember(
    table: TablePointer, bucket: Word, own: Bits, enemies: Bits, key: Bits, lines: Word
) -> Nothing:
    """Store the number of lines of a position.

    The first entry of a bucket keeps the deepest position, the second one the newest of the others.
    """
    index: Word
    oldest_depth: Word = (table.entries[bucket + 2] >> DEPTH_SHIFT) & DEPTH_MASK
    if ((key >> DEPTH_SHIFT) & DEPTH_MASK) >= oldest_depth:
        index = bucket
        while index < bucket + 4:
            table.entries[index + 4] = table.entries[index]
            index += 1
        index = bucket
    else:
        index = bucket + 4
    table.entries[index] = own
    table.entries[index + 1] = enemies
    table.entries[index + 2] = key
    table.entries[index + 3] = lines
