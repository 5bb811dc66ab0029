"""Spanish draughts, slow and plain: the judge that the product is measured against.

Written from the rule text alone (headings quoted in each docstring), with an 8x8 board of
characters and (column, row) pairs; it shares no idea and no line with `damas_cli`. Where speed and
clarity disagree, clarity wins.

A square is `(column, row)`: column 0 is a, row 0 is the first row, White's side. Squares that are
played on have an odd sum. On the board `w` and `b` are men, `W` and `B` kings, `.` is empty.

    >>> start = from_fen("W:W1-12:B21-32")
    >>> print(drawing(start))
    8 b b b b
    7  b b b b
    6 b b b b
    5  . . . .
    4 . . . .
    3  w w w w
    2 w w w w
    1  w w w w
    >>> list(texts(start))
    ['10-13', '10-14', '11-14', '11-15', '12-15', '12-16', '9-13']
    >>> perft(start, 4)
    1469
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Square = tuple[int, int]

SIZE = 8
EMPTY = "."
FORWARD = {"W": 1, "B": -1}
LAST_ROW = {"W": SIZE - 1, "B": 0}
OPPONENT = {"W": "B", "B": "W"}
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
CONVENTIONS = ("unique", "capture-order", "landing-path")

REPETITION = 3  # "Triple repetición"
NO_PROGRESS = 80  # "Falta de progreso"


class Position(NamedTuple):
    """Eight rows of characters, White's first row first, and the side to move, `W` or `B`."""

    rows: tuple[str, ...]
    turn: str


class Move(NamedTuple):
    """What a move does: where it starts and ends, and the set of what it takes."""

    origin: Square
    destination: Square
    captured: frozenset[Square]


class Chain(NamedTuple):
    """One way to carry out a capture: the victims in order, and where each jump landed."""

    origin: Square
    victims: tuple[Square, ...]
    landings: tuple[Square, ...]

    @property
    def move(self) -> Move:
        return Move(self.origin, self.landings[-1], frozenset(self.victims))


# The board and its numbers


def square_of(number: int) -> Square:
    """Return the square of a PDN number (GameType 24): 1 is h1, right to left, then upwards.

    >>> [name(square_of(n)) for n in (1, 4, 5, 8, 9, 29, 32)]
    ['h1', 'b1', 'g2', 'a2', 'h3', 'g8', 'a8']
    """
    if not 1 <= number <= 32:
        raise ValueError(f"square {number} is off the board")
    row, place = divmod(number - 1, 4)
    rightmost = 7 if row % 2 == 0 else 6
    return rightmost - 2 * place, row


def number_of(square: Square) -> int:
    return NUMBERS[square]


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


NUMBERS: dict[Square, int] = {square_of(number): number for number in range(1, 33)}


def on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def step(square: Square, direction: Square, times: int = 1) -> Square:
    return square[0] + times * direction[0], square[1] + times * direction[1]


def at(rows: Sequence[str], square: Square) -> str:
    return rows[square[1]][square[0]]


def colour(piece: str) -> str:
    return piece.upper()


def is_king(piece: str) -> bool:
    return piece in ("W", "B")


def is_enemy(piece: str, side: str) -> bool:
    return piece != EMPTY and colour(piece) != side


def changed(rows: Sequence[str], changes: dict[Square, str]) -> tuple[str, ...]:
    board = list(rows)
    for (column, row), piece in changes.items():
        board[row] = board[row][:column] + piece + board[row][column + 1 :]
    return tuple(board)


def pieces(position: Position) -> Iterator[tuple[Square, str]]:
    """Give each square that holds a piece, with the piece, by ascending number."""
    for square in NUMBERS:
        if at(position.rows, square) != EMPTY:
            yield square, at(position.rows, square)


def own_pieces(position: Position) -> Iterator[tuple[Square, str]]:
    return ((s, piece) for s, piece in pieces(position) if colour(piece) == position.turn)


def position_of(placed: Iterable[tuple[int, str]], turn: str) -> Position:
    """Build a position from (number, piece) pairs."""
    empty = (EMPTY * SIZE,) * SIZE
    return Position(changed(empty, {square_of(n): piece for n, piece in placed}), turn)


def drawing(position: Position) -> str:
    """Draw the playing squares, White below."""
    lines = []
    for row in reversed(range(SIZE)):
        squares = [(column, row) for column in range(SIZE)]
        line = "".join(at(position.rows, s) if s in NUMBERS else " " for s in squares)
        lines.append(f"{row + 1} {line}".rstrip())
    return "\n".join(lines)


# FEN


def from_fen(fen: str) -> Position:
    """Read a FEN: ranges, `K10-12` for three kings, sides in either order, final dot, spaces.

    >>> to_fen(from_fen(" W : B K10-12 , 32 : W 1 . "))
    'W:W1:BK10,K11,K12,32'
    """
    whole = re.fullmatch(r"([WB]):([WB])([^:]*):([WB])([^:]*?)\.?", re.sub(r"\s", "", fen))
    if whole is None:
        raise ValueError(f"no FEN: {fen!r}")
    turn, first, first_list, second, second_list = whole.groups()
    if first == second:
        raise ValueError(f"side {first} is given twice")
    placed: dict[int, str] = {}
    for side, items in ((first, first_list), (second, second_list)):
        for item in items.split(",") if items else []:
            found = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
            if found is None:
                raise ValueError(f"no square: {item!r}")
            low = int(found[2])
            high = int(found[3] or low)
            if high < low:
                raise ValueError(f"range runs down: {item!r}")
            for number in range(low, high + 1):
                square_of(number)
                if number in placed:
                    raise ValueError(f"square {number} is named twice")
                placed[number] = side if found[1] else side.lower()
    if not placed:
        raise ValueError("no piece at all")
    return position_of(placed.items(), turn)


def to_fen(position: Position) -> str:
    """Write a FEN: the side to move, White, Black; ascending, `K` before each king.

    >>> to_fen(from_fen("B:B:WK1"))
    'B:WK1:B'
    """
    sides = {"W": "", "B": ""}
    for side in sides:
        sides[side] = ",".join(
            ("K" if is_king(piece) else "") + str(number_of(square))
            for square, piece in pieces(position)
            if colour(piece) == side
        )
    return f"{position.turn}:W{sides['W']}:B{sides['B']}"


START = from_fen("W:W1-12:B21-32")  # "Cómo se coloca el tablero"


# How the pieces move and take


def step_directions(piece: str) -> tuple[Square, ...]:
    """ "Cómo se mueve el peón": forwards only. "La dama recorre toda la diagonal": all four."""
    if is_king(piece):
        return DIAGONALS
    return tuple(d for d in DIAGONALS if d[1] == FORWARD[colour(piece)])


def quiet_moves(position: Position) -> list[Move]:
    """ "Cómo se mueve el peón": one square. "La dama recorre toda la diagonal": any number."""
    moves = []
    for square, piece in own_pieces(position):
        for direction in step_directions(piece):
            target = step(square, direction)
            while on_board(target) and at(position.rows, target) == EMPTY:
                moves.append(Move(square, target, frozenset()))
                if not is_king(piece):
                    break
                target = step(target, direction)
    return moves


def jumps(
    rows: Sequence[str], square: Square, piece: str, taken: Sequence[Square]
) -> Iterator[tuple[Square, Square]]:
    """Give (victim, landing) of every single jump of `piece`, which stands on `square`.

    "Cómo se mueve el peón": over the neighbouring enemy, to the square right behind it, forwards.
    "La dama recorre toda la diagonal": from afar, to any empty square beyond on that diagonal.
    "Comer es obligatorio, y hay que comer lo máximo": what was taken still stands in the way and
    cannot be jumped twice.
    """
    for direction in step_directions(piece):
        victim = step(square, direction)
        while is_king(piece) and on_board(victim) and at(rows, victim) == EMPTY:
            victim = step(victim, direction)
        if not on_board(victim) or not is_enemy(at(rows, victim), colour(piece)):
            continue
        if victim in taken:
            continue
        landing = step(victim, direction)
        while on_board(landing) and at(rows, landing) == EMPTY:
            yield victim, landing
            if not is_king(piece):
                break
            landing = step(landing, direction)


def capture_chains(position: Position) -> list[Chain]:
    """Return every capture carried through to its end, without the laws that choose among them.

    "Comer es obligatorio, y hay que comer lo máximo": the piece goes on while it has something to
    take. "Coronar detiene la jugada": a man that reaches the last row stops there.
    """
    found: list[Chain] = []
    for origin, piece in own_pieces(position):
        if not list(jumps(position.rows, origin, piece, ())):
            continue
        # On the way the piece stands where it has landed, so its first square is free.
        lifted = changed(position.rows, {origin: EMPTY})

        def grow(
            square: Square,
            victims: tuple[Square, ...],
            landings: tuple[Square, ...],
            origin: Square = origin,
            piece: str = piece,
            lifted: tuple[str, ...] = lifted,
        ) -> None:
            further = list(jumps(lifted, square, piece, victims))
            if victims and (crowns(piece, square) or not further):
                found.append(Chain(origin, victims, landings))
                return
            for victim, landing in further:
                grow(landing, (*victims, victim), (*landings, landing))

        grow(origin, (), ())
    return found


def crowns(piece: str, square: Square) -> bool:
    """ "Coronar detiene la jugada": a man that ends its move on the last row."""
    return not is_king(piece) and square[1] == LAST_ROW[colour(piece)]


def value(position: Position, victims: Iterable[Square]) -> tuple[int, int]:
    """Return how many pieces, how many kings: "mandan las piezas primero y las damas después"."""
    kinds = [at(position.rows, victim) for victim in victims]
    return len(kinds), sum(map(is_king, kinds))


def best_capture(position: Position) -> tuple[int, int]:
    """Return the (pieces, kings) that must be taken: "Captura máxima", "Desempate por damas"."""
    return max((value(position, s.victims) for s in capture_chains(position)), default=(0, 0))


def legal_chains(position: Position) -> list[Chain]:
    """Return the captures that "Captura máxima" and then "Desempate por damas" leave."""
    every = capture_chains(position)
    most = max((len(s.victims) for s in every), default=0)
    longest = [s for s in every if len(s.victims) == most]
    kings = max((value(position, s.victims)[1] for s in longest), default=0)
    return [s for s in longest if value(position, s.victims)[1] == kings]


def legal_moves(position: Position) -> list[Move]:
    """Return the legal moves, each (origin, destination, captured set) once.

    "Comer es obligatorio, y hay que comer lo máximo": a quiet move only where there is no capture.
    """
    captures = legal_chains(position)
    if not captures:
        return quiet_moves(position)
    return list(dict.fromkeys(s.move for s in captures))


def play(position: Position, move: Move) -> Position:
    """Return the position after `move`, legal or not, as it is written on the board.

    "Comer es obligatorio...": the victims leave the board when the move is over. "Coronar detiene
    la jugada": a man that ends on the last row becomes a king.
    """
    piece = at(position.rows, move.origin)
    if crowns(piece, move.destination):
        piece = piece.upper()
    changes = dict.fromkeys(move.captured, EMPTY)
    changes[move.origin] = EMPTY
    changes[move.destination] = piece
    return Position(changed(position.rows, changes), OPPONENT[position.turn])


def winner(position: Position) -> str | None:
    """Return who has won, if the side to move cannot: "Cómo se gana y cómo se hacen tablas".

    Whoever has lost every piece has no move either.
    """
    return None if legal_moves(position) else OPPONENT[position.turn]


# Draws


def threefold_ply(positions: Sequence[Position], times: int = REPETITION) -> int:
    """Return the first ply after which a position stood for the third time, 0 if none did.

    "Triple repetición": same position, same side to move. `positions[0]` is before ply 1.
    """
    for ply in range(1, len(positions)):
        if positions[: ply + 1].count(positions[ply]) >= times:
            return ply
    return 0


def no_progress_ply(positions: Sequence[Position], limit: int = NO_PROGRESS) -> int:
    """Return the ply that completes `limit` plies without a capture or a man's move, else 0.

    "Falta de progreso": either of them puts the count back to zero.
    """
    quiet = 0
    for ply in range(1, len(positions)):
        before, after = positions[ply - 1], positions[ply]
        captured = len(list(pieces(before))) != len(list(pieces(after)))
        quiet = 0 if captured or men(before) != men(after) else quiet + 1
        if quiet == limit:
            return ply
    return 0


def men(position: Position) -> list[tuple[Square, str]]:
    return [(square, piece) for square, piece in pieces(position) if not is_king(piece)]


# Move text


def canonical_path(chain: Chain) -> list[int]:
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
    return [number_of(square) for square in (*path, chain.landings[-1])]


def heading(start: Square, end: Square) -> Square:
    return (1 if end[0] > start[0] else -1, 1 if end[1] > start[1] else -1)


def canonical_paths(position: Position, move: Move) -> list[list[int]]:
    """Return the canonical path of each order in which `move` can be carried out, ascending."""
    chains = [chain for chain in capture_chains(position) if chain.move == move]
    return sorted(map(list, {tuple(canonical_path(chain)) for chain in chains}))


def text(position: Position, move: Move, moves: Sequence[Move] | None = None) -> str:
    """Write a legal move: two squares, or its full path where two squares would not do.

    That is where another legal capture has the same start and end and takes other pieces. Of a
    capture that goes round in more than one order the lowest path is written.

    >>> position = from_fen("W:W10:B13,14,21,22")
    >>> list(texts(position))
    ['10x17x26', '10x19x26']
    """
    ends = [number_of(move.origin), number_of(move.destination)]
    if not move.captured:
        return "-".join(map(str, ends))
    rivals = [m for m in moves or legal_moves(position) if m[:2] == move[:2]]
    squares = ends if len(rivals) == 1 else canonical_paths(position, move)[0]
    return "x".join(map(str, squares))


def texts(position: Position) -> dict[str, Move]:
    """Return all legal moves by their texts, ascending."""
    moves = legal_moves(position)
    return dict(sorted((text(position, move, moves), move) for move in moves))


# Perft


def children(position: Position, convention: str) -> list[Move]:
    """Return the moves to count: a move stands as often as `convention` counts it."""
    captures = legal_chains(position)
    if not captures or convention == "unique":
        return legal_moves(position)
    if convention == "landing-path":
        return [s.move for s in captures]
    if convention == "capture-order":
        orders = {(s.origin, s.victims, s.landings[-1]): s.move for s in captures}
        return list(orders.values())
    raise ValueError(f"no such convention: {convention}")


def perft(position: Position, depth: int, convention: str = "unique") -> int:
    """Count the lines of exactly `depth` plies; draws are not looked at."""
    if depth == 0:
        return 1
    moves = children(position, convention)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1, convention) for move in moves)
