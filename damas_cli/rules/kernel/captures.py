"""All captures of a side, one by one, by the family's laws.

A capture is followed jump by jump. Pieces already jumped are no enemies any more, so they cannot be
jumped twice; nor are they empty, so they block, unless the family takes them off at once. The
origin counts as empty: a piece may cross it or end on it.

A capture's rank orders it by the family's laws: a higher rank must be played. It is only ever
compared with the ranks of complete captures of the same position. `Family.ranks` says how it is
made up.
"""

from ... import _cython as cython
from .board import jumped, jumping_men, last_row, men_prey, slide, step
from .constants import (
    BOARD,
    DUPLICATES_FROM,
    FIRST_KING_RANK,
    FLYING,
    KEEP_ORDERS,
    KING,
    KING_RANK,
    KINGS_COUNT,
    LANDS_BEHIND,
    MAN_CAPTURES_BACK,
    PASS,
    PIECE_RANK,
    PROMOTION,
    RANKED,
    REMOVES_AT_ONCE,
    WITH_KING_RANK,
    Bits,
    CaptureList,
    Captures,
    Flag,
    Nothing,
    Small,
    Word,
    address,
    count_bits,
    free_list,
    grow_list,
    start_list,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_rank(king: Flag) -> Word:
    """Return the rank of a capture before its first jump."""
    return WITH_KING_RANK if king else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_rank(rank: Word, taken: Bits, took_king: Flag) -> Word:
    """Return the rank after one more piece, a king or a man, than those taken already."""
    rank += PIECE_RANK
    if KINGS_COUNT and took_king:
        rank += KING_RANK + (FIRST_KING_RANK >> count_bits(taken))
    return rank


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_listed(captures: Captures, target: Bits, taken: Bits) -> Flag:
    """Return whether the list has that capture of the present origin."""
    index: Word = 0
    end: Word = 3 * captures.count
    while index < end:
        if (
            captures.moves[index] == captures.origin
            and captures.moves[index + 1] == target
            and captures.moves[index + 2] == taken
        ):
            return True
        index += 3
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_capture(captures: Captures, target: Bits, taken: Bits, rank: Word) -> Nothing:
    """Add a complete capture, unless a law forbids it or it is there already."""
    index: Word
    if RANKED:
        if rank < captures.best:
            return
        if rank > captures.best:
            captures.best = rank
            captures.count = 0
    if (
        count_bits(taken) >= DUPLICATES_FROM
        and not (captures.kings & KEEP_ORDERS)
        and is_listed(captures, target, taken)
    ):
        return
    if captures.count == captures.capacity and not grow_list(captures):
        return
    index = 3 * captures.count
    captures.moves[index] = captures.origin
    captures.moves[index + 1] = target
    captures.moves[index + 2] = taken
    captures.count += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def empty_now(captures: Captures, taken: Bits) -> Bits:
    """Return the squares that are empty in the middle of a capture."""
    return captures.empty | taken if REMOVES_AT_ONCE else captures.empty


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def king_goes_on(
    captures: Captures, square: Bits, direction: Small, enemies: Bits, taken: Bits, rank: Word
) -> Flag:
    """Follow a flying king's captures from a square in a direction; return whether it has any."""
    empty: Bits = empty_now(captures, taken)
    reach: Bits = slide(square, empty, direction)
    victim: Bits = step(reach, direction) & ~reach & enemies
    if not (step(victim, direction) & empty):
        return False
    king_jumps(captures, victim, direction, enemies, taken, rank)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def king_jumps(
    captures: Captures, victim: Bits, direction: Small, enemies: Bits, taken: Bits, rank: Word
) -> Nothing:
    """Let a flying king jump `victim`, and follow or list what comes of it.

    It may turn at each landing square. Straight on it meets the same piece from all of them, so
    that is followed once; each order of captured pieces is met once, whatever squares it lands on.
    """
    empty: Bits
    square: Bits = step(victim, direction)
    final: Bits = 0
    turned: Flag = False
    turn: Flag
    side: Small = 1 if direction == 0 or direction == 3 else 0
    rank = next_rank(rank, taken, (victim & captures.kings) != 0)
    enemies ^= victim
    taken |= victim
    empty = empty_now(captures, taken)
    if REMOVES_AT_ONCE and king_goes_on(captures, square, 3 - direction, enemies, taken, rank):
        turned = True
    while square & empty:
        turn = king_goes_on(captures, square, side, enemies, taken, rank)
        turn |= king_goes_on(captures, square, 3 - side, enemies, taken, rank)
        if turn:
            turned = True
        else:
            final |= square
        if LANDS_BEHIND:
            if king_goes_on(captures, square, direction, enemies, taken, rank):
                return
            square = 0
        square = step(square, direction)
    if (square & enemies) and (step(square, direction) & empty):
        king_jumps(captures, square, direction, enemies, taken, rank)
        return
    # Where no law of numbers settles it, a king may not stop short if some landing goes on.
    if turned and (not PIECE_RANK or REMOVES_AT_ONCE):
        return
    while final:
        add_capture(captures, final & -final, taken, rank)
        final &= final - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def short_jump(
    white: Flag,
    king: Flag,
    direction: Small,
    captures: Captures,
    square: Bits,
    enemies: Bits,
    taken: Bits,
    rank: Word,
) -> Flag:
    """Let a man or a short king jump in a direction, and follow or list what comes of it."""
    empty: Bits = empty_now(captures, taken)
    prey: Bits = enemies if king else men_prey(enemies, captures.kings)
    victim: Bits = jumped(square, direction, prey, empty)
    target: Bits = step(victim, direction)
    went_on: Flag = False
    if not victim:
        return False
    rank = next_rank(rank, taken, (victim & captures.kings) != 0)
    enemies ^= victim
    taken |= victim
    if king:
        went_on = king_short_jumps(captures, target, enemies, taken, rank)
    elif PROMOTION == PASS or not (target & last_row(white)):
        if white:
            went_on = white_man_jumps(captures, target, enemies, taken, rank)
        else:
            went_on = black_man_jumps(captures, target, enemies, taken, rank)
    elif PROMOTION == KING:
        if FLYING:
            # Straight back stands what was just taken, unless it stands there no more.
            if REMOVES_AT_ONCE or direction != 3:
                went_on |= king_goes_on(captures, target, 0, enemies, taken, rank)
            if REMOVES_AT_ONCE or direction != 2:
                went_on |= king_goes_on(captures, target, 1, enemies, taken, rank)
            if REMOVES_AT_ONCE or direction != 1:
                went_on |= king_goes_on(captures, target, 2, enemies, taken, rank)
            if REMOVES_AT_ONCE or direction != 0:
                went_on |= king_goes_on(captures, target, 3, enemies, taken, rank)
        else:
            went_on = king_short_jumps(captures, target, enemies, taken, rank)
    if not went_on:
        add_capture(captures, target, taken, rank)
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def short_jumps(
    white: Flag,
    king: Flag,
    captures: Captures,
    square: Bits,
    enemies: Bits,
    taken: Bits,
    rank: Word,
) -> Flag:
    """Follow all captures of a man or a short king from a square; return whether there are any."""
    found: Flag = False
    if king or MAN_CAPTURES_BACK or not white:
        found |= short_jump(white, king, 0, captures, square, enemies, taken, rank)
        found |= short_jump(white, king, 1, captures, square, enemies, taken, rank)
    if king or MAN_CAPTURES_BACK or white:
        found |= short_jump(white, king, 2, captures, square, enemies, taken, rank)
        found |= short_jump(white, king, 3, captures, square, enemies, taken, rank)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def white_man_jumps(
    captures: Captures, square: Bits, enemies: Bits, taken: Bits, rank: Word
) -> Flag:
    """Follow all captures of a white man from a square."""
    return short_jumps(True, False, captures, square, enemies, taken, rank)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def black_man_jumps(
    captures: Captures, square: Bits, enemies: Bits, taken: Bits, rank: Word
) -> Flag:
    """Follow all captures of a black man from a square."""
    return short_jumps(False, False, captures, square, enemies, taken, rank)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def king_short_jumps(
    captures: Captures, square: Bits, enemies: Bits, taken: Bits, rank: Word
) -> Flag:
    """Follow all captures of a short king from a square."""
    return short_jumps(True, True, captures, square, enemies, taken, rank)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_captures(
    white: Flag,
    captures: Captures,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    jumping: Bits,
    jumping_kings: Bits,
) -> Nothing:
    """Fill the list with the legal captures of the given men and kings of a side.

    The given pieces must be all those that can have a capture of the highest rank.
    """
    empty: Bits = BOARD & ~(own | enemies)
    rank: Word = first_rank(True)
    captures.count = 0
    captures.best = 0
    captures.kings = kings
    while jumping:
        captures.origin = jumping & -jumping
        captures.empty = empty | captures.origin
        if white:
            white_man_jumps(captures, captures.origin, enemies, 0, first_rank(False))
        else:
            black_man_jumps(captures, captures.origin, enemies, 0, first_rank(False))
        jumping &= jumping - 1
    while jumping_kings:
        captures.origin = jumping_kings & -jumping_kings
        captures.empty = empty | captures.origin
        if FLYING:
            king_goes_on(captures, captures.origin, 0, enemies, 0, rank)
            king_goes_on(captures, captures.origin, 1, enemies, 0, rank)
            king_goes_on(captures, captures.origin, 2, enemies, 0, rank)
            king_goes_on(captures, captures.origin, 3, enemies, 0, rank)
        else:
            king_short_jumps(captures, captures.origin, enemies, 0, rank)
        jumping_kings &= jumping_kings - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_all_captures(
    white: Flag, captures: Captures, own: Bits, enemies: Bits, kings: Bits
) -> Nothing:
    """Fill the list with the legal captures of a side."""
    empty: Bits = BOARD & ~(own | enemies)
    prey: Bits = men_prey(enemies, kings)
    jumping: Bits
    # The colour is a constant in each branch, so that the jumps are made for it.
    if white:
        jumping = jumping_men(True, own & ~kings, prey, empty)
    else:
        jumping = jumping_men(False, own & ~kings, prey, empty)
    list_captures(white, captures, own, enemies, kings, jumping, own & kings)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_listed(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, jumping: Bits, jumping_kings: Bits
) -> Word:
    """Return how many legal captures the given men and kings have, by listing them."""
    captures: CaptureList
    count: Word
    if not cython.compiled:
        captures = CaptureList()
    start_list(address(captures))
    list_captures(white, address(captures), own, enemies, kings, jumping, jumping_kings)
    count = captures.count
    free_list(address(captures))
    return count
