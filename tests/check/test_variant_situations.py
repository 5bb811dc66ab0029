"""Every situation of situations/variants_*.toml: broken laws of the moves, variant by variant.

The expectations were written from the rules of each variant, not from the program. A situation
holds what those of `test_situations` hold, and `variant`; only S, T, N and M findings are compared.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from damas_cli.rules.position import Position

from .judging import judged

FILES = sorted((Path(__file__).parent / "situations").glob("variants_*.toml"))
LOADED = [
    situation
    for file in FILES
    for situation in tomllib.loads(file.read_text(encoding="utf-8"))["situation"]
]
SITUATIONS = [pytest.param(situation, id=situation["name"]) for situation in LOADED]


def judge(situation: dict[str, Any], part: str) -> list[dict[str, Any]]:
    found = judged(situation[part], variant=situation["variant"])
    ignored = situation.get("ignore", [])
    return [f for f in found if f["code"][0] in "STNM" and f["code"] not in ignored]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_situation_is_judged_as_written(situation: dict[str, Any]) -> None:
    actual = judge(situation, "pdn")
    expected = situation["findings"]
    seen = [
        {key: finding[key] for key in (expected[i] if i < len(expected) else ("code", "message"))}
        for i, finding in enumerate(actual)
    ]
    assert seen == expected, situation["why"]
    for finding in actual:
        position = Position.from_fen(finding["fen"], situation["variant"])
        assert position.fen() == finding["fen"]
        assert [move.text for move in position.legal_moves()] == finding["expected"]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_clean_twin_gives_no_finding(situation: dict[str, Any]) -> None:
    found = judge(situation, "twin")
    assert [(finding["code"], finding["ply"], finding["message"]) for finding in found] == []


def test_each_reason_is_told_in_its_own_words() -> None:
    messages: dict[str, set[str]] = {}
    for situation in LOADED:
        if "reason" in situation:
            text = judge(situation, "pdn")[0]["message"]
            plain = re.sub(r" \(squares 1 to [0-9]+\)|[a-l]?[0-9]+", "", text)
            messages.setdefault(situation["reason"], set()).add(plain)
    assert all(len(words) == 1 for words in messages.values())
    assert len(set.union(*messages.values())) == len(messages)


def test_situations_of_every_kind() -> None:
    assert len({situation["name"] for situation in LOADED}) == len(LOADED)
    codes = {finding["code"] for situation in LOADED for finding in situation["findings"]}
    assert codes >= {"M001", "M002", "M003", "M004", "M005", "M007", "M008", "N003"}
