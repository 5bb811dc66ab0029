"""Shell completion: what each shell is told, and the shells themselves with our script."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from damas_cli.check.codes import CODES
from damas_cli.check.reporters import FORMATS
from damas_cli.cli.application import COMMANDS, COMPLETING
from damas_cli.cli.completion import COMPLETED, SHELLS
from damas_cli.cli.status import ExitStatus
from damas_cli.rules.variant import variant_names

from .commands import EVERY_COMMAND
from .running import Outcome, damas

# Texts of which nothing can be guessed.
OPEN = {"after", "anchor", "event", "expression", "fen", "material", "tag"}
FILE = "<a file>"


def asked(monkeypatch: pytest.MonkeyPatch, *words: str, shell: str = "bash") -> Outcome:
    """Ask how a line goes on whose last word is the last of `words`."""
    line = ["damas", *words]
    monkeypatch.setenv("COMP_WORDS", "\n".join(line) if shell == "fish" else " ".join(line))
    monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words)))
    return damas(variables={COMPLETING: f"{shell}_complete"})


def answers(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    outcome = asked(monkeypatch, *words)
    assert outcome.status == ExitStatus.OK
    assert not outcome.err
    found = [line.split(",", 1) for line in outcome.out.splitlines() if line]
    return [FILE if kind == "file" else value for kind, value in found]


def test_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, "") == list(COMMANDS)
    assert answers(monkeypatch, "pe") == ["perft"]


@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_all_options_of_a_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = EVERY_COMMAND[name]
    options = {o for p in command.params if isinstance(p, click.Option) for o in p.opts}
    expected = {option for option in options if option.startswith("--")} | {"--help"}
    assert set(answers(monkeypatch, *name.split(), "--")) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["check", "--output-format", ""], list(FORMATS)),
        (["check", "--output-format", "js"], ["json", "jsonl"]),
        (["check", "--variant", ""], list(variant_names())),
        (["perft", "--variant", "ital"], ["italian"]),
        (["variants", "spanish-"], ["spanish-summary"]),
        (["check", "--select", ""], list(CODES)),
        (["check", "--ignore", "m00"], [code for code in CODES if code.startswith("M00")]),
        (["check", "--select", "R001,T00"], [f"R001,{code}" for code in CODES if code[0] == "T"]),
        (["rule", "M003", "D"], ["D001", "D002", "D003"]),
        (["check", "gam"], [FILE]),
        (["check", "--rules", "gam"], [FILE]),
        (["check", "--output-file", ""], [FILE]),
        (["perft", "--suite", "gam"], [FILE]),
        (["index", ""], ["build", "find"]),
        (["index", "find", "gam"], [FILE]),
        (["index", "build", "all.db", "--variant", "ital"], ["italian"]),
        (["stats", "--tie-breaks", "wins,d"], ["wins,direct"]),
        (["check", "--lang", ""], ["en", "es"]),
        (["--lang", "es", "per"], ["perft"]),
        (["completion", ""], list(SHELLS)),
        (["check", "--bogus", "x", "--select", "M001"], ["M001"]),
        (["nothing", "x"], []),
    ],
    ids=" ".join,
)
def test_what_may_follow(
    words: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answers(monkeypatch, *words) == expected


def test_every_parameter_is_completed_or_told_to_be_open() -> None:
    for command in EVERY_COMMAND.values():
        for parameter in command.params:
            name = parameter.name
            guessed = isinstance(parameter.type, (click.Choice, click.types.BoolParamType))
            number = isinstance(parameter.type, click.types.IntParamType)
            assert guessed or number or name in COMPLETED or name in OPEN, name


def test_variables_that_make_no_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMP_WORDS", raising=False)
    assert damas(variables={COMPLETING: "bash_complete"}).status == ExitStatus.OK
    assert damas(variables={COMPLETING: "csh_complete"}).status == ExitStatus.USAGE
    assert not asked(monkeypatch, "check", "'").err


def test_the_script_is_that_of_the_shell_in_use() -> None:
    for shell in SHELLS:
        outcome = damas("completion", variables={"SHELL": f"/usr/bin/{shell}"})
        assert outcome == damas("completion", shell)
        assert outcome.status == ExitStatus.OK
        assert f"{COMPLETING}={shell}_complete" in outcome.out
    assert damas("completion", variables={"SHELL": "/bin/csh"}).status == ExitStatus.USAGE
    assert damas("completion").status == ExitStatus.USAGE


# ---- the shells

# How each shell is made to complete `check --output-format js`, and to print what it found.
ASKING = {
    "bash": (
        "source {script}; COMP_WORDS=(damas check --output-format js); COMP_CWORD=3;"
        ' _damas_completion damas; printf "%s\\n" "${{COMPREPLY[@]}}"'
    ),
    # Completion proper needs a terminal; these stand in for what the script calls.
    "zsh": (
        "compdef() {{ :; }}; _describe() {{ print -l -- ${{(P)3}}; }};"
        " compadd() {{ print -l -- ${{(P)${{@[-1]}}}}; }}; source {script};"
        " words=(damas check --output-format js); CURRENT=4; _damas_completion"
    ),
    "fish": 'source {script}; complete -C "damas check --output-format js"',
}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_itself(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "damas"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m damas_cli "$@"\n')
    program.chmod(0o755)
    script = tmp_path / f"script.{shell}"
    script.write_text(damas("completion", shell).out)
    done = subprocess.run(
        [shell, "-c", ASKING[shell].format(script=script)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )
    assert not done.stderr
    assert [line.split("\t")[0] for line in done.stdout.split()] == ["json", "jsonl"]


def test_parts_numberings_and_gametypes_are_completed():
    assert [item.value for item in COMPLETED["drop"]("clocks,n")] == ["clocks,nags"]
    assert [item.value for item in COMPLETED["numbering"]("a")] == ["algebraic", "argentinian"]
    assert [item.value for item in COMPLETED["gametype"]("3")] == ["31"]
    assert [item.help for item in COMPLETED["gametype"]("24")] == ["spanish"]
