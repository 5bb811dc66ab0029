"""Tags, numbers, moves, positions as they are written: each situation and its clean twin.

As in `test_situations`, with whole records of the findings about a scanty header: a header with
every tag is put before a game unless it brings its own. `text` is what the span holds; `ply` is
"none" where there must be none.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from damas_cli.check.run import check_text

HERE = Path(__file__).parent / "situations"
HEADER = '[Event "x"]\n[Date "2024.05.01"]\n[White "a"]\n[Black "b"]\n[Result "{result}"]\n'
SITUATIONS = [
    pytest.param(family, situation, id=f"{family}:{situation['name']}")
    for family in ("tags", "positions", "numbers", "notation", "comments")
    for situation in tomllib.loads((HERE / f"{family}.toml").read_text("utf-8"))["situation"]
]


def game(family: str, situation: dict[str, Any], part: str) -> str:
    text: str = situation[part].removeprefix("\n")
    if not text or family == "tags" or situation.get("whole"):
        return text
    header = HEADER.format(result=text.split()[-1])
    if "[FEN" in text and "[SetUp" not in text:
        header += '[SetUp "1"]\n'
    return header + text


def told(text: str, situation: dict[str, Any]) -> list[dict[str, Any]]:
    lines = text.splitlines()
    found = check_text(text, ignore=situation.get("ignore", ()))
    for record in found:
        line = lines[int(str(record["line"])) - 1]
        record["text"] = line[int(str(record["column"])) - 1 : int(str(record["end_column"])) - 1]
        record["ply"] = record["ply"] or "none"
    return found


@pytest.mark.parametrize(("family", "situation"), SITUATIONS)
def test_situation_is_judged_as_written(family: str, situation: dict[str, Any]) -> None:
    found = told(game(family, situation, "pdn"), situation)
    expected = [{"game": 1, "variation": None} | finding for finding in situation["findings"]]
    seen = [
        {key: record[key] for key in (expected[i] if i < len(expected) else ("code", "message"))}
        for i, record in enumerate(found)
    ]
    assert seen == expected, situation["why"]


@pytest.mark.parametrize(("family", "situation"), SITUATIONS)
def test_clean_twin_gives_no_finding(family: str, situation: dict[str, Any]) -> None:
    found = told(game(family, situation, "twin"), situation)
    assert [(record["code"], record["ply"], record["message"]) for record in found] == []
