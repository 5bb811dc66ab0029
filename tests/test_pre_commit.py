"""The hooks for pre-commit name commands and options that there are."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from damas_cli.cli.application import COMMANDS

from .cli.running import damas

ROOT = Path(__file__).parent.parent


def hooks() -> list[dict[str, str]]:
    """Return the hooks, read as the few lines of YAML that they are."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.split(r"^- ", text, flags=re.MULTILINE)[1:]
    return [dict(re.findall(r"^ *([a-z]+): (.+)$", entry, re.MULTILINE)) for entry in entries]


def test_what_they_are() -> None:
    assert [hook["id"] for hook in hooks()] == ["damas-check", "damas-fix", "damas-fmt"]
    for hook in hooks():
        assert set(hook) == {"id", "name", "description", "entry", "language", "files", "types"}
        assert hook["language"] == "python"
        assert [bool(re.search(hook["files"], n)) for n in ("a/b.pdn", "a.pdn.gz")] == [True, False]


def test_they_can_be_parsed() -> None:
    yaml = pytest.importorskip("yaml", reason="no parser of YAML is installed")
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert [hook["entry"] for hook in yaml.safe_load(text)] == [h["entry"] for h in hooks()]


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: hook["id"])
def test_their_commands_run(hook: dict[str, str], tmp_path: Path) -> None:
    program, command, *options = hook["entry"].split()
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert program in scripts["scripts"]
    known = {o for p in import_module(f"damas_cli.cli.{COMMANDS[command]}").command.params
             for o in p.opts}  # fmt: skip
    assert known.issuperset(options)
    file = tmp_path / "game.pdn"
    file.write_bytes(b'[Event "x"]\n[Result "1-0"]\n1. 10-13 23x19 1-0\n')
    assert damas(command, *options, str(file)).status == 0
    assert (b"23-19" in file.read_bytes()) == ("--fix" in options or command == "fmt")
