"""The format `junit`: the XML of test runs, a suite a file and a case a game that has findings.

A game fails that has an error or a warning; the text of its one `failure` tells all its findings,
as `concise` does, since most readers show no second one. A game with information alone passes; its
findings are the case's `system-out`.
"""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from xml.sax.saxutils import escape, quoteattr

from damas_cli.language import Words
from damas_cli.pdn.model import Game

from ..finding import Finding
from ..tally import Tally
from . import Look, Reporter, visible
from .concise import Concise

_NAME = "damas check"
# The cases of a file wait until they are counted, up to so many characters in memory.
_IN_MEMORY = 1 << 20
_PIECE = 1 << 16


class _Suite:
    """The cases of one file, which begins with their number."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cases = 0
        self.failures = 0
        # Closed by `pieces`, or with the last word on it.
        self.text = SpooledTemporaryFile(  # noqa: SIM115
            _IN_MEMORY, "w+", encoding="utf-8", newline="\n"
        )

    def pieces(self) -> Iterator[str]:
        """Yield the whole suite, which ends with it."""
        yield _suite(visible(self.path), self.cases, self.failures)
        self.text.seek(0)
        while piece := self.text.read(_PIECE):
            yield piece
        self.text.close()
        yield "  </testsuite>\n"


class JUnit(Reporter):
    """The reporter."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.words = look.words
        self.lines = Concise(Look(look.words))
        self.suite: _Suite | None = None

    def begin(self) -> Iterator[str]:
        """Open the document."""
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="{_NAME}">\n'

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return the game's case."""
        faults = [finding for finding in findings if finding.severity != "info"]
        text = escape("".join(self.lines.report(path, game, findings)))
        name = self.words("game {number}", number=game.number)
        yield (
            f"    <testcase name={_quoted(name)} classname={_quoted(path)}>\n"
            + (_failure(faults, text, self.words) if faults else _output(text))
            + "    </testcase>\n"
        )

    def add(self, path: str, text: str, tally: Tally) -> Iterator[str]:
        """Keep the cases of a file until it has all."""
        if text:
            self.suite = self.suite or _Suite(path)
            self.suite.cases += tally.told
            self.suite.failures += tally.failed
            self.suite.text.write(text)
        yield from ()

    def end_file(self) -> Iterator[str]:
        """Return the suite of the file, if it has cases."""
        suite, self.suite = self.suite, None
        if suite is not None:
            yield from suite.pieces()

    def end(self, tally: Tally) -> Iterator[str]:
        """Return a suite that passes where there is nothing to tell."""
        if not tally.told:
            yield _suite(_NAME, 1, 0)
            name = self.words.plural("{number} game", "{number} games", tally.games)
            yield f"    <testcase name={_quoted(name)} classname={_quoted(_NAME)}/>\n"
            yield "  </testsuite>\n"
        yield "</testsuites>\n"


def _quoted(text: str) -> str:
    return quoteattr(visible(text))


def _suite(name: str, cases: int, failures: int) -> str:
    counts = f'tests="{cases}" failures="{failures}" errors="0" skipped="0"'
    return f"  <testsuite name={_quoted(name)} {counts}>\n"


def _failure(faults: list[Finding], text: str, words: Words) -> str:
    first = faults[0]
    message = f"{first.code} {first.say(words)}"
    if len(faults) > 1:
        message = words("{message} (and {number} more)", message=message, number=len(faults) - 1)
    kind = f"{first.code} {first.name}"
    return f"      <failure type={_quoted(kind)} message={_quoted(message)}>{text}</failure>\n"


def _output(text: str) -> str:
    return f"      <system-out>{text}</system-out>\n"


make = JUnit
