"""Boards of text: each piece on its square, in every variant, from either side."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.convert.board_text import BoardLook, board_lines, board_rows, legend
from damas_cli.convert.spans import row_width
from damas_cli.convert.svg_diagram import LastMove
from damas_cli.language import words_of
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names

# Where square 1 and the last square are, and which row follows which, written down from the
# federations' diagrams, White below: (columns from the left, lines from the top) of the squares 1,
# 2, the first one of the second row, and the last.
CORNERS = {
    "spanish": ((7, 7), (5, 7), (6, 6), (0, 0)),
    "portuguese": ((7, 7), (5, 7), (6, 6), (0, 0)),
    "english": ((1, 0), (3, 0), (0, 1), (6, 7)),
    "italian": ((0, 0), (2, 0), (1, 1), (7, 7)),
    "russian": ((1, 0), (3, 0), (0, 1), (6, 7)),
    "international": ((1, 0), (3, 0), (0, 1), (8, 9)),
    "canadian": ((1, 0), (3, 0), (0, 1), (10, 11)),
}


def signs_of(lines: list[str], look: BoardLook, width: int, cell: int) -> list[list[str]]:
    """Return the signs of a board by line and column, read from the text alone."""
    edge = (len(lines[0]) - width * cell) // 2 if look.edge else 0
    return [
        [line[edge + at * cell : edge + (at + 1) * cell].strip(" []") for at in range(width)]
        for line in lines
    ]


def full_lines(position: Position, look: BoardLook, last: LastMove | None = None) -> list[str]:
    """Return the lines of a board with the blanks at their ends, without the letters below."""
    rows = board_rows(position, look, last)[: position.variant.board.height]
    return ["".join(span.text for span in row) for row in rows]


@pytest.mark.parametrize("name", CORNERS)
def test_numbers_stand_where_the_federations_have_them(name: str) -> None:
    variant = get_variant(name)
    board = variant.board
    squares = (1, 2, board.half + 1, board.size)
    for square, (column, line) in zip(squares, CORNERS[name], strict=True):
        position = Position(variant, "W", board.bits[square], 0, 0)
        look = BoardLook(ascii_only=True)
        signs = signs_of(full_lines(position, look), look, board.width, 3)
        found = [(x, y) for y, row in enumerate(signs) for x, sign in enumerate(row) if sign == "w"]
        assert found == [(column, line)]


@pytest.mark.parametrize("name", variant_names())
def test_a_board_of_all_labels_can_be_read_back(name: str) -> None:
    # The names of the squares at the edge and those in the squares say the same.
    variant = get_variant(name)
    board = variant.board
    position = Position(variant, "W", 0, 0, 0)
    for orientation in ("white", "black"):
        look = BoardLook(orientation=orientation, numbers=True)
        lines = full_lines(position, look)
        assert {len(line) for line in lines} == {look.width(board)}
        signs = signs_of(lines, look, board.width, look.cell_width(board))
        names = [sign for row in signs for sign in row if sign]
        assert sorted(names) == sorted(board.label(n) for n in range(1, board.size + 1))
        for line, row in zip(lines, signs, strict=True):
            left, right = line.split()[0], line.split()[-1]
            inside = [sign for sign in row if sign]
            if board.algebraic:
                assert all(sign[1:] == left == right for sign in inside)
            else:
                assert (left, right) == (inside[0], inside[-1])
        if board.algebraic:
            letters = "".join(span.text for span in board_rows(position, look)[-1]).split()
            for row in signs:
                assert all(not s or s[0] == letters[column] for column, s in enumerate(row))


def independent_place(name: str, square: int) -> tuple[int, int]:
    """Return file from White's left and row from White's side, by the rules of numbering alone."""
    data = get_variant(name).data
    board, first = data["board"], data["setup"]["first"]
    width, height = board["width"], board["height"]
    row, place = divmod(square - 1, width // 2)
    corner = board["first_square"].split("-")
    if first == "black":  # the file tells what the starting side sees
        corner = [{"top": "bottom", "bottom": "top"}[corner[0]], corner[1]]
        corner[1] = {"left": "right", "right": "left"}[corner[1]]
    rank = row if corner[0] == "bottom" else height - 1 - row
    plays_first = rank % 2 == (0 if board["bottom_left_plays"] else 1)
    file = 2 * place + (0 if plays_first else 1)
    if corner[1] == "right":
        # From the right: the same squares, counted the other way.
        files = [f for f in range(width) if (f % 2 == 0) == plays_first]
        file = files[::-1][place]
    return file, rank


@pytest.mark.parametrize("name", variant_names())
@settings(max_examples=20)
@given(data=st.data())
def test_each_piece_is_drawn_on_its_square(name: str, data: st.DataObject) -> None:
    variant = get_variant(name)
    board = variant.board
    pieces = data.draw(
        st.dictionaries(st.integers(1, board.size), st.sampled_from("wWbB"), max_size=12)
    )
    masks = [
        sum(board.bits[square] for square, piece in pieces.items() if piece in wanted)
        for wanted in ("wW", "bB", "WB")
    ]
    position = Position(variant, "W", *masks)
    orientation = data.draw(st.sampled_from(["white", "black"]))
    look = BoardLook(orientation=orientation, ascii_only=True, edge=data.draw(st.booleans()))
    signs = signs_of(full_lines(position, look), look, board.width, 3)
    expected = [["" for _ in range(board.width)] for _ in range(board.height)]
    for square in range(1, board.size + 1):
        file, rank = independent_place(name, square)
        line, column = board.height - 1 - rank, file
        if orientation == "black":
            line, column = rank, board.width - 1 - file
        expected[line][column] = pieces.get(square, ".")
    assert signs == expected


class TestSigns:
    POSITION = Position.from_fen("W:W1,K2:B31,K32")

    def test_without_colour_white_is_hollow(self) -> None:
        text = "\n".join(board_lines(self.POSITION))
        assert [sign for sign in text if sign in "○♔●♚"] == ["♚", "●", "♔", "○"]

    def test_in_colour_all_are_filled_and_told_apart_by_their_colours(self) -> None:
        text = "\n".join(board_lines(self.POSITION, BoardLook(colour=True)))
        inks = re.findall(r"\x1b\[([\d;]+);48;5;\d+m ([●♚]) ", text)
        assert [sign for _, sign in inks] == ["♚", "●", "♚", "●"]
        black, white = {ink for ink, _ in inks[:2]}, {ink for ink, _ in inks[2:]}
        assert len(black) == len(white) == 1
        assert black != white

    def test_ascii_is_ascii(self) -> None:
        look = BoardLook(ascii_only=True)
        start = Position.from_fen("W:W10:B14")
        move = start.move("10x19")
        text = "\n".join(board_lines(start.play(move), look, LastMove.of(move, start)))
        assert text.isascii()
        assert text.count("/") == 1
        assert text.count("[w]") == text.count("[.]") == 1
        assert legend(look) == "w W White, b B Black"

    def test_the_last_move_is_marked_where_it_was(self) -> None:
        start = Position.start()
        move = start.move("10-14")
        signs = full_lines(start.play(move), BoardLook(ascii_only=True), LastMove.of(move, start))
        assert [line.index("[") for line in signs if "[" in line] == [16, 19]
        assert [line[line.index("[") + 1] for line in signs if "[" in line] == ["w", "."]

    def test_every_row_takes_the_same_room(self) -> None:
        for name in variant_names():
            position = Position.start(name)
            for numbers in (False, True):
                look = BoardLook(numbers=numbers, colour=True)
                rows = board_rows(position, look)
                board = position.variant.board
                assert {row_width(row) for row in rows} == {look.width(board)}
                assert len(rows) == look.height(board)

    def test_the_legend_speaks_spanish(self) -> None:
        assert "blancas" in legend(BoardLook(), words_of("es"))
