"""`damas index build`: make an index of the positions of files, or bring it up to date."""

from __future__ import annotations

import os
import sqlite3
from typing import Annotated

import typer

from ..archive.index_building import Builder
from ..archive.index_notes import FileNote, change_of, note_of
from ..archive.index_store import IndexFault
from ..archive.index_task import Batch, IndexTask
from ..archive.task import ArchiveOptions
from ..check.reporters import visible
from ..convert import DEFAULT, FORMATS, format_of_content, format_of_name, readable
from ..language import Phrase, mark, system_reason
from ..pdn.sources import UTF_8_MARK, UTF_16_MARKS, Source, SourceError, open_sources
from ..rules.variant import Variant
from .application import as_command
from .archive_options import Quiet
from .archive_run import ArchiveRun, fault_of_output
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .status import ExitStatus, highest

# So much of a file is looked at to tell its format.
_HEAD = 4096

_NOT_PLAIN = mark(
    "only PDN files as they are can be indexed, neither packed ones nor other formats nor what"
    " comes by a pipe; unpack or convert it first"
)
_CHANGES = {
    "changed": mark("{path} has changed: it is read again"),
    "grown": mark("{path} has grown: it is read again"),
    "missing": mark("{path} is gone: its games are in the index no longer"),
}


class Build:
    """One run of `damas index build`."""

    def __init__(
        self,
        env: Environment,
        index: str,
        *,
        variant: Variant | None = None,
        jobs: int | None = 1,
        quiet: bool = False,
    ) -> None:
        self.env = env
        self.index = index
        self.variant = variant
        self.jobs = jobs
        self.quiet = quiet
        self.statuses: list[ExitStatus] = []

    def run(self, paths: list[str], *, anew: bool) -> ExitStatus:
        """Bring the index up to date with the files it has, and with `paths`."""
        try:
            with Builder(self.index, anew=anew) as builder:
                self._bring_up_to_date(builder, paths)
        except IndexFault as error:
            self.env.complain(visible(self.env.words.say(error.phrase)))
            return ExitStatus.UNREADABLE
        except (OSError, sqlite3.Error) as error:
            reason = system_reason(error) if isinstance(error, OSError) else Phrase(str(error))
            return fault_of_output(self.env, self.index, reason)
        return highest(self.statuses)

    def _bring_up_to_date(self, builder: Builder, paths: list[str]) -> None:
        roots = builder.roots
        asked = {os.path.abspath(path) for path in paths}
        known = [path for path in roots if os.path.abspath(path) not in asked]
        if not paths and not known:
            raise bad("FILES", Phrase("needed: the index has no files so far"))
        found = self._files([path for path in known if os.path.lexists(path)] + paths)
        if self.statuses and not found and not builder.notes:
            return
        if self.variant is not None and self.variant != builder.rules:
            builder.forget([*builder.notes])
            builder.rules = self.variant
        fresh = self._fresh(builder, found)
        builder.roots = [path for path in [*known, *paths] if os.path.lexists(path)]
        games = self._read(builder, fresh)
        in_all = builder.games
        if builder.is_changed:
            builder.finish()
        if not self.quiet:
            self._say_what_was_done((len(fresh), games), (len(builder.notes), in_all))

    def _files(self, paths: list[str]) -> dict[str, int]:
        """Return the files that can be indexed, each with the length of its byte order mark."""
        found: dict[str, int] = {}
        seen: set[str] = set()
        for source in open_sources(paths, stdin=self.env.stdin):
            try:
                if isinstance(source, SourceError):
                    raise source
                shift = _shift(source)
            except SourceError as error:
                self._complain(error)
                continue
            path = os.path.abspath(source.path)
            if path == os.path.abspath(self.index):
                raise bad("INDEX", Phrase("is one of the files to read"))
            if path not in seen:
                seen.add(path)
                found[source.path] = shift
        return found

    def _fresh(self, builder: Builder, found: dict[str, int]) -> dict[str, int]:
        """Return the files that have to be read; forget what the index has of them."""
        shown = {os.path.abspath(path): path for path in builder.notes}
        fresh: dict[str, int] = {}
        notes: dict[str, FileNote] = {}
        gone = set(builder.notes)
        for path, shift in found.items():
            known = shown.get(os.path.abspath(path), path)
            try:
                change = change_of(path, builder.notes[known]) if known in builder.notes else "new"
                if not change:
                    gone.discard(known)
                    if os.stat(path).st_mtime_ns != builder.notes[known].modified:
                        builder.touch(known, note_of(path))
                    continue
                notes[path] = note_of(path)
            except OSError as error:
                gone.discard(known)
                self._complain(SourceError(path, reason="unreadable", problem=system_reason(error)))
                continue
            fresh[path] = shift
            if change != "new":
                self._tell(change, path)
        for path in sorted(gone - {shown.get(os.path.abspath(path), path) for path in fresh}):
            if not os.path.lexists(path):
                self._tell("missing", path)
        builder.forget(sorted(gone))
        for path, note in notes.items():
            builder.add_file(path, note)
        return fresh

    def _read(self, builder: Builder, fresh: dict[str, int]) -> int:
        """Read files into the index; return how many games they have."""
        task = IndexTask(ArchiveOptions(builder.rules, self.env.words.language))
        run = ArchiveRun(self.env, task, jobs=self.jobs, source_format=DEFAULT, quiet=self.quiet)
        end = 0
        for reply in run.replies([*fresh]):
            if reply is None:
                continue
            end = fresh[reply.path] if reply.begins else end
            if rest := reply.rest.rstrip():
                builder.extend_last(end + len(rest))
            if isinstance(reply.payload, Batch):
                builder.add(reply.path, reply.payload, reply.before, fresh[reply.path])
            end += reply.size
        self.statuses += run.statuses
        return run.games

    def _tell(self, change: str, path: str) -> None:
        if not self.quiet:
            self.env.say(visible(self.env.words(_CHANGES[change], path=path)))

    def _complain(self, error: SourceError) -> None:
        self.env.complain(visible(self.env.words.say(error.phrase)))
        self.statuses.append(ExitStatus.UNREADABLE)

    def _say_what_was_done(self, read: tuple[int, int], in_all: tuple[int, int]) -> None:
        """Say how many files and games were read, and how many the index has."""
        told = self.env.words(
            "read: {read}; in the index: {all}",
            read=self._counted(*read),
            all=self._counted(*in_all),
        )
        self.env.say(told)

    def _counted(self, files: int, games: int) -> str:
        words = self.env.words
        return words(
            "{files}, {games}",
            files=words.plural("{number} file", "{number} files", files),
            games=words.plural("{number} game", "{number} games", games),
        )


def _shift(source: Source) -> int:
    """Return how many bytes of a file stand before its PDN.

    Raises:
        SourceError: it cannot be read, or is not a file of plain PDN.
    """
    if source.kind != "file":
        raise SourceError(source.path, reason="unreadable", problem=Phrase(_NOT_PLAIN))
    mark_, chunks = source.marked_chunks()
    name = format_of_name(source.path, FORMATS)
    if name is None:
        name = format_of_content(next(iter(chunks), b"")[:_HEAD], readable())
    if name != DEFAULT or mark_ in UTF_16_MARKS:
        raise SourceError(source.path, reason="unreadable", problem=Phrase(_NOT_PLAIN))
    return len(mark_) if mark_ == UTF_8_MARK else 0


def _arguments(
    context: typer.Context,
    index: Annotated[
        str,
        typer.Argument(metavar=mark("INDEX"), help=mark("The file of the index.")),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=mark("[FILES]..."),
            show_default=False,
            help=mark(
                "PDN files, and folders (the *.pdn in and below them), to index; those that are"
                " in the index already are brought up to date without being named."
            ),
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help=mark("Make the index anew from FILES, whatever file stands there.")
        ),
    ] = False,
    variant: VariantName = None,
    rules: RulesFile = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    build = Build(
        env,
        index,
        variant=chosen_variant(env, variant, rules),
        jobs=number_of_jobs(jobs),
        quiet=quiet,
    )
    return build.run(files or [], anew=force)


command = as_command(
    _arguments,
    name="index build",
    short_help=mark("Make an index, or bring it up to date."),
    help=mark(
        "Make an index of all positions of PDN files, or bring it up to date: only files that are"
        " new or have changed are read. See docs/index.md."
    ),
    epilog="""\b
Examples:
  damas index build archive.db games/
  damas index build archive.db
""",
)
