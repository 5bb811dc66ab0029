"""Work on many blocks of games, in their order: in this process, or in several.

A task is sent to a worker once, blocks and results cross as bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from damas_cli.language import Phrase


class Task(Protocol):
    """What is done with each block: an instance of a class of a module, so that it can be pickled.

    Results have to be readable when several stand one after the other: a block that was split has
    those of its pieces, joined.
    """

    def __call__(self, block: bytes) -> bytes:
        """Return the result of a block; runs in a worker, or in this process."""

    def split(self, block: bytes) -> list[bytes]:
        """Return the games of a block that killed its worker, a block each; runs in the parent."""

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return the result of a game that killed its worker; runs in the parent."""


def run_in_order(task: Task, blocks: Iterable[bytes], jobs: int | None = None) -> Iterator[bytes]:
    """Yield the result of each block, in the order of the blocks.

    `jobs` says how many processes work; None leaves it to the number of processors and the size of
    the input. An empty block is no work: it comes back, empty, once all before it is done. Give one
    where the input pauses, so that nobody waits for what could be told.
    """
    for block in blocks:
        yield task(block) if block else b""
