"""The pipelines of examples/cookbook.md and examples/cookbook.es.md, each of them run.

Every `sh` block is followed by a `text` block: what it prints in the language of its page. After a
change of some output `python -m tests.test_cookbook` writes the `text` blocks anew, to look at.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
# Each with the locale that its pipelines are run in.
PAGES = {"cookbook.md": "C.UTF-8", "cookbook.es.md": "es_ES.UTF-8"}
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# What not every machine has; a recipe that needs it is passed over where it is missing.
PROGRAMS = ("jq",)


class Recipe(NamedTuple):
    """A pipeline of a page, and what it prints there."""

    page: str
    number: int
    script: str
    printed: str


def read(page: str) -> list[tuple[str, str]]:
    """Return all fenced blocks of a page: what they are of, and what is in them."""
    return FENCED.findall((EXAMPLES / page).read_text(encoding="utf-8"))


def recipes(page: str) -> list[Recipe]:
    """Return the recipes of a page; an odd block would be one that is not run."""
    blocks = read(page)
    kinds = [kind for kind, _ in blocks]
    assert kinds == ["sh", "text"] * (len(blocks) // 2), f"{page}: {kinds}"
    pairs = zip(blocks[::2], blocks[1::2], strict=True)
    return [
        Recipe(page, number, script, printed)
        for number, ((_, script), (_, printed)) in enumerate(pairs, 1)
    ]


RECIPES = [recipe for page in PAGES for recipe in recipes(page)]


def run(recipe: Recipe, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a recipe in `folder`, a copy of the examples, as somebody types it in there."""
    scripts = os.path.dirname(sys.executable)
    kept = {name: os.environ[name] for name in ("HOME", "TMPDIR") if name in os.environ}
    return subprocess.run(
        ["sh", "-e", "-c", recipe.script],
        cwd=folder,
        env={
            **kept,
            "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": PAGES[recipe.page],
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def copied(folder: Path) -> Path:
    """Return a copy of the examples in `folder`."""
    return Path(shutil.copytree(EXAMPLES, folder / "examples"))


def missing(recipe: Recipe) -> list[str]:
    """Return the programs that a recipe calls and that are not there."""
    return [
        name
        for name in PROGRAMS
        if re.search(rf"(?<![\w.-]){name}\b", recipe.script) and shutil.which(name) is None
    ]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: f"{recipe.page}-{recipe.number}")
def test_a_recipe_prints_what_it_says(recipe: Recipe, tmp_path: Path) -> None:
    if missing(recipe):
        pytest.skip(f"{', '.join(missing(recipe))} is not installed")
    if not (Path(sys.executable).parent / "damas").exists():
        pytest.fail("damas is not installed beside this Python: run `make test`")
    result = run(recipe, copied(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == recipe.printed
    assert result.stdout.strip()


def test_there_are_at_least_fifteen() -> None:
    assert len(recipes("cookbook.md")) >= 15


def test_both_languages_run_the_same_commands() -> None:
    english, spanish = ([recipe.script for recipe in recipes(page)] for page in PAGES)
    assert [without_comments(script) for script in english] == [
        without_comments(script) for script in spanish
    ]


def without_comments(script: str) -> str:
    """Return a script without the lines that are comments."""
    lines = [line for line in script.splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(lines)


def test_every_command_on_games_is_cooked_with() -> None:
    scripts = "".join(recipe.script for recipe in recipes("cookbook.md"))
    commands = {
        *("check", "convert", "fmt", "import", "show", "filter", "dedupe", "sort", "split"),
        *("merge", "stats", "index", "perft"),
    }
    assert commands <= set(re.findall(r"\bdamas (\w+)", scripts))


def write_anew(page: str) -> None:
    """Put what the recipes print now into a page."""
    text = (EXAMPLES / page).read_text(encoding="utf-8")
    for recipe in recipes(page):
        with tempfile.TemporaryDirectory() as folder:
            result = run(recipe, copied(Path(folder)))
        if result.returncode or result.stderr:
            print(f"{page} {recipe.number}: {result.returncode} {result.stderr}", file=sys.stderr)
        old = f"```sh\n{recipe.script}```\n\n```text\n{recipe.printed}```\n"
        assert old in text
        text = text.replace(old, f"```sh\n{recipe.script}```\n\n```text\n{result.stdout}```\n", 1)
    (EXAMPLES / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in PAGES:
        write_anew(name)
