"""What README.md, README.es.md and pages of docs show is what happens.

Their `console` blocks hold commands, each after `$ `, followed by what they print. After a change
of some output `python -m tests.test_readme` writes the blocks anew.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Each with the locale that its commands are run in.
READMES = {ROOT / "README.md": "C.UTF-8", ROOT / "README.es.md": "es_ES.UTF-8"}
_IMPORT = {ROOT / "docs" / "import.md": "C.UTF-8", ROOT / "docs" / "import.es.md": "es_ES.UTF-8"}
_SHOW = {ROOT / "docs" / "show.md": "C.UTF-8", ROOT / "docs" / "show.es.md": "es_ES.UTF-8"}
_STATS = {ROOT / "docs" / "stats.md": "C.UTF-8", ROOT / "docs" / "stats.es.md": "es_ES.UTF-8"}
_TOURNAMENTS = {
    ROOT / "docs" / "tournaments.md": "C.UTF-8",
    ROOT / "docs" / "tournaments.es.md": "es_ES.UTF-8",
}
_QUERIES = {
    ROOT / "docs" / "queries.md": "C.UTF-8",
    ROOT / "docs" / "queries.es.md": "es_ES.UTF-8",
}
_ARCHIVE = {
    ROOT / "docs" / "archive.md": "C.UTF-8",
    ROOT / "docs" / "archive.es.md": "es_ES.UTF-8",
}
_OTHERS = {ROOT / "docs" / name: "C.UTF-8" for name in ("formats.md", "configuration.md")}
PAGES = READMES | _IMPORT | _SHOW | _STATS | _TOURNAMENTS | _QUERIES | _ARCHIVE | _OTHERS
FILES = pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)

# Times, and the speeds made of them, differ from run to run; columns keep their width.
TIMES = [
    (re.compile(r"(?<= [ie]n )\d+[.,]\d(?= s$)", re.MULTILINE), "0.0"),
    (re.compile(r" +\d+\.\d{3} +\d+(?=$|  line )", re.MULTILINE), "      0.000             0"),
    (re.compile(r'(?<="seconds": )[\d.e-]+'), "0.0"),
]


def blocks(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def output(command: str, locale: str) -> str:
    """Return what `command` prints to both streams when it is typed in the project's folder."""
    folder = os.path.dirname(sys.executable)
    result = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env={"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "LC_ALL": locale},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=120,
    )
    return result.stdout.decode("utf-8")


def played(block: str, locale: str) -> str:
    """Return `block` with what its commands print now."""
    return "".join(f"$ {command}\n{output(command, locale)}" for command in commands(block))


def timeless(text: str) -> str:
    for pattern, replacement in TIMES:
        text = pattern.sub(replacement, text)
    return text


@pytest.fixture(autouse=True)
def installed() -> None:
    if not (Path(sys.executable).parent / "damas").exists():
        pytest.fail("damas is not installed beside this Python: run `make test`")


@pytest.mark.parametrize(
    ("page", "block"),
    [
        pytest.param(page, block, id=f"{page.name}: {commands(block)[0]}")
        for page in PAGES
        for block in blocks(page)
    ],
)
def test_commands_print_what_is_shown(page: Path, block: str) -> None:
    assert timeless(played(block, PAGES[page])) == timeless(block)


def test_the_blocks_were_found() -> None:
    assert all(blocks(page) for page in PAGES)
    for readme in READMES:
        assert len(blocks(readme)) >= 5
        assert any("M003" in block for block in blocks(readme))


@FILES
def test_the_other_language_is_named(readme: Path) -> None:
    others = [other.name for other in READMES if other != readme]
    assert all(f"]({other})" in readme.read_text("utf-8") for other in others)


@FILES
def test_links_lead_to_files(readme: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", readme.read_text("utf-8")):
        assert "://" in link or (ROOT / link).exists(), link


@FILES
def test_python_examples(readme: Path) -> None:
    failed, tried = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert tried >= 3
    assert failed == 0


def recipe(target: str) -> list[str]:
    """Return the commands of a target of the Makefile, with the variables of this Python."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", text, re.MULTILINE)
    assert found is not None
    folder = os.path.dirname(sys.executable)
    return [line.replace("$(bin)", folder) for line in found[1].replace("\t", "").splitlines()]


def test_make_demo_ends_well_although_the_sample_has_findings() -> None:
    command = recipe("demo")[0]
    result = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert result.returncode == 0
    assert "M003 quantity-law" in result.stdout
    assert re.search(r"^\d+ games, \d+ findings ", result.stderr, re.MULTILINE)


@FILES
def test_the_exit_statuses_are_all_told(readme: Path) -> None:
    from damas_cli.cli.status import ExitStatus

    rows = re.findall(r"^\| ([\d, ]+) \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    told = {int(number) for row in rows for number in row.split(",")}
    assert told == set(ExitStatus)


def test_make_lists_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    assert phony is not None
    result = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = re.findall(r"^  (\w+)  +\S", result.stdout, re.MULTILINE)
    assert listed == phony[1].split()


def write_anew() -> None:
    """Put what the commands print now into the pages."""
    for page, locale in PAGES.items():
        text = page.read_text(encoding="utf-8")
        text = BLOCK.sub(lambda match, locale=locale: renewed(match[0], locale), text)
        page.write_text(text, encoding="utf-8")


def renewed(block: str, locale: str) -> str:
    """Return what the commands of `block` print now, or the block where only times differ."""
    now = played(block, locale)
    return block if timeless(now) == timeless(block) else now


if __name__ == "__main__":
    write_anew()
