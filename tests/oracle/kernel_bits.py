"""From the kernel's bit masks to the oracle's squares and back.

The kernel counts its bits row by row from Black's back row, four a row, from White's left to
right; after every second row it leaves one bit free. White moves towards the low bits.
"""

from __future__ import annotations

from array import array

from . import slow_rules
from .slow_rules import Move, Position

KernelState = tuple[bool, int, int, int]
KernelMove = tuple[int, int, int]


def _bit(number: int) -> int:
    column, row = slow_rules.square_of(number)
    from_the_top = 7 - row
    return 1 << (4 * from_the_top + from_the_top // 2 + column // 2)


BITS: dict[int, int] = {number: _bit(number) for number in range(1, 33)}
NUMBERS: dict[int, int] = {bit: number for number, bit in BITS.items()}
# What `replay` takes: index = number, value = bit mask, 0 unused.
SQUARES = array("Q", [0, *(BITS[number] for number in range(1, 33))])


def state_of(position: Position) -> KernelState:
    """Return (white_to_move, white, black, kings) as the kernel takes them."""
    white = black = kings = 0
    for square, piece in slow_rules.pieces(position):
        bit = BITS[slow_rules.number_of(square)]
        white |= bit if slow_rules.colour(piece) == "W" else 0
        black |= bit if slow_rules.colour(piece) == "B" else 0
        kings |= bit if slow_rules.is_king(piece) else 0
    return position.turn == "W", white, black, kings


def position_of(state: KernelState) -> Position:
    """Return the oracle's position of a kernel state."""
    white_to_move, white, black, kings = state
    board = {}
    for bit, number in NUMBERS.items():
        if (white | black) & bit:
            man = "w" if white & bit else "b"
            board[number] = man.upper() if kings & bit else man
    return slow_rules.position_of(board.items(), "W" if white_to_move else "B")


def move_of(move: KernelMove) -> Move:
    """Return the oracle's move of a kernel move (from_bit, to_bit, captured_bits)."""
    origin, destination, captured = move
    return Move(
        slow_rules.square_of(NUMBERS[origin]),
        slow_rules.square_of(NUMBERS[destination]),
        frozenset(slow_rules.square_of(n) for bit, n in NUMBERS.items() if captured & bit),
    )


def kernel_move_of(move: Move) -> KernelMove:
    """Return the kernel's move of an oracle move."""

    def bit(square: slow_rules.Square) -> int:
        return BITS[slow_rules.number_of(square)]

    return bit(move.origin), bit(move.destination), sum(map(bit, move.captured))
