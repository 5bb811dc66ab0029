"""A user's rules file: what it may leave out, and what is said about its mistakes."""

from __future__ import annotations

import copy
import pickle
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damas_cli.rules import variant_keys
from damas_cli.rules.draws import endings
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant, load_variant_data, variant_names
from damas_cli.rules.variant_file import RulesError, complete_rules, load_rules

LEAST = """\
name = "least"
[board]
width = 8
height = 8
bottom_left_plays = false
first_square = "bottom-right"
squares = "numbers"
capture_sign = "x"
[setup]
rows = 3
first = "white"
[man]
captures_backward = false
captures_kings = true
on_reaching_last_row_in_capture = "stop"
[king]
flying = true
landing = "any"
[capture]
priority = ["most-pieces", "most-kings"]
removal = "after-move"
"""
CLUB = 'name = "club"\nbase = "spanish"\n'
ENDING = """\
[[draw.ending]]
name = "three-against-one"
title = { es = "tres damas contra una" }
strong = ["KKK", "KKM", "KMM"]
weak = ["K"]
moves_each = 12
"""


def load(folder: Path, text: str | bytes) -> Variant:
    path = folder / "club.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_rules(path)


def refusal(folder: Path, text: str | bytes) -> RulesError:
    with pytest.raises(RulesError) as caught:
        load(folder, text)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(folder / "club.toml") + ":")
    return caught.value


class TestWhatAFileMayHold:
    def test_the_least(self, tmp_path: Path) -> None:
        variant = load(tmp_path, LEAST)
        spanish = get_variant("spanish")
        assert (variant.name, variant.title) == ("least", {"en": "least", "es": "least"})
        assert (variant.gametype, variant.number, variant.family) == ("", None, "")
        assert variant.start == spanish.start
        assert (variant.repetition, variant.no_progress, variant.endings) == (0, 0, [])
        assert (variant.articles, variant.open) == ({}, {})
        assert variant.data["results"] == {"scores": "default"}

    @pytest.mark.parametrize("base", variant_names())
    def test_it_runs_on_the_compiled_kernel_of_such_rules(self, base: str, tmp_path: Path) -> None:
        shipped = get_variant(base).kernel
        own = load(tmp_path, f'name = "club"\nbase = "{base}"\n').kernel
        assert own.compiled == shipped.compiled
        assert not own.compiled or own is shipped

    def test_other_rules_run_on_the_uncompiled_kernel(self, tmp_path: Path) -> None:
        kernel = load(tmp_path, CLUB + '[king]\nlanding = "behind"\n').kernel
        assert not kernel.compiled
        assert kernel is not get_variant("spanish").kernel

    def test_it_plays(self, tmp_path: Path) -> None:
        start = Position.start(load(tmp_path, LEAST))
        assert start.play(start.move("10-14")).fen().startswith("B:W1,2,3,")

    def test_it_can_be_pickled(self, tmp_path: Path) -> None:
        variant = load(tmp_path, LEAST)
        assert pickle.loads(pickle.dumps(variant)) == variant

    def test_on_a_base_only_what_differs(self, tmp_path: Path) -> None:
        variant = load(
            tmp_path, CLUB + "[draw]\nno_progress = { moves_each = 25, claimed = true }\n" + ENDING
        )
        spanish = get_variant("spanish")
        assert (variant.name, variant.title["es"]) == ("club", "club")
        assert (variant.no_progress, variant.no_progress_claimed) == (50, True)
        assert variant.repetition == spanish.repetition
        assert (variant.gametype, variant.start) == (spanish.gametype, spanish.start)
        assert [ending["name"] for ending in variant.endings] == ["three-against-one"]
        kept = {topic: text for topic, text in spanish.articles.items() if topic != "no_progress"}
        assert variant.articles == kept

    def test_what_is_open_may_be_said_in_one_language_or_two(self, tmp_path: Path) -> None:
        text = '[open]\n"draw" = "Who knows?"\n"king" = { es = "¿Vuela?" }\n'
        text += '"man" = { en = "Back?", es = "¿Atrás?" }\n'
        assert load(tmp_path, LEAST + text).open == {
            "draw": {"en": "Who knows?", "es": "Who knows?"},
            "king": {"en": "¿Vuela?", "es": "¿Vuela?"},
            "man": {"en": "Back?", "es": "¿Atrás?"},
        }
        error = refusal(tmp_path, LEAST + "[open]\nking = { fr = '?' }\n")
        assert (error.key, "known: en, es" in str(error)) == ("open.king.fr", True)

    def test_a_law_of_the_base_is_taken_away_with_0(self, tmp_path: Path) -> None:
        variant = load(tmp_path, CLUB + "[draw.no_progress]\nmoves_each = 0\n")
        assert (variant.no_progress, variant.repetition) == (0, 3)

    def test_a_board_of_its_own_is_not_of_the_bases_gametype(self, tmp_path: Path) -> None:
        variant = load(tmp_path, CLUB + "[board]\nwidth = 10\nheight = 10\n")
        assert variant.gametype == ""
        assert variant.start == "W:W1,2,3,4,5,6,7,8,9,10,11,12,13,14,15:B" + ",".join(
            str(square) for square in range(36, 51)
        )

    def test_its_own_gametype_and_start(self, tmp_path: Path) -> None:
        text = 'gametype = "24,W,8,8,N1,1"\n' + LEAST.replace(
            "rows = 3", 'rows = 3\nfen = "W:B21-32:W1-12"'
        )
        assert load(tmp_path, text).number == 24

    @pytest.mark.parametrize(
        "text", [b"\xef\xbb\xbf" + LEAST.encode(), LEAST.replace("\n", "\r\n")]
    )
    def test_byte_order_mark_and_windows_line_ends(self, tmp_path: Path, text: str | bytes) -> None:
        assert load(tmp_path, text).name == "least"

    @pytest.mark.parametrize("name", variant_names())
    def test_every_shipped_file_is_in_order(self, name: str) -> None:
        data = load_variant_data(name)
        assert complete_rules(data).items() >= data.items()

    @pytest.mark.parametrize("name", variant_names())
    def test_every_shipped_variant_can_be_a_base(self, name: str, tmp_path: Path) -> None:
        variant = load(tmp_path, f'name = "club"\nbase = "{name}"\n')
        shipped = get_variant(name)
        assert (variant.gametype, variant.start) == (shipped.gametype, shipped.start)
        assert variant.data["draw"] == shipped.data["draw"]


class TestMistakes:
    @pytest.mark.parametrize(
        "path",
        [
            (table, key)
            for table, keys in tomllib.loads(LEAST).items()
            for key in (keys if isinstance(keys, dict) else [""])
        ],
    )
    def test_each_key_is_needed(self, path: tuple[str, str]) -> None:
        table, key = path
        data: dict[str, Any] = copy.deepcopy(tomllib.loads(LEAST))
        if key:
            del data[table][key]
        else:
            del data[table]
        with pytest.raises(variant_keys.WrongKey) as caught:
            complete_rules(data, known=[])
        assert caught.value.key == ".".join(filter(None, path))
        assert str(caught.value).startswith("missing; it is ")

    @pytest.mark.parametrize("table", ["board", "setup", "man", "king", "capture"])
    def test_each_table_is_needed(self, table: str) -> None:
        data = tomllib.loads(LEAST)
        del data[table]
        with pytest.raises(variant_keys.WrongKey, match="missing; it is a table"):
            complete_rules(data, known=[])

    @pytest.mark.parametrize(
        ("old", "new", "key", "words"),
        [
            ("width = 8", "width = 9", "board.width", "9 is not 8, 10 or 12"),
            ("width = 8", "width = true", "board.width", "true is not 8, 10 or 12"),
            ("height = 8", "height = 10", "board.height", "boards are square"),
            ('"bottom-right"', '"bottom-rihgt"', "board.first_square", 'mean "bottom-right"?'),
            ('"numbers"', '"letters"', "board.squares", 'is not "numbers" or "algebraic"'),
            ('sign = "x"', 'sign = "X"', "board.capture_sign", 'is not "x", ":" or "-"'),
            ("rows = 3", "rows = 0", "setup.rows", "0 is not a whole number from 1 to 5"),
            ("rows = 3", "rows = 3.0", "setup.rows", "3.0 is not a whole number"),
            ("rows = 3", "rows = 4", "setup.rows", "4 rows a side leave no two free on 8: 3 do"),
            (
                "rows = 3",
                'rows = 3\nfen = "W:W1:B32"',
                "setup.fen",
                "not the start that .*W:W1,2,3",
            ),
            ("rows = 3", 'rows = 3\nfen = "start"', "setup.fen", "no FEN of this board"),
            ("flying = true", 'flying = "yes"', "king.flying", '"yes" is not true or false'),
            (
                "flying = true",
                "flyign = true",
                "king.flyign",
                'unknown key; did you mean "flying"?',
            ),
            ("flying = true", "flying = true\nspeed = 1", "king.speed", "known: flying, landing"),
            ('"most-kings"', '"most-king"', "capture.priority", 'did you mean "most-kings"?'),
            ('"most-kings"', '"most-pieces"', "capture.priority", "stands there twice"),
            ('["most-pieces", "most-kings"]', '"most-pieces"', "capture.priority", "not a list of"),
            ('name = "least"', 'name = "Mi club"', "name", "not a name of small letters"),
            ('name = "least"', 'name = "spanish"', "name", "is a variant of damas"),
            ("[board]", "rows = 3\n[board]", "rows", r"unknown key; it belongs into \[setup\]"),
            ("[board]", 'gametype = "24"\n[board]', "gametype", "not a GameType in full"),
            ("[board]", 'gametype = "24,B,8,8,N1,1"\n[board]', "gametype", "setup.first"),
            ("[board]", 'gametype = "24,W,8,8,N1,0"\n[board]', "gametype", "bottom_left_plays"),
            ("[board]", 'gametype = "24,W,8,8,N2,1"\n[board]', "gametype", "board.first_square"),
            ("[board]", 'gametype = "24,W,8,8,A0,1"\n[board]', "gametype", "board.squares"),
            ("[board]", 'gametype = "24,W,9,8,N1,1"\n[board]', "gametype", "another size"),
            (
                "[board]",
                'base = "spanihs"\n[board]',
                "base",
                "called 'spanihs'.* did you mean \"spanish\"?",
            ),
            ("[board]", "base = 3\n[board]", "base", "3 is not the name of a variant"),
            ("[board]", "king = 3\n[board]", "", "not TOML"),
            ("[board]", "title = 3\n[board]", "title", "3 is not a table"),
            ("[board]", 'title = { fr = "x" }\n[board]', "title.fr", "unknown key; known: en, es"),
            ("[board]", "articles = { king = 7 }\n[board]", "articles.king", "7 is not a text"),
            ("[board]", "draw = { repetition = {} }\n[board]", "draw.repetition.times", "missing"),
            ("[board]", "draw = { ending = {} }\n[board]", "draw.ending", r"\[\[draw.ending\]\]"),
        ],
    )
    def test_the_key_is_named(
        self, tmp_path: Path, old: str, new: str, key: str, words: str
    ) -> None:
        assert old in LEAST
        error = refusal(tmp_path, LEAST.replace(old, new))
        assert error.key == key
        assert re.search(words, str(error))

    @pytest.mark.parametrize(
        ("old", "new", "key", "words"),
        [
            ("moves_each = 12", "", ".moves_each", "missing"),
            ("moves_each = 12", "moves_each = 0", ".moves_each", "at least 1"),
            ("moves_each = 12", "moves = 12", ".moves", 'did you mean "moves_each"'),
            ('"KKM"', '"MKK"', ".strong", "kings, then men"),
            ('weak = ["K"]', "weak = []", ".weak", "a list of materials"),
            ('weak = ["K"]', "", "", "strong and weak go together"),
            ("moves_each", 'restarts = "often"\nmoves_each', ".restarts", '"never", "material" or'),
            ('"KKM"', '"K+M"', ".strong", "kings, then men"),
            ("moves_each", 'diagonal_lost = "runs"\nmoves_each', ".diagonal_lost", "diagonal"),
        ],
    )
    def test_endings(self, tmp_path: Path, old: str, new: str, key: str, words: str) -> None:
        error = refusal(tmp_path, CLUB + ENDING.replace(old, new))
        assert error.key == f"draw.ending[0]{key}"
        assert re.search(words, str(error))

    def test_laws_without_material(self, tmp_path: Path) -> None:
        law = (
            '[[draw.ending]]\nname = "few-pieces"\nmost_each = 2\nkings = "both"\nmoves_each = 5\n'
        )
        (ending,) = endings(load(tmp_path, CLUB + law))
        assert ending.title == {"en": "few pieces", "es": "few pieces"}
        assert (ending.plies, ending.claimed, ending.article) == (10, False, None)
        more = CLUB + ENDING.replace('"KKK"', '"KKK+"')
        assert endings(load(tmp_path, more))[0].title["en"] == "tres damas contra una"

    def test_an_ending_tells_when_it_begins(self, tmp_path: Path) -> None:
        text = CLUB + '[[draw.ending]]\nname = "short"\nmoves_each = 5\n'
        assert "to tell when it begins" in str(refusal(tmp_path, text))

    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            (LEAST.replace("width = 8", "width 8"), 3, "not TOML: Expected '='"),
            (LEAST.replace("rows = 3", "rows = 3\nrows = 3"), 11, "not TOML: Cannot overwrite"),
            (LEAST + "[king]\n", 22, "not TOML: Cannot declare"),
            (LEAST + 'x = "', 22, "not TOML: Unterminated string"),
            (LEAST.encode() + b"# Espa\xf1a\n", 22, "not UTF-8"),
            (b"\xff", 1, "not UTF-8"),
        ],
    )
    def test_the_line_of_bad_syntax(
        self, tmp_path: Path, text: str | bytes, line: int, words: str
    ) -> None:
        error = refusal(tmp_path, text)
        assert (error.line, error.key) == (line, "")
        assert f"club.toml:{line}: {words}" in str(error)

    @pytest.mark.parametrize(
        "value",
        ["9" * 5000, "0x" + "f" * 5000, "[" * 5000, "[" * 90 + "]" * 90, "1e999", "1979-05-27"],
        ids=["digits", "hexadecimal", "open", "lists", "infinite", "day"],
    )
    def test_values_beyond_all_measure(self, tmp_path: Path, value: str) -> None:
        error = refusal(tmp_path, LEAST.replace("rows = 3", f"rows = {value}"))
        assert len(str(error)) < 300

    def test_a_key_of_control_characters(self, tmp_path: Path) -> None:
        error = refusal(tmp_path, '"\\u001b\\n" = 1\n' + LEAST)
        assert "\\x1b\\n: unknown key" in str(error)

    @given(st.integers(0, len(LEAST)), st.integers(0, 9), st.binary(max_size=5))
    @settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_damaged_files(self, tmp_path: Path, place: int, lost: int, new: bytes) -> None:
        text = LEAST.encode()
        with suppress(RulesError):
            load(tmp_path, text[:place] + new + text[place + lost :])

    def test_an_empty_file(self, tmp_path: Path) -> None:
        assert refusal(tmp_path, "").key == "name"

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            load_rules(tmp_path / "nothing.toml")

    def test_whatever_stands_there_only_this_error_comes(self, tmp_path: Path) -> None:
        """Every value of a full file, replaced by one of another kind."""
        strange: list[Any] = [None, -1, 10**30, "", [], [[]], {}, {"x": 1}, 1.5, [1], True]
        data = load_variant_data("spanish")
        data["draw"] = tomllib.loads(ENDING)["draw"]
        for table, keys in data.items():
            for key in keys if isinstance(keys, dict) else [None]:
                for value in strange:
                    changed = copy.deepcopy(data)
                    if key is None:
                        changed[table] = value
                    else:
                        changed[table][key] = value
                    with suppress(variant_keys.WrongKey):
                        Variant(complete_rules(changed, known=[]))


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("[draw]\nrepetition = { times = 1 }", "draw.repetition.times"),
        (
            '[[draw.ending]]\nname = "few"\npieces = { least = 9, most = 2 }\nmoves_each = 5',
            "draw.ending[0].pieces",
        ),
        ('[articles]\ntriple = "5"', "articles.triple"),
        ('[articles]\nking = "a\\u001b[31mb"', "articles.king"),
        ('[title]\nen = "two\\nlines"', "title.en"),
    ],
)
def test_values_that_cannot_be(tmp_path, lines, named):
    file = tmp_path / "rules.toml"
    file.write_text(f'base = "spanish"\nname = "club"\n{lines}\n', "utf-8")
    with pytest.raises(RulesError, match=re.escape(named)):
        load_rules(str(file))


def test_no_article_of_the_base_is_cited_for_another_text_or_another_law(tmp_path):
    file = tmp_path / "rules.toml"
    head = 'base = "spanish"\nname = "club"\n'
    file.write_text(head + '[articles]\ndocument = "Club"\nno_progress = "5.2"\n', "utf-8")
    assert load_rules(str(file)).articles == {"document": "Club", "no_progress": "5.2"}
    file.write_text(head + "[king]\nflying = false\n", "utf-8")
    articles = load_rules(str(file)).articles
    assert "king" not in articles
    assert articles["man"] == "Cómo se mueve el peón"


@pytest.mark.parametrize("line", ["articles = 3", "articles = true", "draw = 3", "draw = [[1]]"])
def test_what_should_be_a_table_of_a_file_with_a_base(tmp_path, line):
    file = tmp_path / "rules.toml"
    file.write_text(f'base = "russian"\nname = "club"\n{line}\n', "utf-8")
    with pytest.raises(RulesError, match="is not a table"):
        load_rules(str(file))


def test_nothing_is_said_of_what_the_file_settles(tmp_path):
    file = tmp_path / "rules.toml"
    head = 'base = "russian"\nname = "club"\n'
    file.write_text(head + '[articles]\ndocument = "Club"\n[draw]\nending = []\n', "utf-8")
    assert load_rules(str(file)).open == {}
    file.write_text(head + '[articles]\ndocument = "Club"\n', "utf-8")
    assert not any(ending.get("article") for ending in load_rules(str(file)).endings)
