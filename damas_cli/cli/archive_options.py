"""The options that the commands which ask an archive share."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from ..convert import PACKED, readable
from ..language import Phrase, mark
from .convert_options import format_type
from .environment import Environment
from .rules_option import bad
from .status import ExitStatus

STANDARD_STREAM = "-"

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=mark("[FILES|-]..."),
        show_default=False,
        help=mark(
            "Files of games (also .gz, .zip, .zst), folders (the *.pdn in and below them), or -"
            " for standard input, the default."
        ),
    ),
]
FromFormat = Annotated[
    str | None,
    typer.Option(
        "--from",
        click_type=format_type(readable()),
        help=mark("The format to read; without it the name or the content tells."),
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar=mark("FILE"),
        help=mark("Write to this file, once all is done."),
    ),
]
Force = Annotated[bool, typer.Option("--force", help=mark("Write over files that are there."))]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=mark("Say nothing but errors."))]


def paths_to_read(context: typer.Context, files: list[str] | None) -> list[str]:
    """Return the files to read, standard input where none is named.

    Raises:
        typer.Exit: nobody pipes anything in; that has been said.
    """
    env: Environment = context.obj
    if not files and env.stdin_is_terminal:
        env.say(context.get_usage())
        env.say(
            env.words(
                "Name a file or a folder, or pipe games in. Try '{command} --help'.",
                command=context.command_path,
            )
        )
        raise typer.Exit(ExitStatus.USAGE)
    return files or [STANDARD_STREAM]


def checked_output(output: str | None, force: bool, option: str = "--output") -> str | None:
    """Return the file to write, None for standard output.

    Raises:
        typer.BadParameter: it is there and may not be written over, or its name is that of a
            packed file.
    """
    if output is None or output == STANDARD_STREAM:
        return None
    if output.lower().endswith(PACKED):
        raise bad(option, Phrase("is not packed; pipe the output to a program that packs"))
    # A pipe or a device has nothing that could be lost.
    if not force and (os.path.isfile(output) or os.path.isdir(output)):
        raise bad(option, Phrase("is there already; --force writes over it"))
    return output
