"""The rules of one position, as they are called from Python."""

from ... import _cython as cython
from .board import can_capture, kings_after, step
from .captures import list_all_captures
from .constants import (
    BITS_WORDS,
    BLACK_ROW,
    BOARD,
    DUPLICATES_FROM,
    FIRST_KING_RANK,
    FLYING,
    HALF,
    KING_RANK,
    KINGS_COUNT,
    LANDS_BEHIND,
    MAN_CAPTURES_BACK,
    MAN_TAKES_KING,
    PIECE_RANK,
    PIECES_FIRST,
    PROMOTION,
    RANKED,
    REMOVES_AT_ONCE,
    ROWS,
    WHITE_ROW,
    WITH_KING_RANK,
    Bits,
    CaptureList,
    Flag,
    Small,
    Word,
    address,
    count_bits,
    free_list,
    memory_failures,
    start_list,
)
from .counting import count_black_moves, count_white_moves

#: Whether this is the compiled kernel.
compiled = bool(cython.compiled)
#: How many 64-bit words hold a set of squares, in a history and in a table of squares.
WORDS = BITS_WORDS
#: What this kernel was made for, as `Family.constants` gives it.
CONSTANTS = {
    "HALF": HALF,
    "ROWS": ROWS,
    "BITS_WORDS": BITS_WORDS,
    "MAN_CAPTURES_BACK": MAN_CAPTURES_BACK,
    "MAN_TAKES_KING": MAN_TAKES_KING,
    "FLYING": FLYING,
    "PROMOTION": PROMOTION,
    "LANDS_BEHIND": LANDS_BEHIND,
    "REMOVES_AT_ONCE": REMOVES_AT_ONCE,
    "RANKED": RANKED,
    "PIECES_FIRST": PIECES_FIRST,
    "KINGS_COUNT": KINGS_COUNT,
    "PIECE_RANK": PIECE_RANK,
    "KING_RANK": KING_RANK,
    "WITH_KING_RANK": WITH_KING_RANK,
    "FIRST_KING_RANK": FIRST_KING_RANK,
    "DUPLICATES_FROM": DUPLICATES_FROM,
    "BOARD": BOARD,
    "BLACK_ROW": BLACK_ROW,
    "WHITE_ROW": WHITE_ROW,
}


@cython.cfunc
def listed_captures(
    white: Flag, own: Bits, enemies: Bits, kings: Bits
) -> list[tuple[int, int, int]]:
    """Return the legal captures of a side as Python tuples."""
    captures: CaptureList
    index: Word = 0
    failures: Word = memory_failures()
    found: list[tuple[int, int, int]] = []
    if not cython.compiled:
        captures = CaptureList()
    start_list(address(captures))
    list_all_captures(white, address(captures), own, enemies, kings)
    try:
        while index < 3 * captures.count:
            found.append(
                (captures.moves[index], captures.moves[index + 1], captures.moves[index + 2])
            )
            index += 3
    finally:
        free_list(address(captures))
    if memory_failures() != failures:
        raise MemoryError("no memory for the captures of a position")
    return found


def legal_moves(
    white_to_move: Flag, white: Bits, black: Bits, kings: Bits
) -> list[tuple[int, int, int]]:
    """Return the legal moves: origin, target and the pieces taken, each a set of squares.

    No move is named twice.
    """
    own: Bits
    enemies: Bits
    empty: Bits
    pieces: Bits
    origin: Bits
    target: Bits
    direction: Small
    found: list[tuple[int, int, int]]
    white &= BOARD
    black &= BOARD & ~white
    kings &= white | black
    own = white if white_to_move else black
    enemies = black if white_to_move else white
    if can_capture(white_to_move, own, enemies, kings):
        return listed_captures(white_to_move, own, enemies, kings)
    found = []
    empty = BOARD & ~(own | enemies)
    pieces = own
    while pieces:
        origin = pieces & -pieces
        pieces ^= origin
        for direction in range(4):
            if not (kings & origin) and (direction >= 2) != white_to_move:
                continue
            target = step(origin, direction) & empty
            while target:
                found.append((origin, target, 0))
                target = step(target, direction) & empty if FLYING and kings & origin else 0
    return found


def has_moves(white_to_move: Flag, white: Bits, black: Bits, kings: Bits) -> bool:
    """Return whether the side to move has a legal move."""
    white &= BOARD
    black &= BOARD & ~white
    if white_to_move:
        return count_white_moves(white, black, kings) != 0
    return count_black_moves(black, white, kings) != 0


def has_captures(white_to_move: Flag, white: Bits, black: Bits, kings: Bits) -> bool:
    """Return whether the side to move can capture, and so must."""
    white &= BOARD
    black &= BOARD & ~white
    if white_to_move:
        return can_capture(True, white, black, kings)
    return can_capture(False, black, white, kings)


def best_capture(white_to_move: Flag, white: Bits, black: Bits, kings: Bits) -> tuple[int, int]:
    """Return how many pieces, and how many kings among them, the laws ask the side to move to take.

    (0, 0) where it has no capture. Where no law counts pieces, one piece is all that is asked for,
    and where none counts kings, no king.
    """
    captures: list[tuple[int, int, int]]
    taken: Bits
    pieces: int = 0
    crowned: int = 0
    captures = [
        capture for capture in legal_moves(white_to_move, white, black, kings) if capture[2]
    ]
    if captures:
        taken = captures[0][2]
        pieces = 1
        if PIECE_RANK:
            pieces = count_bits(taken)
        if KING_RANK:
            crowned = count_bits(taken & kings)
    return pieces, crowned


def play(
    white_to_move: Flag,
    white: Bits,
    black: Bits,
    kings: Bits,
    from_bit: Bits,
    to_bit: Bits,
    captured: Bits,
) -> tuple[int, int, int]:
    """Return white, black and kings after a move, which need not be a legal one.

    A man that ends on its last row is crowned; where men crown in the middle of a capture, so is
    one that took a piece from the row before.
    """
    kings = kings_after(white_to_move, kings, from_bit, to_bit, captured)
    if white_to_move:
        white = (white & ~from_bit) | to_bit
        black &= ~captured
    else:
        black = (black & ~from_bit) | to_bit
        white &= ~captured
    return white, black, kings
