"""FEN, read and written."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from damas_cli.rules.fen import FenError, format_fen, parse_fen
from damas_cli.rules.variant import get_variant

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
