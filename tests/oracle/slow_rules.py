"""Draughts, slow and plain: the judge that the product is measured against.

Written from the rule texts alone (headings and words quoted in each docstring; the constants of
each variant are in `slow_variants`), with a board of characters and (column, row) pairs; it shares
no idea and no line with `damas_cli`. Where speed and clarity disagree, clarity wins.

A square is `(column, row)`, seen from White's side: column 0 is the left one, row 0 the first. On
the board `w` and `b` are men, `W` and `B` kings, `.` is empty.

    >>> START == start() == start("spanish")
    True
    >>> print(drawing(START))
    8 b b b b
    7  b b b b
    6 b b b b
    5  . . . .
    4 . . . .
    3  w w w w
    2 w w w w
    1  w w w w
    >>> perft(START, 4), perft(start("brazilian"), 5), perft(start("international"), 3)
    (1469, 7473, 658)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .slow_variants import (
    OPPONENT,
    SPANISH,
    VARIANTS,
    Rules,
    Square,
    on_board,
    square_of,
    squares_of,
    start_squares,
)

EMPTY = "."
FORWARD = {"W": 1, "B": -1}
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
CONVENTIONS = ("unique", "capture-order", "landing-path")


class Position(NamedTuple):
    """Rows of characters, White's first row first; the side to move, `W` or `B`; the rules."""

    rows: tuple[str, ...]
    turn: str
    rules: Rules = SPANISH


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


# The board and what stands on it


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
    for square in squares_of(position.rules).values():
        if at(position.rows, square) != EMPTY:
            yield square, at(position.rows, square)


def own_pieces(position: Position) -> Iterator[tuple[Square, str]]:
    return ((s, piece) for s, piece in pieces(position) if colour(piece) == position.turn)


def placed(board: dict[Square, str], turn: str, rules: Rules) -> Position:
    """Build a position from the pieces on their squares."""
    empty = (EMPTY * rules.size,) * rules.size
    return Position(changed(empty, board), turn, rules)


def position_of(numbered: Iterable[tuple[int, str]], turn: str, rules: Rules = SPANISH) -> Position:
    """Build a position from (number, piece) pairs."""
    return placed({square_of(n, rules): piece for n, piece in numbered}, turn, rules)


def start(variant: str = "spanish") -> Position:
    """ "Cómo se coloca el tablero": men on the rows nearest to each player."""
    rules = VARIANTS[variant]
    white, black = start_squares(rules)
    return placed(dict.fromkeys(white, "w") | dict.fromkeys(black, "b"), rules.first, rules)


def drawing(position: Position) -> str:
    """Draw the playing squares, White below."""
    size = position.rules.size
    played_on = set(squares_of(position.rules).values())
    lines = []
    for row in reversed(range(size)):
        squares = [(column, row) for column in range(size)]
        line = "".join(at(position.rows, s) if s in played_on else " " for s in squares)
        lines.append(f"{row + 1:{len(str(size))}} {line}".rstrip())
    return "\n".join(lines)


START = start()


# How the pieces move and take


def step_directions(piece: str) -> tuple[Square, ...]:
    """ "Cómo se mueve el peón": forwards only. "La dama recorre toda la diagonal": all four.

    "La dama se mueve una casilla a la vez a las casillas contiguas en las 4 direcciones
    diagonales" (English) is all four as well.
    """
    if is_king(piece):
        return DIAGONALS
    return tuple(d for d in DIAGONALS if d[1] == FORWARD[colour(piece)])


def take_directions(piece: str, rules: Rules) -> tuple[Square, ...]:
    """ "Nunca captura hacia atrás"; or "hacia delante y hacia atrás", where the rules say so."""
    return DIAGONALS if rules.men_take_back else step_directions(piece)


def ranges(piece: str, rules: Rules) -> bool:
    """Tell whether `piece` goes "tantas casillas como quiera"; else "una casilla a la vez"."""
    return is_king(piece) and rules.flying


def quiet_moves(position: Position) -> list[Move]:
    """ "Cómo se mueve el peón": one square. "La dama recorre toda la diagonal": any number."""
    moves = []
    for square, piece in own_pieces(position):
        for direction in step_directions(piece):
            target = step(square, direction)
            while on_board(target, position.rules) and at(position.rows, target) == EMPTY:
                moves.append(Move(square, target, frozenset()))
                if not ranges(piece, position.rules):
                    break
                target = step(target, direction)
    return moves


def jumps(
    rows: Sequence[str], square: Square, piece: str, taken: Sequence[Square], rules: Rules = SPANISH
) -> Iterator[tuple[Square, Square]]:
    """Give (victim, landing) of every single jump of `piece`, which stands on `square`.

    "Cómo se mueve el peón": over the neighbouring enemy, to the square right behind it.
    "La dama recorre toda la diagonal": from afar, to any empty square beyond on that diagonal; in
    some variants "justo detrás". What is `taken` and still on the board cannot be jumped twice.
    """
    for direction in take_directions(piece, rules):
        victim = step(square, direction)
        while ranges(piece, rules) and on_board(victim, rules) and at(rows, victim) == EMPTY:
            victim = step(victim, direction)
        if not on_board(victim, rules) or not is_enemy(at(rows, victim), colour(piece)):
            continue
        if victim in taken:
            continue
        if is_king(at(rows, victim)) and not is_king(piece) and not rules.men_take_kings:
            continue
        landing = step(victim, direction)
        while on_board(landing, rules) and at(rows, landing) == EMPTY:
            yield victim, landing
            if rules.stops_behind or not ranges(piece, rules):
                break
            landing = step(landing, direction)


def capture_chains(position: Position) -> list[Chain]:
    """Return every capture carried through to its end, without the laws that choose among them.

    "Comer es obligatorio, y hay que comer lo máximo": the piece goes on while it has something to
    take, and what it took stands in the way until the move is over (or is gone at once, where the
    rules say so). "Coronar detiene la jugada": a man that reaches the last row stops there, or goes
    on as a king (Russian), or "sigue siendo peón" and goes on if it can as a man.
    """
    rules = position.rules
    found: list[Chain] = []

    def grow(rows: tuple[str, ...], piece: str, chain: Chain) -> None:
        square = chain.landings[-1] if chain.landings else chain.origin
        if chain.victims and crowns(piece, square, rules):
            if rules.crowning == "stop":
                found.append(chain)
                return
            if rules.crowning == "king":
                piece = piece.upper()
        further = list(jumps(rows, square, piece, chain.victims, rules))
        if chain.victims and not further:
            found.append(chain)
        for victim, landing in further:
            left = changed(rows, {victim: EMPTY}) if rules.taken_at_once else rows
            longer = Chain(chain.origin, (*chain.victims, victim), (*chain.landings, landing))
            grow(left, piece, longer)

    for origin, piece in own_pieces(position):
        # On the way the piece stands where it has landed, so its first square is free.
        grow(changed(position.rows, {origin: EMPTY}), piece, Chain(origin, (), ()))
    return found


def crowns(piece: str, square: Square, rules: Rules = SPANISH) -> bool:
    """ "Coronar detiene la jugada": a man that ends its move on the last row."""
    return not is_king(piece) and square[1] == rules.last_row[colour(piece)]


def crowned_by(position: Position, move: Move) -> bool:
    """Tell whether a man becomes a king by `move`, at its end or, in Russian, on its way.

    There a man has been on the last row if it took a piece from the row before: a jump over that
    row always begins or ends on the last one.
    """
    rules = position.rules
    piece = at(position.rows, move.origin)
    last = rules.last_row[position.turn]
    before = last - FORWARD[position.turn]
    on_the_way = rules.crowning == "king" and any(row == before for _, row in move.captured)
    return not is_king(piece) and (move.destination[1] == last or on_the_way)


# The laws that choose among the captures


def value(position: Position, victims: Iterable[Square]) -> tuple[int, int]:
    """Return how many pieces, how many kings: "mandan las piezas primero y las damas después"."""
    kinds = [at(position.rows, victim) for victim in victims]
    return len(kinds), sum(map(is_king, kinds))


def best_capture(position: Position) -> tuple[int, int]:
    """Return the (pieces, kings) that must be taken: "Captura máxima", "Desempate por damas"."""
    return max((value(position, s.victims) for s in capture_chains(position)), default=(0, 0))


def worth(position: Position, chain: Chain, law: str) -> object:
    """Return what `law` compares: of two captures, the one that is worth more must be played.

    "kings first" compares jump by jump: at the first jump at which only one of two captures takes
    a king, that one is worth more.
    """
    kings = [is_king(at(position.rows, victim)) for victim in chain.victims]
    by_law: dict[str, object] = {
        "pieces": len(kings),
        "kings": sum(kings),
        "with king": is_king(at(position.rows, chain.origin)),
        "kings first": kings,
    }
    return by_law[law]


def chosen(position: Position, chains: list[Chain], laws: Sequence[str]) -> list[Chain]:
    """Return what `laws` leave of `chains`, one law after the other."""
    for law in laws:
        most = max((worth(position, chain, law) for chain in chains), default=None)  # type: ignore[type-var]
        chains = [chain for chain in chains if worth(position, chain, law) == most]
    return chains


def not_cut_short(chains: list[Chain]) -> list[Chain]:
    """Leave out the captures that stop where they might have stopped elsewhere and gone on.

    "Mientras la ficha elegida pueda seguir saltando, no puede detenerse a mitad del recorrido": of
    the squares behind the last piece taken a flying king must choose one from which it can go on,
    if there is one. Where most pieces must be taken, that law has said so already.
    """
    goes_on = {
        (chain.origin, chain.victims[:jumps], chain.landings[: jumps - 1])
        for chain in chains
        for jumps in range(1, len(chain.victims))
    }
    return [
        chain
        for chain in chains
        if (chain.origin, chain.victims, chain.landings[:-1]) not in goes_on
    ]


def legal_chains(position: Position) -> list[Chain]:
    """Return the captures that all laws leave: "Captura máxima" and then "Desempate por damas"."""
    return chosen(position, not_cut_short(capture_chains(position)), position.rules.best)


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
    if crowned_by(position, move):
        piece = piece.upper()
    changes = dict.fromkeys(move.captured, EMPTY)
    changes[move.origin] = EMPTY
    changes[move.destination] = piece
    return Position(changed(position.rows, changes), OPPONENT[position.turn], position.rules)


def winner(position: Position) -> str | None:
    """Return who has won, if the side to move cannot: "Cómo se gana y cómo se hacen tablas".

    Whoever has lost every piece has no move either.
    """
    return None if legal_moves(position) else OPPONENT[position.turn]


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
