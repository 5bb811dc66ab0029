"""Whole games: playing moves straight from their text, and the draws by rule among the positions.

No Python object is made for a move or a position. A history holds three sets of squares a position,
white, black and kings, of BITS_WORDS words each: those of the position before ply i (from 0) are
the sets 3 * i to 3 * i + 2.
"""

from ... import _cython as cython
from .board import ahead, can_capture, kings_after, slide, step
from .captures import list_all_captures
from .constants import (
    BITS_WORDS,
    BOARD,
    CROSS,
    DASH,
    FLYING,
    HALF,
    LONG_WINDOW,
    STRICT,
    Bits,
    CaptureList,
    Flag,
    Index,
    Letters,
    Nothing,
    Offsets,
    Small,
    Word,
    Words,
    WritableWords,
    address,
    bits_at,
    count_bits,
    free_list,
    letters_of,
    memory_failures,
    offsets_of,
    put_bits,
    start_list,
    words_of,
    writable_words_of,
)
from .reading import has_separator, read_move


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
def play_squares(
    white: Flag,
    words: WritableWords,
    at: Index,
    origin: Bits,
    target: Bits,
    may_move: Flag,
    may_capture: Flag,
) -> Flag:
    """Play the one legal move from origin to target in the position at index `at`.

    Write the position after it behind that one and return True; return False where there is no such
    move, or more than one, or it is a quiet one or a capture and may not be.
    """
    own: Bits = bits_at(words, at) if white else bits_at(words, at + 1)
    enemies: Bits = bits_at(words, at + 1) if white else bits_at(words, at)
    kings: Bits = bits_at(words, at + 2)
    taken: Bits = 0
    if not (own & origin):
        return False
    if can_capture(white, own, enemies, kings):
        if may_capture:
            taken = taken_by_only_capture(white, own, enemies, kings, origin, target)
        if not taken:
            return False
    elif not may_move or not is_quiet_move(white, own, enemies, kings, origin, target):
        return False
    own = (own & ~origin) | target
    enemies &= ~taken
    put_bits(words, at + 3, own if white else enemies)
    put_bits(words, at + 4, enemies if white else own)
    put_bits(words, at + 5, kings_after(white, kings, origin, target, taken))
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cleared(words: WritableWords, at: Index) -> Nothing:
    """Take from the position at index `at` whatever is no piece, and no king."""
    white: Bits = bits_at(words, at) & BOARD
    black: Bits = bits_at(words, at + 1) & BOARD & ~white
    put_bits(words, at, white)
    put_bits(words, at + 1, black)
    put_bits(words, at + 2, bits_at(words, at + 2) & (white | black))


def replay(
    text: bytes,
    spans: object,
    first: int,
    last: int,
    history: object,
    white_first: Flag,
    squares: object,
    strict: int = 0,
) -> int:
    """Play the moves `first` to `last` - 1 of a game from their texts; return the first not played.

    `spans` (array 'I') holds the start and end of each move's text in `text`. `history` (array 'Q')
    holds the position before move `first`, and gets the one after each move played; White moves in
    it at even plies iff `white_first`. `squares` (array 'Q') holds the bit of each square, 0 where
    there is none: by its number up to 127, then by its algebraic name, at 128 + 16 * file + rank,
    file a being 0. Whatever is a set of squares there takes WORDS words, the low one first.

    A move is played where its text is no more than two squares (`10-13`, `09 x 18`, `c3d4`) that
    name exactly one legal move, whatever the separator says. With `strict` 1 a quiet move written
    `x` or `:` is not played, nor a capture written `-`; with 2, a `-` may capture. `last` is
    returned when all were played.

    Raises:
        TypeError: an array has items of another size.
        ValueError: an array is too short for what it should hold, or the moves are in no order.
    """
    letters: Letters
    offsets: Offsets
    words: WritableWords
    table: Words
    length: Index = len(text)
    known: Index = len(squares)  # type: ignore[arg-type]
    ply: Index = first
    end: Index = last
    mode: Small = strict
    start: Index
    stop: Index
    move: Small
    origin: Small
    target: Small
    may_move: Flag
    may_capture: Flag
    played: Flag
    failures: Word = memory_failures()
    if first < 0 or last < first:
        raise ValueError(f"moves {first} to {last} are none")
    letters = letters_of(text, length)
    offsets = offsets_of(spans, 2 * end)
    words = writable_words_of(history, 3 * BITS_WORDS * (end + 1))
    table = words_of(squares, known)
    known //= BITS_WORDS
    cleared(words, 3 * ply)
    while ply < end:
        start = offsets[2 * ply]
        stop = offsets[2 * ply + 1]
        if stop > length:
            raise ValueError("a move's text ends after the text")
        move = read_move(letters, start, stop)
        origin = move >> 10 & 1023
        target = move & 1023
        if origin >= known or target >= known:
            break
        may_move = mode == 0 or move >> 20 != CROSS
        may_capture = mode != STRICT or move >> 20 != DASH
        if white_first == ((ply & 1) == 0):
            played = play_squares(
                True,
                words,
                3 * ply,
                bits_at(table, origin),
                bits_at(table, target),
                may_move,
                may_capture,
            )
        else:
            played = play_squares(
                False,
                words,
                3 * ply,
                bits_at(table, origin),
                bits_at(table, target),
                may_move,
                may_capture,
            )
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
def pieces_at(words: Words, ply: Index) -> Word:
    """Return how many pieces stand in the position before that ply (from 0)."""
    return count_bits(bits_at(words, 3 * ply) | bits_at(words, 3 * ply + 1))


def wrong_separators(
    text: bytes, spans: object, history: object, first: int, last: int, dash_captures: Flag
) -> list[int]:
    """Return which of the moves `first` to `last` - 1 were written with a separator that misleads.

    They were played before, by `replay` or otherwise: `text`, `spans` and `history` are as there. A
    quiet move is wrong with an `x` or `:` in its text, a capture with a dash, unless
    `dash_captures`. The dashes and crosses of typesetters count too, in UTF-8 and in code page
    1252; a text without separators is never wrong.

    Raises:
        TypeError: an array has items of another size.
        ValueError: an array is too short for what it should hold, or the moves are in no order.
    """
    letters: Letters
    offsets: Offsets
    words: Words
    length: Index = len(text)
    ply: Index = first
    end: Index = last
    start: Index
    stop: Index
    wrong: Flag
    found: list[int] = []
    if first < 0 or last < first:
        raise ValueError(f"moves {first} to {last} are none")
    letters = letters_of(text, length)
    offsets = offsets_of(spans, 2 * end)
    words = words_of(history, 3 * BITS_WORDS * (end + 1))
    while ply < end:
        start = offsets[2 * ply]
        stop = offsets[2 * ply + 1]
        if stop > length:
            raise ValueError("a move's text ends after the text")
        if pieces_at(words, ply) == pieces_at(words, ply + 1):
            wrong = has_separator(letters, start, stop, CROSS)
        else:
            wrong = not dash_captures and has_separator(letters, start, stop, DASH)
        if wrong:
            found.append(ply)
        ply += 1
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_progress(words: Words, ply: Index) -> Flag:
    """Return whether that ply (from 1) was a capture or a man's move, from the positions alone."""
    at: Index = 3 * ply
    kings: Bits = bits_at(words, at + 2)
    kings_before: Bits = bits_at(words, at - 1)
    return (
        (bits_at(words, at) & ~kings) != (bits_at(words, at - 3) & ~kings_before)
        or (bits_at(words, at + 1) & ~kings) != (bits_at(words, at - 2) & ~kings_before)
        or pieces_at(words, ply) != pieces_at(words, ply - 1)
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
            bits_at(words, other) == bits_at(words, at)
            and bits_at(words, other + 1) == bits_at(words, at + 1)
            and bits_at(words, other + 2) == bits_at(words, at + 2)
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
    words = words_of(history, 3 * BITS_WORDS * (end + 1))
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
            key = (
                bits_at(words, 3 * other),
                bits_at(words, 3 * other + 1),
                bits_at(words, 3 * other + 2),
                other & 1,
            )
            seen[key] = seen.get(key, 0) + 1
        if seen[key] >= wanted:
            repeated = ply
    return repeated, stalled
