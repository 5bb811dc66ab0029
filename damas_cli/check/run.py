"""From bytes to findings: the games of one stream, judged one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

from .finding import Finding
from .game import check_game
from .messages import message
from .regulation import Regulation


class Tally:
    """What was found so far.

    Attributes:
        games, findings, errors, warnings: how many.
        other_variants, first_other: how many games of the last stream say by their GameType that
            they are of another variant, and the number of the first of them.
    """

    __slots__ = ("errors", "findings", "first_other", "games", "other_variants", "warnings")

    def __init__(self) -> None:
        self.games = 0
        self.findings = 0
        self.errors = 0
        self.warnings = 0
        self.other_variants = 0
        self.first_other = 0

    def add(self, findings: list[Finding]) -> None:
        """Count the findings of one more game."""
        self.games += 1
        for finding in findings:
            self.findings += 1
            self.errors += finding.severity == "error"
            self.warnings += finding.severity == "warning"


def check_games(
    chunks: Iterable[bytes], regulation: Regulation, tally: Tally, parser: str = "compiled"
) -> Iterator[tuple[Game, list[Finding]]]:
    """Yield each game of a stream that has findings, with them; `tally` counts all."""
    told_encoding = False
    tally.other_variants = tally.first_other = 0
    for game in read_games(chunks, parser=parser):
        findings = check_game(game, regulation)
        if not told_encoding and game.encoding != "utf-8":
            told_encoding = True
            findings = sorted([*findings, _not_utf8(game)], key=_place)
        tally.add(findings)
        if _is_of_another_variant(game, regulation):
            tally.first_other = tally.first_other or game.number
            tally.other_variants += 1
        if findings:
            yield game, findings


def _is_of_another_variant(game: Game, regulation: Regulation) -> bool:
    tag = None if regulation.gametype in game.raw else game.tag("GameType")
    if tag is None:
        return False
    number = tag.value.partition(",")[0].strip()
    return number.isdigit() and number != str(regulation.variant.number)


def _place(finding: Finding) -> tuple[int, str]:
    return finding.start, finding.code


def _not_utf8(game: Game) -> Finding:
    """Return the finding of a whole file, at its first byte that is not UTF-8."""
    start = 0
    try:
        game.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
    finding = Finding("S005", "", message("S005", "", {}), start, start + 1)
    finding.line, finding.column = game.locate(start)
    finding.end_line, finding.end_column = game.locate(start + 1)
    return finding


def check_text(
    text: str | bytes, path: str = "-", no_progress_each: int | None = None
) -> list[dict[str, object]]:
    """Return the records of the findings in a whole PDN text, as `docs/formats.md` has them.

    `no_progress_each` overrides the variant's moves each without capture or man's move.

    >>> [record["code"] for record in check_text('[Result "1-0"] 1. 10-14 23-20 1-0')]
    []
    """
    from .reporters.jsonl import record

    data = text.encode() if isinstance(text, str) else text
    found = check_games([data], Regulation(no_progress_each=no_progress_each), Tally())
    return [record(path, finding) for _, findings in found for finding in findings]
