"""The public API: docs/api.md runs, names load late, and types fit."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import damas_cli as damas

from . import api_example

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths on the page are those of the project's folder."""
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("at_home")
def test_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 40
    assert failed == 0


def test_every_block_of_the_page_is_run() -> None:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 10
    for language, block in blocks:
        assert language == "python"
        assert block.startswith(">>> ")
        assert block.endswith("\n\n"), "the fence would be taken for output"


def test_the_page_names_every_public_name() -> None:
    page = PAGE.read_text("utf-8")
    for name in damas.__all__:
        # Moves and games are what others return.
        if name not in {"Move", "Game", "__version__", "check_text"}:
            assert re.search(rf"\b{name}\b", page), name


@pytest.mark.parametrize("name", damas.__all__)
def test_every_public_name_has_a_docstring_and_a_home(name: str) -> None:
    value = getattr(damas, name)
    if name != "__version__":
        assert value.__doc__
        assert isinstance(value, types.ModuleType) or value.__module__.startswith("damas_cli.")


def test_errors_are_value_errors() -> None:
    for name in (
        "AmbiguousMove",
        "FenError",
        "IllegalMove",
        "RulesError",
        "UnknownSelector",
        "UnknownVariant",
    ):
        assert issubclass(getattr(damas, name), ValueError)


@pytest.mark.usefixtures("at_home")
def test_the_typed_example_runs() -> None:
    """`make lint` holds its types against the package's."""
    assert api_example.main() == ["1-0", "M002"]


@pytest.mark.parametrize("before", ["", "import damas_cli.check.codes; "])
def test_check_can_be_called_however_its_folder_was_loaded(before: str) -> None:
    code = (
        f"{before}import damas_cli as damas; import damas_cli.check.run as run; "
        "print(damas.check('1. 10-14 *') == run.check_text('1. 10-14 *') != [], run.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == "True damas_cli.check.run\n"


def test_importing_the_package_loads_next_to_nothing() -> None:
    code = "import sys, damas_cli; print(*[m for m in sys.modules if m.startswith('damas_cli')])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.split() == ["damas_cli"]


@pytest.mark.parametrize("convention", ["landing-path", ""])
def test_there_are_two_conventions(convention: str) -> None:
    with pytest.raises(ValueError, match="no convention"):
        damas.perft("spanish", 1, convention)


@pytest.mark.parametrize("depth", [-1, 101])
def test_depths_have_limits(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        damas.perft("spanish", depth)
