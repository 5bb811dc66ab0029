"""How games are written, held to simple slow computations on games drawn by hypothesis."""

from __future__ import annotations

import calendar
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.codes import CODES, codes_of
from damas_cli.check.dates import read_date
from damas_cli.check.numbers import corrections
from damas_cli.check.run import check_text
from damas_cli.pdn.reader import read_games

from .. import strategies
from ..oracle import slow_notation
from ..oracle.slow_variants import VARIANTS
from ..strategies import examples
from .judging import judged

# Of each ply by how much its number is wrong; None where it has none.
ERRORS = st.lists(st.one_of(st.none(), st.just(0), st.just(0), st.integers(-1, 2)), max_size=16)


def numbered(errors: list[int | None]) -> str:
    words = []
    for ply, error in enumerate(errors):
        if error is not None:
            words.append(f"{max(0, ply // 2 + 1 + error)}.")
        words.append("10-14")
    return " ".join(words)


def fewest_faults(errors: list[int | None], beginnings: set[int]) -> int:
    """Count by trying every offset at every number: a fault is a deviation or a change."""
    offsets = [e if ply // 2 + 1 + e >= 0 else -1 for ply, e in enumerate(errors) if e is not None]
    cost = {offset: 0 if offset in beginnings else 1 for offset in {*offsets, *beginnings}}
    for seen, offset in enumerate(offsets):
        if seen:
            cheapest = min(cost.values())
            cost = {now: min(before, cheapest + 1) for now, before in cost.items()}
        # Where the count changes at a number, that one is told, and it agrees.
        cost = {now: before + (now != offset) for now, before in cost.items()}
    return min(cost.values(), default=0)


@examples(300)
@given(errors=ERRORS)
def test_numbers_are_explained_by_the_fewest_faults(errors):
    text = f"{numbered(errors)} *"
    found = [f for f in judged(text) if f["code"] == "N001"]
    assert len(found) == fewest_faults(errors, {0})


@examples(300)
@given(errors=ERRORS)
def test_corrected_numbers_have_no_fault(errors):
    text = f"{numbered(errors)} *".encode()
    for fen in (False, True):
        (game,) = read_games([text])
        right = text
        for start, end, number, _ in sorted(corrections(game, fen), reverse=True):
            right = right[:start] + str(number).encode() + right[end:]
        (game,) = read_games([right])
        assert list(corrections(game, fen)) == []
        if not fen:
            assert "N001" not in [f["code"] for f in judged(right)]


@examples(50)
@given(plies=st.integers(1, 12), begins=st.integers(0, 40), odd=st.integers(0, 1), given_=st.data())
def test_a_game_from_a_fen_may_count_either_way_from_any_number(plies, begins, odd, given_):
    words = []
    for ply in range(plies):
        if given_.draw(st.booleans()):
            words.append(f"{begins + (ply + odd) // 2}{given_.draw(st.sampled_from(['.', '...']))}")
        words.append("10-14")
    text = f'[FEN "B:W1:B32"] {" ".join(words)} *'
    assert "N001" not in [f["code"] for f in judged(text)]


def pdn(line: strategies.Line, texts: list[str]) -> str:
    return f'[FEN "{slow_notation.to_fen(line.positions[0])}"]\n{" ".join(texts)} *\n'


def oddly_written(text: str) -> list[str]:
    """Return ways to write a move that mean the same."""
    ways = [text.replace("-", " - ").replace("x", " x "), text.replace("-", "\u2013")]
    ways.append(text.replace("x", "\u00d7"))
    squares = text.replace("x", "-").split("-")
    zeros = [square.zfill(2) if square.isdigit() else square.upper() for square in squares]
    ways.append("-".join(zeros) if "-" in text else "x".join(zeros))
    return [way for way in ways if way != text]


@pytest.mark.parametrize("variant", ["spanish", "international", "italian", "czech"])
@examples(30)
@given(data=st.data())
def test_canonical_moves_have_no_finding_and_others_are_told_the_canonical_text(variant, data):
    start = data.draw(strategies.positions(VARIANTS[variant]))
    line = data.draw(strategies.lines(12, start))
    texts = [text.replace(":", "x") for text in line.texts]
    found = [f for f in judged(pdn(line, texts), variant=variant) if f["code"] == "N004"]
    assert found == []
    played = [f["ply"] for f in judged(pdn(line, texts), variant=variant) if f["code"] == "N003"]
    if not texts or played:
        return
    at = data.draw(st.integers(0, len(texts) - 1))
    ways = oddly_written(texts[at])
    if ways:
        odd = [*texts]
        odd[at] = data.draw(st.sampled_from(ways))
        found = [f for f in judged(pdn(line, odd), variant=variant) if f["code"] == "N004"]
        assert [(f["ply"], f["move"]) for f in found] == [(at + 1, odd[at])]
        assert str(found[0]["message"]).endswith(f": write {texts[at]}")
        assert texts[at] in found[0]["expected"]


@examples(60)
@given(spoilt=strategies.spoilt_lines(), data=st.data())
def test_a_comment_hides_just_what_it_names(spoilt, data):
    """Before the moves in the whole game, after a move at that ply."""
    header = f'[FEN "{slow_notation.to_fen(spoilt.start)}"]\n'
    texts = [*spoilt.texts]
    before = check_text(f"{header}{{nothing}} {' '.join(texts)} 1-0")
    code = data.draw(st.sampled_from(sorted({str(f["code"]) for f in before})))
    ours = [(f["ply"], f["code"]) for f in before]

    after = check_text(f"{header}{{damas: ignore {code}}} {' '.join(texts)} 1-0")
    assert [(f["ply"], f["code"]) for f in after] == [f for f in ours if f[1] != code]

    with_ply = [f for f in ours if f[0] is not None and f[1][0] != "R"]
    if with_ply:
        ply, code = data.draw(st.sampled_from(with_ply))
        texts[ply - 1] += f" {{damas: ignore {code}}}"
        after = check_text(f"{header}{{nothing}} {' '.join(texts)} 1-0")
        assert [(f["ply"], f["code"]) for f in after] == [f for f in ours if f != (ply, code)]


def test_selectors_mean_codes():
    for code in CODES.values():
        for selector in (code.code, code.name, code.code.lower(), code.name.upper()):
            assert codes_of(selector) == {code.code}
        assert code.code in codes_of(code.code[0]) & codes_of("all")
    assert codes_of("") == codes_of("M00X") == codes_of("quantity") == frozenset()


def test_a_date_is_right_if_the_calendar_has_it():
    for year, month, day in itertools.product((1900, 2000, 2023, 2024), range(14), range(33)):
        exists = 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
        reading = read_date(f"{year}.{month:02}.{day:02}")
        assert (reading is None) is exists
        if exists:
            for text in (f"{day}/{month}/{year}", f"{month}-{day}-{year}"):
                found = read_date(text)
                assert found is not None
                assert f"{year}.{month:02}.{day:02}" in found.readings
                assert (len(found.readings) == 1) is (day > 12 or day == month)
            found = read_date(f"{year}-{month}-{day}")
            assert found is not None
            assert found.readings == (f"{year}.{month:02}.{day:02}",)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2004", "2004.??.??"), ("1950.", "1950.??.??"), ("1841-??-??", "1841.??.??"),
        ("1970.4.2", "1970.04.02"), (" 2004.05.01", "2004.05.01"), ("?", "????.??.??"),
        ("2004.00.00", None), ("2004-0-0", "2004.??.??"), ("03.07.20", None), ("2007/2008", None),
        ("17 april 2009", None), ("2004.10.27 - 2004.11.01", None), ("2026-04-21 17:17:18", None),
        ("31.2.2004", None), ("2004.??.31", ""), ("????.02.29", ""), ("19??.??.??", ""),
    ],
)  # fmt: skip
def test_what_files_write_for_a_date(text, right):
    """None is no date that is certain, an empty text one that is right."""
    found = read_date(text)
    if right == "":
        assert found is None
    else:
        assert found is not None
        assert found.readings == ((right,) if right else ())
