"""The words of a query that stand for values: what each name of the language may be compared with.

A value that makes no sense is a `Misread`, which tells what was expected; `parsing.py` knows where.
"""

from __future__ import annotations

from collections.abc import Collection

from damas_cli.check.codes import ERROR, INFO, WARNING
from damas_cli.check.results import read_result
from damas_cli.check.selection import UnknownSelector, read_selectors
from damas_cli.language import Phrase, SpokenError
from damas_cli.rules.gametype import VARIANTS

from .dates import asked_date
from .tree import (
    AmountTest,
    CommentTest,
    DateTest,
    Node,
    Not,
    PlayerTest,
    ResultTest,
    TagTest,
    VariantTest,
    WinnerTest,
)

SEVERITIES = (ERROR, WARNING, INFO)
WINNERS = ("white", "black", "first", "second", "none")
AMOUNTS = ("number", "plies", "comments", "nags", "variations")
# Words for a result, beside its own texts.
_RESULTS = {"draw": "1/2-1/2", "none": ""}
_MOST_DIGITS = 9
_ORDERS = ("=", "!=", "<", "<=", ">", ">=")
_SAME = ("=", "!=")
_NO_VARIANT = "none"


class Misread(SpokenError, ValueError):
    """A value, or the relation before it (`of_relation`), makes no sense; the text says why."""

    def __init__(self, phrase: Phrase, *, of_relation: bool = False) -> None:
        super().__init__(phrase)
        self.of_relation = of_relation


class Vocabulary:
    """What names mean.

    Attributes:
        variants: the names of the variants that a query may name.
    """

    def __init__(self, variants: Collection[str]) -> None:
        self.variants = variants

    def compared(self, name: str, relation: str, value: str) -> Node:
        """Return the test that `name relation value` is.

        Raises:
            Misread: the value or the relation does not go with that name.
        """
        word = name.lower()
        if word in AMOUNTS:
            _require(relation, _ORDERS)
            return AmountTest(word, relation, _amount(value))
        if word == "result":
            return _unless(relation, ResultTest(_result(value, relation)))
        if word == "winner":
            return _unless(relation, WinnerTest(_one_of(value, relation, WINNERS)))
        if word == "variant":
            return _unless(relation, VariantTest(self._variant(value, relation)))
        if word == "player":
            return _player(relation, value)
        if word == "comment":
            _require(relation, ("~",))
            return CommentTest(value)
        if word.endswith("date") and relation != "~":
            return _unless(relation, _date(name, _positive(relation), value))
        return tag_test(name, relation, value)

    def _variant(self, value: str, relation: str) -> str:
        _require(relation, _SAME)
        word = value.strip().lower()
        if word.isascii() and word.isdigit() and len(word) < 4:
            word = VARIANTS.get(int(word), word)
        if word in self.variants or word == _NO_VARIANT:
            return word
        from difflib import get_close_matches  # only here: most names are right

        close = get_close_matches(word, self.variants, 1)
        if close:
            raise Misread(
                Phrase(
                    "no variant is called {name!r}; did you mean {close!r}?",
                    name=value,
                    close=close[0],
                )
            )
        raise Misread(Phrase("expected {what}", what=", ".join((*self.variants, _NO_VARIANT))))


def tag_test(name: str, relation: str, value: str) -> Node:
    """Return the test of a tag's value, whatever the tag's name."""
    return _unless(relation, TagTest(name.lower(), _positive(relation), value))


def selector(text: str) -> str:
    """Return what `has(...)` is given, as damas writes it: a severity, or what means some codes.

    Raises:
        Misread: it is neither.
    """
    if text.lower() in SEVERITIES:
        return text.lower()
    try:
        return read_selectors(text)[0]
    except UnknownSelector as error:
        told = Phrase(
            "{problem}: expected a code such as M003, the first letters of some such as M, the name"
            " of a rule, or error, warning, info",
            problem=error.phrase,
        )
        raise Misread(told) from None


def _positive(relation: str) -> str:
    return "=" if relation == "!=" else relation


def _unless(relation: str, node: Node) -> Node:
    """Return `node`, or that it does not hold: what differs is whatever is not the same."""
    return Not(node) if relation == "!=" else node


def _require(relation: str, allowed: tuple[str, ...]) -> None:
    if relation not in allowed:
        raise Misread(Phrase("expected {what}", what=", ".join(allowed)), of_relation=True)


def _one_of(value: str, relation: str, words: tuple[str, ...]) -> str:
    _require(relation, _SAME)
    word = value.strip().lower()
    if word not in words:
        raise Misread(Phrase("expected {what}", what=", ".join(words)))
    return word


def _player(relation: str, value: str) -> Node:
    _require(relation, (*_SAME, "~"))
    return _unless(relation, PlayerTest(_positive(relation), value))


def _result(value: str, relation: str) -> str:
    _require(relation, _SAME)
    word = value.strip().lower()
    result = read_result(word)
    meaning = _RESULTS.get(word, result.meaning)
    if not meaning and word not in _RESULTS and (not result.known or not word):
        raise Misread(
            Phrase("expected a result: {what}", what="1-0, 0-1, 1/2-1/2, 0-0, *, draw, none")
        )
    return meaning


def _amount(value: str) -> int:
    word = value.strip()
    if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS):
        raise Misread(Phrase("expected a whole number"))
    return int(word)


def _date(name: str, relation: str, value: str) -> Node:
    date = asked_date(value)
    if date is None:
        raise Misread(Phrase("expected a date such as {what}", what="1987, 1987.05, 1987.05.03"))
    return DateTest(name.lower(), relation, date)
