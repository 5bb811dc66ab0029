"""Spans are exact: the caret stands under the move, in every file there is.

How wide a character is comes from the Unicode database here, and from rich in the report.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from damas_cli.check.finding import Finding
from damas_cli.check.regulation import Rulebook
from damas_cli.check.reporters import Look, reporter, visible
from damas_cli.check.run import check_games
from damas_cli.check.tally import Tally
from damas_cli.pdn.model import Game
from damas_cli.pdn.sources import Source, open_sources

TESTS = Path(__file__).parents[2]
ENDS = re.compile(rb"\r\n|\r|\n")


def width(text: str) -> int:
    return sum(
        0
        if unicodedata.category(character) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )


def judged(data: bytes) -> Iterator[tuple[Game, Finding]]:
    for game, findings in check_games([data], Rulebook(), Tally()):
        for finding in findings:
            yield game, finding


def decoded(line: bytes, game: Game) -> str:
    """Return a line of a file, without a byte order mark."""
    return line.decode(game.encoding, "replace").replace("\ufeff", "")


def is_of_a_move(finding: Finding) -> bool:
    """R stands at the result and names the last move, N001 at the number of its move."""
    return finding.move is not None and finding.code[0] != "R" and finding.code != "N001"


def assert_exact(data: bytes) -> int:
    """Assert that each finding about a move has its span; return how many there are."""
    seen = 0
    shown = reporter("full", Look())
    lines = ENDS.split(data)
    for game, finding in judged(data):
        if not is_of_a_move(finding):
            continue
        move = finding.move or ""
        seen += 1
        row = finding.line
        text = decoded(lines[row - 1], game)
        if finding.end_line == row:
            assert text[finding.column - 1 : finding.end_column - 1] == move, finding
            part = move
        else:
            part = re.split(r"[\r\n]", move)[0]
            assert text[finding.column - 1 :].startswith(part), finding
        _, _, source, carets, *_ = "".join(shown.report("x", game, [finding])).split("\n")
        assert under(source, carets) == visible(part), finding
    return seen


def under(source: str, carets: str) -> str:
    """Return what stands above the carets."""
    match = re.match(r"( +\| +)(\^+) ", carets)
    assert match is not None
    left, wide = len(match[1]), len(match[2])
    start = next(at for at in range(len(source) + 1) if width(source[:at]) == left)
    # What takes no column of its own belongs to the letter before.
    while start < len(source) and not width(source[start]):
        start += 1
    end = start
    while end < len(source) and width(source[start:end]) < wide:
        end += 1
    return source[start:end]


def situations() -> Iterator[bytes]:
    for path in sorted((TESTS / "check" / "situations").glob("*.toml")):
        for situation in tomllib.loads(path.read_text("utf-8")).get("situation", []):
            yield situation["pdn"].encode()


def test_in_every_situation() -> None:
    assert sum(map(assert_exact, situations())) > 100


def files(*folders: Path) -> Iterator[bytes]:
    for source in open_sources([str(folder) for folder in folders]):
        assert isinstance(source, Source)
        yield b"".join(source.chunks())


def test_in_the_examples() -> None:
    assert sum(map(assert_exact, files(TESTS.parent / "examples"))) >= 10


def test_in_the_corpus(corpus: Path) -> None:
    books = sorted(str(path) for path in corpus.rglob("*.ouv"))
    assert sum(map(assert_exact, files(corpus, *map(Path, books)))) > 2000


BEFORE = {
    "nothing": "",
    "a tab": "{\t}\t",
    "accents": "{Muñoz, Íñigo} ",
    "wide letters": "{棋 将棋 ドラフツ} ",
    "emoji": "{👍 🏆} ",
    "combining marks": "{e\u0301n\u0303 q\u0323\u0307} ",
    "control characters": "{\x1b[31m\x07\x7f\u200d\u2028} ",
    "a long line": "{" + "larga ñ 棋 " * 60 + "} ",
    "a byte order mark": "{\ufeff} ",
}


ENCODINGS = ("utf-8", "utf-8-sig", "cp1252", "utf-16")


def can_be_written(text: str, encoding: str) -> bool:
    return text == text.encode(encoding, "replace").decode(encoding)


@pytest.mark.parametrize(
    ("what", "encoding"),
    [
        (what, code)
        for what, text in BEFORE.items()
        for code in ENCODINGS
        if can_be_written(text, code)
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_under_the_move(what: str, end: str, encoding: str) -> None:
    before = BEFORE[what]
    text = f'[White "{before}"]{end}{before}1. 10-14 {before}23-15 {before}1-0{end}'
    (data,) = open_sources_of(text.encode(encoding))
    assert assert_exact(data) == 1


def open_sources_of(data: bytes) -> Iterator[bytes]:
    """Yield what a file of these bytes is read as."""
    from io import BytesIO

    for source in open_sources(["-"], stdin=BytesIO(data)):
        assert isinstance(source, Source)
        yield b"".join(source.chunks())


def test_a_caret_elsewhere_would_be_seen() -> None:
    assert under("1 | ab 棋 10-14", "  |       ^^^^^ why") == "10-14"
    assert under("1 | ab 棋 10-14", "  |      ^^^^^ why") != "10-14"
