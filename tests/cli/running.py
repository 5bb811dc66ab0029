"""Ways to run `damas` in tests: within this process, and as a process of its own."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from damas_cli.cli.environment import Environment
from damas_cli.cli.process import run
from damas_cli.cli.status import ExitStatus

DAMAS = [sys.executable, "-m", "damas_cli"]


def heed_signals() -> None:
    """Undo in a child what a caller in the background may have set: that signals are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@dataclass(frozen=True)
class Outcome:
    """What a run printed and how it ended."""

    status: ExitStatus
    out: str
    err: str


def damas(
    *arguments: str,
    stdin: bytes = b"",
    stdout: BinaryIO | None = None,
    terminals: str = "",
    variables: Mapping[str, str] | None = None,
    folder: str | None = None,
) -> Outcome:
    """Run `damas` within this process; `terminals` names the streams that are one.

    Configuration files are looked for from `folder` on, if it is given.
    """
    out = io.BytesIO()
    err = io.StringIO()
    env = Environment(
        stdin=io.BytesIO(stdin),
        stdout=stdout or out,
        stderr=err,
        stdin_is_terminal="stdin" in terminals,
        stdout_is_terminal="stdout" in terminals,
        stderr_is_terminal="stderr" in terminals,
        variables=variables,
        folder=folder,
    )
    status = run(arguments, env)
    return Outcome(status, out.getvalue().decode(), err.getvalue())


def damas_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `damas` as a process; `options` go to `subprocess.run`."""
    return subprocess.run(
        [*DAMAS, *arguments],
        check=False,
        text=True,
        timeout=60,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )
