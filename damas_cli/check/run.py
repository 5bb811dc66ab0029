"""From bytes to findings: the games of one stream, judged one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from damas_cli.rules.variant import Variant

from .finding import Finding
from .regulation import Rulebook
from .ruling import check_game
from .suppression import suppressed


class Tally:
    """What was found so far.

    Attributes:
        games, findings, errors, warnings: how many.
    """

    __slots__ = ("errors", "findings", "games", "warnings")

    def __init__(self) -> None:
        self.games = 0
        self.findings = 0
        self.errors = 0
        self.warnings = 0

    def add(self, findings: list[Finding]) -> None:
        """Count the findings of one more game."""
        self.games += 1
        for finding in findings:
            self.findings += 1
            self.errors += finding.severity == "error"
            self.warnings += finding.severity == "warning"


def check_games(
    chunks: Iterable[bytes], rulebook: Rulebook, tally: Tally, parser: str = "compiled"
) -> Iterator[tuple[Game, list[Finding]]]:
    """Yield each game of a stream that has findings, with them; `tally` counts all."""
    told_encoding = False
    for game in read_games(chunks, parser=parser):
        findings = check_game(game, rulebook)
        if not told_encoding and game.encoding != "utf-8":
            told_encoding = True
            findings = sorted([*findings, _not_utf8(game)], key=_place)
        findings = suppressed(game, findings)
        tally.add(findings)
        if findings:
            yield game, findings


def _place(finding: Finding) -> tuple[int, str]:
    return finding.start, finding.code


def _not_utf8(game: Game) -> Finding:
    """Return the finding of a whole file, at its first byte that is not UTF-8."""
    start = 0
    try:
        game.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
    finding = Finding("S005", "", start, start + 1)
    finding.line, finding.column = game.locate(start)
    finding.end_line, finding.end_column = game.locate(start + 1)
    return finding


def check_text(
    text: str | bytes,
    path: str = "-",
    no_progress_each: int | None = None,
    variant: str | Variant | None = None,
) -> list[dict[str, object]]:
    """Return the records of the findings in a whole PDN text, as `docs/formats.md` has them.

    Args:
        text: the file; bytes are read as UTF-8, or else as CP1252.
        path: what the records call the file.
        no_progress_each: moves each without capture or man's move that make a draw, in place of
            the variant's own number.
        variant: the rules to judge all games by; without it each game's GameType decides, and
            Spanish draughts where there is none.

    Raises:
        UnknownVariant: no variant has that name.
        ValueError: `no_progress_each` is negative or more than any game has.

    >>> [record["code"] for record in check_text('[Result "1-0"] 1. 10-14 23-20 1-0')]
    []
    """
    from .reporters.jsonl import record

    data = text.encode() if isinstance(text, str) else text
    found = check_games([data], Rulebook(variant, no_progress_each), Tally())
    return [record(path, finding) for _, findings in found for finding in findings]
