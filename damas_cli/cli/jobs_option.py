"""`--jobs`, for every command that works on many games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import click
import typer

from ..language import mark

# From 8.5 on click says of what a type is; before that it cannot be told.
if TYPE_CHECKING:
    _Type = click.ParamType[str | int]
else:
    _Type = click.ParamType

AUTO = "auto"


class NumberOfJobs(_Type):
    """The type of `--jobs`: a whole number from 1, or `auto`."""

    name = "jobs"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | int:
        """Return `auto`, or the number."""
        return AUTO if value == AUTO else click.IntRange(min=1).convert(value, param, ctx)


Jobs = Annotated[
    str,
    typer.Option(
        "--jobs",
        "-j",
        click_type=NumberOfJobs(),
        metavar=mark("N|auto"),
        help=mark("Processes to work with; auto takes as many as help."),
    ),
]


def number_of_jobs(jobs: str | int) -> int | None:
    """Return how many processes are asked for; None where that is left to damas."""
    return None if jobs == AUTO else int(jobs)
