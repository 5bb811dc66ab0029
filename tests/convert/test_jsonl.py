"""The format `jsonl`: what a record says, and records that are not understood."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from damas_cli.convert.record import encode

from ..strategies import examples
from .records import converted, games, records_of, schema

GAME = b"""[White "Ana"]
[Event "Club"]
[Result "1-0"]

1. 10-14! {why (not)} (1. 9-13 $3 (1. 5x7)) 23-20 2. 14-19 20-16 1-0
"""


def test_a_record_has_all_keys_in_their_order() -> None:
    (record,) = records_of(converted(GAME, "jsonl"))
    assert [*record] == schema()["required"]
    told = converted(GAME, "jsonl", source=None, positions=True)
    assert [*records_of(told)[0]] == [*schema()["required"], "positions"]


def test_what_a_record_says() -> None:
    (record,) = records_of(converted(GAME, "jsonl"))
    assert record == {
        "version": 1,
        "game": 1,
        "variant": "spanish",
        "gametype": None,
        "tags": {"Event": "Club", "White": "Ana", "Result": "1-0"},
        "tag_list": None,
        "start": None,
        "moves": ["10-14", "23-20", "14-19", "20-16"],
        "plies": 4,
        "movetext": [
            {"type": kind, "text": text}
            for kind, text in (
                ("move", "10-14"),
                ("strength", "!"),
                ("comment", "why (not)"),
                ("variation", "("),
                ("move", "9-13"),
                ("nag", "$3"),
                ("variation", "("),
                ("move", "5x7"),
                ("variation", ")"),
                ("variation", ")"),
                ("move", "23-20"),
                ("move", "14-19"),
                ("move", "20-16"),
            )
        ],
        "result": "1-0",
        "outcome": "1-0",
        "winner": "white",
        "legal": False,
        "illegal_ply": 4,
        "error": None,
        "raw": None,
    }


def test_moves_are_canonical_up_to_the_first_that_is_not_legal() -> None:
    (record,) = records_of(converted(b"1. 10 - 14 23x20 2. 01-02 09-13 *", "jsonl"))
    assert record["moves"] == ["10-14", "23-20", "1-2", "9-13"]
    assert (record["legal"], record["illegal_ply"]) == (False, 3)


@pytest.mark.parametrize(
    ("pdn", "legal", "ply"),
    [
        (b"1. 10-14 - - 2. 5-10 *", None, None),
        (b"1. 10-14 - -", None, None),
        (b'[Result "-"]\n1. 10-14 -', True, None),
        (b"1. 1-20 - - 2. 5-10 *", False, 1),
        (b"1. 10-14 21-18 2. 9-13 - - *", False, 3),
        (b"1. 10-14 10-14 2. - - *", False, 2),
        (b'1. 10-14 /FEN "nothing"/ 23-20 *', None, None),
        (b'[FEN "W:W1:B9,8,17,18"]\n1. 1-20 *', False, 1),
        (b'[FEN "?"]\n1. 9-13 *', None, None),
        (b'[GameType "41"]\n1. 9-13 *', None, None),
        (b"1. 10-14 ... 2. 9-13 *", False, 2),
        # The king has two ways to the same square.
        (b'[GameType "20"]\n[FEN "W:WK45:B8,13,14,29,1"]\n1. 45x20 1-6 *', None, None),
    ],
)
def test_what_is_not_known_is_not_illegal(pdn: bytes, legal: bool | None, ply: int | None) -> None:
    (record,) = records_of(converted(pdn, "jsonl"))
    assert (record["legal"], record["illegal_ply"]) == (legal, ply)


@examples(100)
@given(pdn=games())
def test_a_ply_is_illegal_where_the_moves_are_not_legal(pdn: bytes) -> None:
    for record in records_of(converted(pdn, "jsonl")):
        ply = record["illegal_ply"]
        assert (record["legal"] is False) == (ply is not None)
        before = record["moves"] if ply is None else record["moves"][: ply - 1]
        if "- -" in before:
            assert record["legal"] is None


def test_the_side_that_moves_first_wins_one_to_nothing() -> None:
    (record,) = records_of(converted(b'[GameType "21"] 1. 11-15 1-0', "jsonl"))
    assert (record["outcome"], record["winner"]) == ("1-0", "black")


def test_tags_that_repeat_are_all_there() -> None:
    (record,) = records_of(converted(b'[White "a"]\n[Site "x"]\n[White "b"]\n*', "jsonl"))
    assert record["tags"] == {"Site": "x", "White": "b"}
    assert record["tag_list"] == [["Site", "x"], ["White", "a"], ["White", "b"]]


def test_a_broken_game_has_its_text_and_its_fault() -> None:
    (record,) = records_of(converted(b'\n[White "a"]\n1. 10-14 & 23-20 1-0\n\n', "jsonl"))
    assert record["raw"] == '[White "a"]\n1. 10-14 & 23-20 1-0'
    assert record["moves"] == ["10-14"]
    error = record["error"]
    assert (error["code"], error["line"], error["column"]) == ("S001", 2, 10)


def test_nothing_is_known_of_a_game_that_damas_does_not_play() -> None:
    (record,) = records_of(converted(b'[GameType "40"] 1. 31-26 20-25 1-0', "jsonl"))
    assert record["moves"] == ["31-26", "20-25"]
    assert record["variant"] is record["legal"] is record["winner"] is None


def test_positions_stand_before_the_moves() -> None:
    pdn = b'[FEN "B:W1:B32"]\n1. 32-28 9-13 2. 1-5 *'
    (record,) = records_of(converted(pdn, "jsonl", positions=True))
    assert record["positions"] == ["B:W1:B32", "W:W1:B28", None]
    assert record["start"] == "B:W1:B32"


def test_the_quick_way_to_write_a_record_gives_the_same() -> None:
    told = converted(GAME + b'1. 10-14 1-0\n\n[moves "null"] *', "jsonl")
    assert [encode(record) for record in records_of(told)] == told.splitlines()


def test_characters_that_a_terminal_obeys_are_escaped() -> None:
    told = converted('[White "\x1b\x7f\x9b\u2028ñ"]\n*'.encode(), "jsonl")
    assert rb'"\u001b\u007f\u009b\u2028' + "ñ".encode() + b'"' in told


def test_a_record_of_tags_and_moves_is_enough() -> None:
    record = {"tags": {"Round": 3, "Site": None, "Result": "0-1"}, "moves": ["10-14", "23-20"]}
    pdn = converted(json.dumps(record).encode(), "pdn", "jsonl")
    assert pdn == b'[Round "3"]\n[Result "0-1"]\n\n1. 10-14 23-20 0-1\n'


def test_variant_and_start_of_a_small_record_become_tags() -> None:
    record = {"variant": "russian", "start": "W:Wc3:Be7", "moves": "1. c3-d4 e7-f6"}
    (found,) = records_of(converted(json.dumps(record).encode(), "jsonl", "jsonl"))
    assert found["tags"] == {"GameType": "25", "FEN": "W:Wc3:Be7", "SetUp": "1"}
    assert (found["variant"], found["moves"]) == ("russian", ["c3-d4", "e7-f6"])


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ("[]", "is no record of a game"),
        ("{", "is no JSON: Expecting property name enclosed in double quotes, column 2"),
        ("1" * 5000, "is no JSON that can be read"),
        ("[" * 100_000, "is no JSON that can be read"),
        ("{}", "moves: there are neither tags nor moves nor a result"),
        ('{"moves":7}', "moves: is no list"),
        ('{"moves":["10-14",5]}', "moves[1]: is no text"),
        ('{"moves":["10-14","resigns"]}', "moves[1]: 'resigns' is no move"),
        ('{"tags":["a"]}', "tags: is no object"),
        ('{"tags":{"a b":"c"}}', "tags: 'a b' is no name of a tag"),
        ('{"tags":{"a":[]}}', "tags.a: is no text"),
        ('{"tag_list":[["a"]]}', "tag_list[0]: is no pair of a name and a value"),
        ('{"result":"won"}', "result: 'won' cannot stand here"),
        ('{"movetext":[{"type":"x","text":""}]}', "movetext[0].type: is none of move, number"),
        ('{"movetext":[{"type":"variation","text":")"}]}', "movetext[0]: closes no variation"),
        ('{"movetext":[{"type":"variation","text":"("}]}', "movetext: a variation is not closed"),
        ('{"raw":7}', "raw: is no text"),
    ],
)
def test_a_fault_is_told_with_its_line_and_key(record: str, fault: str) -> None:
    faults: list[tuple[int, str]] = []
    data = b'{"moves":["10-14"]}\n\n' + record.encode() + b'\n{"moves":["9-13"]}'
    pdn = converted(data, "pdn", "jsonl", faults=faults)
    assert pdn.count(b"1. ") == 2
    ((line, told),) = faults
    assert line == 3
    assert told.startswith(fault)


def test_halves_of_characters_become_a_sign_for_what_is_none() -> None:
    told = converted(rb'{"tags":{"White":"\ud83d\ude00 \ud83d"},"moves":[]}', "jsonl", "jsonl")
    assert records_of(told)[0]["tags"]["White"] == "\U0001f600 \ufffd"


def test_a_record_is_read_by_itself() -> None:
    """What is open in one game does not swallow the next."""
    whole = {"moves": ["9-13"]}
    records = [{"raw": "1. 10-14 {open"}, whole, {"raw": "(1. 9-13"}, whole]
    data = "\n".join(map(json.dumps, records)).encode()
    found = records_of(converted(data, "jsonl", "jsonl"))
    assert [record["error"] is None for record in found] == [False, True, False, True]


def test_pandas_and_duckdb_read_records(tmp_path) -> None:
    """As docs/formats.md says."""
    pandas, duckdb = pytest.importorskip("pandas"), pytest.importorskip("duckdb")
    path = tmp_path / "games.jsonl"
    path.write_bytes(converted(GAME + b'\n[White "Eva"]\n1. 9-13 *', "jsonl"))
    frame = pandas.read_json(path, lines=True)
    assert [tags["White"] for tags in frame["tags"]] == ["Ana", "Eva"]
    assert list(frame["plies"]) == [4, 1]
    asked = f"select tags.White, plies, len(movetext) from '{path}'"
    assert duckdb.sql(asked).fetchall() == [("Ana", 4, 13), ("Eva", 1, None)]
