"""Several processes that work on blocks, each with a pipe of its own.

They are waited for together with the sentinels that tell of their end, so that a worker may die at
any time: its block is tried once more, then game by game, and a game that kills its worker twice is
given up by the task, which knows how to say so.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

from multiprocess import connection as connections
from multiprocess import get_context

from damas_cli.language import Phrase

from . import Task, TaskFailed
from .worker import DONE, HELLO, TASK, work

# A block that was with so many workers that died is not tried again as it is.
_MOST_DEATHS = 2
# What multiprocess gives for the status of a worker whose server died, and cannot tell any more.
_UNKNOWN = 255
# So often that is nobody's fault.
_MOST_LOSSES = 5
# After so many workers that died, or did not even start, and had nothing to do, none is started.
_MOST_FRUITLESS = 5
# Nobody waits longer for a worker that was killed.
_GRACE = 2.0
_STDERR = 2
# What a worker has loaded before it is asked for.
_PRELOADED = ("damas_cli.batch.worker", "damas_cli.check.run", "damas_cli.pdn.blocks")


class _Pending:
    """A block, and its result once it is there.

    Attributes:
        deaths: how many workers died over it.
        losses: how many were lost of which nobody can tell whether they died.
        parts: what it was split into.
    """

    __slots__ = (
        "_fault",
        "_result",
        "_workers",
        "block",
        "deaths",
        "is_game",
        "losses",
        "parts",
        "task",
    )

    def __init__(self, workers: Workers, task: Task, block: bytes, *, is_game: bool = False):
        self._workers = workers
        self._result: bytes | None = None
        self._fault: Exception | None = None
        self.task = task
        self.block = block
        self.is_game = is_game
        self.deaths = 0
        self.losses = 0
        self.parts: list[_Pending] = []

    @property
    def is_done(self) -> bool:
        if self.parts:
            return all(part.is_done for part in self.parts)
        return self._result is not None or self._fault is not None

    def result(self) -> bytes:
        while not self.is_done:
            self._workers.advance(wait=True)
        if self.parts:
            return b"".join(part.result() for part in self.parts)
        if self._fault is not None:
            raise self._fault
        assert self._result is not None
        return self._result

    def finish(self, result: bytes) -> None:
        self._result = result
        self.block = b""

    def fail(self, fault: Exception) -> None:
        self._fault = fault


class _Worker:
    """A process: whether it has said that it is there, the task that it has, its block."""

    __slots__ = ("connection", "is_ready", "pending", "process", "task")

    def __init__(self, process: Any, connection: Any) -> None:
        self.process = process
        self.connection = connection
        self.is_ready = False
        self.task: Task | None = None
        self.pending: _Pending | None = None


class Workers:
    """An engine of up to `jobs` processes, which start when there is something to do."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._context = get_context("forkserver" if sys.platform == "linux" else "spawn")
        self._queue: deque[_Pending] = deque()
        self._workers: list[_Worker] = []
        # Since the last result.
        self._fruitless = 0
        if sys.platform == "linux":
            self._context.set_forkserver_preload(list(_PRELOADED))
        self._start()

    @property
    def is_ready(self) -> bool:
        """Whether a worker is there, or none can be had."""
        self.advance()
        return self._is_broken or any(worker.is_ready for worker in self._workers)

    def submit(self, task: Task, block: bytes) -> _Pending:
        """Take a block to work on, after those taken before."""
        pending = _Pending(self, task, block)
        self._queue.append(pending)
        self.advance()
        return pending

    def advance(self, *, wait: bool = False) -> None:
        """Give out blocks and take in results, those that are there or, if so, at least one."""
        self._give_out()
        if self._is_broken and not self._workers:
            if wait:
                self._work_here()
            return
        by_handle: dict[Any, _Worker] = {}
        for worker in self._workers:
            by_handle[worker.connection] = worker
            by_handle[worker.process.sentinel] = worker
        # A worker that died is to be found at its pipe, too: what it had sent comes first.
        found = connections.wait(list(by_handle), None if wait else 0)
        for worker in dict.fromkeys(by_handle[handle] for handle in found):
            self._take_in(worker)
        self._give_out()

    def close(self) -> None:
        """End all workers at once; they have nothing that would be lost."""
        self._queue.clear()
        for worker in self._workers:
            _end(worker)
        for worker in self._workers:
            worker.process.join(_GRACE)
        self._workers.clear()

    @property
    def _is_broken(self) -> bool:
        return self._fruitless >= _MOST_FRUITLESS

    # ---- starting

    def _start(self) -> None:
        """Start one more worker, if the system lets us."""
        ours = theirs = None
        try:
            ours, theirs = self._context.Pipe()
            process = self._context.Process(target=work, args=(theirs,), daemon=True)
            with _silently():
                process.start()
        except (OSError, EOFError):
            self._fruitless += 1
            if ours is not None:
                ours.close()
        else:
            self._workers.append(_Worker(process, ours))
        finally:
            if theirs is not None:
                theirs.close()

    def _give_out(self) -> None:
        """Give blocks to those that have none, and see that there are enough of them."""
        while self._queue:
            idle = [worker for worker in self._workers if worker.pending is None]
            ready = next((worker for worker in idle if worker.is_ready), None)
            if ready is not None:
                self._send(ready, self._queue.popleft())
            elif (
                len(self._workers) < self._jobs
                and len(idle) < len(self._queue)
                and not self._is_broken
            ):
                self._start()
            else:
                return

    def _send(self, worker: _Worker, pending: _Pending) -> None:
        try:
            if worker.task is not pending.task:
                worker.connection.send_bytes(TASK)
                worker.connection.send_bytes(pickle.dumps(pending.task))
                worker.task = pending.task
            worker.connection.send_bytes(pending.block)
        except OSError:  # it died when it had nothing to do
            self._queue.appendleft(pending)
            self._bury(worker)
        else:
            worker.pending = pending

    def _take_in(self, worker: _Worker) -> None:
        try:
            if not worker.connection.poll():
                # Its sentinel alone: it died, or the server that would tell did. If it lives, it
                # ends when its pipe does.
                self._bury(worker)
                return
            message = worker.connection.recv_bytes()
        except (EOFError, OSError):
            self._bury(worker)
            return
        pending, worker.pending = worker.pending, None
        if pending is None:
            assert message == HELLO
            worker.is_ready = True
        elif message.startswith(DONE):
            self._fruitless = 0
            pending.finish(message[1:])
        else:
            pending.fail(TaskFailed(*pickle.loads(message[1:])))

    # ---- deaths

    def _bury(self, worker: _Worker) -> None:
        """Take leave of a worker that died, and see what becomes of its block."""
        self._workers.remove(worker)
        _end(worker)
        worker.process.join(_GRACE)
        pending = worker.pending
        if pending is None:
            self._fruitless += 1
            return
        if worker.process.exitcode == _UNKNOWN and pending.losses < _MOST_LOSSES:
            pending.losses += 1
        else:
            pending.deaths += 1
        if pending.deaths < _MOST_DEATHS:
            self._queue.appendleft(pending)
        else:
            self._split(pending, _cause(worker.process.exitcode))

    def _split(self, pending: _Pending, cause: Phrase) -> None:
        """Try a block game by game; give up a game."""
        task, block = pending.task, pending.block
        games = [] if pending.is_game else task.split(block)
        if len(games) > 1:
            pending.parts = [_Pending(self, task, game, is_game=True) for game in games]
            self._queue.extendleft(reversed(pending.parts))
        else:
            pending.finish(task.give_up(block, cause))

    def _work_here(self) -> None:
        """Work in this process, since no other can be had; but on nothing that was deadly."""
        pending = self._queue.popleft()
        if pending.deaths:
            self._split(pending, Phrase("no process can be started"))
            return
        try:
            pending.finish(pending.task(pending.block))
        except Exception as fault:
            pending.fail(fault)


def _end(worker: _Worker) -> None:
    with contextlib.suppress(OSError):
        worker.connection.close()
    with contextlib.suppress(OSError):
        worker.process.kill()


def _cause(status: int | None) -> Phrase:
    """Return why a worker ended."""
    if status is not None and status < 0:
        return Phrase("its process was killed twice (signal {number})", number=-status)
    return Phrase("its process ended twice (status {number})", number=status)


@contextlib.contextmanager
def _silently() -> Iterator[None]:
    """Let processes start that know no Ctrl-C and have no place to complain to."""
    if sys.platform == "win32":
        yield
        return
    # Both are inherited. Standard output stays: starting a process flushes it.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    kept = nowhere = -1
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        with contextlib.suppress(OSError):  # closed by the caller
            kept = os.dup(_STDERR)
        os.dup2(nowhere, _STDERR)
        yield
    finally:
        if kept >= 0:
            os.dup2(kept, _STDERR)
            os.close(kept)
        if nowhere > _STDERR:
            os.close(nowhere)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
