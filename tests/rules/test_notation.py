"""Texts of moves in every style: numbers, algebraic names, Russian short forms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.rules.board import Board
from damas_cli.rules.judge import AmbiguousMove, IllegalMove, judge, written_whole
from damas_cli.rules.notation import SEPARATORS, read_move
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant

from .variant_positions import VARIANTS, positions

RUSSIAN = get_variant("russian").board


@pytest.mark.parametrize("name", VARIANTS)
def test_squares_are_read_by_number_and_by_name_in_either_case(name):
    board = get_variant(name).board
    for square in range(1, board.size + 1):
        other = board.size + 1 - square
        for sign in SEPARATORS:
            for blank in ("", " "):
                between = f"{blank}{sign}{blank}"
                assert read_move(f"{square}{between}{other}", board) == [(square, other)]
                names = f"{board.name(square)}{between}{board.name(other)}"
                assert read_move(names, board) == [(square, other)]
                assert read_move(names.upper(), board) == [(square, other)]
        joined = board.name(square) + board.name(other) + board.name(square)
        assert read_move(joined, board) == [(square, other, square)]
        assert read_move(f"0{square}-{square:02}", board) == [(square, square)]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("cb4", [(30, 17), (22, 17), (14, 17), (6, 17)]),
        ("c:b4", [(30, 17), (22, 17), (14, 17), (6, 17)]),
        ("C-B4", [(30, 17), (22, 17), (14, 17), (6, 17)]),
        ("g:e5:c7", [(32, 15, 6), (24, 15, 6), (16, 15, 6), (8, 15, 6)]),
        ("ge5c7", [(32, 15, 6), (24, 15, 6), (16, 15, 6), (8, 15, 6)]),
        # Neither a file nor a square of this board.
        ("ib4", [(0, 17)]),
        ("cb9", [(30, 0), (22, 0), (14, 0), (6, 0)]),
        ("c3-c4", [(22, 0)]),
        ("22-33", [(22, 0)]),
        ("22-1234567890", [(22, 0)]),
    ],
)
def test_what_a_text_names(text, squares):
    assert read_move(text, RUSSIAN) == squares


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "c3", "c3-", "c3-22", "22-c3", "3228", "cb", "c", "bc-d4", "c3--b4", "c3-b4!"),
        *("c3 b4", "c3-b4-", "c:22", "\u00e7b4", "c\u0663-b4", "\u0661\u0662-3", "22/18", "22"),
    ],
)
def test_what_names_no_move(text):
    assert read_move(text, RUSSIAN) == []


def test_names_follow_the_corner_of_a1():
    jamaican = get_variant("jamaican").board
    assert read_move("a1-b2", jamaican) == [(jamaican.numbers[0, 7], jamaican.numbers[1, 6])]
    wide = Board(12, 12, True, "top-left", algebraic=True)
    assert read_move("l12k11", wide) == [(6, 12)]
    assert read_move("72-67", wide) == [(72, 67)]


@pytest.mark.parametrize("name", VARIANTS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_short_form_means_every_move_from_its_file(name, data):
    position = data.draw(positions(name))
    board = position.variant.board
    moves = position.legal_moves()
    for move in moves:
        text = board.name(move.origin)[0] + ":".join(map(board.name, move.path[1:]))
        found = judge(position, text).readings
        assert move in found
        assert all(board.name(other.origin)[0] == text[0] for other in found)
        two_squares = judge(position, text[0] + board.name(move.destination)).readings
        assert set(two_squares) == {
            other
            for other in moves
            if board.name(other.origin)[0] == text[0] and other.destination == move.destination
        }


@pytest.mark.parametrize(
    ("fen", "text", "fault", "origin"),
    [
        # The man on c3 has a capture to miss; the one on c7 cannot go to b4 in any way.
        ("W:Wc3,e3,c7:Bf4,a1", "cb4", "capture-missed", 22),
        # Half of what c3 takes is nearer to the law than anything c1 can do.
        ("W:Wc3,c1:Bd4,f6,h8", "ce5", "capture-not-completed", 22),
        ("W:Wc3:Bh8", "ce5", "illegal-move", 22),
        ("W:Wc3:Bh8", "ef4", "illegal-move", 0),
        ("W:Wc3:Bh8,f6", "fg5", "illegal-move", 0),
        ("W:Wc3:Bh8", "cb9", "illegal-move", 0),
    ],
)
def test_a_short_form_without_a_legal_move_is_the_piece_nearest_to_the_law(
    fen, text, fault, origin
):
    verdict = judge(Position.from_fen(fen, "russian"), text)
    assert (verdict.fault, verdict.origin) == (fault, origin)


def test_short_forms_of_two_pieces_compete():
    position = Position.from_fen("W:WKc3,Kc5:Bh4", "russian")
    with pytest.raises(AmbiguousMove) as caught:
        position.move("cb4")
    assert [move.text for move in caught.value.readings] == ["c3-b4", "c5-b4"]
    with pytest.raises(IllegalMove) as illegal:
        position.move("ch1")
    assert illegal.value.law == "illegal-move"


def test_all_ways_of_a_broken_short_form_are_kept():
    """Two men may have been meant, and either may have been played."""
    position = Position.from_fen("W:WKc3,Kc5,g3:Bh4,f6,a7", "russian")
    verdict = judge(position, "cb4")
    played = [other.played for other in (verdict, *verdict.others)]
    assert verdict.fault == "capture-missed"
    assert sorted(way[0] for way in played if way) == [14, 22]


def test_a_path_that_names_every_landing_goes_before_a_shortened_one():
    position = Position.from_fen("W:WKa1:Bb2,d2,e3,b4,c7,e7", "jamaican")
    text = "a1xc3xe1"
    readings = judge(position, text).readings
    assert len(readings) == 2
    assert written_whole(position, text, readings) == (position.move(text),)
    assert position.move(text).path == tuple(map(position.variant.board.square, ("a1", "c3", "e1")))
    with pytest.raises(AmbiguousMove):
        Position.from_fen("W:W10:B13,14,21,22").move("10x26")
