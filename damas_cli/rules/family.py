"""A rule family: the constants that one compiled kernel is made for.

Variants that move alike share a family (Spanish and Portuguese draughts differ only in their draw
laws). The constants are derived from the variants' own files, when the kernel is built and when it
runs uncompiled, so that no rule is written down twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The laws that may choose between captures, in the words of a variant's file.
LAWS = ("most-pieces", "most-kings", "with-king", "kings-first")

#: What becomes of a man that reaches the last row in the middle of a capture.
PROMOTIONS = {"stop": 0, "pass": 1, "king": 2}

_REMOVALS = {"after-move": False, "at-once": True}
_LANDINGS = {"any": False, "behind": True}
_WIDTHS = (8, 10, 12)


@dataclass(frozen=True)
class Family:
    """The constants of a rule family.

    A board of `rows` rows with `half` playing squares each is laid out row by row from Black's
    side, with one unused (ghost) bit after every second row. The steps along the two diagonals are
    then always `half` and `half + 1` bits, whatever the row, and a step off the board falls on a
    ghost. `priority` holds the laws that choose between captures, most important first.

    >>> spanish = Family("spanish", priority=("most-pieces", "most-kings"))
    >>> f"{spanish.board:x}", f"{spanish.black_row:x}", f"{spanish.white_row:x}"
    ('7fbfdfeff', 'f', '780000000')
    """

    name: str
    half: int = 4
    rows: int = 8
    man_captures_back: bool = False
    man_takes_king: bool = True
    flying: bool = True
    priority: tuple[str, ...] = ()
    promotion: int = 0
    lands_behind: bool = False
    removes_at_once: bool = False

    @classmethod
    def from_variant(cls, variant: Mapping[str, Any]) -> Family:
        """Return the family that the variant's file, read as TOML, asks for.

        A file without a family of its own gives it its own name.

        Raises:
            ValueError: the file asks for a board or a law that no kernel knows; it is told where.
        """
        board, man, king, capture = (variant[key] for key in ("board", "man", "king", "capture"))
        name = variant["name"]
        if board["width"] != board["height"] or board["width"] not in _WIDTHS:
            raise ValueError(
                f"{name}: board.width and board.height: no kernel knows "
                f"{board['width']}x{board['height']} boards, only 8x8, 10x10 and 12x12"
            )
        priority = tuple(capture["priority"])
        for law in priority:
            if law not in LAWS or priority.count(law) > 1:
                raise ValueError(
                    f"{name}: capture.priority: no kernel knows {list(priority)}; it may hold, "
                    f"each once, {', '.join(LAWS)}"
                )

        def known(table: Mapping[str, Any], key: str, value: str) -> Any:
            if value not in table:
                raise ValueError(
                    f"{name}: {key}: no kernel knows {value!r}, only {', '.join(table)}"
                )
            return table[value]

        promotion = known(
            PROMOTIONS,
            "man.on_reaching_last_row_in_capture",
            man["on_reaching_last_row_in_capture"],
        )
        lands_behind = known(_LANDINGS, "king.landing", king["landing"])
        removes_at_once = known(_REMOVALS, "capture.removal", capture["removal"])
        flying = king["flying"]
        return cls(
            name=variant.get("family", name),
            half=board["width"] // 2,
            rows=board["height"],
            man_captures_back=man["captures_backward"],
            man_takes_king=man["captures_kings"],
            flying=flying,
            priority=priority,
            promotion=promotion,
            # A short king lands where it must, never where a piece was taken: neither law matters.
            lands_behind=flying and lands_behind,
            removes_at_once=flying and removes_at_once,
        )

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

    @property
    def words(self) -> int:
        """The 64-bit words of a set of squares; nine bits above the squares are the kernel's."""
        return -(-(self.board.bit_length() + 9) // 64)

    def ranks(self) -> dict[str, int]:
        """Return what each law adds to the rank of a capture, a 64-bit word; 0 where it has no say.

        The laws have a field each, the most important one the highest. A piece, a king taken and a
        capture with a king add one there. The field of the earliest king has a bit a jump, and what
        is given is its highest bit, for a king taken by the first jump. Only pieces off the edge
        can be taken, and each once, so a field is never too narrow, and on no board do they need
        more than 63 bits.

        >>> Family("spanish", priority=("most-pieces", "most-kings")).ranks()
        {'most-pieces': 32, 'most-kings': 1, 'with-king': 0, 'kings-first': 0}
        """
        most = (self.rows - 2) * (self.half - 1)
        count = most.bit_length()
        widths = {"most-pieces": count, "most-kings": count, "with-king": 1, "kings-first": most}
        ranks = dict.fromkeys(LAWS, 0)
        lowest = 0
        for law in reversed(self.priority):
            ranks[law] = 1 << (lowest + most - 1 if law == "kings-first" else lowest)
            lowest += widths[law]
        return ranks

    def constants(self) -> dict[str, int]:
        """Return the kernel's constants by name; two families that share them play alike."""
        ranks = self.ranks()
        return {
            "HALF": self.half,
            "ROWS": self.rows,
            "BITS_WORDS": self.words,
            "MAN_CAPTURES_BACK": int(self.man_captures_back),
            "MAN_TAKES_KING": int(self.man_takes_king),
            "FLYING": int(self.flying),
            "PROMOTION": self.promotion,
            "LANDS_BEHIND": int(self.lands_behind),
            "REMOVES_AT_ONCE": int(self.removes_at_once),
            "RANKED": int(bool(self.priority)),
            "PIECES_FIRST": int(self.priority[:1] == ("most-pieces",)),
            "KINGS_COUNT": int("most-kings" in self.priority or "kings-first" in self.priority),
            "PIECE_RANK": ranks["most-pieces"],
            "KING_RANK": ranks["most-kings"],
            "WITH_KING_RANK": ranks["with-king"],
            "FIRST_KING_RANK": ranks["kings-first"],
            "DUPLICATES_FROM": self.duplicates_from,
            "BOARD": self.board,
            "BLACK_ROW": self.black_row,
            "WHITE_ROW": self.white_row,
        }

    def macros(self) -> dict[str, str]:
        """Return the constants as macros for the C compiler.

        Sets of squares are given in two 64-bit halves, the high one first.
        """
        masks = ("BOARD", "BLACK_ROW", "WHITE_ROW")
        low = (1 << 64) - 1
        return {
            f"DAMAS_{name}": f"DAMAS_BITS({value >> 64:#x}ULL, {value & low:#x}ULL)"
            if name in masks
            else f"{value:#x}ULL"
            if name.endswith("_RANK")
            else str(value)
            for name, value in self.constants().items()
        }
