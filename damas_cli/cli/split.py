"""`damas split`: an archive in several files."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Annotated

import typer

from ..archive.collecting import CollectTask
from ..archive.grouping import Grouping, GroupingError, Names
from ..archive.task import ArchiveOptions
from ..check.reporters import visible
from ..language import Phrase, mark
from ..pdn.sources import Source
from .application import as_command
from .archive_options import Files, Force, FromFormat, Quiet, paths_to_read
from .archive_run import ArchiveRun, fault_of_output
from .collecting import ended, games_read, pour
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .output_file import OutputFileError
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .split_folder import FolderError, NumberedParts, Parts, put_in_place, refuse_full, staging
from .status import ExitStatus

_OUTPUT = "--output"


class SplitRun(ArchiveRun):
    """A run that reads nothing from the folder that it fills."""

    def __init__(
        self,
        env: Environment,
        task: CollectTask,
        folder: str,
        *,
        jobs: int | None = 1,
        source_format: str | None = None,
        quiet: bool = False,
    ) -> None:
        super().__init__(env, task, jobs=jobs, source_format=source_format, quiet=quiet)
        self._home = os.path.join(os.path.realpath(folder), "")

    def _refuse_outputs(self, source: Source) -> None:
        if source.kind != "stream" and os.path.realpath(source.path).startswith(self._home):
            raise bad(_OUTPUT, Phrase("holds one of the files to read"))


def split(
    env: Environment,
    run: ArchiveRun,
    paths: list[str],
    folder: str,
    new_parts: Callable[[str | None], Parts],
    *,
    is_dry: bool = False,
) -> ExitStatus:
    """Part the games of `paths` into files in `folder`."""

    def work() -> None:
        if is_dry:
            parts = new_parts(None)
            pour(run, paths, parts)
        else:
            with staging(folder) as stage:
                parts = new_parts(stage)
                pour(run, paths, parts)
                if parts.parts:
                    put_in_place(stage, folder, parts.staged())
        if is_dry:
            _print_names(env, folder, parts)
        if not run.quiet:
            files = env.words.plural("{number} file", "{number} files", len(parts.parts))
            env.say(env.words("{games}, {files}", games=games_read(run), files=files))

    try:
        return ended(env, run, work)
    except OutputFileError as error:
        return fault_of_output(env, folder, error.phrase)
    except FolderError as error:
        raise bad(_OUTPUT, error.phrase) from None


def _print_names(env: Environment, folder: str, parts: Parts) -> None:
    for name, number in parts.counted().items():
        games = env.words.plural("{number} game", "{number} games", number)
        path = os.path.join(folder, name)
        env.print(visible(env.words("{path}: {games}", path=path, games=games)))


def _arguments(
    context: typer.Context,
    output: Annotated[
        str,
        typer.Option(
            _OUTPUT,
            "-o",
            metavar=mark("FOLDER"),
            show_default=False,
            help=mark("The folder to put the files in, a new one or an empty one."),
        ),
    ],
    files: Files = None,
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, metavar="N", help=mark("Put so many games in each file.")),
    ] = None,
    split_by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar=mark("TAG|variant|year"),
            help=mark("Put games with the same value of a tag, variant or year in one file."),
        ),
    ] = None,
    force: Force = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=mark("Write nothing but the names of the files."))
    ] = False,
    source_format: FromFormat = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    if games is not None and split_by is not None:
        raise bad("--by", Phrase("goes without {options}", options="--games"))
    if games is None and split_by is None:
        raise bad("--by", Phrase("say what to part games by, or with --games how many go together"))
    grouping = _grouping(split_by)
    paths = paths_to_read(context, files)
    try:
        refuse_full(output, force=force)
    except FolderError as error:
        raise bad(_OUTPUT, error.phrase) from None
    except OutputFileError as error:
        return fault_of_output(env, output, error.phrase)
    options = ArchiveOptions(chosen_variant(env, variant, rules), env.words.language)
    run = SplitRun(
        env,
        CollectTask(options, grouping=grouping),
        output,
        jobs=number_of_jobs(jobs),
        source_format=source_format,
        quiet=quiet,
    )

    def new_parts(stage: str | None) -> Parts:
        if grouping is None:
            return NumberedParts(stage, games or 1)
        names = Names(grouping.name)
        return Parts(stage, lambda item: names.of(item.group))

    return split(env, run, paths, output, new_parts, is_dry=dry_run)


def _grouping(by: str | None) -> Grouping | None:
    try:
        return None if by is None else Grouping(by)
    except GroupingError as error:
        raise bad("--by", error.phrase) from None


command = as_command(
    _arguments,
    name="split",
    short_help=mark("Part an archive into several files."),
    help=mark(
        "Part the games of an archive into several files: so many in each, or those together that"
        " have the same value of a tag. All files are written, or none."
    ),
    epilog="""\b
Examples:
  damas split --games 1000 season.pdn -o parts/
  damas split --by Event --dry-run season.pdn -o events/
  damas split --by year games/ -o years/
""",
)
