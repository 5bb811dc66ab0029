"""What `damas check --fix` and `--diff` do with files: written anew, or shown as a diff."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from ..check.fixes.engine import Change, Fixer
from ..check.regulation import Rulebook
from ..check.reporters import visible
from ..language import mark, system_reason
from ..pdn.sources import UTF_8_MARK, Source, SourceError, open_sources
from .check_options import CheckOptions
from .environment import Environment
from .replacement import CannotReplace, Replacement
from .status import ExitStatus, highest
from .unified_diff import UnifiedDiff

_PACKED = mark("it is packed; unpack it to have it fixed")
_UTF_16 = mark("UTF-16 is fixed by writing it as UTF-8; select S005, too")
_NO_DIFF = mark("no diff can show how UTF-16 becomes UTF-8; --fix does it")


class Sink(Protocol):
    """Takes a text in stretches that stay and stretches that change."""

    def keep(self, data: bytes) -> None:
        """Take bytes that stay."""

    def write(self, old: bytes, new: bytes) -> None:
        """Take bytes and what comes in their place."""


class Mender:
    """Fixes the sources of a run.

    Attributes:
        fixed: how many findings were fixed, or would be, by code.
        unsafe: how many more unsafe fixes would fix, by code.
        failed: whether something could not be written that should have been.
    """

    __slots__ = (
        "_encoding",
        "_env",
        "_fixer",
        "_is_diff",
        "_path",
        "_stdin_filename",
        "failed",
        "fixed",
        "unsafe",
    )

    def __init__(self, env: Environment, options: CheckOptions) -> None:
        """Fix what `options` select; what needs an unsafe fix only if they ask for it."""
        selection = options.selection()
        self._env = env
        self._path = ""
        self._stdin_filename = options.stdin_filename
        self._is_diff = options.diff
        self._encoding = selection is None or "S005" in selection.codes
        self._fixer = Fixer(
            Rulebook(options.variant, options.no_progress_each),
            selection,
            self._note,
            unsafe=options.unsafe_fixes,
            parser=options.parser,
        )
        self.fixed: Counter[str] = Counter()
        self.unsafe: Counter[str] = Counter()
        self.failed = False

    def fix(self, source: Source) -> Source:
        """Fix a source and return what to judge then.

        A file is written anew. Standard input goes to standard output while its fixed text is read;
        if it is packed, nothing does, and it is judged as it is.

        Raises:
            SourceError: it cannot be read.
        """
        self._path = source.path
        if source.kind == "stream":
            return Source(source.path, lambda: self._passed_on(source), "stream")
        if source.kind == "packed" and self._is_read_once(source.path):
            # It has to be judged yet, and who takes standard output to know that nothing comes.
            self._complain(self._env.words(_PACKED))
            return source
        try:
            if source.kind == "packed":
                self._run(source, _Refused(_PACKED))
            else:
                with Replacement(source.path) as replacement:
                    self._run(source, replacement)
                    replacement.commit()
        except CannotReplace as error:
            self._complain(self._env.words(error.template))
        except OSError as error:
            self._complain(self._env.words.say(system_reason(error)))
        except SourceError as error:
            # What is read all the same, with signs for what is damaged, cannot be written so.
            if source.kind != "file" or error.reason != "damaged":
                raise
            self._complain(self._env.words.say(error.problem))
        else:
            self._add()
        return source

    def _is_read_once(self, path: str) -> bool:
        """Tell whether a path is that of standard input, of a member of it, or of a pipe."""
        name = self._stdin_filename
        is_pipe = os.path.exists(path) and not os.path.isfile(path)
        return is_pipe or path == name or path.startswith(f"{name}/")

    def show(self, source: Source) -> None:
        """Write the diff of a source to standard output.

        Raises:
            SourceError: it cannot be read.
        """
        diff = _Shown(self._env, source.path)
        sink = _Refused(_PACKED) if source.kind == "packed" else diff
        try:
            self._run(source, sink)
        except CannotReplace as error:
            self._complain(self._env.words(error.template))
        else:
            self._add()
        diff.end()

    def _run(self, source: Source, sink: Sink) -> None:
        """Give the text of a source to a sink, stretch by stretch."""
        for old, new in self._changes(source):
            if new is None:
                sink.keep(old)
            else:
                sink.write(old, new)

    def _passed_on(self, source: Source) -> Iterator[bytes]:
        """Write the fixed text to standard output and yield it, to be judged."""
        for old, new in self._changes(source):
            text = old if new is None else new
            self._env.write(text)
            yield text
        self._add()

    def _changes(self, source: Source) -> Iterator[Change]:
        """Yield the bytes of a source in stretches, each with what takes its place."""
        self._path = source.path
        byte_order_mark, chunks = source.marked_chunks("strict")
        if byte_order_mark not in (b"", UTF_8_MARK):
            yield from self._changes_of_utf_16(chunks, source.kind)
            return
        if byte_order_mark:
            yield byte_order_mark, None
        yield from self._fixer.changes(chunks)

    def _changes_of_utf_16(self, chunks: Iterator[bytes], kind: str) -> Iterator[Change]:
        """Yield a text that was UTF-16 as one that is written anew from its first byte."""
        for old, new in self._fixer.changes(chunks):
            if self._is_diff and self._encoding:
                raise CannotReplace(_NO_DIFF)
            if self._encoding or kind == "stream":
                yield old, old if new is None else new
            elif new is not None:
                raise CannotReplace(_UTF_16)
        # Standard output is UTF-8 in any case; whether that mends something is the user's choice.
        if self._encoding:
            self._fixer.fixed["S005"] += 1

    def _add(self) -> None:
        """Count what was fixed, now that it is certain."""
        self.fixed.update(self._fixer.fixed)
        self.unsafe.update(self._fixer.unsafe)

    def _note(self, game: int, code: str) -> None:
        """Say that a fix was not made."""
        text = self._env.words(
            "{path}: game {game}: {code} was not fixed, since the game would read otherwise then",
            path=visible(self._path),
            game=game,
            code=code,
        )
        self._env.say(text)

    def _complain(self, why: str) -> None:
        """Say that a source stays as it was."""
        self.failed = True
        path = visible(self._path)
        self._env.complain(self._env.words("{path}: not fixed: {why}", path=path, why=why))

    def conclude(self, *, quiet: bool, done: str = mark("fixed: {codes}")) -> list[ExitStatus]:
        """Say how many findings were fixed and how many more could be; return what failed."""
        words = self._env.words
        if self.fixed and not quiet:
            self._env.say(words(done, codes=_numbers(self.fixed)))
        if self.unsafe and not quiet:
            codes = _numbers(self.unsafe)
            self._env.say(words("--unsafe-fixes would fix more: {codes}", codes=codes))
        return [ExitStatus.UNREADABLE] if self.failed else []


def show_diffs(env: Environment, paths: list[str], options: CheckOptions) -> ExitStatus:
    """Write to standard output what `--fix` would change, and to no file."""
    mender = Mender(env, options)
    statuses = []
    for source in open_sources(paths, stdin=env.stdin, stdin_filename=options.stdin_filename):
        try:
            if isinstance(source, SourceError):
                raise source
            mender.show(source)
        except SourceError as error:
            env.complain(visible(env.words.say(error.phrase)))
            statuses.append(ExitStatus.UNREADABLE)
    statuses += mender.conclude(quiet=options.quiet, done=mark("would be fixed: {codes}"))
    if mender.fixed and not options.exit_zero:
        statuses.append(ExitStatus.FINDINGS)
    return highest(statuses)


def _numbers(counter: Counter[str]) -> str:
    """Return how many there are of each code.

    >>> _numbers(Counter({"R007": 1, "N002": 3}))
    'N002 3, R007 1'
    """
    return ", ".join(f"{code} {counter[code]}" for code in sorted(counter))


class _Refused:
    """A sink for what cannot be written anew."""

    def __init__(self, why: str) -> None:
        self._why = why

    def keep(self, data: bytes) -> None:
        """Take bytes that stay."""

    def write(self, old: bytes, new: bytes) -> None:
        """Refuse the first change."""
        raise CannotReplace(self._why)


class _Shown:
    """A sink that writes a diff to standard output."""

    def __init__(self, env: Environment, path: str) -> None:
        self._env = env
        self._diff = UnifiedDiff(os.fsencode(path))

    def keep(self, data: bytes) -> None:
        """Take bytes that stay."""
        self._write(self._diff.same(data))

    def write(self, old: bytes, new: bytes) -> None:
        """Take bytes and what comes in their place."""
        self._write(self._diff.change(old, new))

    def end(self) -> None:
        """Write the rest of the diff."""
        self._write(self._diff.end())

    def _write(self, parts: Iterator[bytes]) -> None:
        for part in parts:
            self._env.write(part)
