"""Squares, steps and slides: the geometry of the board.

Sets of squares are words with a bit a square (see `Family`). White moves towards the low bits. The
four directions are 0 and 1, up by HALF and by HALF + 1 bits, 2 and 3, down by HALF + 1 and by HALF:
3 - d is the direction opposite to d, and 0 and 3 lie on one diagonal, 1 and 2 on the other.

Every function here is inlined where it is used, with the colour, the direction and the rules known:
nothing but the shifts and masks is left.
"""

from ... import _cython as cython
from .constants import (
    BLACK_ROW,
    BOARD,
    FLYING,
    HALF,
    KING,
    MAN_CAPTURES_BACK,
    MAN_TAKES_KING,
    PROMOTION,
    ROWS,
    STOP,
    WHITE_ROW,
    Bits,
    Flag,
    Small,
    count_bits,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ahead(white: Flag, squares: Bits, distance: Small) -> Bits:
    """Return the squares `distance` bits further on as a man of that colour goes."""
    return squares >> distance if white else squares << distance


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def behind(white: Flag, squares: Bits, distance: Small) -> Bits:
    """Return the squares `distance` bits further back as a man of that colour goes."""
    return squares << distance if white else squares >> distance


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def last_row(white: Flag) -> Bits:
    """Return the row where a man of that colour crowns."""
    return BLACK_ROW if white else WHITE_ROW


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def step(squares: Bits, direction: Small) -> Bits:
    """Return the neighbours of the squares in a direction; off the board they are no squares."""
    if direction == 0:
        return squares << HALF
    if direction == 1:
        return squares << (HALF + 1)
    if direction == 2:
        return squares >> (HALF + 1)
    return squares >> HALF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slide(squares: Bits, empty: Bits, direction: Small) -> Bits:
    """Return the squares and all that can be reached from them over empty ones in a direction.

    The steps double (1, 2, 4, and 8 on a big board), so it takes three or four of them.
    """
    distance: Small = HALF if direction == 0 or direction == 3 else HALF + 1
    if direction < 2:
        squares |= empty & (squares << distance)
        empty &= empty << distance
        squares |= empty & (squares << 2 * distance)
        empty &= empty << 2 * distance
        squares |= empty & (squares << 4 * distance)
        if ROWS > 8:
            empty &= empty << 4 * distance
            squares |= empty & (squares << 8 * distance)
    else:
        squares |= empty & (squares >> distance)
        empty &= empty >> distance
        squares |= empty & (squares >> 2 * distance)
        empty &= empty >> 2 * distance
        squares |= empty & (squares >> 4 * distance)
        if ROWS > 8:
            empty &= empty >> 4 * distance
            squares |= empty & (squares >> 8 * distance)
    return squares


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def king_reach(kings: Bits, empty: Bits, direction: Small) -> Bits:
    """Return the kings and the squares before which they may find something to jump."""
    return slide(kings, empty, direction) if FLYING else kings


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def jumped(squares: Bits, direction: Small, prey: Bits, empty: Bits) -> Bits:
    """Return the prey next to the squares in a direction that has an empty square behind it."""
    return step(squares, direction) & prey & step(empty, 3 - direction)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def king_prey(kings: Bits, enemies: Bits, empty: Bits, direction: Small) -> Bits:
    """Return what the kings can jump first in a direction."""
    return jumped(king_reach(kings, empty, direction), direction, enemies, empty)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def kings_can_jump(kings: Bits, enemies: Bits, empty: Bits) -> Flag:
    """Return whether any of the kings can capture."""
    return (
        king_prey(kings, enemies, empty, 0)
        | king_prey(kings, enemies, empty, 1)
        | king_prey(kings, enemies, empty, 2)
        | king_prey(kings, enemies, empty, 3)
    ) != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def men_prey(enemies: Bits, kings: Bits) -> Bits:
    """Return the enemies that a man may capture."""
    return enemies if MAN_TAKES_KING else enemies & ~kings


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def jump_origins(white: Flag, prey: Bits, empty: Bits, distance: Small) -> Bits:
    """Return the squares from which prey can be jumped ahead along one diagonal.

    Jumps back are the other colour's jumps ahead.
    """
    return behind(white, prey, distance) & behind(white, empty, 2 * distance)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def jumping_men(white: Flag, men: Bits, prey: Bits, empty: Bits) -> Bits:
    """Return those of the men that can capture."""
    origins: Bits = jump_origins(white, prey, empty, HALF)
    origins |= jump_origins(white, prey, empty, HALF + 1)
    if MAN_CAPTURES_BACK:
        origins |= jump_origins(not white, prey, empty, HALF)
        origins |= jump_origins(not white, prey, empty, HALF + 1)
    return men & origins


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def goes_on_from(white: Flag) -> Bits:
    """Return the squares where a man's capture need not end."""
    return BOARD & ~last_row(white) if PROMOTION == STOP else BOARD


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def crowning_prey(white: Flag) -> Bits:
    """Return the row before the last one of a man of that colour.

    Who takes a piece there comes to the last row, or from it, where a position made up has him.
    """
    return BOARD & (behind(white, last_row(white), HALF) | behind(white, last_row(white), HALF + 1))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def kings_after(white: Flag, kings: Bits, origin: Bits, target: Bits, taken: Bits) -> Bits:
    """Return the kings after a move: those taken are gone, the mover may be or become one."""
    crowned: Flag = (
        (kings & origin) != 0
        or (target & last_row(white)) != 0
        or (
            PROMOTION == KING
            and count_bits(taken & crowning_prey(white)) > ((origin & last_row(white)) != 0)
        )
    )
    kings &= ~(origin | taken)
    return kings | target if crowned else kings


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def can_capture(white: Flag, own: Bits, enemies: Bits, kings: Bits) -> Flag:
    """Return whether a side can capture."""
    empty: Bits = BOARD & ~(own | enemies)
    return jumping_men(white, own & ~kings, men_prey(enemies, kings), empty) != 0 or (
        kings_can_jump(own & kings, enemies, empty)
    )
