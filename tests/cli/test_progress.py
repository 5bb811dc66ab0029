"""The progress bar: where it appears, what it tells, and that nothing of it stays."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

import damas_cli.cli.progress as progress
from damas_cli.cli.environment import Environment
from damas_cli.cli.progress import Progress, size_of


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
