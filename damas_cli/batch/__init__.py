"""Many games, many processes: blocks of bytes in, bytes out, in the order of the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from damas_cli.language import Phrase


class Task(Protocol):
    """What is done with each block; an instance of a module's class, which can be pickled."""

    def __call__(self, block: bytes) -> bytes:
        """Return what becomes of a block; in a worker, or in this process."""

    def split(self, block: bytes) -> list[bytes]:
        """Return the games of a block that a worker did not survive, as a block each."""

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return what stands for the result of a game that no worker survived."""


def run_in_order(task: Task, blocks: Iterable[bytes], jobs: int | None = None) -> Iterator[bytes]:
    """Yield what `task` makes of each of `blocks`, in their order."""
    return map(task, filter(None, blocks))
