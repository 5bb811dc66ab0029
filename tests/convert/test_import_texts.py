"""Texts as clubs and blogs of three languages print them, made for these tests."""

from __future__ import annotations

import pytest

from damas_cli.check.run import check_text
from damas_cli.convert.clubs import Document, FoundGame, read_document
from damas_cli.convert.clubs.headings import date_of, pieces_of


def movetext(game: FoundGame) -> str:
    return " ".join(game.pdn.partition("\n\n")[2].split())


def points(document: Document) -> list[str]:
    return [f"{point.line}:{point.column} {point.say()}" for point in document.all_points()]


# Text, movetext of each game, points.
TEXTS = {
    "pairs with semicolons, padded, a star before": (
        "1.10-14, 22-18; 2.*12-15, 23-20; 3.05-10, 27-22*;",
        ["1. 10-14 22-18 2. 12-15 $7 23-20 3. 5-10 27-22 $7 *"],
        [],
    ),
    "numbers with parentheses": (
        "1)10-14, 22-18; 2)12-15, 23-20. Empate.",
        ["1. 10-14 22-18 2. 12-15 23-20 1/2-1/2"],
        [],
    ),
    "no numbers, in two lines": (
        "10-14 22-18, 12-15 23-20,\n5-10 27-22 tablas de mutuo acuerdo",
        ["1. 10-14 22-18 2. 12-15 23-20 3. 5-10 27-22 1/2-1/2"],
        [],
    ),
    "a game a line, without numbers": (
        " 9-13 21-17  5- 9 25-21 \n10-14 21-18 14-21 25-18 ",
        ["1. 9-13 21-17 2. 5-9 25-21 *", "1. 10-14 21-18 2. 14x21 25x18 *"],
        [],
    ),
    "columns": (
        "1  10-14  22-18\n2  12-15  23-20\nGana Blancas\n",
        ["1. 10-14 22-18 2. 12-15 23-20 1-0"],
        [],
    ),
    "Spanish numbers with a dash": (
        "1.- 10-14   22-18\n2.- 12-15   23-20\nAbandonan las blancas",
        ["1. 10-14 22-18 2. 12-15 23-20 0-1"],
        [],
    ),
    "a number at the end of a line": (
        "1. 10-14 22-18 2.\n12-15 23-20 1:0",
        ["1. 10-14 22-18 2. 12-15 23-20 1-0"],
        [],
    ),
    "dots that begin a line": (
        "Brancas: 1, 5. Pretas: 19, (26)\n1.\n\u2026 26-22; 2. 05-10",
        ["1... 26-22 2. 5-10 *"],
        [],
    ),
    "signs of capture": (
        "1.10-14, 21-18; 2.14\u00d721, 25:18; 3.5 - 10, 23-19; 4.12-15, 19x12; 5.8-15 [GN]",
        ["1. 10-14 21-18 2. 14x21 25x18 3. 5-10 23-19 4. 12-15 19x12 5. 8x15 0-1"],
        [],
    ),
    "a variation where it replaces a move": (
        "1.10-14 22-18 2.12-15 23-20 [Se 2... 21-17, 14x21; 3.25-18 (e iguais)] 3.5-10",
        ["1. 10-14 22-18 2. 12-15 23-20 ( 2... 21-17 3. 14x21 25x18 {e iguais} ) 3. 5-10 *"],
        [],
    ),
    "a variation before the move that it replaces": (
        "1.10-14 22-18 2.12-15 [2. \u2026 21-17] 23-20",
        ["1. 10-14 22-18 2. 12-15 23-20 ( 2... 21-17 ) *"],
        [],
    ),
    "a variation without a number": (
        "1.10-14 (9-13 21-17) 22-18",
        ["1. 10-14 ( 1. 9-13 21-17 ) 22-18 *"],
        [],
    ),
    "variations within variations": (
        "1.10-14 [1.9-13, 21-17 (21-18; 2.13-17) 2.5-9] 22-18",
        ["1. 10-14 ( 1. 9-13 21-17 ( 1... 21-18 2. 13-17 ) 2. 5-9 ) 22-18 *"],
        [],
    ),
    "brackets with what is no legal line": (
        "1.10-14 22-18 [si 2.1-29, 3-3] 2.12-15",
        ["1. 10-14 22-18 {si 2.1-29, 3-3} 2. 12-15 *"],
        ["1:15 no legal line from any position here: kept as a remark"],
    ),
    "remarks among the moves": (
        "1.10-14 22-18 2.12-15 Esta jugada es buena, y 23-20 la respuesta normal. 3.05-10 27-22",
        [
            "1. 10-14 22-18 2. 12-15 {Esta jugada es buena, y} 23-20 {la respuesta normal.} "
            "3. 5-10 27-22 *"
        ],
        [],
    ),
    "a remark that names a legal move": (
        "1.10-14 22-18 2.12-15 23-20 3.05-10 27-22 mellor era 10-13 que 4.7-12 21-17 5.14x21",
        [
            "1. 10-14 22-18 2. 12-15 23-20 3. 5-10 27-22 {mellor era 10-13} {que} 4. 7-12 21-17 "
            "5. 14x21 *"
        ],
        ["1:54 10-13 is no move here: kept as a remark"],
    ),
    "a move printed twice": (
        "1.10-14 10-14 22-18 2.12-15",
        ["1. 10-14 {10-14} 22-18 2. 12-15 *"],
        ["1:9 10-14 is no move here: kept as a remark"],
    ),
    "a problem in Galician": (
        "Xogan brancas e ga\u00f1an\nBrancas: 5, 9, (12)\nNegras: 22, 27\n"
        "Soluci\u00f3n: 1.12-26, 27-23 GB",
        ["{Xogan brancas e ga\u00f1an} {Soluci\u00f3n:} 1. 12x26 27-23 1-0"],
        [],
    ),
    "Black to move, by dots": (
        "Brancas: 1, 5. Pretas: 19, (26)\n1. ... 26-22; 2. 05-10",
        ["1... 26-22 2. 5-10 *"],
        [],
    ),
    "nothing but prose": (
        "El 12-10-2010 hubo un torneo de damas.\nGanaron todos.",
        [],
        ["1:1 2 lines of text passed over: no game follows"],
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text(name: str) -> None:
    text, games, told = TEXTS[name]
    document = read_document(text)
    assert [movetext(game) for game in document.games] == games
    assert points(document) == told


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_in_windows_1252_with_other_ends_of_lines(name: str) -> None:
    text, games, _ = TEXTS[name]
    document = read_document(f"{text}\n\n\u00f1and\u00fa\n".replace("\n", "\r\n").encode("cp1252"))
    assert [movetext(game) for game in document.games] == games
    assert "not UTF-8: read as Windows-1252" in [point.say() for point in document.points]


@pytest.mark.parametrize(
    ("heading", "tags"),
    [
        (
            "Blancas: P\u00e9rez, Luis\nNegras: G\u00f3mez",
            {"White": "P\u00e9rez, Luis", "Black": "G\u00f3mez"},
        ),
        ("Brancas: Xan; Negras: Uxío", {"White": "Xan", "Black": "Uxío"}),
        ("Ana Rey - Manuel de Souto", {"White": "Ana Rey", "Black": "Manuel de Souto"}),
        ("Ana Rey vs. Uxía Lago 0-1", {"White": "Ana Rey", "Black": "Uxía Lago", "Result": "0-1"}),
        ("Torneo: Lugo 2010", {"Event": "Lugo 2010"}),
        (
            "Data: 5/3/2010\nLocal: Porto\nRodada: 4",
            {"Date": "2010.03.05", "Site": "Porto", "Round": "4"},
        ),
        ("Resultado: GB", {"Result": "1-0"}),
        ("Fecha: la primavera", {}),
        ("Torneo de Lugo - Final", {}),
        ("Apertura nueva - variante Souto", {}),
        ('[Event "Copa \\"A\\""]', {"Event": 'Copa "A"'}),
    ],
)
def test_a_heading(heading: str, tags: dict[str, str]) -> None:
    (game,) = read_document(f"{heading}\n\n1.10-14, 22-18").games
    said = {
        name: value
        for name, value in game.tags.items()
        if value not in ("?", "*", "????.??.??") and name != "GameType"
    }
    assert said == tags
    if not tags:
        assert game.line.notes[0].text == heading  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (
            "Brancas: 2, 8, 16, (30), (31)\nNegras: 20, 23, (1)\nxogan brancas",
            "W:W2,8,16,K30,K31:BK1,20,23",
        ),
        ("Pretas: 22, D30. Brancas: 09, 12\nas pretas jogam e empatam", "B:W9,12:B22,K30"),
        ("Blancas (2): 2 y 8; Negras (1): dama en 31. Juegan negras", "B:W2,8:BK31"),
        ("Blancas: peones 2, 8 y dama 30. Negras: 20", "W:W2,8,K30:B20"),
        ("Posici\u00f3n: blancas 2, 8; negras 20. Juegan blancas.", "W:W2,8:B20"),
        ("B: 9, 12\nN: 22, (1 3)\nLe toca a las negras", "B:W9,12:BK1,K3,22"),
        ("Blancas: 2, 8 (30)\nNegras: 20\nTurno de blancas", "W:W2,8,K30:B20"),
    ],
)
def test_a_position(text: str, fen: str) -> None:
    (game,) = read_document(text).games
    assert game.tags["FEN"] == fen


def test_who_is_to_move_is_told_by_the_moves() -> None:
    document = read_document("Blancas: 9, 12\nNegras: 22\n1. 22-18, 9-13")
    assert document.games[0].tags["FEN"] == "B:W9,12:B22"
    assert points(document) == ["1:9 taken to begin with Black"]
    document = read_document("Juegan blancas\nBlancas: 9, 12\nNegras: 22\n1. 22-18, 9-13")
    assert points(document) == [
        "2:9 the moves begin with Black, whatever is said of who is to move"
    ]


def test_lists_that_are_no_position_stay_as_a_remark() -> None:
    document = read_document("Blancas: 2, 8, 40\nNegras: 20, 8\n1. 10-14")
    (game,) = document.games
    assert movetext(game) == "{W: 2,8,40; B: 20,8} 1. 10-14 *"
    assert game.has_errors
    assert points(document)[0].startswith("1:9 T005 no position")


def test_a_second_solution_begins_from_the_same_position() -> None:
    text = (
        "Blancas: 9, 12\nNegras: 22, (30)\nJuegan blancas\na) 1. 9-13 30-26 GN\nb) 1. 12-16 22-18"
    )
    document = read_document(text)
    assert [game.tags["FEN"] for game in document.games] == ["W:W9,12:B22,K30"] * 2
    assert not any(game.has_errors for game in document.games)


def test_an_illegal_move_is_named_and_the_rest_is_kept() -> None:
    document = read_document("1.10-14, 22-18; 2.12-16, 25-17; 3.8-12, 23-20")
    (game,) = document.games
    assert movetext(game) == "1. 10-14 22-18 2. 12-16 25-17 3. 8-12 23-20 *"
    (point,) = document.all_points()
    assert (point.line, point.column, point.code, point.is_error) == (1, 26, "M001", True)
    assert "ply 4, 25-17" in point.say()
    assert [r["ply"] for r in check_text(game.pdn) if r["code"] == "M001"] == [4]


def test_a_broken_capture_law_names_what_was_legal() -> None:
    document = read_document("1.10-14, 21-18; 2.12-16, 25-21")
    assert points(document) == [
        "1:19 M002 ply 3, 12-16: captures nothing, but White must capture (legal: 14x21)"
    ]


def test_numbers_that_jump_are_told() -> None:
    document = read_document("1.10-14 22-18 3.12-15 23-20 4.5-10 27-22")
    assert points(document) == ["1:15 numbered 3, taken for move 2"]


def test_squares_numbered_from_the_top() -> None:
    spanish = "10-14 22-18 12-15 23-20 5-10 27-22 7-12 21-17"
    turned = " ".join(
        "-".join(str(33 - int(square)) for square in move.split("-")) for move in spanish.split()
    )
    document = read_document(turned)
    (game,) = document.games
    assert game.tags["GameType"] != "24"
    assert game.tags["GameType"].startswith("24,W,8,8,N2,")
    assert not game.has_errors
    assert "not numbered as in" in points(document)[0]


def test_the_rules_of_others_are_named_where_several_fit() -> None:
    document = read_document("1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20")
    assert points(document)[0].startswith("1:1 the moves fit English draughts, American pool")


def test_dates() -> None:
    assert [date_of(text) for text in ("1.2.2010", "2010-12-31", "31/12/2010", "13/13/2010")] == [
        "2010.02.01",
        "2010.12.31",
        "2010.12.31",
        "",
    ]


def test_lists_of_pieces() -> None:
    assert pieces_of(" a1, (c3), d4") == ("a1,Kc3,d4", "")
    assert pieces_of(" 10-14, 22-18") == (None, "")
    assert pieces_of("") == (None, "")
