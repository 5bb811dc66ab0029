"""What `dedupe`, `sort`, `split` and `merge` share: games flow from files into a sink."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from ..archive.collecting import Item, Output, Sink
from ..archive.spill import SpillError
from ..archive.task import Reply
from ..check.reporters import visible
from ..language import Phrase, system_reason
from .archive_options import STANDARD_STREAM
from .archive_run import ArchiveRun, fault_of_output
from .environment import Environment
from .output_file import OutputFileError, written
from .rules_option import bad
from .status import ExitStatus, highest


class NothingRead(Exception):
    """No file could be read: what would be written over stays."""


class Aim:
    """What is to be written where.

    Attributes:
        option: the option that names the file.
        path: the file, None for standard output.
    """

    __slots__ = ("option", "path")

    def __init__(self, path: str | None, option: str = "--output") -> None:
        self.path = path
        self.option = option

    @contextmanager
    def opened(self, env: Environment) -> Iterator[Callable[[bytes], object]]:
        """Give what takes the bytes; a file is there when the block ends, whole.

        Raises:
            AimError: the system refuses the file.
            OutputError: it refuses standard output.
        """
        if self.path is None:
            yield env.write
            return
        path = self.path
        try:
            with written(path) as write:

                def checked(data: bytes) -> None:
                    # Here, so that no other file that is open gets the blame.
                    try:
                        write(data)
                    except OSError as error:
                        raise AimError(path, system_reason(error)) from error

                yield checked
        except OutputFileError as error:
            raise AimError(path, error.phrase) from error


class AimError(Exception):
    """A file cannot be written."""

    def __init__(self, path: str, reason: Phrase) -> None:
        super().__init__(path)
        self.path = path
        self.reason = reason


def outputs(*aims: Aim | None) -> list[tuple[str, str]]:
    """Return the files of `aims` as an `ArchiveRun` takes them.

    Raises:
        typer.BadParameter: two of them are one file.
    """
    found = [(aim.option, aim.path) for aim in aims if aim is not None and aim.path is not None]
    seen: set[str] = set()
    for option, path in found:
        if os.path.realpath(path) in seen:
            raise bad(option, Phrase("is written already"))
        seen.add(os.path.realpath(path))
    return found


@contextmanager
def output_sink(env: Environment, aim: Aim) -> Iterator[Output]:
    """Give the sink that writes games there."""
    with aim.opened(env) as write:
        yield Output(write, env.flush if aim.path is None else _nothing)


def _nothing() -> None:
    """Do nothing: a file is there when it is whole."""


def pour(run: ArchiveRun, paths: Sequence[str], sink: Sink) -> None:
    """Give the games of files to `sink`, in their order.

    Raises:
        NothingRead: no game came, and something could not be read.
    """
    with contextlib.closing(run.replies(paths)) as replies:
        for reply in replies:
            if reply is None:
                sink.pause()
            else:
                _pour_reply(reply, sink)
    if run.statuses and not run.games:
        raise NothingRead
    sink.end()


def _pour_reply(reply: Reply, sink: Sink) -> None:
    if reply.rest:
        sink.more(reply.rest)
    for item in cast("list[Item]", reply.payload or []):
        if item.place is None or not reply.before:
            sink.add(item)
        else:
            place = item.place._replace(number=item.place.number + reply.before)
            sink.add(item._replace(place=place))


def ended(env: Environment, run: ArchiveRun, work: Callable[[], object]) -> ExitStatus:
    """Do `work`, tell what goes wrong, and return how it ended."""
    try:
        work()
    except NothingRead:
        pass
    except SpillError as error:
        env.complain(visible(env.words.say(error.phrase)))
        return ExitStatus.UNREADABLE
    except AimError as error:
        return fault_of_output(env, error.path, error.reason)
    return highest(run.statuses)


def aim_of(path: str | None, option: str = "--output") -> Aim:
    """Return the aim that a path means, which has been checked."""
    return Aim(None if path == STANDARD_STREAM else path, option)


def games_read(run: ArchiveRun) -> str:
    """Return how many games were read, and how many of them not whole, as it is said."""
    words = run.env.words
    told = words.plural("{number} game", "{number} games", run.games)
    if not run.broken:
        return told
    broken = words.plural(
        "{number} of them could not be read whole and stays as it is",
        "{number} of them could not be read whole and stay as they are",
        run.broken,
    )
    return words("{games}, {broken}", games=told, broken=broken)
