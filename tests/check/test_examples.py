"""The sample files have the findings that examples/README.md says, and no others."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from damas_cli.check.codes import CODES

from .judging import judged

EXAMPLES = Path(__file__).parents[2] / "examples"
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")
NOT_SPANISH = {"M005", "D003"}


def findings(name: str) -> list[dict[str, Any]]:
    return judged((EXAMPLES / name).read_bytes(), path=name)


def table(name: str) -> dict[int, list[str]]:
    """Return the codes by game that the file's section of the README tells."""
    section = re.search(rf"^## {re.escape(name)}$(.*?)(?=^## |\Z)", README, re.M | re.S)
    assert section is not None
    rows = re.findall(r"^\| *([0-9]+) *\| *([A-Z0-9 ]+?) *\|", section[1], re.M)
    return {int(game): codes.split() for game, codes in rows}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.pdn")), ids=lambda path: path.name)
def test_findings_are_those_of_the_readme(path: Path) -> None:
    found = defaultdict(list)
    for finding in findings(path.name):
        found[finding["game"]].append(finding["code"])
    assert dict(found) == table(path.name)


def test_tournament_has_every_m_d_and_r_code_of_spanish_rules() -> None:
    told = [code for codes in table("torneo.pdn").values() for code in codes]
    assert set(told) == {code for code in CODES if code[0] in "MDR"} - NOT_SPANISH


def test_tournament_has_clean_games_and_says_how_many() -> None:
    games = (EXAMPLES / "torneo.pdn").read_text(encoding="utf-8").count("[Event ")
    assert games == 24
    assert games - len(table("torneo.pdn")) == 8


def test_every_game_at_fault_says_so_in_a_comment() -> None:
    games = (EXAMPLES / "torneo.pdn").read_text(encoding="utf-8").split("[Event ")[1:]
    commented = {number for number, game in enumerate(games, 1) if "{" in game}
    assert commented == set(table("torneo.pdn"))
