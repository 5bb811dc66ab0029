"""The format `concise`: one line a finding, `path:line:column: CODE message [game, ply]`."""

from __future__ import annotations

from damas_cli.pdn.model import Game

from ..finding import Finding
from ..style import Style
from . import Reporter, visible


def place(finding: Finding) -> str:
    """Return where in the file a finding is, in words: `game 8, ply 23`."""
    words = []
    if finding.game is not None:
        words.append(f"game {finding.game}")
    if finding.variation is not None:
        words.append(f"variation {finding.variation}")
    if finding.ply is not None:
        words.append(f"ply {finding.ply}")
    return f" [{', '.join(words)}]" if words else ""


def grade(finding: Finding) -> str:
    """Return the severity in brackets, where it is not an error."""
    return "" if finding.severity == "error" else f" ({finding.severity})"


def make(colour: bool, boards: bool) -> Reporter:
    """Return the reporter; the format has no boards."""
    style = Style(colour)

    def report(path: str, game: Game, findings: list[Finding]) -> str:
        lines = []
        for finding in findings:
            at = style.path(f"{visible(path)}:{finding.line}:{finding.column}:")
            code = style.severity(finding.code, finding.severity)
            words = f"{visible(finding.message)}{grade(finding)}{place(finding)}"
            lines.append(f"{at} {code} {words}\n")
        return "".join(lines)

    return report
