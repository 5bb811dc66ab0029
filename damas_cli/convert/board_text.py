"""A position as a board of text: for terminals, mails and whatever shows letters of one width.

Men are circles, kings chess kings: the pieces of draughts in Unicode are wider than a column in
most fonts, and circles within circles cannot be told from plain ones where letters are small. In
colour all pieces are filled, as their colours tell them apart; without, White's are hollow.
"""

from __future__ import annotations

from typing import NamedTuple

from damas_cli.language import ENGLISH, Words
from damas_cli.rules.board import Board
from damas_cli.rules.position import Position

from .spans import Row, Span, line_of
from .svg_diagram import LastMove

# By piece, "" being an empty square and "x" one on which a piece was taken.
_HOLLOW = {"": "·", "w": "○", "W": "♔", "b": "●", "B": "♚", "x": "\u00d7"}
_FILLED = {**_HOLLOW, "": " ", "w": "●", "W": "♚"}
_ASCII = {"": ".", "w": "w", "W": "W", "b": "b", "B": "B", "x": "/"}

# Colours of the 256 that terminals have: the squares that play, the others, the last move's.
_PLAYING, _OTHER, _MOVED = "48;5;137", "48;5;223", "48;5;178"
_WHITE, _BLACK, _LABEL, _TAKEN = "1;38;5;231", "38;5;16", "38;5;94", "1;38;5;88"


class BoardLook(NamedTuple):
    """How boards are drawn.

    Attributes:
        orientation: the side at the bottom, `white` or `black`.
        numbers: whether empty squares show what they are called.
        edge: whether the squares at the edge are named beside it.
        ascii_only: whether to draw with ASCII.
        colour: whether to colour, for terminals.
    """

    orientation: str = "white"
    numbers: bool = False
    edge: bool = True
    ascii_only: bool = False
    colour: bool = False

    def cell_width(self, board: Board) -> int:
        """Return how many columns a square takes."""
        return 3 if not self.numbers else 2 + len(board.label(board.order[-1]))

    def width(self, board: Board) -> int:
        """Return how many columns a board takes, with what stands beside it."""
        return board.width * self.cell_width(board) + (2 * _edge_width(board) if self.edge else 0)

    def height(self, board: Board) -> int:
        """Return how many lines a board takes."""
        return board.height + (1 if self.edge and board.algebraic else 0)


def board_lines(
    position: Position, look: BoardLook | None = None, last_move: LastMove | None = None
) -> list[str]:
    """Return `position` as lines of text; `last_move` is marked in it.

    >>> print("\\n".join(board_lines(Position.from_fen("W:W1,K6:B28,K32"),
    ...     BoardLook(ascii_only=True))))
     32  B     .     .     .     29
     28     b     .     .     .  25
     24  .     .     .     .     21
     20     .     .     .     .  17
     16  .     .     .     .     13
     12     .     .     .     .   9
      8  .     .     W     .      5
      4     .     .     .     w   1
    """
    look = look or BoardLook()
    return [line_of(row, look.colour) for row in board_rows(position, look, last_move)]


def board_rows(position: Position, look: BoardLook, last_move: LastMove | None = None) -> list[Row]:
    """Return the rows of a board; each takes `look.width(board)` columns."""
    board = position.variant.board
    drawing = _Drawing(position, look, last_move)
    rows = [drawing.row(line) for line in range(board.height)]
    if look.edge and board.algebraic:
        rows.append(drawing.letters())
    return rows


def legend(look: BoardLook, words: Words = ENGLISH) -> str:
    """Return which sign is whose."""
    signs = _signs(look)
    return words(
        "{white_man} {white_king} White, {black_man} {black_king} Black",
        white_man=signs["w"],
        white_king=signs["W"],
        black_man=signs["b"],
        black_king=signs["B"],
    )


def _signs(look: BoardLook) -> dict[str, str]:
    return _ASCII if look.ascii_only else _FILLED if look.colour else _HOLLOW


def _edge_width(board: Board) -> int:
    """Return how wide the names beside a board are, with the blanks around them."""
    return 2 + (len(str(board.height)) if board.algebraic else len(str(board.size)))


class _Drawing:
    def __init__(self, position: Position, look: BoardLook, last_move: LastMove | None) -> None:
        self.position = position
        self.board = position.variant.board
        self.look = look
        self.signs = _signs(look)
        self.cell_width = look.cell_width(self.board)
        self.moved = {last_move.path[0], last_move.path[-1]} if last_move else set()
        self.taken = set(last_move.captured) if last_move else set()

    def place(self, column: int, line: int) -> tuple[int, int]:
        """Return the file and the row, as White counts them, of a place on the screen."""
        if self.look.orientation == "black":
            return self.board.width - 1 - column, line
        return column, self.board.height - 1 - line

    def row(self, line: int) -> Row:
        """Return a row of squares, with the names of the first and the last beside it."""
        places = [self.place(column, line) for column in range(self.board.width)]
        squares = [self.board.numbers.get(place, 0) for place in places]
        cells = [self._cell(square) for square in squares]
        if not self.look.edge:
            return cells
        playing = [square for square in squares if square]
        room = _edge_width(self.board) - 1
        left, right = (f"{self._edge_name(playing[at]):>{room}}" for at in (0, -1))
        return [Span(f"{left} "), *cells, Span(f"{right} ")]

    def _edge_name(self, square: int) -> str:
        return self.board.name(square)[1:] if self.board.algebraic else str(square)

    def letters(self) -> Row:
        """Return the letters of the files."""
        named = {}
        for square in range(1, self.board.size + 1):
            named[self.board.places[square][0]] = self.board.name(square)[0]
        files = [self.place(column, 0)[0] for column in range(self.board.width)]
        edge = " " * _edge_width(self.board)
        return [Span(edge), *(Span(f"{named[f]:^{self.cell_width}}") for f in files), Span(edge)]

    def _cell(self, square: int) -> Span:
        room = self.cell_width
        if not square:
            return Span(" " * room, _OTHER)
        piece = self.position.piece(square)
        ground = _MOVED if square in self.moved else _PLAYING
        if piece:
            sign, ink = self.signs[piece], _WHITE if piece in "wW" else _BLACK
        elif square in self.taken:
            sign, ink = self.signs["x"], _TAKEN
        elif self.look.numbers:
            sign, ink = self.board.label(square), _LABEL
        else:
            sign, ink = self.signs[""], _LABEL
        inside = f"{sign:^{room - 2}}"
        if square in self.moved and not self.look.colour:
            return Span(f"[{inside}]")
        return Span(f" {inside} ", f"{ink};{ground}")
