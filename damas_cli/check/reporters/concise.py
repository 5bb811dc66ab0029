"""The format `concise`: one line a finding, `path:line:column: CODE message [game, ply]`."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.language import Words, mark
from damas_cli.pdn.model import Game

from ..finding import Finding
from ..style import Style
from . import Look, Reporter, visible

# Severities as they are said to people; records have the keys.
SEVERITIES = {"error": mark("error"), "warning": mark("warning"), "info": mark("info")}


def place(finding: Finding, words: Words) -> str:
    """Return where in the file a finding is, in words: `game 8, ply 23`."""
    parts = []
    if finding.game is not None:
        parts.append(words("game {number}", number=finding.game))
    if finding.variation is not None:
        parts.append(words("variation {path}", path=finding.variation))
    if finding.ply is not None:
        parts.append(words("ply {ply}", ply=finding.ply))
    return f" [{', '.join(parts)}]" if parts else ""


def grade(finding: Finding, words: Words) -> str:
    """Return the severity in brackets, where it is not an error."""
    return "" if finding.severity == "error" else f" ({words(SEVERITIES[finding.severity])})"


class Concise(Reporter):
    """The reporter; the format has no boards."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.style = Style(look.colour)
        self.words = look.words

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return a line a finding."""
        style, words = self.style, self.words
        for finding in findings:
            at = style.path(f"{visible(path)}:{finding.line}:{finding.column}:")
            code = style.severity(finding.code, finding.severity)
            told = f"{visible(finding.say(words))}{grade(finding, words)}{place(finding, words)}"
            yield f"{at} {code} {told}\n"


make = Concise
