"""The quick look against the full judgement: what it passes has no finding."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.check.game import GameCheck
from damas_cli.check.plain import is_plainly_clean
from damas_cli.check.regulation import Regulation
from damas_cli.pdn.reader import read_games

from .. import strategies

REGULATION = Regulation()
RESULTS = ["1-0", "0-1", "2-0", "0-2", "1-1", "1/2-1/2", "½-½", "0-0", "*", "?", "", "0-2t", "12-0"]


def passed(text: str) -> list[bool]:
    """Tell of each game whether it passes the quick look; none that does has a finding."""
    looks = []
    for game in read_games([text.encode()]):
        looks.append(is_plainly_clean(game, REGULATION))
        if looks[-1]:
            assert GameCheck(game, REGULATION).run() == []
    return looks


def test_no_situation_with_a_finding_passes():
    looks = []
    for file in Path(__file__).parent.glob("situations/*.toml"):
        for case in tomllib.loads(file.read_text(encoding="utf-8")).get("situation", []):
            looks += passed(case["pdn"]) + passed(case["twin"])
    assert True in looks
    assert False in looks


@settings(deadline=None, max_examples=100)
@given(
    line=strategies.lines(80),
    tag=st.sampled_from(RESULTS),
    end=st.sampled_from(RESULTS),
    comment=st.sampled_from(["", '{[Result "1-0"]}', "{Result}", '{[FEN "x"]}', "(1. 9-13)"]),
)
def test_no_game_with_a_finding_passes(line, tag, end, comment):
    passed(f'[Event "x"]\n[Result "{tag}"]\n{" ".join(line.texts)} {comment} {end}\n')
    passed(f"{comment} {' '.join(line.texts)} {comment} {end}\n")


def test_an_ordinary_game_passes():
    assert passed('[Event "x"]\n[Result "1-0"]\n1. 10-14 23-20 1-0\n') == [True]
