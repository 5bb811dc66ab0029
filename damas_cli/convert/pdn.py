"""The format `pdn`: Portable Draughts Notation, as PDN 3.0 writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.pdn.blocks import Block, blocks_of
from damas_cli.pdn.writer import write_game

from . import NotUnderstood
from . import Reader as BaseReader
from . import Writer as BaseWriter
from .played import Played


class Reader(BaseReader):
    """The reader."""

    def blocks(self, path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
        """Cut where games end."""
        return blocks_of(path, chunks)

    def split(self, block: Block) -> list[Block]:
        """Return the games of the block."""
        return block.single_games()

    def to_pdn(self, data: bytes, faults: list[NotUnderstood]) -> bytes:
        """Return the block as it is."""
        return data


class Writer(BaseWriter):
    """The writer: what could not be read whole is copied as it stands."""

    def game(self, played: Played) -> bytes:
        """Return the game and an empty line."""
        if not played.is_whole:
            return played.game.raw.strip() + b"\n\n"
        return write_game(played.game).encode()
