"""What a written move means, and the law that it breaks."""

import pytest

from damas_cli.rules.judge import AmbiguousMove, IllegalMove, judge
from damas_cli.rules.position import Position


def verdict(fen: str, text: str):
    return judge(Position.from_fen(fen), text)


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        ("W:W1-12:B21-32", "10-13", "10-13"),
        ("W:W1-12:B21-32", "10x13", "10-13"),
        ("W:W1-12:B21-32", "09-13", "9-13"),
        ("W:W1-12:B21-32", " 9- 13", "9-13"),
        ("W:W1-12:B21-32", "f3-g4", "10-13"),
        ("W:W14:B18,26", "14x21x30", "14x30"),
        ("W:W14:B18,26", "14-30", "14x30"),
        ("W:W10:B13,14,21,22", "10x17x26", "10x17x26"),
        ("W:WK24:B10,14,20,27", "24x11x18x31", "24x11x18x31"),
        ("W:WK24:B10,14,20,27", "24x18x31", "24x11x18x31"),
        ("W:WK24:B10,14,20,27", "24x6x31", "24x6x13x31"),
    ],
)
def test_legal_spellings(fen, text, move):
    assert [m.text for m in verdict(fen, text).readings] == [move]


@pytest.mark.parametrize(
    ("fen", "text", "reason", "square"),
    [
        ("W:W1-12:B21-32", "13-17", "no-piece", 13),
        ("W:W1-12:B21-32", "5-9", "occupied", 9),
        ("W:W14:B32", "14-10", "moved-backward", 10),
        ("W:W14:B10,32", "14x5", "captured-backward", 5),
        ("W:W14:B32", "14-23", "too-far", 23),
        ("W:W14:B32", "14-16", "not-diagonal", 16),
        ("W:WK1,10:B32", "1-14", "blocked", 10),
        ("W:WK1:B10,14,32", "1-19", "blocked", 14),
        ("W:W22:B27,28", "22x31x24", "beyond-crowning", 24),
        ("W:W1-12:B21-32", "10-33", "off-board", 0),
        ("W:W1-12:B21-32", "10-0", "off-board", 0),
        ("W:W1-12:B21-32", "a1-b2", "off-board", 0),
        ("W:W1-12:B21-32", "cb4", "off-board", 0),
        ("W:W1-12:B21-32", "f3-14", "unreadable", 0),
        ("W:W1-12:B21-32", "1014", "unreadable", 0),
        ("W:WK1:B32", "1x10x19", "nothing-to-capture", 10),
        ("W:W14:B18,26", "14x20x30", "wrong-path", 0),
    ],
)
def test_why_a_move_is_illegal(fen, text, reason, square):
    found = verdict(fen, text)
    assert (found.fault, found.reason) == ("illegal-move", reason)
    assert found.square == square
    assert found.played is None


@pytest.mark.parametrize(
    ("fen", "text", "fault", "played"),
    [
        ("W:W14,9:B18,32", "9-13", "capture-missed", (9, 13, ())),
        ("W:W14:B18,19,26", "14x23", "quantity-law", (14, 23, (19,))),
        ("W:W14:B18,26", "14x21", "capture-not-completed", (14, 21, (18,))),
        ("W:W10:B13,K14", "10x17", "quality-law", (10, 17, (13,))),
        ("B:W18,21:B25", "25-30", "move-after-end", None),
        ("W:W14:B18,26", "18-14", "wrong-side", None),
    ],
)
def test_broken_laws(fen, text, fault, played):
    found = verdict(fen, text)
    assert (found.fault, found.played) == (fault, played)


def test_fewer_pieces_is_the_law_of_quantity_however_many_kings():
    found = verdict("W:W9,12:BK13,15,23", "9x18")
    assert found.fault == "quantity-law"
    assert (found.taken, found.best) == ((1, 1), (2, 0))


def test_a_capture_written_whole_is_not_the_beginning_of_another_illegal_one():
    found = verdict("W:WK6:B5,7,13,K14,15,21,23", "6x2")
    assert (found.fault, found.taken, found.best) == ("quantity-law", (4, 0), (5, 1))


def test_a_quiet_move_wrong_in_itself_is_illegal_though_a_capture_was_due():
    assert verdict("W:W14,9:B18,32", "9-17").fault == "illegal-move"


def test_a_piece_jumped_twice():
    fen = "W:WK24:B20,10,27,14"
    assert verdict(fen, "24x15x24").reason in {"jumped-twice", "nothing-to-capture"}


def test_move_says_which_law_is_broken():
    position = Position.from_fen("W:W14:B18,19,26")
    with pytest.raises(IllegalMove) as caught:
        position.move("14x23")
    assert caught.value.law == "quantity-law"


def test_move_lists_the_readings_of_an_ambiguous_text():
    with pytest.raises(AmbiguousMove) as caught:
        Position.from_fen("W:W10:B13,14,21,22").move("10x26")
    assert [m.text for m in caught.value.readings] == ["10x17x26", "10x19x26"]


def test_a_king_may_end_where_it_began():
    position = Position.from_fen("W:WK6:B10,19,18,9")
    assert isinstance(position.legal_moves(), tuple)
    loops = [m for m in position.legal_moves() if m.origin == m.destination]
    for move in loops:
        assert position.play(move).piece(move.destination) == "W"
