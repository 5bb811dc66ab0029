"""The pages of the codes: whole in both languages, their examples true."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from damas_cli.check import pages
from damas_cli.check.codes import CODES, MENDED
from damas_cli.check.pages import Page, headings, page, sentences
from damas_cli.check.run import check_text
from damas_cli.language import LANGUAGES

TEXTS = ("title", "what", "why", "instead")
# What `--fix` (safe) and `--unsafe-fixes` (unsafe) mend.
SAFE = set(MENDED)
UNSAFE = {"T004", "M001", "M006", "M007", "R001"}


def data(code: str) -> dict[str, Any]:
    return tomllib.loads((pages.FOLDER / f"{code}.toml").read_text("utf-8"))


def data_of(code: str) -> list[dict[str, str]]:
    return [data(code)[language] for language in LANGUAGES]


def found(text: str, encoding: str = "UTF-8") -> list[dict[str, Any]]:
    return check_text(text.encode(encoding))


def test_a_page_a_code() -> None:
    files = {file.stem for file in pages.FOLDER.glob("*.toml")} - {"words"}
    assert files == set(CODES)


@pytest.mark.parametrize("code", CODES)
class TestEveryPage:
    def test_the_example_gives_the_code(self, code: str) -> None:
        shown = page(code)
        assert code in [record["code"] for record in found(shown.example, shown.encoding)]

    def test_it_cites_what_the_finding_cites(self, code: str) -> None:
        shown = page(code)
        cited = {r["article"] for r in found(shown.example, shown.encoding) if r["code"] == code}
        if shown.article is None:
            assert cited == {None}
        else:
            told = shown.article.partition(": ")[2].split("; ")
            assert cited <= set(told)

    def test_what_is_corrected_gives_nothing(self, code: str) -> None:
        left = {record["code"] for record in found(page(code).corrected)}
        assert left <= ({"T001"} if code != "T001" else set())

    def test_it_has_the_same_keys_in_both_languages(self, code: str) -> None:
        written = data(code)
        wanted = {*TEXTS, *(["fix"] if "fix" in written else [])}
        assert [set(texts) for texts in data_of(code)] == [wanted] * len(LANGUAGES)
        assert all(text.strip() for texts in data_of(code) for text in texts.values())

    def test_both_languages_tell_the_same_and_each_in_its_own_words(self, code: str) -> None:
        english, spanish = data_of(code)
        assert not [key for key in english if english[key] == spanish[key]]
        # Codes, options, moves.
        for pattern in (r"[STNMDR]00\d", r"--[a-z-]+", r"\d+[-x]\d+(?:x\d+)*"):
            told = (set(re.findall(pattern, " ".join(texts.values()))) for texts in data_of(code))
            assert len({frozenset(names) for names in told}) == 1, pattern

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_is_short_and_plain(self, code: str, language: str) -> None:
        shown = page(code, language)
        assert len(shown.title) <= 72
        assert not shown.title.endswith(".")
        for text in (shown.what, shown.why, shown.instead, shown.fix_text, shown.suppress):
            assert text.endswith(".")
            assert 1 <= len(re.findall(r"[.:](?= [A-ZÁÉÍÓÚÑ]|$)", text)) <= 5

    def test_the_spanish_is_that_of_arbiters(self, code: str) -> None:
        shown = page(code, "es")
        text = " ".join((shown.title, shown.what, shown.why, shown.instead, shown.fix_text))
        wrong = r"\b(ficha|reina|rey|empate|movida|cuadro|fichero|tag)\b"
        assert not re.search(wrong, text, re.IGNORECASE)


def test_what_is_mended() -> None:
    kinds = {code: page(code).fix for code in CODES}
    assert {code for code in CODES if kinds[code] in ("safe", "both")} == SAFE
    assert {code for code in CODES if kinds[code] in ("unsafe", "both")} == UNSAFE


def test_what_pages_share_is_there_in_both_languages() -> None:
    for shared in (headings, sentences):
        english, spanish = (shared(language) for language in LANGUAGES)
        assert set(english) == set(spanish)
        assert not set(english.values()) & set(spanish.values())


def test_a_page_says_how_to_leave_its_code_out() -> None:
    assert "{damas: ignore D001}" in page("D001").suppress
    assert "`--ignore D001`" in page("D001", "es").suppress


def test_articles_are_cited_with_their_document() -> None:
    assert page("T002").article is None
    assert page("M003").article == "Reglas de las Damas Españolas: Captura máxima"
    assert page("M005").article == "Regolamento tecnico FID, Capo I: 6.7; 6.9"
    assert page("D003").article == "Regras do jogo de damas clássicas: 14a"


def test_pages_differ() -> None:
    for language in LANGUAGES:
        titles = [Page(code, language).title for code in CODES]
        assert len(set(titles)) == len(titles)
