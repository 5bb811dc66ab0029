"""`damas check`: replay every game and say what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Annotated, Literal

import click
import typer

from ..check.regulation import Rulebook
from ..check.reporters import FORMATS, Look, Reporter, reporter, visible
from ..check.run import check_games
from ..check.tally import Tally
from ..pdn.sources import Source, SourceError, open_sources
from ..rules.variant import Variant
from .application import as_command
from .environment import Environment
from .rules_option import RulesFile, VariantName, chosen_variant
from .status import ExitStatus, highest

STANDARD_INPUT = "-"


class CheckOptions:
    """How to judge and how to report."""

    __slots__ = (
        "colour",
        "exit_zero",
        "no_progress_each",
        "output_format",
        "parser",
        "quiet",
        "stdin_filename",
        "variant",
        "verbose",
    )

    def __init__(
        self,
        *,
        output_format: str = "full",
        no_progress_each: int | None = None,
        parser: str = "compiled",
        stdin_filename: str = STANDARD_INPUT,
        colour: str = "auto",
        variant: Variant | None = None,
        exit_zero: bool = False,
        quiet: bool = False,
        verbose: bool = False,
    ) -> None:
        self.output_format = output_format
        self.no_progress_each = no_progress_each
        self.parser = parser
        self.stdin_filename = stdin_filename
        self.colour = colour
        self.variant = variant
        self.exit_zero = exit_zero
        self.quiet = quiet
        self.verbose = verbose


def check(env: Environment, paths: list[str], options: CheckOptions) -> ExitStatus:
    """Judge the games of `paths`: findings to standard output, the closing line to standard error.

    What cannot be read is said on standard error, and the rest is still judged.
    """
    began = perf_counter()
    rulebook = Rulebook(options.variant, options.no_progress_each)
    look = Look(env.words, env.wants_colour(options.colour), env.stdout_is_terminal)
    report = reporter(options.output_format, look)
    total = Tally()
    statuses = []
    _write(env, report.begin())
    sources = open_sources(paths, stdin=env.stdin, stdin_filename=options.stdin_filename)
    for source in sources:
        try:
            if isinstance(source, SourceError):
                raise source
            _check_source(env, source, rulebook, report, total, options)
        except SourceError as error:
            env.complain(visible(str(error)))
            statuses.append(ExitStatus.UNREADABLE)
    _write(env, report.end(total))
    if not options.quiet:
        _say_what_was_done(env, total, perf_counter() - began)
    if total.errors + total.warnings and not options.exit_zero:
        statuses.append(ExitStatus.FINDINGS)
    return highest(statuses)


def _check_source(
    env: Environment,
    source: Source,
    rulebook: Rulebook,
    report: Reporter,
    total: Tally,
    options: CheckOptions,
) -> None:
    """Judge the games of one file or stream and print their findings."""
    games, findings = total.games, total.findings
    total.files += 1
    for game, found in check_games(source.chunks(), rulebook, total, options.parser):
        _write(env, report.report(source.path, game, found))
    if rulebook.misfits:
        _say_what_fits(env, source.path, rulebook)
    games, findings = total.games - games, total.findings - findings
    if options.verbose:
        env.say(f"{visible(source.path)}: {_count(games, 'game')}, {_count(findings, 'finding')}")
    elif not games and not options.quiet:
        env.say(f"{visible(source.path)}: no games")


def _write(env: Environment, pieces: Iterable[str]) -> None:
    for piece in pieces:
        # A path of odd bytes becomes escapes, which JSON has too.
        env.write(piece.encode("utf-8", "backslashreplace"))


def _say_what_fits(env: Environment, path: str, rulebook: Rulebook) -> None:
    """Name the variants that games fit which do not fit their own, and forget them."""
    games = rulebook.misfits.pop("")
    fits = ", ".join(f"{name} ({count})" for name, count in rulebook.misfits.most_common())
    env.say(
        f"{visible(path)}: the moves of {_count(games, 'game')} are not those of the variant that "
        f"GameType names (or, without one, Spanish); they fit several, so --variant NAME: {fits}"
    )
    rulebook.misfits.clear()


def _say_what_was_done(env: Environment, total: Tally, seconds: float) -> None:
    env.say(
        f"{_count(total.games, 'game')}, {_count(total.findings, 'finding')} "
        f"({_count(total.errors, 'error')}, {_count(total.warnings, 'warning')}) "
        f"in {seconds:.1f} s"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _arguments(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILES|-]...",
            show_default=False,
            help="PDN files (also .gz, .zip, .zst), folders (the *.pdn in and below them), or - for"
            " standard input, the default.",
        ),
    ] = None,
    output_format: Annotated[
        str, typer.Option(click_type=click.Choice(FORMATS), help="How to print findings.")
    ] = "full",
    variant: VariantName = None,
    rules: RulesFile = None,
    no_progress: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            metavar="MOVES",
            help="Moves each without a capture or a man's move that make a draw, in place of the"
            " variant's own number (Spanish draughts: 40).",
        ),
    ] = None,
    stdin_filename: Annotated[
        str, typer.Option(metavar="NAME", help="What to call standard input.")
    ] = STANDARD_INPUT,
    parser: Annotated[
        Literal["compiled", "lark"],
        typer.Option(help="compiled is the fast parser, lark the slow one it is held to."),
    ] = "compiled",
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes to work with.")
    ] = 1,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="End with 0 though there are findings.")
    ] = False,
    color: Annotated[
        Literal["auto", "always", "never"], typer.Option(help="When to colour the report.")
    ] = "auto",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print findings and errors only.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also print a line a file.")
    ] = False,
) -> ExitStatus:
    """Judge games by the rules of the variant that their GameType names, else by Spanish rules."""
    env: Environment = context.obj
    if not files and env.stdin_is_terminal:
        env.say(context.get_usage())
        env.say(f"Name a file or a folder, or pipe games in. Try '{context.command_path} --help'.")
        return ExitStatus.USAGE
    options = CheckOptions(
        output_format=output_format,
        variant=chosen_variant(env, variant, rules),
        no_progress_each=no_progress,
        parser=parser,
        stdin_filename=stdin_filename,
        colour=color,
        exit_zero=exit_zero,
        quiet=quiet,
        verbose=verbose,
    )
    return check(env, files or [STANDARD_INPUT], options)


command = as_command(
    _arguments,
    name="check",
    epilog="""\b
Examples:
  damas check torneo.pdn
  damas check --output-format concise games/
  damas check --variant english tinsley.pdn
  zcat season.pdn.gz | damas check --output-format jsonl | jq .code
""",
)
