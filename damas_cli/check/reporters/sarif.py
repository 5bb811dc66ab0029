"""The format `sarif`: the Static Analysis Results Interchange Format 2.1.0 of OASIS."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import quote

from damas_cli import __version__
from damas_cli.language import Words
from damas_cli.pdn.model import Game

from ..codes import CODES, Code
from ..finding import Finding
from ..pages import page
from ..tally import Tally
from . import Look, Reporter
from .jsonl import encode

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_INDEX = {code: index for index, code in enumerate(CODES)}


class Sarif(Reporter):
    """The reporter; a result takes a line of the document."""

    opening = "\n"
    separator = ",\n"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.words = look.words

    def begin(self) -> Iterator[str]:
        """Describe damas and its rules, and open the list of results."""
        driver = {
            "name": "damas",
            "version": __version__,
            "rules": [_rule(code, self.words) for code in CODES.values()],
        }
        yield (
            f'{{"$schema":{encode(SCHEMA)},"version":"2.1.0","runs":[{{'
            f'"tool":{encode({"driver": driver})},'
            f'"language":{encode(self.words.language)},"columnKind":"unicodeCodePoints","results":['
        )

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return a result a finding."""
        for finding in findings:
            yield encode(_result(path, finding, self.words))

    def end(self, tally: Tally) -> Iterator[str]:
        """Close what `begin` opened."""
        yield "\n]}]}\n"


def _rule(code: Code, words: Words) -> dict[str, object]:
    told = page(code.code, words.language)
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": _message(told.title),
        "fullDescription": _message(told.what),
        "help": _message(f"{told.why}\n\n{told.instead}"),
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }


def _message(text: str) -> dict[str, str]:
    """Return `text` as a message, in which a brace would begin a placeholder (3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _result(path: str, finding: Finding, words: Words) -> dict[str, object]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    location = {"artifactLocation": {"uri": uri(path)}, "region": region}
    return {
        "ruleId": finding.code,
        "ruleIndex": _INDEX[finding.code],
        "level": _LEVELS[finding.severity],
        "message": _message(finding.say(words)),
        "locations": [{"physicalLocation": location}],
        "properties": {
            "game": finding.game,
            "variation": finding.variation,
            "ply": finding.ply,
            "move": finding.move,
            "fen": finding.fen,
            "expected": finding.expected,
            "article": finding.article,
        },
    }


def uri(path: str) -> str:
    """Return `path` as a reference: relative as it was given, else with the scheme `file:`.

    >>> uri("torneo de mayo/1ª.pdn"), uri("/tmp/a:b.pdn")
    ('torneo%20de%20mayo/1%C2%AA.pdn', 'file:///tmp/a%3Ab.pdn')
    """
    told = path.replace(os.sep, "/")
    scheme = ("file://" if told.startswith("/") else "file:///") if os.path.isabs(path) else ""
    return scheme + quote(os.fsencode(told))


make = Sarif
