"""The language of queries: what a text means, and what is wrong with one and where."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.folding import folded
from damas_cli.archive.query.dates import asked_date, compared, date_of
from damas_cli.archive.query.errors import QueryError
from damas_cli.archive.query.parsing import parse_query
from damas_cli.archive.query.plan import planned
from damas_cli.language import ENGLISH, words_of
from damas_cli.rules.variant import get_variant
from tests.archive.slow_queries import queries
from tests.strategies import examples

# Pieces of queries, good and bad, from which texts are put together.
PIECES = (
    *("and", "or", "not", "(", ")", "in", "..", ",", "=", "==", "!=", "<", ">=", "~", "+", "-"),
    *("*", "white", "date", "player", "result", "number", "plies", "tag(", "has(", "kings("),
    *("reaches(", "starts(", "captures(", "position(", "final(", "like(", "turn", "men(white)"),
    *('"a', '"W:WK1:BK4"', "'x'", "1987", "1987.05", "1-0", "2", "99999999999", "mirror", "draw"),
    *("transposed", "M003", "comments", "\\", "#x\n", "“á”", "«", "\0", "\ud800", "²", "ñ", "$"),
)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("WHITE = 'x' AND NOT draw", 'tag(white) = "x" and not result = 1/2-1/2'),
        ("a=1 or b=2 and c=3", 'tag(a) = "1" or (tag(b) = "2" and tag(c) = "3")'),
        ("(a=1 or b=2) and c=3", '(tag(a) = "1" or tag(b) = "2") and tag(c) = "3"'),
        ("not a=1 and b=2", 'not tag(a) = "1" and tag(b) = "2"'),
        ("not (a=1 and b=2)", 'not (tag(a) = "1" and tag(b) = "2")'),
        ("white != x", 'not tag(white) = "x"'),
        ("number in 10..20", "number >= 10 and number <= 20"),
        ("date in 1987..", "date >= 1987"),
        ("EventDate < 1987", "eventdate < 1987"),
        ("tag(Date) = 1987", 'tag(date) = "1987"'),
        ("date ~ 87", 'tag(date) ~ "87"'),
        ("result = ½-½", "result = 1/2-1/2"),
        ("result = none or winner != none", "result = * or not winner = none"),
        ("variant = 24", 'variant = "spanish"'),
        ("has(m, Quantity-Law, ERROR, M)", "has(M, quantity-law, error)"),
        ("captures(3) or captures(>=3)", "captures(= 3) or captures(>= 3)"),
        ("2 <= kings(any)", "kings(white) + kings(black) >= 2"),
        ("pieces(white) - pieces(black) == 2", "pieces(white) - pieces(black) = 2"),
        ("men(white) > men(black) + 1", "men(white) - men(black) > 1"),
        ("kings(white) in 1..2", "kings(white) >= 1 and kings(white) <= 2"),
        ("turn != white", "turn = black"),
        ("comments and not variations", "comments > 0 and not variations > 0"),
        ("# what\nwhite = x # why", 'tag(white) = "x"'),
        ("white = “García, A”", 'tag(white) = "García, A"'),
        (r'white = "a\"b\\"', r'tag(white) = "a\"b\\"'),
        ("tag(like) = 3 and Kind = 4", 'tag(like) = "3" and tag(kind) = "4"'),
    ],
)
def test_what_a_query_is_read_as(text: str, read: str) -> None:
    assert str(parse_query(text)) == read
    assert str(parse_query(read)) == read


TEST = 'expected a test such as white ~ "garcia", date >= 1987 or kings(white) = 2'
OF_POSITION = "expected a test of a position such as men(white) = 3 or turn = white"
RELATION = "expected '=', '!=', '<', '<=', '>', '>=', '~' or 'in'"
VALUE = "expected a value, in quotes if it has blanks"


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("", 0, TEST),
        ("   ", 0, TEST),
        ("white =", 7, VALUE),
        ("result = and", 9, VALUE),
        ("white garcia", 6, RELATION),
        ("white = García, Ana", 14, "expected 'and', 'or' or the end"),
        ("(white = x", 10, "expected ')', 'and' or 'or'"),
        ("white = x)", 9, "expected 'and', 'or' or the end"),
        ("draw and", 8, TEST),
        ("draw or and", 8, TEST),
        ('white ~ "gar', 8, "these quotes are not closed"),
        ("kings >= 2", 6, "expected '(' after kings"),
        ('reaches "W:WK1:B"', 8, "expected '(' after reaches"),
        ("reaches(W:WK1:B)", 8, "expected a text in quotes"),
        ("kings(red) = 1", 6, "expected 'white', 'black' or 'any'"),
        ("kings(white) ~ 1", 13, "expected '=', '!=', '<', '<=', '>', '>=', 'in', '+' or '-'"),
        ("kings(white) = x", 15, "expected a number of pieces such as men(white) or 2"),
        ("position(white = x)", 9, OF_POSITION),
        ("final(draw)", 6, OF_POSITION),
        ("turn > white", 5, "expected =, !="),
        ("plies = many", 8, "expected a whole number"),
        ("plies ~ 3", 6, "expected =, !=, <, <=, >, >="),
        ("date = 1987.13", 7, "expected a date such as 1987, 1987.05, 1987.05.03"),
        ("result = 3", 9, "expected a result: 1-0, 0-1, 1/2-1/2, 0-0, *, draw, none"),
        ("winner = me", 9, "expected white, black, first, second, none"),
        ("result in 1-0..0-1", 7, "expected =, !="),
        ("player < x", 7, "expected =, !=, ~"),
        ("comment = x", 8, "expected ~"),
        ("variant = spanis", 10, "no variant is called 'spanis'; did you mean 'spanish'?"),
        ("number in ..", 10, "expected a value before or after the dots"),
        ("number in 3", 11, "expected '..'"),
        ("has(M999)", 4, "no rule is called 'M999'"),
        ("captures(many)", 9, "expected a whole number, '=', '!=', '<', '<=', '>' or '>='"),
        ("white = x $", 10, "expected 'and', 'or' or the end"),
        ("(" * 101 + "draw" + ")" * 101, 100, "more than 100 levels of parentheses"),
        ("not " * 101 + "draw", 400, "more than 100 levels of parentheses"),
        ('reaches("W:WK1:BK99")', 16, "'K99' is not on the board of spanish"),
        ('position(not like("X:W1:B2"))', 19, "a position begins with the side to move"),
        ('draw and starts("10-14 10-14")', 23, "'10-14' is no legal move here"),
    ],
)
def test_what_is_wrong_and_where(text: str, place: int, told: str) -> None:
    with pytest.raises(QueryError) as error:
        planned(text)
    assert error.value.place == place
    assert str(error.value).startswith(told)


def test_the_place_is_shown_below_the_line() -> None:
    with pytest.raises(QueryError) as error:
        parse_query("draw\nand (white = Ñandú\n\tor black)")
    assert error.value.shown(ENGLISH).splitlines() == [
        f"line 3: {RELATION}",
        "   or black)",
        "           ^",
    ]
    spanish = error.value.shown(words_of("es")).splitlines()
    assert spanish[0].startswith("línea 3: se esperaba ")


def test_a_long_line_is_cut_around_the_place() -> None:
    with pytest.raises(QueryError) as error:
        parse_query(" or ".join(["white = x"] * 50) + " or ?" + " or draw" * 50)
    _, line, caret = error.value.shown(ENGLISH).splitlines()
    assert len(line) <= 80
    assert line[len(caret) - 1] == "?"


def test_own_rules_may_be_named() -> None:
    with pytest.raises(QueryError):
        parse_query("variant = club")
    own = get_variant().__class__({**get_variant().data, "name": "club"})
    assert str(parse_query("variant = club", own)) == 'variant = "club"'


def test_too_many_cases_are_told() -> None:
    many = " and ".join("(kings(white) = 1 or kings(white) = 2)" for _ in range(12))
    with pytest.raises(QueryError, match="more than 500 ways"):
        planned(many)
    planned(" and ".join("position(kings(white) = 1 or kings(white) = 2)" for _ in range(12)))


def _fault(read: Callable[[str], object], text: str) -> QueryError | None:
    """Return what is wrong with `text`; no other exception is allowed."""
    try:
        read(text)
    except QueryError as error:
        return error
    return None


@examples(100)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.booleans())
def test_pieces_of_queries_are_read_or_refused(pieces: list[str], apart: bool) -> None:
    text = (" " if apart else "").join(pieces)
    fault = _fault(parse_query, text)
    if fault is None:
        tree = parse_query(text)
        assert parse_query(str(tree)) == tree
    else:
        assert 0 <= fault.place <= len(text)
        assert fault.shown(words_of("es"))


@examples(50)
@given(queries, st.integers(0, 1 << 32))
def test_broken_queries_are_read_or_refused(query, seed: int) -> None:
    chance = random.Random(seed)
    text = query.text
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        text = text[:start] + chance.choice(PIECES) + text[start + chance.randrange(4) :]
    fault = _fault(planned, text)
    assert fault is None or 0 <= fault.place <= len(text)


def test_a_thousand_tests_are_no_trouble() -> None:
    text = " or ".join(f"number = {number}" for number in range(1, 1001))
    assert len(planned(text).limits) == 1001
    with pytest.raises(QueryError):
        parse_query("(" * 100_000)


# ---- words and dates


@pytest.mark.parametrize(
    ("one", "other"),
    [("MUÑOZ", "munoz"), ("Garci\u0301a", "garcía"), ("Ærø", "aero"), ("Łódź", "lodz")],
)
def test_case_and_accents_do_not_matter(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@given(st.text())
def test_what_is_folded_stays(text: str) -> None:
    assert folded(folded(text)) == folded(text)


days = st.dates().map(lambda day: f"{day.year:04}.{day.month:02}.{day.day:02}")


@given(days, days)
def test_whole_days_compare_as_their_texts(one: str, other: str) -> None:
    asked = asked_date(other)
    assert asked is not None
    assert compared(date_of(one), asked) == (one > other) - (one < other)


@given(days, st.sampled_from((4, 7)))
def test_a_part_of_a_date_is_like_the_whole(day: str, length: int) -> None:
    asked = asked_date(day[:length])
    assert asked is not None
    assert compared(date_of(day), asked) == 0
    unknown = day[:4] + "????.??.??"[4:] if length == 4 else f"{day[:7]}.??"
    assert compared(date_of(unknown), asked) == 0
    assert compared(date_of(unknown), date_of(day)) == 0


def test_of_an_unknown_date_nothing_is_said() -> None:
    assert compared(date_of("????.??.??"), (19, 87)) is None
    assert compared(date_of("soon"), (19, 87)) is None
