"""By which rules a game is judged: its GameType's, the ones asked for, those that its moves fit."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.check.game import GameCheck
from damas_cli.check.gametype import OTHER_GAMES, PRIVATE, read_gametype
from damas_cli.check.regulation import Rulebook
from damas_cli.check.ruling import breaks_soon
from damas_cli.pdn.reader import read_games
from damas_cli.rules.gametype import VARIANTS, parse_gametype
from damas_cli.rules.variant import get_variant, variant_names

from .judging import judged

SPANISH = get_variant("spanish")

# Whole games by their rules, the numbers as the variant writes them.
INTERNATIONAL = "1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28"


def codes(text: str, **options: object) -> list[str]:
    ignored = ("R004", "R007")
    return [r["code"] for r in judged(text, **options) if r["code"] not in ignored]  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(("number", "name"), VARIANTS.items())
def test_a_number_alone_and_its_full_form_mean_the_same(number, name):
    variant = get_variant(name)
    for text in (str(number), variant.gametype, f" {number} "):
        reading = read_gametype(text, SPANISH)
        assert (reading.variant, reading.reason) == (variant, "")


@pytest.mark.parametrize("name", [n for n in variant_names() if get_variant(n).gametype])
def test_the_full_form_of_each_variant_is_its_own(name):
    assert read_gametype(get_variant(name).gametype, SPANISH).variant == get_variant(name)


def test_numbers_are_known_once():
    assert not set(VARIANTS) & set(OTHER_GAMES)
    assert not set(VARIANTS) & set(PRIVATE)
    assert not set(OTHER_GAMES) & set(PRIVATE)
    assert {get_variant(n).number for n in variant_names()} - {None} <= set(VARIANTS)


@pytest.mark.parametrize(
    ("value", "variant", "reason"),
    [
        ("20,W,0,0,N,0", "international", "malformed"),
        ("24,W,8,8", "spanish", "malformed"),
        ("20,W,8,8,N2,0", "international", "board"),
        ("32", "english", "private"),
        ("99", "international", "private"),
        ("33", "spanish", "unknown"),
        ("-1", "spanish", "unknown"),
        ("99999999999999999999", "spanish", "unknown"),
        ("draughts", "spanish", "unknown"),
        ("Italian draughts", "italian", "name"),
        ("damas inglesas", "english", "name"),
        ("brazilian", "brazilian", "name"),
        ("40", None, "not-played"),
        ("30,W,8,8,A0,0", None, "not-played"),
        ("41", None, "not-played"),
        ("0", None, "not-played"),
        ("", "spanish", ""),
        ("?", "spanish", ""),
    ],
)
def test_odd_gametypes(value, variant, reason):
    reading = read_gametype(value, SPANISH)
    assert (reading.variant and reading.variant.name, reading.reason) == (variant, reason)


@pytest.mark.parametrize(
    ("value", "odd"), [("?", []), ("", []), ("24", []), ("33", ["T003"]), ("draughts", ["T003"])]
)
def test_what_is_assumed_is_judged(value, odd):
    assert codes(f'[GameType "{value}"] 1. 10-14 23-20 *') == odd
    assert codes(f'[GameType "{value}"] 1. 10-14 23-20 2. 4-20 *') == [*odd, "M001"]


def test_an_international_game_is_judged_by_its_own_rules():
    assert codes(f'[GameType "20"] {INTERNATIONAL} *') == []
    assert codes(f'[GameType "20"] {INTERNATIONAL} 20-25 5. 28-32 *') == ["M001"]


def test_a_game_that_damas_does_not_play_is_not_judged():
    found = judged('[GameType "40"]\n[Result "1-0"]\n1. 34-29 19-24 2. 34x48 99-98 0-1')
    assert [r["code"] for r in found] == ["T003", "R001"]
    assert "Frisian" in str(found[0]["message"])
    assert (found[0]["line"], found[0]["column"]) == (1, 12)
    assert [r["ply"] for r in found] == [None, None]


@pytest.mark.parametrize("tag", ["", '[GameType "24"]\n', '[GameType "22"]\n'])
def test_the_rules_that_the_moves_fit(tag):
    """SEMANTICS: exactly one other set of move rules."""
    found = [r for r in judged(f"{tag}{INTERNATIONAL} *") if r["code"] != "R004"]
    assert [r["code"] for r in found] == ["T004"]
    assert "International" in str(found[0]["message"])
    assert (found[0]["ply"], found[0]["move"], found[0]["fen"]) == (None, None, None)
    assert found[0]["line"] == 1


def test_moves_that_fit_several_rules_prove_none():
    """Men alone move in Brazilian draughts as in Russian."""
    assert codes("1. 22-18 11-15 *") == ["M007"]


def test_a_broken_capture_law_is_never_hidden():
    """As Brazilian draughts a capture of one piece, where two could be had; legal in Russian."""
    moves = "e3-d4 h6-g5 g3-h4 d6-e5 f2-e3 g7-h6 e3-f4 e5:g3 h2:f4 g5:c5"
    assert codes(f'[GameType "25"] {moves} *') == []
    assert codes(f'[GameType "26"] {moves} *') == ["T004", "M003"]


def test_who_names_the_rules_gets_them():
    assert codes(f'[GameType "20"] {INTERNATIONAL} *', variant="spanish") == ["M007"]
    assert codes(f"{INTERNATIONAL} *", variant="international") == []
    assert codes(f'[GameType "40"] {INTERNATIONAL} *', variant="international") == []


# A Spanish game in which men pass kings by that only Spanish rules let them take.
SPANISH_GAME = """
12-15 24-20 15x24 22-19 7-12 26-22 4-7 23-20 12-16 28-23 10-13 19-14 11x18 21x14 24-28 31x24 13-17
20-15 16-20 23x16 6-11 15x6 3x26 29x22 2-6 22-19 7-12 16x7 8-12 30-26 12-15 19x12 6-10 25-21 10-13
7-4 5-10 27-23 10-14 4x18 13x29 32-28 17x26 23-20 9-13 12-8 13-18 20-16 18-21 16-12 1-5 12-7 21-25
7-4 5-10 4-18 10-14 18x4 26-30 24-20
"""


def from_the_top(text: str) -> str:
    """Return `text` with the squares numbered as in English draughts."""
    return re.sub(
        "[0-9]+",
        lambda found: str(29 - 4 * ((int(found[0]) - 1) // 4) + (int(found[0]) - 1) % 4),
        text,
    )


@pytest.mark.parametrize(
    ("tag", "code"), [("", "T004"), ('[GameType "24"]', "T004"), ('[GameType "31"]', "T003")]
)
def test_a_spanish_game_numbered_from_the_top(tag, code):
    """PlayStrategy writes Portuguese draughts as GameType 31, which is Thai draughts."""
    assert codes(SPANISH_GAME + "*") == []
    found = [r for r in judged(f"{tag} {from_the_top(SPANISH_GAME)} *") if r["code"] != "R004"]
    assert [r["code"] for r in found] == [code]
    assert ",W,8,8,N2,0" in str(found[0]["message"])


@pytest.mark.parametrize(
    ("tag", "moves", "expected"),
    [
        # Another notation, rightly declared.
        ("24,W,8,8,N2,0", "1. 22-18 11-15 2. 18x11 8x15", []),
        ("26,W,8,8,N2,0", "1. 22-18 11-15 2. 18x11 8x15", []),
        ("23,W,8,8,A0,0", "1. e3-f4 d6-c5 2. f4-e5 f6xd4 3. c3xe5 c7-d6 4. e5xa5", []),
        ("21,B,8,8,A0,0", "1. a3-b4 b6-a5", []),
        # Declared, but written as in the table: kurnik's, and the lists before 2014.
        ("20,W,10,10,N1,0", INTERNATIONAL, ["T003"]),
        ("25,W,8,8,A1,0", "1. c3-d4 b6-a5 2. d4-c5", ["T003"]),
    ],
)
def test_the_squares_of_the_full_form(tag, moves, expected):
    assert parse_gametype(tag) is not None
    assert codes(f'[GameType "{tag}"] {moves} *') == expected


def test_a_fen_of_another_board():
    """A FEN that only another variant's board has."""
    fen = '[FEN "W:W31,K36,41:B11,K14,45"]'
    assert codes(f"{fen} *") == ["T005"]
    assert codes(f'[GameType "20"] {fen} *') == []


def test_a_black_first_movers_win_is_1_0():
    """SEMANTICS: 1-0 is a win of the colour that moves first in the variant."""
    lost = '[GameType "21"] [FEN "B:W22:B18"] [Result "{0}"] 1. 18x25 {0}'
    assert codes(lost.format("1-0")) == []
    assert codes(lost.format("0-1")) == ["R002"]
    assert codes(lost.format("2-0")) == []


def test_a_number_that_another_program_uses_otherwise():
    """PlayStrategy's number for American pool is PDN's for Canadian draughts."""
    assert codes('[GameType "27"] 12-16 22-18 8-12 18-14 9x18 23x14 10x17 21x14 *') == ["T003"]


HEADS = [
    "",
    "\n",
    '[Event "x"]\n',
    "{a}\n",
    '{[GameType "22"]}\n',
    '\r\n[White "GameType"]',
    "; x\n",
]
TYPES = [
    *('[GameType "20"]', '[GameType "20,W,10,10,N2,0"]', '[GameType "20]', '[GameType ""]'),
    *('[GameType  "26"]', '[GameType "2\\"1"]', '[GameType "ñ"]', '[GameType "21" ]', "[GameType]"),
]


@settings(deadline=None)
@given(st.lists(st.sampled_from([*HEADS, *TYPES, " ", "\n1. 9-13", "/x/"]), max_size=6))
def test_the_quick_look_at_the_gametype_sees_what_the_tape_says(parts):
    book = Rulebook()
    for game in read_games(["".join(parts).encode()]):
        tag = game.tag("GameType")
        reading, regulation = book.of(game)
        assert (reading is None) == (tag is None)
        if tag is not None:
            expected = read_gametype(tag.value, SPANISH)
            assert (reading.variant, reading.reason) == (expected.variant, expected.reason)
            assert regulation.variant == (expected.variant or SPANISH)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A declared numbering is not given up for a broken capture law, nor for a ply from a FEN.
        ('[GameType "28,W,8,8,N2,0"][FEN "W:WK19,K2,K3:BK9,K10,K13"] 19x1', ["M003"]),
        ('[GameType "24,W,8,8,N2,0"][FEN "W:WK1:BK10,K24"] 1x19', ["M008"]),
        ('[GameType "27"][FEN "W:WK10,K7:BK21,K5,K12"] 7x20', ["M002", "N002"]),
        ('[GameType "31"][FEN "W:WK29:BK15,K5"] 29x8', ["M001"]),
        # Legal as English draughts alone.
        ('[GameType "27"] 10-15 23-19 9-14 19x10', ["T004"]),
        # A fault in a variation says nothing of the rules of the game.
        (
            '[GameType "26"] e3-d4 h6-g5 g3-h4 d6-e5 f2-e3 g7-h6 e3-f4 e5:g3 h2:f4 g5:c5 (a1-h8)',
            ["T004", "M003", "M007"],
        ),
    ],
)
def test_a_gametype_is_not_given_up_lightly(text, expected):
    assert codes(f"{text} *") == expected


def test_names_of_squares_are_not_numbered_from_the_top():
    """A Czech game, which no other variant's rules let be played whole."""
    moves = """c3-b4 f6-e5 e3-d4 e5xc3 b2xd4 b6-c5 d4xb6 c7xc3 d2xb4 h6-g5 c1-d2 g5-h4 b4-c5 d6xb4
        a3xc5 g7-h6 c5-b6 a7xc5"""
    for tag in ('[GameType "22"]', ""):
        found = [r for r in judged(f"{tag} {moves} *") if r["code"] != "R004"]
        assert [r["code"] for r in found] == ["T004"]
        assert "Czech" in str(found[0]["message"])


def test_a_variant_without_a_number_is_named_for_what_it_is():
    found = judged('[GameType "malaysian"] *')
    assert "PDN has none for Malaysian draughts" in str(found[0]["message"])


def test_what_is_assumed_is_what_is_judged():
    """An unknown GameType over moves that fit one variant: both findings say the same."""
    found = judged(f'[GameType "Internacional"] {INTERNATIONAL} 1-1')
    assert [r["code"] for r in found] == ["T003", "T004"]
    assert all("International draughts" in str(r["message"]) for r in found)


def test_a_result_of_english_draughts_is_explained():
    text = '[GameType "21"] [FEN "B:W22:B18"] 1. 18x25 0-1'
    (found,) = (r for r in judged(text) if r["code"] == "R002")
    assert "1-0 is a win of Black" in str(found["message"])


@pytest.mark.parametrize(
    "text",
    [
        *("(1. 10-14) *", "(10-14", '[GameType "20"]\n(1. 32-28) *', "- - (1. 10-14) *"),
        *('/FEN "W:W10:B20"/ (10-14) *', '\n[GameType "77\n"]\n*\n', '\n[GameType "0\n"] 10-14 *'),
        *('[FEN "W:W45:B6"] (45-40) *', '[GameType "33"]', '\n[GameType "20\r"]\n10-14 *'),
    ],
)
def test_games_with_few_moves_or_none_are_judged(text):
    """What is no tag does not decide, and what has no move fits no other rules."""
    assert "T004" not in codes(text)


def test_another_programs_number_has_to_bear_out_the_whole_game():
    """Legal as English draughts alone; as pool for eight plies."""
    text = '[GameType "27"]\n10-15 24-19 15x24 27x20 7-10 23-19 9-14 22-18 14x23 *'
    assert codes(text) == ["T004"]


@pytest.mark.parametrize("name", variant_names())
def test_what_breaks_soon_is_never_played_whole(corpus, name):
    rulebook = Rulebook(name)
    seen = Counter()
    for file in sorted(corpus.rglob("*.pdn")):
        if file.stat().st_size < 20_000:
            for game in read_games([file.read_bytes()]):
                check = GameCheck(game, rulebook.default)
                breaks = breaks_soon(game, rulebook.default)
                check.judge()
                seen[breaks, check.replays_whole] += 1
    assert seen[True, False] > 20
    assert not seen[True, True]
