"""`damas merge`: several archives in one."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from ..archive.collecting import CollectTask, Sink
from ..archive.copies import RICHEST, Deduper
from ..archive.sorting import Sorter
from ..archive.task import ArchiveOptions
from ..language import Phrase, mark
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
from .copies import Keep, ReportFile, copies_left_out, deduper, report_aim, rule_of
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .sort import order_of
from .status import ExitStatus


def merge(
    env: Environment,
    run: ArchiveRun,
    paths: list[str],
    output: Aim,
    *,
    sorts: bool = False,
    keep: str | None = None,
    report: Aim | None = None,
) -> ExitStatus:
    """Write the games of `paths` one after the other, or in order, with `keep` without copies."""

    def work() -> None:
        found: Deduper | None = None
        with ExitStack() as stack:
            sink: Sink = stack.enter_context(output_sink(env, output))
            if sorts:
                sink = Sorter(sink)
            if keep is not None:
                sink = found = stack.enter_context(deduper(env, sink, keep, report))
            pour(run, paths, sink)
        if not run.quiet:
            _say_what_was_done(env, run, found)

    return ended(env, run, work)


def _say_what_was_done(env: Environment, run: ArchiveRun, found: Deduper | None) -> None:
    told = games_read(run)
    if found is not None:
        copies = copies_left_out(env.words, found)
        told = env.words("{games}, {copies}", games=told, copies=copies)
    env.say(told)


def _arguments(
    context: typer.Context,
    files: Files = None,
    output: Output = None,
    force: Force = False,
    copies_by: Annotated[
        str | None,
        typer.Option(
            "--dedupe",
            metavar=mark("RULE"),
            help=mark(
                "Leave out copies by this rule: moves, final, moves+White,Black and the like; see"
                " `damas dedupe`."
            ),
        ),
    ] = None,
    keep: Keep = RICHEST,
    report_file: ReportFile = None,
    sort_by: Annotated[
        str | None,
        typer.Option(
            "--sort",
            metavar=mark("KEY[,KEY]..."),
            help=mark("Put the games in this order; see `damas sort`."),
        ),
    ] = None,
    source_format: FromFormat = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    order = None if sort_by is None else order_of(sort_by, "--sort")
    rule = None if copies_by is None else rule_of(copies_by, "--dedupe")
    aim, report_to = Aim(checked_output(output, force)), report_aim(report_file, force)
    if report_to is not None and rule is None:
        raise bad("--report", Phrase("goes with {options}", options="--dedupe"))
    if report_to is not None and report_to.path == aim.path:
        raise bad("--report", Phrase("goes to another place than the games"))
    paths = paths_to_read(context, files)
    options = ArchiveOptions(chosen_variant(env, variant, rules), env.words.language)
    run = ArchiveRun(
        env,
        CollectTask(options, rule=rule, places=report_to is not None, order=order),
        jobs=number_of_jobs(jobs),
        source_format=source_format,
        quiet=quiet,
        outputs=outputs(aim, report_to),
    )
    kept = None if rule is None else keep
    return merge(env, run, paths, aim, sorts=order is not None, keep=kept, report=report_to)


command = as_command(
    _arguments,
    name="merge",
    short_help=mark("Put several archives together in one."),
    help=mark(
        "Put the games of several files in one, in the order of the files, each as it stands; if"
        " you like, without copies and in another order."
    ),
    epilog="""\b
Examples:
  damas merge 2023.pdn 2024.pdn.gz -o both.pdn
  damas merge --dedupe moves+White,Black --sort date clubs/ -o league.pdn
""",
)
