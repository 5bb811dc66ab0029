"""Hypothesis strategies for Spanish draughts: positions of every kind, and games by random play.

Positions and moves are the oracle's (`tests.oracle.slow_rules`). Every strategy is drawn piece by
piece or move by move, so that hypothesis shrinks a failure to the few pieces that matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from .oracle import slow_rules
from .oracle.slow_rules import Move, Position

SQUARES = range(1, 33)


def islands(*rows: int) -> tuple[int, ...]:
    """Return the squares of some rows (0 to 7) off the edge; every second row: none touch."""
    squares = {number: slow_rules.square_of(number) for number in SQUARES}
    return tuple(n for n, (column, row) in squares.items() if row in rows and 0 < column < 7)


FIRST_ISLANDS = islands(1, 3, 5)
SECOND_ISLANDS = islands(2, 4, 6)
SIDES = st.sampled_from("WB")


class Line(NamedTuple):
    """A game: its positions (one more than its moves), its moves, and their texts."""

    positions: list[Position]
    moves: list[Move]
    texts: list[str]


def turned(position: Position) -> Position:
    """Turn the board by half and swap the colours: the same position seen by the other player.

    >>> slow_rules.to_fen(turned(slow_rules.from_fen("W:W1,K2:B32")))
    'B:W1:BK31,32'
    """
    rows = tuple(row[::-1].swapcase() for row in reversed(position.rows))
    exchange = str.maketrans("wWbB", "BbWw")
    return Position(
        tuple(row.translate(exchange) for row in rows), slow_rules.OPPONENT[position.turn]
    )


def scattered(
    kinds: str, low: int, high: int, squares: Sequence[int] = SQUARES
) -> st.SearchStrategy[dict[int, str]]:
    """Put `low` to `high` pieces, evenly of `kinds` (repeat one to see it more), on `squares`."""
    placed = st.tuples(st.sampled_from(squares), st.sampled_from(kinds))
    return st.lists(placed, min_size=low, max_size=high, unique_by=lambda pair: pair[0]).map(dict)


@st.composite
def arranged(draw: st.DrawFn, *parts: st.SearchStrategy[dict[int, str]]) -> Position:
    """Lay out the parts on one board (the later ones on top), as White sees it or as Black does."""
    board: dict[int, str] = {}
    for part in parts:
        board.update(draw(part))
    if not board:
        board[1] = "W"
    position = slow_rules.position_of(board.items(), draw(SIDES))
    return turned(position) if draw(st.booleans()) else position


@st.composite
def lines(draw: st.DrawFn, most_plies: int = 60, start: Position = slow_rules.START) -> Line:
    """Play at random from `start` up to `most_plies` plies, or until a side cannot move."""
    choices = draw(st.lists(st.integers(0, 30), max_size=most_plies))
    return played(start, choices)


def played(start: Position, choices: Sequence[int]) -> Line:
    """Play the move that each choice picks from the ascending texts, as long as there is one."""
    line = Line([start], [], [])
    for choice in choices:
        moves = list(slow_rules.texts(line.positions[-1]).items())
        if not moves:
            break
        text, move = moves[choice % len(moves)]
        line.texts.append(text)
        line.moves.append(move)
        line.positions.append(slow_rules.play(line.positions[-1], move))
    return line


def named(start: Position, texts: str) -> Line:
    """Play the moves named by `texts`."""
    line = Line([start], [], texts.split())
    for text in line.texts:
        line.moves.append(slow_rules.texts(line.positions[-1])[text])
        line.positions.append(slow_rules.play(line.positions[-1], line.moves[-1]))
    return line


def positions() -> st.SearchStrategy[Position]:
    """Give positions of all kinds; half of them are rich in captures of several pieces."""
    from_play = lines(30).map(lambda line: line.positions[-1])
    men_only = arranged(scattered("wb", 4, 24, range(5, 29)))
    king_rich = arranged(scattered("wbWWBB", 2, 14))
    near_promotion = arranged(
        scattered("wwwB", 1, 6, range(21, 29)),
        scattered("bbbW", 1, 6, range(5, 13)),
        scattered("wbWB", 0, 6),
    )
    few = arranged(scattered("wbWB", 1, 5))
    men_meet_islands = arranged(
        scattered("bbbB", 3, 9, SECOND_ISLANDS), scattered("w", 1, 4, range(1, 9))
    )
    return st.one_of(
        from_play,
        men_only,
        king_rich,
        near_promotion,
        few,
        nearly_blocked(),
        long_captures(FIRST_ISLANDS),
        long_captures(SECOND_ISLANDS),
        long_captures(FIRST_ISLANDS + SECOND_ISLANDS),
        men_meet_islands,
    )


def long_captures(squares: Sequence[int]) -> st.SearchStrategy[Position]:
    """A king or two among enemies with room around them, men and kings."""
    return arranged(scattered("bbbB", 5, 9, squares), scattered("wW", 0, 2), scattered("W", 1, 2))


@st.composite
def nearly_blocked(draw: st.DrawFn) -> Position:
    """Men walled in by enemies that cannot be jumped, with a piece more or less."""
    blocked = draw(scattered("w", 1, 5))
    board: dict[int, str] = {}
    for number in blocked:
        square = slow_rules.square_of(number)
        for direction in slow_rules.step_directions("w"):
            for times in (1, 2):
                wall = slow_rules.step(square, direction, times)
                if slow_rules.on_board(wall):
                    board[slow_rules.number_of(wall)] = "b"
    board.update(blocked)
    return draw(arranged(st.just(board), scattered("wbB", 0, 2)))
