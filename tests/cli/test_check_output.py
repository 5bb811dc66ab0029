"""`damas check`: which findings are told, where the report goes and how the run ends."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from damas_cli.check.reporters import FORMATS
from damas_cli.cli.status import ExitStatus

from .running import damas, damas_process

ERROR = b'[Result "1-0"] 1. 10-14 23-15 1-0\n'
WARNING = b'[Result "0-2t"] 1. 10-14 23-20 0-1\n'
INFORMATION = b'[Result "1-0"] 1. 10x14 23-20 1-0\n'
CODES = {ERROR: "M001", WARNING: "R006", INFORMATION: "N002"}


def told(*arguments: str, stdin: bytes = ERROR + WARNING + INFORMATION) -> list[str]:
    out = damas("check", *arguments, "--output-format", "jsonl", stdin=stdin).out
    return [json.loads(line)["code"] for line in out.splitlines()]


def test_findings_are_chosen() -> None:
    assert set(told()) >= {"M001", "R006", "N002"}
    assert told("--select", "M") == ["M001"]
    assert told("--select", "illegal-move,N002") == ["M001", "N002"]
    assert told("--select", "M", "--select", "R006") == ["M001", "R006"]
    assert "M001" not in told("--ignore", "M,R006")
    assert told("--select", "M,N", "--ignore", "N") == ["M001"]


def test_what_is_not_told_is_not_counted() -> None:
    result = damas("check", "--select", "R006", stdin=ERROR + WARNING)
    assert "2 games, 1 finding (0 errors, 1 warning) in" in result.err
    assert damas("check", "--ignore", "M", "--select", "M,T001", stdin=ERROR).status == 0


def test_an_unknown_selector_is_wrong_usage() -> None:
    result = damas("check", "--select", "quantity-low", stdin=ERROR)
    assert result.status == ExitStatus.USAGE
    assert "'--select'" in result.err
    assert "'quantity-low'; did you mean 'quantity-law'?" in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("fail_on", "failing"),
    [
        ("error", {ERROR}),
        ("warning", {ERROR, WARNING}),
        ("info", {ERROR, WARNING, INFORMATION}),
    ],
)
@pytest.mark.parametrize("games", list(CODES), ids=CODES.get)
def test_fail_on(fail_on: str, failing: set[bytes], games: bytes) -> None:
    arguments = ("check", "--select", CODES[games], "--fail-on", fail_on)
    expected = ExitStatus.FINDINGS if games in failing else ExitStatus.OK
    assert damas(*arguments, stdin=games).status == expected
    assert damas(*arguments, "--exit-zero", stdin=games).status == ExitStatus.OK


def test_exit_zero_hides_no_unreadable_file() -> None:
    assert damas("check", "--exit-zero", "missing.pdn").status == ExitStatus.UNREADABLE


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_goes_to_a_file_as_it_would_to_a_pipe(tmp_path: Path, form: str) -> None:
    path = tmp_path / "report"
    piped = damas("check", "--output-format", form, stdin=ERROR)
    filed = damas(
        *("check", "--output-format", form, "--output-file", str(path)),
        stdin=ERROR,
        terminals="stdout",
        variables={"FORCE_COLOR": "1"},
    )
    assert path.read_text("utf-8") == piped.out
    assert (filed.status, filed.out) == (piped.status, "")
    assert "1 game, " in filed.err
    assert os.listdir(tmp_path) == ["report"]


def test_colour_goes_to_a_file_only_if_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "report"
    damas("check", "--output-file", str(path), "--color", "always", stdin=ERROR)
    assert "\x1b[" in path.read_text("utf-8")


def test_a_dash_is_standard_output() -> None:
    assert "M001" in damas("check", "--output-file", "-", stdin=ERROR).out


def test_a_report_replaces_the_last_one_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "report", tmp_path / "link"
    path.write_bytes(b"x" * 100_000)
    path.chmod(0o640)
    link.symlink_to(path)
    damas("check", "--output-format", "concise", "--output-file", str(link), stdin=ERROR)
    assert "\n-:1:25: M001 " in path.read_text("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["link", "report"]


@pytest.mark.parametrize("name", ["missing/report", "."])
def test_a_report_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    result = damas("check", "--output-file", str(tmp_path / name), stdin=ERROR)
    assert result.status == ExitStatus.UNREADABLE
    assert "cannot write " in result.err
    assert os.listdir(tmp_path) == []


def test_a_report_that_breaks_off_leaves_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from damas_cli.check.reporters import concise

    path = tmp_path / "report"
    path.write_text("the last one")
    monkeypatch.setattr(concise.Concise, "report", lambda *_: 1 // 0)
    result = damas(
        *("check", "--output-format", "concise", "--output-file", str(path)), stdin=ERROR
    )
    assert result.status == ExitStatus.INTERNAL_ERROR
    assert path.read_text() == "the last one"
    assert os.listdir(tmp_path) == ["report"]


@pytest.mark.skipif(os.name != "posix", reason="has no such files")
def test_what_is_no_ordinary_file_is_written_as_it_is() -> None:
    result = damas_process(
        *("check", "--output-format", "concise", "--output-file", "/dev/stderr"),
        input=ERROR.decode(),
    )
    assert "M001" in result.stderr
    assert damas("check", "--output-file", "/dev/full", stdin=ERROR).status == 3


def test_an_input_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_bytes(ERROR)
    result = damas("check", str(path), "--output-file", str(path))
    assert result.status == ExitStatus.USAGE
    assert "'--output-file'" in result.err
    assert path.read_bytes() == ERROR


def test_statistics() -> None:
    arguments = ("check", "--select", "M,N", "--statistics")
    result = damas(*arguments, stdin=ERROR + ERROR + INFORMATION)
    assert result.out == "2\tM001\tillegal-move\n1\tN002\tseparator\n"
    assert result.status == ExitStatus.FINDINGS
    shown = damas(*arguments, stdin=ERROR, terminals="stdout", variables={"NO_COLOR": "1"})
    assert shown.out == "1  M001  illegal-move\n"
    assert damas(*arguments, stdin=WARNING).out == ""
    refused = damas(*arguments, "--output-format", "sarif", stdin=ERROR)
    assert refused.status == ExitStatus.USAGE
    assert "'--statistics'" in refused.err


def test_json_counts_files_and_games(tmp_path: Path) -> None:
    for name in ("a.pdn", "b.pdn"):
        (tmp_path / name).write_bytes(ERROR + WARNING)
    result = damas("check", "--output-format", "json", str(tmp_path), str(tmp_path / "missing"))
    document = json.loads(result.out)
    assert (document["files"], document["games"]) == (2, 4)
    assert result.status == ExitStatus.UNREADABLE


@pytest.mark.parametrize("way", ["named", "by a roundabout way", "in a folder", "standard input"])
def test_a_report_never_takes_the_place_of_games(tmp_path: Path, way: str) -> None:
    games = tmp_path / "torneo.pdn"
    games.write_text("1. 10-14 1-2 *\n")
    # There is no folder x; the report would be written all the same.
    place = f"{tmp_path}/x/../torneo.pdn" if way.startswith("by") else str(games)
    report = ["check", "--output-file", place]
    if way == "standard input":
        with games.open("rb") as stdin:
            done = damas_process(*report, stdin=stdin)
    else:
        done = damas_process(*report, str(tmp_path if way == "in a folder" else games))
    assert done.returncode == ExitStatus.USAGE
    assert "is one of the files to check" in done.stderr
    assert games.read_text() == "1. 10-14 1-2 *\n"
    assert [path.name for path in tmp_path.iterdir()] == ["torneo.pdn"]
