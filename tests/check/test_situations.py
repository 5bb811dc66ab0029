"""Every situation of situations/*.toml is judged as the file says, and its clean twin is clean.

The expectations were written from the rules and the meanings of the codes, not from the program.
A situation holds:

* `pdn` and `findings`, the complete list in order; of a finding only the keys given are compared,
  but code, game (1 where not given) and variation (none where not given) always are;
* `twin`, the same without the fault: no finding at all;
* `reason`, where M001 has to name one: no two reasons may be told in the same words;
* `ignore`, codes on which it has no opinion.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ..oracle import slow_notation, slow_rules
from .judging import judged

HERE = Path(__file__).parent / "situations"
FAMILIES = (
    *("illegal", "captures", "readings", "variations", "draws", "results", "setups", "texts"),
    "separators",
)

KEYS = [
    *("version", "path", "game", "variation", "ply", "move", "code", "name", "severity"),
    *("message", "line", "column", "end_line", "end_column", "fen", "expected", "article"),
]
# A move number, and a setup among the moves: no move is at issue.
NOT_ABOUT_A_MOVE = ("N001", "N005")
REASONS = {
    "no piece there",
    "target occupied",
    "a man moved or captured backwards",
    "a piece jumped twice",
    "the way is blocked",
    "it went on after crowning",
    "not on a diagonal",
}


def load(family: str, kind: str = "situation") -> list[dict[str, Any]]:
    with (HERE / f"{family}.toml").open("rb") as file:
        return tomllib.load(file)[kind]


SITUATIONS = [
    pytest.param(situation, id=f"{family}:{situation['name']}")
    for family in FAMILIES
    for situation in load(family)
]


def judge(pdn: str) -> list[dict[str, Any]]:
    return judged(pdn.encode())


def told(findings: list[dict[str, Any]], ignore: list[str]) -> list[dict[str, Any]]:
    return [finding for finding in findings if finding["code"] not in ignore]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_situation_is_judged_as_written(situation: dict[str, Any]) -> None:
    expected = [{"game": 1, "variation": None} | finding for finding in situation["findings"]]
    actual = told(judge(situation["pdn"]), situation.get("ignore", []))
    seen = [
        {key: finding[key] for key in (expected[i] if i < len(expected) else ("code", "message"))}
        for i, finding in enumerate(actual)
    ]
    assert seen == expected, situation["why"]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_clean_twin_gives_no_finding(situation: dict[str, Any]) -> None:
    found = told(judge(situation["twin"]), situation.get("ignore", []))
    assert [(finding["code"], finding["ply"], finding["message"]) for finding in found] == []


@pytest.mark.parametrize("situation", SITUATIONS)
def test_records_tell_where_the_text_stands_and_what_was_legal(situation: dict[str, Any]) -> None:
    lines = situation["pdn"].removeprefix("\ufeff").splitlines()
    for finding in judge(situation["pdn"]):
        assert list(finding) == KEYS
        # Nobody knows the position before an unknown move behind one that stopped its line.
        not_reached = finding["code"] == "N006" and finding["fen"] is None
        if finding["code"] in NOT_ABOUT_A_MOVE or not_reached:
            assert finding["fen"] is None
            assert finding["expected"] == []
        elif finding["code"][0] in "MN":
            position = slow_notation.from_fen(finding["fen"])
            assert slow_notation.to_fen(position) == finding["fen"]
            assert finding["expected"] == list(slow_notation.texts(position))
            assert finding["line"] == finding["end_line"]
            span = lines[finding["line"] - 1][finding["column"] - 1 : finding["end_column"] - 1]
            assert span == finding["move"]
        else:
            assert finding["expected"] == []
        if finding["code"][0] == "R" and finding["ply"] is not None:
            decided = slow_rules.winner(slow_notation.from_fen(finding["fen"]))
            assert decided or finding["code"] not in ("R002", "R005")
        if finding["code"][0] in "ST":
            assert (finding["ply"], finding["move"], finding["fen"]) == (None, None, None)


def test_each_reason_of_an_illegal_move_is_told_in_its_own_words() -> None:
    messages: dict[str, str] = {}
    for situation in load("illegal"):
        if "reason" in situation:
            message = judge(situation["pdn"])[0]["message"]
            messages[situation["reason"]] = re.sub(r"[0-9]+([-x:][0-9]+)*", "", message)
    assert set(messages) == REASONS
    assert len(set(messages.values())) == len(REASONS)


DECISIONS = [pytest.param(case, id=case["name"]) for case in load("decisions", "decision")]


@pytest.mark.parametrize("decision", DECISIONS)
def test_where_two_readings_are_left_the_same_one_is_taken(decision: dict[str, Any]) -> None:
    expected = decision["readings"][decision["taken"]]
    found = told(judge(decision["pdn"]), decision.get("ignore", []))
    assert [finding["code"] for finding in found] == [finding["code"] for finding in expected]
    for finding, wanted in zip(found, expected, strict=True):
        assert finding["ply"] == wanted.get("ply", finding["ply"])


def test_situations_are_many_and_their_names_are_their_own() -> None:
    names = [situation["name"] for family in FAMILIES for situation in load(family)]
    assert len(names) == len(set(names)) >= 60
    assert all(situation["findings"] for family in FAMILIES for situation in load(family))
