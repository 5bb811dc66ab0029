"""The format `csv`, read by Python's own reader."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from hypothesis import given

from ..strategies import examples
from .records import converted, games, records_of


def table(pdn: bytes, **asked: Any) -> list[dict[str, str]]:
    text = converted(pdn, "csv", **asked).decode()
    return [*csv.DictReader(io.StringIO(text, newline=""), strict=True)]


def test_a_row_a_game() -> None:
    pdn = b'[Event "a, \\"b\\""]\n[ECO "7"]\n[Result "0-2"]\n1. 10-14 23-20 0-2\n\n[Site "x"] & *'
    first, second = table(pdn)
    assert first["event"] == 'a, "b"'
    assert json.loads(first["tags"]) == {"ECO": "7"}
    assert first["moves"] == "10-14 23-20"
    assert (first["result"], first["terminator"], first["outcome"]) == ("0-2", "0-2", "0-1")
    assert (first["winner"], first["legal"], first["error"]) == ("black", "true", "")
    assert second["raw"] == '[Site "x"] & *'
    assert second["error"].startswith("S001 syntax-error: ")


def test_a_row_a_ply() -> None:
    pdn = b"1. 10-14 {[%clk 0:59]} 21-18 2. 14x21! $1 25x18 3. 1-9 {no} *"
    rows = table(pdn, plies=True)
    assert [row["move"] for row in rows] == ["10-14", "21-18", "14x21", "25x18", "1-9"]
    assert [row["number"] for row in rows] == ["1", "1", "2", "2", "3"]
    assert [row["colour"] for row in rows] == ["white", "black", "white", "black", "white"]
    assert [row["captured"] for row in rows] == ["0", "0", "1", "1", ""]
    assert [row["legal"] for row in rows] == ["true"] * 4 + ["false"]
    assert (rows[0]["clock"], rows[2]["strength"], rows[2]["nags"]) == ("0:59", "!", "$1")
    assert rows[4]["comment"] == "no"
    assert rows[0]["fen"].startswith("W:W1,2,3")


def test_a_man_that_is_crowned() -> None:
    rows = table(b'[FEN "W:W25,K1:BK5,8"]\n1. 25-29 5-9 *', plies=True)
    assert [row["promotion"] for row in rows] == ["true", "false"]


def test_where_games_come_from() -> None:
    rows = table(b"\n\n1. 10-14 1-0\n\n1. 9-13 *\n", source=True)
    assert [(row["path"], row["line"]) for row in rows] == [("-", "3"), ("-", "5")]


@examples(20)
@given(pdn=games())
def test_every_cell_is_as_the_record_has_it(pdn: bytes) -> None:
    found = records_of(converted(pdn, "jsonl"))
    for row, record in zip(table(pdn), found, strict=True):
        for tag in ("Event", "White", "Result"):
            assert row[tag.lower()] == record["tags"].get(tag, "")
        assert row["moves"] == " ".join(record["moves"])
        assert row["raw"] == (record["raw"] or "")
    plies = table(pdn, plies=True)
    assert [row["move"] for row in plies] == [m for record in found for m in record["moves"]]
