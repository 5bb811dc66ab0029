"""Perft suites: tables of positions with the counts that they must have.

A suite is UTF-8 text with a line of column names and one row a line, columns parted by tabs. The
columns `fen`, `depth` and `count` are needed; `variant` and `convention` may be left out or empty;
others are ignored. A FEN may be `start`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..language import Phrase, SpokenError, mark
from ..rules.counting import CONVENTIONS, DEEPEST, UNIQUE
from ..rules.fen import FenError
from ..rules.position import Position
from ..rules.variant import UnknownVariant, Variant, get_variant

START = "start"
# Counts of 64 bits have twenty digits.
_LONGEST_NUMBER = 40
_NEEDED = ("fen", "depth", "count")


class SuiteError(SpokenError):
    """The suite cannot be used; the text says where and why."""

    def __init__(self, name: str, line: int, problem: Phrase) -> None:
        super().__init__(Phrase("{path}: {problem}", path=f"{name}:{line}", problem=problem))


@dataclass(frozen=True, slots=True)
class SuiteRow:
    """One count to be checked."""

    line: int
    position: Position
    depth: int
    expected: int
    convention: str


def read_suite(data: bytes, name: str, variant: Variant) -> list[SuiteRow]:
    """Return the rows of the suite `data`; `variant` is meant where it names none.

    A row that has the name of `variant`, which may be a user's own, means it, too.

    Raises:
        SuiteError: `data` is no suite; the text starts with `name` and the line.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SuiteError(name, line, Phrase("not UTF-8")) from error
    try:
        return list(_rows(text.splitlines(), variant))
    except _LineError as error:
        raise SuiteError(name, error.line, error.phrase) from error


class _LineError(SpokenError):
    def __init__(self, line: int, problem: Phrase) -> None:
        super().__init__(problem)
        self.line = line


def _rows(lines: list[str], variant: Variant) -> Iterator[SuiteRow]:
    if not lines:
        raise _LineError(1, Phrase("an empty file, where a line of column names must come first"))
    columns = lines[0].split("\t")
    missing = [column for column in _NEEDED if column not in columns]
    if missing:
        template = mark("no column {names}") if len(missing) == 1 else mark("no columns {names}")
        raise _LineError(1, Phrase(template, names=_listed(missing)))
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            cells = line.split("\t")
            if len(cells) != len(columns):
                found, wanted = len(cells), len(columns)
                raise _LineError(
                    number,
                    Phrase("{found} columns instead of {wanted}", found=found, wanted=wanted),
                )
            yield _row(number, dict(zip(columns, cells, strict=True)), variant)


def _row(line: int, cells: dict[str, str], variant: Variant) -> SuiteRow:
    name = cells.get("variant") or variant.name
    fen = cells["fen"]
    convention = cells.get("convention") or UNIQUE
    if convention not in CONVENTIONS:
        known = _listed(CONVENTIONS)
        raise _LineError(
            line, Phrase("no convention {name!r}, only {known}", name=convention, known=known)
        )
    try:
        rules = variant if name == variant.name else get_variant(name)
        position = Position.start(rules) if fen == START else Position.from_fen(fen, rules)
    except UnknownVariant as error:
        raise _LineError(line, error.phrase) from error
    except FenError as error:
        from ..check.messages import bad_fen  # only here: counting needs nothing of it

        raise _LineError(line, bad_fen(error, rules)) from error
    depth = _number(line, "depth", cells)
    if depth > DEEPEST:
        raise _LineError(
            line, Phrase("depth {depth} is more than {most}", depth=depth, most=DEEPEST)
        )
    return SuiteRow(line, position, depth, _number(line, "count", cells), convention)


def _number(line: int, column: str, cells: dict[str, str]) -> int:
    text = cells[column].strip()
    if not (text.isascii() and text.isdigit() and len(text) < _LONGEST_NUMBER):
        raise _LineError(
            line, Phrase("{column} {text!r} is no whole number", column=column, text=text)
        )
    return int(text)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names)
