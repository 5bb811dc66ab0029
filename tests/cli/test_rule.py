"""`damas rule`: pages, lists, records."""

from __future__ import annotations

import json
import re

import pytest

from damas_cli.check.codes import CODES
from damas_cli.check.pages import page
from damas_cli.language import LANGUAGES

from .running import damas
from .test_application import imported_by

SPANISH = {"LANG": "es_ES.UTF-8"}


def told(*arguments: str, **options: object) -> str:
    result = damas("rule", *arguments, **options)  # type: ignore[arg-type]
    assert (result.status, result.err) == (0, "")
    return result.out


def flowing(text: str) -> str:
    return " ".join(text.split())


class TestAPage:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("code", CODES)
    def test_it_says_everything_in_80_columns(self, code: str, language: str) -> None:
        out = told(code, "--lang", language)
        shown = page(code, language)
        assert out.startswith(f"{code} {CODES[code].name} (")
        parts = [shown.title, shown.what, shown.why, shown.example, shown.instead]
        parts += [shown.corrected, shown.article or "", shown.fix_text, shown.suppress]
        at = 0
        for part in parts:
            at = flowing(out).find(flowing(part), at)
            assert at >= 0, part
        assert max(map(len, out.splitlines())) <= 80

    @pytest.mark.parametrize("typed", ["M003", "m003", "quantity-law", "Quantity-Law"])
    def test_by_code_or_name(self, typed: str) -> None:
        assert told(typed) == told("M003")

    def test_an_example_can_be_copied(self) -> None:
        shown = page("M004")
        copied = re.sub(r"(?m)^    ", "", told("M004"))
        assert shown.example in copied
        assert shown.corrected in copied

    def test_several_are_told_once_each_in_the_order_asked_for(self) -> None:
        out = told("R001", "M003", "result-mismatch")
        assert out == f"{told('R001')}\n{told('M003')}"

    def test_all_pages(self) -> None:
        assert told("--all") == "\n".join(told(code) for code in CODES)

    def test_in_spanish(self) -> None:
        out = told("M003", variables=SPANISH)
        assert "Se comen menos piezas de las posibles\n\nQué señala\n" in out
        assert "Captura máxima" in out


class TestTheList:
    def test_in_a_pipe_a_line_a_code_of_cells_parted_by_tabs(self) -> None:
        rows = [line.split("\t") for line in told().splitlines()]
        assert rows == [[c.code, c.name, c.severity, page(c.code).title] for c in CODES.values()]

    def test_of_a_family(self) -> None:
        codes = [line.split("\t")[0] for line in told("d").splitlines()]
        assert codes == ["D001", "D002", "D003"]
        assert told("D00") == told("d") == told("D", "D001")

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_terminal_gets_aligned_columns(self, language: str) -> None:
        lines = told("--lang", language, terminals="stdout").splitlines()
        assert max(map(len, lines)) <= 80
        first = [line for line in lines if not line.startswith(" ")]
        assert [line.split()[:2] for line in first] == [[c.code, c.name] for c in CODES.values()]
        starts = {
            line.index(page(line.split()[0], language).title.split()[0], 30) for line in first
        }
        assert len(starts) == 1


class TestJson:
    KEYS = (
        *("code", "name", "severity", "fix", "title", "what", "why", "example", "corrected"),
        *("instead", "article"),
    )

    def test_all_pages_are_one_document(self) -> None:
        records = json.loads(told("--all", "--output-format", "json"))
        assert [record["code"] for record in records] == list(CODES)
        assert {tuple(record) for record in records} == {self.KEYS}
        assert json.loads(told("--output-format", "json")) == records

    def test_of_some(self) -> None:
        records = json.loads(told("M003", "R", "--output-format", "json", variables=SPANISH))
        assert [record["code"] for record in records][:2] == ["M003", "R001"]
        assert records[0]["title"] == "Se comen menos piezas de las posibles"
        assert (records[0]["severity"], records[0]["fix"]) == ("error", None)
        assert records[1]["fix"] == "unsafe"


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["quantitylaw"], "'CODE': no rule is called 'quantitylaw'; did you mean 'quantity-"),
            (["M0O3"], "no rule is called 'M0O3'; did you mean 'M0"),
            (["xyzzy"], "no rule is called 'xyzzy'"),
            ([""], "no rule is called ''"),
            (["M003", "--all"], "'--all': goes without CODE"),
        ],
    )
    def test_a_clear_message_and_status_2(self, arguments: list[str], words: str) -> None:
        result = damas("rule", *arguments)
        assert (result.status, result.out) == (2, "")
        assert words in result.err


def test_pages_are_read_only_where_they_are_asked_for() -> None:
    assert "damas_cli.check.pages" in imported_by("rule", "M003")
    loaded = imported_by("check", "-q", "examples/torneo.pdn")
    assert not {"damas_cli.check.pages", "damas_cli.cli.rule"} & loaded
