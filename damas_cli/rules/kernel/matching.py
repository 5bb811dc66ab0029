"""Questions to all positions of a game at once: one that looks so, what was taken, keys.

A history holds the positions as `replay` writes them; no Python object is made for one.
"""

from ... import _cython as cython
from .constants import (
    ALL_BITS,
    BITS_WORDS,
    BOARD,
    FINISH_FIRST,
    FINISH_SECOND,
    MOST_TAKEN,
    Bits,
    Flag,
    Index,
    Small,
    Word,
    Words,
    WritableWords,
    bits_at,
    count_bits,
    words_of,
    writable_words_of,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def looks_so(words: Words, at: Index, forbidden: Words) -> Flag:
    """Return whether no square of the position at index `at` holds what it is forbidden to."""
    white: Bits = bits_at(words, at)
    black: Bits = bits_at(words, at + 1)
    kings: Bits = bits_at(words, at + 2)
    wrong: Bits = BOARD & ~(white | black) & bits_at(forbidden, 0)
    wrong |= white & ~kings & bits_at(forbidden, 1)
    wrong |= white & kings & bits_at(forbidden, 2)
    wrong |= black & ~kings & bits_at(forbidden, 3)
    wrong |= black & kings & bits_at(forbidden, 4)
    return wrong == 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def weighs_so(words: Words, at: Index, conditions: Words, count: Index) -> Flag:
    """Return whether the numbers of pieces at index `at` meet all conditions."""
    white: Bits = bits_at(words, at)
    black: Bits = bits_at(words, at + 1)
    kings: Bits = bits_at(words, at + 2)
    white_kings: Index = count_bits(white & kings)
    black_kings: Index = count_bits(black & kings)
    white_men: Index = count_bits(white) - white_kings
    black_men: Index = count_bits(black) - black_kings
    number: Index = 0
    factor: Index
    total: Index
    while number < 6 * count:
        factor = conditions[number + 1]
        total = factor * white_men
        factor = conditions[number + 2]
        total += factor * white_kings
        factor = conditions[number + 3]
        total += factor * black_men
        factor = conditions[number + 4]
        total += factor * black_kings
        factor = conditions[number]
        if total < factor:
            return False
        factor = conditions[number + 5]
        if total > factor:
            return False
        number += 6
    return True


def find_position(
    history: object,
    first: int,
    last: int,
    white_first: Flag,
    turn: int,
    forbidden: object,
    conditions: object,
) -> int:
    """Return the first of the positions `first` to `last` that looks and weighs so; -1 for none.

    `history` (array 'Q') holds the positions; White is to move at even plies iff `white_first`.
    `turn` is who shall be to move: 0 either, 1 White, 2 Black. `forbidden` (array 'Q') holds five
    sets of squares, of WORDS words each: those that may not be empty, nor hold a white man, a white
    king, a black man, a black king. `conditions` (array 'q') holds six numbers a condition, `low`,
    four factors and `high`: the factors times the numbers of white men, white kings, black men and
    black kings must add up to no less than `low` and no more than `high`.

    Raises:
        TypeError: an array has items of another size.
        ValueError: an array is too short for what it should hold, or the positions are in no order.
    """
    words: Words
    masks: Words
    numbers: Words
    ply: Index = first
    end: Index = last
    wanted: Small = turn
    length: Index = len(conditions)  # type: ignore[arg-type]
    count: Index = length // 6
    stride: Index = 1
    if first < 0 or last < first:
        raise ValueError(f"positions {first} to {last} are none")
    if length != 6 * count:
        raise ValueError("a condition has six numbers")
    words = words_of(history, 3 * BITS_WORDS * (end + 1))
    masks = words_of(forbidden, 5 * BITS_WORDS)
    numbers = words_of(conditions, length)
    if wanted:
        stride = 2
        if (wanted == 1) != (white_first == ((ply & 1) == 0)):
            ply += 1
    while ply <= end:
        if looks_so(words, 3 * ply, masks) and (
            not count or weighs_so(words, 3 * ply, numbers, count)
        ):
            return ply
        ply += stride
    return -1


def captured_numbers(history: object, first: int, last: int) -> int:
    """Return how many pieces the moves between the positions `first` and `last` take, as bits.

    Bit n is set if some move takes n pieces, bit 0 if some move takes none.
    """
    words: Words
    ply: Index = first
    end: Index = last
    before: Index
    after: Index
    found: Word = 0
    one: Word = 1
    if first < 0 or last < first:
        raise ValueError(f"positions {first} to {last} are none")
    words = words_of(history, 3 * BITS_WORDS * (end + 1))
    before = count_bits(bits_at(words, 3 * ply) | bits_at(words, 3 * ply + 1))
    while ply < end:
        ply += 1
        after = count_bits(bits_at(words, 3 * ply) | bits_at(words, 3 * ply + 1))
        if 0 <= before - after <= MOST_TAKEN:
            found |= one << (before - after)
        before = after
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def finished(number: Word) -> Word:
    """Return a number whose every bit depends on every bit of `number`, one to one."""
    number ^= number >> 33
    number = (number * FINISH_FIRST) & ALL_BITS
    number ^= number >> 33
    number = (number * FINISH_SECOND) & ALL_BITS
    return number ^ (number >> 33)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def key_of(words: Words, at: Index, white: Flag) -> Word:
    """Return the key of the position at index `at`."""
    key: Word = finished(1 if white else 2)
    word: Index = BITS_WORDS * at
    while word < BITS_WORDS * (at + 3):
        key = finished(key ^ words[word])
        word += 1
    return key


def position_keys(
    history: object, first: int, last: int, white_first: Flag, keys: object, at: int = 0
) -> None:
    """Write the keys of the positions `first` to `last` to `keys` (array 'Q'), from index `at` on.

    A key is 64 bits: `finished` (the last steps of MurmurHash3) of 1 where White is to move and 2
    where Black is, and then, for each word of the masks of White, Black and the kings, `finished`
    of the key so far xor that word. It is the same in every version of damas and on every machine,
    so it can be kept in a file. The variant is not in it: two boards may share a key.
    """
    words: Words
    out: WritableWords
    ply: Index = first
    end: Index = last
    place: Index = at
    if first < 0 or last < first or at < 0:
        raise ValueError(f"positions {first} to {last} are none")
    words = words_of(history, 3 * BITS_WORDS * (end + 1))
    out = writable_words_of(keys, at + end - ply + 1)
    while ply <= end:
        out[place] = key_of(words, 3 * ply, white_first == ((ply & 1) == 0))
        place += 1
        ply += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def material_of(words: Words, at: Index) -> Word:
    """Return the numbers of pieces at index `at`, a byte each."""
    white: Bits = bits_at(words, at)
    black: Bits = bits_at(words, at + 1)
    kings: Bits = bits_at(words, at + 2)
    material: Word = count_bits(white & ~kings)
    material |= count_bits(white & kings) << 8
    material |= count_bits(black & ~kings) << 16
    return material | count_bits(black & kings) << 24


def material_changes(history: object, first: int, last: int, changes: object, at: int = 0) -> int:
    """Write which pieces there are in the positions `first` to `last`, wherever that changes.

    Two words a change are written to `changes` (array 'Q'), from index `at` on: the position's
    number, and the numbers of white men, white kings, black men and black kings, a byte each, the
    white men lowest. The first position is a change. Return the index behind the last word.
    """
    words: Words
    out: WritableWords
    ply: Index = first
    end: Index = last
    place: Index = at
    material: Word
    before: Word = ALL_BITS
    if first < 0 or last < first or at < 0:
        raise ValueError(f"positions {first} to {last} are none")
    words = words_of(history, 3 * BITS_WORDS * (end + 1))
    out = writable_words_of(changes, at + 2 * (end - ply + 1))
    while ply <= end:
        material = material_of(words, 3 * ply)
        if material != before:
            out[place] = ply
            out[place + 1] = material
            place += 2
            before = material
        ply += 1
    return place
