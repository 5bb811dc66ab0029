"""Positions of games, a line each, and lines of positions as games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert import format_of_content, readable
from damas_cli.pdn.reader import read_games

from ..cli.running import damas
from ..oracle import slow_notation
from ..oracle.slow_variants import VARIANTS
from ..strategies import examples, lines, positions

START = "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"


@pytest.mark.parametrize("variant", ["spanish", "english", "russian", "international"])
@examples(25)
@given(data=st.data())
def test_positions_are_those_that_were_played(variant, data):
    rules = VARIANTS[variant]
    start = data.draw(positions(rules))
    line = data.draw(lines(20, start))
    text = f'[FEN "{slow_notation.to_fen(start)}"] {" ".join(line.texts)} *'.encode()
    played = [slow_notation.to_fen(position) for position in line.positions]
    asked = data.draw(st.integers(0, 25))
    wanted = {
        "each": played,
        "last": played[-1:],
        str(asked): [played[min(asked, len(played) - 1)]],
    }
    for at, expected in wanted.items():
        done = damas("convert", "--to", "fen", "--at", at, "--variant", variant, stdin=text)
        assert (done.status, done.out.splitlines(), done.err) == (0, expected, "")
    back = damas("convert", "--to", "pdn", "--from", "fen", stdin="\n".join(played).encode())
    found = [game.tag("FEN") for game in read_games([back.out.encode()])]
    assert [tag.value for tag in found] == played
    again = damas("convert", "--to", "fen", "--variant", variant, stdin=back.out.encode())
    assert again.out.splitlines() == played


def test_a_game_that_stops_gives_the_position_reached():
    text = b'1. 10-14 1-32 *\n\n[FEN "W:W99"] *\n\n[GameType "40"] 1. 32-28 *\n\n1. 9-13 {broken'
    done = damas("convert", "--to", "fen", stdin=text)
    assert done.out.count("\n") == 2
    assert done.out.startswith("B:W1,2,3,4,5,6,7,8,9,11,12,14:B21")
    assert "1 game could not be played to its end" in done.err
    assert "2 games have no position and are left out" in done.err
    early = damas("convert", "--to", "fen", "--at", "0", stdin=text[:15])
    assert (early.out, early.err) == (f"{START}\n", "")


def test_lines_of_positions(tmp_path):
    file = tmp_path / "a.fen"
    file.write_bytes(
        b'\xef\xbb\xbfW:W1-12:B21-32.\r\n\r\n[FEN "B:WK1:B32"]\r\nno position\r\nB:W99:B1'
    )
    done = damas("convert", "--to", "pdn", "--variant", "italian", str(file))
    assert done.status == 3
    assert f"{file}:4: is no FEN" in done.err
    head = '[GameType "22,W,8,8,N2,1"]\n[SetUp "1"]\n'
    fens = ["W:W1-12:B21-32.", "B:WK1:B32", "B:W99:B1"]
    assert done.out == "\n".join(f'{head}[FEN "{fen}"]\n\n*\n' for fen in fens)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\n W:W1-12:B21-32.\n", "fen"),
        (b"B:WK1:B32", "fen"),
        (b'[FEN "W:W1:B32"] *', "pdn"),
        (b"b:d4 *", "pdn"),
        (b"", "pdn"),
    ],
)
def test_what_looks_like_positions(head, name):
    assert format_of_content(head, readable()) == name
