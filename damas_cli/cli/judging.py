"""What `damas check` does with its files: they go out in blocks, and reports come back in order."""

from __future__ import annotations

import contextlib
import os
import stat
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING

from ..batch import run_in_order
from ..check.judge import Judge, Judged, Lost, results_of
from ..check.reporters import Look, reporter, visible
from ..check.tally import Tally
from ..language import Phrase
from ..pdn.blocks import blocks_of
from ..pdn.sources import UTF_16_MARKS, Source, SourceError, open_sources
from .check_options import CheckOptions
from .check_talk import complain_of_lost_game, say_what_a_file_had, say_what_fits
from .environment import Environment, OutputError
from .progress import Progress
from .rules_option import bad
from .status import ExitStatus

if TYPE_CHECKING:
    from .fixing import Mender

Write = Callable[[bytes], object]


class _File:
    """A file as far as its results are in."""

    __slots__ = ("encoding_told", "lost", "misfits", "path", "tally")

    def __init__(self, path: str) -> None:
        self.path = path
        self.tally = Tally()
        self.tally.files = 1
        self.lost = 0
        self.encoding_told = False
        self.misfits: Counter[str] = Counter()


class Judging:
    """One run.

    Blocks go out ahead of their results. What else is to be said in between, of the files that
    begin, end or cannot be read, waits in `_events` until the results before it are in.

    Attributes:
        total: what was counted, in all.
    """

    def __init__(self, env: Environment, write: Write, options: CheckOptions) -> None:
        self.env = env
        self.write = write
        self.options = options
        self.total = Tally()
        look = self._look()
        self._report = reporter(options.output_format, look, statistics=options.statistics)
        self._judge = Judge(
            output_format=options.output_format,
            look=look,
            statistics=options.statistics,
            variant=options.variant,
            no_progress_each=options.no_progress_each,
            selection=options.selection(),
            parser=options.parser,
        )
        # None stands for a block, or a pause, whose result has to come first.
        self._events: deque[Callable[[], None] | None] = deque()
        self._sizes: deque[int] = deque()
        self._file = _File("")
        self._statuses: list[ExitStatus] = []
        self._progress = Progress(env, None, quiet=True)

    def _look(self) -> Look:
        env, colour = self.env, self.options.colour
        if self.write != env.write:
            return Look(env.words, colour == "always")
        return Look(env.words, env.wants_colour(colour), env.stdout_is_terminal)

    def run(self, paths: list[str]) -> list[ExitStatus]:
        """Judge and report all; return the statuses of what could not be read or judged."""
        mender = self._mender()
        self._progress = Progress.over(self.env, paths, quiet=self.options.quiet)
        self._print(self._report.begin())
        blocks = self._blocks(paths, mender)
        results = run_in_order(self._judge, blocks, self.options.jobs)
        try:
            for result in results:
                self._attend()
                self._take(result)
                self._progress.advance(self._sizes.popleft())
        finally:
            self._progress.hide()
            results.close()
            blocks.close()
        self._attend()
        self._print(self._report.end(self.total))
        if mender is not None:
            self._statuses += mender.conclude(quiet=self.options.quiet)
        return self._statuses

    def _mender(self) -> Mender | None:
        """Return what fixes the sources before they are judged, if that is wanted."""
        if not self.options.fix:
            return None
        from .fixing import Mender

        return Mender(self.env, self.options)

    # ---- out

    def _blocks(self, paths: list[str], mender: Mender | None) -> Generator[bytes, None, None]:
        """Yield the blocks of all that can be read, and note what is to be said of the rest."""
        stdin, name = self.env.stdin, self.options.stdin_filename
        for source in open_sources(paths, stdin=stdin, stdin_filename=name):
            try:
                if isinstance(source, SourceError):
                    raise source
                self._refuse_as_output(source)
                if mender is not None:
                    # What it says comes after what was found in the files before.
                    yield self._pause()
                    source = mender.fix(source)
                self._note(self._begin, source.path)
                yield from self._blocks_of(source)
                self._note(self._conclude)
            except SourceError as error:
                self._note(self._complain, error)
            self._note(self._print_end)

    def _blocks_of(self, source: Source) -> Iterator[bytes]:
        byte_order_mark, chunks = source.marked_chunks()
        utf_16 = byte_order_mark in UTF_16_MARKS
        for block in blocks_of(source.path, chunks, parser=self.options.parser):
            if block.data:
                self._events.append(None)
                self._sizes.append(len(block.data))
                yield self._judge.block(block, utf_16=utf_16)
            else:
                yield self._pause()

    def _pause(self) -> bytes:
        self._events.append(None)
        self._sizes.append(0)
        return b""

    def _note(self, event: Callable[..., None], *arguments: object) -> None:
        self._events.append(lambda: event(*arguments))

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

    # ---- in

    def _attend(self) -> None:
        """Do what was noted before the next result."""
        while self._events and (event := self._events.popleft()) is not None:
            event()

    def _begin(self, path: str) -> None:
        self._file = _File(path)
        self.total.files += 1

    def _take(self, data: bytes) -> None:
        """Report a result; an empty one says that the input pauses."""
        if not data and self.write == self.env.write:
            self.env.flush()
        for result in results_of(data):
            if isinstance(result, Lost):
                self._take_lost(result)
            else:
                self._take_judged(result)

    def _take_judged(self, judged: Judged) -> None:
        file = self._file
        before = file.tally.games + file.lost
        for part in judged.parts(encoding_told=file.encoding_told):
            text = self._judge.numbers.settle(part.text, before).decode()
            self._print(self._report.add(file.path, text, part.tally))
            file.tally.merge(part.tally)
            self.total.merge(part.tally)
        file.encoding_told = file.encoding_told or judged.tells_encoding
        file.misfits.update(judged.misfits)

    def _take_lost(self, lost: Lost) -> None:
        file = self._file
        file.lost += 1
        number = file.tally.games + file.lost
        complain_of_lost_game(self.env, file.path, lost.line, number, lost.reason)
        self._statuses.append(ExitStatus.INTERNAL_ERROR)

    def _conclude(self) -> None:
        """Say what there is to say of a file that was read to its end."""
        env, file, quiet = self.env, self._file, self.options.quiet
        if file.misfits and not quiet:
            say_what_fits(env, file.path, file.misfits)
        if self.options.verbose:
            say_what_a_file_had(env, file.path, file.tally.games, file.tally.findings)
        elif not file.tally.games + file.lost and not quiet:
            env.say(env.words("{path}: no games", path=visible(file.path)))

    def _complain(self, error: SourceError) -> None:
        self.env.complain(visible(self.env.words.say(error.phrase)))
        self._statuses.append(ExitStatus.UNREADABLE)

    def _print_end(self) -> None:
        self._print(self._report.end_file())

    def _print(self, pieces: Iterable[str]) -> None:
        rest = iter(pieces)
        while (piece := _next(rest)) is not None:
            self.write(piece.encode("utf-8", "backslashreplace"))


def _next(pieces: Iterator[str]) -> str | None:
    """Return the next piece of a report, None after the last."""
    try:
        return next(pieces, None)
    except OSError as error:  # a temporary file of the reporter's
        raise OutputError(error) from error
