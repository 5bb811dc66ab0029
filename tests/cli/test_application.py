"""The command line itself: help, version, mistakes in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import damas_cli
from damas_cli import __main__
from damas_cli.cli import application
from damas_cli.cli.status import ExitStatus
from damas_cli.pdn import engine
from damas_cli.rules import kernels

from .commands import MODULES
from .running import DAMAS, damas, damas_process

CLEAN_GAME = '[Event "Clean"]\n[Result "1-0"]\n\n1. 10-14 23-20 2. 14-19 1-0\n'


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = f"damas {damas_cli.__version__}\n"
    monkeypatch.setattr(sys, "argv", ["damas", option])
    assert __main__.main() == 0
    assert capsys.readouterr() == (expected, "")
    assert damas(option).out == expected


@pytest.mark.parametrize("arguments", [["--version", "-v"], ["-vV"], ["-v", "--version"]])
def test_verbose_version_tells_what_runs(arguments: list[str]) -> None:
    result = damas(*arguments)
    assert result.status == 0
    first, *details = result.out.splitlines()
    assert first == f"damas {damas_cli.__version__}"
    rows = dict(line.split(": ", 1) for line in details)
    assert list(rows) == ["python", "system", "kernel", "parser", "grammar"]
    assert rows["kernel"] == ("compiled" if kernels.load().compiled else "uncompiled")
    assert rows["parser"] == ("compiled" if engine.compiled else "uncompiled")
    assert re.fullmatch(r"[0-9a-f]{16} \(Lark [\d.]+\)", rows["grammar"])


def test_verbose_version_of_the_uncompiled_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMAS_PURE", "1")
    details = damas_process("--version", "-v").stdout.splitlines()
    assert {"kernel: uncompiled", "parser: uncompiled"} <= set(details)


def test_no_arguments_give_help_as_an_error() -> None:
    result = damas()
    assert result.status == 2
    assert result.out == ""
    assert result.err == damas("--help").out


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str) -> None:
    result = damas(option)
    assert (result.status, result.err) == (0, "")
    for command in application.COMMANDS:
        assert f"\n  {command} " in result.out
        described = damas(command, option)
        assert (described.status, described.err) == (0, "")
        assert described.out.startswith(f"Usage: damas {command} ")


def test_help_lists_the_statuses() -> None:
    text = damas("-h").out
    assert "Exit status: 0 " in text
    assert all(f" {status} " in text for status in [1, 2, 3, 70, 130, 141, 143])


@pytest.mark.parametrize(
    ("typed", "meant"), [("pertf", "perft"), ("Perft", "perft"), ("perf", "perft")]
)
def test_a_mistyped_command_is_recognised(typed: str, meant: str) -> None:
    result = damas(typed)
    assert result.status == 2
    assert f"No such command {typed!r}. Did you mean {meant!r}?" in result.err


def test_an_unknown_command_is_just_unknown() -> None:
    assert damas("zzz").err == ("damas: error: No such command 'zzz'.\nTry 'damas --help'.\n")


def test_an_unknown_option_is_recognised() -> None:
    assert "Did you mean '--divide'?" in damas("perft", "3", "--divid").err


def test_every_command_module_is_registered() -> None:
    folder = Path(application.__file__).parent
    offering = {
        path.stem for path in folder.glob("*.py") if "\ncommand = " in path.read_text("utf-8")
    }
    assert set(MODULES.values()) == offering


def modules_after(code: str, folder: Path | None = None) -> set[str]:
    """Return the names of the modules that are loaded when `code` has run, in `folder`."""
    code += "\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    result = subprocess.run(
        [DAMAS[0], "-c", code], check=True, capture_output=True, text=True, timeout=60, cwd=folder
    )
    return set(result.stderr.split())


def imported_by(*arguments: str, folder: Path | None = None) -> set[str]:
    """Return the names of the modules that `damas` loads; an editable install has some before."""
    run = f"import sys\nsys.argv = {['damas', *arguments]!r}\n"
    run += "from damas_cli.__main__ import main\nmain()"
    return modules_after(run, folder) - modules_after("", folder)


def test_version_loads_next_to_nothing() -> None:
    slow = {"typer", "click", "rich", "lark", "multiprocess", "re", "enum", "importlib.metadata"}
    loaded = imported_by("--version")
    assert "damas_cli.__main__" in loaded
    assert not slow & loaded
    assert len(loaded) < 10


SLOW = {"rich", "lark", "multiprocess", "dill", "pydantic"}


def test_perft_loads_no_parser() -> None:
    assert not (SLOW | {"damas_cli.pdn", "damas_cli.check"}) & imported_by("perft", "2")


@pytest.mark.skipif(not engine.compiled, reason="for the compiled parts")
def test_check_loads_what_it_needs(tmp_path: Path) -> None:
    game = tmp_path / "clean.pdn"
    game.write_text(CLEAN_GAME)
    # Not in the project's own folder: its pyproject.toml has to be read to see what it is.
    loaded = imported_by("check", "-q", str(game), folder=tmp_path)
    assert "damas_cli.check" in loaded
    needless = {"damas_cli.cli.perft", "damas_cli.rules.counting", "gzip", "zipfile", "json"}
    assert not (SLOW | needless) & loaded


def test_public_names_load_when_they_are_used() -> None:
    for name in damas_cli.__all__:
        assert getattr(damas_cli, name) is not None
    assert set(damas_cli.__all__) <= set(dir(damas_cli))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        damas_cli.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("command", "told"), [("check", "standard input"), ("perft", "Plies"), ("variants", "variant")]
)
def test_arguments_are_described(command: str, told: str) -> None:
    out = damas(command, "--help").out
    assert told in out.partition("Arguments:")[2].partition("Options:")[0]
    assert out.lower().count("arguments:") == 1


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("25", "russian"),
        ("inglesas", "english"),
        ("Damas checas", "czech"),
        ("itallian", "italian"),
    ],
)
def test_a_variant_is_hinted_at(written: str, meant: str) -> None:
    assert f"did you mean '{meant}'?" in damas("check", "--variant", written).err


@pytest.mark.parametrize("arguments", [("--select",), ("--exit-zero=1",), ("--nothing",)])
def test_usage_errors_name_their_command(arguments):
    done = damas("check", *arguments)
    assert done.status == ExitStatus.USAGE
    assert done.err.startswith("damas check: error: ")
    assert done.err.endswith("Try 'damas check --help'.\n")
