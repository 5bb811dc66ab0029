"""What `damas` says to the shell when it ends."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitStatus(IntEnum):
    """The exit statuses of every command."""

    OK = 0
    """Nothing to complain about."""

    FINDINGS = 1
    """Findings of severity warning or error, or counts that differ."""

    USAGE = 2
    """The command line does not make sense."""

    UNREADABLE = 3
    """An input could not be read, or the output could not be written."""

    INTERNAL_ERROR = 70
    """A fault of damas itself (EX_SOFTWARE of sysexits.h)."""

    INTERRUPTED = 130
    """Ctrl-C: 128 + SIGINT."""

    BROKEN_PIPE = 141
    """The reader of the output went away: 128 + SIGPIPE."""

    TERMINATED = 143
    """Asked to end: 128 + SIGTERM."""


# Usage comes before unreadable input: 2 says that the command line itself has to change.
_ORDER = (
    ExitStatus.TERMINATED,
    ExitStatus.BROKEN_PIPE,
    ExitStatus.INTERRUPTED,
    ExitStatus.INTERNAL_ERROR,
    ExitStatus.USAGE,
    ExitStatus.UNREADABLE,
    ExitStatus.FINDINGS,
    ExitStatus.OK,
)


def highest(statuses: Iterable[ExitStatus]) -> ExitStatus:
    """Return the one status that a run with all of `statuses` ends with; OK when there are none.

    >>> highest([ExitStatus.FINDINGS, ExitStatus.UNREADABLE, ExitStatus.OK]).name
    'UNREADABLE'
    """
    seen = set(statuses)
    return next((status for status in _ORDER if status in seen), ExitStatus.OK)
