"""`damas check`: replay every game and say what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Annotated, Literal

import click
import typer

from ..check.reporters import FORMATS, STATISTICS_FORMATS, visible
from ..check.selection import ALL
from ..language import Phrase, mark
from .application import as_command
from .check_options import SEVERITIES, STANDARD_INPUT, CheckOptions, Selectors
from .check_talk import say_what_fix_mends, say_what_was_done
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .judging import Judging
from .output_file import OutputFileError, written
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .settings import show_settings
from .status import ExitStatus, highest

STANDARD_OUTPUT = "-"

Write = Callable[[bytes], object]


def check(env: Environment, paths: list[str], options: CheckOptions) -> ExitStatus:
    """Judge the games of `paths`: the report to its place, the closing line to standard error.

    What cannot be read is said on standard error, and the rest is still judged.
    """
    if options.diff:
        from .fixing import show_diffs

        return show_diffs(env, paths, options)
    if options.output_file is None:
        return _check(env, _report_to(env, paths, options), paths, options)
    try:
        with written(options.output_file) as write:
            return _check(env, write, paths, options)
    except OutputFileError as error:
        path = visible(options.output_file)
        env.complain(env.words("cannot write {path}: {reason}", path=path, reason=error.phrase))
        return ExitStatus.UNREADABLE


def _report_to(env: Environment, paths: list[str], options: CheckOptions) -> Write:
    """Return what takes the report: standard output, unless that takes a fixed text."""
    if options.fix and STANDARD_INPUT in paths:
        return env.write_talk
    return env.write


def _check(env: Environment, write: Write, paths: list[str], options: CheckOptions) -> ExitStatus:
    began = perf_counter()
    judging = Judging(env, write, options)
    statuses = judging.run(paths)
    total = judging.total
    if not options.quiet:
        say_what_was_done(env, total, perf_counter() - began)
        if not options.fix:
            say_what_fix_mends(env, total)
    if not options.exit_zero and total.at_least(options.fail_on):
        statuses.append(ExitStatus.FINDINGS)
    return highest(statuses)


def _arguments(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=mark("[FILES|-]..."),
            show_default=False,
            help=mark(
                "PDN files (also .gz, .zip, .zst), folders (the *.pdn in and below them), or - for"
                " standard input, the default."
            ),
        ),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            click_type=Selectors(),
            metavar=mark("CODES"),
            help=mark(
                "Tell these findings only: codes, beginnings of codes, names or ALL, parted by"
                " commas."
            ),
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            click_type=Selectors(),
            metavar=mark("CODES"),
            help=mark(
                "Leave these findings out; where both name a code, the more exact one decides."
            ),
        ),
    ] = None,
    fail_on: Annotated[
        str,
        typer.Option(
            click_type=click.Choice(SEVERITIES),
            help=mark("End with 1 if there is a finding as severe as this, or more."),
        ),
    ] = "warning",
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help=mark("End with 0 though there are findings."))
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help=mark(
                "Fix what can be fixed safely, in the files; of standard input the fixed text goes"
                " to standard output. Then tell the findings that remain."
            ),
        ),
    ] = False,
    unsafe_fixes: Annotated[
        bool,
        typer.Option(
            "--unsafe-fixes",
            help=mark("With --fix or --diff: also make the fixes that change what a game says."),
        ),
    ] = False,
    diff: Annotated[
        bool,
        typer.Option(
            "--diff",
            help=mark(
                "Write nothing, and show what --fix would change. End with 1 if it would change"
                " something, else with 0."
            ),
        ),
    ] = False,
    output_format: Annotated[
        str, typer.Option(click_type=click.Choice(FORMATS), help=mark("How to print findings."))
    ] = "full",
    output_file: Annotated[
        str | None,
        typer.Option(
            metavar=mark("FILE"), help=mark("Write the report to this file, once it is complete.")
        ),
    ] = None,
    statistics: Annotated[
        bool,
        typer.Option("--statistics", help=mark("Count the findings of each code, in their place.")),
    ] = False,
    variant: VariantName = None,
    rules: RulesFile = None,
    no_progress: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            metavar=mark("MOVES"),
            help=mark(
                "Moves each without a capture or a man's move that make a draw, in place of the"
                " variant's own number (Spanish draughts: 40)."
            ),
        ),
    ] = None,
    stdin_filename: Annotated[
        str, typer.Option(metavar=mark("NAME"), help=mark("What to call standard input."))
    ] = STANDARD_INPUT,
    parser: Annotated[
        Literal["compiled", "lark"],
        typer.Option(help=mark("compiled is the fast parser, lark the slow one, for reference.")),
    ] = "compiled",
    jobs: Jobs = AUTO,
    color: Annotated[
        Literal["auto", "always", "never"], typer.Option(help=mark("When to colour the report."))
    ] = "auto",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=mark("Print findings and errors only."))
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help=mark("Also print a line a file."))
    ] = False,
    settings: Annotated[
        bool,
        typer.Option(
            "--show-settings", help=mark("Print all settings, and where each comes from, and end.")
        ),
    ] = False,
) -> ExitStatus:
    env: Environment = context.obj
    if settings:
        return show_settings(context)
    if statistics and output_format not in STATISTICS_FORMATS:
        formats = ", ".join(STATISTICS_FORMATS)
        raise bad("--statistics", Phrase("goes only with {options}", options=formats))
    if diff and (statistics or output_file is not None):
        other = "--statistics" if statistics else "--output-file"
        raise bad("--diff", Phrase("goes without {options}", options=other))
    if unsafe_fixes and not (fix or diff):
        raise bad("--unsafe-fixes", Phrase("goes only with {options}", options="--fix, --diff"))
    if not files and env.stdin_is_terminal:
        env.say(context.get_usage())
        env.say(
            env.words(
                "Name a file or a folder, or pipe games in. Try '{command} --help'.",
                command=context.command_path,
            )
        )
        return ExitStatus.USAGE
    options = CheckOptions(
        select=select or (ALL,),
        ignore=ignore or (),
        fix=fix,
        unsafe_fixes=unsafe_fixes,
        diff=diff,
        fail_on=fail_on,
        exit_zero=exit_zero,
        output_format=output_format,
        output_file=None if output_file == STANDARD_OUTPUT else output_file,
        statistics=statistics,
        variant=chosen_variant(env, variant, rules),
        no_progress_each=no_progress,
        parser=parser,
        stdin_filename=stdin_filename,
        colour=color,
        jobs=number_of_jobs(jobs),
        quiet=quiet,
        verbose=verbose,
    )
    return check(env, files or [STANDARD_INPUT], options)


command = as_command(
    _arguments,
    name="check",
    short_help=mark("Judge games by the rules, and report what breaks them."),
    help=mark(
        "Judge games by the rules of the variant that their GameType names, else by Spanish rules."
    ),
    epilog="""\b
Examples:
  damas check torneo.pdn
  damas check --output-format concise games/
  damas check --variant english tinsley.pdn
  damas check --diff torneo.pdn
  zcat season.pdn.gz | damas check --output-format jsonl | jq .code
""",
)
