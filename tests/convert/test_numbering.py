"""Games by another numbering or GameType: the same positions, and back again the same text."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from damas_cli.check.regulation import Rulebook
from damas_cli.convert.numbering import (
    Conversion,
    Relabelling,
    UnknownNumbering,
    read_as,
    read_numbering,
)
from damas_cli.convert.pdn_format import Formatter, Layout
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from damas_cli.rules.gametype import VARIANTS
from damas_cli.rules.variant import get_variant

from ..cli.running import damas
from ..data.legal_games import gametype_of
from ..oracle import slow_notation, slow_rules, slow_variants
from ..strategies import examples, lines, positions
from .formatting import codes, lines_of

NUMBERINGS = ["spanish", "italian", "english", "russian", "algebraic", "standard"]
NUMBERINGS += ["N0,0", "N1,0", "N2,1", "N3,1", "A1,1", "A2,0"]
NAMES = sorted({*VARIANTS.values()} & {*slow_variants.VARIANTS})


@st.composite
def games(draw: st.DrawFn, variant: str) -> bytes:
    """Give a game of a variant, in canonical PDN but for one odd move or comment."""
    rules = slow_variants.VARIANTS[variant]
    start = slow_rules.start(variant)
    from_fen = draw(st.booleans())
    if from_fen:
        start = draw(positions(rules))
    line = draw(lines(30, start))
    header = f'[Event "9-13"]\n[GameType "{gametype_of(variant)}"]\n'
    if from_fen:
        header += f'[SetUp "1"]\n[FEN "{slow_notation.to_fen(start)}"]\n'
    words = []
    turn = 0 if start.turn == rules.first else 1
    for ply, text in enumerate(line.texts, turn):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        elif ply == turn:
            words.append(f"{ply // 2 + 1}...")
        words.append(text)
        if draw(st.integers(0, 9)) == 0:
            words.append("{9-13 stays}")
            other = draw(st.sampled_from(["(- -)", f"({text})"]))
            words.append(other)
            if draw(st.booleans()):
                words.append(f'/FEN "{slow_notation.to_fen(line.positions[ply - turn + 1])}"/')
    return f"{header}\n{' '.join(words)} *".encode()


def converted(
    text: bytes, gametype: str | None, numbering: str | None, source: str | None = None
) -> bytes:
    """Return one game converted; it has to be."""
    (game,) = read_games([text])
    conversion = Conversion(gametype, numbering)
    written = Formatter(Rulebook(), Layout(), conversion, source).written(game)
    assert written.is_converted
    return written.text + b"\n"


def masks(text: bytes) -> dict[str | None, list[tuple[int, int, int]]]:
    """Return the positions of a text's only game: the rules see a board and its mirror alike."""
    game: Game
    (game,) = read_games([text])
    return lines_of(game, Rulebook())


@pytest.mark.parametrize("variant", NAMES)
@examples(40)
@given(data=st.data(), numbering=st.sampled_from(NUMBERINGS))
def test_there_and_back_is_the_same_text(variant, data, numbering):
    # Pool so written has the GameType of Jamaican draughts.
    assume((variant, numbering) != ("pool", "A1,1"))
    text = data.draw(games(variant))
    home = converted(text, None, "standard")
    there = converted(home, None, numbering)
    assert masks(there) == masks(home) == masks(text)
    assert converted(there, None, "standard") == home
    (found,), (found_there,) = codes(home), codes(there)
    untold = {"T003", "T004"}
    assert {c: n for c, n in found.items() if c not in untold} == {
        c: n for c, n in found_there.items() if c not in untold
    }
    assert there.count(b"{9-13 stays}") == text.count(b"{9-13 stays}")


@examples(60)
@given(text=games("portuguese"), number=st.sampled_from(["24", "28"]))
def test_playstrategy_and_back(text, number):
    home = converted(text, number, None)
    there = converted(home, "31", None)
    assert b'[GameType "31"]' in there
    (game,) = read_games([there])
    written = read_as(get_variant("portuguese"), "english")
    assert lines_of(game, Rulebook(written)) == masks(home)
    (game,) = read_games([there])
    formatter = Formatter(Rulebook("portuguese"), Layout(), Conversion(number, None), "english")
    assert formatter.written(game).text + b"\n" == home


def test_the_formulas_of_the_standard():
    spanish = get_variant("spanish")
    english = Relabelling(spanish.board, read_as(spanish, "english").board)
    italian = Relabelling(spanish.board, read_as(spanish, "italian").board)
    for square in range(1, 33):
        row, column = divmod(square - 1, 4)
        assert english.square(str(square)) == str(29 - 4 * row + column)
        assert italian.square(str(square)) == str(33 - square)
    assert english.square("33") == "33"
    assert read_as(spanish, "portuguese").board is spanish.board
    assert read_as(spanish, "standard") is spanish


def test_other_rules_are_left_alone():
    (game,) = read_games([b'[GameType "24"] 1. 10-14 23-20 *'])
    for gametype in ("21", "22", "25", "20", "27"):
        formatter = Formatter(Rulebook(), Layout(), Conversion(gametype, None))
        written = formatter.written(game)
        assert not written.is_converted
        assert written.text == b'[GameType "24"]\n\n1. 10-14 23-20 *'


@pytest.mark.parametrize("name", ["", "spanisch", "N4,0", "N1", "24"])
def test_numberings_that_there_are_not(name):
    with pytest.raises(UnknownNumbering):
        read_numbering(name)


@pytest.mark.parametrize("value", ["40", "chess", "", "999", "24,W"])
def test_gametypes_that_there_are_not(value):
    with pytest.raises(UnknownNumbering):
        Conversion(value, None).aim(get_variant("spanish"))


def test_the_command(tmp_path):
    file = tmp_path / "a.pdn"
    file.write_bytes(
        b"1. 10-14 {10-14} 23-20 (1... 99-01) *\n\n"
        b'[GameType "21"]\n\n1. 11-15 24-20 *\n\n[FEN "W:W1:B33"] *'
    )
    done = damas("convert", "--to", "pdn", "--gametype", "24", "--numbering", "italian", str(file))
    assert done.status == 0
    assert done.out == (
        '[GameType "24,W,8,8,N2,1"]\n\n1. 23-19 {10-14} 1... 10-13 (1... 99-32) *\n\n'
        '[GameType "21"]\n\n1. 11-15 24-20 *\n\n[FEN "W:W1:B33"]\n\n*\n'
    )
    assert done.err == "2 games cannot be written so and keep their squares and GameType\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--to", "jsonl", "--numbering", "italian"], "goes only with --to pdn"),
        (["--to", "pdn", "--from-numbering", "italian"], "goes only with --numbering"),
        (["--to", "pdn", "--numbering", "moon"], "no numbering is called 'moon'"),
        (["--to", "pdn", "--gametype", "40"], "no GameType that damas plays is '40'"),
        (["--to", "pdn", "--gametype", "24", "--from-numbering", "x"], "no numbering is called"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, problem):
    done = damas("convert", *arguments)
    assert done.status == 2
    assert problem in done.err
