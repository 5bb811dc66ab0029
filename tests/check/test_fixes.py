"""What the fixes write, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.results import KNOWN
from damas_cli.check.run import check_text
from damas_cli.pdn.reader import read_games

from .fixing import codes, fix

TAGS = '[Event "x"]\n[Date "2004.05.01"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
ITALIAN = "1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18"


def fixed(text: str, **options: bool) -> str:
    """Fix a text and hold that a second run fixes nothing."""
    done = fix(text.encode(), **options)
    assert fix(done.text, **options).text == done.text
    return done.text.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. 10-14 23-20", "1. 10-14 23-20 1-0"),
        ("1. 10-14 23-20\r\n", "1. 10-14 23-20 1-0\r\n"),
        ("1. 10-14 23-20 ;end", "1. 10-14 23-20 ;end\n1-0"),
        ("1. 10-14 23-20 {end}\n", "1. 10-14 23-20 {end} 1-0\n"),
        ("", "\n1-0"),
    ],
)
def test_the_terminator_comes_from_the_tag(before, after):
    text = TAGS.rstrip() + ("\n\n" if before else "\n") + before
    expected = TAGS.rstrip() + ("\n\n" if before else "\n") + after
    assert fixed(text) == (expected if before else expected + "\n")


@pytest.mark.parametrize(
    ("tag", "terminator"),
    [
        *((text, text if meaning else "*") for text, meaning in KNOWN.items()),
        (" 1-0 ", "1-0"),
        ("1\u20130", "1\u20130"),
    ],
)
def test_a_known_result_is_written_as_in_the_tag_and_no_result_as_a_star(tag, terminator):
    header = TAGS.replace('"1-0"', f'"{tag}"')
    assert fixed(f"{header}\n1. 10-14 23-20\n") == f"{header}\n1. 10-14 23-20 {terminator}\n"


@pytest.mark.parametrize("result", ["4-6", "1-9", "3:0", "0-2t", "NERO VINCE"])
def test_what_an_unknown_result_means_is_not_guessed(result):
    # Scores read as moves.
    for last in ("", " " + result) if "-" in result and result[-1].isdigit() else ("",):
        text = f"{TAGS}\n1. 10-14 23-20{last}\n".replace('"1-0"', f'"{result}"')
        assert fixed(text) == text
        told = {r["code"]: r["message"] for r in check_text(text)}
        assert told["R007"] == "the moves are not followed by a result or by *"


def test_a_dash_that_stands_for_the_result_makes_room_for_a_star():
    header = TAGS.replace('"1-0"', '"-"')
    text = f"{header}\n1. 10-14 23-20 -\n"
    assert [r["code"] for r in check_text(text)] == ["R004", "R007"]
    assert fixed(text) == f"{header}\n1. 10-14 23-20 *\n"
    assert [r["code"] for r in check_text(fixed(text))] == ["R004"]
    # Another one is an unknown move, and a result behind it would read as a part of the move.
    text = f"{TAGS}\n1. 10-14 23-20 -\n"
    assert fixed(text) == text


def test_a_half_is_written_as_the_game_is():
    header = TAGS.replace('"1-0"', '"½-½"').encode("cp1252")
    text = header + b"\n1. 10-14 23-20\n"
    done = fix(text, select="R007")
    assert done.text == header + b"\n1. 10-14 23-20 \xbd-\xbd\n"


def test_the_gametype_goes_after_the_other_tags():
    text = f"{TAGS}\n{ITALIAN} 1-0\n"
    assert fixed(text) == f'{TAGS}[GameType "22"]\n\n{ITALIAN} 1-0\n'


def test_the_gametype_goes_before_a_game_without_tags():
    assert fixed(f"{ITALIAN} 1-0\n") == f'[GameType "22"]\n{ITALIAN} 1-0\n'
    text = f"{ITALIAN} 1-0 {ITALIAN} 0-1\n"
    assert fixed(text).count("[GameType") == 2
    assert len(list(read_games([fixed(text).encode()]))) == 2


def test_games_that_a_star_parts_get_no_tag():
    """With one, the star would mark a move, and two games would be one."""
    plain = " ".join(word for word in ITALIAN.split() if "." not in word)
    text = f"{plain} *\n{plain} *\n{plain} *\n"
    assert fixed(text) == text


def test_a_wrong_gametype_is_replaced_on_request():
    text = f'{TAGS}[GameType "24"]\n\n{ITALIAN} 1-0\n'
    assert fixed(text) == text
    assert fixed(text, unsafe=True) == text.replace('"24"', '"22"')


@pytest.mark.parametrize("unsafe", [False, True])
def test_a_broken_law_of_capturing_is_not_explained_away(unsafe):
    """As Brazilian draughts it takes one piece where two could be had; legal in Russian."""
    moves = "e3-d4 h6-g5 g3-h4 d6-e5 f2-e3 g7-h6 e3-f4 e5:g3 h2:f4 g5:c5"
    text = f'{TAGS}[GameType "26"]\n\n{moves} 1-0\n'
    assert {"T004", "M003"} <= codes(text.encode()).keys()
    left = fixed(text, unsafe=unsafe).encode()
    assert b'[GameType "26"]' in left
    assert "M003" in codes(left)


def test_the_result_tag_follows_the_terminator_on_request():
    text = f'{TAGS}[GameType "24"]\n\n1. 10-14 23-20 0-1\n'
    assert fixed(text) == text
    assert fixed(text, unsafe=True) == text.replace('"1-0"', '"0-1"')


def test_a_tag_given_twice_goes_with_its_line():
    assert fixed(f'[Event "x"]\n{TAGS}[GameType "24"]\n\n1. 10-14 23-20 1-0\n') == (
        f'{TAGS}[GameType "24"]\n\n1. 10-14 23-20 1-0\n'
    )
    text = f'[Event "y"]\n{TAGS}[GameType "24"]\n\n1. 10-14 23-20 1-0\n'
    assert fixed(text, unsafe=True) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. 10-14 {damas: ignore D001} 23-20", "1. 10-14 23-20"),
        ("1. 10-14 {damas: ignore D001, N002} 23x20", "1. 10-14 23-20"),
        ("1. 10-14 23x20 {damas: ignore D001, N002}", "1. 10-14 23x20 {damas: ignore N002}"),
        ("1. 10-14 23x20 {damas: ignore N002, D001}", "1. 10-14 23x20 {damas: ignore N002}"),
        ("% damas: ignore D001\n1. 10-14 23-20", "1. 10-14 23-20"),
        ("1. 10-14 {damas: ignore} 23-20", "1. 10-14 23-20"),
    ],
)
def test_idle_suppressions_go(before, after):
    header = f'{TAGS}[GameType "24"]\n\n'
    assert fixed(f"{header}{before} 1-0\n") == f"{header}{after} 1-0\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. 10-14 1-32 2. 9-13 1-0", "1. 10-14 {1-32 2. 9-13} 1-0"),
        ("1. 10-14 (1. 9-13 1-32 {x} 2. 9-13 *) 23-20 1-0", None),
        ("1. 10-14 23-20 2. ;why\n1-32 {[x]} 1-0", "1. 10-14 23-20 {2. ;why\n1-32 ([x])} 1-0"),
        ("1. 10-14 23-20 2. 1-32\n{\n[#]} 1-0", "1. 10-14 23-20 {2. 1-32\n(\n(#])} 1-0"),
        ("1. 10-14 1-32 ;}\n1-0", "1. 10-14 {1-32 ;)}\n1-0"),
        ("1. 10-14 1-32 (1... 23-20) 1-0", "1. 10-14 {1-32 (1... 23-20)} 1-0"),
    ],
)
def test_what_cannot_be_played_becomes_a_comment(before, after):
    header = f'{TAGS}[GameType "24"]\n\n'
    if after is None:
        after = "1. 10-14 (1. 9-13 {1-32 (x) 2. 9-13 *}) 23-20 1-0"
    assert fixed(f"{header}{before}\n", unsafe=True) == f"{header}{after}\n"


def test_a_text_that_breaks_off_is_not_cut():
    text = f'{TAGS}[GameType "24"]\n\n1. 10-14 1-32 2. ??? Nonsense 1-0\n'
    assert fixed(text, unsafe=True) == text


def test_mixed_encodings_are_settled_game_by_game():
    one, two = (f'{TAGS}[Site "Cádiz"]\n[GameType "24"]\n\n1. 10-14 23-20 1-0\n' for _ in "12")
    done = fix((one + "\n").encode("cp1252") + two.encode())
    assert done.text == (one + "\n" + two).encode()
    assert done.fixed == {"S005": 1}


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("{damas: ignore D003 as played, both agreed}", "{damas: ignore as played, both agreed}"),
        ("{damas: ignore as played}", None),
        ("{damas: ignore D999}", None),
        ("{damas: ignore D003 -- as played}", None),
        ("{damas: ignore D003,M004 -- as, played}", "{damas: ignore M004 -- as, played}"),
        ("{damas: ignore -- as played}", None),
        ("{damas: ignroe M002}", None),
        ("{damas: noqa}", None),
        ("{damas: ignore D003, M004}", ""),
        ("{damas: ignore}", ""),
    ],
)
def test_words_that_are_no_codes_stay(comment, left):
    header = f"{TAGS}\n1. 10-14 23-20 "
    expected = comment if left is None else left
    assert fixed(f"{header}{comment} 1-0\n") == f"{header}{expected} 1-0\n".replace("  ", " ")


@given(
    words=st.lists(
        st.sampled_from(["D003", "m004", "quantity-law", "so", "played", "--", "D9", "both,"]),
        max_size=8,
    )
)
def test_no_word_of_the_author_is_lost(words):
    text = f"{TAGS}\n1. 10-14 23-20 {{damas: ignore {' '.join(words)}}} 1-0\n"
    done = fix(text.encode())
    assert not done.refused
    reason = " ".join(words).partition("--")[2]
    assert reason in done.text.decode()
    for word in ("so", "played", "D9", "both"):
        assert done.text.decode().count(word) == text.count(word)


def test_tags_of_the_next_game_do_not_become_those_of_a_game_without_moves():
    header = TAGS.replace("1-0", "4-6")
    text = f"{header}\n1. 1-32 4-6\n\n{TAGS}\n1. 10-14 23-20 1-0\n".encode()
    done = fix(text, unsafe=True)
    assert done.text == text
    assert not done.refused
    # With a result the comment does no harm.
    done = fix(text.replace(b"4-6\n\n", b"*\n\n"), unsafe=True)
    assert b"\n{1. 1-32} *\n" in done.text


TWO_HEADERS = TAGS + "{between}" + TAGS.replace('"B"', '"{other}"') + "\n1. 10-14 23-20 1-0\n"


@pytest.mark.parametrize(
    ("between", "other"), [("", "C"), ("\n", "B"), (" \t\n", "B"), ("\n", "C")]
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_tags_of_another_game_stay(between, other, end):
    text = TWO_HEADERS.format(between=between, other=other).replace("\n", end)
    assert len(list(read_games([text.encode()]))) == 1
    assert codes(text.encode())["T002"] == 5
    done = fix(text.encode(), unsafe=True, select="T")
    assert done.text == text.encode()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_tags_of_one_header_go(end):
    text = TWO_HEADERS.format(between="", other="B").replace("\n", end)
    once = f"{TAGS}\n1. 10-14 23-20 1-0\n".replace("\n", end)
    assert fix(text.encode(), select="T002").text == once.encode()


@pytest.mark.parametrize("second", ['[Round "2"]', '[FEN "W:W1-12:B20-32"]', '[gametype "25"]'])
def test_contradictions_keep_gametype_and_setup(second):
    header = f'{TAGS}[Round "1"]\n[FEN "W:W1-12:B21-32"]\n[GameType "24"]\n{second}\n'
    text = f"{header}\n{ITALIAN} 1-0\n".encode()
    assert codes(text)["T007"] == 1
    assert fix(text, unsafe=True, select="T").text == text


@pytest.mark.parametrize("sign", ["ñ", "½", "\u2013", "🙂"])
@pytest.mark.parametrize("place", ["[Site {}]\n[Round {}]", "[Site {}]\n[Round {}]\n[A {}]"])
def test_a_game_of_two_encodings_stays(sign, place):
    other = f'{TAGS}[Site "Cádiz"]\n[GameType "24"]\n\n1. 10-14 23-20 1-0\n'
    good, odd = f'"Mu{sign}oz"'.encode(), '"Muñoz"'.encode("cp1252")
    tags = place.replace("{}", "%b").encode() % (good, odd, good)[: place.count("{}")]
    text = TAGS.encode() + tags + b'\n[GameType "24"]\n\n1. 10-14 23-20 1-0\n'
    assert codes(text)["S005"] == 1
    assert fix(text).text == text
    # Another game of the file is fixed.
    done = fix(text + b"\n" + other.encode("cp1252"))
    assert done.text == text + b"\n" + other.encode()
