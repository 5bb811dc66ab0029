"""The text of a move: the squares it names, and what stands between them.

A square is read as its index in the table of squares (see `replay`): its number, or 128 + 16 * file
+ rank for an algebraic name, where file a is 0.
"""

from ... import _cython as cython
from .constants import CROSS, DASH, NAMES_FROM, Flag, Index, Letters, Small


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def digit(letter: Small) -> Small:
    """Return the value of a digit, or -1 for any other letter."""
    return letter - 48 if 48 <= letter <= 57 else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def file_of(letter: Small) -> Small:
    """Return the number of the file that a letter from a to l names, in any case; -1 for another.

    The letter of no file is that of a capture.
    """
    letter |= 32
    return letter - 97 if 97 <= letter <= 108 else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def square_end(named: Flag, letters: Letters, start: Index, end: Index) -> Index:
    """Return where the number, or the algebraic name, at `start` ends: `start` where none is.

    A number has one digit or two, and so has the rank of a name.
    """
    first: Index = start
    if named:
        if first >= end or file_of(letters[first]) < 0:
            return start
        first += 1
    if first >= end or digit(letters[first]) < 0:
        return start
    if first + 1 < end and digit(letters[first + 1]) >= 0:
        return first + 2
    return first + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def square_at(named: Flag, letters: Letters, start: Index, end: Index) -> Small:
    """Return the index of the square that is named from `start` to `end`; 0 for no such rank."""
    first: Index = start + 1 if named else start
    number: Small = digit(letters[first])
    if first + 1 < end:
        number = 10 * number + digit(letters[first + 1])
    if named:
        return NAMES_FROM + 16 * file_of(letters[start]) + number if number < 16 else 0
    return number


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ascii_separator(letter: Small) -> Small:
    """Return DASH for `-`, CROSS for `x`, `X` and `:`, and 0 for any other letter."""
    if letter == 45:
        return DASH
    return CROSS if letter == 120 or letter == 88 or letter == 58 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def read_squares(named: Flag, letters: Letters, start: Index, end: Index) -> Small:
    """Return what `read_move` does, for two numbers or for two algebraic names."""
    separator: Small = 0
    position: Index = square_end(named, letters, start, end)
    middle: Index = position
    if position == start or position >= end:
        return 0
    if not named or file_of(letters[position]) < 0:
        if letters[position] == 32:
            position += 1
        separator = ascii_separator(letters[position]) if position < end else 0
        if not separator:
            return 0
        position += 1
        if position < end and letters[position] == 32:
            position += 1
    if position >= end or square_end(named, letters, position, end) != end:
        return 0
    return (
        (separator << 20)
        + (square_at(named, letters, start, middle) << 10)
        + square_at(named, letters, position, end)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def read_move(letters: Letters, start: Index, end: Index) -> Small:
    """Return a text that is two squares as 2^20 * separator + 2^10 * origin + target; else 0.

    Both are numbers or both are algebraic. Between them is `-`, `x`, `X` or `:`, with at most one
    blank on either side; between algebraic ones there may be nothing.
    """
    if start < end and digit(letters[start]) >= 0:
        return read_squares(False, letters, start, end)
    return read_squares(True, letters, start, end)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_continuation(letters: Letters, index: Index, end: Index) -> Flag:
    """Return whether a byte goes on with a character of UTF-8."""
    return index < end and 128 <= letters[index] < 192


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def character_end(letters: Letters, start: Index, end: Index) -> Index:
    """Return where the character at `start` ends: of UTF-8, or one byte where it is none."""
    first: Small = letters[start]
    size: Index = 1
    after: Index = start + 1
    if 194 <= first < 224:
        size = 2
    elif 224 <= first < 240:
        size = 3
    elif 240 <= first < 245:
        size = 4
    while after < start + size and is_continuation(letters, after, end):
        after += 1
    return after if after == start + size else start + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def separator_at(letters: Letters, start: Index, end: Index) -> Small:
    """Return DASH or CROSS for a character that separates squares, and 0 for any other.

    Typesetters' hyphens, dashes and minus are dashes, their multiplication sign is a cross, in
    UTF-8 and in code page 1252.
    """
    first: Small = letters[start]
    third: Small
    if end - start == 1:
        if first == 0x96 or first == 0x97:
            return DASH
        return CROSS if first == 0xD7 else ascii_separator(first)
    if end - start == 2:
        return CROSS if first == 0xC3 and letters[start + 1] == 0x97 else 0
    if end - start == 3 and first == 0xE2:
        third = letters[start + 2]
        if letters[start + 1] == 0x80 and 0x90 <= third <= 0x94:
            return DASH
        if letters[start + 1] == 0x88 and third == 0x92:
            return DASH
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has_separator(letters: Letters, start: Index, end: Index, separator: Small) -> Flag:
    """Return whether a text holds that separator."""
    after: Index
    while start < end:
        after = character_end(letters, start, end)
        if separator_at(letters, start, after) == separator:
            return True
        start = after
    return False
