"""One run of `damas` as a process: signals, pipes, crashes and the status that it ends with."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from .environment import Environment, OutputError
from .status import ExitStatus

TRACEBACK_VARIABLE = "DAMAS_TRACEBACK"


class Terminated(BaseException):
    """SIGTERM arrived; like KeyboardInterrupt no `except Exception` swallows it."""


def main(arguments: Sequence[str]) -> int:
    """Run `damas` with `arguments` in this process and return its exit status."""
    arrived = _catch_signals()
    env = Environment.of_process()
    status = run(arguments, env)
    if arrived and status < ExitStatus.INTERRUPTED:
        # Python swallows what is raised in some places, such as the end of an import.
        status = arrived[-1]
    if env.broken or status >= ExitStatus.INTERRUPTED:
        # What a broken stream still holds cannot be written, and threads may still count: the
        # ordinary way out would complain about the one and wait for the other.
        os._exit(status)
    return status


def run(arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Run `damas` with `arguments` in `env`; nothing but a status comes out of it."""
    try:
        from .application import dispatch

        status = dispatch(arguments, env)
        env.flush()
    except OutputError as error:
        if error.reader_is_gone:
            return ExitStatus.BROKEN_PIPE
        env.complain(env.words("cannot write the output: {reason}", reason=error.phrase))
        return ExitStatus.UNREADABLE
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except Terminated:
        return ExitStatus.TERMINATED
    except Exception as error:  # the last net: a crash must not look like findings
        _report_crash(error, env)
        _save(env)
        return ExitStatus.INTERNAL_ERROR
    return status


def _catch_signals() -> list[ExitStatus]:
    """Raise at SIGINT and SIGTERM; return where the statuses of those that arrive are noted.

    A caller who ignores one of them for us, as nohup does with SIGHUP, is obeyed.
    """
    arrived: list[ExitStatus] = []

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        arrived.append(ExitStatus.INTERRUPTED)
        raise KeyboardInterrupt

    def terminate(_number: int, _frame: FrameType | None) -> None:
        arrived.append(ExitStatus.TERMINATED)
        raise Terminated

    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, terminate)
    sys.unraisablehook = _be_silent_on_signals
    return arrived


def _be_silent_on_signals(unraisable: sys.UnraisableHookArgs) -> None:
    """Tell of an exception that nobody can catch, unless it is a signal's."""
    if not isinstance(unraisable.exc_value, (KeyboardInterrupt, Terminated)):
        sys.__unraisablehook__(unraisable)


def _save(env: Environment) -> None:
    """Write out what a crashed command had printed, if that is possible."""
    with contextlib.suppress(OutputError):
        env.flush()


def _report_crash(error: Exception, env: Environment) -> None:
    """Say on standard error that damas is at fault, and how to report it."""
    if env.variables.get(TRACEBACK_VARIABLE):
        import traceback

        env.say("".join(traceback.format_exception(error)).rstrip("\n"))
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = ""
    if place is not None:
        where = f" ({os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno})"
    described = f"{type(error).__name__}: {error}{where}"
    # What went wrong in a worker is described by it.
    described = getattr(error, "described", described)
    words = env.words
    env.complain(words("internal error: {error}", error=described))
    env.say(
        words(
            "This is a fault of damas, not of your files. Please report it with the command, the\n"
            "file and what `{program} --version -v` prints.",
            program=env.program,
        )
    )
    if not env.variables.get(TRACEBACK_VARIABLE):
        env.say(words("{variable}=1 shows where it happened.", variable=TRACEBACK_VARIABLE))
