"""The draws of the variants: every situation of situations/draws_variants.toml, and its clean twin.

A situation names its `variant`; the rest is as `test_situations` says, but that a situation may
have no finding (then it has no twin).
"""

from __future__ import annotations

from typing import Any

import pytest

from damas_cli.rules.variant import Variant, get_variant

from .judging import judged
from .test_situations import load, told

SITUATIONS = [pytest.param(situation, id=situation["name"]) for situation in load("draws_variants")]


def judge(pdn: str, variant: str | Variant, **options: Any) -> list[dict[str, Any]]:
    return judged(pdn, variant=variant, **options)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_situation_is_judged_as_written(situation: dict[str, Any]) -> None:
    expected = situation["findings"]
    actual = told(judge(situation["pdn"], situation["variant"]), situation.get("ignore", []))
    assert [(found["code"], found["message"]) for found in actual][len(expected) :] == []
    seen = [
        {key: found[key] for key in wanted} for found, wanted in zip(actual, expected, strict=True)
    ]
    assert seen == expected, situation["why"]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_clean_twin_gives_no_finding(situation: dict[str, Any]) -> None:
    if "twin" in situation:
        found = judge(situation["twin"], situation["variant"])
        found = told(found, situation.get("ignore", []))
        assert [(finding["code"], finding["ply"], finding["message"]) for finding in found] == []


def test_every_ending_has_a_situation() -> None:
    told_of = {
        (situation["variant"], finding["article"])
        for situation in load("draws_variants")
        for finding in situation["findings"]
        if finding["code"] == "D003"
    }
    for name in ("international", "portuguese", "russian", "brazilian", "pool"):
        articles = {ending["article"] for ending in get_variant(name).endings}
        assert {article for variant, article in told_of if variant == name} == articles


def test_the_general_count_may_be_overridden_and_the_endings_keep_theirs() -> None:
    situation = next(s for s in load("draws_variants") if s["name"].startswith("international-six"))
    found = judge(situation["pdn"], "international", no_progress_each=5)
    assert [(finding["code"], finding["ply"]) for finding in found] == [("D002", 10), ("D003", 32)]


# Two white men against a black one, which White's last move shuts in on the edge.
SHUT_IN = {"strong": ["MM"], "weak": ["M"], "moves_each": 1, "name": "law", "title": {"en": "law"}}


def with_ending(law: dict[str, Any]) -> Variant:
    data = get_variant("spanish").data
    return Variant({**data, "draw": {**data["draw"], "ending": [law]}})


def test_a_limit_whose_last_move_shuts_the_opponent_in_is_no_draw() -> None:
    pdn = '[FEN "B:W9,10:B21"]\n[Result "{0}"]\n1. ... 21-17 2. {1} {0}\n'
    own = with_ending(SHUT_IN)
    assert judge(pdn.format("1-0", "9-13"), own) == []
    found = judge(pdn.format("1-0", "10-14"), own)
    assert [(finding["code"], finding["ply"]) for finding in found] == [("D003", 2), ("R003", 2)]


def test_a_draw_that_nobody_claimed_does_not_hide_a_decided_position() -> None:
    pdn = '[FEN "W:W5,10:B21"]\n[Result "1/2-1/2"]\n1. 5-9 21-17 2. 9-13 1/2-1/2\n'
    found = judge(pdn, with_ending({**SHUT_IN, "claimed": True}))
    assert [(finding["code"], finding["ply"]) for finding in found] == [("D003", 2), ("R002", 3)]


def test_a_claimed_ending_leaves_the_win_to_an_automatic_one() -> None:
    """The first draw is told; R003 goes by the first that needs no claim."""
    data = get_variant("international").data
    claimed = {**data["draw"]["ending"][2], "name": "short", "moves_each": 2, "claimed": True}
    laws = {**data["draw"], "ending": [*data["draw"]["ending"], claimed]}
    own = Variant({**data, "draw": laws})
    situation = next(s for s in load("draws_variants") if s["name"].endswith("restart-the-five"))
    pdn = situation["pdn"].replace('"1-1"', '"2-0"').replace(" 1-1\n", " 2-0\n")
    keys = ("code", "severity", "ply", "message")
    found = [tuple(finding[key] for key in keys) for finding in judge(pdn, own)]
    assert found == [
        (
            "D003",
            "info",
            4,
            "2 moves each since two pieces or one against a lone king (the start): a draw, had a "
            "player claimed it",
        ),
        ("R003", "warning", 11, "the game was a draw by rule at ply 10, but 2-0 is recorded"),
    ]
