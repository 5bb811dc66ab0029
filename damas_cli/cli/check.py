"""`damas check`: replay every game and say what is wrong with it."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal

import click
import typer

from ..check.regulation import Rulebook
from ..check.reporters import FORMATS, STATISTICS_FORMATS, Look, reporter, visible
from ..check.run import check_games
from ..check.selection import ALL
from ..check.tally import Tally
from ..language import Phrase, mark
from ..pdn.sources import UTF_16_MARKS, Source, SourceError, open_sources
from .application import as_command
from .check_options import SEVERITIES, STANDARD_INPUT, CheckOptions, Selectors
from .check_talk import say_what_a_file_had, say_what_fits, say_what_fix_mends, say_what_was_done
from .environment import Environment, OutputError
from .output_file import OutputFileError, written
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .settings import show_settings
from .status import ExitStatus, highest

STANDARD_OUTPUT = "-"

if TYPE_CHECKING:
    from .fixing import Mender

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
    check = _Check(env, write, options)
    statuses = check.run(paths)
    total = check.total
    if not options.quiet:
        say_what_was_done(env, total, perf_counter() - began)
        if not options.fix:
            say_what_fix_mends(env, total)
    if not options.exit_zero and total.at_least(options.fail_on):
        statuses.append(ExitStatus.FINDINGS)
    return highest(statuses)


class _Check:
    """One run: what it judges by, what it reports to and what it has counted."""

    def __init__(self, env: Environment, write: Write, options: CheckOptions) -> None:
        self.env = env
        self.write = write
        self.options = options
        self.rulebook = Rulebook(options.variant, options.no_progress_each)
        self.selection = options.selection()
        self.total = Tally()
        self.report = reporter(options.output_format, self._look(), statistics=options.statistics)

    def _look(self) -> Look:
        env, colour = self.env, self.options.colour
        if self.write != env.write:
            return Look(env.words, colour == "always")
        return Look(env.words, env.wants_colour(colour), env.stdout_is_terminal)

    def run(self, paths: list[str]) -> list[ExitStatus]:
        """Judge and report all; return the statuses of what could not be read."""
        env = self.env
        statuses = []
        mender = self._mender()
        self._print(self.report.begin())
        stdin_filename = self.options.stdin_filename
        for source in open_sources(paths, stdin=env.stdin, stdin_filename=stdin_filename):
            try:
                if isinstance(source, SourceError):
                    raise source
                self._refuse_as_output(source)
                self._judge(source if mender is None else mender.fix(source))
            except SourceError as error:
                env.complain(visible(env.words.say(error.phrase)))
                statuses.append(ExitStatus.UNREADABLE)
        self._print(self.report.end(self.total))
        if mender is not None:
            statuses += mender.conclude(quiet=self.options.quiet)
        return statuses

    def _refuse_as_output(self, source: Source) -> None:
        """Refuse to write the report over the games that it is about."""
        if self.options.output_file is None:
            return
        output = os.path.realpath(self.options.output_file)
        if not os.path.exists(output):
            return
        stdin = self.env.stdin if source.kind == "stream" else None
        with contextlib.suppress(OSError):  # a member of an archive, a stream without a file
            what = os.stat(source.path) if stdin is None else os.fstat(stdin.fileno())
            if os.path.samestat(what, os.stat(output)) and stat.S_ISREG(what.st_mode):
                raise bad("--output-file", Phrase("is one of the files to check"))

    def _mender(self) -> Mender | None:
        """Return what fixes the sources before they are judged, if that is wanted."""
        if not self.options.fix:
            return None
        from .fixing import Mender

        return Mender(self.env, self.options)

    def _judge(self, source: Source) -> None:
        """Judge the games of one file or stream and report their findings."""
        env, total, rulebook = self.env, self.total, self.rulebook
        games, findings = total.games, total.findings
        total.files += 1
        byte_order_mark, chunks = source.marked_chunks()
        found = check_games(
            chunks,
            rulebook,
            total,
            self.options.parser,
            self.selection,
            utf_16=byte_order_mark in UTF_16_MARKS,
        )
        for game, told in found:
            self._print(self.report.report(source.path, game, told))
        if rulebook.misfits and not self.options.quiet:
            say_what_fits(env, source.path, rulebook)
        games, findings = total.games - games, total.findings - findings
        if self.options.verbose:
            say_what_a_file_had(env, source.path, games, findings)
        elif not games and not self.options.quiet:
            env.say(env.words("{path}: no games", path=visible(source.path)))

    def _print(self, pieces: Iterable[str]) -> None:
        rest = iter(pieces)
        while (piece := _next(rest)) is not None:
            # A path of odd bytes becomes escapes, which JSON has too.
            self.write(piece.encode("utf-8", "backslashreplace"))


def _next(pieces: Iterator[str]) -> str | None:
    """Return the next piece of a report, None after the last."""
    try:
        return next(pieces, None)
    except OSError as error:  # a temporary file of the reporter's
        raise OutputError(error) from error


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
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, metavar="N", help=mark("Processes to work with."))
    ] = 1,
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
