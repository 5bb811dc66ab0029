"""What runs in a worker: blocks come in and results go out, until the parent is gone."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import Task

# The first byte of an answer.
DONE, FAILED = b"\0", b"\1"
# A worker says that it is there, and the parent that the next message is the task.
HELLO = TASK = b""


def work(connection: Any) -> None:
    """Answer what comes through `connection` until it ends; without a word, whatever happens."""
    # Ctrl-C reaches all processes of a terminal; the parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        # Who reads our parent's output shall not wait for us.
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        connection.send_bytes(HELLO)
        task: Task | None = None
        while True:
            block = connection.recv_bytes()
            if block == TASK:
                task = None
                pickled = connection.recv_bytes()
            else:
                task, answer = _answer(task, pickled, block)
                connection.send_bytes(answer)


def _answer(task: Task | None, pickled: bytes, block: bytes) -> tuple[Task | None, bytes]:
    """Return the task, made of what was pickled if it is not there yet, and its answer."""
    try:
        if task is None:
            task = pickle.loads(pickled)
        return task, DONE + task(block)
    except MemoryError:
        # As if the system had ended it: the parent knows what to do then.
        os._exit(1)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(place.filename)}:{place.lineno}"
        described = f"{type(error).__name__}: {error} ({where})"
        told = "".join(traceback.format_exception(error))
        return task, FAILED + pickle.dumps((described, told))
