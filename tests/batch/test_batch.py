"""Blocks through workers: order, deaths of workers, faults, and nothing left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

import damas_cli.batch as batch
from damas_cli.batch import TaskFailed, run_in_order

from .tasks import Shout

KILLED = b"its process was killed twice (signal 9)"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def words(count: int, a_block: int = 3) -> list[bytes]:
    return [b" ".join(b"w%d.%d" % (n, at) for at in range(a_block)) for n in range(count)]


def shouted(blocks: list[bytes]) -> bytes:
    return b"".join(word.upper() + b"\n" for block in blocks for word in block.split())


def run(blocks: list[bytes], task: Shout | None = None, jobs: int | None = 2) -> bytes:
    return b"".join(run_in_order(task or Shout(), blocks, jobs))


@pytest.mark.parametrize("jobs", [1, 2, 3, None])
def test_results_come_in_order(jobs: int | None) -> None:
    blocks = words(100)
    results = list(run_in_order(Shout(), blocks, jobs))
    assert results == [shouted([block]) for block in blocks]


def test_blocks_are_large_and_so_are_results() -> None:
    blocks = [b"%d " % n * 400_000 for n in range(6)]
    assert run(blocks) == shouted(blocks)


def test_so_many_processes_work() -> None:
    found = set(run([b"pid"] * 60, Shout(seconds=0.01), 3).split())
    assert len(found) == 3
    assert b"%d" % os.getpid() not in found
    assert set(run([b"pid"] * 9, jobs=1).split()) == {b"%d" % os.getpid()}


def test_little_is_done_in_this_process(monkeypatch) -> None:
    monkeypatch.setattr(batch, "processors", lambda: 2)
    assert set(run([b"pid"] * 9, jobs=None).split()) == {b"%d" % os.getpid()}


def test_much_is_done_by_several(monkeypatch) -> None:
    monkeypatch.setattr(batch, "processors", lambda: 2)
    monkeypatch.setattr(batch, "ALONE", 100)
    blocks = [b"pid w%d" % n for n in range(2000)]
    found = run(blocks, Shout(seconds=0.001), None).split()
    assert found[1::2] == [b"W%d" % n for n in range(2000)]
    assert len(set(found[::2])) == 3
    assert set(found[:20:2]) == {b"%d" % os.getpid()}


def test_an_empty_block_waits_for_all_before_it() -> None:
    told: list[bytes] = []

    def blocks() -> Iterator[bytes]:
        for n in range(3):
            yield b"a b"
            yield b"c"
            yield b""
            assert told == [b"A\nB\n", b"C\n", b""] * (n + 1)

    for result in run_in_order(Shout(), blocks(), 2):
        told.append(result)
    assert len(told) == 9


def test_a_fault_of_the_input_comes_after_the_results() -> None:
    def blocks() -> Iterator[bytes]:
        yield from words(5)
        raise OSError("gone")

    results = run_in_order(Shout(), blocks(), 2)
    assert [next(results) for _ in range(5)] == [shouted([block]) for block in words(5)]
    with pytest.raises(OSError, match="gone"):
        next(results)


def test_no_more_is_read_than_needed() -> None:
    read = 0

    def blocks() -> Iterator[bytes]:
        nonlocal read
        for _ in range(1000):
            read += 1
            yield b"w"

    results = run_in_order(Shout(), blocks(), 2)
    for taken in range(1, 50):
        next(results)
        assert read <= taken + 7
    results.close()


# ---- deaths


@pytest.mark.parametrize("at", [0, 7, 19])
@pytest.mark.parametrize("order", [b"kill", b"leave"])
def test_a_game_that_kills_is_given_up_and_no_other(at: int, order: bytes) -> None:
    blocks = words(20)
    blocks[at] = b"before %s after" % order
    why = KILLED if order == b"kill" else b"its process ended twice (status 3)"
    expected = [shouted([block]) for block in blocks]
    expected[at] = b"BEFORE\n%s: %s\nAFTER\n" % (order, why)
    assert list(run_in_order(Shout(), blocks, 2)) == expected


def test_games_that_kill_everywhere() -> None:
    blocks = [b"kill%d w%d" % (n, n) for n in range(8)]
    told = b"".join(b"kill%d: %s\nW%d\n" % (n, KILLED, n) for n in range(8))
    assert run(blocks) == told


def test_a_block_of_one_game_that_kills() -> None:
    assert run([b"kill", b"w"]) == b"kill: %s\nW\n" % KILLED


def test_a_death_by_accident_costs_nothing(tmp_path) -> None:
    blocks = words(20)
    blocks[5] = blocks[9] = b"before kill after"
    for most in (1, 2, 3):
        for file in tmp_path.iterdir():
            file.unlink()
        assert run(blocks, Shout(tmp_path, most)) == shouted(blocks)
        assert len(list(tmp_path.iterdir())) == most


def test_killed_from_outside_again_and_again() -> None:
    """Whoever is killed, each word comes once, or is said to be given up."""
    blocks = [b"pid w%d" % n for n in range(300)]
    results = []
    for result in run_in_order(Shout(seconds=0.002), blocks, 2):
        results.append(result)
        if len(results) % 10 == 0:
            with contextlib.suppress(OSError):
                os.kill(int(result.split()[0]), signal.SIGKILL)
    assert [result.split()[1] for result in results] == [b"W%d" % n for n in range(300)]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no server starts the workers")
def test_without_their_server_nobody_waits_for_workers_for_ever() -> None:
    from multiprocess import forkserver

    blocks = [b"w%d" % n for n in range(300)]
    results = []
    for result in run_in_order(Shout(seconds=0.002), blocks, 2):
        results.append(result)
        if len(results) in (20, 150):
            os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)
    assert b"".join(results) == shouted(blocks)


def test_without_workers_it_is_done_here(monkeypatch) -> None:
    from damas_cli.batch import workers

    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(11, "no more processes")

    monkeypatch.setattr(workers.get_context("forkserver").Process, "start", refuse)
    blocks = words(30)
    assert run(blocks) == shouted(blocks)


def test_a_fault_of_the_task_comes_back() -> None:
    blocks = [*words(5), b"fail7", *words(5)]
    results = run_in_order(Shout(), blocks, 2)
    assert [next(results) for _ in range(5)] == [shouted([block]) for block in words(5)]
    with pytest.raises(TaskFailed, match="told to fail by fail7") as raised:
        list(results)
    assert raised.value.described.startswith("ValueError: told to fail by fail7 (tasks.py:")
    assert "Traceback" in raised.value.__notes__[0]


# ---- the parent

SCRIPT = """
import os, sys
from tests.batch.tasks import Shout
from damas_cli.batch import run_in_order

def blocks():
    for n in range(100_000):
        yield b"pid w%d" % n

for result in run_in_order(Shout(seconds=0.01), blocks(), 2):
    print(result.split()[0].decode(), flush=True)
"""


@contextlib.contextmanager
def parent(script: str = SCRIPT) -> Iterator[tuple[subprocess.Popen[bytes], set[int]]]:
    """Run a script in a process; give it and the workers that it has by then."""
    command = [sys.executable, "-c", script]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    workers: set[int] = set()
    while len(workers) < 2:
        workers.add(int(process.stdout.readline()))
    with process.stdout, process.stderr:
        yield process, workers
        assert process.stderr.read() == b""
    for pid in workers:
        wait_for_end(pid)


def wait_for_end(pid: int) -> None:
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    pytest.fail(f"process {pid} is still there")


QUIET = "\n".join(
    (
        "import os, signal, sys",
        "def end(*_): raise SystemExit(7)",
        "signal.signal(signal.SIGTERM, end)",
        "signal.signal(signal.SIGINT, end)",
        SCRIPT,
    )
)


def test_a_killed_parent_leaves_no_worker_behind() -> None:
    with parent() as (process, _):
        process.kill()
        assert process.wait(20) == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("to_all", [False, True], ids=["parent", "all"])
def test_a_signal_ends_all_without_a_word(number: signal.Signals, to_all: bool) -> None:
    with parent(QUIET) as (process, _):
        if to_all:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        assert process.wait(20) == 7
