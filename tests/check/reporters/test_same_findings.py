"""Every format tells the same findings in the same order, whatever stands in files and paths."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.reporters import FORMATS

from .reading import READERS, Told, agree, of_record, records, report

GAME = """[Event "Liga {number}"] [Result "{result}"]
1. 10-14 23-15 (1... 23-19 2. 14x21) (1... 21-17 2. 11-15x) 2. 1-1 \u00bd {tail}

"""


def many_findings() -> bytes:
    """Return a file with errors, warnings and information, in games and in variations."""
    results = ["1-0", "0-1", "*", "3-1", "1/2-1/2"]
    text = "".join(
        GAME.format(number=number, result=results[number % 5], tail=results[number % 4])
        for number in range(200)
    )
    return text.encode() + '[White "Mu\u00f1oz"] [Result "*"] 1. 10-14 *'.encode("cp1252")


@pytest.fixture(scope="module")
def expected() -> list[Told]:
    return [of_record(told) for told in records("liga.pdn", many_findings())]


@pytest.mark.parametrize("form", FORMATS)
def test_500_findings_are_the_same_in_every_format(form: str, expected: list[Told]) -> None:
    data = many_findings()
    assert len(expected) >= 500
    assert {told.severity for told in expected} == {"error", "warning", "info"}
    assert any("variation" in (told.place or "") for told in expected)
    # S005 is about the file, not about a game.
    assert any(not told.place for told in expected)
    told = READERS[form](report(form, [("liga.pdn", data)]), "liga.pdn")
    assert len(told) == len(expected)
    assert all(map(agree, told, expected))


def test_what_would_not_agree_is_seen(expected: list[Told]) -> None:
    one, other = expected[:2]
    assert agree(one, one)
    assert not agree(other, one)
    assert not agree(one._replace(message=one.message + "."), one)


texts = st.text(st.characters(exclude_characters='"\\', exclude_categories=["Cs"]))
paths = st.one_of(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1),
    st.binary(min_size=1).map(lambda name: os.fsdecode(name.replace(b"\0", b"."))),
)


@given(path=paths, text=texts, name=texts, encoding=st.sampled_from(["utf-8", "cp1252"]))
def test_any_text_in_a_file_and_any_path_can_be_told(
    path: str, text: str, name: str, encoding: str
) -> None:
    game = f'[White "{name}"] [Result "{text}"] {{{name}}} 1. 10-14 23-15 {{}} }} {text} 1-0'
    data = game.encode(encoding, "replace")
    expected = [of_record(told) for told in records(path, data)]
    assert expected
    for form in FORMATS:
        out = report(form, [(path, data)])
        assert "\x1b" not in out
        told = READERS[form](out, path)
        assert len(told) == len(expected)
        assert all(map(agree, told, expected)), form


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_without_findings(form: str) -> None:
    data = b'[Event "x"] [Site "x"] [Date "2024.01.01"] [Round "1"] [White "a"] [Black "b"]\n'
    data += b'[Result "1-0"] 1. 10-14 1-0\n'
    assert READERS[form](report(form, [("a.pdn", data)]), "a.pdn") == []
    assert READERS[form](report(form, []), "a.pdn") == []


@pytest.mark.parametrize("form", FORMATS)
def test_only_formats_for_people_have_colours(form: str) -> None:
    coloured = "\x1b[" in report(form, [("a.pdn", b"1. 10-15 *")], colour=True, terminal=True)
    assert coloured == (form in ("full", "concise"))
