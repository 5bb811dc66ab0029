"""Patterns of positions, against what their words mean, square by square."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from damas_cli.archive.board_pattern import Pattern, PatternError, parse_pattern
from damas_cli.rules.fen import FenError, parse_fen
from damas_cli.rules.variant import get_variant, variant_names
from tests.oracle import slow_rules
from tests.oracle.kernel_bits import mask_of, state_of
from tests.oracle.slow_notation import to_fen
from tests.oracle.slow_variants import VARIANTS, Rules, Square, label, number_of, squares_of
from tests.strategies import examples, positions, turned

KINDS = (slow_rules.EMPTY, "w", "W", "b", "B")
FIELDS = {"W": "wW", "B": "bB", "A": "wWbB", "E": "."}
RANKS = {"": "wb", "M": "wb", "K": "WB", "P": "wWbB"}


class Item(NamedTuple):
    """Something in a list; without a square it is a star."""

    field: str
    rank: str
    square: Square | None
    is_optional: bool

    @property
    def kinds(self) -> set[str]:
        if self.field == "E":
            return {slow_rules.EMPTY}
        rank = "P" if self.square is None and not self.rank else self.rank
        return set(FIELDS[self.field]) & set(RANKS[rank])


@st.composite
def items(draw: st.DrawFn, rules: Rules) -> list[Item]:
    """Draw what a pattern lists: no square without `?` twice."""
    squares = list(squares_of(rules).values())
    found, required = [], set()
    for square in draw(st.lists(st.sampled_from(squares + squares[:3] * 4), max_size=15)):
        is_optional = square in required or draw(st.booleans())
        if not is_optional:
            required.add(square)
        field = draw(st.sampled_from("WBWBAE"))
        rank = draw(st.sampled_from(("", "K", "P", "M"))) if field != "E" else ""
        found.append(Item(field, rank, square, is_optional))
    for _ in range(draw(st.integers(0, 2))):
        found.append(
            Item(draw(st.sampled_from("WBA")), draw(st.sampled_from(("", *"KPM"))), None, True)
        )
    return found


def may_be(square: Square, listed: list[Item]) -> set[str]:
    """Return what may be on a square: what its items name, else what stars name, or nothing."""
    own = [item for item in listed if item.square == square]
    named = own or [item for item in listed if item.square is None]
    kinds = {kind for item in named for kind in item.kinds}
    if all(item.is_optional for item in named):
        kinds.add(slow_rules.EMPTY)
    return kinds


@st.composite
def written(draw: st.DrawFn, listed: list[Item], rules: Rules, turn: str) -> str:
    """Write the items as a list, in one of many ways."""
    fields = []
    for letter in draw(st.permutations("WBAE")):
        words = []
        for item in listed:
            if item.field != letter:
                continue
            name = "*" if item.square is None else label(item.square, rules)
            if item.square is not None and draw(st.booleans()):
                name = str(number_of(item.square, rules))
            mark = "?" if item.is_optional and item.square is not None else ""
            words.append(draw(st.sampled_from(("", " "))) + item.rank + name + mark)
        if words == ["*"] and letter == "A" and draw(st.booleans()):
            fields.append("*")
        elif words or draw(st.booleans()):
            fields.append(letter + ",".join(words))
    return draw(st.sampled_from((":", " : "))).join([turn, *fields]) + draw(
        st.sampled_from(("", "."))
    )


def meaning(pattern: Pattern, square: Square, rules: Rules) -> set[str]:
    bit = mask_of([square], rules)
    return {kind for kind, mask in zip(KINDS, pattern.forbidden, strict=True) if not mask & bit}


@examples(120)
@given(st.sampled_from(variant_names()), st.sampled_from("WB?"), st.data())
def test_what_a_list_allows_on_each_square(variant: str, turn: str, data: st.DataObject) -> None:
    rules, board = VARIANTS[variant], get_variant(variant).board
    listed = data.draw(items(rules))
    text = data.draw(written(listed, rules, turn))
    if all(item.field == "E" for item in listed):
        with pytest.raises(PatternError):
            parse_pattern(text, board)
        return
    pattern = parse_pattern(text, board)
    assert pattern.turn == "?WB".index(turn)
    for square in squares_of(rules).values():
        assert meaning(pattern, square, rules) == may_be(square, listed)


@examples(60)
@given(st.sampled_from(variant_names()), st.data())
def test_a_fen_is_exact_and_its_mirror_is_the_turned_board(
    variant: str, data: st.DataObject
) -> None:
    rules, board = VARIANTS[variant], get_variant(variant).board
    position = data.draw(positions(rules))
    pattern = parse_pattern(to_fen(position), board)
    for found, seen in (
        (position, pattern),
        (turned(position), pattern.mirrored(board)),
        (position, pattern.mirrored(board).mirrored(board)),
    ):
        assert seen.turn == "?WB".index(found.turn)
        assert seen.exact(board) == state_of(found)[1:]


ALPHABET = "WBwbK:,-. 1239aceh"


@examples(250)
@given(
    st.sampled_from(["spanish", "russian", "canadian"]),
    st.text(ALPHABET, max_size=12) | st.text(ALPHABET, max_size=10).map("W:WK1,2:B{}".format),
)
def test_whatever_is_a_fen_is_a_pattern_and_nothing_else_without_its_signs(
    variant: str, text: str
) -> None:
    board = get_variant(variant).board
    # The letters of files may also begin a list of a pattern's own.
    assume(not any(part.strip()[:1] in ("a", "e") for part in text.split(":")[1:]))
    try:
        turn, *masks = parse_fen(text, board)
    except FenError:
        with pytest.raises(PatternError):
            parse_pattern(text, board)
    else:
        pattern = parse_pattern(text, board)
        assert (pattern.turn, pattern.exact(board)) == ("?WB".index(turn), tuple(masks))


DRAWN = {
    ".": ".", "-": ".", "_": ".", "w": "w", "W": "W", "b": "b", "B": "B", "l": "wW", "d": "bB",
    "m": "wb", "k": "WB", "p": "wWbB", "*": ".wWbB",
}  # fmt: skip


@examples(60)
@given(st.sampled_from(variant_names()), st.sampled_from(["", "W:", "b :", "?:\n"]), st.data())
def test_what_a_drawing_allows_on_each_square(variant: str, turn: str, data: st.DataObject) -> None:
    rules, board = VARIANTS[variant], get_variant(variant).board
    squares = set(squares_of(rules).values())
    letters = {square: data.draw(st.sampled_from("...***" + "".join(DRAWN))) for square in squares}
    letters[min(squares)] = "p"
    rows = []
    for row in reversed(range(rules.size)):
        light = data.draw(st.sampled_from(("", " ", ".", "-")))
        cells = [letters.get((column, row), light) for column in range(rules.size)]
        rows.append("".join(cells))
    pattern = parse_pattern(turn + data.draw(st.sampled_from(("/", "\n", " / "))).join(rows), board)
    assert pattern.turn == "?WB".index((turn or "?")[0].upper())
    for square in squares:
        assert meaning(pattern, square, rules) == set(DRAWN[letters[square]])


DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["patterns.md", "patterns.es.md"])
def test_what_the_pages_show_are_patterns(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    shown = re.findall(r"`([WB?]: ?[^`]{4,})`", text)
    assert len(shown) == 7
    for pattern in shown:
        parse_pattern(pattern, get_variant().board)
    (piece_or_king,) = set(re.findall(r"`(W12:BK12\?)`", text))
    pattern = parse_pattern(f"W:{piece_or_king}", get_variant().board)
    spanish = VARIANTS["spanish"]
    assert meaning(pattern, squares_of(spanish)[12], spanish) == {"w", "B"}
    letters = re.findall(r"`(.)`", text.split("\n## ")[2].split("|---|---|---|---|\n")[1])
    assert set(DRAWN) == set(letters)


@pytest.mark.parametrize(
    ("text", "reason", "part", "start"),
    [
        ("12", "no-turn", "12", 0),
        ("X:W12", "no-turn", "X", 0),
        ("W:W12:C13", "no-side", "C13", 6),
        ("W:W12:W13", "side-twice", "W13", 6),
        ("W:W12:*:B13, 33", "off-board", "33", 13),
        ("W:W12,K 12", "square-twice", "K 12", 6),
        ("W:W12:B12", "square-twice", "12", 7),
        ("W:W12-10", "empty-range", "12-10", 3),
        ("W:Wx", "no-square", "x", 3),
        ("W:W?", "no-square", "?", 3),
        ("W:E12:EK12", "side-twice", "EK12", 6),
        ("W:W1:EP12", "off-board", "P12", 6),
        ("?:E1-32", "no-piece", "?:E1-32", 0),
        ("w/b", "rows", "w/b", 0),
        ("W:....\n....\n....\n....\n....\n....\n....\n...", "row", "...", 37),
        ("W:..../..x./..../..../..../..../..../....", "letter", "x", 9),
        ("W:.w....../..../..../..../..../..../..../....", "light", "w", 3),
        ("..../..../..../..../..../..../..../....", "no-piece", None, 0),
    ],
)
def test_what_is_no_pattern(text: str, reason: str, part: str | None, start: int) -> None:
    with pytest.raises(PatternError) as caught:
        parse_pattern(text, get_variant().board, "spanish")
    assert (caught.value.reason, caught.value.start) == (reason, start)
    assert caught.value.text == (text if part is None else part)
    assert str(caught.value)
