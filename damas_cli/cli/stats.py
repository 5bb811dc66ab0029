"""`damas stats`: what can be counted of many games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import click
import typer
from click.core import ParameterSource

from ..archive.openings import SHIPPED, Opening, OpeningsError, read_openings
from ..archive.stats import REPORTS, StatsOptions, load
from ..archive.stats.task import StatsTask
from ..archive.tables import FORMATS, written
from ..check.reporters import visible
from ..language import Phrase, mark, system_reason
from ..rules.variant import Variant
from .application import as_command
from .archive_options import Files, Force, FromFormat, Quiet, paths_to_read
from .archive_run import ArchiveRun, fault_of_output
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .output_file import OutputFileError
from .output_file import written as output_written
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .status import ExitStatus, highest

# Games are seldom longer, and nobody reads a tree that deep.
DEEPEST = 200
# The user's own table, in the folder for configuration.
OPENINGS = "openings.tsv"


def stats(
    env: Environment,
    run: ArchiveRun,
    task: StatsTask,
    paths: list[str],
    target: str,
    svg: str | None = None,
) -> ExitStatus:
    """Print what the report of `task` tells of the games in `paths`, in the format `target`.

    `svg` is a file for a picture of it.
    """
    count = task.new_count()
    for reply in run.replies(paths):
        if reply is not None and reply.payload is not None:
            count.merge(reply.payload)
    report = load(task.report)
    if svg is not None:
        try:
            with output_written(svg) as write:
                write(report.plot(count, task.stats, env.words).encode())
        except OutputFileError as error:
            return fault_of_output(env, svg, error.phrase)
    tables = report.tables(count, task.stats)
    for text in written(tables, target, env.words):
        env.write(text.encode())
    if hasattr(report, "remarks"):
        for remark in report.remarks(count, task.stats):
            env.say(env.words.say(remark))
    if not run.quiet:
        _say_what_was_counted(env, run)
    return highest(run.statuses)


def _say_what_was_counted(env: Environment, run: ArchiveRun) -> None:
    words = env.words
    told = words.plural("{number} game", "{number} games", run.games)
    if run.broken:
        told = words(
            "{games}, {broken}",
            games=told,
            broken=words.plural(
                "{number} of them could not be read whole and counts with what was read",
                "{number} of them could not be read whole and count with what was read",
                run.broken,
            ),
        )
    env.say(told)


def _arguments(
    context: typer.Context,
    files: Files = None,
    report: Annotated[
        str,
        typer.Option(
            click_type=click.Choice(list(REPORTS)),
            help=mark("What to count; docs/stats.md tells what each report has."),
        ),
    ] = next(iter(REPORTS)),
    output_format: Annotated[
        str,
        typer.Option(
            "--output-format",
            click_type=click.Choice([AUTO, *FORMATS]),
            help=mark("How to print it; auto is a table on a terminal, else jsonl."),
        ),
    ] = AUTO,
    bin_width: Annotated[
        int,
        typer.Option(
            "--bin", min=1, metavar="N", help=mark("How many lengths make one bar of `lengths`.")
        ),
    ] = 10,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            metavar=mark("FILE"),
            help=mark(
                "Your own names of openings, a table; without it openings.tsv in"
                " ~/.config/damas, if it is there."
            ),
        ),
    ] = None,
    plies: Annotated[
        int,
        typer.Option(
            "--plies", min=1, max=DEEPEST, metavar="N", help=mark("How deep the tree is.")
        ),
    ] = 6,
    after: Annotated[
        str,
        typer.Option(
            "--after",
            metavar=mark("MOVES"),
            show_default=False,
            help=mark("Begin the tree after these moves, whatever order they are played in."),
        ),
    ] = "",
    fen: Annotated[
        str,
        typer.Option(
            "--fen",
            metavar="FEN",
            show_default=False,
            help=mark("Begin the tree at this position, wherever it comes in a game."),
        ),
    ] = "",
    min_games: Annotated[
        int,
        typer.Option(
            "--min-games",
            min=1,
            metavar="N",
            help=mark("Show what so many games have in common, or more."),
        ),
    ] = 1,
    svg: Annotated[
        str | None,
        typer.Option(
            "--svg",
            metavar=mark("FILE"),
            help=mark("Also draw it into this file: lengths, years, variants, openings."),
        ),
    ] = None,
    force: Force = False,
    source_format: FromFormat = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    paths = paths_to_read(context, files)
    own = chosen_variant(env, variant, rules)
    options = StatsOptions(
        variant=own,
        language=env.words.language,
        bin=bin_width,
        openings=_openings(env, openings, own) if report == "openings" else (),
        plies=plies,
        after=after,
        fen=fen,
        min_games=min_games,
    )
    _refuse_idle_options(context, report)
    _check_beginning(options)
    if svg is not None:
        _check_picture(svg, report, force)
    task = StatsTask(report, options)
    outputs = [("--svg", svg)] if svg is not None else []
    run = ArchiveRun(
        env,
        task,
        jobs=number_of_jobs(jobs),
        source_format=source_format,
        quiet=quiet,
        outputs=outputs,
    )
    target = output_format
    if target == AUTO:
        target = "table" if env.stdout_is_terminal else "jsonl"
    return stats(env, run, task, paths, target, svg)


def _openings(env: Environment, file: str | None, own: Variant | None) -> tuple[Opening, ...]:
    """Return the openings of the table that is asked for, of the user's, or of ours.

    Raises:
        typer.BadParameter: the table makes no sense.
        typer.Exit: it cannot be read; that has been said.
    """
    path = file or _users_table(env) or os.fspath(SHIPPED)
    try:
        return read_openings(Path(path), own)
    except OpeningsError as error:
        told = Phrase("{path}: {problem}", path=visible(path), problem=error.phrase)
        raise bad("--openings", told) from None
    except (OSError, ValueError) as error:  # the latter at a path that no file can have
        reason = system_reason(error)
        env.complain(env.words("cannot read {path}: {reason}", path=visible(path), reason=reason))
        raise typer.Exit(ExitStatus.UNREADABLE) from None


def _users_table(env: Environment) -> str:
    """Return the path of the user's own table of openings, empty where there is none."""
    home = env.variables.get("HOME", "")
    folder = env.variables.get("XDG_CONFIG_HOME") or (home and os.path.join(home, ".config"))
    path = os.path.join(folder, env.program, OPENINGS) if folder else ""
    return path if path and os.path.isfile(path) else ""


def _refuse_idle_options(context: click.Context, report: str) -> None:
    """Refuse options of the command line that would do nothing in this report."""
    particular = sorted({name for found in REPORTS.values() for name in found.options})
    for name in particular:
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and name not in REPORTS[report].options:
            heeding = [other for other, found in REPORTS.items() if name in found.options]
            told = " | ".join(f"--report {other}" for other in heeding)
            option = next(p.opts[0] for p in context.command.params if p.name == name)
            raise bad(option, Phrase("goes only with {options}", options=told))


def _check_picture(path: str, report: str, force: bool) -> None:
    """Refuse to draw what cannot be drawn, and to write over what is there."""
    if not hasattr(load(report), "plot"):
        drawn = [name for name in REPORTS if hasattr(load(name), "plot")]
        reports = " | ".join(f"--report {name}" for name in drawn)
        raise bad("--svg", Phrase("goes only with {options}", options=reports))
    if not force and (os.path.isfile(path) or os.path.isdir(path)):
        raise bad("--svg", Phrase("is there already; --force writes over it"))


def _check_beginning(options: StatsOptions) -> None:
    """Refuse a beginning of a tree that there is in no variant which is asked for."""
    if not options.fen and not options.after:
        return
    from ..archive.stats.root import NoSuchRoot, check_root  # only here: few trees need it

    try:
        check_root(options)
    except NoSuchRoot as error:
        raise bad(error.option, error.phrase) from None


command = as_command(
    _arguments,
    name="stats",
    short_help=mark("Count what is in an archive."),
    help=mark(
        "Count what is in an archive: results, lengths and years, openings by name or as a tree of"
        " moves."
    ),
    epilog="""\b
Examples:
  damas stats season.pdn.gz
  damas stats --report results --output-format csv torneo.pdn
  damas stats --report tree --plies 8 --min-games 10 season.pdn.gz
  damas stats --report tree --after "10-14 22-18" season.pdn.gz
  damas stats --report openings --svg openings.svg season.pdn.gz
""",
)
