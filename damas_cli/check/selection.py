"""Which findings are told: `--select` and `--ignore`.

A selector is a code or the beginning of one (`M003`, `M`), a rule's name (`quantity-law`) or `ALL`,
in any case. Where a code is both selected and ignored, the more exact selector decides; `ignore`,
if both are as exact.
"""

from __future__ import annotations

from collections.abc import Iterable

from damas_cli.language import Phrase, SpokenError

from .codes import CODES, Code
from .finding import Finding

ALL = "ALL"
_NAMES = {code.name for code in CODES.values()}
# A whole code, or its name, has so many letters; no beginning of one is as exact.
_EXACT = 4


class UnknownSelector(SpokenError, ValueError):
    """No code is meant; the text says so and hints at what may be meant.

    Attributes:
        text: the selector.
    """

    def __init__(self, text: str) -> None:
        close = _similar(text)
        super().__init__(
            Phrase("no rule is called {name!r}; did you mean {close!r}?", name=text, close=close)
            if close
            else Phrase("no rule is called {name!r}", name=text)
        )
        self.text = text


def read_selectors(texts: str | Iterable[str]) -> list[str]:
    """Return the selectors in `texts`, each of which may hold several, parted by commas or blanks.

    They may be in any case, and are returned as codes and names are written.

    Raises:
        UnknownSelector: one of them means no code.

    >>> read_selectors(["M,s001 all", "Quantity-Law"])
    ['M', 'S001', 'ALL', 'quantity-law']
    """
    found = []
    for text in [texts] if isinstance(texts, str) else texts:
        for part in text.replace(",", " ").split() or [""]:
            selector = _spelt(part)
            if not selector:
                raise UnknownSelector(part)
            found.append(selector)
    return found


class Selection:
    """The codes that are told.

    Attributes:
        codes: those codes.
    """

    __slots__ = ("codes",)

    def __init__(self, select: str | Iterable[str] = ALL, ignore: str | Iterable[str] = ()) -> None:
        """Choose by selectors.

        Raises:
            UnknownSelector: one of them means no code.
        """
        chosen, ignored = read_selectors(select), read_selectors(ignore)
        self.codes = frozenset(
            code.code
            for code in CODES.values()
            if _exactness(code, chosen) > _exactness(code, ignored)
        )

    def __call__(self, findings: list[Finding]) -> list[Finding]:
        """Return those of `findings` that are told."""
        return [finding for finding in findings if finding.code in self.codes]


def _spelt(text: str) -> str:
    """Return the selector that `text` is in whatever case; empty if it is none."""
    name, code = text.lower(), text.upper()
    if name in _NAMES:
        return name
    begins = bool(code) and any(known.startswith(code) for known in CODES)
    return code if code == ALL or begins else ""


def _exactness(code: Code, selectors: list[str]) -> int:
    """Return how exactly one of `selectors` means `code`: 0 for ALL, -1 where none does."""
    return max((_exactness_of(code, selector) for selector in selectors), default=-1)


def _exactness_of(code: Code, selector: str) -> int:
    if selector == ALL:
        return 0
    if selector == code.name:
        return _EXACT
    return len(selector) if code.code.startswith(selector) else -1


def _similar(text: str) -> str:
    """Return the selector that `text` may be meant for, or nothing."""
    from difflib import get_close_matches  # only here: most selectors are right

    known = {selector.lower(): selector for selector in (ALL, *CODES, *_NAMES)}
    close = get_close_matches(text.lower(), known, 1)
    return known[close[0]] if close else ""
