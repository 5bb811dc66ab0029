"""How positions and moves are written: FEN, and the texts of moves (PDN 3.0).

>>> start = from_fen("W:W1-12:B21-32")
>>> list(texts(start))
['10-13', '10-14', '11-14', '11-15', '12-15', '12-16', '9-13']
>>> list(texts(slow_rules.start("russian")))
['a3-b4', 'c3-b4', 'c3-d4', 'e3-d4', 'e3-f4', 'g3-f4', 'g3-h4']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from . import slow_rules
from .slow_rules import (
    Chain,
    Move,
    Position,
    is_king,
    legal_chains,
    legal_moves,
    pieces,
    placed,
    step,
)
from .slow_variants import (
    SPANISH,
    VARIANTS,
    Rules,
    Square,
    in_order,
    label,
    named_squares,
    number_of,
    square_of,
)

# FEN


def from_fen(fen: str, rules: Rules | str = SPANISH) -> Position:
    """Read a FEN: ranges, `K10-12` for three kings, sides in either order, final dot, spaces.

    Where squares have names, names and numbers are read.

    >>> to_fen(from_fen(" W : B K10-12 , 32 : W 1 . "))
    'W:W1:BK10,K11,K12,32'
    >>> to_fen(from_fen("W:WKc3,a1:B1", "russian"))
    'W:Wa1,Kc3:Bb8'
    """
    if isinstance(rules, str):
        rules = VARIANTS[rules]
    whole = re.fullmatch(r"([WB]):([WB])([^:]*):([WB])([^:]*?)\.?", re.sub(r"\s", "", fen))
    if whole is None:
        raise ValueError(f"no FEN: {fen!r}")
    turn, first, first_list, second, second_list = whole.groups()
    if first == second:
        raise ValueError(f"side {first} is given twice")
    board: dict[Square, str] = {}
    for side, items in ((first, first_list), (second, second_list)):
        for item in items.split(",") if items else []:
            for square in item_squares(item.removeprefix("K"), rules):
                if square in board:
                    raise ValueError(f"square {label(square, rules)} is named twice")
                board[square] = side if item.startswith("K") else side.lower()
    if not board:
        raise ValueError("no piece at all")
    return placed(board, turn, rules)


def item_squares(item: str, rules: Rules) -> list[Square]:
    """Return the squares of one item, without its K: a number, a range of numbers, or a name."""
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
    if found is None:
        if not rules.named or item not in named_squares(rules):
            raise ValueError(f"no square: {item!r}")
        return [named_squares(rules)[item]]
    low, high = int(found[1]), int(found[2] or found[1])
    if high < low:
        raise ValueError(f"range runs down: {item!r}")
    return [square_of(number, rules) for number in range(low, high + 1)]


def to_fen(position: Position) -> str:
    """Write a FEN: the side to move, White, Black; ascending, `K` before each king.

    >>> to_fen(from_fen("B:B:WK1"))
    'B:WK1:B'
    """
    on = dict(pieces(position))
    sides = {"W": "", "B": ""}
    for side in sides:
        sides[side] = ",".join(
            ("K" if is_king(on[square]) else "") + label(square, position.rules)
            for square in in_order(on, position.rules)
            if slow_rules.colour(on[square]) == side
        )
    return f"{position.turn}:W{sides['W']}:B{sides['B']}"


# The texts of moves


def canonical_squares(chain: Chain) -> list[Square]:
    """Return the squares of the full path as PDN 3.0 wants them.

    Every square where the piece turns, and between two captures straight on the square right
    behind the captured piece; whatever the landings of `chain` were.
    """
    stops = [chain.origin, *chain.landings]
    courses = [heading(a, b) for a, b in pairwise(stops)]
    path = [chain.origin]
    for i in range(len(courses) - 1):
        turns = courses[i] != courses[i + 1]
        path.append(chain.landings[i] if turns else step(chain.victims[i], courses[i]))
    return [*path, chain.landings[-1]]


def canonical_path(chain: Chain, rules: Rules = SPANISH) -> list[int]:
    """Return the numbers of `canonical_squares`."""
    return [number_of(square, rules) for square in canonical_squares(chain)]


def heading(start: Square, end: Square) -> Square:
    return (1 if end[0] > start[0] else -1, 1 if end[1] > start[1] else -1)


def canonical_paths(position: Position, move: Move) -> list[list[int]]:
    """Return the canonical path of each order in which `move` can be carried out, ascending."""
    rules = position.rules
    chains = [chain for chain in legal_chains(position) if chain.move == move]
    return sorted(map(list, {tuple(canonical_path(chain, rules)) for chain in chains}))


def written(squares: Sequence[Square], rules: Rules, sign: str = "") -> str:
    """Join squares as a capture, or by `sign`."""
    return (sign or rules.sign).join(label(square, rules) for square in squares)


def text(position: Position, move: Move, moves: Sequence[Move] | None = None) -> str:
    """Write a legal move: two squares, or its full path where two squares would not do.

    That is where another legal capture has the same start and end and takes other pieces. Of a
    capture that goes round in more than one order the path with the lowest numbers is written.

    >>> position = from_fen("W:W10:B13,14,21,22")
    >>> list(texts(position))
    ['10x17x26', '10x19x26']
    """
    rules = position.rules
    ends = [move.origin, move.destination]
    if not move.captured:
        return written(ends, rules, "-")
    rivals = [m for m in moves or legal_moves(position) if m[:2] == move[:2]]
    if len(rivals) == 1:
        return written(ends, rules)
    return written([square_of(n, rules) for n in canonical_paths(position, move)[0]], rules)


def texts(position: Position) -> dict[str, Move]:
    """Return all legal moves by their texts, ascending."""
    moves = legal_moves(position)
    return dict(sorted((text(position, move, moves), move) for move in moves))


def squares_in(written_move: str, rules: Rules = SPANISH) -> list[Square]:
    """Return the squares of a text such as `10-14` or `c3:e5:g7`; the sign proves nothing."""
    items = re.split("[-x:]", written_move)
    return [square for item in items for square in item_squares(item, rules)]
