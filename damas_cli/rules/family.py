"""A rule family: the constants that one compiled kernel is made for.

Variants that move alike share a family (Spanish and Portuguese draughts differ only in their draw
laws). The constants are derived from the variants' own files, when the kernel is built and when it
runs uncompiled, so that no rule is written down twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The capture laws a kernel knows, as a variant's file lists them: most important first.
PRIORITIES: dict[tuple[str, ...], int] = {
    (): 0,
    ("most-pieces",): 1,
    ("most-pieces", "most-kings"): 2,
    ("most-pieces", "with-king", "most-kings", "kings-first"): 3,
    ("most-pieces", "most-kings", "with-king"): 4,
    ("with-king",): 5,
}

#: What becomes of a man that reaches the last row in the middle of a capture.
PROMOTIONS = {"stop": 0, "pass": 1, "king": 2}

_REMOVALS = {"after-move": False, "at-once": True}
_LANDINGS = {"any": False, "behind": True}


@dataclass(frozen=True)
class Family:
    """The constants of a rule family.

    A board of `rows` rows with `half` playing squares each is laid out row by row from Black's
    side, with one unused (ghost) bit after every second row. The steps along the two diagonals are
    then always `half` and `half + 1` bits, whatever the row, and a step off the board falls on a
    ghost.

    >>> spanish = Family("spanish", priority=2)
    >>> f"{spanish.board:x}", f"{spanish.black_row:x}", f"{spanish.white_row:x}"
    ('7fbfdfeff', 'f', '780000000')
    """

    name: str
    half: int = 4
    rows: int = 8
    man_captures_back: bool = False
    man_takes_king: bool = True
    flying: bool = True
    priority: int = 0
    promotion: int = 0
    lands_behind: bool = False
    removes_at_once: bool = False

    @classmethod
    def from_variant(cls, variant: Mapping[str, Any]) -> Family:
        """Return the family that the variant's file, read as TOML, asks for.

        Raises:
            ValueError: the file asks for a board or a law that the kernel does not know.
        """
        board, man, king, capture = (variant[key] for key in ("board", "man", "king", "capture"))
        if board["width"] != board["height"] or board["width"] not in (8, 10):
            raise ValueError(f"{variant['name']}: boards are 8x8 or 10x10")
        try:
            return cls(
                name=variant["family"],
                half=board["width"] // 2,
                rows=board["height"],
                man_captures_back=man["captures_backward"],
                man_takes_king=man["captures_kings"],
                flying=king["flying"],
                priority=PRIORITIES[tuple(capture["priority"])],
                promotion=PROMOTIONS[man["on_reaching_last_row_in_capture"]],
                lands_behind=_LANDINGS[king["landing"]],
                removes_at_once=_REMOVALS[capture["removal"]],
            )
        except KeyError as error:
            raise ValueError(f"{variant['name']}: no kernel knows {error}") from None

    @property
    def period(self) -> int:
        """The bits from a row to the second next one, the ghost included."""
        return 2 * self.half + 1

    @property
    def board(self) -> int:
        """The bits that are squares."""
        pair = (1 << 2 * self.half) - 1
        return sum(pair << self.period * number for number in range(self.rows // 2))

    @property
    def black_row(self) -> int:
        """Black's back row, where White's men crown."""
        return (1 << self.half) - 1

    @property
    def white_row(self) -> int:
        """White's back row, where Black's men crown."""
        return self.black_row << (self.board.bit_length() - self.half)

    @property
    def duplicates_from(self) -> int:
        """How many pieces two paths must take before both can take the same set.

        With fewer than four, a piece cannot come round to a square it left with another set
        behind it; unless it crowned on the way, or the pieces taken stood no more in its way.
        """
        return 2 if self.promotion == PROMOTIONS["king"] or self.removes_at_once else 4

    def constants(self) -> dict[str, int]:
        """Return the kernel's constants by name."""
        return {
            "HALF": self.half,
            "ROWS": self.rows,
            "MAN_CAPTURES_BACK": int(self.man_captures_back),
            "MAN_TAKES_KING": int(self.man_takes_king),
            "FLYING": int(self.flying),
            "PRIORITY": self.priority,
            "PROMOTION": self.promotion,
            "LANDS_BEHIND": int(self.lands_behind),
            "REMOVES_AT_ONCE": int(self.removes_at_once),
            "DUPLICATES_FROM": self.duplicates_from,
            "BOARD": self.board,
            "BLACK_ROW": self.black_row,
            "WHITE_ROW": self.white_row,
        }

    def macros(self) -> dict[str, str]:
        """Return the constants as macros for the C compiler; sets of squares are 64-bit words."""
        masks = ("BOARD", "BLACK_ROW", "WHITE_ROW")
        return {
            f"DAMAS_{name}": f"{value:#x}ULL" if name in masks else str(value)
            for name, value in self.constants().items()
        }
