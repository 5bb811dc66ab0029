"""What can be asked of `damas check`, beside the files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..check.selection import ALL, Selection, UnknownSelector, read_selectors
from ..rules.variant import Variant

# From 8.5 on click says of what a type is; before that it cannot be told.
if TYPE_CHECKING:
    _Type = click.ParamType[str]
else:
    _Type = click.ParamType

STANDARD_INPUT = "-"
SEVERITIES = ("error", "warning", "info")


class CheckOptions:
    """How to judge, what to tell and how to report it."""

    __slots__ = (
        "colour",
        "diff",
        "exit_zero",
        "fail_on",
        "fix",
        "ignore",
        "jobs",
        "no_progress_each",
        "output_file",
        "output_format",
        "parser",
        "quiet",
        "select",
        "statistics",
        "stdin_filename",
        "unsafe_fixes",
        "variant",
        "verbose",
    )

    def __init__(
        self,
        *,
        select: Sequence[str] = (ALL,),
        ignore: Sequence[str] = (),
        fail_on: str = "warning",
        output_format: str = "full",
        output_file: str | None = None,
        statistics: bool = False,
        no_progress_each: int | None = None,
        parser: str = "compiled",
        stdin_filename: str = STANDARD_INPUT,
        colour: str = "auto",
        variant: Variant | None = None,
        fix: bool = False,
        unsafe_fixes: bool = False,
        diff: bool = False,
        exit_zero: bool = False,
        jobs: int | None = None,
        quiet: bool = False,
        verbose: bool = False,
    ) -> None:
        self.select = select
        self.ignore = ignore
        self.fail_on = fail_on
        self.output_format = output_format
        self.output_file = output_file
        self.statistics = statistics
        self.no_progress_each = no_progress_each
        self.parser = parser
        self.stdin_filename = stdin_filename
        self.colour = colour
        self.variant = variant
        self.fix = fix
        self.unsafe_fixes = unsafe_fixes
        self.diff = diff
        self.exit_zero = exit_zero
        self.jobs = jobs
        self.quiet = quiet
        self.verbose = verbose

    def selection(self) -> Selection | None:
        """Return which findings are told; None where all are."""
        if tuple(self.select) == (ALL,) and not self.ignore:
            return None
        return Selection(self.select, self.ignore)


class Selectors(_Type):
    """The type of `--select` and `--ignore`: selectors of codes, parted by commas."""

    name = "codes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return `value` as it is, if it makes sense."""
        try:
            read_selectors(value)
        except UnknownSelector as error:
            told = str(error) if ctx is None else ctx.obj.words.say(error.phrase)
            self.fail(told, param, ctx)
        return str(value)
