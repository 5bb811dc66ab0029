"""What must hold for `damas check` of any input whatever, and of the games around a broken one."""

from __future__ import annotations

import io
import json
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from xml.etree import ElementTree

from damas_cli.check.reporters import FORMATS
from damas_cli.cli.status import ExitStatus
from damas_cli.pdn.model import decoded
from damas_cli.pdn.reader import read_games

from ..cli.running import Outcome, damas

# An input of a hundred bytes takes milliseconds.
CPU_SECONDS = 20
HEADER = b"""[Event "%s"]
[Date "2024.05.01"]
[White "Abad, Ana"]
[Black "Rey, Hugo"]
[Result "0-1"]
[GameType "24"]

"""
# Two games with one finding each: a result that is not the tag's, a cross that captures nothing.
BEFORE = HEADER % b"before" + b"1. 10-13 23-19 2. 12-15 19x12 1-0\n\n"
AFTER = HEADER % b"after" + b"1. 10-13 23x19 2. 12-15 19x12 0-1\n"
# What ends with a tag, comments aside, is the beginning of the header that follows.
_OPEN_HEADER = re.compile(
    rb'\[(?:[^\[\]]*\]|[^\[\]\r\n]*|[^\["]*"(?:[^"\\\r\n]|\\[^\r\n])*"[^\["]*\])'
    rb"(?:[\s\x00\x1a\xa0\xc2\xef\xbb\xbf]|\\r|\{[^}]*\}?|[;%][^\r\n]*)*\Z"
)
# How many findings a report tells, as somebody reads it who knows nothing but the format.
TOLD: dict[str, Callable[[str], int]] = {
    "concise": lambda out: out.count("\n"),
    "full": lambda out: out.count("\n\n"),
    "json": lambda out: len(json.loads(out)["findings"]),
    "jsonl": lambda out: sum(1 for line in out.splitlines() if json.loads(line)),
    "sarif": lambda out: len(json.loads(out)["runs"][0]["results"]),
    "junit": lambda out: sum(
        line.startswith("-:")
        for element in ElementTree.fromstring(out).iter()
        for line in (element.text or "").split("\n")
    ),
    "github": lambda out: out.count("\n"),
}
_CLOSING = re.compile(
    r"(\d+) games?, (\d+) findings? \((\d+) errors?, (\d+) warnings?\) in [\d.]+ s\n"
    r"(?:--fix mends .*\n)?\Z"
)


class Hang(BaseException):
    """An input took far too long; as no Exception it is not taken for a crash."""


def check(data: bytes, output_format: str) -> tuple[Outcome, tuple[int, int, int, int]]:
    """Run `damas check` on `data`; return its outcome, and games, findings, errors, warnings.

    Asserts what holds for any input and any format.
    """
    with _limited():
        outcome = damas("check", "--output-format", output_format, stdin=data)
    assert "internal error" not in outcome.err, outcome.err
    closing = _CLOSING.search(outcome.err)
    assert closing, outcome.err
    games, findings, errors, warnings = map(int, closing.groups())
    if outcome.status != ExitStatus.UNREADABLE:  # what looks like a packed file and is none
        assert outcome.status == (ExitStatus.FINDINGS if errors + warnings else ExitStatus.OK)
    else:
        assert "error: " in outcome.err
    if output_format in TOLD:
        assert TOLD[output_format](outcome.out) == findings
    return outcome, (games, findings, errors, warnings)


def judge_alone(data: bytes, rng: random.Random) -> int:
    """Check a file that holds nothing but `data` in some format; return how many games it has."""
    _, counts = check(data, rng.choice(tuple(FORMATS)))
    return counts[0]


def judge_embedded(data: bytes, alone: int) -> bool:
    """Check a file with `data` between two games that have a finding each.

    `alone` is how many games `data` has by itself. Returns whether the border to the game after it
    had to be kept: what ends with a tag becomes a part of the header that follows.
    """
    whole = BEFORE + data + b"\n\n" + AFTER
    outcome, (games, *counted) = check(whole, "jsonl")
    records = [json.loads(line) for line in outcome.out.splitlines()]
    _hold_to_counts(records, games, counted)
    _hold_to_places(records, whole)
    border = _lines(BEFORE + data) + 1
    assert _essence(records[:1], 0) == [_known(BEFORE, "R001", b"19x12", 4, b"1-0")]
    # What is read to the end of a file in one may end before the tag that now follows it.
    assert alone + 1 <= games <= alone + 3
    kept = not _OPEN_HEADER.search(data)
    if kept:
        last = [record for record in records if record["game"] == games]
        assert _known(AFTER, "N002", b"23x19", 2, b"23x19") in _essence(last, border)
    return kept


def judge_fixed(data: bytes, unsafe: bool) -> None:
    """Fix a file that holds nothing but `data`: once is enough, and no game is lost or made."""
    options = ["--unsafe-fixes"] if unsafe else []
    before = _games(data)
    once = _fixed(data, options)
    assert _games(once) == before
    assert _fixed(once, options) == once


def _fixed(data: bytes, options: list[str]) -> bytes:
    out = io.BytesIO()
    with _limited():
        outcome = damas("check", "--fix", *options, stdin=data, stdout=out)
    assert outcome.status in (ExitStatus.OK, ExitStatus.FINDINGS), outcome.err
    return out.getvalue()


def _games(data: bytes) -> int:
    return sum(1 for _ in read_games([data]))


def _known(text: bytes, code: str, move: bytes, ply: int, word: bytes) -> dict[str, Any]:
    """Return what has to be told of `text`: `code`, at `word` of its only line of moves."""
    rows = text.splitlines()
    line = next(n for n, row in enumerate(rows, 1) if row.startswith(b"1. "))
    column = rows[line - 1].rindex(word) + 1
    places = {"line": line, "column": column, "end_line": line, "end_column": column + len(word)}
    return {"code": code, "variation": None, "ply": ply, "move": move.decode(), **places}


def _essence(records: list[dict[str, Any]], border: int) -> list[dict[str, Any]]:
    """Return what of records does not depend on what stands before their game."""
    keys = ("code", "variation", "ply", "move", "line", "column", "end_line", "end_column")
    return [
        {key: record[key] - border if key.endswith("line") else record[key] for key in keys}
        for record in records
    ]


def _hold_to_counts(records: list[dict[str, Any]], games: int, counted: list[int]) -> None:
    """Hold records to what the closing line counts."""
    severities = [record["severity"] for record in records]
    assert counted == [len(records), severities.count("error"), severities.count("warning")]
    numbers = [record["game"] for record in records if record["game"] is not None]
    assert numbers == sorted(numbers)
    assert all(1 <= number <= games for number in numbers)


def _hold_to_places(records: list[dict[str, Any]], whole: bytes) -> None:
    """Hold the places of records to the file: inside of it, in order, and where the move stands."""
    rows = _rows(whole)
    places = [(record["line"], record["column"]) for record in records]
    assert places == sorted(places)
    for record in records:
        start = record["line"], record["column"]
        end = record["end_line"], record["end_column"]
        assert (1, 1) <= start <= end
        for line, column in (start, end):
            assert line <= len(rows)
            assert column <= len(rows[line - 1]) + 1
        # What is wrong with a number stands under the number.
        if record["move"] and record["code"][0] in "MN" and record["code"] != "N001":
            row = rows[start[0] - 1]
            assert start[0] == end[0]
            assert row[start[1] - 1 : end[1] - 1] == record["move"]


def _rows(whole: bytes) -> list[str]:
    """Return the lines of a file whose games may be in different encodings, without marks."""
    text, at = [], 0
    for game in read_games([whole]):
        text.append(decoded(whole[at : game.offset]))
        at = game.offset + len(game.raw)
        text.append(decoded(game.raw))
    text.append(decoded(whole[at:]))
    return re.split(r"\r\n|\r|\n", "".join(text).replace("\ufeff", ""))


def _lines(data: bytes) -> int:
    """Return how many ends of line are in `data`, before a "\\n"."""
    return len(re.findall(rb"\r\n|\r(?!\Z)|\n", data)) + 1


@contextmanager
def _limited() -> Iterator[None]:
    """Stop what is done within when it has taken `CPU_SECONDS`."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
