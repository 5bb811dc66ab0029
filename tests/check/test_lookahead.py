"""Ambiguous captures settled by the moves that follow, in variants other than Spanish."""

from __future__ import annotations

import pytest

from .judging import judged

# The king's way over 8 and its way over 13 both take three pieces and end on 20.
TWO_WAYS = '[FEN "W:WK45:B8,13,14,29,1"] 1. 45x20'
# The king takes c7 alone, or four pieces in a round, and ends on b8.
ONE_OR_FOUR = '[FEN "W:WKf4:Bb2,d2,c5,c7,a7"] 1. f4:b8'


def faults(pdn: str | bytes, variant: str) -> list[tuple[object, object]]:
    found = judged(pdn, variant=variant)
    return [(f["code"], f["ply"]) for f in found if f["code"][0] in "MN" and f["code"] != "N002"]


@pytest.mark.parametrize(
    ("variant", "pdn", "expected"),
    [
        ("international", f"{TWO_WAYS} *", [("N003", 1)]),
        ("international", f"{TWO_WAYS} 1-6 *", [("N003", 1)]),
        ("international", f"{TWO_WAYS} 8-12 *", []),
        ("international", f"{TWO_WAYS} 13-18 *", []),
        # Neither way leaves both pieces; the one that gets furthest is judged.
        ("international", f"{TWO_WAYS} 8-12 2. 20-24 13-18 *", [("M001", 4)]),
        ("international", f"{TWO_WAYS.replace('45x20', '45x12x3x20')} *", []),
        ("russian", f"{ONE_OR_FOUR} c5-d4 *", []),
        # Only the long way leaves c5 empty.
        ("russian", f"{ONE_OR_FOUR} a7-b6 2. b8-a7 b6-c5 *", []),
        # As far either way: the text names every landing of the short one.
        ("russian", f"{ONE_OR_FOUR} *", []),
        ("russian", f"{ONE_OR_FOUR} a7-b6 *", []),
    ],
)
def test_a_capture_is_settled_by_what_follows(variant, pdn, expected):
    assert faults(pdn, variant) == expected


@pytest.mark.parametrize(
    ("folder", "file", "line", "move"),
    [
        ("international", "succeed__schildpad.pdn", 52, "36x16"),
        ("international", "succeed__schildpad.pdn", 54, "49x16"),
        ("international", "succeed__schildpad.pdn", 140, "4x24"),
    ],
)
def test_real_captures_that_only_the_rest_of_the_game_settles(corpus, folder, file, line, move):
    (path,) = (corpus / folder).rglob(file)
    data = path.read_bytes()
    assert move in data.decode("cp1252").splitlines()[line - 1].replace(" ", "")
    found = judged(data, variant=folder)
    assert [f for f in found if f["code"] in ("M001", "N003")] == []


def test_a_real_capture_that_nothing_settles(corpus):
    (path,) = (corpus / "italian").rglob("CI2005.pdn")
    found = judged(path.read_bytes(), variant="italian")
    open_ones = [f for f in found if f["code"][0] in "MN" and f["code"] != "N002"]
    assert [(f["code"], f["line"], f["move"]) for f in open_ones] == [("N003", 753, "3x26")]
    assert open_ones[0]["expected"] == ["3x10x17x26", "3x10x19x26"]
