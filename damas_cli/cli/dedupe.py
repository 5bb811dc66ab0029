"""`damas dedupe`: an archive without the games that are in it more than once."""

from __future__ import annotations

from typing import Annotated

import typer

from ..archive.collecting import CollectTask
from ..archive.copies import RICHEST
from ..archive.sameness import MOVES
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
from .status import ExitStatus


def dedupe(
    env: Environment, run: ArchiveRun, paths: list[str], keep: str, output: Aim, report: Aim | None
) -> ExitStatus:
    """Write the games of `paths` without copies, and what is asked for about those."""

    def work() -> None:
        with output_sink(env, output) as sink, deduper(env, sink, keep, report) as found:
            pour(run, paths, found)
        if not run.quiet:
            games, copies = games_read(run), copies_left_out(env.words, found)
            env.say(env.words("{games}, {copies}", games=games, copies=copies))

    return ended(env, run, work)


def _arguments(
    context: typer.Context,
    files: Files = None,
    copies_by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar=mark("RULE"),
            help=mark(
                "What copies have in common: moves, or final (the last position and the number of"
                " moves); after a + also tags, parted by commas."
            ),
        ),
    ] = MOVES,
    keep: Keep = RICHEST,
    report_file: ReportFile = None,
    output: Output = None,
    force: Force = False,
    source_format: FromFormat = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    rule = rule_of(copies_by, "--by")
    aim, report_to = Aim(checked_output(output, force)), report_aim(report_file, force)
    if report_to is not None and report_to.path == aim.path:
        raise bad("--report", Phrase("goes to another place than the games"))
    paths = paths_to_read(context, files)
    options = ArchiveOptions(chosen_variant(env, variant, rules), env.words.language)
    run = ArchiveRun(
        env,
        CollectTask(options, rule=rule, places=report_to is not None),
        jobs=number_of_jobs(jobs),
        source_format=source_format,
        quiet=quiet,
        outputs=outputs(aim, report_to),
    )
    return dedupe(env, run, paths, keep, aim, report_to)


command = as_command(
    _arguments,
    name="dedupe",
    short_help=mark("Leave out games that are there more than once."),
    help=mark(
        "Write an archive without the games that are there more than once. Moves are compared by"
        " what they do on the board, however they are written."
    ),
    epilog="""\b
Examples:
  damas dedupe season.pdn -o clean.pdn
  damas dedupe --by moves+White,Black --keep first season/ > clean.pdn
  damas dedupe --report copies.jsonl old.pdn new.pdn.gz -o all.pdn
""",
)
