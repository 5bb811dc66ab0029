"""Work on many blocks of games, in their order: in this process, or in several.

A task is sent to a worker once; blocks and results cross as bytes. What becomes of a block whose
worker dies is in `workers.py`: it is tried again, then game by game, and then given up, so that no
game is lost without a word.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from typing import Protocol

from damas_cli.language import Phrase

# Without a number of jobs, so much is worked on in this process: less is done before workers are.
ALONE = 4 << 20
# One process that cuts and writes feeds no more than these.
MOST_JOBS = 16


class Task(Protocol):
    """What is done with each block: an instance of a class of a module, so that it can be pickled.

    Results have to be readable when several stand one after the other: a block that was split has
    those of its pieces, joined.
    """

    def __call__(self, block: bytes, /) -> bytes:
        """Return the result of a block; runs in a worker, or in this process."""

    def split(self, block: bytes, /) -> list[bytes]:
        """Return the games of a block that killed its worker, a block each; runs in the parent."""

    def give_up(self, block: bytes, reason: Phrase, /) -> bytes:
        """Return the result of a game that killed its worker; runs in the parent."""


class Pending(Protocol):
    """A result that is being worked on."""

    @property
    def is_done(self) -> bool:
        """Whether `result` would not wait."""

    def result(self) -> bytes:
        """Wait for the result and return it, or raise what the task raised."""


class Engine(Protocol):
    """What works on blocks."""

    def submit(self, task: Task, block: bytes) -> Pending:
        """Take a block to work on, after those taken before."""

    @property
    def is_ready(self) -> bool:
        """Whether it could begin to work at once."""

    def close(self) -> None:
        """End the work, finished or not."""


class TaskFailed(Exception):
    """A task raised an exception in a worker, which is a fault of ours.

    Attributes:
        described: the exception in a line, with its place.
    """

    def __init__(self, described: str, traceback: str) -> None:
        super().__init__(described)
        self.described = described
        self.add_note(traceback)


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_order(
    task: Task, blocks: Iterable[bytes], jobs: int | None = None
) -> Generator[bytes, None, None]:
    """Yield the result of each block, in the order of the blocks.

    `jobs` says how many processes work; None leaves it to the number of processors and the size of
    the input. An empty block is no work: it comes back, empty, once all before it is done. Give one
    where the input pauses, so that nobody waits for what could be told.
    An exception of `blocks` is raised after the results of the blocks before it. Close the iterator
    to end the work early.
    """
    rest = iter(blocks)
    if jobs is None:
        jobs = min(processors(), MOST_JOBS)
        size = ALONE if jobs > 1 else None
        while (block := next(rest, None)) is not None and (size is None or size > 0):
            yield task(block) if block else b""
            size = None if size is None else size - len(block)
        if block is None:
            return
        rest = chain([block], rest)
        alone = True
    else:
        alone = False
    if jobs == 1:
        for block in rest:
            yield task(block) if block else b""
        return
    from .workers import Workers  # only here: it takes long to import

    engine = Workers(jobs)
    try:
        # While they start there is work to do, too; who wants so many wants them to do it.
        while alone and not engine.is_ready and (block := next(rest, None)) is not None:
            yield task(block) if block else b""
        yield from _in_window(task, rest, engine, 2 * jobs + 2)
    finally:
        engine.close()


def _in_window(task: Task, blocks: Iterator[bytes], engine: Engine, window: int) -> Iterator[bytes]:
    """Keep `window` blocks in work or done, and yield results in order."""
    waiting: deque[Pending] = deque()
    fault: Exception | None = None
    while True:
        try:
            block = next(blocks, None)
        except Exception as error:
            fault, block = error, None
        if not block:
            while waiting:
                yield waiting.popleft().result()
            if block is None:
                break
            yield block
            continue
        waiting.append(engine.submit(task, block))
        while waiting and (len(waiting) >= window or waiting[0].is_done):
            yield waiting.popleft().result()
    if fault is not None:
        raise fault
