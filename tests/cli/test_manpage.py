"""The manual page: complete, well-formed, and as new as the command line."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from damas_cli.cli.application import application
from damas_cli.cli.manpage import manual
from damas_cli.cli.settings import SETTINGS
from damas_cli.cli.status import ExitStatus
from damas_cli.language import LANGUAGES, words_of

from .commands import EVERY_COMMAND

PAGE = Path(__file__).parents[2] / "docs" / "man" / "damas.1"


def written(language: str) -> str:
    """Return the page as it reads: without the requests' names and the escapes."""
    page = manual(words_of(language))
    text = re.sub(r"\\f[BR]|\\&", "", page).replace(r"\-", "-")
    return re.sub(r"\\\(dq", '"', text)


def section(text: str, title: str) -> str:
    return text.partition(f'.SS "{title}"\n')[2].partition(".SS ")[0].partition(".SH ")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_option_is_there(language: str) -> None:
    text = written(language)
    for name, command in {"": application, **EVERY_COMMAND}.items():
        told = section(text, f"damas {name}") if name else text
        assert told
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                for option in parameter.opts:
                    assert re.search(rf"(?<!\S){option}(?![\w-])", told), (name, option)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variable_and_status_is_there(language: str) -> None:
    text = written(language)
    assert all(f".TP\n{setting.variable}\n" in text for setting in SETTINGS.values())
    numbers = {
        int(n) for line in re.findall(r"^\.TP\n([\d, ]+)$", text, re.M) for n in line.split(",")
    }
    assert numbers == {status.value for status in ExitStatus}


def test_the_page_in_the_documentation_is_what_the_command_line_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual(words_of("en")), "run make man"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "command",
    [["groff", "-k", "-ww", "-Tutf8", "-man"], ["man", "--warnings", "-l", "-"]],
    ids=lambda command: command[0],
)
def test_who_reads_such_pages_has_nothing_to_complain_about(
    command: list[str], language: str
) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        command,
        input=manual(words_of(language)).encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"damas" in done.stdout
