"""What the fixes write, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.fixes import engine
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
    header = TAGS.replace("1-0", "4-6") + '[GameType "24"]\n'
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


INTERNATIONAL = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 1-50 5-10"


@pytest.mark.parametrize("gametype", ["", '[GameType "24"]\n'])
def test_a_game_of_another_board_is_not_cut(gametype):
    text = f"{TAGS}{gametype}\n{INTERNATIONAL} 1-0\n".encode()
    assert codes(text).keys() & {"M001", "M006", "M007"}
    assert fix(text, unsafe=True).text == text


def test_a_game_of_another_board_is_cut_by_its_own_rules():
    done = fix(f'{TAGS}[GameType "20"]\n\n{INTERNATIONAL} 1-0\n'.encode(), unsafe=True)
    assert b"14-19 {5. 1-50 5-10} 1-0" in done.text


PLAYED = ["10-14", "23-20", "12-16", "22-18", "16x23", "28x10"]


@pytest.mark.parametrize("plies", range(7))
def test_a_game_that_names_no_rules_is_cut_after_a_good_part(plies):
    text = f"{TAGS}\n{' '.join([*PLAYED[:plies], '1-32', '9-13'])} 1-0\n".encode()
    assert codes(text).keys() & {"M001", "M007"}
    done = fix(text, unsafe=True, select="M")
    assert (done.text != text) == (plies == 6)
    forced = fix(text, unsafe=True, select="M", variant="spanish").text
    assert forced == text.replace(b"1-32 9-13", b"{1-32 9-13}")


@pytest.mark.parametrize("plies", range(1, 9))
def test_a_few_plies_prove_no_gametype(plies):
    words = ITALIAN.split()[: plies + (plies + 1) // 2]
    text = f"{TAGS}\n{' '.join(words)} 1-0\n".encode()
    done = fix(text, select="T004")
    assert (done.text != text) == (plies >= 6 and "T004" in codes(text))
    assert ("T004" in done.fixed) == (b'[GameType "22"]' in done.text)


@pytest.mark.parametrize(
    "moves",
    [
        "1. 10-14 2. 23-20 3. 14-19",
        "1. 10-14 2. 23-20 3. 14-19 4. 20-15 5. 11x20 6. 22x15 7. 12x19",
        "1. 10-14 23-20 (2. 22-18 2. 14-19) 2. 14-19",
        "5. 10-14 23-20 7. 14-19",
        "5. 10-14 23-20 6. 14-19",
        "5. 10-14 23-20",
        "10-14 23-20 7. 14-19",
    ],
)
def test_numbers_that_may_mean_something_stay(moves):
    text = f'{TAGS}[GameType "24"]\n\n{moves} 1-0\n'.encode()
    assert "N001" in codes(text)
    assert fix(text, select="N001").text == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("7. 10-14 23-20 2. 14-19", "1. 10-14 23-20 2. 14-19"),
        ("1. 10-14 4... 23-20 2. 14-19", "1. 10-14 1... 23-20 2. 14-19"),
        ("1. 10-14 23-20 5. 14-19", "1. 10-14 23-20 2. 14-19"),
        ("1. 10-14 23-20 (7... 22-18 2. 14-19)", "1. 10-14 23-20 (1... 22-18 2. 14-19)"),
    ],
)
def test_wrong_numbers_are_corrected(before, after):
    header = f'{TAGS}[GameType "24"]\n\n'
    assert fixed(f"{header}{before} 1-0\n") == f"{header}{after} 1-0\n"


def shuffle(plies: int, moves: list[str]) -> str:
    """Return a game of kings that go to and fro, with these texts of the four moves in turn."""
    header = TAGS.replace('"1-0"', '"*"') + '[GameType "24"]\n[FEN "W:WK4:BK32"]\n[SetUp "1"]\n\n'
    return header + " ".join(moves[ply % 4] for ply in range(plies)) + " *\n"


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        (["4x8", "32x28", "8x4", "28x32"], {"N002": 3000}),
        (["04-08", "32- 28", "08-04", "28 -32"], {"N004": 3000}),
        (["4x8", "32- 28", "8x4", "28-32"], {"N002": 1500, "N004": 750}),
    ],
)
def test_more_findings_than_are_told_are_fixed(moves, found):
    done = fix(shuffle(3000, moves).encode())
    assert done.text.decode() == shuffle(3000, ["4-8", "32-28", "8-4", "28-32"])
    assert done.fixed == found
    assert not done.refused


def test_a_game_that_was_over_is_cut_by_the_rules_it_names():
    text = f'{TAGS}[GameType "24"]\n[FEN "B:W14:B18"]\n\n1... 18x11 2. 1-5 1-0\n'.encode()
    assert "M006" in codes(text)
    done = fix(text, unsafe=True, select="M")
    assert done.text == text.replace(b"2. 1-5", b"{2. 1-5}")
    text = text.replace(b'[GameType "24"]\n', b"")
    assert fix(text, unsafe=True, select="M").text == text


def test_rounds_that_end_too_early_are_told(monkeypatch):
    text = shuffle(3000, ["4x8", "32x28", "8x4", "28x32"]).encode()
    # The rounds that its length allows are six.
    monkeypatch.setattr(engine, "MOST_ROUNDS", 1 - 6)
    done = fix(text)
    assert done.fixed == {"N002": 1000}
    assert done.refused == [(1, "N002")]


@pytest.mark.parametrize("left", ["", " ", "\n"])
@pytest.mark.parametrize("right", ["", " ", "\r\n"])
@pytest.mark.parametrize("after", ["23-20 1-0", "* 23-20 1-0", "(1. 9-13) 23-20 1-0", "1-0"])
def test_a_comment_that_goes_leaves_words_apart(left, right, after):
    text = f"{TAGS}\n1. 10-14{left}{{damas: ignore M003}}{right}{after}\n"
    words = f"{TAGS} 1. 10-14 {after}".split()
    assert fix(text.encode(), select="S007").text.decode().split() == words


@pytest.mark.parametrize("end", ["", "1-0"])
def test_results_that_contradict_each_other_stay(end):
    text = f'{TAGS}[Result "0-1"]\n\n1. 10-14 23-20 {end}\n'.encode()
    assert codes(text)["R001" if end else "R007"] == 1
    assert fix(text, unsafe=True, select="R").text == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32"])
def test_what_is_full_of_nuls_stays(encoding):
    text = f'{TAGS}[Site "Peña"]\n\n1. 10-14 {{ñ €}} 23-20 1-0\n'.encode(encoding)
    assert fix(text, unsafe=True).text == text
