"""A table of positions already counted, for `perft_hashed`.

Its keys are the positions themselves, so nothing is ever taken for something else. An entry is four
sets of squares: own pieces, enemy pieces, kings with depth and colour (0 in an empty entry), and
the number of lines; two entries are a bucket, as long as a cache line, or two on a big board.
"""

from ... import _cython as cython
from .constants import (
    ALL_BITS,
    BITS_WORDS,
    COLOUR_SHIFT,
    DEPTH_MASK,
    DEPTH_SHIFT,
    FIRST_BUCKETS,
    MIX_ENEMIES,
    MIX_KEY,
    MIX_OWN,
    UNKNOWN,
    Bits,
    Entries,
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
def folded(squares: Bits) -> Word:
    """Return a word made of a set of squares."""
    if BITS_WORDS > 1:
        squares ^= (squares >> 64 * (BITS_WORDS - 1)) * MIX_KEY
    return squares & ALL_BITS


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(own: Bits, enemies: Bits, key: Bits) -> Word:
    """Return a number that tells positions apart, mostly, in its low bits.

    Products carry upwards only, so what stands high in a word is brought down before each.
    """
    number: Word = (folded(own) * MIX_OWN) & ALL_BITS
    number ^= number >> 29
    number = ((number + folded(enemies)) * MIX_ENEMIES) & ALL_BITS
    number ^= number >> 32
    number = ((number + folded(key ^ (key >> DEPTH_SHIFT))) * MIX_KEY) & ALL_BITS
    return number ^ (number >> 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bucket_of(table: TablePointer, number: Word) -> Word:
    """Return the index of the first set of the bucket of a position."""
    return 8 * (number % table.buckets)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def looked_up(table: TablePointer, number: Word, own: Bits, enemies: Bits, key: Bits) -> Word:
    """Return the number of lines of a position, or UNKNOWN."""
    entries: Entries = table.entries
    index: Word = bucket_of(table, number)
    lines: Word = UNKNOWN
    if entries[index] == own and entries[index + 1] == enemies and entries[index + 2] == key:
        lines = entries[index + 3]
    index += 4
    if entries[index] == own and entries[index + 1] == enemies and entries[index + 2] == key:
        lines = entries[index + 3]
    return lines


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def start_table(table: TablePointer, limit: Word) -> Nothing:
    """Make a table that has just been given memory for `limit` buckets ready for use.

    It begins small, since memory that is never touched costs nothing.
    """
    table.limit = limit
    table.lost = 0
    table.buckets = limit
    while table.buckets > FIRST_BUCKETS:
        table.buckets //= 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def double_table(table: TablePointer) -> Nothing:
    """Use twice as many buckets: of each bucket, some entries move to one in the new half."""
    entries: Entries = table.entries
    half: Word = 8 * table.buckets
    bucket: Word = 0
    index: Word
    place: Word
    kept: Word
    moved: Word
    own: Bits
    enemies: Bits
    key: Bits
    lines: Word
    table.buckets *= 2
    table.lost = 0
    while bucket < half:
        kept = bucket
        moved = bucket + half
        index = bucket
        while index < bucket + 8:
            own = entries[index]
            enemies = entries[index + 1]
            key = entries[index + 2]
            lines = entries[index + 3]
            entries[index + 2] = 0
            if key:
                if bucket_of(table, mixed(own, enemies, key)) == bucket:
                    place = kept
                    kept += 4
                else:
                    place = moved
                    moved += 4
                entries[place] = own
                entries[place + 1] = enemies
                entries[place + 2] = key
                entries[place + 3] = lines
            index += 4
        bucket += 8


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def remember(
    table: TablePointer, number: Word, own: Bits, enemies: Bits, key: Bits, lines: Word
) -> Nothing:
    """Store the number of lines of a position.

    The first entry of a bucket keeps the deepest position, the second one the newest of the others.
    The table grows, as far as it may, once it has lost an entry for every bucket.
    """
    entries: Entries = table.entries
    index: Word = bucket_of(table, number)
    if entries[index + 6]:
        table.lost += 1
        if table.lost > table.buckets and 2 * table.buckets <= table.limit:
            double_table(table)
            index = bucket_of(table, number)
    if key >> DEPTH_SHIFT & DEPTH_MASK >= entries[index + 2] >> DEPTH_SHIFT & DEPTH_MASK:
        entries[index + 4] = entries[index]
        entries[index + 5] = entries[index + 1]
        entries[index + 6] = entries[index + 2]
        entries[index + 7] = entries[index + 3]
    else:
        index += 4
    entries[index] = own
    entries[index + 1] = enemies
    entries[index + 2] = key
    entries[index + 3] = lines
