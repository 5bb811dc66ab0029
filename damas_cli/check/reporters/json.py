"""The format `json`: one document that holds the records of `jsonl` and counts what was read."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.pdn.model import Game

from ..finding import Finding
from ..tally import Tally
from . import Look, Reporter
from .jsonl import VERSION, encode, record


class Json(Reporter):
    """The reporter; a finding takes a line of the document."""

    opening = "\n"
    separator = ",\n"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.words = look.words

    def begin(self) -> Iterator[str]:
        """Open the document and its list of findings."""
        yield f'{{"version":{VERSION},"findings":['

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return a record a finding."""
        for finding in findings:
            yield encode(record(path, finding, self.words))

    def end(self, tally: Tally) -> Iterator[str]:
        """Close the list and count files and games."""
        yield f'\n],"files":{tally.files},"games":{tally.games}}}\n'


make = Json
