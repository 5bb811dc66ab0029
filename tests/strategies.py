"""Hypothesis strategies for Spanish draughts: positions of every kind, and games by random play.

Positions and moves are the oracle's (`tests.oracle.slow_rules`). Every strategy is drawn piece by
piece or move by move, so that hypothesis shrinks a failure to the few pieces that matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
# Positions in which a king on either side has time.
CALM = tuple(map(slow_rules.from_fen, ("W:WK1:BK4", "B:WK17,9:BK32", "W:WK6:BK27,K28,29")))
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


@st.composite
def scattered(
    draw: st.DrawFn, kinds: str, low: int, high: int, squares: Sequence[int] = SQUARES
) -> dict[int, str]:
    """Put `low` to `high` pieces, evenly of `kinds` (repeat one to see it more), on `squares`."""
    count = draw(st.integers(low, min(high, len(squares))))
    taken = draw(st.lists(st.sampled_from(squares), min_size=count, max_size=count, unique=True))
    return {number: draw(st.sampled_from(kinds)) for number in taken}


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
def lines(
    draw: st.DrawFn,
    most_plies: int = 60,
    start: Position = slow_rules.START,
    most_choices: int = 30,
) -> Line:
    """Play at random from `start` up to `most_plies` plies, or until a side cannot move.

    With `most_choices` low the same few moves are played again and again.
    """
    return played(start, draw(choices(most_plies, most_choices)), slow_rules.texts)


@st.composite
def wanderings(draw: st.DrawFn, most_plies: int = 60) -> Line:
    """Few pieces go about without giving anything: repetitions, and plies without progress."""
    start = draw(arranged(scattered("WWw", 1, 2), scattered("BBb", 1, 2)))
    if slow_rules.best_capture(start) != (0, 0):
        start = draw(st.sampled_from(CALM))
    return played(start, draw(choices(most_plies, 1)), peaceful)


@st.composite
def choices(draw: st.DrawFn, most: int, highest: int) -> list[int]:
    """Give up to `most` numbers from 0 to `highest`: any length is as likely as any other."""
    length = draw(st.integers(0, most))
    return draw(st.lists(st.integers(0, highest), min_size=length, max_size=length))


def peaceful(position: Position) -> dict[str, Move]:
    """Return the legal moves after which nothing can be taken, by text; all, if none is so."""
    named = slow_rules.texts(position)
    quiet = {
        text: move
        for text, move in named.items()
        if slow_rules.best_capture(slow_rules.play(position, move)) == (0, 0)
    }
    return quiet or named


def played(
    start: Position, chosen: Sequence[int], moves_of: Callable[[Position], dict[str, Move]]
) -> Line:
    """Play the move that each choice picks from `moves_of` the position, as long as it has any."""
    line = Line([start], [], [])
    for choice in chosen:
        moves = list(moves_of(line.positions[-1]).items())
        if not moves:
            break
        text, move = moves[choice % len(moves)]
        line.texts.append(text)
        line.moves.append(move)
        line.positions.append(slow_rules.play(line.positions[-1], move))
    return line


class Spoilt(NamedTuple):
    """A line with one move changed: where it starts, the texts, and the index of the change."""

    start: Position
    texts: list[str]
    place: int


@st.composite
def spoilt_lines(draw: st.DrawFn) -> Spoilt:
    """Change one move of a line to one that is likely to be wrong, often near a long capture."""
    start = draw(st.just(slow_rules.START) | positions())
    line = draw(lines(30, start))
    places = range(len(line.positions))
    rich = [i for i in places if slow_rules.best_capture(line.positions[i]) > (1, 0)]
    place = draw(st.sampled_from(places) | st.sampled_from(rich or places))
    kinds = likely_faults(line.positions[place])
    text = draw(st.sampled_from(kinds[draw(st.sampled_from(sorted(kinds)))]))
    return Spoilt(start, [*line.texts[:place], text, *line.texts[place + 1 :]], place)


def likely_faults(position: Position) -> dict[str, list[str]]:
    """Return texts by what may be wrong with them; a kind that has none here is left out."""
    other = position._replace(turn=slow_rules.OPPONENT[position.turn])
    chains = slow_rules.capture_chains(position)
    paths = [[slow_rules.number_of(s) for s in (c.origin, *c.landings)] for c in chains]
    neighbours = [
        (slow_rules.number_of(square), slow_rules.number_of(target))
        for square, _ in slow_rules.own_pieces(position)
        for target in (slow_rules.step(square, d, n) for d in slow_rules.DIAGONALS for n in (1, 2))
        if slow_rules.on_board(target)
    ]
    kinds = {
        "quiet": ["-".join(map(str, ends_of(move))) for move in slow_rules.quiet_moves(position)],
        "whole capture": ["x".join(map(str, path)) for path in paths],
        "ends of a capture": [f"{path[0]}x{path[-1]}" for path in paths],
        "half a capture": [f"{path[0]}x{stop}" for path in paths for stop in path[1:-1]],
        "half a path": ["x".join(map(str, path[:-1])) for path in paths if len(path) > 3],
        "the other side": list(slow_rules.texts(other)),
        "near by": [f"{origin}-{target}" for origin, target in neighbours],
        "anywhere": ["1-32", "14-19", "10x19x28"],
    }
    return {kind: texts for kind, texts in kinds.items() if texts}


def ends_of(move: Move) -> tuple[int, int]:
    return slow_rules.number_of(move.origin), slow_rules.number_of(move.destination)


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
