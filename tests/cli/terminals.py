"""A real terminal for tests: `damas` in a pseudo-terminal, driven by keys."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .running import DAMAS, heed_signals

# A machine that does much else at the same time needs patience; nothing waits so long otherwise.
_PATIENCE = 30.0


class TerminalRun:
    """A process whose terminal is ours.

    Attributes:
        process: the process.
        output: all it wrote to the terminal so far.
        before: the terminal's attributes before the process began.
    """

    def __init__(
        self, command: Sequence[str], columns: int, lines: int, variables: Mapping[str, str]
    ) -> None:
        self.ours, theirs = pty.openpty()
        self.output = b""
        self._theirs = theirs
        self.resize(columns, lines)
        self.before = self.attributes()
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **variables},
            start_new_session=True,
            preexec_fn=self._take_terminal,
        )

    def _take_terminal(self) -> None:
        heed_signals()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def attributes(self) -> list[Any]:
        """Return the terminal's attributes as they are now."""
        return termios.tcgetattr(self._theirs)

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size; the process is told by SIGWINCH."""
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def wait_for(self, text: str, *, since: int = 0) -> None:
        """Read until `text` is written, after the first `since` bytes of the output."""
        deadline = time.monotonic() + _PATIENCE
        while text.encode() not in self.output[since:]:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} did not come: {self.output[since:]!r}"
            assert self._read(left), f"{text!r} did not come: {self.output[since:]!r}"

    def press(self, keys: str | bytes, text: str) -> None:
        """Send keys, and wait until `text` is written because of them."""
        since = len(self.output)
        self.send(keys)
        self.wait_for(text, since=since)

    def send(self, keys: str | bytes) -> None:
        """Send keys."""
        os.write(self.ours, keys.encode() if isinstance(keys, str) else keys)

    def ended(self) -> int:
        """Wait for the end of the process; return how it ended, having read all it wrote."""
        deadline = time.monotonic() + _PATIENCE
        while self.process.poll() is None:
            self._read(0.05)
            assert time.monotonic() < deadline, f"it goes on: {self.output!r}"
        while self._read(0):
            pass
        return self.process.wait()

    def _read(self, timeout: float) -> bool:
        """Read what is there; return whether anything was, or may be later."""
        if not select.select([self.ours], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.ours, 1 << 16)
        except OSError as error:  # nobody has the other end any more
            if error.errno != errno.EIO:
                raise
            return False
        self.output += data
        return bool(data)

    def close(self) -> None:
        """End the process, if it goes on, and give the terminal back."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for end in (self.ours, self._theirs):
            with contextlib.suppress(OSError):
                os.close(end)


@contextlib.contextmanager
def on_terminal(
    *arguments: str,
    columns: int = 80,
    lines: int = 24,
    shell: Sequence[str] = (),
    **variables: str,
) -> Iterator[TerminalRun]:
    """Run `damas` on a terminal of its own, started by `shell`."""
    run = TerminalRun([*shell, *DAMAS, *arguments], columns, lines, variables)
    try:
        yield run
    finally:
        run.close()
