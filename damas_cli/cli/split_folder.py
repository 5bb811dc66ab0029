"""The files that `damas split` fills: all of them come to be at the end, or none."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count

from ..archive.collecting import Item
from ..archive.grouping import SUFFIX
from ..archive.joining import Joiner
from ..language import Phrase, SpokenError
from .output_file import OutputFileError

# So many bytes are held before they are written; one file at a time is open.
MEMORY = 1 << 25
_STEM = "games"


class FolderError(SpokenError):
    """The files cannot go into the folder."""


class _Part:
    """One file: how many games it has, and what is not written of it yet."""

    __slots__ = ("games", "held", "joiner", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.games = 0
        self.joiner = Joiner()
        self.held: list[bytes] = []


class Parts:
    """The sink that parts games: each goes to the file that `choose` names.

    With `folder` None nothing is written, and games are but counted.

    Attributes:
        parts: the files that there will be, by the names that `choose` gave.
    """

    def __init__(
        self, folder: str | None, choose: Callable[[Item], str], memory: int = MEMORY
    ) -> None:
        self.parts: dict[str, _Part] = {}
        self._folder = folder
        self._choose = choose
        self._memory = memory
        self._size = 0
        self._last: _Part | None = None
        self._before = b""

    def add(self, item: Item) -> None:
        """Take a game."""
        name = self._choose(item)
        part = self.parts.get(name)
        if part is None:
            part = self.parts[name] = _Part(len(self.parts) + 1)
        self._last = part
        part.games += 1
        if self._before:
            self._hold(part, part.joiner.more(self._before))
            self._before = b""
        self._hold(part, part.joiner.add(item.text, item.joins))

    def more(self, rest: bytes) -> None:
        """Take what stands behind the last game; what stands before the first goes with that."""
        if self._last is not None:
            self._hold(self._last, self._last.joiner.more(rest))
        elif rest.strip():
            self._before += rest

    def pause(self) -> None:
        """Do nothing: files are there when they are whole."""

    def end(self) -> None:
        """End the files."""
        for part in self.parts.values():
            self._hold(part, part.joiner.end())
        self._write()

    def _hold(self, part: _Part, data: bytes) -> None:
        if self._folder is None:
            return
        part.held.append(data)
        self._size += len(data)
        if self._size > self._memory:
            self._write()

    def _write(self) -> None:
        if self._folder is None:
            return
        for part in self.parts.values():
            if part.held:
                with open(os.path.join(self._folder, str(part.number)), "ab") as file:
                    file.writelines(part.held)
                part.held = []
        self._size = 0

    def name(self, chosen: str) -> str:
        """Return the name of a file, now that all are known."""
        return chosen

    def staged(self) -> dict[str, str]:
        """Return the names that the files are to have, each with the name that it has so far."""
        return {self.name(chosen): str(part.number) for chosen, part in self.parts.items()}

    def counted(self) -> dict[str, int]:
        """Return the names that the files are to have, each with its number of games."""
        return {self.name(chosen): part.games for chosen, part in self.parts.items()}


class NumberedParts(Parts):
    """Parts of so many games each, called `games-01.pdn` and so on: their names have one length."""

    def __init__(self, folder: str | None, games: int, memory: int = MEMORY) -> None:
        counted = count()
        super().__init__(folder, lambda _: str(next(counted) // games + 1), memory)

    def name(self, chosen: str) -> str:
        """Return the name of a file, with as many digits as the last one needs."""
        return f"{_STEM}-{chosen.zfill(len(str(len(self.parts))))}{SUFFIX}"


def refuse_full(folder: str, *, force: bool) -> None:
    """Refuse a folder that has something in it, unless that may be written over.

    Raises:
        FolderError: it is full, or no folder.
        OutputFileError: the system refuses to tell.
    """
    try:
        if not os.path.isdir(folder):
            if os.path.lexists(folder):
                raise FolderError(Phrase("is no folder"))
        elif not force and next(iter(os.scandir(folder)), None) is not None:
            raise FolderError(Phrase("has something in it; --force writes over what is there"))
    except OSError as error:
        raise OutputFileError(error) from error


@contextmanager
def staging(folder: str) -> Iterator[str]:
    """Give a folder of its own for what will be in `folder`; it is gone after the block.

    Raises:
        OutputFileError: the system refuses.
    """
    inside = os.path.isdir(folder)
    home = folder if inside else os.path.dirname(os.path.abspath(folder))
    name = os.path.basename(os.path.abspath(folder))
    stage = os.path.join(home, f".{name}.{os.getpid()}")
    made = False
    try:
        try:
            os.makedirs(home, exist_ok=True)
            os.mkdir(stage)
            made = True
            yield stage
        except OSError as error:
            raise OutputFileError(error) from error
    finally:
        if made:
            shutil.rmtree(stage, ignore_errors=True)


def put_in_place(stage: str, folder: str, names: Mapping[str, str]) -> None:
    """Give the files of `stage` their names in `folder`, which gets all of them.

    Raises:
        FolderError: a name is that of a folder.
        OutputFileError: the system refuses.
    """
    try:
        if not os.path.isdir(folder):
            # All at once.
            for name, number in names.items():
                os.rename(os.path.join(stage, number), os.path.join(stage, f"{name}.new"))
            for name in names:
                os.rename(os.path.join(stage, f"{name}.new"), os.path.join(stage, name))
            os.rename(stage, folder)
            return
        taken = [name for name in names if os.path.isdir(os.path.join(folder, name))]
        if taken:
            raise FolderError(Phrase("has a folder called {name}", name=taken[0]))
        for name, number in names.items():
            target = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                os.chmod(os.path.join(stage, number), os.stat(target).st_mode & 0o7777)
            os.replace(os.path.join(stage, number), target)
    except OSError as error:
        raise OutputFileError(error) from error
