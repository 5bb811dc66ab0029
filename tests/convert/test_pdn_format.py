"""Canonical PDN reads as the game that it was made of, and is left alone when it is made again."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from ..check.damaged_games import archives
from ..pdn.pdn_texts import mutated, pieced_text
from ..strategies import examples
from .formatting import compare, fmt, stretches


@examples(150)
@given(archives(), st.sampled_from(["utf-8", "cp1252"]))
def test_games_with_faults_of_writing(games, encoding):
    before = games.damaged.encode(encoding)
    after = fmt(before)
    assert not any(stretch.is_copy for stretch in stretches(before))
    compare(before, after)
    assert fmt(after) == after
    assert b"\r" not in after


@examples(400)
@given(st.integers(0, 1 << 30), st.integers(1, 40))
def test_pieces_of_games(seed, size):
    before = pieced_text(random.Random(seed), size)
    after = fmt(before)
    compare(before, after)
    assert fmt(after) == after


@examples(200)
@given(st.integers(0, 1 << 30), archives(), st.integers(1, 6))
def test_mutated_games(seed, games, times):
    before = mutated(random.Random(seed), games.damaged.encode(), times)
    after = fmt(before)
    compare(before, after)
    assert fmt(after) == after


HIDING = ["N001", "N002", "N004 -- so be it", "N", "R007", "S007", "ALL", "T", "D001,N002"]


@examples(200)
@given(archives(), st.sampled_from(HIDING), st.integers(0, 1 << 30))
def test_comments_that_hide_findings_keep_working(games, code, place):
    text = games.damaged
    blanks = [at for at, character in enumerate(text) if character == " "]
    at = blanks[place % len(blanks)]
    before = f"{text[:at]} {{damas: ignore {code}}} {text[at:]}".encode()
    after = fmt(before)
    compare(before, after)
    assert fmt(after) == after


def test_a_capture_that_only_a_later_position_settles_stays_as_it_is_written():
    head = b'[GameType "21"]\n[SetUp "1"]\n[FEN "B:W15,K22:B9,10,17,18,K25,26,27"]\n\n1. 10x19 '
    rest = b' /FEN "B:WK6:B18,19,K25,26,27"/ 2. 19-24 *\n'
    for text in (b"22x6", b"22x13x6", b"22x15x24x31x22x13x6"):
        assert fmt(head + text + rest) == head + text + rest
