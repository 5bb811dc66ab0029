"""How many moves a side has, counted by sets of squares rather than one by one.

The last ply of a search needs no moves, only their number. Captures are listed only where one goes
on after its first jump, for then the laws of capture decide between them.
"""

from ... import _cython as cython
from .board import (
    ahead,
    behind,
    goes_on_from,
    jump_origins,
    jumped,
    jumping_men,
    king_prey,
    king_reach,
    last_row,
    men_prey,
    slide,
    step,
)
from .captures import count_listed
from .constants import (
    BOARD,
    FLYING,
    HALF,
    KING,
    KINGS_COUNT,
    LANDS_BEHIND,
    MAN_CAPTURES_BACK,
    PIECES_FIRST,
    PROMOTION,
    REMOVES_AT_ONCE,
    ROWS,
    WITH_KING_RANK,
    Bits,
    Flag,
    Word,
    count_bits,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_four(first: Bits, second: Bits, third: Bits, fourth: Bits) -> Word:
    """Return how many squares four sets have, each counted by itself."""
    return count_bits(first) + count_bits(second) + count_bits(third) + count_bits(fourth)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def may_crown_and_go_on(white: Flag, landings: Bits) -> Flag:
    """Return whether a man lands where it crowns and goes on as a king."""
    return PROMOTION == KING and (landings & last_row(white)) != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def king_jumps_go_on(
    up_left: Bits, up_right: Bits, down_left: Bits, down_right: Bits, enemies: Bits, empty: Bits
) -> Flag:
    """Return whether a flying king can go on from one of its landings, given by direction.

    The pieces jumped still count as enemies here. That is no harm: the piece just jumped lies
    behind the king, and the directions looked at are ahead and to the sides.
    """
    one_diagonal: Bits = up_left | down_right
    other_diagonal: Bits = up_right | down_left
    return (
        jumped(up_left, 0, enemies, empty)
        | jumped(up_right, 1, enemies, empty)
        | jumped(down_left, 2, enemies, empty)
        | jumped(down_right, 3, enemies, empty)
        | king_prey(one_diagonal, enemies, empty, 1)
        | king_prey(one_diagonal, enemies, empty, 2)
        | king_prey(other_diagonal, enemies, empty, 0)
        | king_prey(other_diagonal, enemies, empty, 3)
    ) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_with_king_captures(white: Flag, own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return how many captures a side has, one of whose kings can capture."""
    empty: Bits = BOARD & ~(own | enemies)
    own_kings: Bits = own & kings
    men: Bits = own & ~kings
    prey: Bits = men_prey(enemies, kings)
    # What men jump, and what flying kings jump, by direction.
    men0: Bits = jumped(men, 0, prey, empty) if MAN_CAPTURES_BACK or not white else 0
    men1: Bits = jumped(men, 1, prey, empty) if MAN_CAPTURES_BACK or not white else 0
    men2: Bits = jumped(men, 2, prey, empty) if MAN_CAPTURES_BACK or white else 0
    men3: Bits = jumped(men, 3, prey, empty) if MAN_CAPTURES_BACK or white else 0
    kings0: Bits
    kings1: Bits
    kings2: Bits
    kings3: Bits
    land0: Bits
    land1: Bits
    land2: Bits
    land3: Bits
    landings: Bits = step(men0, 0) | step(men1, 1) | step(men2, 2) | step(men3, 3)
    if (
        FLYING
        and not LANDS_BEHIND
        and not REMOVES_AT_ONCE
        and not WITH_KING_RANK
        and not jumping_men(white, landings & goes_on_from(white), prey, empty)
        and not may_crown_and_go_on(white, landings)
    ):
        kings0 = king_prey(own_kings, enemies, empty, 0)
        kings1 = king_prey(own_kings, enemies, empty, 1)
        kings2 = king_prey(own_kings, enemies, empty, 2)
        kings3 = king_prey(own_kings, enemies, empty, 3)
        land0 = slide(kings0, empty, 0) & empty
        land1 = slide(kings1, empty, 1) & empty
        land2 = slide(kings2, empty, 2) & empty
        land3 = slide(kings3, empty, 3) & empty
        if not king_jumps_go_on(land0, land1, land2, land3, enemies, empty):
            if KINGS_COUNT and kings & (
                kings0 | kings1 | kings2 | kings3 | men0 | men1 | men2 | men3
            ):
                land0 = slide(kings0 & kings, empty, 0) & empty
                land1 = slide(kings1 & kings, empty, 1) & empty
                land2 = slide(kings2 & kings, empty, 2) & empty
                land3 = slide(kings3 & kings, empty, 3) & empty
                men0 &= kings
                men1 &= kings
                men2 &= kings
                men3 &= kings
            return count_four(land0, land1, land2, land3) + count_four(men0, men1, men2, men3)
    return count_listed(white, own, enemies, kings, jumping_men(white, men, prey, empty), own_kings)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_double_jumps(white: Flag, left: Bits, right: Bits, to_left: Bits, to_right: Bits) -> Word:
    """Return how many captures men have that can take two pieces or three ahead, and no king.

    `left` and `right` are the squares of the first landings by the diagonal that led there,
    `to_left` and `to_right` the squares from which a man can jump. On eight rows a man jumps at
    most three times ahead, so no more than two jumps are left after the first.
    """
    both: Bits = to_left | to_right
    left_left: Bits = ahead(white, left & to_left, 2 * HALF)
    left_right: Bits = ahead(white, left & to_right, 2 * HALF + 2)
    right_left: Bits = ahead(white, right & to_left, 2 * HALF)
    right_right: Bits = ahead(white, right & to_right, 2 * HALF + 2)
    if (left_left | left_right | right_left | right_right) & both:
        return count_four(
            left_left & to_left, left_right & to_left, right_left & to_left, right_right & to_left
        ) + count_four(
            left_left & to_right,
            left_right & to_right,
            right_left & to_right,
            right_right & to_right,
        )
    return count_four(left_left, left_right, right_left, right_right)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_men_captures(
    white: Flag,
    men: Bits,
    own: Bits,
    enemies: Bits,
    kings: Bits,
    to_left: Bits,
    to_right: Bits,
    back_left: Bits,
    back_right: Bits,
) -> Word:
    """Return how many captures a side has whose kings have none.

    The last four are the squares from which a man can jump, by diagonal, ahead and back.
    """
    left: Bits = men & to_left
    right: Bits = men & to_right
    left_back: Bits = men & back_left
    right_back: Bits = men & back_right
    left_landing: Bits = ahead(white, left, 2 * HALF)
    right_landing: Bits = ahead(white, right, 2 * HALF + 2)
    left_back_landing: Bits = behind(white, left_back, 2 * HALF)
    right_back_landing: Bits = behind(white, right_back, 2 * HALF + 2)
    landings: Bits = left_landing | right_landing | left_back_landing | right_back_landing
    going_on: Bits = landings & goes_on_from(white)
    going_on &= to_left | to_right | back_left | back_right
    if going_on or may_crown_and_go_on(white, landings):
        if not PIECES_FIRST or PROMOTION == KING:
            return count_listed(
                white, own, enemies, kings, left | right | left_back | right_back, 0
            )
        if MAN_CAPTURES_BACK or ROWS > 8 or (KINGS_COUNT and (enemies & kings)):
            # A capture that does not go on takes one piece, and another takes more.
            left &= behind(white, going_on, 2 * HALF)
            right &= behind(white, going_on, 2 * HALF + 2)
            left_back &= ahead(white, going_on, 2 * HALF)
            right_back &= ahead(white, going_on, 2 * HALF + 2)
            return count_listed(
                white, own, enemies, kings, left | right | left_back | right_back, 0
            )
        return count_double_jumps(white, left_landing, right_landing, to_left, to_right)
    if KINGS_COUNT and (enemies & kings):
        left_landing = left & behind(white, kings, HALF)
        right_landing = right & behind(white, kings, HALF + 1)
        left_back_landing = left_back & ahead(white, kings, HALF)
        right_back_landing = right_back & ahead(white, kings, HALF + 1)
        if left_landing | right_landing | left_back_landing | right_back_landing:
            return count_four(left_landing, right_landing, left_back_landing, right_back_landing)
    return count_four(left, right, left_back, right_back)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_moves(white: Flag, own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return how many legal moves a side has."""
    empty: Bits = BOARD & ~(own | enemies)
    men: Bits = own & ~kings
    own_kings: Bits = own & kings
    prey: Bits = men_prey(enemies, kings)
    to_left: Bits = jump_origins(white, prey, empty, HALF)
    to_right: Bits = jump_origins(white, prey, empty, HALF + 1)
    back_left: Bits = jump_origins(not white, prey, empty, HALF) if MAN_CAPTURES_BACK else 0
    back_right: Bits = jump_origins(not white, prey, empty, HALF + 1) if MAN_CAPTURES_BACK else 0
    reach0: Bits
    reach1: Bits
    reach2: Bits
    reach3: Bits
    king_moves: Word = 0
    if own_kings:
        reach0 = king_reach(own_kings, empty, 0)
        reach1 = king_reach(own_kings, empty, 1)
        reach2 = king_reach(own_kings, empty, 2)
        reach3 = king_reach(own_kings, empty, 3)
        if (
            jumped(reach0, 0, enemies, empty)
            | jumped(reach1, 1, enemies, empty)
            | jumped(reach2, 2, enemies, empty)
            | jumped(reach3, 3, enemies, empty)
        ):
            return count_with_king_captures(white, own, enemies, kings)
        king_moves = count_four(
            step(reach0, 0) & empty,
            step(reach1, 1) & empty,
            step(reach2, 2) & empty,
            step(reach3, 3) & empty,
        )
    if men & (to_left | to_right | back_left | back_right):
        return count_men_captures(
            white, men, own, enemies, kings, to_left, to_right, back_left, back_right
        )
    return (
        king_moves
        + count_bits(ahead(white, men, HALF) & empty)
        + count_bits(ahead(white, men, HALF + 1) & empty)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_white_moves(own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return how many legal moves White has."""
    return count_moves(True, own, enemies, kings)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_black_moves(own: Bits, enemies: Bits, kings: Bits) -> Word:
    """Return how many legal moves Black has."""
    return count_moves(False, own, enemies, kings)
