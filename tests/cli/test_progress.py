"""The progress bar: where it appears, what it tells, and that nothing of it stays."""

from __future__ import annotations

import gzip
import io
import re
from pathlib import Path

import pytest

import damas_cli.cli.progress as progress
from damas_cli.cli.environment import Environment
from damas_cli.cli.process import run
from damas_cli.cli.progress import Progress, size_of

from .running import damas


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(total: int | None, *, terminal: bool = True, quiet: bool = False) -> str:
    """Return what a run over a thousand megabytes writes, half of it done."""
    screen = Screen()
    variables = {"TERM": "xterm", "COLUMNS": "100"}
    env = Environment(stderr=screen, stderr_is_terminal=terminal, variables=variables)
    made = Progress(env, total, quiet=quiet)
    for _ in range(50):
        made.advance(10_000_000)
    made.hide()
    return screen.getvalue()


@pytest.fixture(autouse=True)
def at_once(monkeypatch) -> None:
    monkeypatch.setattr(progress, "_DELAY", 0)
    monkeypatch.setattr(progress, "_PAUSE", 0)
    monkeypatch.setenv("TERM", "xterm")


def test_share_and_sizes_are_told() -> None:
    text = shown(1_000_000_000)
    assert "50%" in text
    assert "0.5/1.0 GB" in text
    assert "/s" in text


def test_of_a_pipe_the_share_is_not_known() -> None:
    text = shown(None)
    assert "%" not in text
    assert "/s" in text


def test_nothing_stays_on_the_screen() -> None:
    # The line is erased, and the cursor shown again.
    text = shown(None)
    assert text.endswith("\x1b[2K")
    assert "\x1b[?25h" in text


@pytest.mark.parametrize("options", [{"terminal": False}, {"quiet": True}])
def test_it_is_for_people(options: dict[str, bool]) -> None:
    assert shown(1_000_000_000, **options) == ""


def test_a_short_run_has_none(monkeypatch) -> None:
    monkeypatch.setattr(progress, "_DELAY", 100)
    assert shown(1_000_000_000) == ""


def test_sizes(tmp_path: Path) -> None:
    (tmp_path / "a.pdn").write_bytes(b"x" * 30)
    (tmp_path / "b.PDN").write_bytes(b"x" * 12)
    (tmp_path / "c.txt").write_bytes(b"x" * 99)
    assert size_of([str(tmp_path)]) == 42
    assert size_of([str(tmp_path / "a.pdn"), str(tmp_path / "c.txt")]) == 129
    assert size_of([str(tmp_path), "-"]) is None
    (tmp_path / "d.pdn").write_bytes(gzip.compress(b"x"))
    assert size_of([str(tmp_path)]) is None
    assert size_of([str(tmp_path)], (".txt",)) == 99


COMMANDS = [
    ["check"],
    ["convert", "--to", "jsonl"],
    ["convert", "--to", "pdn"],
    ["convert", "--to", "csv", "-o", "games.csv"],
    ["convert", "--to", "svg", "-o", "diagrams/"],
    ["fmt"],
    ["fmt", "--check"],
    ["fmt", "--diff"],
    ["fmt", "-v", "--in-place"],
    ["fmt", "-o", "games.pdn"],
    ["import"],
    ["import", "-o", "games.pdn"],
]
GAME = '[Event "A"]\n[GameType "24"]\n\n1. 09-13 21-18 2. 5-9 *\n\n'


class Output(io.BytesIO):
    """Standard output that is the same terminal."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self.screen = screen

    def write(self, data) -> int:
        return self.screen.write(bytes(data).decode())


def look(text: str) -> list[str]:
    """Return the lines that stand on a terminal in the end."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", text):
        if part == "\r":
            column = 0
        elif part == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part == "\x1b[1A":
            row -= 1
        elif part[0] != "\x1b":
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + len(part) :]
            column += len(part)
    return [line.rstrip() for line in lines]


@pytest.fixture
def paths(tmp_path, monkeypatch) -> list[str]:
    """Files of games, one that is not there among them, in the present folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("a.pdn", "b.pdn"):
        (tmp_path / name).write_text(GAME * 3)
    return ["a.pdn", "missing.pdn", "b.pdn"]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_have_one_and_nothing_of_it_stays(command, paths) -> None:
    screen = Screen()
    env = Environment(
        stdout=Output(screen), stdout_is_terminal=True, stderr=screen, stderr_is_terminal=True
    )
    status = run([*command, *paths], env)
    text = screen.getvalue()
    assert re.search(r"bytes|kB", text)
    assert status != 0
    seen = [line for line in look(text) if line]
    for path in ("a.pdn", "b.pdn"):
        Path(path).write_text(GAME * 3)
    screen = Screen()
    plain = Environment(stdout=Output(screen), stdout_is_terminal=True, stderr=screen)
    assert run([*command, *paths], plain) == status
    assert "\x1b[2K" not in screen.getvalue()
    assert seen == [line for line in look(screen.getvalue()) if line]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_have_none_for_others(command, paths) -> None:
    assert "\x1b[2K" in damas(*command, *paths, terminals="stderr").err
    assert "\x1b" not in damas(*command, *paths).err
    assert "\x1b" not in damas(*command, "-q", *paths, terminals="stderr").err
