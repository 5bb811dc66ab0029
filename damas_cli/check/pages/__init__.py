"""A page a code: what it finds, why it matters, an example, what to write or play instead.

`CODE.toml` holds a page in English and in Spanish, and the example, which needs no language:

* `example`, a PDN text that gives this code, and `corrected`, the same without it; `encoding` of
  the example, where it is not UTF-8;
* `topics`, of the `[articles]` of `variant` (Spanish draughts, if there is none), or `ending`, the
  name of one of its endings: what the code cites;
* `fix`: `safe` where `--fix` mends it, `unsafe` where that takes `--unsafe-fixes`, `both` where it
  is now this and now that;
* `[en]` and `[es]`: `title`, `what`, `why`, `instead` and, with `fix`, `fix`.

`words.toml` holds the headings and the sentences that pages share. Nothing of all this is read
before somebody asks for a page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from damas_cli.language import DEFAULT
from damas_cli.rules.variant import get_variant

from ..codes import CODES
from ..regulation import DEFAULT as USUAL_VARIANT

FOLDER = Path(__file__).parent


class Page:
    """What there is to say about a code, in one language.

    Attributes:
        code, name, severity: as in `check.codes`.
        title: what it finds, in one line.
        what, why, instead: a few sentences each.
        example, corrected: PDN texts; the first gives the code, the second does not.
        encoding: of the example as it stands in a file.
        fix: `safe`, `unsafe`, `both`, or None where damas mends nothing.
        fix_text: what `--fix` or `--unsafe-fixes` does, or that nothing is mended.
        article: what the code cites, with the document; None where no rule of the game is at issue.
        suppress: how to leave the code out.
    """

    __slots__ = (
        "article",
        "code",
        "corrected",
        "encoding",
        "example",
        "fix",
        "fix_text",
        "instead",
        "name",
        "severity",
        "suppress",
        "title",
        "what",
        "why",
    )

    def __init__(self, code: str, language: str = DEFAULT) -> None:
        data = _load(code)
        texts = data[language]
        words = sentences(language)
        self.code = code
        self.name = CODES[code].name
        self.severity = CODES[code].severity
        self.title = texts["title"]
        self.what = _flowing(texts["what"])
        self.why = _flowing(texts["why"])
        self.instead = _flowing(texts["instead"])
        self.example: str = data["example"]
        self.corrected: str = data["corrected"]
        self.encoding: str = data.get("encoding", "UTF-8")
        self.fix: str | None = data.get("fix")
        self.fix_text = _flowing(texts["fix"]) if self.fix else words["no-fix"]
        self.article = _article(data, words)
        self.suppress = _flowing(words["suppress"].format(code=code))

    def record(self) -> dict[str, str | None]:
        """Return the page as JSON has it, its keys in the documented order."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity,
            "fix": self.fix,
            "title": self.title,
            "what": self.what,
            "why": self.why,
            "example": self.example,
            "corrected": self.corrected,
            "instead": self.instead,
            "article": self.article,
        }

    def __repr__(self) -> str:
        return f"<Page {self.code} {self.title}>"


@cache
def page(code: str, language: str = DEFAULT) -> Page:
    """Return the page of `code`, which is one of `CODES`, in `language`, `en` or `es`.

    >>> page("M003").title, page("M003", "es").article
    ('Fewer pieces taken than possible', 'Reglas de las Damas Españolas: Captura máxima')
    """
    return Page(code, language)


@cache
def headings(language: str = DEFAULT) -> Mapping[str, str]:
    """Return the headings of a page, by the attribute that stands under them."""
    words: Mapping[str, str] = _load("words")[language]["headings"]
    return words


@cache
def sentences(language: str = DEFAULT) -> Mapping[str, str]:
    """Return what is said on many pages: `others`, `no-fix` and `suppress`."""
    words: Mapping[str, str] = _load("words")[language]["sentences"]
    return words


@cache
def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _flowing(text: str) -> str:
    """Return a text without the line breaks that it has in its file."""
    return " ".join(text.split())


def _article(data: Mapping[str, Any], words: Mapping[str, str]) -> str | None:
    """Return the document and the headings that a code cites."""
    variant = get_variant(data.get("variant", USUAL_VARIANT))
    cited = [variant.articles[topic] for topic in data.get("topics", ())]
    cited += [law["article"] for law in variant.endings if law["name"] == data.get("ending")]
    # Some topics share an article.
    told = "; ".join(dict.fromkeys(cited))
    return f"{variant.articles['document']}: {told}" if told else None
