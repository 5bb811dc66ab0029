"""How a game is written, as the driver tells it, against plain Python."""

from __future__ import annotations

import re
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.pdn import driver_writing, engine
from damas_cli.pdn import kinds as k
from damas_cli.pdn.reader import read_games

from ..strategies import examples

# The source, and what was compiled from it.
PARTS = [pytest.param(driver_writing, id="source"), pytest.param(engine, id="engine")]
both = pytest.mark.parametrize("part", PARTS)
PIECES = ["1", "01", "10", "0", "7", "a3", "C5", "l12", "-", "x", ":", "X", " ", "\u2013", "3"]
SQUARES = {False: "[1-9][0-9]?", True: "[a-l][1-9][0-9]?"}


@both
@examples(100)
@given(
    texts=st.lists(st.lists(st.sampled_from(PIECES), max_size=5).map("".join), max_size=6),
    algebraic=st.booleans(),
)
def test_odd_moves_are_those_that_are_not_two_squares(part, texts, algebraic):
    raw = b""
    spans = array("I")
    for text in texts:
        spans.extend((len(raw), len(raw) + len(text.encode())))
        raw += text.encode()
    form = re.compile(f"{SQUARES[algebraic]}[-xX:]{SQUARES[algebraic]}")
    odd = [i for i, text in enumerate(texts) if not form.fullmatch(text)]
    found = []
    index = part.odd_move(raw, spans, 0, len(texts), algebraic)
    while index < len(texts):
        found.append(index)
        index = part.odd_move(raw, spans, index + 1, len(texts), algebraic)
    assert found == odd


@both
@examples(100)
@given(tokens=st.lists(st.one_of(st.none(), st.integers(1, 5)), max_size=12))
def test_numbers_count_up_where_each_is_that_of_its_move(part, tokens):
    """None is a move, an integer a number."""
    text = " ".join("9-13" if token is None else f"{token}." for token in tokens)
    moves_before = [tokens[:i].count(None) for i in range(len(tokens))]
    right = all(
        token is None or token == moves // 2 + 1
        for token, moves in zip(tokens, moves_before, strict=True)
    )
    raw, tape = text.encode(), array("I")
    for found in re.finditer(r"\S+", text):
        kind = k.MOVE_NUMBER if found[0].endswith(".") else k.MOVE
        tape.extend((kind, *found.span()))
    assert part.counts_up(raw, tape, k.MOVE_NUMBER, k.MOVE) is right
    for algebraic in (False, True):
        plain = right and not (algebraic and None in tokens)
        told = part.is_plainly_written(raw, tape, k.MOVE_NUMBER, k.MOVE, algebraic)
        assert told is plain


@both
def test_tag_names_are_those_before_the_moves(part):
    text = '{a [b "c"]} [ Event  "x"][Site"y"] ; more\n[\tDate\t"?" ]\n1. 9-13 *'
    game = next(read_games([text.encode()]))
    expected = tuple(tag.name.encode() for tag in game.tags)
    assert expected == (b"Event", b"Site", b"Date")
    assert part.tag_names(game.raw, game.tape, k.TAG, k.COMMENTS) == expected
    assert part.tag_names(game.raw, game.tape, k.TAG, 0) == ()


NAMES = st.sampled_from([b"Event", b"Even", b"Site", b"S", b"Date"])


@both
@examples(100)
@given(names=st.lists(NAMES, max_size=4), others=st.lists(NAMES, max_size=4))
def test_a_header_has_these_tags_or_others(part, names, others):
    text = b"".join(b'[%s "x"]\n' % name for name in names) + b"1. 9-13 *"
    game = next(read_games([text]))
    for asked in (names, others):
        joined = b"".join(name + b" " for name in asked)
        found = part.has_tags(game.raw, game.tape, k.TAG, k.COMMENTS, joined)
        assert found is (asked == names)
        assert not part.has_tags(game.raw, game.tape, k.TAG, k.COMMENTS, joined + b" ")


@both
def test_a_tape_of_another_text_is_refused(part):
    with pytest.raises(ValueError, match="after the text"):
        part.odd_move(b"9-13", array("I", [0, 5]), 0, 1, False)
    with pytest.raises(ValueError, match="are none"):
        part.odd_move(b"9-13", array("I", [0, 4]), 0, 2, False)
    with pytest.raises(ValueError, match="after the text"):
        part.counts_up(b"1.", array("I", [k.MOVE_NUMBER, 0, 3]), k.MOVE_NUMBER, k.MOVE)
    with pytest.raises(ValueError, match="after the text"):
        part.has_tags(b"[A", array("I", [k.TAG, 0, 3]), k.TAG, 0, b"A ")
    with pytest.raises(ValueError, match="after the text"):
        part.tag_names(b"[A", array("I", [k.TAG, 0, 3]), k.TAG, 0)
