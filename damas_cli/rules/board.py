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


class Board:
    """The playing squares of a board; squares are the variant's own PDN numbers, from 1.

    >>> board = Board(8, 8, False, "bottom-right", starts_below=True)
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
        starts_below: bool,
    ) -> None:
        self.width = width
        self.height = height
        self.bottom_left_plays = bottom_left_plays
        self.half = width // 2
        self.size = self.half * height
        from_bottom = first_square.startswith("bottom") == starts_below
        from_left = first_square.endswith("left") == starts_below
        rows = range(height) if from_bottom else range(height - 1, -1, -1)
        files = range(width) if from_left else range(width - 1, -1, -1)
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

    @cached_property
    def kernel_squares(self) -> array[int]:
        """The bits as the table that the kernel's `replay` takes."""
        return array("Q", self.bits)

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
        file, row = self.places[square]
        return f"{FILES[file]}{row + 1}"

    def square(self, name: str) -> int:
        """Return the number of the square with that algebraic name (any case); 0 if none plays."""
        file = FILES.find(name[:1].lower()) if name else -1
        row = name[1:]
        return self.numbers.get((file, int(row) - 1), 0) if file >= 0 and row.isdigit() else 0

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
