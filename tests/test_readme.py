"""What README.md and pages of docs show is what happens.

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
README = ROOT / "README.md"
PAGES = [README, *(ROOT / "docs" / name for name in ("formats.md", "configuration.md"))]
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)

# Times, and the speeds made of them, differ from run to run; columns keep their width.
TIMES = [
    (re.compile(r"(?<= in )\d+\.\d(?= s$)", re.MULTILINE), "0.0"),
    (re.compile(r" +\d+\.\d{3} +\d+(?=$|  line )", re.MULTILINE), "      0.000             0"),
    (re.compile(r'(?<="seconds": )[\d.e-]+'), "0.0"),
]


def blocks(page: Path = README) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def output(command: str) -> str:
    """Return what `command` prints to both streams when it is typed in the project's folder."""
    folder = os.path.dirname(sys.executable)
    result = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env={"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=120,
    )
    return result.stdout.decode("utf-8")


def played(block: str) -> str:
    """Return `block` with what its commands print now."""
    return "".join(f"$ {command}\n{output(command)}" for command in commands(block))


def timeless(text: str) -> str:
    for pattern, replacement in TIMES:
        text = pattern.sub(replacement, text)
    return text


@pytest.fixture(autouse=True)
def installed() -> None:
    if not (Path(sys.executable).parent / "damas").exists():
        pytest.fail("damas is not installed beside this Python: run `make test`")


@pytest.mark.parametrize(
    "block",
    [block for page in PAGES for block in blocks(page)],
    ids=lambda block: commands(block)[0],
)
def test_commands_print_what_is_shown(block: str) -> None:
    assert timeless(played(block)) == timeless(block)


def test_the_blocks_were_found() -> None:
    assert len(blocks()) >= 5
    assert any("M003" in block for block in blocks())
    assert all(blocks(page) for page in PAGES)


def test_python_examples() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 4
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


def test_the_exit_statuses_are_all_told() -> None:
    from damas_cli.cli.status import ExitStatus

    rows = re.findall(r"^\| ([\d, ]+) \|", README.read_text(encoding="utf-8"), re.MULTILINE)
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
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(BLOCK.sub(lambda match: played(match[0]), text), encoding="utf-8")


if __name__ == "__main__":
    write_anew()
