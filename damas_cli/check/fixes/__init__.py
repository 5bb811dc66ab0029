"""What to write in place of what is wrong: a file a family, and the engine that applies it.

Safe fixes leave a game as it is but for the way it is written; unsafe ones need somebody who asks
for them. `engine` reads a text, fixes it game by game and makes sure that each game still reads as
the same one.
"""

from __future__ import annotations

from collections.abc import Callable

from ..finding import Finding
from .comments import rest_of_line, unused_suppression
from .encoding import utf_8
from .fix import Fix
from .moves import canonical, renumbered, separators
from .places import Place
from .results import missing_terminator, tag_against_terminator
from .tags import date, duplicate, gametype, setup

# A code that is not here has no fix; the numbers of N001 hang together.
FIXERS: dict[str, Callable[[Place, Finding], Fix | None]] = {
    "S005": utf_8,
    "S007": unused_suppression,
    "T002": duplicate,
    "T004": gametype,
    "T006": date,
    "T007": setup,
    "N002": separators,
    "N004": canonical,
    "M001": rest_of_line,
    "M006": rest_of_line,
    "M007": rest_of_line,
    "R001": tag_against_terminator,
    "R007": missing_terminator,
}


def fixes_of(place: Place, findings: list[Finding]) -> list[Fix]:
    """Return the fixes that there are for findings of one game."""
    found = []
    if any(finding.code == "N001" for finding in findings):
        fix = renumbered(place, findings)
        if fix is not None:
            found.append(fix)
    for finding in findings:
        fixer = FIXERS.get(finding.code)
        fix = None if fixer is None else fixer(place, finding)
        if fix is not None:
            found.append(fix)
    return found
