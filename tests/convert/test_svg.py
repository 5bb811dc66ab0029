"""Diagrams: what is drawn is read back from the picture, square by square."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert.svg_diagram import CELL, CROWN, PIECES, LastMove, diagram
from damas_cli.language import words_of
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names

from ..cli.running import damas
from ..strategies import examples

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ("auto", "numbers", "coordinates", "none")
SIDES = ("white", "black")
SHAPES = {"svg", "title", "desc", "rect", "path", "circle", "g", "text"}


@st.composite
def boards(draw: st.DrawFn) -> Position:
    variant = get_variant(draw(st.sampled_from(variant_names())))
    squares = st.integers(1, variant.board.size)
    white = draw(st.sets(squares, max_size=20))
    black = draw(st.sets(squares, max_size=20)) - white
    kings = draw(st.sets(squares, max_size=6)) & (white | black)
    masks = (variant.board.mask_of(sorted(some)) for some in (white, black, kings))
    return Position(variant, draw(st.sampled_from("WB")), *masks)


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def frame_of(picture: ET.Element, position: Position) -> float:
    width = float(picture.get("viewBox", "").split()[2])
    return (width - position.variant.board.width * CELL) / 2


def pieces_of(
    picture: ET.Element, position: Position, orientation: str
) -> dict[tuple[int, int], str]:
    """Return the pieces in a picture by file and row from White's left corner."""
    frame = frame_of(picture, position)
    board = position.variant.board

    def place(x: float, y: float) -> tuple[int, int]:
        column, line = int((x - frame) // CELL), int((y - frame) // CELL)
        if orientation == "black":
            return board.width - 1 - column, line
        return column, board.height - 1 - line

    colours = {disc: letter for letter, (disc, *_) in PIECES.items()}
    found = {}
    for circle in picture.findall(f"{SVG}circle"):
        fill = circle.get("fill")
        if fill in colours and float(circle.get("r", 0)) > 20:
            found[place(float(circle.get("cx", 0)), float(circle.get("cy", 0)))] = colours[fill]
    for path in picture.findall(f"{SVG}path"):
        if path.get("d") == CROWN:
            x, y = map(float, re.findall(r"[\d.]+", path.get("transform", "")))
            found[place(x, y)] = found[place(x, y)].upper()
    return found


class TestPicture:
    @examples(60)
    @given(
        boards(),
        st.sampled_from(SIDES),
        st.sampled_from(LABELS),
        st.sampled_from(["dark", "light"]),
    )
    def test_it_shows_each_piece_on_its_square(
        self, position: Position, orientation: str, labels: str, squares: str
    ) -> None:
        text = diagram(position, orientation=orientation, labels=labels, squares=squares)
        board = position.variant.board
        expected = {
            board.places[square]: position.piece(square)
            for square in range(1, board.size + 1)
            if position.piece(square)
        }
        assert pieces_of(read(text), position, orientation) == expected

    @examples(20)
    @given(boards(), st.sampled_from(SIDES), st.text())
    def test_it_needs_nothing_but_itself(
        self, position: Position, orientation: str, title: str
    ) -> None:
        text = diagram(position, orientation=orientation, title=title)
        picture = read(text)
        assert picture.get("role") == "img"
        assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= SHAPES
        names = {name for element in picture.iter() for name in element.attrib}
        assert not names & {"href", "style", "id", "class"}
        assert not any(name.startswith("on") for name in names)
        assert text.count("http") == 1
        assert "url(" not in text

    @pytest.mark.parametrize(
        ("variant", "square", "column", "line"),
        [
            ("spanish", "1", 7, 7),
            ("spanish", "32", 0, 0),
            ("portuguese", "4", 1, 7),
            ("international", "1", 1, 0),
            ("international", "46", 0, 9),
            ("canadian", "72", 10, 11),
            ("english", "1", 1, 0),
            ("italian", "1", 0, 0),
        ],
    )
    def test_numbers_stand_in_their_squares(
        self, variant: str, square: str, column: int, line: int
    ) -> None:
        position = Position.start(variant)
        picture = read(diagram(position, labels="numbers"))
        frame = frame_of(picture, position)
        places = {
            text.text: (
                int((float(text.get("x", 0)) - frame) // CELL),
                int((float(text.get("y", 0)) - frame) // CELL),
            )
            for text in picture.iter(f"{SVG}text")
        }
        assert len(places) == position.variant.board.size
        assert places[square] == (column, line)

    @pytest.mark.parametrize(("orientation", "corner"), [("white", "a1"), ("black", "h8")])
    def test_coordinates_stand_around_the_board(self, orientation: str, corner: str) -> None:
        position = Position.start("russian")
        picture = read(diagram(position, orientation=orientation))
        texts = [
            (float(text.get("x", 0)), float(text.get("y", 0)), text.text or "")
            for text in picture.iter(f"{SVG}text")
        ]
        assert len(texts) == 32
        below = [text for _, y, text in sorted(texts) if y > 846 and text.isalpha()]
        left = [
            text for x, y, text in sorted(texts, key=lambda t: -t[1]) if x < 46 and text.isdigit()
        ]
        assert below[0] + left[0] == corner
        assert "".join(below) in ("abcdefgh", "hgfedcba")

    def test_numbers_too_small_to_read_are_left_out(self) -> None:
        assert "<text" not in diagram(Position.start(), size=120)
        assert "<text" in diagram(Position.start(), size=120, labels="numbers")
        assert "<text" in diagram(Position.start(), size=360)

    def test_the_size_is_the_width(self) -> None:
        picture = read(diagram(Position.start(), size=900))
        assert (picture.get("width"), picture.get("height")) == ("900", "900")

    def test_the_colour_of_the_playing_squares_changes(self) -> None:
        dark, light = (diagram(Position.start(), squares=squares) for squares in ("dark", "light"))
        assert dark != light
        assert sorted(dark) == sorted(light)  # two colours have changed places


class TestLastMove:
    POSITION = Position.from_fen("W:W10:B14,K22,31")

    def test_its_way_and_what_it_took_are_marked(self) -> None:
        move = self.POSITION.legal_moves()[0]
        after = self.POSITION.play(move)
        plain = read(diagram(after))
        marked = read(diagram(after, last_move=LastMove.of(move, self.POSITION)))
        assert pieces_of(marked, after, "white") == pieces_of(plain, after, "white")
        # A ghost a piece, the king's with its crown; the line goes over every landing.
        ghosts = [g for g in marked.findall(f"{SVG}g") if g.get("opacity")]
        assert len(ghosts) == len(move.captured) == 2
        assert sum(len(ghost.findall(f"{SVG}path")) for ghost in ghosts) == 1
        line = marked.find(f".//{SVG}polyline")
        assert line is not None
        assert len(line.get("points", "").split()) == 2 * len(move.path)

    def test_it_is_told(self) -> None:
        move = self.POSITION.legal_moves()[0]
        text = diagram(self.POSITION.play(move), last_move=LastMove.of(move, self.POSITION))
        assert "which captured 14, 22" in text


class TestWords:
    def test_the_position_is_told(self) -> None:
        text = diagram(Position.from_fen("B:W3,4,K7:B"))
        assert "<title>Black to move</title>" in text
        assert "<desc>White: men 3, 4; king 7. Black: no pieces. Black to move.</desc>" in text

    def test_in_spanish_too(self) -> None:
        text = diagram(Position.from_fen("B:W3,4,K7:B"), words=words_of("es"))
        assert "Blancas: peones 3, 4; dama 7. Negras: ninguna pieza. Juegan las negras." in text

    def test_squares_are_named_as_the_variant_does(self) -> None:
        assert "men c3, e3" in diagram(Position.from_fen("W:We3,c3:Bh8", "russian"))


GAME = '[White "A & <b>"] [Black "B"] 1. 10-14 23-20 2. 14-19 22x15 *'


class TestCommand:
    def test_one_diagram_is_the_output(self) -> None:
        outcome = damas("convert", "--to", "svg", stdin=GAME.encode())
        picture = read(outcome.out)
        assert (outcome.status, picture.findtext(f"{SVG}title")) == (
            0,
            "A & <b> - B: after ply 4, 22x15",
        )

    @pytest.mark.parametrize(("at", "ply"), [("0", 0), ("3", 3), ("last", 4), ("99", 4)])
    def test_at_says_which(self, at: str, ply: int) -> None:
        picture = read(damas("convert", "--to", "svg", "--at", at, stdin=GAME.encode()).out)
        title = picture.findtext(f"{SVG}title") or ""
        assert ("start position" in title) if ply == 0 else (f"after ply {ply}," in title)

    def test_several_do_not_go_into_one_output(self, tmp_path: Path) -> None:
        file = tmp_path / "x.svg"
        for arguments in ([], ["-o", str(file)]):
            outcome = damas(
                "convert", "--to", "svg", "--at", "each", *arguments, stdin=GAME.encode()
            )
            assert (outcome.status, outcome.out) == (2, "")
            assert "name a folder" in outcome.err
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_takes_them_all(self, tmp_path: Path) -> None:
        folder = tmp_path / "new" / "diagrams"
        two = GAME + "\n" + GAME
        outcome = damas(
            "convert", "--to", "svg", "--at", "each", "-o", f"{folder}/", stdin=two.encode()
        )
        assert (outcome.status, outcome.out) == (0, "")
        names = sorted(file.name for file in folder.iterdir())
        assert len(names) == 10
        assert (names[0], names[-1]) == ("game-0001-ply-000.svg", "game-0002-ply-004.svg")
        for name in names:
            read((folder / name).read_text(encoding="utf-8"))

    def test_no_game_is_missing(self, tmp_path: Path) -> None:
        games = '[FEN "W:W99:B1"] 1. 1-2 * [GameType "0"] 1. e4 e5 * [Round "1"] 1. 10-14 ??? {x *'
        damas("convert", "--to", "svg", "-o", f"{tmp_path}/", stdin=games.encode())
        assert sorted(file.name for file in tmp_path.iterdir()) == [
            "game-0001-ply-000.svg",
            "game-0002-ply-000.svg",
            "game-0003-ply-001.svg",
        ]
        shown = [
            "cannot be drawn" in file.read_text(encoding="utf-8")
            for file in sorted(tmp_path.iterdir())
        ]
        assert shown == [True, True, False]

    def test_long_names_fit_where_there_is_no_board(self) -> None:
        name = "Maria " * 20
        game = f'[White "{name}"] [FEN "W:W99:B1"] *'
        picture = read(damas("convert", "--to", "svg", stdin=game.encode()).out)
        (group,) = picture.findall(f"{SVG}g")
        longest = max(len(text.text or "") for text in group.findall(f"{SVG}text"))
        assert longest * float(group.get("font-size", 0)) * 0.6 < 830

    def test_a_setup_is_no_move(self) -> None:
        game = '1. 10-14 /FEN "W:WK1:BK32"/ *'
        text = damas("convert", "--to", "svg", stdin=game.encode()).out
        assert "polyline" not in text
        assert "White: king 1. Black: king 32." in text

    def test_an_illegal_move_is_marked_by_what_it_changed(self) -> None:
        text = damas("convert", "--to", "svg", stdin=b"1. 10-14 23-20 2. 14-19 20-16 *").out
        assert "Last move: 20-16." in text
        assert "polyline" in text
