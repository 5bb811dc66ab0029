"""The format `pdn`: Portable Draughts Notation, as PDN 3.0 writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Words
from damas_cli.pdn.blocks import Block, blocks_of

from . import NotUnderstood
from . import Reader as BaseReader
from . import Writer as BaseWriter
from .numbering import Conversion
from .options import ConvertOptions
from .pdn_format import Formatter, Layout
from .pdn_joins import APART, is_bare, swallows
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
    """The writer: as `damas fmt` writes; what could not be read whole is copied as it stands."""

    #: The empty line between two games.
    separator = b"\n"

    def __init__(self, options: ConvertOptions, words: Words) -> None:
        super().__init__(options, words)
        conversion = None
        if options.gametype is not None or options.numbering is not None:
            conversion = Conversion(options.gametype, options.numbering)
        self._is_converting = conversion is not None
        self._is_copy = False
        self._formatter = Formatter(
            Rulebook(options.variant), Layout(), conversion, options.from_numbering
        )

    def game(self, played: Played) -> bytes:
        """Return the game, with what ends its last line."""
        written = self._formatter.written(played.game)
        self._is_copy = written.is_copy
        if self._is_converting and not written.is_converted and not written.is_copy:
            self.remarks["numbering"] += 1
        return written.text + b"\n"

    def parts(self, played: Played) -> bytes:
        """Return a tag for a game that has none."""
        return APART if is_bare(played.game) else b""

    def takes_in(self, played: Played, data: bytes) -> bool:
        """Tell whether the game, the last one that was written, might take in the one after it."""
        return self._is_copy and swallows(data)
