"""From one format of games to another: a file a format, and the list of them.

Whatever is read becomes PDN first, game by game, so that every format is written from the same
thing, a `Played` game. A format is a row of `FORMATS` and a module of its name, with

* `Reader`, if it is read: how an input is cut into blocks, and how one becomes PDN; and
  `looks_like(head)`: whether an input with these first bytes is of it;
* `Writer`, if it is written: how games become text.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from damas_cli.language import Phrase, SpokenError, Words
from damas_cli.pdn.blocks import Block
from damas_cli.pdn.model import Game

from .options import ConvertOptions

if TYPE_CHECKING:
    from .played import Played


class Format(NamedTuple):
    """What is known of a format before its module is loaded."""

    #: What the names of its files end in.
    suffixes: tuple[str, ...]
    reads: bool = True
    writes: bool = True


#: In the order in which an input is asked what it looks like; what is nothing else is PDN.
FORMATS = {
    "fen": Format((".fen",)),
    "jsonl": Format((".jsonl", ".ndjson")),
    "json": Format((".json",)),
    "csv": Format((".csv",), reads=False),
    "parquet": Format((".parquet",), reads=False),
    "text": Format((".txt", ".ouv")),
    "pdn": Format((".pdn",)),
    "svg": Format((".svg",), reads=False),
    "html": Format((".html", ".htm"), reads=False),
}
#: What the names of packed files end in, behind their format's.
PACKED = (".gz", ".zst", ".zip")
#: What has no other name or look.
DEFAULT = "pdn"


class NotUnderstood(SpokenError):
    """A part of an input that is not of its format; `line`, from 1, counts within its block."""

    def __init__(self, line: int, problem: Phrase) -> None:
        super().__init__(problem)
        self.line = line


class NotInOneFile(SpokenError):
    """The output of a format that takes more than one file was to go into one."""


class Reader:
    """How a format is read."""

    def __init__(self, options: ConvertOptions) -> None:
        self.options = options

    def blocks(self, path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
        """Cut an input, which is called `path`, where its games end; in the parent process."""
        raise NotImplementedError

    def split(self, block: Block) -> list[Block]:
        """Return the games of a block as a block each, or what comes nearest to that.

        Only asked of a block that a worker did not survive.
        """
        raise NotImplementedError

    def to_pdn(self, data: bytes, faults: list[NotUnderstood]) -> bytes:
        """Return the games of a block as PDN; what is no game is noted in `faults`."""
        raise NotImplementedError

    def texts(self, data: bytes, faults: list[NotUnderstood]) -> Iterator[tuple[int, bytes]]:
        """Yield the PDN of a block in parts, each with its line in the block, from 1.

        A part is read by itself: a broken game, or one without an end, takes nothing of the next.
        """
        yield 1, self.to_pdn(data, faults)


class Writer:
    """How a format is written.

    `begin`, `separator` and `end` are written by the parent process, games anywhere.

    Attributes:
        remarks: how many games something is to be said of at the end, by a key of `REMARKS` in
            `damas_cli.cli.convert_talk`.
    """

    #: What stands between two games.
    separator: bytes = b""
    #: Whether the output may be a folder of files.
    fills_folders: bool = False
    #: Whether PDN is written anew by `block`, with what stands between its games.
    rewrites: bool = False

    def __init__(self, options: ConvertOptions, words: Words) -> None:
        self.options = options
        self.words = words
        self.remarks: Counter[str] = Counter()

    def parts(self, game: Game, data: bytes, before: str) -> bytes:
        """Return what has to stand before a game, written as `data`, so that it is one of its own.

        `before` is what `takes_in` said of the game before it.
        """
        return b""

    def takes_in(self, data: bytes) -> str:
        """Return why the last game, written as `data`, might take in the one after it.

        Empty if it cannot.
        """
        return ""

    def begin(self) -> bytes:
        """Return what stands before all games."""
        return b""

    def game(self, played: Played) -> bytes:
        """Return what is written of a game."""
        raise NotImplementedError

    def block(self, block: Block, games: Sequence[Game]) -> bytes:
        """Return what is written of a block of PDN, which goes on where the one before it ended."""
        raise NotImplementedError

    def end(self) -> bytes:
        """Return what stands after all games."""
        return b""

    def assemble(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Make the output of what `begin`, the games and `end` gave, in the parent process.

        Raises:
            NotInOneFile: it takes several files.
        """
        return pieces

    def files(self, pieces: Iterator[bytes]) -> Iterator[tuple[str, bytes]]:
        """Make the names and contents of files in a folder, as `assemble` makes one output."""
        raise NotImplementedError


def load(name: str) -> ModuleType:
    """Return the module of the format `name`, one of `FORMATS`."""
    return import_module(f"{__name__}.{name}")


def readable() -> list[str]:
    """Return the formats that can be read."""
    return [name for name, form in FORMATS.items() if form.reads]


def writable() -> list[str]:
    """Return the formats that can be written."""
    return [name for name, form in FORMATS.items() if form.writes]


def format_of_name(path: str, formats: Iterable[str]) -> str | None:
    """Return which of `formats` the name of a file tells, None if none.

    >>> format_of_name("Torneo.PDN", ["pdn"]), format_of_name("torneo.pdn.gz", ["pdn"])
    ('pdn', 'pdn')
    """
    name = os.path.basename(path).lower()
    for packed in PACKED:
        name = name.removesuffix(packed)
    for one in formats:
        if name.endswith(FORMATS[one].suffixes):
            return one
    return None


def format_of_content(head: bytes, formats: Iterable[str]) -> str:
    """Return which of `formats` an input looks like that begins with `head`."""
    for name in formats:
        looks_like = getattr(load(name), "looks_like", None)
        if looks_like is not None and looks_like(head):
            return name
    return DEFAULT
