"""The positions of a main line, against positions played move by move."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.line import MainLine, main_line_of
from damas_cli.check.regulation import Rulebook
from damas_cli.pdn.reader import read_games
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names
from tests.data.legal_games import KernelRules, gametype_of, movetext, random_game
from tests.oracle import slow_notation
from tests.oracle.slow_variants import VARIANTS
from tests.strategies import examples, lines, positions


def line_of(text: str, variant: str | None = None) -> MainLine | None:
    return main_line_of(next(read_games([text.encode()])), Rulebook(variant))


@pytest.mark.parametrize("variant", variant_names())
@examples(5)
@given(seed=st.integers(0, 2**32))
def test_a_game_from_the_start(variant: str, seed: int) -> None:
    game = random_game(random.Random(seed), 80, KernelRules(get_variant(variant).kernel, variant))
    line = line_of(f'[GameType "{gametype_of(variant)}"]\n' + movetext(game), variant)
    position = Position.start(variant)
    played = [position, *(position := position.play(text) for text in game.texts)]
    assert line is not None
    assert (line.plies, line.written, line.is_whole) == (len(game.texts),) * 2 + (True,)
    assert line.is_regular
    assert [*line.positions()] == played


@pytest.mark.parametrize("variant", ["spanish", "international", "english"])
@examples(15)
@given(data=st.data())
def test_a_game_from_a_position(variant: str, data: st.DataObject) -> None:
    start = data.draw(positions(VARIANTS[variant]))
    drawn = data.draw(lines(30, start))
    line = line_of(f'[FEN "{slow_notation.to_fen(start)}"]\n{" ".join(drawn.texts)} *', variant)
    assert line is not None
    found = [slow_notation.from_fen(str(position), start.rules) for position in line.positions()]
    # Where any capture will do, a text may stay unsettled.
    assert found == drawn.positions[: len(found)]
    assert len(found) == len(drawn.positions) or variant == "english"


@pytest.mark.parametrize(
    ("text", "plies", "written", "is_regular"),
    [
        ("1. 10-14 22-18 2. 1-32 5-9 *", 2, 4, True),
        ("1. 10-14 21-18 2. 14x21 *", 3, 3, True),
        ("1. 10-14 (9-13) 22-18 *", 2, 2, True),
        ('1. 10-14 /FEN "W:W1:B32"/ 1-5 *', 2, 2, False),
        ('[GameType "24"] *', 0, 0, True),
    ],
)
def test_how_far_a_game_is_played(text: str, plies: int, written: int, is_regular: bool) -> None:
    line = line_of(text)
    assert line is not None
    assert (line.plies, line.written, line.is_regular) == (plies, written, is_regular)
    assert len([*line.positions()]) == plies + 1


def test_a_position_set_up_takes_the_place_of_the_one_before() -> None:
    line = line_of('1. 10-14 /FEN "W:W1:B32"/ 1-5 *')
    assert line is not None
    assert [str(position) for position in line.positions()][1:] == ["W:W1:B32", "B:W5:B32"]


@pytest.mark.parametrize("text", ['[GameType "30"] 1. 9-13 *', '[FEN "nothing"] 1. 9-13 *'])
def test_a_game_without_positions(text: str) -> None:
    assert line_of(text) is None


def test_rules_that_a_game_fits_better_are_those_of_its_positions() -> None:
    line = line_of("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *")
    assert line is not None
    assert line.variant.name == "international"
