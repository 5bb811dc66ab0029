"""A progress bar on standard error, of commands that work through many bytes.

It is there for people: on a terminal, after a second, without `--quiet`; and gone at the end.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from .environment import Environment

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

# In seconds: before it appears, and between two looks of it.
_DELAY = 1.0
_PAUSE = 0.1
# What folders are looked through for.
_PDN = (".pdn",)


class Progress:
    """Share, rate and time left of a run over `total` bytes; None where nobody knows how many.

    It hides before the environment writes to the terminal, and goes at the end of a `with`.
    """

    def __init__(self, env: Environment, total: int | None, *, quiet: bool = False) -> None:
        self._env = env
        self._total = total
        self._done = 0
        self._bar: Bar | None = None
        self._is_shown = False
        self._is_wanted = not quiet and env.stderr_is_terminal and env.stderr is not None
        self._next_look = monotonic() + _DELAY
        env.hide_bar = self.hide

    @classmethod
    def over(
        cls, env: Environment, paths: Sequence[str], *, quiet: bool, suffixes: Sequence[str] = _PDN
    ) -> Self:
        """Return that of a run over files and folders, of which `suffixes` are looked for."""
        wanted = env.stderr_is_terminal and not quiet
        return cls(env, size_of(paths, suffixes) if wanted else None, quiet=not wanted)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.hide()

    def advance(self, size: int) -> None:
        """Count bytes that are done."""
        self._done += size
        if self._is_wanted and monotonic() >= self._next_look:
            self._show()
            self._next_look = monotonic() + _PAUSE

    def hide(self) -> None:
        """Take the bar off the terminal, until it is time for another look."""
        if self._is_shown and self._bar is not None:
            self._bar.stop()
            self._is_shown = False

    def _show(self) -> None:
        if self._bar is None:
            self._bar = _bar(self._env, self._total)
        (task,) = self._bar.task_ids
        if not self._is_shown:
            self._bar.start()
            self._is_shown = True
        self._bar.update(task, completed=self._done, refresh=True)


def _bar(env: Environment, total: int | None) -> Bar:
    from rich.console import Console  # only here: few runs last so long
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TaskProgressColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    no_colour = bool(env.variables.get("NO_COLOR"))
    console = Console(file=env.stderr, force_terminal=True, no_color=no_colour)
    columns = [DownloadColumn(), TransferSpeedColumn()]
    if total is not None:
        columns = [BarColumn(), TaskProgressColumn(), *columns, TimeRemainingColumn()]
    bar = Progress(*columns, console=console, transient=True, auto_refresh=False)
    bar.add_task("", total=total)
    return bar


def size_of(paths: Sequence[str], suffixes: Sequence[str] = _PDN) -> int | None:
    """Return how many bytes the files and folders of `paths` have; None where it cannot be known.

    That is so for pipes and for packed files, whose bytes are not those that are worked on.
    """
    total = 0
    for path in paths:
        if os.path.isfile(path):
            total += _size_of_file(path)
        elif os.path.isdir(path):
            total += sum(map(_size_of_file, _files_in(path, suffixes)))
        else:
            return None
        if total < 0:
            return None
    return total


def _files_in(folder: str, suffixes: Sequence[str]) -> Iterable[str]:
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.lower().endswith(tuple(suffixes)):
                yield os.path.join(parent, name)


# One of these makes any sum negative.
_UNKNOWN = -(1 << 62)


def _size_of_file(path: str) -> int:
    try:
        with open(path, "rb") as file:
            packed = file.read(4).startswith((b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd"))
            return _UNKNOWN if packed else os.fstat(file.fileno()).st_size
    except OSError:
        return 0
