"""The format `csv`: a table for spreadsheets, with a row a game or, if asked for, a row a ply."""

from __future__ import annotations

import csv
import io
from typing import Any

from damas_cli.language import Words

from . import Writer as BaseWriter
from .options import ConvertOptions
from .played import Played
from .tables import Row, columns, rows


class Writer(BaseWriter):
    """The writer, by RFC 4180 but for the ends of lines, which are those of all our output."""

    def __init__(self, options: ConvertOptions, words: Words) -> None:
        super().__init__(options, words)
        self._columns = columns(options)

    def begin(self) -> bytes:
        """Return the names of the columns."""
        return _line([*self._columns])

    def game(self, played: Played) -> bytes:
        """Return the row of a game, or the rows of its plies."""
        return b"".join(self._row(row) for row in rows(played, self.options))

    def _row(self, row: Row) -> bytes:
        return _line([_cell(row[name]) for name in self._columns])


def _cell(value: Any) -> str:
    """Return a value as text; nothing for None."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line(cells: list[str]) -> bytes:
    """Return a row, in which the end of a line is quoted, be it one of any system."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n").encode() + b"\n"
