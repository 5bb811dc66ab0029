"""Whatever comes in, nothing crashes, and what it costs grows with its length."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert.clubs import read_document
from damas_cli.convert.clubs.pieces import documents
from damas_cli.pdn.reader import read_games

from ..strategies import examples
from .club_print import Style, game_of

HUGE = {
    "digits": "1" * 10_000_000,
    "lines of digits": ("1" * 70 + "\n") * 10_000,
    "open brackets": "[" * 99_000,
    "lines of open brackets": ("[" * 80 + "\n") * 2_000,
    "brackets around moves": "1. 10-14 " + "[" * 3_000 + "22-18" + "]" * 3_000,
    "variations in variations": "1. 10-14 " + "(1. 9-13 " * 500 + ")" * 500,
    "open braces": "{ 10-14 " * 12_000,
    "numbers": "1. " * 30_000,
    "the same move": "10-14 " * 16_000,
    "stars": "* " * 45_000,
    "dots": "." * 99_000,
    "blanks": " " * 1_000_000,
    "labels": "Blancas: " * 11_000,
    "tags": '[A "x' * 19_000,
    "games": "1.10-14 " * 2_000,
    "remarks": "1.10-14 " + "(a) " * 20_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_texts(name: str) -> None:
    document = read_document(HUGE[name])
    for game in document.games:
        assert sum(1 for _ in read_games([game.pdn.encode()])) == 1


def test_binary_data() -> None:
    data = random.Random(1).randbytes(300_000)
    read_document(data)
    read_document(bytes(range(256)) * 500)


def test_a_line_that_is_too_long_is_told() -> None:
    document = read_document("1.10-14, 22-18 GB\n\n" + "x 10-14 " * 20_000)
    (point,) = document.points
    assert (point.line, point.is_error) == (3, True)
    assert "160000 characters" in point.say()


_PARTS = """
10-14 22-18 1-0 1-1 0-5 1. 2) 12 ... \u2026 * ! [ ] ( ) { } GB ½ E. tablas Blancas: Negras:3 juegan
ganan_blancas Se de x : - , ; [White_"A"] Fecha:1/2/2010 \u00d7 $3 \\n \\n\\n
"""
PIECES = st.sampled_from([p.replace("_", " ").replace("\\n", "\n") for p in _PARTS.split()])


@examples(300)
@given(st.lists(PIECES, max_size=30), st.sampled_from(["", " "]))
def test_any_order_of_parts_is_read(parts: list[str], between: str) -> None:
    text = between.join(parts)
    document = read_document(text)
    lines = text.split("\n")
    for point in document.all_points():
        assert 1 <= point.line <= len(lines)
        assert 1 <= point.column <= len(lines[point.line - 1]) + 1
    for game in document.games:
        assert sum(1 for _ in read_games([game.pdn.encode()])) == 1


@examples(100)
@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    read_document(data)


@examples(60)
@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    read_document(text)


@examples(20)
@given(st.integers(0, 10**6), st.integers(1, 400), st.integers(1, 500))
def test_a_stream_is_cut_between_paragraphs(seed: int, size: int, most: int) -> None:
    style = Style(random.Random(seed), numbered=True)
    text = "\n\n".join(style.game(game_of(seed + n, 20)) for n in range(4))
    data = text.encode()
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    found = list(documents(chunks, most))
    assert b"".join(part for _, part in found) == data
    lines = 0
    for line, part in found:
        assert line == lines + 1
        lines += part.count(b"\n")
