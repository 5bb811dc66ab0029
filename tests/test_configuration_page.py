"""The table of docs/configuration.md is made of the settings.

`python -m tests.test_configuration_page` writes it anew.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click

from damas_cli.cli.check import command as check
from damas_cli.cli.settings import SETTINGS, Setting

from .cli.commands import EVERY_COMMAND

PAGE = Path(__file__).parent.parent / "docs" / "configuration.md"
TABLE = re.compile(r"(?<=^\|---\|---\|---\|---\|---\|---\|\n).+?(?=^$)", re.DOTALL | re.MULTILINE)
TYPES = {
    "text": "text",
    "number": "whole number",
    "jobs": "whole number or `auto`",
    "list": "list of texts",
}
DEFAULTS = {
    "select": '`["ALL"]`',
    "ignore": "`[]`",
    "variant": "as each game's GameType says",
    "rules": "none",
    "no-progress": "the variant's",
    "lang": "the system's",
}
WORDS = {"lang": "The language of messages"}


def row(setting: Setting) -> str:
    option = next(option for option in check.params if option.name == setting.parameter)
    assert isinstance(option, click.Option)
    default = DEFAULTS.get(setting.key, f"`{option.default}`")
    choices = isinstance(option.type, click.Choice)
    kind = ", ".join(f"`{choice}`" for choice in option.type.choices) if choices else ""
    commands = "all" if setting.commands is None else ", ".join(setting.commands)
    cells = (
        f"`{setting.key}`",
        f"`{setting.variable}`",
        kind or TYPES[setting.kind],
        default,
        commands,
        WORDS.get(setting.key, (option.help or "").removesuffix(".")),
    )
    return f"| {' | '.join(cells)} |\n"


def table() -> str:
    return "".join(map(row, SETTINGS.values()))


def test_the_table_is_that_of_the_settings() -> None:
    assert TABLE.findall(PAGE.read_text("utf-8")) == [table()], "run this module"


def test_commands_of_settings_exist() -> None:
    named = {name for setting in SETTINGS.values() for name in setting.commands or ()}
    assert named <= set(EVERY_COMMAND)


def test_the_sample_is_a_configuration_file() -> None:
    (sample,) = re.findall(
        r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert set(tomllib.loads(sample)) <= set(SETTINGS)


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _: table(), PAGE.read_text("utf-8")), "utf-8")
