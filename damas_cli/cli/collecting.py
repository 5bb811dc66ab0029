"""What `dedupe`, `sort`, `split` and `merge` share: games flow from files into a sink."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..archive.collecting import Output, Sink
from ..archive.spill import SpillError
from ..archive.task import Reply
from ..check.reporters import visible
from .archive_run import ArchiveRun, fault_of_output
from .environment import Environment
from .output_file import OutputFileError, written
from .status import ExitStatus, highest

#: What gives the bytes of games to where they go, and what sees that they arrive.
Writing = tuple[Callable[[bytes], object], Callable[[], object]]


class NothingRead(Exception):
    """No file could be read: what would be written over stays."""


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
    for item in reply.payload or ():  # type: ignore[attr-defined]
        if item.place is not None and reply.before:
            place = item.place._replace(number=item.place.number + reply.before)
            item = item._replace(place=place)
        sink.add(item)


@contextmanager
def output_of(env: Environment, path: str | None) -> Iterator[Output]:
    """Give the sink that writes to the file `path`, or to standard output.

    Raises:
        OutputFileError: the system refuses.
        OutputError: standard output refuses.
    """
    if path is None:
        yield Output(env.write, env.flush)
        return
    with written(path) as write:
        yield Output(write, _nothing)


def _nothing() -> None:
    """Do nothing: a file is there when it is whole."""


def collected(
    env: Environment,
    run: ArchiveRun,
    work: Callable[[], None],
    output: str | None,
) -> ExitStatus:
    """Do `work`, which pours; return the status, when what can go wrong has been told."""
    try:
        work()
    except NothingRead:
        pass
    except SpillError as error:
        env.complain(visible(env.words.say(error.phrase)))
        return ExitStatus.UNREADABLE
    except OutputFileError as error:
        return fault_of_output(env, output or "", error.phrase)
    return highest(run.statuses)
