"""The format `jsonl`: one JSON object a finding, as `docs/formats.md` describes it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from damas_cli.language import ENGLISH, Words
from damas_cli.pdn.model import Game

from ..finding import Finding
from . import Look, Reporter

VERSION = 1
# JSON leaves these control characters as they are; a terminal may obey them.
_CONTROLS = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(value: object) -> str:
    """Return `value` as JSON in one line that holds no control character."""
    return _ENCODER.encode(value).translate(_CONTROLS)


def record(path: str, finding: Finding, words: Words = ENGLISH) -> dict[str, object]:
    """Return the record of `finding`, its keys in the documented order, its message in `words`."""
    return {
        "version": VERSION,
        "path": path,
        "game": finding.game,
        "variation": finding.variation,
        "ply": finding.ply,
        "move": finding.move,
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.say(words),
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "fen": finding.fen,
        "expected": finding.expected,
        "article": finding.article,
    }


class JsonLines(Reporter):
    """The reporter; the format has neither colours nor boards."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.words = look.words

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return a line a finding."""
        for finding in findings:
            yield encode(record(path, finding, self.words)) + "\n"


make = JsonLines
