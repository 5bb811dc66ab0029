"""One test an exit status, and what goes with it on standard error."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.cli import application
from damas_cli.cli.status import ExitStatus, highest

from .running import DAMAS, damas, damas_process, heed_signals

SUITE = "fen\tdepth\tcount\nstart\t3\t{count}\n"
# Longer than any test waits, whatever the machine.
ENDLESS = ["perft", "40"]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite whose one count is wrong."""
    path = tmp_path / "wrong.tsv"
    path.write_text(SUITE.format(count=303))
    return path


def started(*arguments: str) -> subprocess.Popen[str]:
    """Start `damas` and return when it has begun to print."""
    process = subprocess.Popen(
        [*DAMAS, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_signals if os.name == "posix" else None,
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


def test_0_nothing_to_complain_about() -> None:
    result = damas_process("perft", "2")
    assert (result.returncode, result.stderr) == (0, "")


def test_1_findings(suite: Path) -> None:
    assert damas_process("perft", "--suite", str(suite)).returncode == 1


@pytest.mark.parametrize("arguments", [["perft", "--nonsense"], ["nonsense"], []])
def test_2_usage(arguments: list[str]) -> None:
    result = damas_process(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") >= 2


def test_3_unreadable_input() -> None:
    result = damas_process("perft", "--suite", "no/such/file.tsv")
    assert result.returncode == 3
    assert "no/such/file.tsv" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["perft", "3"], ["--version"], ["--help"]])
def test_3_full_disk(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = damas_process(*arguments, stdout=full)
    assert result.returncode == 3
    assert result.stderr == "damas: error: cannot write the output: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="closes a file descriptor in the child")
@pytest.mark.parametrize("arguments", [["perft", "3"], ["--version"]])
def test_3_closed_output(arguments: list[str]) -> None:
    result = damas_process(*arguments, stdout=None, preexec_fn=lambda: os.close(1))
    assert result.returncode == 3
    assert result.stderr == "damas: error: cannot write the output: Bad file descriptor\n"


class TestInternalError:
    @pytest.fixture(autouse=True)
    def faulty(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("it went wrong")

        monkeypatch.setattr(application, "_report_usage", fail)

    def test_70_is_not_a_finding(self) -> None:
        result = damas("nonsense")
        assert result.status == 70
        assert result.out == ""
        assert "internal error: ZeroDivisionError: it went wrong (test_status.py:" in result.err
        assert "report" in result.err
        assert "Traceback" not in result.err

    def test_70_with_a_traceback_on_request(self) -> None:
        result = damas("nonsense", variables={"DAMAS_TRACEBACK": "1"})
        assert result.status == 70
        assert result.err.startswith("Traceback")


def test_70_as_a_process() -> None:
    crash = (
        "import sys; from damas_cli.cli import process, application;"
        "application.dispatch = lambda *_: 1 / 0; sys.exit(process.main([]))"
    )
    result = subprocess.run(
        [DAMAS[0], "-c", crash], check=False, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 70
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["130", "143"]
)
@pytest.mark.parametrize("more", [[], ["--jobs", "3"]], ids=["one thread", "three threads"])
def test_signals_end_it_at_once_and_quietly(
    number: signal.Signals, status: int, more: list[str]
) -> None:
    process = started(*ENDLESS, *more)
    # By then the kernel is deep in a count that nothing within it would stop.
    time.sleep(1)
    asked = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (status, "")
    assert time.monotonic() - asked < 2


SWALLOWED = """
import os, signal, sys
from damas_cli.cli import process

class Leaving:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))
        for _ in range(1000):
            pass

def work(arguments, env):
    Leaving()
    return process.ExitStatus.OK

process.run = work
sys.exit(process.main([]))
"""


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_where_python_swallows_exceptions(number: signal.Signals, status: int) -> None:
    command = [DAMAS[0], "-c", SWALLOWED, str(int(number))]
    result = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=heed_signals,
    )
    assert (result.returncode, result.stderr) == (status, "")


@pytest.mark.skipif(os.name != "posix", reason="POSIX pipes")
@pytest.mark.parametrize("arguments", [["perft", "9"], ["--version"], ["--help"], ["perft", "-h"]])
def test_141_broken_pipe(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        result = damas_process(*arguments, stdout=write)
    finally:
        os.close(write)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(os.name != "posix", reason="POSIX pipes")
def test_141_when_the_reader_goes_away_later() -> None:
    process = started("perft", "9")
    assert process.stdout is not None
    process.stdout.close()
    process.wait(timeout=60)
    assert process.stderr is not None
    assert (process.returncode, process.stderr.read()) == (141, "")
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_messages_that_cannot_be_delivered_change_no_status() -> None:
    with open("/dev/full", "w") as full:
        assert damas_process("nonsense", stderr=full).returncode == 2


ORDER = [143, 141, 130, 70, 2, 3, 1, 0]


@given(st.lists(st.sampled_from(list(ExitStatus))))
def test_the_highest_status_applies(statuses: list[ExitStatus]) -> None:
    expected = min(statuses, key=ORDER.index) if statuses else 0
    assert highest(statuses) == expected


def test_every_status_has_its_place_in_the_order() -> None:
    assert sorted(ORDER) == sorted(ExitStatus)
    assert [highest([status]) for status in ExitStatus] == list(ExitStatus)
