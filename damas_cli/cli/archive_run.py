"""What the commands that ask an archive do with their files: a task goes out, replies come back."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from ..archive.task import ArchiveTask, Reply
from ..batch import run_in_order
from ..check.reporters import visible
from ..convert.inputs import labelled_blocks
from ..language import Phrase
from ..pdn.sources import Source, SourceError, open_sources
from .environment import Environment
from .output_file import refuse_as_output
from .progress import Progress
from .status import ExitStatus


class ArchiveRun:
    """One run of a task over files.

    Attributes:
        games: how many games came so far.
        broken: how many of them could not be read whole.
        statuses: of what could not be read.
    """

    def __init__(
        self,
        env: Environment,
        task: ArchiveTask,
        *,
        jobs: int | None = 1,
        source_format: str | None = None,
        quiet: bool = False,
        outputs: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Prepare it; `outputs` are files that must not be among those to read.

        Each comes with the option that names it.
        """
        self.env = env
        self.task = task
        self.jobs = jobs
        self.source_format = source_format
        self.quiet = quiet
        self.outputs = outputs
        self.games = 0
        self.broken = 0
        self.statuses: list[ExitStatus] = []

    def replies(self, paths: Sequence[str]) -> Generator[Reply | None, None, None]:
        """Yield the replies in the order of the input; None where the input pauses.

        Close the generator to end early.
        """
        games_of_file = 0
        results = run_in_order(self.task, self._blocks(paths), self.jobs)
        with Progress.over(self.env, paths, quiet=self.quiet) as progress:
            try:
                for result in results:
                    if not result:
                        yield None
                    for reply in Reply.from_bytes(result):
                        games_of_file = 0 if reply.begins else games_of_file
                        reply.before = games_of_file
                        games_of_file += reply.games
                        self._count(reply)
                        progress.advance(reply.size)
                        yield reply
            finally:
                results.close()

    def _count(self, reply: Reply) -> None:
        self.games += reply.games
        self.broken += reply.broken
        for line, fault in reply.faults:
            words = self.env.words
            told = words("{path}:{line}: {problem}", path=reply.path, line=line, problem=fault)
            self.env.complain(visible(told))
            self.statuses.append(ExitStatus.UNREADABLE)
        if reply.lost:
            self.statuses.append(ExitStatus.INTERNAL_ERROR)

    def _blocks(self, paths: Sequence[str]) -> Iterator[bytes]:
        for source in open_sources(paths, stdin=self.env.stdin):
            try:
                if isinstance(source, SourceError):
                    raise source
                self._refuse_outputs(source)
                yield from labelled_blocks(source, self.source_format, self.task.reading)
            except SourceError as error:
                self._complain(error)

    def _refuse_outputs(self, source: Source) -> None:
        for option, path in self.outputs:
            refuse_as_output(self.env, option, path, source)

    def _complain(self, error: SourceError) -> None:
        self.env.complain(visible(self.env.words.say(error.phrase)))
        self.statuses.append(ExitStatus.UNREADABLE)


def fault_of_output(env: Environment, path: str, reason: Phrase) -> ExitStatus:
    """Say that a file cannot be written, and return the status of that."""
    env.complain(env.words("cannot write {path}: {reason}", path=visible(path), reason=reason))
    return ExitStatus.UNREADABLE
