"""Where games begin and end, what is wrong with them, and that chunks do not matter."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damas_cli.pdn.reader as reader
from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from tests.pdn.pdn_texts import PIECES, archive, facts, mutated, read, split

TAG = b'[Event "x"]\n'


def texts(games: list[Game]) -> list[bytes]:
    return [game.raw.strip() for game in games]


def problems(game: Game) -> list[tuple[str, bytes, str]]:
    return [(p.code, game.raw[p.start : p.end], p.reason) for p in game.problems]


def moves(game: Game) -> list[bytes]:
    found = game.spans(k.MOVE)
    return [game.raw[a:b] for a, b in zip(found[::2], found[1::2], strict=True)]


def both(data: bytes, **options: int) -> list[Game]:
    """Read with the driver and with Lark; the games are the same."""
    games = read(data, **options)
    assert facts(games) == facts(read(data, "lark", **options))
    return games


# ---- what a game is


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (b"", 0),
        (b" \n\r\n\0\x1a", 0),
        (b"{only a comment} ; and another\n% and a third", 0),
        (b"\xef\xbb\xbf", 0),
        (b'[Event "x"]', 1),
        (b"9-13", 1),
        (b"1-0", 1),
        (b"*", 1),
        (b"[Empty]", 1),
        (b'/FEN "W:W1:B2"/', 1),
        (b"1.", 1),
        (b"1-0 {comment of the next} 9-13 {and of none}", 2),
        (b'[A "b"] [C "d"] {c} [E "f"] 9-13 [A "b"] 9-13', 2),
        (b'[A "b"]\n\n[C "d"]', 1),
        (b"1-0 1-0", 2),
        (b'[FEN "a"] * [FEN "b"] * [FEN "c"] *', 3),
    ],
)
def test_what_a_game_is(data: bytes, count: int) -> None:
    games = both(data)
    assert len(games) == count
    assert [game.number for game in games] == list(range(1, count + 1))
    assert not any(p.code != "S004" for game in games for p in game.problems)


def test_games_cover_the_stream() -> None:
    data = TAG + b"9-13 1-0\n\n  " + TAG + b"9-14 0-1\n"
    first, second = both(data)
    assert first.raw == TAG + b"9-13 1-0"
    assert second.raw == b"\n\n  " + TAG + b"9-14 0-1"
    assert (first.offset, second.offset) == (0, len(first.raw))


# ---- 1-1


@pytest.mark.parametrize("mark", [b"1-1", b"2-0", b"0-2", b"0-0", b"1-0", b"0-1", b"1/2-1/2",
                                  b"12-0", b"24-0", b"0-12", b"0-2t", b"1-1t",
                                  "½-½".encode(), "½-½".encode("cp1252")])  # fmt: skip
def test_results(mark: bytes) -> None:
    for data in (b"9-13 " + mark, b"9-13 " + mark + b"\n", b"9-13 " + mark + b" {c}", mark):
        game = both(data)[0]
        start, end = game.result_token or (0, 0)
        assert game.raw[start:end] == mark
        assert not game.problems


@pytest.mark.parametrize(
    "text", [*(f"1-{n}" for n in range(10, 20)), "1-1x10", "1-1x5x9", "1-1-4", "1-1:7", "1-05"]
)
def test_moves_that_begin_like_results(text: str) -> None:
    data = text.encode()
    for whole in (data, b"1. 9-13 " + data + b" 2. 5-9", b"1." + data + b"\n"):
        (game,) = both(whole)
        assert data in moves(game)
        assert game.result_token is None
        assert not game.problems


def test_a_result_before_a_separator_with_a_blank_is_one() -> None:
    games = both(TAG + b"9-13 1-1 x 5")
    assert games[0].result == "1-1"


# ---- the star


@pytest.mark.parametrize(
    ("data", "count"),
    [
        # A forced-move mark: a move, a number that continues the count, or a parenthesis follows.
        (TAG + b"1. 9-13* 21-18 1-0", 1),
        (TAG + b"1. 9-13 * 21-18 1-0", 1),
        (b"1. 9-13 21-18 * 2. 5-9 1-0", 1),
        (b"1. 9-13 * 1... 21-18 1-0", 1),
        (b"7. 9-13 21-18* {c} $4 (7. 5-9 (9-14)) ! 8. 5-9 1-0", 1),
        (b"1. 9-13 (1. 10-14*) 21-18", 1),
        (b"1. 9-13 (1. 10-14 * {c}) 21-18", 1),
        (b"1. 9-13 (1. 10-14* 2. 5-9) 21-18", 1),
        (b"9-13* 21-18", 1),
        (b"9-13 21-18 *5-9", 1),
        (b"9-13* ... 21-18", 1),
        (TAG + b"9-13 21-18 * 5-9 1-0", 1),
        (b"2.*16-20 04x21", 1),
        # The terminator: anything else follows.
        (TAG + b"1. 9-13 21-18 * 1. 9-13", 2),
        (b"1. 9-13 21-18 * 1. 9-13 * 1. 9-13 *", 3),
        (b"9. 9-13 21-18 * 3. 9-13 *", 2),
        (b"3. 9-13 21-18 * 9. 9-13 *", 2),
        (TAG + b"1. 9-13* " + TAG + b"1. 9-13*", 2),
        (b"1. 9-13 * {c}", 1),
        (b"1. 9-13 * {c} 1-0", 2),
        (b"1. 9-13 * *", 2),
        (b"9-13 21-18 * 9-13 21-17 * 10-14 *", 3),
        (b"9-13 21-18 *\n9-13 21-17 *\n10-14\n*\n", 3),
        (b"9-13 21-18\0*\t9-13", 2),
        (b"* 9-13", 2),
        (TAG + b"* 1. 9-13", 2),
        (b'1. 9-13 * /FEN "W:W1:B2"/', 2),
        (b"1. 9-13 * [Empty]", 2),
    ],
)
def test_the_star(data: bytes, count: int) -> None:
    games = both(data)
    assert len(games) == count, texts(games)
    assert all(problem.code == "S004" for game in games for problem in game.problems)
    # Wherever the bytes come in pieces.
    for cut in range(len(data) + 1):
        assert facts(read_games([data[:cut], data[cut:]])) == facts(games)


def test_comments_after_a_terminator_belong_to_the_next_game() -> None:
    first, second = both(TAG + b"9-13 * {of the next} " + TAG + b"9-13 *")
    assert first.raw.endswith(b"9-13 *")
    assert first.result == "*"
    assert second.raw.startswith(b" {of the next}")


def test_a_terminator_inside_of_a_variation_leaves_it_unclosed() -> None:
    first, second = both(b"1. 9-13 (1. 10-14 *\n1. 9-13 21-18 *\n")
    assert problems(first) == [("S003", b"(", "unclosed-variation")]
    assert moves(first) == [b"9-13"]
    assert moves(second) == [b"9-13", b"21-18"]


# ---- errors


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"9-13 @ 21-18", ("S001", b"@", "unexpected-character")),
        ("9-13 ñ 21-18".encode(), ("S001", "ñ".encode(), "unexpected-character")),
        ("9-13 ñ 21-18".encode("cp1252"), ("S001", b"\xf1", "unexpected-character")),
        (b"9-13 } 21-18", ("S001", b"}", "unexpected-character")),
        (b"9-13 /FEN", ("S001", b"/", "unclosed-setup")),
        (b"9-13 {open", ("S002", b"{", "unclosed-comment")),
        (b"9-13 (10-14", ("S003", b"(", "unclosed-variation")),
        (b"9-13 (10-14 1-0", ("S003", b"(", "unclosed-variation")),
        (b"9-13 (10-14 (5-9) 1-0", ("S003", b"(", "unclosed-variation")),
        (b"9-13 ) 21-18", ("S003", b")", "unopened-variation")),
    ],
)
def test_an_error_costs_one_game(text: bytes, expected: tuple[str, bytes, str]) -> None:
    good = TAG + b"1. 10-14 1-0\n"
    first, second, third = both(good + TAG + text + b"\n" + good)
    assert problems(second) == [expected]
    assert moves(second) == [b"9-13"]
    assert moves(first) == moves(third) == [b"10-14"]
    assert not first.problems
    assert not third.problems
    # With any line ends, or none at all.
    for line_end in (b"\r\n", b"\r", b" "):
        data = (good + TAG + text + b"\n" + good).replace(b"\n", line_end)
        if line_end == b" " and expected[0] == "S002":
            data = data.replace(b"open ", b"open\n")
        games = both(data)
        assert len(games) == 3
        assert problems(games[1]) == [expected]


def test_the_innermost_open_parenthesis_is_named() -> None:
    (game,) = both(b"9-13 (10-14 (11-15 (12-16)")
    assert game.problems[0].start == 12


def test_a_malformed_tag_costs_only_itself() -> None:
    (game,) = both(
        b'[Empty]\n[White "A"]\n[Type de jeu "x"] [A "turno""] [\n[B "c" [C "d"] 9-13 [#] 5-9 *'
    )
    assert [problem.code for problem in game.problems] == ["S004"] * 6
    assert [game.text(p.start, p.end) for p in game.problems] == [
        "[Empty]", "[Type de jeu \"x\"]", "[A \"turno\"\"]", "[", "[B \"c\" ", "[#]",
    ]  # fmt: skip
    assert [tag.name for tag in game.tags] == ["White", "C"]
    assert moves(game) == [b"9-13", b"5-9"]


def test_without_tags_reading_goes_on_after_a_result_that_ends_a_line() -> None:
    for ending in (b"1-0", b"*", b"1/2-1/2 \t", b"0-1 \\r"):
        data = b"1. 9-13 @ 1-0 21-18 * 5-9 " + ending + b"\n1. 10-14 1-0"
        first, second = both(data)
        assert moves(first) == [b"9-13"]
        assert moves(second) == [b"10-14"]
        first, second = both(data.replace(b"\n", b"\r"))
        assert moves(second) == [b"10-14"]


def test_with_tags_reading_goes_on_at_the_next_tag() -> None:
    first, second = both(TAG + b"1. 9-13 @ 1-0\n1. 10-14 1-0\n" + TAG + b"1. 11-15 1-0")
    assert moves(first) == [b"9-13"]
    assert moves(second) == [b"11-15"]


def test_text_before_a_tag_belongs_to_its_game() -> None:
    (game,) = both(b"Torneo de Sevilla\n" + TAG + b"1. 9-13 1-0")
    assert problems(game) == [("S001", b"T", "unexpected-character")]
    assert moves(game) == [b"9-13"]
    assert game.locate(game.tags[0].start) == (2, 1)
    (alone,) = both(b"nothing but words")
    assert alone.problems
    assert not alone.tape


# ---- limits


def test_a_game_may_be_as_large_as_the_limit_and_no_larger() -> None:
    game = TAG + b"9-13 " * 100 + b"1-0"
    assert not both(game, max_bytes=len(game))[0].problems
    for size in (len(game) - 1, 60, 20):
        first, second = read(game + b"\n" + TAG + b"1-0", max_bytes=size)
        assert [problem.code for problem in first.problems] == ["S006"]
        assert first.problems[0].reason == "too-large"
        assert len(first.raw) <= size
        assert not second.problems
        assert second.locate(len(second.raw)) == (4, 4)


def test_a_large_game_is_too_large_in_any_chunks() -> None:
    generator = random.Random(5)
    data = (TAG + b"9-13 {" + b"x" * 300 + b"} @ 1-0\n" + b"9-13 1-0\n" * 20) * 3
    for size in (50, 100, 400):
        expected = facts(read(data, max_bytes=size))
        for _ in range(20):
            assert facts(read_games(split(generator, data), max_bytes=size)) == expected


def test_a_token_larger_than_the_limit_is_passed_over() -> None:
    large = b'[Event "' + b"x" * 60 + b'"]\n'
    for data in (large + TAG + b"1-0", TAG + b"1-0\n" + large + TAG + b"1-0", large, large * 3):
        for chunks in ([data], [data[:20], data[20:]]):
            games = list(read_games(chunks, max_bytes=40))
            assert any(problem.code == "S006" for game in games for problem in game.problems)
            assert len(games) <= 3
            assert all(len(game.raw) <= 40 for game in games)


def test_nesting_is_limited() -> None:
    data = TAG + b"9-13 " + b"(10-14 " * 3 + b")" * 3 + b" 21-18 1-0\n" + TAG + b"9-13 1-0"
    assert not both(data, max_depth=3)[0].problems
    first, second = both(data, max_depth=2)
    assert problems(first) == [("S006", b"(", "too-deep")]
    assert first.problems[0].start == data.index(b"(10-14 )")
    assert not second.problems


# ---- chunks


@given(st.lists(st.sampled_from(PIECES), max_size=25).map(b"".join), st.randoms())
@settings(max_examples=300, deadline=None)
def test_chunks_do_not_matter(data: bytes, generator: random.Random) -> None:
    assert facts(read_games(split(generator, data))) == facts(read(data))


def test_windows_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = random.Random(6)
    base = archive(4)
    texts_ = [mutated(generator, base, generator.randint(0, 12)) for _ in range(40)]
    expected = [facts(read(text)) for text in texts_]
    monkeypatch.setattr(reader, "_CHUNK", 1)
    for text, games in zip(texts_, expected, strict=True):
        assert facts(read_games(split(generator, text))) == games


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_separators_as_typesetters_write_them(encoding):
    text = "1. 10\u201314 23\u00d720 2. 9 \u2013 13 22-18 1\u20130"
    (game,) = read_games([text.encode(encoding)])
    assert not game.problems
    moves = [move.plain for move in game.main_line().moves]
    assert moves == ["10-14", "23x20", "9-13", "22-18"]
    assert game.result == "1\u20130"


@pytest.mark.parametrize(
    "text",
    [
        *("a1-l12", "L12K11", "l12:j10:h8", "k9-l10", "a10b11", "e11-d12"),
        *("cb4", "lk11", "b:d4", "b-d4", "B:D4:F6", "c:e5g7", "fg5", "b\u00d7d4", "72-67"),
    ],
)
def test_squares_of_boards_of_twelve_and_short_forms(text):
    (game,) = both(f"1. {text} {text}! *".encode())
    assert problems(game) == []
    assert moves(game) == [text.encode()] * 2


@pytest.mark.parametrize("text", ["a13-b1", "m1-l2", "a0-b1", "c : d4", "bc", "x4"])
def test_what_is_no_square_is_no_move(text):
    (game,) = both(f"1. {text} *".encode())
    assert problems(game)


def test_a_zero_before_a_number_is_no_result():
    (game,) = read_games([b"1. 10-14 23-20 2. 0-13 22-18 1-0"])
    assert [move.text for move in game.main_line().moves] == ["10-14", "23-20", "0-13", "22-18"]
    assert game.result == "1-0"


def test_a_variation_may_end_with_a_result():
    (game,) = read_games([b"1. 10-14 (1. 9-13 21-18 1-0) 23-20 1/2-1/2"])
    assert not game.problems
    assert [move.text for move in game.main_line().moves] == ["10-14", "23-20"]


def test_a_variation_that_is_never_closed_ends_with_its_game():
    first, second = read_games([b"1. 10-14 (1. 9-13 1-0\n1. 10-14 23-20 1-0\n"])
    assert [problem.code for problem in first.problems] == ["S003"]
    assert not second.problems


def test_a_comment_may_have_lines_that_begin_with_a_bracket():
    text = b"1. 10-14 {\n[clk 1:0]\n[see] [\n[a\nb} 22-18 *"
    (game,) = read_games([text])
    assert not game.problems
    assert [move.text for move in game.main_line().moves] == ["10-14", "22-18"]


def test_half_points_as_a_result():
    (game,) = read_games([b"1. 10-14 22-18 0.5-0.5"])
    assert not game.problems
    assert game.result == "0.5-0.5"


@pytest.mark.parametrize("rest", [b"\xf1", b"{never closed", b"/never closed"])
def test_what_cannot_be_read_after_an_unclosed_variations_result(rest):
    """The result ended the game; the rest is the next one's fault, and no reason to fail."""
    first, second = read_games([b"(1. 9-13 1-0\n" + rest])
    assert [(p.code, p.start) for p in first.problems] == [("S003", 0)]
    assert first.raw == b"(1. 9-13 1-0"
    assert [p.code for p in second.problems] in (["S001"], ["S002"])


@pytest.mark.parametrize("parser", ["compiled", "lark"])
def test_a_broken_game_keeps_the_blanks_of_its_last_comment(parser):
    text = b"1. 10-14 (1. 9-13\n; to the end \t"
    (game,) = read_games([text + b"\n"], parser=parser)
    assert [problem.code for problem in game.problems] == ["S003"]
    assert game.raw == text
    assert game.tape[-1] == len(game.raw)
