"""The kernels under test and random positions for them, as the kernel takes them."""

from __future__ import annotations

import random

import pytest

from damas_cli.rules import kernels
from damas_cli.rules.family import Family

from ..oracle.kernel_bits import BITS

SPANISH = next(family for family in kernels.families() if family.name == "spanish")
CANADIAN = Family(
    "canadian", half=6, rows=12, man_captures_back=True, priority=("most-pieces",), promotion=1
)
ALL_SQUARES = list(BITS.values())
BOARD = sum(ALL_SQUARES)
START = (True, sum(ALL_SQUARES[:12]), sum(ALL_SQUARES[20:]), 0)
# Found by climbing: no position is known with more captures, or more orders of them.
MOST_CAPTURES = (True, 3227529240, 168100480, 3395629720)
MOST_ORDERS = (True, 3227529232, 168100352, 3395629584)


def compiled_kernel():
    kernel = kernels.load("spanish")
    if not kernel.compiled:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    return kernel


def uncompiled_kernel(family: Family = SPANISH):
    return kernels.load_uncompiled(family)


def some_kernel(name: str):
    """Return the Spanish kernel called compiled or uncompiled."""
    return compiled_kernel() if name == "compiled" else uncompiled_kernel()


def random_position(
    rng: random.Random, kings: float = 0.5, most: int = 16, odd: bool = False
) -> tuple[bool, int, int, int]:
    """Return a position with up to `most` pieces a side, that part of them kings.

    An odd one may have men on their crowning row; no other has.
    """
    squares = rng.sample(ALL_SQUARES, 32)
    cut = rng.randint(1, most)
    white = sum(squares[:cut])
    black = sum(squares[cut : cut + rng.randint(1, most)])
    crowned = sum(bit for bit in squares if rng.random() < kings) & (white | black)
    if not odd:
        crowned |= (white & sum(ALL_SQUARES[28:])) | (black & sum(ALL_SQUARES[:4]))
    return rng.random() < 0.5, white, black, crowned


def random_state(
    rng: random.Random, family: Family, most: int | None = None
) -> tuple[bool, int, int, int]:
    """Return a position of any family with up to `most` pieces a side, any part of them kings."""
    squares = [1 << bit for bit in range(family.board.bit_length()) if family.board >> bit & 1]
    most = most or len(squares) // 3
    rng.shuffle(squares)
    first, second = rng.randint(1, most), rng.randint(1, most)
    white, black = sum(squares[:first]), sum(squares[first : first + second])
    share = rng.random()
    kings = sum(bit for bit in squares if rng.random() < share) & (white | black)
    kings |= (white & family.black_row) | (black & family.white_row)
    return rng.random() < 0.5, white, black, kings
