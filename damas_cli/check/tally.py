"""How much was found: what the closing line, the exit status and some formats count."""

from __future__ import annotations

from collections import Counter

from .codes import MENDED
from .finding import Finding


class Tally:
    """What was found so far.

    Attributes:
        files, games, findings, errors, warnings: how many.
        mended: how many findings of each code that `--fix` mends.
    """

    __slots__ = ("errors", "files", "findings", "games", "mended", "warnings")

    def __init__(self) -> None:
        self.files = 0
        self.games = 0
        self.findings = 0
        self.errors = 0
        self.warnings = 0
        self.mended: Counter[str] = Counter()

    def add(self, findings: list[Finding]) -> None:
        """Count the findings of one more game."""
        self.games += 1
        for finding in findings:
            self.findings += 1
            self.errors += finding.severity == "error"
            self.warnings += finding.severity == "warning"
            if finding.code in MENDED:
                self.mended[finding.code] += 1

    def at_least(self, severity: str) -> int:
        """Return how many findings are as severe as `severity` (error, warning or info), or more.

        >>> Tally().at_least("warning")
        0
        """
        if severity == "error":
            return self.errors
        return self.findings if severity == "info" else self.errors + self.warnings
