"""All commands of `damas`, those of commands too."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

from damas_cli.cli.application import COMMANDS


def _modules(modules: Mapping[str, str], before: str = "") -> dict[str, str]:
    found = {}
    for name, module in modules.items():
        found[before + name] = module
        inner = getattr(_command(module), "modules", {})
        found |= _modules(inner, f"{before}{name} ")
    return found


def _command(module: str) -> click.Command:
    command: click.Command = import_module(f"damas_cli.cli.{module}").command
    return command


# By what is typed, such as `check` or `index build`: the modules, and the commands in them.
MODULES = _modules(COMMANDS)
EVERY_COMMAND = {typed: _command(module) for typed, module in MODULES.items()}
