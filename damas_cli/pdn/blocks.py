"""A file in blocks of whole games, so that several processes can work on it."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .model import Game
from .reader import read_games


class Block(NamedTuple):
    """Whole games of one file."""

    data: bytes
    path: str = "-"
    offset: int = 0
    line: int = 1

    def to_bytes(self) -> bytes:
        """Return the block as bytes."""
        return pickle.dumps(tuple(self))

    @classmethod
    def from_bytes(cls, data: bytes) -> Block:
        """Return the block that `to_bytes` made into `data`."""
        return cls(*pickle.loads(data))

    def single_games(self) -> list[Block]:
        """Return a block for each game of this one."""
        return [Block(game.raw, self.path, game.offset) for game in games_of(self)]


def games_of(block: Block, first_number: int = 1) -> Iterator[Game]:
    """Yield the games of a block, numbered from `first_number`."""
    for game in read_games([block.data]):
        game.number += first_number - 1
        yield game


def blocks_of(path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
    """Cut a file into blocks."""
    data = b"".join(chunks)
    if data:
        yield Block(data, path)
