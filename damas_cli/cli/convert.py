"""`damas convert`: games from one format to another."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Annotated

import typer

from ..check.reporters import visible
from ..convert import PACKED, NotInOneFile, format_of_name, load, readable, writable
from ..convert.options import ConvertOptions
from ..convert.run import Conversion
from ..language import Phrase, mark
from ..pdn.sources import Source, SourceError, open_sources
from .application import as_command
from .convert_options import (
    At,
    FromNumbering,
    Labels,
    Orientation,
    Plies,
    Positions,
    Size,
    Squares,
    ToGameType,
    ToNumbering,
    check_numbering,
    format_type,
    refuse_idle_options,
    require,
)
from .convert_talk import say_what_was_done
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .output_file import OutputFileError, refuse_as_output, written
from .output_folder import fill, is_folder
from .progress import Progress
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .status import ExitStatus, highest

STANDARD_STREAM = "-"


def convert(
    env: Environment,
    paths: list[str],
    conversion: Conversion,
    output: str | None = None,
    *,
    quiet: bool = False,
) -> ExitStatus:
    """Convert the games of `paths`, to the file `output` or to standard output."""
    run = _Run(env, conversion, output)
    try:
        with Progress.over(env, paths, quiet=quiet) as progress:
            conversion.advance = progress.advance
            _write(env, run, paths, output)
    except OutputFileError as error:
        env.complain(
            env.words(
                "cannot write {path}: {reason}", path=visible(output or ""), reason=error.phrase
            )
        )
        return ExitStatus.UNREADABLE
    except NotInOneFile as error:
        raise bad("--output", error.phrase) from error
    if not quiet:
        say_what_was_done(env, conversion)
    return highest(run.statuses)


def _write(env: Environment, run: _Run, paths: list[str], output: str | None) -> None:
    """Write what `run` makes of `paths` where it belongs."""
    if output is None:
        for piece in run.pieces(paths):
            env.write(piece)
            if not piece:
                env.flush()
    elif is_folder(output) and run.conversion.fills_folders:
        fill(output, run.files(paths))
    else:
        with contextlib.suppress(_NothingRead), written(output) as write:
            for piece in run.pieces(paths):
                write(piece)
            if run.statuses and not run.conversion.games:
                raise _NothingRead


class _NothingRead(Exception):
    """There was nothing to convert: a file that is there stays."""


class _Run:
    """One run: what it reads, and what became of that."""

    def __init__(self, env: Environment, conversion: Conversion, output: str | None) -> None:
        self.env = env
        self.conversion = conversion
        self.output = output
        self.statuses: list[ExitStatus] = []

    def pieces(self, paths: list[str]) -> Iterator[bytes]:
        return self.conversion.run(self._sources(paths), self._complain, self._tell)

    def files(self, paths: list[str]) -> Iterator[tuple[str, bytes]]:
        return self.conversion.files(self._sources(paths), self._complain, self._tell)

    def _sources(self, paths: list[str]) -> Iterator[Source | SourceError]:
        return map(self._checked, open_sources(paths, stdin=self.env.stdin))

    def _checked(self, source: Source | SourceError) -> Source | SourceError:
        if self.output is not None and isinstance(source, Source):
            refuse_as_output(self.env, "--output", self.output, source)
        return source

    def _complain(self, error: SourceError) -> None:
        self.env.complain(visible(self.env.words.say(error.phrase)))
        self.statuses.append(ExitStatus.UNREADABLE)

    def _tell(self, path: str, line: int, fault: Phrase | str) -> None:
        words = self.env.words
        told = words("{path}:{line}: {problem}", path=path, line=line, problem=fault)
        self.env.complain(visible(told))
        self.statuses.append(ExitStatus.UNREADABLE)


def _arguments(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=mark("[FILES|-]..."),
            show_default=False,
            help=mark(
                "Files of games (also .gz, .zip, .zst), folders (the *.pdn in and below them), or -"
                " for standard input, the default."
            ),
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            click_type=format_type(writable()),
            help=mark("The format to write; without it the name of the output tells."),
        ),
    ] = None,
    source_format: Annotated[
        str | None,
        typer.Option(
            "--from",
            click_type=format_type(readable()),
            help=mark("The format to read; without it the name or the content tells."),
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar=mark("FILE|FOLDER/"),
            help=mark("Write to this file, once all is converted; diagrams also into a folder."),
        ),
    ] = None,
    source: Annotated[
        bool,
        typer.Option("--source", help=mark("Also tell the file and the line of each game.")),
    ] = False,
    positions: Positions = False,
    plies: Plies = False,
    at: At = "last",
    orientation: Orientation = "white",
    squares: Squares = "dark",
    labels: Labels = "auto",
    size: Size = 360,
    numbering: ToNumbering = None,
    gametype: ToGameType = None,
    from_numbering: FromNumbering = None,
    variant: VariantName = None,
    rules: RulesFile = None,
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
    output = None if output == STANDARD_STREAM else output
    if output is not None and output.lower().endswith(PACKED):
        raise bad("--output", Phrase("is not packed; pipe the output to a program that packs"))
    target = to or (output and format_of_name(output, writable()))
    if not target:
        raise bad("--to", Phrase("name the format to write: {names}", names=", ".join(writable())))
    require(target, load(target))
    refuse_idle_options(context, target)
    check_numbering(target, numbering, gametype, from_numbering)
    options = ConvertOptions(
        variant=chosen_variant(env, variant, rules),
        language=env.words.language,
        source=source,
        positions=positions,
        plies=plies,
        at=at,
        orientation=orientation,
        squares=squares,
        labels=labels,
        size=size,
        numbering=numbering,
        gametype=gametype,
        from_numbering=from_numbering,
    )
    conversion = Conversion(target, options, source_format, number_of_jobs(jobs))
    return convert(env, files or [STANDARD_STREAM], conversion, output, quiet=quiet)


command = as_command(
    _arguments,
    name="convert",
    short_help=mark("Convert games from one format to another."),
    help=mark("Convert games from one format to another."),
    epilog="""\b
Examples:
  damas convert --to jsonl torneo.pdn | jq .tags.White
  damas convert season.pdn.gz -o season.csv
  damas convert games.jsonl -o games.pdn
  damas convert --to pdn --gametype 24 playstrategy.pdn
  damas convert --at each torneo.pdn --to svg -o diagrams/
  damas convert torneo.pdn -o torneo.html
""",
)
