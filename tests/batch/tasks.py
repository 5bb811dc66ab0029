"""Tasks for the tests; they stand in a module of their own, where workers find them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from damas_cli.language import Phrase

# A block is words parted by blanks; these are orders.
KILL, FAIL, SLEEP, PID, LEAVE = b"kill", b"fail", b"sleep", b"pid", b"leave"


class Shout:
    """Returns each word in capitals, on a line of its own, and obeys the orders among them.

    `deaths` is a folder in which each death leaves a file: with `most`, no more die.
    """

    def __init__(self, deaths: Path | None = None, most: int | None = None, seconds: float = 0):
        self.deaths = deaths
        self.most = most
        self.seconds = seconds

    def __call__(self, block: bytes) -> bytes:
        time.sleep(self.seconds)
        return b"".join(self.said(word) for word in block.split())

    def said(self, word: bytes) -> bytes:
        if word.startswith(KILL) and self.may_die():
            os.kill(os.getpid(), signal.SIGKILL)
        if word.startswith(LEAVE):
            os._exit(3)
        if word.startswith(FAIL):
            raise ValueError(f"told to fail by {word.decode()}")
        if word == SLEEP:
            time.sleep(60)
        if word == PID:
            return b"%d\n" % os.getpid()
        return word.upper() + b"\n"

    def may_die(self) -> bool:
        if self.deaths is None:
            return True
        if self.most is not None and len(list(self.deaths.iterdir())) >= self.most:
            return False
        (self.deaths / f"{os.getpid()}").touch()
        return True

    def split(self, block: bytes) -> list[bytes]:
        return block.split()

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        return b"%s: %s\n" % (block, str(reason).encode())
