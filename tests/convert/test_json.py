"""The format `json`: a document as it is written, and what is read like one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert import format_of_content, readable
from damas_cli.convert import json as module
from damas_cli.convert.options import ConvertOptions

from ..strategies import examples
from .records import converted, records_of

PDN = b'[White "Ana"]\n1. 10-14 {a\n"b"} 1-0\n\n[White "Eva"]\n1. 9-13 *\n\n[Site "x"] & *\n'
LINES = converted(PDN, "jsonl")
RECORDS = records_of(LINES)


def test_a_document_holds_the_records() -> None:
    written = converted(PDN, "json")
    assert json.loads(written) == {"version": 1, "games": RECORDS}
    assert written.count(b"\n") == 2 + len(RECORDS)


def test_no_games_are_a_document_too() -> None:
    assert json.loads(converted(b"", "json")) == {"version": 1, "games": []}
    assert converted(converted(b"", "json"), "jsonl", "json") == b""


@pytest.mark.parametrize(
    "text",
    [
        converted(PDN, "json"),
        json.dumps(RECORDS).encode(),
        json.dumps({"games": RECORDS}, indent=2).encode(),
        "\n".join(json.dumps(record, indent=1) for record in RECORDS).encode(),
        LINES.replace(b"\n", b" "),
        json.dumps({"games": RECORDS, "version": 1}, indent=2, sort_keys=True).encode(),
        json.dumps({"from": {"games": 7}, "games": RECORDS, "n": [1], "m": {"a": []}}).encode(),
        json.dumps([{"games": RECORDS, "version": 1}]).encode(),
    ],
    ids=["document", "list", "indented", "records", "one-line", "sorted", "more-keys", "nested"],
)
@examples(5)
@given(size=st.integers(1, 50))
def test_documents_lists_and_records_are_read(text: bytes, size: int) -> None:
    assert module.looks_like(text[:4096])
    assert converted(text, "jsonl", "json") == LINES
    reader = module.Reader(ConvertOptions())
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    faults: list[module.jsonl.NotUnderstood] = []
    found = [
        pdn for block in reader.blocks("-", chunks) for _, pdn in reader.texts(block.data, faults)
    ]
    assert len(found) == len(RECORDS)
    assert not faults


def test_documents_one_after_the_other_are_read() -> None:
    document = converted(PDN, "json")
    assert len(records_of(converted(2 * document, "jsonl", "json"))) == 2 * len(RECORDS)


def test_a_fault_is_told_with_its_line() -> None:
    faults: list[tuple[int, str]] = []
    text = b'[{"moves":["10-14"]},\n\n{"moves":\n7},\n{"moves":["9-13"]},\noops, {}]'
    converted(text, "pdn", "json", faults=faults)
    assert faults == [(3, "moves: is no list"), (6, "is no JSON: Expecting value, column 1")]


@pytest.mark.parametrize(
    ("text", "games", "line"),
    [
        (b'{"version":1,"games":[{"moves":["10-14"]}', 1, 1),
        (b'{"version":1,"games":[\n{"moves":["10-14"]},\n{"moves":["9-13"]}\n', 2, 4),
        (b'{"version":1,"games":[\n{"moves":["10-14"]}\n]\n', 1, 4),
        (b'{"games":[{"moves":["10-14"]}],\n"version":1', 1, 2),
        (b'[{"moves":["10-14"]},\n{"moves":["9-13"]}', 2, 2),
        (b'{"games":[', 0, 1),
        (b"[\n", 0, 2),
    ],
)
def test_a_missing_end_is_told(text: bytes, games: int, line: int) -> None:
    faults: list[tuple[int, str]] = []
    found = converted(text, "jsonl", "json", faults=faults)
    assert len(records_of(found)) == games
    assert faults == [(line, "is no JSON: the end of a list or a document is missing")]


@examples(100)
@given(data=st.data())
def test_a_document_that_is_cut_is_told_wherever_it_is_cut(data: st.DataObject) -> None:
    layouts = [
        converted(PDN, "json"),
        json.dumps({"games": RECORDS, "version": 12}, indent=1).encode(),
        json.dumps(RECORDS).encode(),
    ]
    text = data.draw(st.sampled_from(layouts)).rstrip()
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    faults: list[tuple[int, str]] = []
    found = converted(cut, "jsonl", "json", faults=faults)
    assert LINES.startswith(found)
    assert len(faults) == 1
    # Records on one line get a line each.
    assert 1 <= faults[0][0] <= cut.count(b"\n") + 1 + len(RECORDS)


def test_a_document_on_a_line_is_no_line_of_records() -> None:
    text = b'{"version":1,"games":[{"moves":["10-14"]}]}\n'
    assert format_of_content(text, readable()) == "json"
    assert format_of_content(b'{"tags":{"Event":"\\"games\\":["}}\n', readable()) == "jsonl"


@pytest.mark.parametrize("text", [b'[Event "x"]', b'{"Quoted" words} 1. 10-14 *', b"", b"1. 9-13"])
def test_pdn_does_not_look_like_it(text: bytes) -> None:
    assert not module.looks_like(text)
