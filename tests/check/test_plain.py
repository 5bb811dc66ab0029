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
from damas_cli.rules.variant import Variant, get_variant

from .. import strategies

REGULATION = Regulation()
# The tags that every game should have, but for the result.
HEADER = '[Event "x"]\n[Date "2024.05.01"]\n[White "a"]\n[Black "b"]\n'
RESULTS = ["1-0", "0-1", "2-0", "0-2", "1-1", "1/2-1/2", "½-½", "0-0", "*", "?", "", "0-2t", "12-0"]


def passed(text: str, regulation: Regulation = REGULATION) -> list[bool]:
    """Tell of each game whether it passes the quick look; none that does has a finding."""
    looks = []
    for game in read_games([text.encode()]):
        looks.append(is_plainly_clean(game, regulation))
        if looks[-1]:
            assert GameCheck(game, regulation).run() == []
    return looks


def test_no_situation_with_a_finding_passes():
    looks = []
    for file in Path(__file__).parent.glob("situations/*.toml"):
        for case in tomllib.loads(file.read_text(encoding="utf-8")).get("situation", []):
            regulation = Regulation(case.get("variant", "spanish"))
            for text in (case["pdn"], case.get("twin", "")):
                looks += passed(text, regulation) + passed(HEADER + text, regulation)
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
    passed(f'{HEADER}[Result "{tag}"]\n{" ".join(line.texts)} {comment} {end}\n')
    passed(f"{comment} {' '.join(line.texts)} {comment} {end}\n")


TAGS = [
    *('[Event "x"]', '[Event "{Date}"]', '[White "a"]', '[Black "b"]', '[Result "1-0"]'),
    *('[ Date "2024.13.01"]', '[Date "2024.02.29"]', '[Date "0000.05.01"]', '[Date ""]'),
    *('[EventDate "2024"]', '[SetUp "1"]', '[Setup "0"]', "{[Date", "; damas: ignore M"),
]


@settings(deadline=None, max_examples=200)
@given(
    line=strategies.lines(12),
    odd=st.lists(st.sampled_from(TAGS), max_size=2),
    place=st.integers(0, 5),
    first=st.sampled_from(["1.", "1.", "01.", "2.", "1..."]),
    zero=st.booleans(),
)
def test_no_game_with_an_odd_header_or_number_passes(line, odd, place, first, zero):
    tags = [*HEADER.splitlines(), '[Result "*"]']
    texts = [f"0{text}" if zero and len(text) == 4 else text for text in line.texts]
    moves = f"{first} {' '.join(texts)} *\n"
    passed("\n".join([*tags[:place], *odd, *tags[place:]]) + "\n" + moves)
    passed("\n".join([*odd, *tags[place:]]) + "\n" + moves.replace("*", "1-0"))


def test_an_ordinary_game_passes():
    assert passed(HEADER + '[Result "1-0"]\n1. 10-14 23-20 1-0\n') == [True]


def test_a_game_that_completes_an_ending_does_not_pass():
    data = get_variant("spanish").data
    men = ["M" * 12]
    law = {"name": "start", "title": {"en": "start"}, "strong": men, "weak": men, "moves_each": 1}
    own = Variant({**data, "draw": {**data["draw"], "ending": [law]}})
    two, three = "1. 10-14 23-20", "1. 10-14 23-20 2. 12-15"
    for moves, result, expected in (
        (two, "1/2-1/2", True),
        (two, "1-0", False),
        (three, "*", False),
    ):
        text = f'{HEADER}[Result "{result}"]\n{moves} {result}\n'
        game = next(iter(read_games([text.encode()])))
        findings = GameCheck(game, Regulation(own)).run()
        assert ("D003" not in [finding.code for finding in findings]) is expected
        assert passed(text, Regulation(own)) == [False]
        assert passed(text) == [result != "*"]
