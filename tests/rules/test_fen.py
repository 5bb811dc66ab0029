"""FEN, read and written."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from damas_cli.rules.board import Board
from damas_cli.rules.fen import FenError, format_fen, parse_fen
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant

from .variant_positions import VARIANTS, positions

BOARD = get_variant("spanish").board


def rewritten(fen: str) -> str:
    return format_fen(*parse_fen(fen, BOARD), BOARD)


@pytest.mark.parametrize(
    ("fen", "canonical"),
    [
        ("W:W1-4:B29-32", "W:W1,2,3,4:B29,30,31,32"),
        ("B:B29,30:W1,2", "B:W1,2:B29,30"),
        ("W:WK10-12:BK1", "W:WK10,K11,K12:BK1"),
        ("W:W1:B32.", "W:W1:B32"),
        (" W : W 1 , K 2 : B 32 . ", "W:W1,K2:B32"),
        ("W:WK1:B", "W:WK1:B"),
        ("W:WK1", "W:WK1:B"),
        ("b:wk1:b32", "B:WK1:B32"),
        ("W:Wh1,Kb1:Ba8", "W:W1,K4:B32"),
        ("W:W05:B032", "W:W5:B32"),
        ("W:W12,3:B30", "W:W3,12:B30"),
    ],
)
def test_forms_that_files_hold(fen, canonical):
    assert rewritten(fen) == canonical


@pytest.mark.parametrize(
    ("fen", "reason", "text"),
    [
        ("", "no-fen", ""),
        ("hello", "no-fen", "hello"),
        ("?:W1:B2", "unknown-turn", "?"),
        ("W", "no-piece", "W"),
        ("W:W:B", "no-piece", "W:W:B"),
        ("W::.", "no-piece", "W::"),
        ("W:W33:B1", "off-board", "33"),
        ("W:W0:B1", "off-board", "0"),
        ("W:W31-50:B1-20", "off-board", "31-50"),
        ("W:Wa1:B2", "off-board", "a1"),
        ("W:W1,1:B2", "square-twice", "1"),
        ("W:W1:B1", "square-twice", "1"),
        ("W:W1-4,K3:B9", "square-twice", "K3"),
        ("W:W1:W2:B9", "side-twice", "W2"),
        ("W:X1:B9", "no-side", "X1"),
        ("W:W1,,2:B9", "no-square", ""),
        ("W:W1-x:B9", "no-square", "1-x"),
        ("W:Wh1-b1:B9", "no-square", "h1-b1"),
        ("W:W4-1:B9", "empty-range", "4-1"),
        ("W:W1 2:B9", "no-square", "1 2"),
        ("W:W999999999999999999999:B9", "off-board", "999999999999999999999"),
        ("W:W٣:B9", "no-square", "٣"),
    ],
)
def test_an_error_says_where_and_why(fen, reason, text):
    with pytest.raises(FenError) as caught:
        parse_fen(fen, BOARD)
    assert (caught.value.reason, caught.value.text) == (reason, text)
    assert fen[caught.value.start :].lstrip().startswith(text)


@pytest.mark.parametrize("name", VARIANTS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_position_comes_back_from_its_fen(name, data):
    position = data.draw(positions(name))
    board = position.variant.board
    fen = position.fen()
    if not position.white | position.black:
        with pytest.raises(FenError):
            Position.from_fen(fen, name)
        return
    assert Position.from_fen(fen, name) == position
    # By the other way to name squares too, with the sides in the other order.
    squares = board.squares_of(position.white | position.black)
    if not board.algebraic and all(board.name(square)[0] == "k" for square in squares):
        return  # k9 alone is a king on 9.
    other = []
    for letter, mask in (("B", position.black), ("W", position.white)):
        named = []
        for square in board.squares_of(mask):
            name_of = str(square) if board.algebraic else board.name(square)
            king = "K" if position.kings & board.bits[square] else ""
            named.append(king + data.draw(st.sampled_from((name_of, name_of.upper()))))
        other.append(letter + ",".join(named))
    assert Position.from_fen(":".join([position.turn, *other]), name) == position


@pytest.mark.parametrize(
    ("name", "fen", "canonical"),
    [
        # PDN 3.0's start positions, in both styles.
        ("russian", "W:W21-32:B1-12", None),
        ("brazilian", "W:WA1,C1,E1,G1,B2,D2,F2,H2,A3,C3,E3,G3:B1-12.", None),
        ("international", "W:W31-50:B1-20", None),
        ("english", "B:W21-32:B1-12", None),
        ("italian", "W:W21-32:B1-12", None),
        # Square 1 is h1 for Spanish draughts, and g1's mirror, h8, for Jamaican.
        ("spanish", "W:WKa8:Bh1", "W:WK32:B1"),
        ("jamaican", "B:WKa1:Bh8", "B:WKa1:Bh8"),
        ("russian", "W:Wg3,a1,Kc1:BKh8,K5-6", "W:Wa1,Kc1,g3:BKa7,Kc7,Kh8"),
        ("international", "B:Wj10,Ka1:B6", "B:W5,K46:B6"),
    ],
)
def test_both_styles_in_every_variant(name, fen, canonical):
    assert Position.from_fen(fen, name).fen() == (canonical or Position.start(name).fen())


def test_the_file_k_is_no_king():
    board = Board(12, 12, True, "top-left", algebraic=True)
    _, white, black, kings = parse_fen("W:Wk3,Kk5:Ba1,KA3", board)
    assert [board.name(square) for square in board.squares_of(white)] == ["k5", "k3"]
    assert [board.name(square) for square in board.squares_of(kings)] == ["k5", "a3"]
    numeric = Board(12, 12, True, "top-left")
    assert parse_fen("W:Wk3,Kk5:Ba1,KA3", numeric) == ("W", white, black, kings)
    assert parse_fen("W:Wk3:B1", numeric) == parse_fen("W:WK3:B1", numeric)
    assert parse_fen(format_fen("W", white, black, kings, board), board)[1:] == (
        white,
        black,
        kings,
    )


# What the reader refuses although the text has the form of a FEN.
MEANING = {
    "unknown-turn",
    "no-piece",
    "off-board",
    "square-twice",
    "side-twice",
    "empty-range",
}


@pytest.fixture(scope="module")
def grammar():
    source = Path(__file__).parents[2] / "grammar" / "fen.lark"
    return Lark(source.read_text(encoding="utf-8"), start="fen", parser="lalr")


def tokens() -> st.SearchStrategy[str]:
    items = st.sampled_from(
        ["1", "12", "K7", "k 9", "1-4", "K10-12", "a1", "Kb1", "b2-c3", "33", "4-1", "1-2-3", "x"]
    )
    sides = st.builds(
        "{}{}".format,
        st.sampled_from(["W", "B", "w", "b", "", "X", " W "]),
        st.lists(items, max_size=4).map(lambda found: ",".join(found)),
    )
    return st.builds(
        "{}{}{}".format,
        st.sampled_from(["W", "B", "b", "?", "", "Z", " W "]),
        st.lists(sides, max_size=3).map(lambda found: "".join(":" + side for side in found)),
        st.sampled_from(["", ".", " . ", ".."]),
    )


@settings(deadline=None, max_examples=200)
@given(fen=st.one_of(tokens(), st.text("WBKk123-,:. a", max_size=12)))
def test_the_reader_and_the_grammar_are_one_language(grammar, fen):
    try:
        grammar.parse(fen)
        has_form = True
    except UnexpectedInput:
        has_form = False
    try:
        parse_fen(fen, BOARD)
        assert has_form
    except FenError as caught:
        error = caught
    else:
        return
    # A fault of meaning may be met before one of form.
    assert error.reason in MEANING or not has_form
    assert fen[error.start :].strip().startswith(error.text.strip()[:1])
