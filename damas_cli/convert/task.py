"""A block of games converted: what a worker does, from bytes to bytes."""

from __future__ import annotations

import pickle
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Phrase, words_of
from damas_cli.pdn.blocks import Block, games_of
from damas_cli.pdn.model import Game, Problem

from . import DEFAULT, Writer, load
from .inputs import Fault, games_in, labelled, reader, unlabelled
from .options import ConvertOptions
from .pdn_joins import BROKEN, STAR
from .played import Played


@dataclass
class Converted:
    """What became of a block.

    Attributes:
        path: of the file that it is from.
        games: how many there are.
        incomplete: how many of them could not be read whole.
        data: what the format makes of them; their numbers are not settled yet.
        faults: what is no game, or was none for us: the line in the file, and what is wrong.
        lost: whether no worker survived it.
        remarks: how many games something is to be said of, by what it is.
        parts: what has to stand before the first game, by why the one before might take it in.
        takes_in: why the last game might take in the one after it.
        size: how many bytes of the input it is made of.
        goes_on: whether the data follow those of the block before without a separator.
    """

    path: str
    games: int = 0
    incomplete: int = 0
    data: bytes = b""
    faults: list[Fault] = field(default_factory=list)
    lost: bool = False
    remarks: Counter[str] = field(default_factory=Counter)
    parts: dict[str, bytes] = field(default_factory=dict)
    takes_in: str = ""
    size: int = 0
    goes_on: bool = False

    def to_bytes(self) -> bytes:
        """Return all of it as bytes, for the way between processes."""
        return pickle.dumps(self)

    @staticmethod
    def from_bytes(data: bytes) -> Iterator[Converted]:
        """Yield what `to_bytes` made into bytes, which may stand one after the other."""
        stream = BytesIO(data)
        while stream.tell() < len(data):
            yield pickle.load(stream)


class ConvertTask:
    """Turns blocks of any format into a given one: the task that `damas_cli.batch` hands out."""

    def __init__(self, target: str, options: ConvertOptions, first_number: int) -> None:
        """Write the format `target`; the games of each block count from `first_number`."""
        self.target = target
        self.options = options
        self.first_number = first_number

    def __getstate__(self) -> dict[str, object]:
        names = ("target", "options", "first_number")
        return {name: self.__dict__[name] for name in names}

    @cached_property
    def _writer(self) -> Writer:
        writer: Writer = load(self.target).Writer(self.options, words_of(self.options.language))
        return writer

    @cached_property
    def _rulebook(self) -> Rulebook:
        return Rulebook(self.options.variant)

    def __call__(self, block: bytes) -> bytes:
        """Return what the format makes of a block's games, a `Converted` as bytes."""
        return self._convert(*unlabelled(block)).to_bytes()

    def _convert(self, source: str, block: Block) -> Converted:
        if self._rewrites(source):
            converted = self._rewritten(block)
        else:
            converted = self._written(source, block)
        converted.remarks.update(self._writer.remarks)
        converted.size = len(block.data)
        self._writer.remarks.clear()
        return converted

    def _rewrites(self, source: str) -> bool:
        """Tell whether blocks are written as a whole, not game by game."""
        return source == DEFAULT and self._writer.rewrites

    def _rewritten(self, block: Block) -> Converted:
        games = list(games_of(block))
        incomplete = sum(bool(game.problems) for game in games)
        data = self._writer.block(block, games)
        converted = Converted(block.path, len(games), incomplete, data, goes_on=block.offset > 0)
        if games:
            converted.parts = self._parts(games[0], data)
            last = games[-1].raw if games[-1].problems else data
            converted.takes_in = self._writer.takes_in(last)
        return converted

    def _written(self, source: str, block: Block) -> Converted:
        converted = Converted(block.path)
        written: list[bytes] = []
        for game, line in games_in(
            source, block, self.options, self.first_number, converted.faults
        ):
            played = Played(game, self._rulebook, (block.path, line))
            converted.games += 1
            converted.incomplete += not played.is_whole
            converted.remarks["too-large"] += any(p.reason == "too-large" for p in game.problems)
            data = self._writer.game(played)
            if not written:
                converted.parts = self._parts(game, data)
            elif converted.takes_in:
                data = self._writer.parts(game, data, converted.takes_in) + data
            converted.takes_in = self._writer.takes_in(data)
            written.append(data)
        converted.data = self._writer.separator.join(written)
        return converted

    def _parts(self, game: Game, data: bytes) -> dict[str, bytes]:
        """Return what has to stand before a block's first game, by what came before."""
        found = {why: self._writer.parts(game, data, why) for why in (BROKEN, STAR)}
        return {why: parts for why, parts in found.items() if parts}

    def split(self, block: bytes) -> list[bytes]:
        """Return the block's games as a block each."""
        source, games = unlabelled(block)
        parts = reader(source, self.options).split(games)
        return [labelled(source, part) for part in parts]

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return what is written of a game that no worker survived: its text, as it stands."""
        source, game = unlabelled(block)
        converted = Converted(game.path)
        if game.has_games:
            converted = Converted(game.path, 1, 1, faults=[(game.line, reason)], lost=True)
        converted.size = len(game.data)
        if self._rewrites(source):
            converted.data = game.data
            converted.goes_on = game.offset > 0
        elif game.has_games:
            converted.data = self._unread(game)
        return converted.to_bytes()

    def _unread(self, game: Block) -> bytes:
        """Return what is written of a game that could not be read."""
        problem = Problem("S006", 0, len(game.data), "gave-up")
        unread = Game(
            game.data, self.first_number, game.offset, array("I"), 0, (problem,), game.line, 0
        )
        return self._writer.game(Played(unread, self._rulebook))
