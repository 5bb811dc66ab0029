"""Games made up to be hard: what they cost stays within bounds, and nothing is lost unsaid."""

from __future__ import annotations

import pytest

from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.position import Position

from .judging import judged

# Canadian draughts: one king, men all around it, and more orders to take them than can be told.
CROWDED = "W:WK20:B8,10,11,12,14,15,21,23,24,25,26,27,34,36,37,40,41,45,49,52,53,60,61,62,63,64"


def test_more_captures_than_are_told_apart_end_the_line():
    found = judged(f'[GameType "27"][FEN "{CROWDED}"][Result "1-1"] 20-1 60-54 1-1')
    assert [(r["code"], r["ply"], r["move"]) for r in found] == [("S006", 1, "20-1")]


def test_the_moves_of_such_a_position_are_refused_not_waited_for():
    with pytest.raises(TooManyCaptures):
        Position.from_fen(CROWDED, "canadian").legal_moves()


def test_many_setups_and_variations_take_no_quadratic_time():
    text = '/FEN "W:W10:B23"/ 10-14 (10-13) ' * 20_000
    # More setups than findings are told, but what is wrong with the result is not crowded out.
    assert {r["code"] for r in judged(text)} == {"R004", "R007", "N005", "S006"}


def test_a_capture_that_stays_ambiguous_for_long():
    """Neither reading is ever refuted: the moves are of other pieces."""
    quiet = "32-28 1-5 28-32 5-1 " * 500
    text = f'[FEN "W:W10,K1:B13,14,21,22,K32"][Result "*"] 10x26 {quiet} *'
    found = judged(text, variant="spanish")
    assert [(r["code"], r["ply"]) for r in found] == [("N003", 1), ("R004", None)]


@pytest.mark.parametrize("each", [-1, 10**30])
def test_moves_without_progress_that_cannot_be(each):
    with pytest.raises(ValueError, match="moves each are from 0"):
        judged("1. 10-14 *", no_progress_each=each)


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2212")
def test_every_dash_of_typesetters_is_read(dash):
    text = f"1. 10{dash}14 23{dash}20 1{dash}0"
    odd = [] if dash == "-" else ["N004", "N004"]
    assert [r["code"] for r in judged(text)] == odd
    if dash in "-\u2013\u2014":
        expected = [] if dash == "-" else ["N004", "S005", "N004"]
        assert [r["code"] for r in judged(text.encode("cp1252"))] == expected


def test_a_comment_hides_the_encoding_of_its_own_game_only():
    odd = b'[White "Pe\xf1a"] 1. 10-14 23-20 1-0\n'
    quiet = odd.replace(b"1. ", b"{damas: ignore S005} 1. ")
    for text, expected in ((quiet, []), (quiet + odd, [2]), (odd + quiet, [1])):
        found = [r for r in judged(text) if r["code"] == "S005"]
        assert [r["line"] for r in found] == expected
