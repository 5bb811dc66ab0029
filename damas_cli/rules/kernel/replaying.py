"""Whole games: playing moves straight from their text, and the draws by rule among the positions.

No Python object is made for a move or a position. A history holds three words a position, white,
black and kings: the position before ply i (from 0) begins at word 3 * i.
"""

from ... import _cython as cython
from .board import ahead, can_capture, kings_after, slide, step
from .captures import list_all_captures
from .constants import (
    BOARD,
    FLYING,
    HALF,
    LONG_WINDOW,
    Bits,
    CaptureList,
    Flag,
    Index,
    Letters,
    Offsets,
    Small,
    Word,
    Words,
    WritableWords,
    address,
    count_bits,
    free_list,
    letters_of,
    memory_failures,
    offsets_of,
    start_list,
    words_of,
    writable_words_of,
)


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
def read_squares(letters: Letters, start: Index, end: Index) -> Small:
    """Return 256 * origin + target for a text that is two square numbers, or 0 for another.

    The numbers have one digit or two. Between them is `-`, `x`, `X` or `:`, with at most one blank
    on either side.
    """
    origin: Small = 0
    target: Small = 0
    letter: Small
    if end - start < 3 or digit(letters[start]) < 0:
        return 0
    origin = digit(letters[start])
    start += 1
    if digit(letters[start]) >= 0:
        origin = 10 * origin + digit(letters[start])
        start += 1
    if start < end and letters[start] == 32:
        start += 1
    if start >= end:
        return 0
    letter = letters[start]
    if letter != 45 and letter != 120 and letter != 88 and letter != 58:
        return 0
    start += 1
    if start < end and letters[start] == 32:
        start += 1
    if start >= end or end - start > 2 or digit(letters[start]) < 0:
        return 0
    target = digit(letters[start])
    start += 1
    if start < end:
        if digit(letters[start]) < 0:
            return 0
        target = 10 * target + digit(letters[start])
    return 256 * origin + target


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_quiet_move(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, origin: Bits, target: Bits
) -> Flag:
    """Return whether a piece can move so, where its side cannot capture."""
    empty: Bits = BOARD & ~(own | enemies)
    reach: Bits
    if not (origin & own) or not (target & empty):
        return False
    if not (origin & kings):
        reach = ahead(white, origin, HALF) | ahead(white, origin, HALF + 1)
    elif FLYING:
        reach = slide(origin, empty, 0) | slide(origin, empty, 1)
        reach |= slide(origin, empty, 2) | slide(origin, empty, 3)
    else:
        reach = step(origin, 0) | step(origin, 1) | step(origin, 2) | step(origin, 3)
    return (reach & target) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def taken_by_only_capture(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, origin: Bits, target: Bits
) -> Bits:
    """Return what the one legal capture from origin to target takes; 0 for none or several."""
    captures: CaptureList
    taken: Bits = 0
    readings: Small = 0
    index: Word = 0
    if not cython.compiled:
        captures = CaptureList()
    start_list(address(captures))
    list_all_captures(white, address(captures), own, enemies, kings)
    while index < 3 * captures.count:
        if captures.moves[index] == origin and captures.moves[index + 1] == target:
            readings += 1
            taken = captures.moves[index + 2]
        index += 3
    free_list(address(captures))
    return taken if readings == 1 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def play_squares(white: Flag, words: WritableWords, at: Index, origin: Bits, target: Bits) -> Flag:
    """Play the one legal move from origin to target in the position at word `at`.

    Write the position after it behind that one and return True; return False where there is no such
    move, or more than one.
    """
    own: Bits = words[at] if white else words[at + 1]
    enemies: Bits = words[at + 1] if white else words[at]
    kings: Bits = words[at + 2]
    taken: Bits = 0
    if not (own & origin):
        return False
    if can_capture(white, own, enemies, kings):
        taken = taken_by_only_capture(white, own, enemies, kings, origin, target)
        if not taken:
            return False
    elif not is_quiet_move(white, own, enemies, kings, origin, target):
        return False
    own = (own & ~origin) | target
    enemies &= ~taken
    words[at + 3] = own if white else enemies
    words[at + 4] = enemies if white else own
    words[at + 5] = kings_after(white, kings, origin, target, taken)
    return True


def replay(
    text: bytes,
    spans: object,
    first: int,
    last: int,
    history: object,
    white_first: Flag,
    squares: object,
) -> int:
    """Play the moves `first` to `last` - 1 of a game from their texts; return the first not played.

    `spans` (array 'I') holds the start and end of each move's text in `text`. `history` (array 'Q')
    holds the position before move `first`, and gets the one after each move played; White moves in
    it at even plies iff `white_first`. `squares` (array 'Q') holds the bit of each square by its
    number, 0 where there is no such square.

    A move is played where its text is no more than two squares (`10-13`, `09 x 18`) that name
    exactly one legal move, whatever the separator says. `last` is returned when all were played.

    Raises:
        TypeError: an array has items of another size.
        ValueError: an array is too short for what it should hold, or the moves are in no order.
    """
    letters: Letters
    offsets: Offsets
    words: WritableWords
    bits: Words
    length: Index = len(text)
    numbers: Index = len(squares)  # type: ignore[arg-type]
    ply: Index = first
    end: Index = last
    start: Index
    stop: Index
    pair: Small
    played: Flag
    failures: Word = memory_failures()
    if first < 0 or last < first:
        raise ValueError(f"moves {first} to {last} are none")
    letters = letters_of(text, length)
    offsets = offsets_of(spans, 2 * end)
    words = writable_words_of(history, 3 * end + 3)
    bits = words_of(squares, numbers)
    words[3 * ply] &= BOARD
    words[3 * ply + 1] &= BOARD & ~words[3 * ply]
    words[3 * ply + 2] &= words[3 * ply] | words[3 * ply + 1]
    while ply < end:
        start = offsets[2 * ply]
        stop = offsets[2 * ply + 1]
        if stop > length:
            raise ValueError("a move's text ends after the text")
        pair = read_squares(letters, start, stop)
        if pair >> 8 >= numbers or pair & 255 >= numbers:
            break
        if white_first == ((ply & 1) == 0):
            played = play_squares(True, words, 3 * ply, bits[pair >> 8], bits[pair & 255])
        else:
            played = play_squares(False, words, 3 * ply, bits[pair >> 8], bits[pair & 255])
        if not played:
            break
        ply += 1
    if memory_failures() != failures:
        raise MemoryError("no memory for the captures of a position")
    return ply


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_progress(words: Words, ply: Index) -> Flag:
    """Return whether that ply (from 1) was a capture or a man's move, from the positions alone."""
    at: Index = 3 * ply
    return (
        (words[at] & ~words[at + 2]) != (words[at - 3] & ~words[at - 1])
        or (words[at + 1] & ~words[at + 2]) != (words[at - 2] & ~words[at - 1])
        or count_bits(words[at] | words[at + 1]) != count_bits(words[at - 3] | words[at - 2])
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def occurrences(words: Words, since: Index, ply: Index) -> Index:
    """Return how often the position after that ply stood from `since` on, with the same mover."""
    at: Index = 3 * ply
    other: Index = at - 6
    count: Index = 1
    while other >= 3 * since:
        if (
            words[other] == words[at]
            and words[other + 1] == words[at + 1]
            and words[other + 2] == words[at + 2]
        ):
            count += 1
        other -= 6
    return count


def find_draws(history: object, plies: int, repetition: int, no_progress: int) -> tuple[int, int]:
    """Return the plies (from 1) at which two draw laws were complete; 0 for never.

    The first one is where some position stood for the `repetition`-th time with the same side to
    move, the second one where `no_progress` plies without a capture or a man's move were played.
    0 turns a law off. `history` (array 'Q') holds the positions 0 to `plies`, the first of which is
    an occurrence and begins the count.
    """
    words: Words
    end: Index = plies
    wanted: Index = repetition
    patience: Index = no_progress
    ply: Index
    other: Index
    since: Index = 0
    repeated: Index = 0
    stalled: Index = 0
    seen: dict[tuple[int, int, int, int], int] = {}
    if plies < 0:
        raise ValueError(f"a game has no {plies} plies")
    words = words_of(history, 3 * end + 3)
    for ply in range(1, end + 1):
        if is_progress(words, ply):
            since = ply
            if seen:
                seen = {}
        if not stalled and 0 < patience <= ply - since:
            stalled = ply
        if repeated or wanted <= 0:
            continue
        if ply - since < LONG_WINDOW:
            if occurrences(words, since, ply) >= wanted:
                repeated = ply
            continue
        # Looking back over every position would take quadratic time in an endless game.
        for other in range(ply if seen else since, ply + 1):
            key = (words[3 * other], words[3 * other + 1], words[3 * other + 2], other & 1)
            seen[key] = seen.get(key, 0) + 1
        if seen[key] >= wanted:
            repeated = ply
    return repeated, stalled
