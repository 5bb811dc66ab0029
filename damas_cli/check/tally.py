"""How much was found: what the closing line, the exit status and some formats count."""

from __future__ import annotations

from collections import Counter

from .codes import MENDED
from .finding import Finding


class Tally:
    """What was found so far.

    Attributes:
        files, games, findings, errors, warnings: how many.
        told: how many games have findings.
        failed: how many have errors or warnings.
        codes: how many findings there are of each code.
    """

    __slots__ = ("codes", "errors", "failed", "files", "findings", "games", "told", "warnings")

    def __init__(self) -> None:
        self.files = 0
        self.games = 0
        self.findings = 0
        self.errors = 0
        self.warnings = 0
        self.told = 0
        self.failed = 0
        self.codes: Counter[str] = Counter()

    def add(self, findings: list[Finding]) -> None:
        """Count the findings of one more game."""
        self.games += 1
        if not findings:
            return
        faults = self.errors + self.warnings
        for finding in findings:
            self.findings += 1
            self.errors += finding.severity == "error"
            self.warnings += finding.severity == "warning"
            self.codes[finding.code] += 1
        self.told += 1
        self.failed += self.errors + self.warnings > faults

    def merge(self, other: Tally) -> None:
        """Count all that another tally counted."""
        self.files += other.files
        self.games += other.games
        self.findings += other.findings
        self.errors += other.errors
        self.warnings += other.warnings
        self.told += other.told
        self.failed += other.failed
        self.codes.update(other.codes)

    @property
    def mended(self) -> dict[str, int]:
        """How many findings there are of each code that `--fix` mends."""
        return {code: number for code, number in self.codes.items() if code in MENDED}

    def at_least(self, severity: str) -> int:
        """Return how many findings are as severe as `severity` (error, warning or info), or more.

        >>> Tally().at_least("warning")
        0
        """
        if severity == "error":
            return self.errors
        return self.findings if severity == "info" else self.errors + self.warnings
