"""`--statistics`: how many findings there are of each code."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from damas_cli.check.reporters import STATISTICS_FORMATS, Look, reporter
from damas_cli.check.tally import Tally

from .reading import records, reported
from .test_same_findings import many_findings


def statistics(form: str, data: bytes = many_findings(), *, terminal: bool = False) -> str:
    made, tally = reporter(form, Look(terminal=terminal), statistics=True), Tally()
    tally.files = 1
    pieces = list(made.begin())
    pieces += reported(made, "liga.pdn", data, tally)
    return "".join([*pieces, *made.end(tally)])


def read(form: str, text: str) -> list[tuple[int, str, str]]:
    if form == "json":
        document = json.loads(text)
        assert list(document) == ["version", "statistics", "files", "games"]
        assert (document["version"], document["files"], document["games"]) == (1, 1, 201)
        return [(row["count"], row["code"], row["name"]) for row in document["statistics"]]
    if form == "jsonl":
        rows = [json.loads(line) for line in text.splitlines()]
        assert all(list(row) == ["version", "count", "code", "name"] for row in rows)
        return [(row["count"], row["code"], row["name"]) for row in rows]
    rows = [line.split("\t") for line in text.splitlines()]
    return [(int(count), code, name) for count, code, name in rows]


@pytest.mark.parametrize("form", STATISTICS_FORMATS)
def test_every_finding_is_counted_the_most_common_first(form: str) -> None:
    rows = read(form, statistics(form))
    told = records("liga.pdn", many_findings())
    assert {(code, name): count for count, code, name in rows} == Counter(
        (finding["code"], finding["name"]) for finding in told
    )
    assert rows == sorted(rows, key=lambda row: (-row[0], row[1]))


def test_a_terminal_gets_columns() -> None:
    lines = statistics("full", terminal=True).splitlines()
    assert len({line.index(line.split()[1]) for line in lines}) == 1
    assert [line.split() for line in lines] == [
        line.split("\t") for line in statistics("full").splitlines()
    ]


@pytest.mark.parametrize(("form", "expected"), [("full", ""), ("jsonl", "")])
def test_nothing_found_is_an_empty_table(form: str, expected: str) -> None:
    assert statistics(form, b"") == expected
    assert json.loads(statistics("json", b""))["statistics"] == []
