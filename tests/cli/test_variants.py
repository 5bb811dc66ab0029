"""`damas variants`: the table, the rules in words, records."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from damas_cli.cli.variant_words import columns
from damas_cli.cli.variants import record, short_start, sources_of
from damas_cli.language import ENGLISH
from damas_cli.rules.position import Position
from damas_cli.rules.variant import FOLDER, Variant, get_variant, variant_names
from damas_cli.rules.variant_file import complete_rules

from .running import damas

CLUB = 'name = "club"\nbase = "spanish"\n[draw.no_progress]\nmoves_each = 25\n'


def told(*arguments: str) -> str:
    result = damas("variants", *arguments)
    assert result.status == 0
    return result.out


def prose(*arguments: str) -> str:
    """Return what is told, without line breaks."""
    return re.sub(r"\s+", " ", told(*arguments))


@pytest.fixture
def club(tmp_path: Path) -> str:
    file = tmp_path / "club.toml"
    file.write_text(CLUB, "utf-8")
    return str(file)


class TestTable:
    def test_in_a_pipe_a_line_a_variant_of_cells_parted_by_tabs(self) -> None:
        rows = [line.split("\t") for line in told().splitlines()]
        assert [row[0] for row in rows] == variant_names()
        assert {len(row) for row in rows} == {len(columns(ENGLISH))} == {7}
        cells = {row[0]: row[1:] for row in rows}
        assert cells["spanish"][:5] == [
            "Spanish draughts",
            "8x8",
            "24,W,8,8,N1,1",
            "flying",
            "pieces, kings",
        ]
        assert cells["english"][3:5] == ["short", "free"]
        assert cells["italian"][4] == "pieces, by a king, kings, king first"
        assert cells["spanish"][5] == "3 times, 40 moves"

    def test_a_terminal_gets_aligned_columns_with_a_header(self) -> None:
        result = damas("variants", terminals="stdout")
        header, *lines = result.out.splitlines()
        assert header.split() == [name.upper() for name in columns(ENGLISH)]
        assert max(map(len, lines)) <= 80
        assert [line.split()[0] for line in lines if not line.startswith(" ")] == variant_names()
        spanish = next(line for line in lines if line.startswith("spanish "))
        assert spanish[header.index("TYPE") :].startswith("24 ")

    def test_json_holds_all_that_the_file_says(self) -> None:
        records = [json.loads(line) for line in told("--json").splitlines()]
        assert [data["name"] for data in records] == variant_names()
        for data in records:
            variant = get_variant(data["name"])
            assert data["setup"]["fen"] == variant.start
            assert (data["gametype"] or "") == variant.gametype
            assert data["man"] == variant.data["man"]
            assert data["draw"] == variant.data["draw"]
            assert "family" not in data
        assert told("thai", "--json") == told("--json").splitlines(keepends=True)[-1]

    def test_a_record_is_a_rules_file(self) -> None:
        data = {**record(get_variant("thai")), "name": "ours"}
        own = Variant(complete_rules(data, known=variant_names()))
        assert own.start == get_variant("thai").start


@pytest.mark.parametrize("name", variant_names())
class TestEveryVariant:
    def test_80_columns(self, name: str) -> None:
        assert max(map(len, told(name).splitlines())) <= 80

    def test_the_diagram_shows_every_square_once(self, name: str) -> None:
        board = get_variant(name).board
        lines = told(name).splitlines()[3 : 3 + board.height]
        cells = [line.split() for line in lines]
        assert {len(row) for row in cells} == {board.width}
        shown = {
            cell: (file, board.height - 1 - row)
            for row, line in enumerate(cells)
            for file, cell in enumerate(line)
            if cell != "."
        }
        assert shown == {board.label(n): board.places[n] for n in range(1, board.size + 1)}

    def test_gametype_start_and_sides(self, name: str) -> None:
        text = told(name)
        variant = get_variant(name)
        first = {"W": "White", "B": "Black"}[variant.first]
        assert f"1-0 is a win of {first}, who moves first." in text
        assert f"{first} moves first." in text
        assert (f"GameType {variant.gametype}\n" in text) == bool(variant.gametype)
        start = short_start(variant)
        assert f"  {start}\n" in text
        assert Position.from_fen(start, variant) == Position.start(variant)

    def test_what_is_open_and_the_sources(self, name: str) -> None:
        text = prose(name)
        for choice in get_variant(name).open.values():
            assert re.sub(r"\s+", " ", choice["en"]) in text
        for source in sources_of(name):
            assert re.sub(r"\s+", " ", source) in text

    def test_every_draw_law(self, name: str) -> None:
        text = prose(name)
        variant = get_variant(name)
        for ending in variant.endings:
            title = ending["title"]["en"]
            assert title[1:] in text
            assert f"after {ending['moves_each']} moves each." in text
        if variant.no_progress:
            assert f"{variant.no_progress // 2} moves each without a capture" in text
        if variant.repetition:
            assert f", {variant.repetition} times: " in text


class TestWords:
    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("spanish", "Of several captures the law picks one that takes the most pieces [Cap"),
            ("spanish", "stops there and is crowned. [Coronar detiene la jugada]"),
            ("english", "A king moves one square along any diagonal"),
            ("english", "Of several captures any may be played."),
            ("italian", "It takes no kings."),
            ("italian", "one by a king"),
            ("russian", "crowned at once and goes on as a king"),
            ("russian", "a1 is at the bottom left"),
            ("russian", "Captures are written with ':'."),
            ("brazilian", "It captures forward and backward."),
            ("brazilian", "it is crowned if it ends there"),
            ("argentinian", "right behind each piece"),
            ("international", "10 by 10, 50 squares are played on; the corner at each player's"),
            ("international", "Written are 2-0, 0-2, 1-1"),
            ("thai", "Each piece taken leaves the board at once."),
            ("thai", "8 men a side on 2 rows; Black moves first."),
            ("filipino", "PDN has no GameType for it."),
        ],
    )
    def test_laws_that_differ(self, name: str, words: str) -> None:
        assert words in prose(name)

    def test_a_short_king_has_nothing_to_jump_twice(self) -> None:
        assert "jumped twice" not in prose("english")
        assert "jumped twice" in prose("spanish")

    def test_sources_are_the_first_lines_of_the_file(self) -> None:
        first, *_ = sources_of("spanish")
        assert first.startswith('[A] "Reglas de las Damas Españolas", the rule text')
        assert first.endswith("headings for articles.")

    def test_every_file_that_cites_a_letter_names_the_source(self) -> None:
        for name in variant_names():
            text = (FOLDER / f"{name}.toml").read_text("utf-8")
            cited = set(re.findall(r"# \[(\w+)\]", text))
            named = {source[1 : source.index("]")] for source in sources_of(name)}
            assert cited <= named, name
            tomllib.loads(text)


class TestOwnRules:
    def test_words(self, club: str) -> None:
        text = told("--rules", club)
        assert text.startswith("club\nGameType 24,W,8,8,N1,1\n")
        assert "25 moves each without a capture or a man's move" in text
        assert "3 times: a draw by itself." in text

    def test_json(self, club: str) -> None:
        assert json.loads(told("--rules", club, "--json"))["draw"]["no_progress"] == {
            "moves_each": 25,
            "claimed": False,
        }

    def test_an_ending_without_a_title_is_called_by_its_name(self, tmp_path: Path) -> None:
        file = tmp_path / "club.toml"
        ending = '[[draw.ending]]\nname = "small-end"\npieces = { least = 2, most = 4 }\n'
        file.write_text(f"{CLUB}{ending}moves_each = 9\n", "utf-8")
        assert "Small end: a draw by itself after 9 moves each." in told("--rules", str(file))

    def test_no_draw_laws(self, tmp_path: Path) -> None:
        file = tmp_path / "club.toml"
        text = 'name = "club"\nbase = "spanish"\n[draw]\n'
        text += "repetition = { times = 0 }\nno_progress = { moves_each = 0 }\n"
        file.write_text(text, "utf-8")
        assert "No law about draws is known" in told("--rules", str(file))


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["klingon"], "'NAME': no variant is called 'klingon'"),
            (["rusian"], "did you mean 'russian'?"),
            (["spanish", "--rules", "x"], "'--rules': goes without NAME"),
        ],
    )
    def test_a_clear_message_and_status_2(self, arguments: list[str], words: str) -> None:
        result = damas("variants", *arguments)
        assert (result.status, result.out) == (2, "")
        assert words in result.err

    def test_a_file_that_is_not_there(self) -> None:
        result = damas("variants", "--rules", "none.toml")
        assert (result.status, result.out) == (3, "")
        assert "cannot read none.toml: No such file" in result.err
