"""What `damas fmt` does with many files: reads them, has them formatted, and says what was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..batch import run_in_order
from ..check.reporters import visible
from ..convert.pdn_format import Layout
from ..convert.pdn_task import FormatTask, Formatted, numbered
from ..convert.pdn_whole import whole
from ..language import SpokenError
from ..pdn.sources import Source, SourceError, open_sources
from ..rules.variant import Variant
from .environment import Environment
from .fmt_places import PLACES, Output, Place, Write
from .output_file import refuse_as_output
from .progress import Progress
from .status import ExitStatus, highest


class FmtRun:
    """One run.

    Attributes:
        mode: what becomes of the text: output, in-place, check or diff.
        games, copies: how many games there were, and how many stay as they are.
        files, changed: how many files there were, and how many of them change.
    """

    def __init__(
        self,
        env: Environment,
        *,
        mode: str,
        variant: Variant | None,
        layout: Layout,
        stdin_filename: str,
        jobs: int | None,
        quiet: bool,
        verbose: bool,
    ) -> None:
        self.env = env
        self.mode = mode
        self.games = self.copies = self.files = self.changed = 0
        self._jobs = jobs
        self._quiet = quiet
        self._verbose = verbose
        self._task = FormatTask(variant, layout, shows_lines=mode == "diff")
        self._stdin_filename = stdin_filename
        self._statuses: list[ExitStatus] = []
        # Of the files that were opened and are not done: the source and the byte order mark.
        self._open: dict[int, tuple[Source, bytes]] = {}
        # Those that could not be read to their end.
        self._unread: set[int] = set()
        self._output: str | None = None
        self._write: Write = env.write
        self._wrote = False
        # Whether the last game would take in one without tags, of the next file.
        self._swallows = False

    def run(
        self, paths: list[str], write: Write | None = None, output: str | None = None
    ) -> ExitStatus:
        """Format the files of `paths`; `write` takes what the file `output` is to hold."""
        self._write = write or self.env.write
        self._output = output
        sources = open_sources(paths, stdin=self.env.stdin, stdin_filename=self._stdin_filename)
        blocks = self._blocks(sources)
        with Progress.over(self.env, paths, quiet=self._quiet) as progress:
            found = run_in_order(self._task, blocks, self._jobs)
            results = self._results(found, progress)
            for first in results:
                self._take_file(first, results)
        if not self._quiet:
            self._conclude()
        if self.changed and self.mode in ("check", "diff"):
            self._statuses.append(ExitStatus.FINDINGS)
        return highest(self._statuses)

    def _blocks(self, sources: Iterable[Source | SourceError]) -> Iterator[bytes]:
        """Yield the blocks of all files, and the end of each."""
        for number, source in enumerate(sources):
            if isinstance(source, SourceError):
                self._complain(source)
                continue
            if self._output is not None:
                refuse_as_output(self.env, "--output", self._output, source)
            self._open[number] = source, b""
            try:
                # What is damaged must not be written as what it is taken for.
                byte_order_mark, chunks = source.marked_chunks("strict")
                self._open[number] = source, byte_order_mark
                for block in whole(source.path, chunks):
                    yield numbered(number, block)
            except SourceError as error:
                self._complain(error)
                self._unread.add(number)
            yield numbered(number, None)

    def _results(self, found: Iterable[bytes], progress: Progress) -> Iterator[Formatted]:
        for data in found:
            if not data and self._output is None:
                # The input pauses: nobody shall wait for what could be told.
                self.env.flush()
            for formatted in Formatted.read(data):
                yield formatted
                progress.advance(formatted.size)

    def _take_file(self, found: Formatted, others: Iterator[Formatted]) -> None:
        """Take what became of one file, up to its end."""
        number, games = found.file, 0
        source, byte_order_mark = self._open[number]
        place = self._place(source, byte_order_mark)
        try:
            while not found.is_end:
                if found.games and not games and isinstance(place, Output):
                    place.part(is_needed=self._swallows and found.is_bare)
                place.take(found.changes)
                games += found.games
                self._swallows = found.swallows if found.games else self._swallows
                self.copies += found.copies
                self._tell_faults(source, found)
                found = next(others)
            if number not in self._unread:
                place.end()
        finally:
            place.close()
        if isinstance(place, Output):
            self._wrote = place.wrote
        del self._open[number]
        self.files += 1
        self.games += games
        if number not in self._unread:
            self._say_of_a_file(source, place, games)

    def _place(self, source: Source, byte_order_mark: bytes) -> Place:
        if self.mode in PLACES:
            return PLACES[self.mode](source, byte_order_mark, self._write)
        return Output(source, byte_order_mark, self._write, follows=self._wrote)

    # Talk.

    def _complain(self, error: SpokenError) -> None:
        self.env.complain(visible(self.env.words.say(error.phrase)))
        self._statuses.append(ExitStatus.UNREADABLE)

    def _tell_faults(self, source: Source, found: Formatted) -> None:
        words, path = self.env.words, source.path
        for line, fault in found.faults:
            told = words("{path}:{line}: {problem}", path=path, line=line, problem=fault)
            self.env.complain(visible(told))
            self._statuses.append(ExitStatus.UNREADABLE)

    def _say_of_a_file(self, source: Source, place: Place, games: int) -> None:
        env, path = self.env, visible(source.path)
        if place.failure is not None:
            why = env.words.say(place.failure)
            env.complain(env.words("{path}: not formatted: {why}", path=path, why=why))
            self._statuses.append(ExitStatus.UNREADABLE)
            return
        self.changed += place.changed
        if self._verbose and self.mode == "output":
            number = env.words.plural("{number} game", "{number} games", games)
            env.say(env.words("{path}: {number}", path=path, number=number))
        elif self._verbose:
            said = self._changes() if place.changed else env.words("stays as it is")
            env.say(env.words("{path}: {said}", path=path, said=said))
        elif not games and not self._quiet:
            env.say(env.words("{path}: no games", path=path))

    def _changes(self) -> str:
        words = self.env.words
        return words("changed") if self.mode == "in-place" else words("would change")

    def _conclude(self) -> None:
        """Say what was copied, and the closing line."""
        words = self.env.words
        if self.copies:
            self.env.say(
                words.plural(
                    "{number} game cannot be written anew and stays as it is",
                    "{number} games cannot be written anew and stay as they are",
                    self.copies,
                )
            )
        games = words.plural("{number} game", "{number} games", self.games)
        files = words.plural("{number} file", "{number} files", self.files)
        if self.mode == "output":
            self.env.say(words("{games} in {files}", games=games, files=files))
            return
        changed = (
            words.plural("{number} file changed", "{number} files changed", self.changed)
            if self.mode == "in-place"
            else words.plural(
                "{number} file would change", "{number} files would change", self.changed
            )
        )
        self.env.say(
            words("{games} in {files}; {changed}", games=games, files=files, changed=changed)
        )
