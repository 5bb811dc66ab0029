"""Where a formatted file goes: to the output, to its own place, to a diff, or nowhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from ..convert.pdn_joins import APART
from ..convert.pdn_task import Change
from ..language import Phrase, mark, system_reason
from ..pdn.sources import UTF_16_MARKS, Source
from .replacement import CannotReplace, Replacement
from .unified_diff import UnifiedDiff

Write = Callable[[bytes], object]


class Place:
    """Where the text of one file goes; this one only tells whether it changes.

    Attributes:
        changed: whether the text becomes another one.
        failure: why it could not go there; None if it could.
    """

    def __init__(self, source: Source, byte_order_mark: bytes, write: Write) -> None:
        """Take the text of a source, which had a byte order mark; `write` is the output."""
        self.source = source
        self.byte_order_mark = byte_order_mark
        self.write = write
        self.changed = bool(byte_order_mark)
        self.failure: Phrase | str | None = None

    def take(self, changes: Iterable[Change]) -> None:
        """Take the next stretches of the text."""
        self.changed = self.changed or any(new is not None for _, new in changes)

    def end(self) -> None:
        """Take the end of the text."""

    def close(self) -> None:
        """Be done, after the end or instead of it."""


class Output(Place):
    """The output, where the text of a file follows that of another after an empty line."""

    def __init__(
        self, source: Source, byte_order_mark: bytes, write: Write, *, follows: bool
    ) -> None:
        super().__init__(source, byte_order_mark, write)
        self._before = b"\n" if follows else b""
        self.wrote = follows

    def take(self, changes: Iterable[Change]) -> None:
        """Write what is to be."""
        for old, new in changes:
            text = old if new is None else new
            if text:
                self.write(self._before + text)
                self._before = b""
                self.wrote = True

    def part(self, *, is_needed: bool) -> None:
        """Let the first game of the file, if needed, not be read as part of the one before."""
        if is_needed:
            self.take([(b"", APART)])


class Names(Place):
    """The output, where the name of a file stands that would change."""

    def end(self) -> None:
        """Write the name."""
        if self.changed:
            self.write(os.fsencode(self.source.path) + b"\n")


class Diff(Place):
    """The output, where a diff shows what would change."""

    def __init__(self, source: Source, byte_order_mark: bytes, write: Write) -> None:
        super().__init__(source, byte_order_mark, write)
        self._diff = UnifiedDiff(os.fsencode(source.path))
        if byte_order_mark in UTF_16_MARKS:
            self.failure = mark("no diff can show how UTF-16 becomes UTF-8; --in-place does it")
        elif byte_order_mark:
            self._write(self._diff.change(byte_order_mark, b""))

    def take(self, changes: Iterable[Change]) -> None:
        """Write what can be told of the diff."""
        for old, new in changes:
            if self.failure is None:
                same = new is None
                self._write(self._diff.same(old) if same else self._diff.change(old, new or b""))
            self.changed = self.changed or new is not None

    def end(self) -> None:
        """Write the rest of the diff."""
        if self.failure is None:
            self._write(self._diff.end())

    def _write(self, parts: Iterable[bytes]) -> None:
        for part in parts:
            self.write(part)


class InPlace(Place):
    """The file itself, which is replaced as a whole or not at all."""

    def __init__(self, source: Source, byte_order_mark: bytes, write: Write) -> None:
        super().__init__(source, byte_order_mark, write)
        self._replacement: Replacement | None = None
        if source.kind == "packed":
            self.failure = mark("it is packed; unpack it to have it written anew")
            return
        self._try(self._open)

    def _open(self) -> None:
        self._replacement = Replacement(self.source.path)
        if self.byte_order_mark:
            self._replacement.write(self.byte_order_mark, b"")

    def take(self, changes: Iterable[Change]) -> None:
        """Write what is to be beside the file, from where it changes."""
        changes = list(changes)
        super().take(changes)
        self._try(lambda: self._take(changes))

    def _take(self, changes: Iterable[Change]) -> None:
        assert self._replacement is not None
        for old, new in changes:
            if new is None:
                self._replacement.keep(old)
            else:
                self._replacement.write(old, new)

    def end(self) -> None:
        """Put what was written in the place of the file."""
        if self._replacement is not None:
            self._try(self._replacement.commit)

    def close(self) -> None:
        """Remove what did not take the place of the file."""
        if self._replacement is not None:
            self._replacement.__exit__(None, None, None)

    def _try(self, step: Callable[[], object]) -> None:
        """Take a step, unless one before it failed."""
        if self.failure is None:
            try:
                step()
            except CannotReplace as error:
                self.failure = error.template
            except OSError as error:
                self.failure = system_reason(error)


#: By the mode of a run.
PLACES = {"check": Names, "diff": Diff, "in-place": InPlace}
