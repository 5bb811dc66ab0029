"""What a worker does with a block of an archive, whatever is asked: from games to an answer."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from damas_cli.check.regulation import Rulebook
from damas_cli.convert import DEFAULT
from damas_cli.convert.inputs import Fault, games_in, labelled, reader, unlabelled
from damas_cli.convert.options import ConvertOptions
from damas_cli.convert.pdn_format import BLANKS, leading_comments
from damas_cli.language import Phrase
from damas_cli.pdn.blocks import REST, Block
from damas_cli.pdn.model import Game, Problem
from damas_cli.pdn.skimming import skimmed
from damas_cli.rules.variant import Variant

from .joining import joins_of


@dataclass(frozen=True, slots=True)
class ArchiveOptions:
    """What all questions are asked with.

    Attributes:
        variant: the rules of all games, whatever their GameType; None to go by that.
        language: of what is said to people, `en` or `es`.
    """

    variant: Variant | None = None
    language: str = "en"


class Entry:
    """A game of a block.

    Attributes:
        game: the game.
        number: its number among the games of the block, from 1.
        path: the file that it comes from, as it is shown.
        text: what is written of it to a PDN file: as it stands, without blanks around it.
    """

    __slots__ = ("_line", "game", "number", "path", "text")

    def __init__(
        self, game: Game, number: int, path: str, text: bytes, line: int | None = None
    ) -> None:
        """Take a game; `line` is its line in the file, None to count it from the game."""
        self.game = game
        self.number = number
        self.path = path
        self.text = text
        self._line = line

    @property
    def line(self) -> int:
        """The line of the file that the game begins in."""
        if self._line is not None:
            return self._line
        tape = self.game.tape
        return self.game.locate(tape[1] if len(tape) else 0)[0]

    @property
    def offset(self) -> int:
        """How many bytes stand before `text` in the file, which is one of PDN."""
        raw = self.game.raw
        start = 0 if raw.lstrip(BLANKS).startswith(b"[") else _behind(self.game)
        return self.game.offset + len(raw) - len(raw[start:].lstrip(BLANKS))

    @property
    def joins(self) -> int:
        """What a `Joiner` has to know of the game."""
        return joins_of(self.game, self.text)


@dataclass
class Reply:
    """What became of a block.

    Attributes:
        path: of the file that it is from.
        payload: the answer; None if there is none.
        begins: whether the file begins with it.
        games: how many games it has.
        before: how many games of the file come before; the parent counts them.
        broken: how many of its games could not be read whole.
        size: how many bytes of the file it is made of.
        rest: text that belongs to the last game before: the rest of one that is too large, or a
            comment behind it.
        faults: what is no game: the line in the file, and what is wrong.
        lost: how many games no worker survived.
    """

    path: str
    payload: object = None
    begins: bool = False
    games: int = 0
    before: int = 0
    broken: int = 0
    size: int = 0
    rest: bytes = b""
    faults: list[Fault] = field(default_factory=list)
    lost: int = 0

    def to_bytes(self) -> bytes:
        """Return all of it as bytes, for the way between processes."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    @staticmethod
    def from_bytes(data: bytes) -> Iterator[Reply]:
        """Yield what `to_bytes` made into bytes, which may stand one after the other."""
        stream = BytesIO(data)
        while stream.tell() < len(data):
            yield pickle.load(stream)


class ArchiveTask:
    """A question: the task that `damas_cli.batch` hands out. Subclasses say what `work` does."""

    def __init__(self, options: ArchiveOptions) -> None:
        self.options = options

    def __getstate__(self) -> dict[str, object]:
        """Leave out what each process makes for itself."""
        cached = vars(type(self)), vars(ArchiveTask)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not any(isinstance(found.get(name), cached_property) for found in cached)
        }

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules that games are played by."""
        return Rulebook(self.options.variant)

    @cached_property
    def reading(self) -> ConvertOptions:
        """What the readers of formats have to know."""
        return ConvertOptions(variant=self.options.variant, language=self.options.language)

    def work(self, entries: Iterator[Entry]) -> object:
        """Return the answer for the games of a block, which can be pickled; runs in a worker."""
        raise NotImplementedError

    def lost(self, entry: Entry) -> object:
        """Return the answer for a game that killed its worker, of which there is but the text."""
        return None

    def __call__(self, block: bytes) -> bytes:
        """Return the `Reply` to a block as bytes."""
        source, found = unlabelled(block)
        reply = Reply(found.path, begins=found.offset == 0, size=len(found.data))
        if found.has_games:
            entries = self._entries(source, found, reply)
            reply.payload = self.work(entries)
            # Whatever was not asked of them, games count.
            for _ in entries:
                pass
        else:
            reply.rest = found.data
        return reply.to_bytes()

    def _entries(self, source: str, block: Block, reply: Reply) -> Iterator[Entry]:
        if source == DEFAULT:
            yield from _as_they_stand(block, skimmed(block), reply)
            return
        games = games_in(source, block, self.reading, 1, reply.faults)
        for number, (game, line) in enumerate(games, 1):
            reply.games += 1
            reply.broken += bool(game.problems)
            yield Entry(game, number, block.path, game.raw.strip(BLANKS), line)

    def split(self, block: bytes) -> list[bytes]:
        """Return the block's games as a block each."""
        source, found = unlabelled(block)
        return [labelled(source, part) for part in reader(source, self.reading).split(found)]

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return the reply to a game that no worker survived."""
        _, found = unlabelled(block)
        reply = Reply(found.path, begins=found.offset == 0, size=len(found.data))
        if found.has_games:
            reply.games = reply.broken = reply.lost = 1
            reply.faults = [(found.line, reason)]
            problem = Problem("S006", 0, len(found.data), "gave-up")
            tape = array("I")
            game = Game(found.data, 1, found.offset, tape, 0, (problem,), found.line, 0)
            reply.payload = self.lost(Entry(game, 1, found.path, found.data.strip(BLANKS)))
        else:
            reply.rest = found.data
        return reply.to_bytes()


def _as_they_stand(block: Block, games: Iterable[Game], reply: Reply) -> Iterator[Entry]:
    """Yield the games of a block of PDN, each with all that belongs to it in the file.

    A comment behind the end of a game, in the same line, is that game's; so is what follows the
    last game of a file.
    """
    held: Entry | None = None
    path = block.path
    for number, game in enumerate(games, 1):
        reply.games = number
        if game.problems:
            reply.broken += 1
        text = game.raw.strip(BLANKS)
        # Most games begin with a tag, after nothing but blanks.
        if not text.startswith(b"[") and (start := _behind(game)):
            behind = game.raw[:start].rstrip(BLANKS)
            text = game.raw[start:].strip(BLANKS)
            if held is None:
                reply.rest = behind
            else:
                held.text += behind
        if held is not None:
            yield held
        held = Entry(game, number, path, text)
    if held is None:
        reply.rest = block.data
        return
    if block.follows == REST:
        held.text = block.data[_behind(held.game) :].lstrip(BLANKS)
    else:
        end = held.game.offset - block.offset + len(held.game.raw)
        held.text += block.data[end:].rstrip(BLANKS)
    yield held


def _behind(game: Game) -> int:
    """Return where comments end that stand before `game` and belong to the game before it."""
    behind = leading_comments(game, behind=True)
    return behind[-1][2] if behind else 0
