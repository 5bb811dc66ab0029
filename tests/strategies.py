"""Hypothesis strategies for draughts: positions of every kind, and games by random play.

Positions and moves are the oracle's (`tests.oracle.slow_rules`), of any of its variants; Spanish
ones where nothing else is asked for. Every strategy is drawn piece by piece or move by move, so
that hypothesis shrinks a failure to the few pieces that matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from .oracle import slow_notation, slow_rules
from .oracle.slow_notation import from_fen, written
from .oracle.slow_rules import Move, Position
from .oracle.slow_variants import OPPONENT, SPANISH, Rules, Square, square_of, squares_of

# Spanish positions in which a king on either side has time.
CALM = tuple(map(from_fen, ("W:WK1:BK4", "B:WK17,9:BK32", "W:WK6:BK27,K28,29")))
SIDES = st.sampled_from("WB")


def examples(few: int, nightly: int = 10_000) -> settings:
    """Ask for a few examples, or for very many in the profile `nightly`."""
    is_nightly = settings.get_current_profile_name() == "nightly"
    return settings(deadline=None, max_examples=nightly if is_nightly else few)


def in_rows(rules: Rules, rows: Collection[int]) -> tuple[Square, ...]:
    """Return the squares of some rows, 0 being White's first."""
    return tuple(square for square in squares_of(rules).values() if square[1] in rows)


def islands(rules: Rules, *first_rows: int) -> tuple[Square, ...]:
    """Return the squares off the edge in every second row from `first_rows`: none touch."""
    rows = [row for first in first_rows for row in range(first, rules.size - 1, 2)]
    return tuple(s for s in in_rows(rules, rows) if 0 < s[0] < rules.size - 1)


class Line(NamedTuple):
    """A game: its positions (one more than its moves), its moves, and their texts."""

    positions: list[Position]
    moves: list[Move]
    texts: list[str]


def turned(position: Position) -> Position:
    """Turn the board by half and swap the colours: the same position seen by the other player.

    >>> slow_notation.to_fen(turned(from_fen("W:W1,K2:B32")))
    'B:W1:BK31,32'
    """
    exchange = str.maketrans("wWbB", "bBwW")
    rows = tuple(row[::-1].translate(exchange) for row in reversed(position.rows))
    return Position(rows, OPPONENT[position.turn], position.rules)


def moved_to(rules: Rules, position: Position) -> Position:
    """Set up a Spanish position on the board of `rules`, mirrored where the other corner plays.

    >>> from .oracle.slow_variants import VARIANTS
    >>> slow_notation.to_fen(moved_to(VARIANTS["russian"], from_fen("W:WK1,5:BK4")))
    'W:WKa1,b2:BKg1'
    """
    board = {
        (rules.size - 1 - column if rules.left_plays else column, row): piece
        for (column, row), piece in slow_rules.pieces(position)
    }
    return slow_rules.placed(board, position.turn, rules)


@st.composite
def scattered(
    draw: st.DrawFn, squares: Sequence[Square], kinds: str, low: int, high: int
) -> dict[Square, str]:
    """Put `low` to `high` pieces, evenly of `kinds` (repeat one to see it more), on `squares`."""
    count = draw(st.integers(low, min(high, len(squares))))
    taken = draw(st.lists(st.sampled_from(squares), min_size=count, max_size=count, unique=True))
    return {square: draw(st.sampled_from(kinds)) for square in taken}


@st.composite
def arranged(
    draw: st.DrawFn, rules: Rules, *parts: st.SearchStrategy[dict[Square, str]]
) -> Position:
    """Lay out the parts on one board (the later ones on top), as White sees it or as Black does."""
    board: dict[Square, str] = {}
    for part in parts:
        board.update(draw(part))
    if not board:
        board[square_of(1, rules)] = "W"
    if rules.crowning == "king":
        # What such a man may do is nobody's law: it has become a king on its way there.
        for square, piece in board.items():
            board[square] = piece.upper() if slow_rules.crowns(piece, square, rules) else piece
    position = slow_rules.placed(board, draw(SIDES), rules)
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
    return played(start, draw(choices(most_plies, most_choices)), slow_notation.texts)


@st.composite
def wanderings(
    draw: st.DrawFn, most_plies: int = 60, rules: Rules = SPANISH, most_pieces: int = 2
) -> Line:
    """Few pieces go about without giving anything: repetitions, and plies without progress."""
    board = in_rows(rules, range(rules.size))
    white, black = scattered(board, "WWw", 1, most_pieces), scattered(board, "BBb", 1, 2)
    start = draw(arranged(rules, white, black))
    if slow_rules.best_capture(start) != (0, 0):
        start = moved_to(rules, draw(st.sampled_from(CALM)))
    return played(start, draw(choices(most_plies, 1)), peaceful)


@st.composite
def choices(draw: st.DrawFn, most: int, highest: int) -> list[int]:
    """Give up to `most` numbers from 0 to `highest`: any length is as likely as any other."""
    length = draw(st.integers(0, most))
    return draw(st.lists(st.integers(0, highest), min_size=length, max_size=length))


def peaceful(position: Position) -> dict[str, Move]:
    """Return the legal moves after which nothing can be taken, by text; all, if none is so."""
    named = slow_notation.texts(position)
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
def spoilt_lines(draw: st.DrawFn, rules: Rules = SPANISH) -> Spoilt:
    """Change one move of a line to one that is likely to be wrong, often near a long capture."""
    start = draw(st.just(slow_rules.start(rules.name)) | positions(rules))
    line = draw(lines(30, start))
    places = range(len(line.positions))
    rich = [i for i in places if slow_rules.best_capture(line.positions[i]) > (1, 0)]
    place = draw(st.sampled_from(places) | st.sampled_from(rich or places))
    kinds = likely_faults(line.positions[place])
    text = draw(st.sampled_from(kinds[draw(st.sampled_from(sorted(kinds)))]))
    return Spoilt(start, [*line.texts[:place], text, *line.texts[place + 1 :]], place)


def likely_faults(position: Position) -> dict[str, list[str]]:
    """Return texts by what may be wrong with them; a kind that has none here is left out."""
    rules = position.rules
    other = position._replace(turn=OPPONENT[position.turn])
    paths = [[c.origin, *c.landings] for c in slow_rules.capture_chains(position)]
    neighbours = [
        [square, target]
        for square, _ in slow_rules.own_pieces(position)
        for target in (slow_rules.step(square, d, n) for d in slow_rules.DIAGONALS for n in (1, 2))
        if target in squares_of(rules).values()
    ]
    anywhere = [[square_of(n, rules) for n in path] for path in ((14, 19), (1, 32), (10, 19, 28))]
    captures = {
        "whole capture": paths,
        "ends of a capture": [[path[0], path[-1]] for path in paths],
        "half a capture": [[path[0], stop] for path in paths for stop in path[1:-1]],
        "half a path": [path[:-1] for path in paths if len(path) > 3],
        "far away": anywhere[2:],
    }
    quiet = {
        "quiet": [move[:2] for move in slow_rules.quiet_moves(position)],
        "near by": neighbours,
        "anywhere": anywhere[:2],
    }
    kinds = {
        kind: [written(squares, rules) for squares in found] for kind, found in captures.items()
    } | {kind: [written(squares, rules, "-") for squares in found] for kind, found in quiet.items()}
    kinds["the other side"] = list(slow_notation.texts(other))
    return {kind: texts for kind, texts in kinds.items() if texts}


def named(start: Position, texts: str) -> Line:
    """Play the moves named by `texts`."""
    line = Line([start], [], texts.split())
    for text in line.texts:
        line.moves.append(slow_notation.texts(line.positions[-1])[text])
        line.positions.append(slow_rules.play(line.positions[-1], line.moves[-1]))
    return line


@cache
def positions(rules: Rules = SPANISH) -> st.SearchStrategy[Position]:
    """Give positions of all kinds; half of them are rich in captures of several pieces."""
    size = rules.size
    everywhere = in_rows(rules, range(size))
    first, second = islands(rules, 1), islands(rules, 2)
    from_play = lines(30, slow_rules.start(rules.name)).map(lambda line: line.positions[-1])
    men_only = arranged(rules, scattered(in_rows(rules, range(1, size - 1)), "wb", 4, 24))
    king_rich = arranged(rules, scattered(everywhere, "wbWWBB", 2, 14))
    near_promotion = arranged(
        rules,
        scattered(in_rows(rules, (size - 3, size - 2)), "wwwB", 1, 6),
        scattered(in_rows(rules, (1, 2)), "bbbW", 1, 6),
        scattered(everywhere, "wbWB", 0, 6),
    )
    few = arranged(rules, scattered(everywhere, "wbWB", 1, 5))
    men_meet_islands = arranged(
        rules, scattered(second, "bbbB", 3, 9), scattered(in_rows(rules, (0, 1)), "w", 1, 4)
    )
    return st.one_of(
        from_play,
        men_only,
        king_rich,
        near_promotion,
        few,
        nearly_blocked(rules),
        long_captures(rules, first),
        long_captures(rules, second),
        long_captures(rules, first + second),
        men_meet_islands,
    )


def long_captures(rules: Rules, squares: Sequence[Square]) -> st.SearchStrategy[Position]:
    """A king or two among enemies with room around them, men and kings."""
    everywhere = in_rows(rules, range(rules.size))
    return arranged(
        rules,
        scattered(squares, "bbbB", 5, 9),
        scattered(everywhere, "wW", 0, 2),
        scattered(everywhere, "W", 1, 2),
    )


@st.composite
def nearly_blocked(draw: st.DrawFn, rules: Rules) -> Position:
    """Men walled in by enemies that cannot be jumped, with a piece more or less."""
    everywhere = in_rows(rules, range(rules.size))
    blocked = draw(scattered(everywhere, "w", 1, 5))
    board: dict[Square, str] = {}
    for square in blocked:
        for direction in slow_rules.step_directions("w"):
            for times in (1, 2):
                wall = slow_rules.step(square, direction, times)
                if wall in everywhere:
                    board[wall] = "b"
    board.update(blocked)
    return draw(arranged(rules, st.just(board), scattered(everywhere, "wbB", 0, 2)))
