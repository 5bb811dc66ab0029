"""The terminal of a viewer: what it sends and shows, and how it is left as it was.

Only systems that have `termios` can do this; the command prints on others.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import termios
from collections.abc import Iterator
from types import FrameType

from .keys import KeyDecoder
from .model import Viewer
from .screen import Screen

# The other screen of the terminal, without a cursor; and back, whatever was written last.
_ENTER = b"\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J"
_LEAVE = b"\x1b[0m\x1b[?25h\x1b[?1049l"
_DEFAULT_SIZE = os.terminal_size((80, 24))
# Seconds: after them Escape is a key by itself, and a game that plays goes on by a move.
_ESCAPE_TIME = 0.05
_MOVE_TIME = 1.0
# What ends a process and its picture of the terminal alike.
_FATAL = ("SIGHUP", "SIGQUIT")


class _Terminal:
    """The terminal as we use it, from `enter` to `leave`; both may be called at any time."""

    def __init__(self, source: int, target: int) -> None:
        self.source = source
        self.target = target
        self._before: list[object] | None = None
        self._shown: list[str] = []

    def enter(self) -> None:
        """Take the keys as they come, and the screen."""
        self._before = termios.tcgetattr(self.source)
        mode = termios.tcgetattr(self.source)
        # Signals of the keyboard stay what they are: Ctrl-C, Ctrl-Z and the like.
        mode[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.source, termios.TCSANOW, mode)
        self._write(_ENTER)
        self._shown = []

    def leave(self) -> None:
        """Give both back as they were."""
        before, self._before = self._before, None
        if before is None:
            return
        with contextlib.suppress(OSError):
            self._write(_LEAVE)
        with contextlib.suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(self.source, termios.TCSANOW, before)  # type: ignore[arg-type]

    def size(self) -> os.terminal_size:
        """Return columns and lines; a terminal that does not know them is one of old."""
        with contextlib.suppress(OSError):
            size = os.get_terminal_size(self.target)
            if size.columns > 0 and size.lines > 0:
                return size
        return _DEFAULT_SIZE

    def show(self, lines: list[str]) -> None:
        """Show lines: those that changed are written, in one go, so that nothing flickers."""
        parts = []
        if len(lines) != len(self._shown):
            parts.append("\x1b[0m\x1b[2J")
            self._shown = [""] * len(lines)
        for at, (line, before) in enumerate(zip(lines, self._shown, strict=True), 1):
            if line != before:
                parts.append(f"\x1b[{at};1H{line}\x1b[0m\x1b[K")
        self._shown = lines
        if parts:
            self._write("".join(parts).encode("utf-8", "replace"))

    def forget(self) -> None:
        """Draw all anew the next time."""
        self._shown = []

    def _write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self.target, data) :]
            except BlockingIOError:
                select.select([], [self.target], [])


def step_through(viewer: Viewer, source: int, target: int, *, colour: bool) -> None:
    """Let somebody step through games on the terminal with these file descriptors.

    Returns when they want to leave, or when the terminal is gone. Whatever ends it, an exception of
    a signal as well, the terminal is left as it was.
    """
    terminal = _Terminal(source, target)
    with _signals(terminal) as (wake, arrived):
        try:
            terminal.enter()
            _Loop(viewer, terminal, Screen(viewer, colour=colour), wake, arrived).run()
        except (OSError, termios.error):
            if not _is_gone(source):
                raise
        finally:
            terminal.leave()


def _is_gone(source: int) -> bool:
    try:
        termios.tcgetattr(source)
    except (OSError, termios.error):
        return True
    return False


class _Loop:
    """Waits for keys, signals and time, and draws."""

    def __init__(
        self,
        viewer: Viewer,
        terminal: _Terminal,
        screen: Screen,
        wake: int,
        arrived: list[int],
    ) -> None:
        self.viewer = viewer
        self.terminal = terminal
        self.screen = screen
        self.wake = wake
        self.arrived = arrived
        self.keys = KeyDecoder()

    def run(self) -> None:
        while not self.viewer.is_done:
            size = self.terminal.size()
            self.terminal.show(self.screen.lines(size.columns, size.lines))
            ready = self._wait()
            if self.wake in ready:
                os.read(self.wake, 512)
            if self.arrived:
                self._heed_signals()
            if self.terminal.source in ready:
                data = os.read(self.terminal.source, 1024)
                if not data:
                    return
                for key in self.keys.feed(data):
                    self._press(key)
            elif not ready:
                self._time_passed()

    def _press(self, key: str) -> None:
        if not self.viewer.is_done:
            self.viewer.press(key)

    def _wait(self) -> list[int]:
        """Wait for something to do; where there is nothing, count the games meanwhile."""
        watched = [self.terminal.source, self.wake]
        if self.keys.is_waiting:
            timeout: float | None = _ESCAPE_TIME
        elif self.viewer.is_playing:
            timeout = _MOVE_TIME
        else:
            timeout = None
            games = self.viewer.games
            while not games.is_complete and not games.is_waiting:
                ready = select.select(watched, [], [], 0)[0]
                if ready:
                    return ready
                games.advance()
                if games.is_complete:
                    return []  # how many there are is shown
        return select.select(watched, [], [], timeout)[0]

    def _time_passed(self) -> None:
        for key in self.keys.flush():
            self._press(key)
        self.viewer.tick()

    def _heed_signals(self) -> None:
        numbers = set(self.arrived)
        self.arrived.clear()
        if signal.SIGTSTP in numbers:
            self.terminal.leave()
            # The signal as it is without us: it stops the process, until somebody says go on.
            ours = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, ours)
            self.terminal.enter()
            self.arrived.clear()
        elif signal.SIGCONT in numbers:
            # Stopped by something that cannot be caught; a shell has the terminal as it likes it.
            self.terminal.leave()
            self.terminal.enter()
        self.terminal.forget()


@contextlib.contextmanager
def _signals(terminal: _Terminal) -> Iterator[tuple[int, list[int]]]:
    """Note the signals that are ours; give what wakes a waiting process, and where they are noted.

    Signals that end a process without a word leave the terminal first.
    """
    arrived: list[int] = []
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    os.set_blocking(read_end, False)

    def note(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)

    def die(number: int, _frame: FrameType | None) -> None:
        terminal.leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    before: dict[int, object] = {}
    for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT):
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, note)
    for name in _FATAL:
        fatal = getattr(signal, name)
        if signal.getsignal(fatal) == signal.SIG_DFL:  # nohup is obeyed
            before[fatal] = signal.signal(fatal, die)
    old_wake = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    try:
        yield read_end, arrived
    finally:
        signal.set_wakeup_fd(old_wake)
        for caught, handler in before.items():
            signal.signal(caught, handler)  # type: ignore[arg-type]
        os.close(read_end)
        os.close(write_end)
