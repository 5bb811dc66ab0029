"""From bytes to findings: the games of one stream, judged one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.language import DEFAULT, words_of
from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from damas_cli.rules.variant import Variant

from .finding import Finding
from .regulation import Rulebook
from .ruling import check_game
from .selection import ALL, Selection
from .suppression import suppressed
from .tally import Tally


def check_games(
    chunks: Iterable[bytes],
    rulebook: Rulebook,
    tally: Tally,
    parser: str = "compiled",
    selection: Selection | None = None,
    *,
    utf_16: bool = False,
) -> Iterator[tuple[Game, list[Finding]]]:
    """Yield each game of a stream that has findings, with them; `tally` counts all.

    What `selection` leaves out is neither told nor counted. `utf_16` says that the stream was
    UTF-16 before it was made into `chunks`.
    """
    told_encoding = False
    for game in read_games(chunks, parser=parser):
        findings = check_game(game, rulebook)
        tells_encoding = not told_encoding and (utf_16 or game.encoding != "utf-8")
        if findings or tells_encoding or game.kinds & kinds.COMMENTS:
            findings = told(game, findings, selection, tells_encoding=tells_encoding)
        if tells_encoding:
            # A comment hides it in its own game; the next one tells.
            told_encoding = any(finding.code == "S005" for finding in findings)
        tally.add(findings)
        if findings:
            yield game, findings


def told(
    game: Game, findings: list[Finding], selection: Selection | None, *, tells_encoding: bool
) -> list[Finding]:
    """Return those of a game's `findings` that are told: chosen, and hidden by no comment.

    With them comes, if so, that the game is not UTF-8.
    """
    if tells_encoding:
        findings = sorted([*findings, _not_utf8(game)], key=_place)
    findings = suppressed(game, findings)
    return selection(findings) if selection is not None and findings else findings


def _place(finding: Finding) -> tuple[int, str]:
    return finding.start, finding.code


def _not_utf8(game: Game) -> Finding:
    """Return the finding of a whole file, at its first byte that is not UTF-8.

    Without such a byte the file was UTF-16: none of its bytes is, and the finding is at the first.
    """
    start, reason = 0, "utf-16"
    try:
        game.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        start, reason = error.start, ""
    finding = Finding("S005", reason, start, start + 1)
    finding.line, finding.column = game.locate(start)
    finding.end_line, finding.end_column = game.locate(start + 1)
    return finding


def check_text(
    text: str | bytes,
    path: str = "-",
    no_progress_each: int | None = None,
    variant: str | Variant | None = None,
    select: str | Iterable[str] = ALL,
    ignore: str | Iterable[str] = (),
    language: str = DEFAULT,
) -> list[dict[str, object]]:
    """Return the records of the findings in a whole PDN text, as `docs/formats.md` has them.

    Args:
        text: the file; bytes are read as UTF-8, or else as CP1252.
        path: what the records call the file.
        no_progress_each: moves each without capture or man's move that make a draw, in place of
            the variant's own number.
        variant: the rules to judge all games by; without it each game's GameType decides, and
            Spanish draughts where there is none.
        select: the findings to return: codes such as `M003`, the beginning of some such as `M`,
            names such as `quantity-law`, or `ALL`.
        ignore: those to leave out. Of two selectors for a code the more exact one decides.
        language: of the messages, `en` or `es`.

    Raises:
        UnknownSelector: no code is meant by one of `select` or `ignore`.
        UnknownVariant: no variant has that name.
        ValueError: `no_progress_each` is negative or more than any game has, or damas does not have
            that language.

    >>> [record["code"] for record in check_text('[Result "1-0"] 1. 10-14 23-20 *')]
    ['T001']
    """
    from .reporters.jsonl import record

    data = text.encode() if isinstance(text, str) else text
    words = words_of(language)
    rulebook = Rulebook(variant, no_progress_each)
    found = check_games([data], rulebook, Tally(), selection=Selection(select, ignore))
    return [record(path, finding, words) for _, findings in found for finding in findings]
