"""PDN's GameType: the number of a game, and how its squares are written.

The full form is `number,start,width,height,notation[,invert]`, as in `24,W,8,8,N1,1`; a number
alone stands for the row of the standard's table. Source: PDN 3.0, GameType.
"""

from __future__ import annotations

import re

# The digit of the notation: the corner of square 1, or of a1, seen by the side that starts.
CORNERS = ("bottom-left", "bottom-right", "top-left", "top-right")

# The table's numbers that damas plays. 23 alone is American pool; Jamaican draughts has its number.
VARIANTS = {
    20: "international",
    21: "english",
    22: "italian",
    23: "pool",
    24: "spanish",
    25: "russian",
    26: "brazilian",
    27: "canadian",
    28: "portuguese",
    29: "czech",
    31: "thai",
}

_FULL = re.compile(r"([0-9]{1,3}),([WB]),([0-9]{1,2}),([0-9]{1,2}),([ANS])([0-3])(?:,([01]))?")


class GameType:
    """The full form of a GameType.

    Attributes:
        number: the number of the game.
        first: `W` or `B`, the side that starts.
        width, height: squares.
        algebraic: whether squares are written by name (notations A and S) and not by number.
        corner: the corner of square 1 or a1, such as `bottom-right`, seen by the side that starts.
        bottom_left_plays: whether the corner at each player's left is played on.
    """

    __slots__ = ("algebraic", "bottom_left_plays", "corner", "first", "height", "number", "width")

    def __init__(
        self,
        number: int,
        first: str,
        width: int,
        height: int,
        algebraic: bool,
        corner: str,
        bottom_left_plays: bool,
    ) -> None:
        self.number = number
        self.first = first
        self.width = width
        self.height = height
        self.algebraic = algebraic
        self.corner = corner
        self.bottom_left_plays = bottom_left_plays

    def __str__(self) -> str:
        notation = f"{'A' if self.algebraic else 'N'}{CORNERS.index(self.corner)}"
        invert = int(not self.bottom_left_plays)
        return f"{self.number},{self.first},{self.width},{self.height},{notation},{invert}"


def parse_gametype(text: str) -> GameType | None:
    """Return the GameType of a text in full form, None for any other text.

    >>> str(parse_gametype("24,W,8,8,N1,1")), parse_gametype("24")
    ('24,W,8,8,N1,1', None)
    """
    found = _FULL.fullmatch(text.replace(" ", ""))
    if found is None:
        return None
    number, first, width, height, notation, corner, invert = found.groups()
    return GameType(
        int(number),
        first,
        int(width),
        int(height),
        notation != "N",
        CORNERS[int(corner)],
        invert != "1",
    )
