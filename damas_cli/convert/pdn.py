"""The format `pdn`: Portable Draughts Notation, as PDN 3.0 writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Words
from damas_cli.pdn.blocks import Block
from damas_cli.pdn.model import Game

from . import NotUnderstood
from . import Reader as BaseReader
from . import Writer as BaseWriter
from .numbering import Conversion
from .options import ConvertOptions
from .pdn_blocks import rewritten
from .pdn_format import Formatter, Layout
from .pdn_joins import APART, BROKEN, STAR, begins_anew, is_bare, swallows
from .pdn_whole import parts_of, whole
from .played import Played

_NEAR_END = 256


class Reader(BaseReader):
    """The reader."""

    def blocks(self, path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
        """Cut where games end; what is no game comes, too."""
        return whole(path, chunks)

    def split(self, block: Block) -> list[Block]:
        """Return the games of the block, and what else is in it."""
        return parts_of(block)

    def to_pdn(self, data: bytes, faults: list[NotUnderstood]) -> bytes:
        """Return the block as it is."""
        return data


class Writer(BaseWriter):
    """The writer: as `damas fmt` writes; what could not be read whole is copied as it stands."""

    #: The empty line between two games.
    separator = b"\n"
    rewrites = True

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
        self._remark([played.game], int(written.is_converted))
        return written.text + b"\n"

    def block(self, block: Block, games: Sequence[Game]) -> bytes:
        """Return the block with its comments between games where they are."""
        stretches = rewritten(block, games, self._formatter)
        self._is_copy = any(stretch.is_copy for stretch in stretches)
        self._remark(games, sum(stretch.is_converted for stretch in stretches))
        return b"".join(stretch.new for stretch in stretches)

    def _remark(self, games: Sequence[Game], converted: int) -> None:
        """Note how many games keep their squares; those that are broken are told anyway."""
        kept = sum(not game.problems for game in games) - converted
        if self._is_converting and kept:
            self.remarks["numbering"] += kept

    def parts(self, game: Game, data: bytes, before: str) -> bytes:
        """Return a tag for a game that has none and needs one."""
        if not before or not is_bare(game):
            return b""
        return b"" if before == STAR and begins_anew(data) else APART

    def takes_in(self, data: bytes) -> str:
        """Tell whether the last game is broken, or ends with a `*`."""
        if self._is_copy and swallows(data):
            return BROKEN
        # Comments may stand behind it.
        return STAR if b"*" in data[-_NEAR_END:] else ""
