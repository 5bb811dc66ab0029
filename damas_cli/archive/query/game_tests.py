"""Tests of a game made of their nodes: from what is known of a game to yes or no."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from damas_cli.archive.folding import folded
from damas_cli.check.codes import codes_of
from damas_cli.pdn import kinds as k
from damas_cli.rules.variant import Variant

from ..patterns import COMPARISONS, Captures, Starts
from . import tree
from .dates import compared, date_of, written
from .facts import Facts, text_of
from .tree import Node
from .values import SEVERITIES

Test = Callable[[Facts], bool]

# What tests cost, in the measure of a look at a tag. From REPLAY on they play the moves.
REPLAY = 100
_JUDGE = 1000
_COSTS = {
    tree.TagTest: 1,
    tree.TagGiven: 1,
    tree.DateTest: 1,
    tree.PlayerTest: 2,
    tree.ResultTest: 2,
    tree.WinnerTest: 3,
    tree.AmountTest: 4,
    tree.CommentTest: 8,
    # Of a game without a GameType the moves tell the variant.
    tree.VariantTest: REPLAY,
    tree.StartsTest: REPLAY,
    tree.CapturesTest: REPLAY,
    tree.FindingTest: _JUDGE,
}
_COLOURS = ("white", "black")
_COUNTED = {
    "comments": (k.COMMENT, k.LINE_COMMENT),
    "nags": (k.NAG, k.STRENGTH),
    "variations": (k.LPAR,),
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(?:\.[0-9]{1,30})?")
# A day that every month has.
_PLAIN_DATE = re.compile(rb"[0-9]{4}\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|1[0-9]|2[0-8])")
# A value that says that there is none.
_UNKNOWN = re.compile(r"[?\-\s]*")
# So many values of a tag are remembered with what came of them.
_MOST_VALUES = 50_000


class Compiler:
    """Makes the tests of one query."""

    def __init__(self, variant: Variant | None) -> None:
        self._variant = variant

    def test(self, node: Node) -> tuple[Test, int]:
        """Return the test that `node` is, and what it costs.

        Raises:
            MovesError: the moves of `starts` are none.
        """
        made: Test = getattr(self, f"_{type(node).__name__}")(node)
        cost = _COSTS[type(node)]
        if isinstance(node, tree.WinnerTest) and node.who in _COLOURS:
            # Which colour moved first is the variant's.
            cost = _COSTS[tree.VariantTest]
        return made, cost

    # ---- tags

    def _TagTest(self, node: tree.TagTest) -> Test:  # noqa: N802
        name, holds = node.name, remembered(value_test(node.relation, node.value))

        def test(facts: Facts) -> bool:
            value = facts.tag(name)
            return value is not None and holds(value)

        return test

    def _PlayerTest(self, node: tree.PlayerTest) -> Test:  # noqa: N802
        holds = remembered(value_test(node.relation, node.value))

        def test(facts: Facts) -> bool:
            white = facts.tag("white")
            if white is not None and holds(white):
                return True
            black = facts.tag("black")
            return black is not None and holds(black)

        return test

    def _DateTest(self, node: tree.DateTest) -> Test:  # noqa: N802
        name, asked = node.name, node.date
        compare: Callable[[Any, Any], bool] = COMPARISONS[node.relation]

        def is_so(text: str) -> bool:
            order = compared(date_of(text), asked)
            return order is not None and compare(order, 0)

        holds, is_plain = remembered(is_so), _PLAIN_DATE.fullmatch
        start = written(asked).removesuffix("??").encode()
        length = len(start)

        def test(facts: Facts) -> bool:
            value = facts.tag(name)
            if value is None:
                return False
            # There are many days: most of them are not seen twice. As text they stand in order.
            if isinstance(value, bytes) and is_plain(value):
                return compare(value[:length], start)
            return holds(value)

        return test

    def _TagGiven(self, node: tree.TagGiven) -> Test:  # noqa: N802
        name = node.name
        return lambda facts: facts.tag(name) is not None

    # ---- what else is known without playing

    def _ResultTest(self, node: tree.ResultTest) -> Test:  # noqa: N802
        meaning = node.meaning
        return lambda facts: facts.meaning == meaning

    def _WinnerTest(self, node: tree.WinnerTest) -> Test:  # noqa: N802
        who = node.who
        return lambda facts: facts.is_won_by(who)

    def _VariantTest(self, node: tree.VariantTest) -> Test:  # noqa: N802
        name = node.name
        return lambda facts: facts.variant == name

    def _AmountTest(self, node: tree.AmountTest) -> Test:  # noqa: N802
        compare, value = COMPARISONS[node.relation], node.value
        if node.what == "plies":
            return lambda facts: compare(facts.plies, value)
        counted = _COUNTED[node.what]
        return lambda facts: compare(facts.count(*counted), value)

    def _CommentTest(self, node: tree.CommentTest) -> Test:  # noqa: N802
        wanted = folded(node.value)
        return lambda facts: any(wanted in folded(text) for text in facts.comments())

    # ---- what the board tells

    def _StartsTest(self, node: tree.StartsTest) -> Test:  # noqa: N802
        only = self._variant is not None
        matches = Starts(node.moves, node.transposed, self._variant, only).matches
        return lambda facts: (line := facts.line) is not None and matches(line)

    def _CapturesTest(self, node: tree.CapturesTest) -> Test:  # noqa: N802
        matches = Captures(node.relation, node.number).matches
        return lambda facts: (line := facts.line) is not None and matches(line)

    def _FindingTest(self, node: tree.FindingTest) -> Test:  # noqa: N802
        wanted: set[str] = set()
        for selector in node.selectors:
            wanted |= {selector} if selector in SEVERITIES else codes_of(selector)
        return lambda facts: not facts.findings.isdisjoint(wanted)


def value_test(relation: str, asked: str) -> Callable[[str], bool]:
    """Return the test that a tag's value relates so to the one that is asked for.

    >>> value_test("~", "munoz")("Muñoz, Ana"), value_test("=", "munoz")("Muñoz")
    (True, False)
    >>> value_test("<", "10")("9"), value_test("<", "10")("none"), value_test("<", "b")("Á")
    (True, False, True)
    """
    plain, fold = asked.strip(), folded(asked)
    if relation == "~":
        return lambda text: fold in folded(text)
    number = _number(plain)
    compare: Callable[[Any, Any], bool] = COMPARISONS[relation]
    if number is not None:

        def by_value(text: str) -> bool:
            value = _number(text.strip())
            return value is not None and compare(value, number)

        return by_value
    if relation == "=":
        return lambda text: text.strip() == plain

    def by_letters(text: str) -> bool:
        return not _UNKNOWN.fullmatch(text) and compare(folded(text), fold)

    return by_letters


def _number(text: str) -> Fraction | None:
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def remembered(holds: Callable[[str], bool]) -> Callable[[bytes | str], bool]:
    """Return `holds` for what `Facts.tag` gives, asked once for each value."""
    known: dict[bytes | str, bool] = {}

    def answer(value: bytes | str) -> bool:
        found = known.get(value)
        if found is None:
            if len(known) >= _MOST_VALUES:
                known.clear()
            found = known[value] = holds(text_of(value))
        return found

    return answer
