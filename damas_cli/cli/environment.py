"""Everything a command touches outside itself: streams, terminals, colour, variables.

Commands take an `Environment` and nothing from `sys` or `os`, so each case of terminal, pipe and
variable can be tested within one process.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Mapping
from typing import BinaryIO, TextIO

from ..language import SpokenError, language_of, system_reason, words_of

PROGRAM = "damas"


class OutputError(SpokenError):
    """Standard output takes no more data."""

    def __init__(self, cause: OSError) -> None:
        """Keep the system's own words for `cause`."""
        super().__init__(system_reason(cause))
        self.reader_is_gone = isinstance(cause, BrokenPipeError)


class Environment:
    """The streams, terminals and variables that a command works with.

    Standard output carries data and is always UTF-8, whatever the locale; standard error carries
    talk. A stream that the caller closed is None. `broken` tells that a stream refused something;
    `words` are those of the language that the user reads. `folder` is where configuration files are
    looked for, and above; None where they are not. `hide_bar` is called before anything is written
    to a terminal: a progress bar that may be there puts itself in.
    """

    __slots__ = (
        "broken",
        "folder",
        "hide_bar",
        "program",
        "stderr",
        "stderr_is_terminal",
        "stdin",
        "stdin_is_terminal",
        "stdout",
        "stdout_is_terminal",
        "variables",
        "words",
    )

    def __init__(
        self,
        *,
        stdin: BinaryIO | None = None,
        stdout: BinaryIO | None = None,
        stderr: TextIO | None = None,
        stdin_is_terminal: bool = False,
        stdout_is_terminal: bool = False,
        stderr_is_terminal: bool = False,
        variables: Mapping[str, str] | None = None,
        program: str = PROGRAM,
        folder: str | None = None,
    ) -> None:
        """Make an environment; what is not given is closed, empty or no terminal."""
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.stdin_is_terminal = stdin_is_terminal
        self.stdout_is_terminal = stdout_is_terminal
        self.stderr_is_terminal = stderr_is_terminal
        self.variables: Mapping[str, str] = {} if variables is None else variables
        self.program = program
        self.folder = folder
        self.broken = False
        self.hide_bar: Callable[[], object] = _nothing
        self.words = words_of(language_of(self.variables))

    @classmethod
    def of_process(cls) -> Environment:
        """Return the environment of this process."""
        return cls(
            stdin=None if sys.stdin is None else sys.stdin.buffer,
            stdout=None if sys.stdout is None else sys.stdout.buffer,
            stderr=sys.stderr,
            stdin_is_terminal=_is_terminal(sys.stdin),
            stdout_is_terminal=_is_terminal(sys.stdout),
            stderr_is_terminal=_is_terminal(sys.stderr),
            variables=os.environ,
            folder=_working_directory(),
        )

    def write(self, data: bytes) -> None:
        """Write `data` to standard output.

        On a terminal it appears at once.

        Raises:
            OutputError: standard output is closed or full, or its reader went away.
        """
        if self.stdout_is_terminal:
            self.hide_bar()
        try:
            if self.stdout is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            self.stdout.write(data)
            if self.stdout_is_terminal:
                self.stdout.flush()
        except OSError as error:
            self.broken = True
            raise OutputError(error) from error

    def print(self, line: str) -> None:
        """Write `line` and an end of line to standard output, as `write` does.

        A byte of a file name that is no text appears as an escape, which JSON understands, too.
        """
        self.write(f"{line}\n".encode("utf-8", "backslashreplace"))

    def flush(self) -> None:
        """Hand everything that was written to the system.

        Raises:
            OutputError: as for `write`.
        """
        try:
            if self.stdout is not None:
                self.stdout.flush()
        except OSError as error:
            self.broken = True
            raise OutputError(error) from error

    def say(self, message: str) -> None:
        """Write `message` and an end of line to standard error.

        It comes after the data written so far, where both go to one place. A message that cannot be
        delivered is no reason to fail: it is dropped.
        """
        self.hide_bar()
        if not self.broken:
            with contextlib.suppress(OutputError):
                self.flush()
        try:
            if self.stderr is not None:
                self.stderr.write(f"{message}\n")
                self.stderr.flush()
        except OSError:
            self.broken = True

    def write_talk(self, data: bytes) -> None:
        """Write `data`, which is UTF-8, to standard error; `say` tells what may become of it."""
        self.hide_bar()
        try:
            if self.stderr is not None:
                self.stderr.write(data.decode("utf-8", "backslashreplace"))
        except OSError:
            self.broken = True

    def complain(self, message: str) -> None:
        """Say `message` as an error of this program."""
        self.say(self.words("{program}: error: {message}", program=self.program, message=message))

    def wants_colour(self, choice: str = "auto") -> bool:
        """Tell whether data on standard output should be coloured.

        `choice` is what the command line says: "always", "never" or "auto". Under "auto" NO_COLOR
        (https://no-color.org) goes before FORCE_COLOR, and both before the kind of terminal.

        >>> Environment(stdout_is_terminal=True, variables={"TERM": "dumb"}).wants_colour()
        False
        """
        if choice != "auto":
            return choice == "always"
        if self.variables.get("NO_COLOR"):
            return False
        if self.variables.get("FORCE_COLOR"):
            return True
        return self.stdout_is_terminal and self.variables.get("TERM") != "dumb"


def _nothing() -> None:
    """Do nothing: there is no bar."""


def _is_terminal(stream: TextIO | None) -> bool:
    """Tell whether `stream` is open and a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed by somebody within this process
        return False


def _working_directory() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it has been removed
        return None
