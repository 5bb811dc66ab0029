"""docs/codes.md and docs/codes.es.md say what the pages of the codes say.

They are made of them: after a change `python -m tests.test_codes_page` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import pytest

from damas_cli.check.codes import CODES
from damas_cli.check.pages import Page, headings, page, sentences
from damas_cli.language import LANGUAGES

DOCS = Path(__file__).parent.parent / "docs"
FILES = {"en": DOCS / "codes.md", "es": DOCS / "codes.es.md"}
OPENING = {
    "en": """\
# Codes

What `damas check` finds, code by code; `damas rule CODE` says the same. A code is never used for
something else. With an error or a warning damas ends with status 1, with information (info) alone
with 0. [formats.md](formats.md) tells how findings are printed. [En español](codes.es.md).
""",
    "es": """\
# Códigos

Lo que encuentra `damas check`, código por código; `damas rule CÓDIGO` dice lo mismo. Un código no
se usa nunca para otra cosa. Con un error o un aviso damas termina con el estado 1; solo con notas,
con 0. [formats.md](formats.md) explica, en inglés, cómo se escriben los hallazgos.
[In English](codes.md).
""",
}
COLUMNS = {
    "en": ("code", "name", "severity", "what is wrong"),
    "es": ("código", "nombre", "gravedad", "qué está mal"),
}
SEVERITIES = {
    "en": {"error": "error", "warning": "warning", "info": "info"},
    "es": {"error": "error", "warning": "aviso", "info": "nota"},
}
# In the text of a page, what is typed: a tag, a setup, a comment to damas, a sign alone.
LITERAL = re.compile(
    r'`[^`]*`|\[[^\]]*\]|\{damas[^}]*\}|/FEN "[^/]*"/|\\"'
    r"|(?<!\S)(?:- -|\?[?.]*\?|[*?(){}x-])(?![^\s,.;:])"
)
WIDTH = 100


def prose(text: str) -> str:
    """Return a text of a page as Markdown, with what is typed in the font of code."""
    return LITERAL.sub(lambda found: f"`{found[0].strip('`')}`", text)


def paragraph(*texts: str) -> str:
    return fill(prose(" ".join(texts)), WIDTH, break_long_words=False, break_on_hyphens=False)


def section(shown: Page, language: str) -> Iterator[str]:
    """Yield the lines of a code."""
    heading, shared = headings(language), sentences(language)
    yield f"## {shown.code} {shown.name}"
    yield f"**{prose(shown.title)}** ({SEVERITIES[language][shown.severity]})"
    yield paragraph(shown.what, shown.why)
    yield f"{heading['example']}:"
    yield f"```\n{shown.example}```"
    yield paragraph(f"{heading['instead']}:", shown.instead)
    yield f"```\n{shown.corrected}```"
    if shown.article is not None:
        yield paragraph(f"{heading['article']}:", f"{shown.article}.", shared["others"])
    yield paragraph(f"{heading['fix']}:", shown.fix_text)


def written(language: str) -> str:
    """Return the whole of the documentation of the codes."""
    pages = [page(code, language) for code in CODES]
    rows = [COLUMNS[language], ("---",) * 4]
    rows += [
        (
            f"[{shown.code}](#{shown.code.lower()}-{shown.name})",
            shown.name,
            SEVERITIES[language][shown.severity],
            prose(shown.title),
        )
        for shown in pages
    ]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    suppress = paragraph(f"{headings(language)['suppress']}:", page("M003", language).suppress)
    parts = [OPENING[language].rstrip(), suppress, table]
    parts += [text for shown in pages for text in section(shown, language)]
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_documentation_is_what_the_pages_say(language: str) -> None:
    text = FILES[language].read_text("utf-8")
    assert written(language) == text, "run python -m tests.test_codes_page"


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_headings(language: str) -> None:
    text = FILES[language].read_text("utf-8")
    titles = re.findall(r"^## (.+)$", text, re.M)
    anchors = [title.lower().replace(" ", "-") for title in titles]
    assert re.findall(r"\]\(#([^)]+)\)", text) == anchors
    assert [title.split()[0] for title in titles] == list(CODES)


if __name__ == "__main__":
    for language, file in FILES.items():
        file.write_text(written(language), "utf-8")
