"""Makes reports in every format, and reads them back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

from damas_cli.check.regulation import Rulebook
from damas_cli.check.reporters import FORMATS, Look, Reporter, reporter, visible
from damas_cli.check.reporters.jsonl import record
from damas_cli.check.run import check_games
from damas_cli.check.tally import Tally


class Told(NamedTuple):
    """A finding as a format tells it; None where the format has no place for it."""

    code: str
    severity: str
    line: int
    column: int
    message: str
    end_line: int | None = None
    end_column: int | None = None
    place: str | None = None


def report(form: str, files: Iterable[tuple[str, bytes]], **look: Any) -> str:
    """Return the report on `files`, which are paths and contents, as it comes out of the pipe."""
    made, tally = reporter(form, Look(**look)), Tally()
    pieces = list(made.begin())
    for path, data in files:
        tally.files += 1
        pieces += reported(made, path, data, tally)
    pieces += made.end(tally)
    return "".join(pieces).encode("utf-8", "backslashreplace").decode()


def reported(made: Reporter, path: str, data: bytes, tally: Tally) -> Iterator[str]:
    """Yield the report on one file, whose games are counted."""
    for game, findings in check_games([data], Rulebook(), tally):
        told = Tally()
        told.add(findings)
        yield from made.add(path, made.separator.join(made.report(path, game, findings)), told)
    yield from made.end_file()


def records(path: str, data: bytes) -> list[dict[str, Any]]:
    """Return what `jsonl` has to tell of a file."""
    found = check_games([data], Rulebook(), Tally())
    return [record(path, finding) for _, findings in found for finding in findings]


def of_record(told: dict[str, Any]) -> Told:
    """Return what a record tells."""
    return Told(
        *(told[key] for key in ("code", "severity", "line", "column", "message")),
        told["end_line"],
        told["end_column"],
        place(told["game"], told["variation"], told["ply"]),
    )


def place(game: int | None, variation: str | None, ply: int | None) -> str:
    parts = {"game": game, "variation": variation, "ply": ply}
    told = ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None)
    return f" [{told}]" if told else ""


LINE = re.compile(
    r":(\d+):(\d+): ([A-Z]\d{3}) (.*?)(?: \((warning|info)\))?"
    r"( \[(?:game|variation|ply) [^]]*\])?"
)


def read_lines(text: str, path: str) -> list[Told]:
    """Read `concise`, of one file."""
    shown = visible(path)
    told = []
    for line in text.split("\n")[:-1]:
        assert line.startswith(shown)
        match = LINE.fullmatch(line.removeprefix(shown))
        assert match is not None, line
        row, column, code, message, severity, where = match.groups()
        told.append(
            Told(code, severity or "error", int(row), int(column), message, place=where or "")
        )
    return told


def read_full(text: str, path: str) -> list[Told]:
    """Read `full`, of one file."""
    told = []
    for block in text.split("\n\n")[:-1]:
        first, _, _, carets, *_ = block.split("\n")
        # The code's name stands where `concise` has the message.
        (finding,) = read_lines(f"{first}\n", path)
        match = re.search(r"\^+ (.*)", carets)
        assert match is not None
        told.append(finding._replace(message=match[1]))
    return told


def read_jsonl(text: str, path: str) -> list[Told]:
    found = [json.loads(line) for line in text.split("\n")[:-1]]
    assert all(told["path"] == path for told in found)
    return [of_record(told) for told in found]


def read_json(text: str, path: str) -> list[Told]:
    document = json.loads(text)
    assert list(document) == ["version", "findings", "files", "games"]
    assert all(told["path"] == path for told in document["findings"])
    return [of_record(told) for told in document["findings"]]


LEVELS = {"error": "error", "warning": "warning", "note": "info"}


def read_sarif(text: str, path: str) -> list[Told]:
    (run,) = json.loads(text)["runs"]
    rules = run["tool"]["driver"]["rules"]
    told = []
    for result in run["results"]:
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert path_of(location["physicalLocation"]["artifactLocation"]["uri"]) == path
        about = result["properties"]
        told.append(
            Told(
                result["ruleId"],
                LEVELS[result["level"]],
                region["startLine"],
                region["startColumn"],
                result["message"]["text"].replace("{{", "{").replace("}}", "}"),
                region["endLine"],
                region["endColumn"],
                place(about["game"], about["variation"], about["ply"]),
            )
        )
    return told


def path_of(uri: str) -> str:
    return os.fsdecode(unquote_to_bytes(uri.removeprefix("file://")))


def read_junit(text: str, path: str) -> list[Told]:
    root = ElementTree.fromstring(text)
    told = []
    for suite in root:
        cases = list(suite)
        failed = [case for case in cases if case.find("failure") is not None]
        assert suite.attrib["tests"] == str(len(cases))
        assert suite.attrib["failures"] == str(len(failed))
        for case in cases:
            if suite.attrib["name"] == "damas check":
                assert not len(case)
                continue
            assert suite.attrib["name"] == case.attrib["classname"] == visible(path)
            (output,) = case
            found = read_lines(output.text or "", path)
            assert (output.tag == "failure") == any(f.severity != "info" for f in found)
            told += found
    return told


COMMAND = re.compile(
    r"::(error|warning|notice) title=([A-Z]\d{3}) ([a-z0-9-]+),file=([^,:]*),line=(\d+),col=(\d+),"
    r"endLine=(\d+),endColumn=(\d+)::(.*?)( \[(?:game|variation|ply) [^]]*\])?"
)


def read_github(text: str, path: str) -> list[Told]:
    told = []
    for line in text.split("\n")[:-1]:
        match = COMMAND.fullmatch(line)
        assert match is not None, line
        level, code, _, file, row, column, end_row, end_column, message, where = match.groups()
        assert visible(unescaped(file)) == visible(path)
        told.append(
            Told(
                code,
                "info" if level == "notice" else level,
                int(row),
                int(column),
                unescaped(message),
                int(end_row),
                int(end_column),
                where or "",
            )
        )
    return told


def unescaped(text: str) -> str:
    for escape, character in {
        "%2C": ",", "%3A": ":", "%0A": "\n", "%0D": "\r", "%25": "%",
    }.items():  # fmt: skip
        text = text.replace(escape, character)
    return text


READERS: dict[str, Callable[[str, str], list[Told]]] = {
    "full": read_full,
    "concise": read_lines,
    "json": read_json,
    "jsonl": read_jsonl,
    "sarif": read_sarif,
    "junit": read_junit,
    "github": read_github,
}
assert tuple(READERS) == FORMATS


def agree(told: Told, expected: Told) -> bool:
    """Tell whether `told` says what was expected, as far as its format has a place for it."""
    seen = visible(expected.message)
    return all(
        mine is None or mine == wanted or (mine == seen and wanted == expected.message)
        for mine, wanted in zip(told, expected, strict=True)
    )
