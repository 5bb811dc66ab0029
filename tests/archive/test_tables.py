"""Tables: aligned for people, streams for machines."""

from __future__ import annotations

import csv
import io
import json

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from damas_cli.archive.tables import Column, Table, Word, as_csv, as_jsonl, as_text, written
from damas_cli.language import ENGLISH, mark, words_of

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
CELLS = st.one_of(st.none(), st.booleans(), st.integers(), TEXTS)
COLUMNS = [Column("name", "name"), Column("n", "games", "right"), Column("note", "note")]
TABLES = st.builds(
    Table, st.just(COLUMNS), st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=6)
)


@given(TABLES)
def test_jsonl_gives_back_the_cells(table: Table) -> None:
    read = [json.loads(line) for line in as_jsonl(table)]
    assert read == [dict(zip(("name", "n", "note"), row, strict=True)) for row in table.rows]


@given(TABLES)
def test_csv_gives_back_the_cells_as_text(table: Table) -> None:
    text = "".join(as_csv(table))
    read = list(csv.reader(io.StringIO(text, newline="")))
    told = {None: "", True: "true", False: "false"}
    expected = [
        [told[cell] if cell is None or isinstance(cell, bool) else str(cell) for cell in row]
        for row in table.rows
    ]
    assert read == [["name", "n", "note"], *expected]


@given(st.lists(st.tuples(st.text("aé棋e\u0301", max_size=6), st.integers()), min_size=1))
def test_columns_stand_below_each_other(rows: list[tuple[str, int]]) -> None:
    table = Table(COLUMNS[:2], rows)
    lines = as_text(table, ENGLISH).splitlines()
    assert len(lines) == len(rows) + 1
    assert {cell_len(line) for line in lines} == {cell_len(lines[0])}  # numbers end in one column
    for line, (_, number) in zip(lines[1:], rows, strict=True):
        assert line.endswith(f" {number}")


def test_control_characters_reach_no_terminal() -> None:
    assert "\x1b" not in as_text(Table(COLUMNS[:1], [("a\x1b[31mb",)]), ENGLISH)


def test_people_and_machines_read_their_own() -> None:
    columns = [
        Column("won", "won"),
        Column("share", "%", "right", 1),
        Column("bar", "", readers="people"),
    ]
    rows = [(Word("yes", mark("yes")), 12.345, "##"), (Word("no", mark("no")), None, "#")]
    table = Table(columns, rows, title=mark("yes"), name="wins")
    assert as_text(table, words_of("es")).splitlines() == [
        "sí",
        "won     %",
        "sí   12,3  ##",
        "no      -  #",
    ]
    assert [*as_jsonl(table)] == [
        '{"table": "wins", "won": "yes", "share": 12.3}\n',
        '{"table": "wins", "won": "no", "share": null}\n',
    ]


def test_several_tables_are_parted() -> None:
    tables = [Table(COLUMNS[:1], [("a",)], name="one"), Table(COLUMNS[:1], [], name="two")]
    assert "".join(written(tables, "csv", ENGLISH)) == "name\na\n\nname\n"
    assert "".join(written(tables, "table", ENGLISH)) == "name\na\n\nname\n(nothing)\n"
    assert "".join(written(tables, "jsonl", ENGLISH)) == '{"table": "one", "name": "a"}\n'
