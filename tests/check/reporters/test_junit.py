"""The format `junit`: suites, cases and their counts."""

from __future__ import annotations

import errno
import io
import os
from xml.etree import ElementTree

import pytest

from damas_cli.check.reporters import junit
from damas_cli.cli.status import ExitStatus

from ...cli.running import damas
from .reading import report

INFORMATION = b'[Result "*"] 1. 10-14 *\n'
ERROR = b'[Result "1-0"] 1. 10-15 1-0\n'
TWO_ERRORS = b'[Result "1-0"] 1. 10-14 {x} 23-15 (1... 23-16) 0-1\n'
LARGE = 3000


def suites(*files: tuple[str, bytes]) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(report("junit", files))
    assert (root.tag, root.attrib["name"]) == ("testsuites", "damas check")
    return list(root)


def counts(suite: ElementTree.Element) -> tuple[int, ...]:
    return tuple(int(suite.attrib[key]) for key in ("tests", "failures", "errors", "skipped"))


def test_a_suite_a_file_and_a_case_a_game() -> None:
    one, other = suites(("a.pdn", INFORMATION + ERROR), ("b.pdn", ERROR + ERROR))
    assert (one.attrib["name"], other.attrib["name"]) == ("a.pdn", "b.pdn")
    assert [case.attrib["name"] for case in one] == ["game 1", "game 2"]
    assert {case.attrib["classname"] for case in one} == {"a.pdn"}
    assert (counts(one), counts(other)) == ((2, 1, 0, 0), (2, 2, 0, 0))


def test_information_is_output_and_no_failure() -> None:
    (suite,) = suites(("a.pdn", INFORMATION))
    (case,) = suite
    assert [child.tag for child in case] == ["system-out"]
    assert "R004" in (case[0].text or "")


def test_a_game_has_one_failure_that_tells_all() -> None:
    (suite,) = suites(("a.pdn", TWO_ERRORS))
    (case,) = suite
    (failure,) = case
    assert failure.attrib["type"] == "M001 illegal-move"
    assert failure.attrib["message"].startswith("M001 15 is on no diagonal")
    lines = (failure.text or "").splitlines()
    faults = [line for line in lines if "(info)" not in line]
    assert failure.attrib["message"].endswith(f" (and {len(faults) - 1} more)")
    assert {"M001", "R001"} <= {line.split()[1] for line in lines}


def test_a_clean_run_has_a_case_that_passes() -> None:
    """Some readers take a report without any case for a broken one."""
    (suite,) = suites()
    assert counts(suite) == (1, 0, 0, 0)
    assert [case.attrib["name"] for case in suite] == ["0 games"]


def test_a_file_that_is_given_twice_has_two_suites() -> None:
    assert [counts(suite) for suite in suites(("a.pdn", ERROR), ("a.pdn", ERROR))] == [
        (1, 1, 0, 0),
        (1, 1, 0, 0),
    ]


def test_what_does_not_stay_in_memory_is_told_whole() -> None:
    """The cases of a file wait for their number, in a file once they are many."""
    (suite,) = suites(("a" * 300, ERROR * LARGE))
    assert counts(suite)[0] == len(suite) == LARGE
    assert suite[-1].attrib["name"] == f"game {LARGE}"


def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(junit, "SpooledTemporaryFile", lambda *_, **__: Full())
    done = damas("check", "--output-format", "junit", stdin=b"1. 10-14 1-2 *")
    assert done.status == ExitStatus.UNREADABLE
    assert done.err == "damas: error: cannot write the output: No space left on device\n"
