"""`damas check` with workers, as the system sees it: signals, full disks, closed and slow pipes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import damas_cli.cli.judging as judging
from damas_cli.batch import TaskFailed
from damas_cli.cli.status import ExitStatus
from damas_cli.language import Phrase

from .running import damas, heed_signals

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks for processes in /proc"
)

GAME = b'[Event "A tournament of many games"]\n[Site "Sevilla"]\n\n1. 10-14 23-20 *\n\n'
GAMES = 6_000
COMMAND = [sys.executable, "-m", "damas_cli", "check", "--output-format", "concise"]


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.pdn"
    path.write_bytes(GAME * GAMES)
    return path


@pytest.fixture(scope="module")
def report(file) -> bytes:
    """What one process reports."""
    return subprocess.run([*COMMAND, "--jobs", "1", str(file)], capture_output=True).stdout


def session(leader: int) -> dict[int, int]:
    """Return the processes of a session, and their parents."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == leader and fields[0] != "Z":
                    found[int(entry.name)] = int(fields[1])
    return found


def workers(leader: int) -> list[int]:
    """Return the workers: they are children of a child."""
    found = session(leader)
    return [pid for pid, parent in found.items() if found.get(parent) == leader]


@contextlib.contextmanager
def checking(*arguments: str, **options) -> Iterator[subprocess.Popen[bytes]]:
    """Run `damas check` with two workers, and see that nothing of it stays behind."""
    process = subprocess.Popen(
        [*COMMAND, "--jobs", "2", *arguments],
        start_new_session=True,
        **{
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "preexec_fn": heed_signals,
            **options,
        },
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    for _ in range(500):
        if not session(process.pid):
            return
        time.sleep(0.02)
    pytest.fail(f"still there: {session(process.pid)}")


def await_workers(process: subprocess.Popen[bytes]) -> list[int]:
    for _ in range(2000):
        if found := workers(process.pid):
            return found
        time.sleep(0.005)
    pytest.fail("no worker was started")


def test_a_killed_worker_costs_no_game(file: Path, report: bytes) -> None:
    with checking(str(file)) as process:
        for pid in await_workers(process):
            os.kill(pid, signal.SIGKILL)
        out, err = process.communicate()
        assert out == report
        assert err.startswith(b"%d games, " % GAMES)
        assert process.returncode == ExitStatus.OK


def test_killed_workers_lose_no_game_without_a_word(file: Path, report: bytes) -> None:
    """Whatever dies, and however often: each game is judged, or said not to be."""
    with checking("-q", str(file), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        out = b""
        while chunk := os.read(process.stdout.fileno(), 1 << 16):
            out += chunk
            for pid in workers(process.pid)[:1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        _, err = process.communicate()
        lost = {int(line.split(b"game ")[1].split()[0]) for line in err.splitlines()}
        told = [line for line in report.splitlines() if int(number(line)) not in lost]
        assert out.splitlines() == told
        assert process.returncode == (70 if lost else ExitStatus.OK)


def number(line: bytes) -> bytes:
    return line.rpartition(b"[game ")[2].split(b",")[0].rstrip(b"]")


@pytest.mark.parametrize(
    ("sign", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)]
)
@pytest.mark.parametrize("to_all", [False, True], ids=["parent", "all"])
def test_a_signal_ends_it_quietly(
    sign: signal.Signals, status: int, to_all: bool, tmp_path: Path
) -> None:
    output = tmp_path / "report"
    with checking("-", "--output-file", str(output), stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(GAME * 3000)
        process.stdin.flush()
        await_workers(process)
        (os.killpg if to_all else os.kill)(process.pid, sign)
        assert process.wait(20) == status
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert not output.exists()
    if sign != signal.SIGKILL:
        assert list(tmp_path.iterdir()) == []


def test_a_full_device(file: Path) -> None:
    with open("/dev/full", "wb") as full, checking(str(file), stdout=full) as process:
        _, err = process.communicate()
        assert process.returncode == ExitStatus.UNREADABLE
        assert err == b"damas: error: cannot write the output: No space left on device\n"


def test_a_full_disk_leaves_no_half_of_a_report(file: Path, tmp_path: Path) -> None:
    def limit() -> None:
        heed_signals()
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    output = tmp_path / "report"
    arguments = ("--output-file", str(output), str(file))
    with checking(*arguments, preexec_fn=limit) as process:
        _, err = process.communicate()
        assert process.returncode == ExitStatus.UNREADABLE
        assert err.count(b"\n") == 1
        assert b"File too large" in err
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe(file: Path, report: bytes) -> None:
    with checking(str(file)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == report.splitlines(keepends=True)[0]
        process.stdout.close()
        assert process.wait(20) == ExitStatus.BROKEN_PIPE
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stdout = None


@pytest.mark.parametrize("jobs", ["1", "2", "auto"])
def test_of_a_slow_pipe_the_first_comes_before_the_last(jobs: str) -> None:
    with checking("--jobs", jobs, "-", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(GAME * 2)
        process.stdin.flush()
        assert b"[game 1]" in process.stdout.readline()
        out, err = process.communicate(GAME)
        assert b"[game 3" in out
        assert err.startswith(b"3 games, ")


def test_a_game_that_is_given_up_is_told_and_the_others_judged(monkeypatch) -> None:
    def hand_out(task, blocks, jobs):
        for block in blocks:
            pieces = task.split(block)
            assert len(pieces) == 3
            yield task(pieces[0]) + task.give_up(pieces[1], Phrase("so")) + task(pieces[2])

    monkeypatch.setattr(judging, "run_in_order", hand_out)
    done = damas("check", "--output-format", "concise", "-", stdin=GAME * 3)
    assert done.status == 70
    assert "damas: error: -:6: game 2 was not judged: so; " in done.err
    assert "2 games, " in done.err
    assert {number(line.encode()) for line in done.out.splitlines()} == {b"1", b"3"}


def test_a_fault_in_a_worker_is_a_fault_of_ours(monkeypatch) -> None:
    def hand_out(task, blocks, jobs):
        yield from ()
        raise TaskFailed("ValueError: so (game.py:7)", "Traceback: so it came")

    monkeypatch.setattr(judging, "run_in_order", hand_out)
    done = damas("check", "-", stdin=GAME, variables={"DAMAS_TRACEBACK": "1"})
    assert done.status == 70
    assert "damas: error: internal error: ValueError: so (game.py:7)\n" in done.err
    assert "Traceback: so it came" in done.err
