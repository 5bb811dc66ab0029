"""The draw laws of the variants' files, and the clocks of their endings, against the oracle's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.rules.draws import Ending, find_ending
from damas_cli.rules.history import History
from damas_cli.rules.variant import get_variant, variant_names

from .. import strategies
from ..oracle import slow_draws
from ..oracle.kernel_bits import state_of, words_a_mask
from ..oracle.slow_rules import crowns
from ..oracle.slow_variants import VARIANTS
from ..strategies import Line, arranged, examples, in_rows, scattered


@pytest.mark.parametrize("variant", variant_names())
def test_repetition_and_progress(variant):
    ours, laws = get_variant(variant), slow_draws.LAWS[variant]
    assert ours.repetition == laws.repetition
    # The moves without progress of Portuguese draughts are those of an ending, by another text.
    assert variant == "portuguese" or ours.no_progress == laws.no_progress
    assert ours.repetition_claimed or not laws.claimed


@st.composite
def thin_lines(draw, rules):
    """Few pieces, one side's mostly a king alone and often on the longest diagonal, go about."""
    board = in_rows(rules, range(rules.size))
    long = [s for s in board if s[0] == (s[1] if rules.left_plays else rules.size - 1 - s[1])]
    kinds, count = (
        draw(st.sampled_from(["W", "WWw", "Www"])),
        draw(st.sampled_from([1, 2, 3, 3, 4])),
    )
    where = [draw(st.sampled_from([board, board, long])) for _ in range(2)]
    black = scattered(where[1], "BBBb", 1, draw(st.sampled_from([1, 1, 2, 3])))
    start = draw(arranged(rules, scattered(where[0], kinds, count, count), black))
    if any(crowns(piece, square, rules) for square, piece in pieces_of(start)):
        start = strategies.moved_to(rules, strategies.CALM[0])
    # Mostly the same few moves, so that the sides do not take each other's pieces at once.
    choices = draw(strategies.choices(50, draw(st.integers(0, 3))))
    careful = draw(st.booleans())
    moves = strategies.peaceful if careful else strategies.slow_notation.texts
    return strategies.played(start, choices, moves)


def pieces_of(position):
    return list(strategies.slow_rules.pieces(position))


def history_of(line: Line) -> History:
    rules = line.positions[0].rules
    history = History(len(line.moves), words_a_mask(rules))
    for index, position in enumerate(line.positions):
        history.put(index, state_of(position)[1:])
    return history


@pytest.mark.parametrize("variant", slow_draws.ENDINGS)
@examples(60)
@given(data=st.data())
def test_clocks_of_endings(variant, data):
    """With shorter clocks than the laws', for random play does not keep to an ending for long."""
    rules, ours = VARIANTS[variant], get_variant(variant)
    slow = {ending.name: ending for ending in slow_draws.ENDINGS[variant]}
    tables = {table["name"]: table for table in ours.endings}
    assert slow.keys() <= tables.keys()
    assert {name: tables[name]["moves_each"] for name in slow} == {
        name: ending.moves_each for name, ending in slow.items()
    }
    line = data.draw(thin_lines(rules))
    history, plies = history_of(line), len(line.moves)
    shorter = {name: data.draw(st.integers(1, 8), label=name) for name in slow}
    laws = [Ending({**tables[name], "moves_each": shorter[name]}, ours.board) for name in slow]
    endings = [slow[name]._replace(moves_each=shorter[name]) for name in slow]
    for law, ending in zip(laws, endings, strict=True):
        found = find_ending(history, plies, ours.board, [law])
        assert (found.ply if found else 0) == slow_draws.ending_ply(line.positions, ending)
    found = find_ending(history, plies, ours.board, laws)
    assert (found.ply if found else 0) == slow_draws.endings_ply(line.positions, endings)[0]
