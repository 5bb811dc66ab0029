"""From the text of a query to its tree, or to what is wrong with it and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from damas_cli.language import Phrase
from damas_cli.pdn.tables import grammar_path
from damas_cli.rules.variant import Variant, variant_names

from . import tree
from .errors import QueryError
from .expected import FUNCTIONS, expected
from .tree import Node, both, either
from .values import Misread, Vocabulary, selector, tag_test

# Whatever people write is far from it.
MOST_LEVELS = 100
_QUOTES = "\"'“«"
# The same order, seen from the other side.
_OPPOSITE = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_Branch = Tree[Token]


def parse_query(text: str, variant: Variant | None = None) -> Node:
    """Return the tests that `text` is, a tree of them.

    `variant` is one that it may name beside those that damas has.

    Raises:
        QueryError: it is no query.

    >>> print(parse_query("White ~ garcia and not (plies < 20 or result = 2-0)"))
    tag(white) ~ "garcia" and not (plies < 20 or result = 1-0)
    """
    names = {*variant_names(), *(() if variant is None else (variant.name,))}
    return _Builder(text, Vocabulary(sorted(names))).node(_parsed(text))


@cache
def _grammar() -> Lark:
    path = grammar_path("query.lark")
    if path is None:
        raise FileNotFoundError("grammar/query.lark is missing")
    with open(path, encoding="utf-8") as file:
        return Lark(file, parser="lalr", start="query", maybe_placeholders=True)


def _parsed(text: str) -> _Branch:
    parser: Any = _grammar().parse_interactive(text)
    levels = _Levels()
    read: list[Token] = []
    place: int | None = None
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):
            place = token.start_pos
            if levels.count(token) > MOST_LEVELS:
                told = Phrase("more than {number} levels of parentheses", number=MOST_LEVELS)
                raise QueryError(told, text, place or 0)
            parser.feed_token(token)
            read.append(token)
            place = None
        place = len(text.rstrip())
        found: _Branch = parser.feed_eof(read[-1] if read else None)
        return found
    except UnexpectedInput as error:
        # What the lexer does not know, it tells itself.
        at = error.pos_in_stream if place is None else place
        raise QueryError(_told(text, at or 0, read), text, at or 0) from None


def _told(text: str, place: int, read: list[Token]) -> Phrase:
    """Return what is wrong with `text` at `place`, after the tokens `read`."""
    # The parser that found it has gone on, as the grammar's table allows, to where less fits.
    parser: Any = _grammar().parse_interactive("")
    for token in read:
        parser.feed_token(token)
    accepted = parser.accepts()
    if "STRING" in accepted and text[place : place + 1] in tuple(_QUOTES):
        return Phrase("these quotes are not closed")
    last = read[-1] if read else None
    return expected(accepted, str(last) if last is not None and last.type == "NAME" else "")


class _Levels:
    """How deep a query is nested: in parentheses, and in one `not` after the other."""

    def __init__(self) -> None:
        self.depth = 0
        self.nots = [0]

    def count(self, token: Token) -> int:
        if token.type == "NOT":
            self.nots[-1] += 1
            self.depth += 1
        elif token.type == "LPAR":
            self.nots.append(0)
            self.depth += 1
        elif token.type == "_RPAR" and len(self.nots) > 1:
            self.depth -= 1 + self.nots.pop()
        elif token.type in ("_AND", "_OR"):
            self.depth -= self.nots[-1]
            self.nots[-1] = 0
        return self.depth


class _Builder:
    """Makes nodes of Lark's tree; a method a rule of the grammar."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary

    def node(self, branch: _Branch) -> Node:
        made: Node = getattr(self, branch.data.removesuffix("_there"))(branch)
        return made

    def _nodes(self, branch: _Branch) -> Iterator[Node]:
        return (self.node(child) for child in branch.children if isinstance(child, Tree))

    def _fault(self, phrase: Phrase, token: Token) -> QueryError:
        return QueryError(phrase, self.text, token.start_pos or 0)

    # ---- what joins tests

    def query(self, branch: _Branch) -> Node:
        return next(self._nodes(branch))

    def either(self, branch: _Branch) -> Node:
        return either(*self._nodes(branch))

    def both(self, branch: _Branch) -> Node:
        return both(*self._nodes(branch))

    def negated(self, branch: _Branch) -> Node:
        return tree.Not(next(self._nodes(branch)))

    def position(self, branch: _Branch) -> Node:
        return tree.PositionGroup(next(self._nodes(branch)))

    def final(self, branch: _Branch) -> Node:
        return tree.FinalGroup(next(self._nodes(branch)))

    # ---- tests of a game

    def compared(self, branch: _Branch) -> Node:
        subject, relation, value = branch.children
        assert isinstance(relation, Token)
        assert isinstance(value, Token)
        return self._compared(subject, relation, _relation(relation), value)

    def within(self, branch: _Branch) -> Node:
        subject, word, limits = branch.children
        assert isinstance(word, Token)
        assert isinstance(limits, Tree)
        return both(
            *(
                self._compared(subject, word, relation, value)
                for relation, value in self._limits(limits)
            )
        )

    def _limits(self, branch: _Branch) -> list[tuple[str, Token]]:
        """Return the values of a range, each with how what lies in it relates to that."""
        tokens = [child for child in branch.children if isinstance(child, Token)]
        dots = next(index for index, token in enumerate(tokens) if token.type == "DOTS")
        if len(tokens) == 1:
            raise self._fault(Phrase("expected a value before or after the dots"), tokens[dots])
        return [(">=", token) for token in tokens[:dots]] + [
            ("<=", token) for token in tokens[dots + 1 :]
        ]

    def _compared(self, subject: object, said: Token, relation: str, value: Token) -> Node:
        """Return the test `subject relation value`; `said` is where the relation stands."""
        if isinstance(subject, Token) and subject.lower() in FUNCTIONS:
            raise self._fault(expected(set(), str(subject)), said)
        try:
            if isinstance(subject, Tree):
                return tag_test(str(subject.children[-1]), relation, _text(value))
            return self.vocabulary.compared(str(subject), relation, _text(value))
        except Misread as error:
            raise self._fault(error.phrase, said if error.of_relation else value) from None

    def given(self, branch: _Branch) -> Node:
        return tree.TagGiven(str(branch.children[-1]).lower())

    def alone(self, branch: _Branch) -> Node:
        (word,) = branch.children
        assert isinstance(word, Token)
        if word.type == "FLAG":
            return tree.ResultTest("1/2-1/2")
        return tree.AmountTest(word.lower(), ">", 0)

    def has(self, branch: _Branch) -> Node:
        selectors = []
        for token in branch.children:
            if not isinstance(token, Token) or token.type != "CODE":
                continue
            try:
                selectors.append(selector(str(token)))
            except Misread as error:
                raise self._fault(error.phrase, token) from None
        return tree.FindingTest(tuple(dict.fromkeys(selectors)))

    def reaches(self, branch: _Branch) -> Node:
        *_, text, mirror = branch.children
        assert isinstance(text, Token)
        return tree.ReachesTest(_text(text), mirror is not None, text.start_pos or 0)

    def starts(self, branch: _Branch) -> Node:
        *_, moves, transposed = branch.children
        assert isinstance(moves, Token)
        return tree.StartsTest(_text(moves), transposed is not None, moves.start_pos or 0)

    def captures(self, branch: _Branch) -> Node:
        *_, relation, number = branch.children
        said = "=" if relation is None else _relation(relation)
        return tree.CapturesTest(said, int(str(number)))

    # ---- tests of a position

    def material(self, branch: _Branch) -> Node:
        left, relation, right = branch.children
        assert isinstance(left, Tree)
        assert isinstance(right, Tree)
        (weights, bound), (others, other) = _sum(left), _sum(right)
        return _linear(
            [a - b for a, b in zip(weights, others, strict=True)],
            _relation(relation),
            other - bound,
        )

    def material_within(self, branch: _Branch) -> Node:
        left, _, limits = branch.children
        assert isinstance(left, Tree)
        assert isinstance(limits, Tree)
        weights, bound = _sum(left)
        return both(
            *(
                _linear(weights, relation, int(value) - bound)
                for relation, value in self._limits(limits)
            )
        )

    def like(self, branch: _Branch) -> Node:
        *_, pattern, mirror = branch.children
        assert isinstance(pattern, Token)
        return tree.Like(_text(pattern), mirror is not None, pattern.start_pos or 0)

    def turn(self, branch: _Branch) -> Node:
        _, relation, colour = branch.children
        assert isinstance(relation, Token)
        said, side = _relation(relation), str(colour).lower()
        if said not in ("=", "!="):
            raise self._fault(Phrase("expected {what}", what="=, !="), relation)
        if said == "!=":
            side = "black" if side == "white" else "white"
        return tree.Turn(side)


def _relation(token: object) -> str:
    return "=" if token == "==" else str(token)


def _text(token: Token) -> str:
    """Return the value that a word or a text in quotes stands for."""
    if token.type != "STRING":
        return str(token)
    inner = token[1:-1]
    return re.sub(r"\\(.)", r"\1", inner, flags=re.DOTALL) if token[0] in "\"'" else str(inner)


def _sum(branch: _Branch) -> tuple[list[int], int]:
    """Return how often each kind of piece counts in a sum, and the number in it."""
    weights, number, sign = [0, 0, 0, 0], 0, 1
    for child in branch.children:
        if isinstance(child, Tree):
            times, count, *_, side = child.children
            factor = sign * (1 if times is None else int(str(times)))
            for index, name in enumerate(tree.COUNTS):
                kind, _, colour = name.rstrip(")").partition("(")
                if str(count).lower() in (kind, "pieces") and str(side).lower() in (colour, "any"):
                    weights[index] += factor
        elif child is None:
            continue
        elif child.type == "SIGN":
            sign = -1 if child == "-" else 1
        else:
            number += sign * int(str(child))
    return weights, number


def _linear(weights: list[int], relation: str, bound: int) -> Node:
    """Return the test; one form of it whichever side things were written on."""
    first = next((weight for weight in weights if weight), 1)
    if first < 0:
        weights, bound = [-weight for weight in weights], -bound
        relation = _OPPOSITE.get(relation, relation)
    one, two, three, four = weights
    return tree.Linear((one, two, three, four), relation, bound)
