"""WinDama's opening books, where they are at hand."""

from __future__ import annotations

import pytest

from damas_cli.check.run import check_text
from damas_cli.convert.clubs import read_document
from damas_cli.pdn.reader import read_games

# File, and what is wrong by line: ply and move.
SLIPS = {
    "ouvert_b": {7: (37, "23-20"), 18: (37, "11-26")},
    "ouvert_n": {4: (25, "12-17")},
}
LINES = {"ouvert_b": 17, "ouvert_n": 11}


@pytest.mark.parametrize("is_book", [True, False])
@pytest.mark.parametrize("name", SLIPS)
def test_every_line_is_a_game(corpus, name: str, is_book: bool) -> None:
    (path,) = (corpus / "spanish").rglob(f"{name}.ouv")
    source = path.read_bytes()
    document = read_document(source, line_a_game=is_book)
    assert len(document.games) == LINES[name]
    assert [point for point in document.all_points() if not point.is_error] == []
    errors = {}
    for game in document.games:
        line = source.splitlines()[game.first_line - 1].decode()
        written = line.replace("- ", "-").split()
        assert [node.plain.replace("x", "-") for node in game.line.moves] == written
        for point in game.points:
            ply, move = SLIPS[name][point.line]
            errors[point.line] = ply, move
            assert f"ply {ply}, {move}:" in point.say()
            assert line[point.column - 1 :].startswith(move)
    assert errors == SLIPS[name]


@pytest.mark.parametrize("name", SLIPS)
def test_check_finds_the_same_faults(corpus, name: str) -> None:
    (path,) = (corpus / "spanish").rglob(f"{name}.ouv")
    document = read_document(path.read_bytes(), line_a_game=True)
    found = check_text("".join(game.pdn for game in document.games))
    # An opening line has no result.
    faults = [record for record in found if record["code"] != "R004"]
    assert [(r["ply"], r["move"]) for r in faults] == list(SLIPS[name].values())


@pytest.mark.parametrize("name", SLIPS)
def test_the_moves_are_those_of_the_copy_made_by_hand(corpus, name: str) -> None:
    derived = (corpus / "spanish" / "derived" / f"{name}_gametype24.pdn").read_bytes()
    (path,) = (corpus / "spanish").rglob(f"{name}.ouv")
    games = read_document(path.read_bytes(), line_a_game=True).games
    for game, copy in zip(games, read_games([derived]), strict=True):
        expected = [node.text for node in copy.main_line().moves]
        assert [node.text for node in game.line.moves][: len(expected)] == expected
