"""Tests of one position put together: what the kernel looks for in the positions of a game.

What is joined by `and` and `or` is said of one and the same position. It is multiplied out to a
list of clauses, one of which has to hold: each asks something of the game and of a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from damas_cli.rules.variant import Variant

from ..patterns import Alternative, Both, Condition, Material, PositionTest, Reaches
from . import tree
from .tree import Node

EITHER, WHITE, BLACK = 0, 1, 2
# More than any sum of pieces.
_FAR = 1 << 62
# So many cases are worked out at the most; people write a few.
MOST_CLAUSES = 500
_OTHER = {"white": "black", "black": "white"}

# Single tests of a position, all of which have to hold: a pattern may stand after `not`.
Atoms = tuple[Node, ...]


class TooManyCases(ValueError):
    """Multiplied out, it would be more than `MOST_CLAUSES` clauses."""


class Clause(NamedTuple):
    """Tests of the game, all of them, and of one position."""

    games: tuple[Node, ...]
    atoms: Atoms


class Patterns:
    """The patterns of a query, each read once."""

    def __init__(self, variant: Variant | None) -> None:
        self._variant = variant
        self._read: dict[tuple[str, bool], Reaches] = {}

    def of(self, node: tree.Like | tree.ReachesTest) -> Reaches:
        """Return the test for a pattern.

        Raises:
            PatternError: it is none.
        """
        key = node.pattern, node.mirror
        found = self._read.get(key)
        if found is None:
            only = self._variant is not None
            found = self._read[key] = Reaches(node.pattern, node.mirror, self._variant, only)
        return found


def is_of_a_position(node: Node) -> bool:
    """Tell whether `node` asks a position, so that it matters which one."""
    if isinstance(node, tree.Both | tree.Either):
        return any(map(is_of_a_position, node.parts))
    return isinstance(node, tree.Linear | tree.Turn | tree.Like)


def clauses_of(node: Node) -> list[Clause]:
    """Return the clauses of what is joined by `and` and `or`; tests of the game stay whole."""
    if not is_of_a_position(node):
        return [Clause((node,), ())]
    if isinstance(node, tree.Either):
        return _few([clause for part in node.parts for clause in clauses_of(part)])
    if isinstance(node, tree.Both):
        return _product([clauses_of(part) for part in node.parts])
    return [Clause((), (atom,)) for atom in _atoms(node, negated=False)]


def cases_of(node: Node) -> list[Atoms]:
    """Return the cases of a group, in which `not` is said of the position, too."""
    return [clause.atoms for clause in _cases(node, negated=False)]


def _cases(node: Node, *, negated: bool) -> list[Clause]:
    if isinstance(node, tree.Not):
        return _cases(node.part, negated=not negated)
    if isinstance(node, tree.Both | tree.Either):
        parts = [_cases(part, negated=negated) for part in node.parts]
        if isinstance(node, tree.Both) != negated:
            return _product(parts)
        return _few([case for part in parts for case in part])
    return [Clause((), (atom,)) for atom in _atoms(node, negated=negated)]


def _product(parts: Sequence[list[Clause]]) -> list[Clause]:
    found = [Clause((), ())]
    for part in parts:
        if len(found) * len(part) > MOST_CLAUSES:
            raise TooManyCases
        found = [
            Clause(one.games + other.games, one.atoms + other.atoms)
            for one in found
            for other in part
        ]
    return found


def _few(found: list[Clause]) -> list[Clause]:
    if len(found) > MOST_CLAUSES:
        raise TooManyCases
    return found


def _atoms(node: Node, *, negated: bool) -> list[Node]:
    """Return the cases of a single test, or of its contrary."""
    if isinstance(node, tree.Turn):
        return [tree.Turn(_OTHER[node.colour]) if negated else node]
    if isinstance(node, tree.Like):
        return [tree.Not(node) if negated else node]
    assert isinstance(node, tree.Linear)
    relation = tree.OPPOSITE[node.relation] if negated else node.relation
    relations = ("<", ">") if relation == "!=" else (relation,)
    return [tree.Linear(node.weights, each, node.bound) for each in relations]


def joined_test(cases: Iterable[Atoms], patterns: Patterns) -> PositionTest:
    """Return the test of a position that all of one of `cases` hold in it.

    Raises:
        PatternError: one of the patterns is none.
    """
    tests = [_test_of_case(case, patterns) for case in cases]
    found = [test for test in tests if test is not None]
    return found[0] if len(found) == 1 else OneOf(found)


def _test_of_case(case: Atoms, patterns: Patterns) -> PositionTest | None:
    """Return the test of a case; None of one that holds nowhere."""
    turns: set[int] = set()
    conditions: list[Condition] = []
    tests: list[PositionTest] = []
    for atom in dict.fromkeys(case):
        if isinstance(atom, tree.Turn):
            turns.add(WHITE if atom.colour == "white" else BLACK)
        elif isinstance(atom, tree.Linear):
            low, high = _limits(atom.relation, atom.bound)
            conditions.append(Condition(low, *atom.weights, high))
        elif isinstance(atom, tree.Like):
            tests.append(patterns.of(atom))
        else:
            assert isinstance(atom, tree.Not)
            assert isinstance(atom.part, tree.Like)
            tests.append(Unlike(patterns.of(atom.part)))
    if len(turns) > 1:
        return None
    if turns or conditions or not tests:
        tests.append(Material(conditions, next(iter(turns), EITHER)))
    return tests[0] if len(tests) == 1 else Both(tests)


def _limits(relation: str, bound: int) -> tuple[int, int]:
    """Return the least and the greatest whole number that relates so to `bound`."""
    return {
        "=": (bound, bound),
        "<": (-_FAR, bound - 1),
        "<=": (-_FAR, bound),
        ">": (bound + 1, _FAR),
        ">=": (bound, _FAR),
    }[relation]


class OneOf(PositionTest):
    """A position that fits one of several tests."""

    def __init__(self, tests: Sequence[PositionTest]) -> None:
        super().__init__()
        self._tests = tuple(tests)

    def alternatives(self, variant: Variant) -> Sequence[Alternative]:
        """Return those of all tests."""
        return [found for test in self._tests for found in test.alternatives(variant)]


class Unlike(PositionTest):
    """A position that does not look like a pattern."""

    def __init__(self, pattern: Reaches) -> None:
        super().__init__()
        self._pattern = pattern

    def alternatives(self, variant: Variant) -> Sequence[Alternative]:
        """Return the ways to differ: in the side to move, or in what is on one square."""
        found = [Alternative(EITHER)]
        for pattern in self._pattern.alternatives(variant):
            found = [both for one in found for both in _joined(one, _ways_to_differ(pattern))]
        return found


def _ways_to_differ(pattern: Alternative) -> list[Alternative]:
    """Return alternatives for the other side to move, and for each square with what is wrong on it.

    Such a square holds what it may not hold: it may hold nothing else.
    """
    found = [Alternative(3 - pattern.turn)] if pattern.turn else []
    squares = 0
    for mask in pattern.forbidden:
        squares |= mask
    while squares:
        square = squares & -squares
        squares ^= square
        a, b, c, d, e = (0 if mask & square else square for mask in pattern.forbidden)
        found.append(Alternative(EITHER, (a, b, c, d, e)))
    return found


def _joined(one: Alternative, others: list[Alternative]) -> list[Alternative]:
    return [
        Alternative(one.turn or other.turn, _masks(one, other), one.conditions)
        for other in others
        if not one.turn or not other.turn or one.turn == other.turn
    ]


def _masks(one: Alternative, other: Alternative) -> tuple[int, int, int, int, int]:
    a, b, c, d, e = (
        left | right for left, right in zip(one.forbidden, other.forbidden, strict=True)
    )
    return a, b, c, d, e
