"""`--statistics`: in the place of findings how many of each code, the most common first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.pdn.model import Game

from ..codes import CODES
from ..finding import Finding
from ..style import Style
from ..tally import Tally
from . import Look, Reporter


class Statistics(Reporter):
    """The reporter; `form` is the format, one of `STATISTICS_FORMATS`.

    A person gets a table, aligned on a terminal and else parted by tabs: count, code, name.
    """

    def __init__(self, look: Look, form: str) -> None:
        super().__init__()
        self.look = look
        self.form = form

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterable[str]:
        """Return nothing: they are counted in any case."""
        return ()

    def end(self, tally: Tally) -> Iterator[str]:
        """Return the table."""
        rows = sorted(tally.codes.items(), key=lambda row: (-row[1], row[0]))
        if self.form in ("json", "jsonl"):
            return self._records(rows, tally)
        return self._lines(rows)

    def _records(self, rows: list[tuple[str, int]], tally: Tally) -> Iterator[str]:
        from .jsonl import VERSION, encode

        records = [{"count": count, "code": code, "name": CODES[code].name} for code, count in rows]
        if self.form == "jsonl":
            yield from (encode({"version": VERSION, **record}) + "\n" for record in records)
            return
        counts = {"files": tally.files, "games": tally.games}
        yield encode({"version": VERSION, "statistics": records, **counts}) + "\n"

    def _lines(self, rows: list[tuple[str, int]]) -> Iterator[str]:
        style = Style(self.look.colour)
        widest = len(str(max((count for _, count in rows), default=0)))
        for code, count in rows:
            shown = style.severity(code, CODES[code].severity)
            if self.look.terminal:
                yield f"{count:>{widest}}  {shown}  {CODES[code].name}\n"
            else:
                yield f"{count}\t{shown}\t{CODES[code].name}\n"
