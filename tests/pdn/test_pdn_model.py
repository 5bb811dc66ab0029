"""Views of a game: places, encodings, tags, move nodes; and what is written reads the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game, Problem
from damas_cli.pdn.moves import Line
from damas_cli.pdn.writer import write_game
from tests.pdn.pdn_texts import PIECES, archive, corpus_texts, mutated, read


def one(data: bytes | str) -> Game:
    (game,) = read(data.encode() if isinstance(data, str) else data)
    return game


def place_of(game: Game, text: bytes) -> tuple[int, int]:
    return game.locate(game.raw.index(text))


# ---- places


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_places_are_those_of_the_decoded_lines(line_end: str, encoding: str, mark: str) -> None:
    lines = [
        '[White "Muñoz"] [Black "Peña"]',
        "",
        "\t1. 9-13 {año} 21-18 1-0 1. 10-14 {ñandú ñ} 1-0 \t{é} 1. 11-15",
        "  21-18 {dos",
        "líneas} 5-9 1-0 5-10 *",
    ]
    if encoding == "cp1252" and mark:
        return
    data = mark.encode() + line_end.join(lines).encode(encoding)
    games = read(data)
    assert len(games) == 4
    assert [game.encoding for game in games] == [encoding, encoding, encoding, "utf-8"]
    for game in games:
        for kind in (k.MOVE, k.TAG, k.RESULT, k.COMMENT):
            found = game.spans(kind)
            for start, end in zip(found[::2], found[1::2], strict=True):
                line, column = game.locate(start)
                shown = game.text(start, end).splitlines()[0]
                assert lines[line - 1][column - 1 :].startswith(shown)
                last_line, last_column = game.locate(end)
                assert lines[last_line - 1][: last_column - 1].endswith(
                    game.text(start, end).splitlines()[-1]
                )


def test_every_place_of_every_text() -> None:
    """Against a plain count over the decoded text."""
    generator = random.Random(31)
    pieces = [*PIECES, "ñ".encode(), b"\r\n", b"\n", b"\r", b"1-0 ", b"* "]
    for _ in range(300):
        data = b"".join(generator.choices([p for p in pieces if p.isascii() or len(p) == 2], k=20))
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            continue
        for game in read(data):
            if game.encoding != "utf-8":
                continue
            for offset in range(len(game.raw) + 1):
                place = len(data[: game.offset + offset].decode("utf-8", "ignore"))
                if len(text[:place].encode()) != game.offset + offset:
                    continue
                before = text[:place]
                if before.endswith("\r") and text[place : place + 1] == "\n":
                    before = before[:-1] + "x"
                lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
                assert game.locate(offset) == (len(lines), len(lines[-1]) + 1), (data, offset)


# ---- encodings


def test_each_game_has_its_own_encoding() -> None:
    utf, cp, plain = read('[A "ñ"] 1-0'.encode() + b'[A "\xf1\x80\x81"] 1-0 [A "n"] 1-0')
    assert [game.encoding for game in (utf, cp, plain)] == ["utf-8", "cp1252", "utf-8"]
    assert utf.tags[0].value == "ñ"
    assert cp.tags[0].value == "ñ€\x81"
    game = one(b'[A "' + bytes(sorted(set(range(256)) - set(b'"\\\r\n'))) + b'"]')
    assert len(game.tags[0].value) == 252


def test_columns_of_a_line_that_two_games_share_count_the_characters_of_each() -> None:
    # The last line of the first game alone would be UTF-8: one character instead of three.
    first, second = read(b"{\xf1}\n9-13 {\xe2\x88\x92} 1-0 10-14 1-0")
    assert (first.encoding, second.encoding) == ("cp1252", "utf-8")
    assert second.locate(1) == (2, len("9-13 {___} 1-0 ") + 1)


# ---- tags


def test_tags() -> None:
    game = one('[Event   "A \\"b\\" \\\\"]\r\n[ White "x" ]\n[Event "again"][Año "2004"]\n[Bad] *')
    assert [(tag.name, tag.value) for tag in game.tags] == [
        ("Event", 'A "b" \\'), ("White", "x"), ("Event", "again"), ("Año", "2004"),
    ]  # fmt: skip
    tag = game.tag("Event")
    assert tag is not None
    assert (tag.start, tag.value) == (game.tags[2].start, "again")
    assert game.tag("Site") is None
    assert game.text(tag.start, tag.end) == '[Event "again"]'
    assert game.text(tag.value_start, tag.value_end) == "again"
    assert "Event" in repr(tag)


# ---- moves


def test_nodes_and_their_spans() -> None:
    text = (
        '{first} [A "b"] {second} (0. 1-5) 12... 09 - 13 (!?) ?{a [%clk 1:02] [%emt 0:03]}'
        ' $4 /FEN "W:W1:B2"/ * (12... 10-14 (5-9)) ;line } comment\n13. - - ... 1-0'
    )
    game = one(text)
    line = game.main_line()
    assert [str(note) for note in line.notes if not isinstance(note, Line)] == [
        "<COMMENT 'first'>", "<COMMENT 'second'>",
    ]  # fmt: skip
    move, unknown, dots = line.moves
    assert (move.text, move.plain, move.strength, move.nags) == (
        "09 - 13", "9-13", "!??", ["$4", "$7"],
    )  # fmt: skip
    assert move.number is not None
    assert move.number.text == "12..."
    assert move.comments == ["a [%clk 1:02] [%emt 0:03]", "line } comment"]
    assert move.clocks == [("clk", "1:02"), ("emt", "0:03")]
    assert move.setups == ['FEN "W:W1:B2"']
    (variation,) = move.variations
    assert game.text(variation.start, variation.end) == "(12... 10-14 (5-9))"
    assert variation.moves[0].variations[0].moves[0].text == "5-9"
    assert (unknown.kind, dots.kind) == (k.UNKNOWN_MOVE, k.ELLIPSIS)
    assert game.text(move.start, move.end) == "09 - 13"
    spans = [(note.start, note.end) for note in move.notes]
    assert spans == sorted(spans)
    assert game.text(*spans[0]).startswith("{a")
    assert [game.text(s.start, s.end) for s in move.strengths] == ["(!?)", "?"]


def test_a_thousand_levels_of_variations() -> None:
    game = one("9-13 " + "(10-14 " * 1000 + ")" * 1000 + " *")
    assert not game.problems
    line = game.main_line()
    depth = 0
    while line.moves[0].variations:
        line = line.moves[0].variations[0]
        depth += 1
    assert depth == 1000
    assert read(write_game(game).encode())[0].main_line() == game.main_line()


def test_lines_compare_by_meaning() -> None:
    assert one("1. 09-13 {a}").main_line() == one("1.9 -13{a} *").main_line()
    assert one("9-13 {a}").main_line() != one("9-13 {b}").main_line()
    assert one("9-13 (1-5)").main_line() != one("9-13 (1-5 )(1-5)").main_line()
    assert one("9-13").main_line() != "9-13"


# ---- writing


def content(game: Game) -> tuple[object, ...]:
    return [(tag.name, tag.value) for tag in game.tags], game.main_line(), game.result


def assert_reads_the_same(game: Game) -> None:
    written = write_game(game)
    again = read(written.encode("utf-8"))
    if not game.tape.tolist() or not game.kinds & ~k.COMMENTS & ~(1 << k.MALFORMED_TAG):
        return
    assert len(again) == 1, (game.raw, written)
    assert not again[0].problems
    assert content(again[0]) == content(game), (game.raw, written)
    assert write_game(again[0]) == written


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))
@settings(max_examples=500, deadline=None)
def test_what_is_written_reads_the_same(data: bytes) -> None:
    for game in read(data):
        if not game.problems:
            assert_reads_the_same(game)


@given(st.text(st.characters(exclude_characters='"\\\r\n', exclude_categories=["Cs"])), st.text(
    st.characters(exclude_characters="}\r\n[", exclude_categories=["Cs"])))  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_any_text_in_values_and_comments(value: str, comment: str) -> None:
    game = one(f'[Event "{value}"] 9-13 {{{comment}}} *')
    assert game.tags[0].value == value
    assert_reads_the_same(game)


def test_archives_and_corpus_files_are_written_and_read(corpus: Path) -> None:
    generator = random.Random(32)
    texts = [archive(20), *(mutated(generator, archive(3), 10) for _ in range(20))]
    texts += [text[:40000] for text in corpus_texts(corpus)]
    count = 0
    for text in texts:
        for game in read(text):
            if not game.problems:
                count += 1
                assert_reads_the_same(game)
    assert count > 1000


def test_lines_are_at_most_80_characters_long() -> None:
    for game in read(archive(5)):
        written = write_game(game)
        assert max(len(line) for line in written.splitlines()) <= 80
        assert written.endswith(f"{game.result}\n\n")


def test_problems_compare_and_show_themselves() -> None:
    problem = Problem("S001", 1, 2, "unexpected-character")
    assert eval(repr(problem)) == problem
    assert len({problem, Problem("S001", 1, 2, "unexpected-character")}) == 1
    assert problem != Problem("S001", 1, 3, "unexpected-character")
