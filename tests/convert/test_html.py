"""The page's data and its making; tests/browser looks at the page itself."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.codes import CODES
from damas_cli.check.regulation import Rulebook
from damas_cli.convert.html import FOLDER, SCRIPTS, STYLES
from damas_cli.convert.html_data import as_json, game_data
from damas_cli.convert.html_words import TEXTS
from damas_cli.convert.played import Played
from damas_cli.language import ENGLISH
from damas_cli.pdn.reader import read_games
from damas_cli.rules.position import Position

from ..cli.running import damas
from ..oracle.slow_notation import to_fen
from ..strategies import Spoilt, examples, spoilt_lines

RULES = Rulebook(None)


def data_of(text: str) -> dict[str, Any]:
    return game_data(Played(next(read_games([text.encode()])), RULES), ENGLISH)


def replayed(data: dict[str, Any], line: int = 0) -> list[str]:
    """Play the changes of a line as the page does; return the pieces after each of its moves."""
    pieces = list(data["start"])
    found = []
    for move in data["lines"][line]["moves"]:
        for square, piece in move.get("c", []):
            pieces[square - 1] = piece or "."
        found.append("".join(pieces))
    return found


def letters(position: Position) -> str:
    return "".join(position.piece(n) or "." for n in range(1, position.variant.board.size + 1))


class TestData:
    @examples(60)
    @given(spoilt_lines())
    def test_the_changes_lead_from_position_to_position(self, spoilt: Spoilt) -> None:
        text = f'[FEN "{to_fen(spoilt.start)}"] {" ".join(spoilt.texts)} *'
        played = Played(next(read_games([text.encode()])), RULES)
        data = game_data(played, ENGLISH)
        moves = [move for move in played.main if move.is_played]
        expected = [letters(move.before) for move in moves[1:] if move.before is not None]
        if moves and played.end is not None:
            expected.append(letters(played.end))
        assert replayed(data)[: len(moves)] == expected
        assert len(data["lines"][0]["moves"]) == len(played.main)

    def test_lines_tell_what_they_replace(self) -> None:
        data = data_of("1. 9-13 21-18 (1... 22-18 2. 13x22 (2. 9-14) 26x19) (1... 23-19) 2. 5-9 *")
        lines = data["lines"]
        told = [(line["in"], line["at"], line["ply"], len(line["moves"])) for line in lines]
        assert sorted(told[1:]) == [(0, 1, 2, 1), (0, 1, 2, 3), (1, 1, 3, 1)]
        assert {line["moves"][0]["t"] for line in lines} == {"9-13", "22-18", "9-14", "23-19"}

    def test_findings_stand_at_their_moves(self) -> None:
        data = data_of("1. 10-14 23-20 (1... 23-19 2. 9-13) 2. 14-19 20-16 1-0")
        found = {
            (number, index): [data["findings"][i]["code"] for i in move["f"]]
            for number, line in enumerate(data["lines"])
            for index, move in enumerate(line["moves"])
            if "f" in move
        }
        assert found == {(0, 3): ["M002"], (1, 1): ["M002"]}

    def test_ellipses_are_no_moves(self) -> None:
        data = data_of("1. 9-13 {a} 1... {b} 21-18 2. ... *")
        (line,) = data["lines"]
        assert [move["t"] for move in line["moves"]] == ["9-13", "21-18"]
        assert line["moves"][0]["n"] == [["c", "a"], ["c", "b"]]

    def test_clocks_are_taken_out_of_comments(self) -> None:
        (move,) = data_of("1. 9-13 {[%clk 0:10] good [%eval 3]} *")["lines"][0]["moves"]
        assert move["k"] == [("clk", "0:10")]
        assert move["n"] == [["c", "good [%eval 3]"]]

    def test_who_begins(self) -> None:
        assert not data_of("1. 9-13 *")["second"]
        assert data_of('[FEN "B:W1:B32"] 1... 32-28 *')["second"]
        assert not data_of('[GameType "21"] 1. 11-15 *')["second"]  # Black begins there

    @pytest.mark.parametrize(
        ("text", "result"),
        [
            ("1. 9-13 1-0", "1-0"),
            ('[Result "1-0"] 1. 9-13 *', "1-0"),
            ('[Result "1-0"] 1. 9-13 0-1', "0-1"),
            ("1. 9-13", "*"),
        ],
    )
    def test_the_result_that_counts(self, text: str, result: str) -> None:
        assert data_of(text)["result"] == result

    def test_raw_text_of_what_could_not_be_read(self) -> None:
        assert data_of("1. 9-13 *")["raw"] is None
        assert data_of("1. 9-13 ??? {x *")["raw"] == "1. 9-13 ??? {x *"


def test_every_game_of_the_corpus_is_there(corpus: Path) -> None:
    for file in sorted(corpus.rglob("*.pdn")):
        for game in islice(read_games([file.read_bytes()]), 15):
            played = Played(game, RULES)
            data = json.loads(as_json(game_data(played, ENGLISH)))
            if played.start is not None and played.end is not None:
                assert replayed(data)[-1:] in ([], [letters(played.end)]), (file, game.number)
            assert (data["raw"] is None) == played.is_whole


class TestJson:
    @examples(200)
    @given(st.dictionaries(st.text(), st.lists(st.text() | st.integers())))
    def test_it_may_stand_in_a_script(self, value: Any) -> None:
        text = as_json(value)
        assert json.loads(text) == value
        assert not set(text) & set("<>&\u2028\u2029\n\r")


class TestPage:
    GAMES = b'1. 9-13 21-18 1-0\n\n[White "A"] 1. 10-14 *\n\n'

    def page(self, *options: str) -> str:
        return damas("convert", "--to", "html", *options, stdin=self.GAMES).out

    def test_a_game_is_an_element_with_its_number(self) -> None:
        element = r'<script type="application/json" class="game">(.*)</script>'
        games = re.findall(element, self.page())
        assert [json.loads(game)["number"] for game in games] == [1, 2]

    def test_its_policy_allows_its_own_script_and_style_alone(self) -> None:
        text = self.page()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
        assert policy is not None
        assert policy[1].startswith("default-src 'none'; ")
        for tag in ("style", "script"):
            (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in policy[1]

    def test_it_refers_to_nothing(self) -> None:
        text = self.page("--labels", "coordinates")
        namespace = "http://www.w3.org/2000/svg"
        assert re.findall(r"https?://[^\"]*", text) == [namespace]
        assert not re.search(r"\b(src|href)=|url\(|@import", text)

    def test_jobs_make_no_difference(self) -> None:
        assert self.page("--jobs", "1") == self.page("--jobs", "2")

    def test_settings_reach_it(self) -> None:
        text = self.page("--orientation", "black", "--squares", "light", "--labels", "none")
        settings = re.search(r'class="settings">(.*)</script>', text)
        assert settings is not None
        told = json.loads(settings[1])
        assert [told[key] for key in ("orientation", "squares", "labels")] == [
            "black",
            "light",
            "none",
        ]
        assert set(told["codes"]) == set(CODES)

    def test_every_text_is_said_somewhere(self) -> None:
        sources = "".join(path.read_text(encoding="utf-8") for path in FOLDER.iterdir())
        said = [
            key
            for key in TEXTS
            if f'"{key}"' in sources or f"$say_{key.replace('-', '_')}" in sources
        ]
        assert said == list(TEXTS)

    def test_files_can_be_read_at_a_sitting(self) -> None:
        parts = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
        assert set(parts) == {"page.html", *STYLES, *SCRIPTS}
        assert all(len(text.splitlines()) <= 520 for text in parts.values())
