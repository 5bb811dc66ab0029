"""`damas show` printed: games, positions, and what is asked for."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from damas_cli.cli.status import ExitStatus
from damas_cli.rules.position import Position

from .running import DAMAS, damas

TOURNAMENT = str(Path(__file__).parents[2] / "examples" / "torneo.pdn")
GAME = b"""[White "Ana"] [Black "Bea"] [Event "Open"] [Site "?"] [Round "2"] [ECO "A1"]
1. 9-13! {first of all} 21-18 (1... 22-18 {sharper} 2. 13x22 26x19 (2... 27x18 3. 5-9)
3. 11-15) 2. 5-9 22-19 3. 13x22 27x18 1-0
"""


def show(*arguments: str, stdin: bytes = GAME, **options: object) -> str:
    result = damas("show", *arguments, stdin=stdin, **options)  # type: ignore[arg-type]
    assert result.status == ExitStatus.OK, result.err
    return result.out


def boards(out: str) -> int:
    return out.count(" 32 ")


class TestGames:
    def test_all_of_it_in_order(self) -> None:
        expected = [
            "Ana - Bea 1-0",
            "Open, round 2",
            "ECO: A1",
            "1. 9-13!",
            "first of all",
            "1. ...",
            "21-18",
            "(1... 22-18",
            "sharper",
            "2. 13x22 26x19",
            "(2... 27x18 3. 5-9)",
            "3. 11-15)",
            "2. 5-9",
            "22-19",
            "1-0",
            "3... 27x18",
            "White to move",
        ]
        rest = show()
        for part in expected:
            assert part in rest, part
            rest = rest.partition(part)[2]
        assert boards(show()) == 1

    def test_findings_stand_at_their_moves(self) -> None:
        lines = show(TOURNAMENT, "--game", "2").splitlines()
        at = next(at for at, line in enumerate(lines) if "26-22 M002" in line)
        assert lines[at].startswith("   9. 10-14")
        assert lines[at + 1].strip().startswith("M002 ")

    def test_the_last_board_is_where_the_game_ends(self) -> None:
        position = Position.start()
        for text in ("9-13", "21-18", "5-9", "22-19", "13x22", "27x18"):
            position = position.play(text)
        marked = show("--board-only", "--ascii").replace("/", ".")
        unmarked = re.sub(r"\[(.)\]", r" \1 ", marked)
        assert (
            unmarked.splitlines()[1:]
            == show(position.fen(), "--board-only", "--ascii").splitlines()
        )
        assert marked.count("[") == 2

    @pytest.mark.parametrize(
        ("at", "head", "count"),
        [
            ("start", "", 1),
            ("0", "", 1),
            ("1", "1. 9-13", 1),
            ("99", "3... 27x18", 1),
            ("each", "", 7),
        ],
    )
    def test_at(self, at: str, head: str, count: int) -> None:
        out = show("--board-only", "--at", at)
        assert boards(out) == count
        assert out.startswith(head or " 32")

    def test_moves_only(self) -> None:
        assert boards(show("--moves-only")) == 0
        assert "9-13" in show("--moves-only")

    def test_how_many_there_are_is_said(self) -> None:
        result = damas("show", TOURNAMENT)
        assert "game 1 of 24" in result.err
        assert damas("show", TOURNAMENT, "--game", "1").err == ""
        assert damas("show", stdin=GAME).err == ""

    def test_numbers_are_those_of_check(self) -> None:
        checked = damas("check", TOURNAMENT, "--output-format", "concise", "--select", "M002").out
        line = checked.splitlines()[0]
        number = line.partition("[game ")[2].partition(",")[0]
        assert "M002" in show(TOURNAMENT, "--game", number)

    @pytest.mark.parametrize(("stdin", "told"), [(GAME, "only 1 game"), (b"", "no game")])
    def test_a_game_that_there_is_not(self, stdin: bytes, told: str) -> None:
        result = damas("show", "--game", "2", stdin=stdin)
        assert (result.status, result.out) == (ExitStatus.FINDINGS, "")
        assert told in result.err

    def test_a_file_that_there_is_not(self) -> None:
        result = damas("show", "falta.pdn")
        assert result.status == ExitStatus.UNREADABLE
        assert "falta.pdn" in result.err

    def test_a_broken_game_shows_its_text(self) -> None:
        out = show(stdin=b"1. 10-14 & 23-20 {\x1b[2J} *")
        assert "S001" in out
        assert "1. 10-14 & 23-20" in out
        assert "\x1b" not in out

    def test_a_game_from_a_position_counts_from_its_side(self) -> None:
        out = show(stdin=b'[SetUp "1"]\n[FEN "B:W1:B32"]\n1. ... 32-28 2. 1-5 *')
        assert "   1. ..." in out
        assert "2. 1-5" in out

    def test_lines_are_no_longer_than_the_terminal(self) -> None:
        comment = b"{" + b"word " * 60 + b"x" * 200 + b"}"
        for columns in (40, 60, 100):
            out = show(
                stdin=GAME.replace(b"{first of all}", comment), variables={"COLUMNS": str(columns)}
            )
            assert max(map(len, out.splitlines())) <= columns

    def test_variations_nest_a_thousand_deep(self) -> None:
        deep = b"1. 9-13 " + b"(1. 10-14 " * 900 + b")" * 900 + b" *"
        assert show(stdin=deep).count("10-14") == 900


class TestPositions:
    def test_what_can_be_played(self) -> None:
        out = show("W:WK12:B5")
        moves = [str(move) for move in Position.from_fen("W:WK12:B5").legal_moves()]
        assert f"{len(moves)} legal moves: {' '.join(moves)}" in " ".join(out.split())
        assert "White to move" in out

    def test_what_is_odd(self) -> None:
        assert "T008" in show("W:W29:B5")
        assert "T0" not in show("W:W9:B25")
        stuck = show("W:W25:B29")
        assert "No legal move" in stuck
        assert "T008" in stuck

    def test_of_another_variant(self) -> None:
        assert "c3:g7" in show("W:Wc3,e3:Bd4,f6", "--variant", "russian")

    def test_what_is_no_position(self) -> None:
        result = damas("show", "W:W99")
        assert (result.status, result.out) == (ExitStatus.USAGE, "")
        assert "99" in result.err

    def test_a_file_goes_before_a_position(self, tmp_path: Path, monkeypatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("W:W1").write_bytes(GAME)
        assert "Ana" in show("W:W1")

    def test_numbers_and_sides(self) -> None:
        assert " 17 " in show("W:W1:B32", "--numbers", "--board-only")
        assert show("W:W1:B32", "--orientation", "black", "--board-only").startswith("  1")


class TestManners:
    def test_colour_only_where_it_is_wanted(self) -> None:
        assert "\x1b" not in show()
        assert "\x1b[" in show("--color", "always")
        assert "\x1b[" in show(terminals="stdout", variables={"TERM": "xterm"})
        assert "\x1b" not in show(terminals="stdout", variables={"TERM": "xterm", "NO_COLOR": "1"})

    def test_a_console_without_kings_gets_ascii(self) -> None:
        out = show("--color", "never", terminals="stdout", variables={"TERM": "linux"})
        assert out.isascii()

    def test_a_terminal_for_input_gets_a_short_help(self) -> None:
        result = damas("show", terminals="stdin")
        assert result.status == ExitStatus.USAGE
        assert "Usage" in result.err

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--moves-only", "--board-only"],
            ["--at", "next"],
            ["--game", "0"],
            ["W:W1:B2", "--game", "1"],
        ],
    )
    def test_usage(self, arguments: list[str]) -> None:
        assert damas("show", *arguments, stdin=GAME).status == ExitStatus.USAGE

    def test_in_spanish(self) -> None:
        out = show(TOURNAMENT, "--lang", "es", "--game", "2")
        assert "Damas españolas" in out
        assert "no captura" in out
        assert "movimientos" in out

    def test_a_reader_that_goes_away(self) -> None:
        with subprocess.Popen(
            [*DAMAS, "show", TOURNAMENT, "--at", "each"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            told = process.stderr.read()
            assert process.wait(60) in (0, ExitStatus.BROKEN_PIPE)
        assert b"Traceback" not in told
