"""`damas sort`: an archive in another order."""

from __future__ import annotations

from typing import Annotated

import typer

from ..archive.collecting import CollectTask
from ..archive.ordering import Order, OrderError
from ..archive.sorting import Sorter
from ..archive.task import ArchiveOptions
from ..language import mark
from .application import as_command
from .archive_options import (
    Files,
    Force,
    FromFormat,
    Output,
    Quiet,
    checked_output,
    paths_to_read,
)
from .archive_run import ArchiveRun
from .collecting import Aim, ended, games_read, output_sink, outputs, pour
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .rules_option import bad
from .status import ExitStatus


def sort(
    env: Environment, run: ArchiveRun, paths: list[str], output: Aim, order: Order
) -> ExitStatus:
    """Write the games of `paths` in the order of their keys."""

    def work() -> None:
        with output_sink(env, output) as sink:
            sorter = Sorter(sink)
            pour(run, paths, sorter)
        if run.quiet:
            return
        env.say(games_read(run))
        if run.games and not sorter.has_values:
            # It may be a slip of the pen.
            env.say(env.words("no game has a value of {name}", name=order.first))

    return ended(env, run, work)


def order_of(keys: str, option: str, *, reverse: bool = False) -> Order:
    """Return the order that the value of an option asks for.

    Raises:
        typer.BadParameter: it is none.
    """
    try:
        return Order.parsed(keys, reverse=reverse)
    except OrderError as error:
        raise bad(option, error.phrase) from None


def _arguments(
    context: typer.Context,
    sort_by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar=mark("KEY[,KEY]..."),
            show_default=False,
            help=mark(
                "What to sort by: date, year, plies, result, or a tag such as White or Round; by"
                " the next one where that is the same. -KEY goes from the last to the first."
            ),
        ),
    ],
    files: Files = None,
    reverse: Annotated[
        bool, typer.Option("--reverse", "-r", help=mark("Turn the order of every key round."))
    ] = False,
    output: Output = None,
    force: Force = False,
    source_format: FromFormat = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    order = order_of(sort_by, "--by", reverse=reverse)
    aim = Aim(checked_output(output, force))
    paths = paths_to_read(context, files)
    run = ArchiveRun(
        env,
        CollectTask(ArchiveOptions(language=env.words.language), order=order),
        jobs=number_of_jobs(jobs),
        source_format=source_format,
        quiet=quiet,
        outputs=outputs(aim),
    )
    return sort(env, run, paths, aim, order)


command = as_command(
    _arguments,
    name="sort",
    short_help=mark("Put the games of an archive in order."),
    help=mark(
        "Put the games of an archive in order. Games that are equal stay as they came, those"
        " without a value come last, and an archive may be larger than the memory."
    ),
    epilog="""\b
Examples:
  damas sort --by date season.pdn -o sorted.pdn
  damas sort --by=-date,event,round,white games/ > newest-first.pdn
  damas sort --by plies --reverse torneo.pdn | head -n 40
""",
)
