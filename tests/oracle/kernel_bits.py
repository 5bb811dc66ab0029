"""From the kernel's bit masks to the oracle's squares and back.

The kernel counts its bits row by row from Black's back row, half a row's squares a row; after every
second row it leaves one bit free. In a row it counts from White's left where the left corner plays,
else (the board mirrored) from White's right. White moves towards the low bits. A mask that takes
more than 64 bits is written down in two words, the low one first.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache

from . import slow_rules, slow_variants
from .slow_rules import Move, Position
from .slow_variants import SPANISH, Rules, Square

KernelState = tuple[bool, int, int, int]
KernelMove = tuple[int, int, int]

WORD = 64
NAMES_FROM = 128  # where the names start in `replay`'s table of squares


def _bit(square: Square, rules: Rules) -> int:
    column, row = square
    from_the_top = rules.size - 1 - row
    place = column if rules.left_plays else rules.size - 1 - column
    return 1 << (rules.size // 2 * from_the_top + from_the_top // 2 + place // 2)


@cache
def bits_of(rules: Rules) -> dict[Square, int]:
    """Return the bit of each square, by ascending number."""
    return {s: _bit(s, rules) for s in slow_variants.squares_of(rules).values()}


@cache
def squares_by_bit(rules: Rules) -> dict[int, Square]:
    return {bit: square for square, bit in bits_of(rules).items()}


BITS: dict[int, int] = {
    slow_variants.number_of(square): bit for square, bit in bits_of(SPANISH).items()
}
NUMBERS: dict[int, int] = {bit: number for number, bit in BITS.items()}


def mask_of(squares: Iterable[Square], rules: Rules) -> int:
    return sum(bits_of(rules)[square] for square in squares)


def squares_in(mask: int, rules: Rules) -> list[Square]:
    return [square for square, bit in bits_of(rules).items() if mask & bit]


def state_of(position: Position) -> KernelState:
    """Return (white_to_move, white, black, kings) as the kernel takes them."""
    on = dict(slow_rules.pieces(position))
    white, black = (
        mask_of((s for s in on if slow_rules.colour(on[s]) == side), position.rules)
        for side in "WB"
    )
    kings = mask_of((s for s in on if slow_rules.is_king(on[s])), position.rules)
    return position.turn == "W", white, black, kings


def position_of(state: KernelState, rules: Rules = SPANISH) -> Position:
    """Return the oracle's position of a kernel state."""
    white_to_move, white, black, kings = state
    board = dict.fromkeys(squares_in(white, rules), "w")
    board |= dict.fromkeys(squares_in(black, rules), "b")
    board |= {square: board[square].upper() for square in squares_in(kings, rules)}
    return slow_rules.placed(board, "W" if white_to_move else "B", rules)


def move_of(move: KernelMove, rules: Rules = SPANISH) -> Move:
    """Return the oracle's move of a kernel move (from_bit, to_bit, captured_bits)."""
    origin, destination, captured = move
    square = squares_by_bit(rules)
    return Move(square[origin], square[destination], frozenset(squares_in(captured, rules)))


def kernel_move_of(move: Move, rules: Rules = SPANISH) -> KernelMove:
    """Return the kernel's move of an oracle move."""
    bit = bits_of(rules)
    return bit[move.origin], bit[move.destination], mask_of(move.captured, rules)


# What the kernel reads and writes as words


def words_a_mask(rules: Rules) -> int:
    return 1 if max(bits_of(rules).values()) < 1 << WORD else 2


def words_of(masks: Iterable[int], rules: Rules) -> array[int]:
    """Return masks as 64-bit words."""
    return array(
        "Q",
        [
            mask >> WORD * word & (1 << WORD) - 1
            for mask in masks
            for word in range(words_a_mask(rules))
        ],
    )


def history_of(positions: Iterable[Position]) -> array[int]:
    """Return positions of one variant as `find_draws` reads them and `replay` writes them."""
    words = array("Q")
    for position in positions:
        words.extend(words_of(state_of(position)[1:], position.rules))
    return words


@cache
def kernel_squares(rules: Rules) -> array[int]:
    """Return the table of squares that `replay` takes: by number, then by name."""
    table = [0] * (NAMES_FROM + 16 * len(slow_variants.FILES))
    for square, bit in bits_of(rules).items():
        table[slow_variants.number_of(square, rules)] = bit
        file, row = slow_variants.from_corner(square, rules.a1, rules.size)
        table[NAMES_FROM + 16 * file + row + 1] = bit
    return words_of(table, rules)


SQUARES = kernel_squares(SPANISH)
