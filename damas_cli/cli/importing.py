"""`damas import`: games as clubs and blogs print them, to PDN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from ..batch import run_in_order
from ..check.reporters import visible
from ..convert.clubs.pieces import documents
from ..convert.clubs.task import Imported, ImportTask, packed
from ..language import mark
from ..pdn.sources import SourceError, open_sources
from ..rules.variant import Variant
from .application import as_command
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .output_file import OutputFileError, refuse_as_output, written
from .progress import Progress
from .rules_option import RulesFile, VariantName, chosen_variant
from .status import ExitStatus, highest

STANDARD_STREAM = "-"
# What a folder or an archive is looked through for.
SUFFIXES = (".txt", ".ouv")
# Of an opening book each line is a game.
_BOOK = ".ouv"

Write = Callable[[bytes], object]


@dataclass
class ImportOptions:
    """What an import is asked for.

    Attributes:
        output: the file to write; None for standard output.
        variant: the rules of all games; None to go by their GameType, else Spanish rules.
        strict: whether an assumption makes the import fail, too.
        quiet: whether to say nothing but errors.
        jobs: how many processes work; None for as many as help.
    """

    output: str | None = None
    variant: Variant | None = None
    strict: bool = False
    quiet: bool = False
    jobs: int | None = None


def import_games(env: Environment, paths: list[str], options: ImportOptions) -> ExitStatus:
    """Write the games of `paths` as PDN; what was assumed, and what is wrong, goes to stderr."""
    if options.output is None:
        return _Import(env, env.write, options).run(paths)
    try:
        with written(options.output) as write:
            return _Import(env, write, options).run(paths)
    except OutputFileError as error:
        path = visible(options.output)
        env.complain(env.words("cannot write {path}: {reason}", path=path, reason=error.phrase))
        return ExitStatus.UNREADABLE


class _Import:
    """One run: what it writes to and what it has counted."""

    def __init__(self, env: Environment, write: Write, options: ImportOptions) -> None:
        self.env = env
        self.write = write
        self.options = options
        self.games = 0
        self.with_errors = 0
        self.assumptions = 0
        self.failed = False
        self.statuses: list[ExitStatus] = []

    def run(self, paths: list[str]) -> ExitStatus:
        """Import all, and return how it went."""
        options = self.options
        with Progress.over(self.env, paths, quiet=options.quiet, suffixes=SUFFIXES) as progress:
            self._import_all(paths, progress)
        if not options.quiet:
            self._sum_up()
        if self.failed or (options.strict and self.assumptions):
            self.statuses.append(ExitStatus.FINDINGS)
        return highest(self.statuses)

    def _import_all(self, paths: list[str], progress: Progress) -> None:
        """Import all; what cannot be read is said."""
        options = self.options
        task = ImportTask(options.variant, self.env.words.language)
        games = 0
        for result in run_in_order(task, self._texts(paths), options.jobs):
            for found in Imported.read(result):
                if found.is_end and self.games == games and not options.quiet:
                    self.env.say(self.env.words("{path}: no games", path=visible(found.path)))
                self._take(found)
                progress.advance(found.size)
                games = self.games if found.is_end else games

    def _texts(self, paths: list[str]) -> Iterator[bytes]:
        """Yield the texts of all files, and the end of each."""
        env, output = self.env, self.options.output
        for source in open_sources(paths, stdin=env.stdin, suffixes=SUFFIXES):
            try:
                if isinstance(source, SourceError):
                    raise source
                if output is not None:
                    refuse_as_output(env, "--output", output, source)
                is_book = source.path.lower().endswith(_BOOK)
                for line, data in documents(source.chunks()):
                    yield packed(source.path, line, data, line_a_game=is_book)
                yield packed(source.path)
            except SourceError as error:
                env.complain(visible(env.words.say(error.phrase)))
                self.statuses.append(ExitStatus.UNREADABLE)

    def _take(self, found: Imported) -> None:
        """Write the games of a text, and say what was assumed and what is wrong."""
        self.games += found.games
        self.with_errors += found.with_errors
        self.write(found.data)
        for line, column, is_error, problem in found.points:
            self.failed = self.failed or is_error
            self.assumptions += not is_error
            if is_error or not self.options.quiet:
                told = self.env.words(
                    "{path}:{line}:{column}: {problem}",
                    path=found.path,
                    line=line,
                    column=column,
                    problem=problem,
                )
                self.env.say(visible(told))

    def _sum_up(self) -> None:
        plural = self.env.words.plural
        self.env.say(
            self.env.words(
                "{games}, {errors}, {assumptions}",
                games=plural("{number} game imported", "{number} games imported", self.games),
                errors=self.env.words("{number} with errors", number=self.with_errors),
                assumptions=plural("{number} assumption", "{number} assumptions", self.assumptions),
            )
        )


def _arguments(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=mark("[FILES|-]..."),
            show_default=False,
            help=mark(
                "Texts with games (also .gz, .zip, .zst), folders (the *.txt and *.ouv in and below"
                " them), or - for standard input, the default."
            ),
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar=mark("FILE"),
            help=mark("Write to this file, once all is imported."),
        ),
    ] = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    strict: Annotated[
        bool, typer.Option("--strict", help=mark("End with 1 if something had to be assumed, too."))
    ] = False,
    jobs: Jobs = AUTO,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=mark("Say nothing but errors."))
    ] = False,
) -> ExitStatus:
    env: Environment = context.obj
    if not files and env.stdin_is_terminal:
        env.say(context.get_usage())
        env.say(
            env.words(
                "Name a file or a folder, or pipe games in. Try '{command} --help'.",
                command=context.command_path,
            )
        )
        return ExitStatus.USAGE
    options = ImportOptions(
        output=None if output == STANDARD_STREAM else output,
        variant=chosen_variant(env, variant, rules),
        strict=strict,
        quiet=quiet,
        jobs=number_of_jobs(jobs),
    )
    return import_games(env, files or [STANDARD_STREAM], options)


command = as_command(
    _arguments,
    name="import",
    short_help=mark("Turn games as clubs print them into PDN."),
    help=mark(
        "Turn games as Spanish, Galician and Portuguese clubs print them into PDN. The rules decide"
        " between readings; what stays unclear is told with its place."
    ),
    epilog="""\b
Examples:
  damas import partidas.txt -o partidas.pdn
  damas import --strict ouvert_b.ouv
  xclip -o | damas import | damas check
""",
)
