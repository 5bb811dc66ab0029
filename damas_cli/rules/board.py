"""The board of a variant: playing squares, their numbers, names, bits and diagonals.

Bits follow the kernel's layout: rows counted from Black's back row at the low end, half a row's
width bits a row and one bit that is no square (a ghost) after every second row. Every diagonal
step is then a shift by `half` or `half + 1`, and a step off the board falls on a ghost.
"""

from __future__ import annotations

from array import array
from functools import cached_property

FILES = "abcdefghijkl"
# The four diagonals as (files to the right, rows up), seen from White's side.
DIAGONALS = ((-1, 1), (1, 1), (-1, -1), (1, -1))


def turned(corner: str) -> str:
    """Return the corner opposite to `corner`: the same one, seen from the other side.

    >>> turned("bottom-right")
    'top-left'
    """
    row, _, side = corner.partition("-")
    return ("top" if row == "bottom" else "bottom") + ("-left" if side == "right" else "-right")


def _from(low: bool, count: int) -> range:
    """Return 0 to `count` - 1, upwards from the low end or downwards from the high one."""
    return range(count) if low else range(count - 1, -1, -1)


class Board:
    """The playing squares of a board; squares are the variant's own PDN numbers, from 1.

    Corners are told from White's side, as are the files and rows of `places` (both from 0).

    Attributes:
        first_square: the corner that the numbers start from.
        a1: the corner that the letters and rows of algebraic names start from.
        algebraic: whether squares are written by name, `c3`, and not by number.

    >>> board = Board(8, 8, False, "bottom-right")
    >>> board.name(1), board.name(4), board.name(32)
    ('h1', 'b1', 'a8')
    >>> board.diagonals[1]
    ((5, 10, 14, 19, 23, 28, 32), (), (), ())
    """

    def __init__(
        self,
        width: int,
        height: int,
        bottom_left_plays: bool,
        first_square: str,
        a1: str = "bottom-left",
        algebraic: bool = False,
    ) -> None:
        self.width = width
        self.height = height
        self.bottom_left_plays = bottom_left_plays
        self.first_square = first_square
        self.a1 = a1
        self.algebraic = algebraic
        self.half = width // 2
        self.size = self.half * height
        rows = _from(first_square.startswith("bottom"), height)
        files = _from(first_square.endswith("left"), width)
        corner = 0 if bottom_left_plays else 1
        # Index 0 is no square.
        self.places: list[tuple[int, int]] = [(-1, -1)]
        self.places += [(f, r) for r in rows for f in files if (f + r) % 2 == corner]
        self.numbers = {place: n for n, place in enumerate(self.places) if n}
        self.bits = [0] + [self._bit(*place) for place in self.places[1:]]
        self.squares = {bit: n for n, bit in enumerate(self.bits) if n}

    def _bit(self, file: int, row: int) -> int:
        below_black = self.height - 1 - row
        # Seen so that White's left corner plays; a mirrored board is counted from its other side.
        index = (file if self.bottom_left_plays else self.width - 1 - file) // 2
        return 1 << (below_black * self.half + index + below_black // 2)

    @property
    def words_a_mask(self) -> int:
        """How many 64-bit words the kernel takes for a set of squares."""
        return 1 if self.bits[-1] < 1 << 62 and self.bits[1] < 1 << 62 else 2

    @cached_property
    def kernel_squares(self) -> array[int]:
        """The bits as the table that the kernel's `replay` takes: by number, then by name."""
        words = self.words_a_mask
        table = array("Q", bytes(8 * words * (128 + 16 * len(FILES))))
        for square, bit in enumerate(self.bits[1:], 1):
            name = self.name(square)
            for entry in (square, 128 + 16 * FILES.index(name[0]) + int(name[1:])):
                for word in range(words):
                    table[words * entry + word] = bit >> 64 * word & 0xFFFFFFFFFFFFFFFF
        return table

    @cached_property
    def diagonals(self) -> list[tuple[tuple[int, ...], ...]]:
        """For each square the squares on its four diagonals, nearest first, as in `DIAGONALS`."""
        rays: list[tuple[tuple[int, ...], ...]] = [()]
        for file, row in self.places[1:]:
            rays.append(tuple(self._ray(file, row, df, dr) for df, dr in DIAGONALS))
        return rays

    def _ray(self, file: int, row: int, df: int, dr: int) -> tuple[int, ...]:
        ray = []
        while (place := (file + df, row + dr)) in self.numbers:
            ray.append(self.numbers[place])
            file, row = place
        return tuple(ray)

    def name(self, square: int) -> str:
        """Return the algebraic name of `square`, such as `h1`."""
        file, row = self._from_a1(*self.places[square])
        return f"{FILES[file]}{row + 1}"

    def square(self, name: str) -> int:
        """Return the number of the square with that algebraic name (any case); 0 if none plays."""
        file = FILES.find(name[:1].lower()) if name else -1
        row = name[1:]
        if file < 0 or not row.isdecimal():
            return 0
        return self.numbers.get(self._from_a1(file, int(row) - 1), 0)

    def _from_a1(self, file: int, row: int) -> tuple[int, int]:
        """Return file and row as counted from a1, or, from those, as White counts them."""
        return (
            file if self.a1.endswith("left") else self.width - 1 - file,
            row if self.a1.startswith("bottom") else self.height - 1 - row,
        )

    def label(self, square: int) -> str:
        """Return `square` as the variant writes it: its number, or its algebraic name."""
        return self.name(square) if self.algebraic else str(square)

    @cached_property
    def order(self) -> list[int]:
        """All squares in the order of their labels: by number, or row by row from a1."""
        squares = list(range(1, self.size + 1))
        if self.algebraic:
            squares.sort(key=lambda square: self._from_a1(*self.places[square])[::-1])
        return squares

    def row(self, square: int) -> int:
        """Return the row of `square`, 0 being White's back row."""
        return self.places[square][1]

    def squares_of(self, mask: int) -> list[int]:
        """Return the numbers of the squares in the bit mask `mask`, ascending."""
        found = []
        while mask:
            bit = mask & -mask
            found.append(self.squares[bit])
            mask ^= bit
        return sorted(found)

    def mask_of(self, squares: tuple[int, ...] | list[int]) -> int:
        """Return the bit mask of `squares`."""
        mask = 0
        for square in squares:
            mask |= self.bits[square]
        return mask
