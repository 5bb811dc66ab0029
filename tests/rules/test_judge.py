"""What a written move means, and the law that it breaks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.rules.captures import Capture
from damas_cli.rules.judge import AmbiguousMove, IllegalMove, judge
from damas_cli.rules.position import Position

from .variant_positions import VARIANTS, positions


def verdict(fen: str, text: str, variant: str = "spanish"):
    return judge(Position.from_fen(fen, variant), text)


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


@pytest.mark.parametrize(
    ("variant", "fen", "text", "reason", "square"),
    [
        ("english", "W:WK32:B1", "32-23", "king-too-far", 23),
        ("english", "W:WK32:B23,1", "32x18", "king-too-far", 18),
        ("english", "W:WK32:B1", "32x23", "king-too-far", 23),
        ("english", "W:WK32:B1", "32x27x32", "nothing-to-capture", 27),
        ("english", "W:W18:B1", "18-11", "too-far", 11),
        ("italian", "W:W22,32:BK19,1", "22x15", "captured-king", 15),
        ("italian", "W:W26:B22,K15,1", "26x19x12", "captured-king", 12),
        ("italian", "W:WK31:B27,1", "31x22x13", "king-too-far", 13),
        ("thai", "W:WK4:B15,32", "4-22", "lands-behind", 22),
        ("argentinian", "W:WK1:B14,29", "1x23", "lands-behind", 23),
        ("argentinian", "W:WK1:B14,23,29", "1x10x28", "wrong-path", 0),
        ("brazilian", "W:Wb6:Bc7,e7,a3", "b6xd8xh4", "too-far", 64),
        ("brazilian", "W:Wd4:Ba7", "d4-b2", "too-far", 64),
        ("russian", "W:Wb6:Bc7,f6,a3", "b6xd8xa5", "jumped-twice", 64),
        ("russian", "W:WKa1,h2:Bb2,c3,h8", "a1:d4", "blocked", 64),
        ("czech", "W:Wd6:Be7,g7,a7", "d6xf8xh6", "beyond-crowning", 64),
        ("pool", "W:W14:B17,1", "14x21x14", "jumped-twice", 17),
        ("thai", "W:WK11:B15,32", "11-18-11", "nothing-to-capture", 11),
        ("jamaican", "B:Wb8:Ba1", "a1-a3", "not-diagonal", 64),
    ],
)
def test_why_a_move_of_another_variant_is_illegal(variant, fen, text, reason, square):
    found = verdict(fen, text, variant)
    assert (found.fault, found.reason) == ("illegal-move", reason)
    # Where squares have names, which one it is stands in the text.
    assert square in (64, found.square)


def texts_near(position: Position) -> st.SearchStrategy[str]:
    """Whole captures and beginnings of them, by any landing, and moves to anywhere."""
    board = position.variant.board
    captures = [c for origin in sorted(position.men.own) for c in position.captures_of(origin)]
    squares = st.sampled_from(range(1, board.size + 1))
    found = st.lists(squares, min_size=2, max_size=4).map(lambda path: "-".join(map(str, path)))
    own = sorted(position.men.own)
    if own:
        found |= st.builds("{}-{}".format, st.sampled_from(own), squares)
    if captures:
        found |= st.builds(spelt, st.sampled_from(captures), st.integers(0, 9), st.randoms())
    return found


def spelt(capture: Capture, cut: int, random) -> str:
    """Spell a capture, or its first jumps, by landings chosen at random."""
    gaps = [random.choice(gap) for gap in capture.gaps]
    if 0 < cut <= len(gaps):
        path = [capture.origin, *gaps[: cut - 1], random.choice(capture.stops[cut - 1])]
    else:
        path = [capture.origin, *gaps, capture.landing]
    return "x".join(map(str, path))


FAULT_OF = {"most-pieces": "quantity-law", "most-kings": "quality-law"}


@pytest.mark.parametrize("name", VARIANTS)
@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_a_verdict_is_what_the_laws_of_the_variant_allow(name, data):
    position = data.draw(positions(name))
    variant = position.variant
    text = data.draw(texts_near(position))
    found = judge(position, text)
    squares = [int(number) for number in text.replace("x", "-").split("-")]
    legal = position.legal_moves()
    assert bool(found.readings) == (not found.fault)
    assert (found.reason == "") == (found.fault not in ("illegal-move", "capture-priority"))
    for move in found.readings:
        assert move in legal
        assert (move.origin, move.destination) == (squares[0], squares[-1])
    if not found.played:
        assert not found.others
        return
    assert legal[0].captured
    assert found.origin == squares[0]
    captures = [c for origin in position.men.own for c in position.captures_of(origin)]
    if found.fault == "capture-missed":
        assert found.played == (squares[0], squares[1], ())
        return
    assert found.taken[0] == len(found.played[2])
    best = [move for move in legal if len(move.captured) == found.best[0]]
    if found.fault == "capture-not-completed":
        assert all(move in legal for move in found.completions)
        assert all(set(found.played[2]) < set(move.captured) for move in found.completions) or (
            found.others
        )
        return
    # What the text is part of, or all of.
    meant = [c for c in captures if c.victims[: found.taken[0]] == found.played[2]]
    assert meant
    assert best
    law = next(
        law for law in variant.priority if FAULT_OF.get(law, law) in (found.fault, found.reason)
    )
    kings = position.kings
    board = variant.board
    if law == "most-pieces":
        assert any(len(c.victims) < found.best[0] for c in meant)
    elif law == "most-kings":
        assert any(
            len(c.victims) == found.best[0]
            and (board.mask_of(c.victims) & kings).bit_count() < found.best[1]
            for c in meant
        )
    elif law == "with-king":
        assert position.piece(squares[0]).islower()
        assert all(position.piece(move.origin).isupper() for move in legal)
    else:
        assert law == "kings-first"
        assert any(
            [v in position.men.kings for v in c.victims]
            < [v in position.men.kings for v in move.captured]
            for c in meant
            for move in legal
        )


def test_a_man_made_up_on_its_last_row_is_crowned_when_it_comes_back():
    """Russian draughts; leaving the last row over a piece on the row before it crowns nobody."""
    start = Position.from_fen("W:Wd8:Bc7,b4,c3,e3,g5,g7,e7,a1", "russian")
    after = {str(move): start.play(move).fen().split(":")[1] for move in start.legal_moves()}
    assert after == {"d8:b6": "Wb6", "d8:h4": "Wh4", "d8:h8": "WKh8"}
    assert [move.promotes for move in start.legal_moves()] == [False, False, True]


def test_a_stop_from_which_the_capture_does_not_go_on_is_no_beginning_of_it():
    """Russian: from e1 over d2 the king has to land on b4, where d6 can be taken; not on c3."""
    position = Position.from_fen("B:WKd2,Ke3,d6,Kf8:BKe1,a3,g3", "russian")
    wrong, begun = judge(position, "e1:c3"), judge(position, "e1:b4")
    assert (wrong.fault, begun.fault) == ("capture-not-completed", "capture-not-completed")
    assert [str(move) for move in wrong.due] == ["e1:e7"]
    assert wrong.completions == ()
    assert [str(move) for move in begun.completions] == ["e1:e7"]


def test_a_text_can_be_played():
    start = Position.start()
    assert start.play("10-14") == start.play(start.move("10-14"))
    with pytest.raises(IllegalMove):
        start.play("10-19")


@pytest.mark.parametrize(
    ("variant", "fen", "text"),
    [
        ("jamaican", "B:WKb2,Kd2,Kf2,Kb6,Kd6,Kf6:BKc7", "c7xg3xe1xa5xc7"),
        ("czech", "B:Wc3,e3,Kg3,e5,Kg5,Ke7,g7:BKa1", "a1-d4-f6-h4-f2-d4"),
        ("jamaican", "B:WKa1,b2,f2,g3,g5,d6,a7,g7:BKc1,Kh8", "c1xa3xf8xh6xc1"),
    ],
)
def test_an_order_that_stops_short_names_the_capture_of_the_same_pieces(variant, fen, text):
    """PDN 3.0: the same pieces in another order are the same move."""
    position = Position.from_fen(fen, variant)
    (move,) = judge(position, text).readings
    assert move in position.legal_moves()
