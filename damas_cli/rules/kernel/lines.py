"""How many lines of legal moves there are, depth by depth.

Positions go down as (own, enemies, kings) of the side to move. The last ply is counted without
making its moves (`counting`), and of the ply before it most moves of men are not made either: they
change the enemy's replies in ways that can be counted for all of them at once (`replies`).
"""

from ... import _cython as cython
from .board import (
    ahead,
    behind,
    goes_on_from,
    jump_origins,
    jumping_men,
    kings_after,
    kings_can_jump,
    last_row,
    men_prey,
    step,
)
from .captures import list_captures
from .constants import (
    BOARD,
    FLYING,
    HALF,
    HASHED_FROM,
    KING,
    KINGS_COUNT,
    MAN_CAPTURES_BACK,
    MAN_TAKES_KING,
    NO_TABLE,
    PIECES_FIRST,
    PROMOTION,
    UNKNOWN,
    Bits,
    CaptureList,
    Flag,
    Small,
    TablePointer,
    Word,
    address,
    count_bits,
    free_list,
    start_list,
)
from .counting import count_black_moves, count_white_moves, may_crown_and_go_on
from .hashing import kings_and_depth, looked_up, mixed, remember
from .replies import count_replies, exposed, exposed_to_more


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def after(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, depth: Small, table: TablePointer
) -> Word:
    """Return the number of lines of `depth` - 1 plies after a move of that colour.

    The position is the one after the move, still seen from the side that made it.
    """
    if table is not NO_TABLE:
        return hashed_lines(not white, enemies, own, kings, depth - 1, table)
    if depth == 2:
        if white:
            return count_black_moves(enemies, own, kings)
        return count_white_moves(enemies, own, kings)
    if depth == 3:
        if white:
            return two_black_plies(enemies, own, kings)
        return two_white_plies(enemies, own, kings)
    if white:
        return black_lines(enemies, own, kings, depth - 1)
    return white_lines(enemies, own, kings, depth - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lines_of_captures(
    white: Flag,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    jumping: Bits,
    jumping_kings: Bits,
    depth: Small,
    table: TablePointer,
) -> Word:
    """Return the number of lines that begin with a capture by one of the given pieces."""
    captures: CaptureList
    lines: Word = 0
    index: Word = 0
    origin: Bits
    target: Bits
    taken: Bits
    if not cython.compiled:
        captures = CaptureList()
    start_list(address(captures))
    list_captures(white, address(captures), own, enemies, kings, jumping, jumping_kings)
    while index < 3 * captures.count:
        origin = captures.moves[index]
        target = captures.moves[index + 1]
        taken = captures.moves[index + 2]
        lines += after(
            white,
            (own ^ origin) | target,
            enemies & ~taken,
            kings_after(white, kings, origin, target, taken),
            depth,
            table,
        )
        index += 3
    free_list(address(captures))
    return lines


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lines_of_single_jumps(
    white: Flag,
    back: Flag,
    distance: Small,
    jumping: Bits,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    depth: Small,
    table: TablePointer,
) -> Word:
    """Return the number of lines that begin with one jump of the given men along a diagonal."""
    lines: Word = 0
    origin: Bits
    victim: Bits
    target: Bits
    while jumping:
        origin = jumping & -jumping
        victim = behind(white, origin, distance) if back else ahead(white, origin, distance)
        target = behind(white, victim, distance) if back else ahead(white, victim, distance)
        lines += after(
            white,
            own ^ origin ^ target,
            enemies ^ victim,
            kings_after(white, kings, origin, target, victim)
            if PROMOTION == KING
            else (kings & ~victim) | (target & last_row(white)),
            depth,
            table,
        )
        jumping ^= origin
    return lines


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lines_of_men_captures(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, depth: Small, table: TablePointer
) -> Word:
    """Return the number of lines from a position where men can capture and kings cannot."""
    empty: Bits = BOARD & ~(own | enemies)
    men: Bits = own & ~kings
    prey: Bits = men_prey(enemies, kings)
    left: Bits = men & jump_origins(white, prey, empty, HALF)
    right: Bits = men & jump_origins(white, prey, empty, HALF + 1)
    left_back: Bits = 0
    right_back: Bits = 0
    landings: Bits
    going_on: Bits
    left_kings: Bits
    right_kings: Bits
    left_back_kings: Bits = 0
    right_back_kings: Bits = 0
    lines: Word
    if MAN_CAPTURES_BACK:
        left_back = men & jump_origins(not white, prey, empty, HALF)
        right_back = men & jump_origins(not white, prey, empty, HALF + 1)
    landings = ahead(white, left, 2 * HALF) | ahead(white, right, 2 * HALF + 2)
    landings |= behind(white, left_back, 2 * HALF) | behind(white, right_back, 2 * HALF + 2)
    going_on = jumping_men(white, landings & goes_on_from(white), prey, empty)
    if going_on or may_crown_and_go_on(white, landings):
        if PIECES_FIRST and PROMOTION != KING:
            # A capture that does not go on takes one piece, and another takes more.
            left &= behind(white, going_on, 2 * HALF)
            right &= behind(white, going_on, 2 * HALF + 2)
            left_back &= ahead(white, going_on, 2 * HALF)
            right_back &= ahead(white, going_on, 2 * HALF + 2)
        return lines_of_captures(
            white, own, enemies, kings, left | right | left_back | right_back, 0, depth, table
        )
    if KINGS_COUNT and (enemies & kings):
        left_kings = left & behind(white, kings, HALF)
        right_kings = right & behind(white, kings, HALF + 1)
        if MAN_CAPTURES_BACK:
            left_back_kings = left_back & ahead(white, kings, HALF)
            right_back_kings = right_back & ahead(white, kings, HALF + 1)
        if left_kings | right_kings | left_back_kings | right_back_kings:
            left = left_kings
            right = right_kings
            left_back = left_back_kings
            right_back = right_back_kings
    lines = lines_of_single_jumps(
        white, False, HALF, left, own, enemies, kings, depth, table
    ) + lines_of_single_jumps(white, False, HALF + 1, right, own, enemies, kings, depth, table)
    if MAN_CAPTURES_BACK:
        lines += lines_of_single_jumps(
            white, True, HALF, left_back, own, enemies, kings, depth, table
        ) + lines_of_single_jumps(
            white, True, HALF + 1, right_back, own, enemies, kings, depth, table
        )
    return lines


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lines_of_white_men_captures(
    own: Bits, enemies: Bits, kings: Bits, depth: Small, table: TablePointer
) -> Word:
    """Return the number of lines that begin with a capture by a white man."""
    return lines_of_men_captures(True, own, enemies, kings, depth, table)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lines_of_black_men_captures(
    own: Bits, enemies: Bits, kings: Bits, depth: Small, table: TablePointer
) -> Word:
    """Return the number of lines that begin with a capture by a black man."""
    return lines_of_men_captures(False, own, enemies, kings, depth, table)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lines_of_slides(
    white: Flag,
    origin: Bits,
    direction: Small,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    empty: Bits,
    depth: Small,
    table: TablePointer,
) -> Word:
    """Return the number of lines that begin with a king's move in a direction."""
    lines: Word = 0
    target: Bits = step(origin, direction)
    while target & empty:
        lines += after(
            white, (own ^ origin) | target, enemies, (kings ^ origin) | target, depth, table
        )
        target = step(target, direction) if FLYING else 0
    return lines


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lines_of_steps(
    white: Flag,
    targets: Bits,
    distance: Small,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    depth: Small,
    table: TablePointer,
) -> Word:
    """Return the number of lines that begin with a man's move to one of the targets."""
    lines: Word = 0
    target: Bits
    while targets:
        target = targets & -targets
        lines += after(
            white,
            own ^ target ^ behind(white, target, distance),
            enemies,
            kings | (target & last_row(white)),
            depth,
            table,
        )
        targets ^= target
    return lines


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lines_of_quiet_moves(
    white: Flag,
    left: Bits,
    right: Bits,
    own_kings: Bits,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    depth: Small,
    table: TablePointer,
) -> Word:
    """Return the number of lines that begin with one of the quiet moves given.

    They are moves of men to the targets `left` and `right`, and all moves of `own_kings`.
    """
    empty: Bits = BOARD & ~(own | enemies)
    king: Bits
    lines: Word = lines_of_steps(
        white, left, HALF, own, enemies, kings, depth, table
    ) + lines_of_steps(white, right, HALF + 1, own, enemies, kings, depth, table)
    while own_kings:
        king = own_kings & -own_kings
        lines += (
            lines_of_slides(white, king, 0, own, enemies, kings, empty, depth, table)
            + lines_of_slides(white, king, 1, own, enemies, kings, empty, depth, table)
            + lines_of_slides(white, king, 2, own, enemies, kings, empty, depth, table)
            + lines_of_slides(white, king, 3, own, enemies, kings, empty, depth, table)
        )
        own_kings ^= king
    return lines


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def two_plies(white: Flag, own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return the number of lines of two plies."""
    empty: Bits = BOARD & ~(own | enemies)
    men: Bits = own & ~kings
    own_kings: Bits = own & kings
    jumping: Bits = jumping_men(white, men, men_prey(enemies, kings), empty)
    left: Bits
    right: Bits
    left_exposed: Bits
    right_exposed: Bits
    left_open: Bits
    right_open: Bits
    replies: Word
    lines: Word = 0
    if own_kings and kings_can_jump(own_kings, enemies, empty):
        return lines_of_captures(white, own, enemies, kings, jumping, own_kings, 2, NO_TABLE)
    if jumping:
        if white:
            return lines_of_white_men_captures(own, enemies, kings, 2, NO_TABLE)
        return lines_of_black_men_captures(own, enemies, kings, 2, NO_TABLE)
    left = ahead(white, men, HALF) & empty
    right = ahead(white, men, HALF + 1) & empty
    if not (enemies & kings) and not jumping_men(
        not white, enemies, own if MAN_TAKES_KING else men, empty
    ):
        replies = count_bits(behind(white, enemies, HALF) & empty)
        replies += count_bits(behind(white, enemies, HALF + 1) & empty)
        left_exposed = exposed(white, left, HALF, HALF + 1, own, enemies, empty)
        right_exposed = exposed(white, right, HALF + 1, HALF, own, enemies, empty)
        left_open = left_exposed
        right_open = right_exposed
        # Which captures are legal depends on no more than their being there, as long as each takes
        # one man: they need not go on, and none takes a king where kings count.
        if not MAN_CAPTURES_BACK and not (KINGS_COUNT and own_kings):
            left_open = exposed_to_more(white, left_exposed, HALF, HALF + 1, own, enemies, empty)
            right_open = exposed_to_more(white, right_exposed, HALF + 1, HALF, own, enemies, empty)
        lines = count_replies(
            white, left, left_exposed, left_open, HALF, HALF + 1, own, enemies, empty, replies
        ) + count_replies(
            white, right, right_exposed, right_open, HALF + 1, HALF, own, enemies, empty, replies
        )
        left = left_open
        right = right_open
        if not (left | right | own_kings):
            return lines
    return lines + lines_of_quiet_moves(
        white, left, right, own_kings, own, enemies, kings, 2, NO_TABLE
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def two_white_plies(own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return the number of lines of two plies with White to move."""
    return two_plies(True, own, enemies, kings)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def two_black_plies(own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return the number of lines of two plies with Black to move."""
    return two_plies(False, own, enemies, kings)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lines_from(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, depth: Small, table: TablePointer
) -> Word:
    """Return the number of lines of `depth` plies, two or more, with that colour to move."""
    empty: Bits = BOARD & ~(own | enemies)
    men: Bits = own & ~kings
    own_kings: Bits = own & kings
    jumping: Bits = jumping_men(white, men, men_prey(enemies, kings), empty)
    if own_kings and kings_can_jump(own_kings, enemies, empty):
        return lines_of_captures(white, own, enemies, kings, jumping, own_kings, depth, table)
    if jumping:
        if white:
            return lines_of_white_men_captures(own, enemies, kings, depth, table)
        return lines_of_black_men_captures(own, enemies, kings, depth, table)
    return lines_of_quiet_moves(
        white,
        ahead(white, men, HALF) & empty,
        ahead(white, men, HALF + 1) & empty,
        own_kings,
        own,
        enemies,
        kings,
        depth,
        table,
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def white_lines(own: Bits, enemies: Bits, kings: Bits, depth: Small) -> Word:
    """Return the number of lines of `depth` plies, two or more, with White to move."""
    return lines_from(True, own, enemies, kings, depth, NO_TABLE)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def black_lines(own: Bits, enemies: Bits, kings: Bits, depth: Small) -> Word:
    """Return the number of lines of `depth` plies, two or more, with Black to move."""
    return lines_from(False, own, enemies, kings, depth, NO_TABLE)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hashed_lines(
    white: Flag, own: Bits, enemies: Bits, kings: Bits, depth: Small, table: TablePointer
) -> Word:
    """Return the number of lines of `depth` plies, from the table where it has them."""
    key: Bits
    number: Word
    lines: Word
    if depth < HASHED_FROM:
        return after(not white, enemies, own, kings, depth + 1, NO_TABLE)
    key = kings_and_depth(white, kings, depth)
    number = mixed(own, enemies, key)
    lines = looked_up(table, number, own, enemies, key)
    if lines == UNKNOWN:
        if white:
            lines = lines_from(True, own, enemies, kings, depth, table)
        else:
            lines = lines_from(False, own, enemies, kings, depth, table)
        remember(table, number, own, enemies, key, lines)
    return lines
