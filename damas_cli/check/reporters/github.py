"""The format `github`: workflow commands, which GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.pdn.model import Game

from ..finding import Finding
from . import Look, Reporter, visible
from .concise import place

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
# Ends of lines have escapes of their own; no other control character has.
_ENDS = ("\r", "\n")


class GitHub(Reporter):
    """The reporter: a command a finding."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.words = look.words

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return a line a finding."""
        for finding in findings:
            properties = {
                "title": f"{finding.code} {finding.name}",
                "file": path,
                "line": str(finding.line),
                "col": str(finding.column),
                "endLine": str(finding.end_line),
                "endColumn": str(finding.end_column),
            }
            told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
            message = _data(f"{finding.say(self.words)}{place(finding, self.words)}")
            yield f"::{_LEVELS[finding.severity]} {told}::{message}\n"


def _data(text: str) -> str:
    """Return `text` as the message of a command.

    >>> _data("100 %\\nand more")
    '100 %25%0Aand more'
    """
    seen = "".join(part if part in _ENDS else visible(part) for part in text)
    return seen.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Return `text` as the value of a command's property.

    >>> _property("C:a,b")
    'C%3Aa%2Cb'
    """
    return _data(text).replace(":", "%3A").replace(",", "%2C")


make = GitHub
