"""Tables of what was counted: aligned for people, streams for machines.

A cell is a text, a number, a truth, None for what is not known, or a `Word`: a text of ours, which
people read in their language and machines by its key.

>>> from damas_cli.language import ENGLISH
>>> columns = [Column("player", "player"), Column("score", "score", "right", decimals=1)]
>>> table = Table(columns, [("Muñoz", 2.5), ("García", None)], title="standings")
>>> print(as_text(table, ENGLISH), end="")
standings
player  score
Muñoz     2.5
García      -
>>> print(*as_jsonl(table), *as_csv(table), sep="", end="")
{"player": "Muñoz", "score": 2.5}
{"player": "García", "score": null}
player,score
Muñoz,2.5
García,
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from damas_cli.check.reporters import visible
from damas_cli.check.reporters.full import width
from damas_cli.language import Phrase, Words, mark

#: How tables are written; `auto` is `table` on a terminal, else `jsonl`.
FORMATS = ("table", "jsonl", "csv")
_GAP = "  "
_UNKNOWN = "-"


class Word(NamedTuple):
    """A cell that is one of our own texts.

    Attributes:
        key: what machines read: English, and it does not change; None for what is not known.
        text: what people read: marked for the catalogue, or a phrase.
    """

    key: str | None
    text: str | Phrase


class Column(NamedTuple):
    """A column.

    Attributes:
        key: its name for machines: English, and it does not change.
        title: what people read over it: marked for the catalogue.
        align: where the texts of its cells stand.
        decimals: how many digits a number has behind the point; None for as many as it has.
        readers: who is given it.
    """

    key: str
    title: str
    align: Literal["left", "right"] = "left"
    decimals: int | None = None
    readers: Literal["all", "people", "machines"] = "all"


@dataclass
class Table:
    """A table.

    Attributes:
        rows: a cell for each of `columns`; they may be made as they are read, once.
        title: stands above it, for people.
        name: tells machines which one it is, where a report has several; English, does not change.
        note: stands below it, for people.
        is_upright: whether people read a row downwards, each cell behind its column's title.
    """

    columns: Sequence[Column]
    rows: Iterable[Sequence[Any]]
    title: str | Phrase = ""
    name: str = ""
    note: str | Phrase = ""
    is_upright: bool = False


def written(tables: Iterable[Table], target: str, words: Words) -> Iterator[str]:
    """Yield the text of `tables` in the format `target`, one of `FORMATS`, piece by piece.

    Those for people and those of csv have an empty line between them.
    """
    for index, table in enumerate(tables):
        if index and target != "jsonl":
            yield "\n"
        if target == "table":
            yield as_text(table, words)
        else:
            yield from as_jsonl(table) if target == "jsonl" else as_csv(table)


def as_text(table: Table, words: Words) -> str:
    """Return the table for people, with the columns aligned."""
    columns = [column for column in table.columns if column.readers != "machines"]
    lines = [[words(column.title) for column in columns]]
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        lines.append([_said(c, value, words) for c, value in cells if c.readers != "machines"])
    if table.is_upright:
        lines = [list(cells) for cells in zip(*lines, strict=True)]
        columns = [Column("", "", "left"), *(Column("", "", "right") for _ in lines[0][1:])]
    widths = [max(map(width, cells)) for cells in zip(*lines, strict=True)]
    aligned = [_aligned(line, columns, widths) for line in lines]
    if not table.is_upright and len(lines) == 1:
        aligned.append(words("(nothing)"))
    before = [_line(table.title, words)] if table.title else []
    after = [_line(table.note, words)] if table.note else []
    return "".join(f"{line}\n" for line in [*before, *aligned, *after])


def as_jsonl(table: Table) -> Iterator[str]:
    """Yield a line of JSON a row: an object with the keys of the columns."""
    named = {"table": table.name} if table.name else {}
    for record in _records(table):
        yield json.dumps({**named, **record}, ensure_ascii=False) + "\n"


def as_csv(table: Table) -> Iterator[str]:
    """Yield the table as comma-separated values: a line of keys, then a line a row."""
    yield _csv_line([column.key for column in table.columns if column.readers != "people"])
    for record in _records(table):
        yield _csv_line([_csv_cell(value) for value in record.values()])


def _records(table: Table) -> Iterator[dict[str, Any]]:
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        yield {c.key: _plain(c, value) for c, value in cells if c.readers != "people"}


def _plain(column: Column, value: Any) -> Any:
    """Return a cell for machines."""
    if isinstance(value, Word):
        return value.key
    if isinstance(value, float) and column.decimals is not None:
        return round(value, column.decimals)
    return value


def _said(column: Column, value: Any, words: Words) -> str:
    """Return a cell for people."""
    if value is None:
        return _UNKNOWN
    if isinstance(value, Word):
        return _line(value.text, words)
    if isinstance(value, bool):
        return words(_YES if value else _NO)
    if isinstance(value, float):
        return words.decimal(value, 1 if column.decimals is None else column.decimals)
    return visible(str(value))


_YES, _NO = mark("yes"), mark("no")


def _line(text: str | Phrase, words: Words) -> str:
    return visible(words(text) if isinstance(text, str) else words.say(text))


def _aligned(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    padded = []
    for cell, column, wide in zip(cells, columns, widths, strict=True):
        blanks = " " * (wide - width(cell))
        padded.append(blanks + cell if column.align == "right" else cell + blanks)
    return _GAP.join(padded).rstrip()


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _csv_line(cells: Sequence[str]) -> str:
    line = io.StringIO()
    # Written with the end of line that is quoted where it stands in a cell, be it of any system.
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"
