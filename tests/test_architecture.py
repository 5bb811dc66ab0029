"""What DESIGN asks of the house: one-way imports and files that can be read at a sitting."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "damas_cli"
LAYERS = ["cli", "archive", "convert", "check", "batch", "pdn", "rules"]
"""From the outermost to the innermost; a layer may import any layer to its right."""

SOURCES = sorted(PACKAGE.rglob("*.py"))


def imported_modules(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of all that `path` imports from its own package."""
    folders = [package.name, *path.relative_to(package).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = folders[: len(folders) - node.level + 1] if node.level else []
            stem = [*base, *([node.module] if node.module else [])]
            found = [".".join([*stem, name.name]) for name in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.startswith(package.name + "."))


def wrong_imports(path: Path, package: Path = PACKAGE) -> list[str]:
    """Return the imports of `path` that go from an inner layer to an outer one."""
    home = path.relative_to(package).parts[0]
    if home not in LAYERS:
        return []
    outer = LAYERS[: LAYERS.index(home)]
    return [
        f"{path.name}:{line}: {name}"
        for line, name in imported_modules(path, package)
        if name.split(".")[1] in outer
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_inwards(path: Path) -> None:
    assert wrong_imports(path) == []


def test_only_the_entry_point_imports_the_command_line() -> None:
    importers = {
        path.relative_to(PACKAGE).parts[0]
        for path in SOURCES
        for _, name in imported_modules(path, PACKAGE)
        if name.split(".")[1] == "cli"
    }
    assert importers <= {"cli", "__main__.py"}


def test_every_folder_is_a_layer() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders == set(LAYERS)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("from ..cli.status import ExitStatus", True),
        ("from .. import check", True),
        ("import damas_cli.check.codes", True),
        ("def f():\n    from damas_cli.cli import status", True),
        ("from ..pdn import reader", False),
        ("from ..rules.position import Position", False),
        ("from .model import Game", False),
        ("import checkers", False),
    ],
)
def test_a_wrong_import_would_be_seen(tmp_path: Path, source: str, wrong: bool) -> None:
    package = tmp_path / "damas_cli"
    path = package / "pdn" / "module.py"
    path.parent.mkdir(parents=True)
    path.write_text(source)
    assert bool(wrong_imports(path, package)) is wrong


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_can_be_read_at_a_sitting(path: Path) -> None:
    if path.name != "_tables.py":  # made by the build
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 520
