"""A query made ready to be asked of many games: the cheapest tests first.

The answer to a game depends on its number where the query asks for that, and a worker does not
know how many games come before its own. So an answer is a set of the ranges that the numbers in
the query cut all numbers into, as bits: `full` is yes, 0 is no, whatever the game's number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from damas_cli.language import Phrase, Words, mark
from damas_cli.rules.variant import Variant

from ..board_pattern import PatternError
from ..patterns import COMPARISONS, MovesError, PositionTest
from . import tree
from .errors import QueryError
from .facts import Facts
from .game_tests import REPLAY, Compiler, Test
from .positions import (
    MOST_CLAUSES,
    Atoms,
    Patterns,
    TooManyCases,
    cases_of,
    clauses_of,
    is_of_a_position,
    joined_test,
)
from .tree import Node

Ask = Callable[[Facts], int]


@dataclass(frozen=True)
class Step:
    """A part of a plan.

    Attributes:
        ask: returns the answer for a game.
        cost: of asking, roughly; from `REPLAY` on it plays moves.
        text: the query of this part, as it is told; for several parts what joins them.
        parts: what it is made of, in the order of asking.
    """

    ask: Ask
    cost: int
    text: Phrase | str
    parts: tuple[Step, ...] = ()

    @property
    def replays(self) -> bool:
        """Whether it plays the moves of games."""
        return self.cost >= REPLAY

    def told(self, words: Words, level: int = 0) -> Iterator[str]:
        """Yield lines that tell the plan."""
        yield "  " * level + words.say(self.text)
        for part in self.parts:
            yield from part.told(words, level + 1)


class Plan:
    """A query that can be asked.

    Attributes:
        node: its tests.
        step: what is done.
        limits: where the ranges of numbers begin; the first is 1.
        full: the answer yes.

    >>> from damas_cli.check.regulation import Rulebook
    >>> from damas_cli.pdn.reader import read_games
    >>> game = next(read_games(['[White "Pérez, A"] 1. 9-13 1-0'.encode()]))
    >>> facts = Facts(Rulebook())
    >>> facts.take(game)
    >>> plan = planned('white ~ "perez" and not draw')
    >>> plan.ask(facts) == plan.full
    True
    """

    def __init__(self, node: Node, variant: Variant | None = None, text: str = "") -> None:
        """Compile a query, which is `text`, for games of all variants or of the one given.

        Raises:
            QueryError: it cannot be asked.
        """
        self.node = node
        self.limits = _limits(node)
        self.full = (1 << len(self.limits)) - 1
        try:
            self.step = _Planner(self.limits, self.full, variant).step(node)
        except TooManyCases:
            told = Phrase(
                "these are tests of one position in more than {number} ways; position(...) around"
                " some of them makes them tests of their own",
                number=MOST_CLAUSES,
            )
            raise QueryError(told, text, 0) from None
        except _At as error:
            raise QueryError(error.phrase, text, min(error.place, len(text))) from None

    def ask(self, facts: Facts) -> int:
        """Return the answer for the game of `facts`, the ranges of numbers for which it is yes."""
        return self.step.ask(facts)

    def holds(self, answer: int, number: int) -> bool:
        """Tell whether an answer is yes for the game of that number."""
        return bool(answer >> (bisect_right(self.limits, number) - 1) & 1)


def planned(text: str, variant: Variant | None = None) -> Plan:
    """Return the plan of a query.

    Raises:
        QueryError: it is none.
    """
    from .parsing import parse_query  # only here: workers need no grammar

    return Plan(parse_query(text, variant), variant, text)


class _At(Exception):
    def __init__(self, phrase: Phrase, place: int) -> None:
        super().__init__()
        self.phrase = phrase
        self.place = place


def _limits(node: Node) -> list[int]:
    """Return where the ranges of numbers begin that `node` does not tell apart."""
    found = {1}
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Both | tree.Either):
            pending += node.parts
        elif isinstance(node, tree.Not):
            pending.append(node.part)
        elif isinstance(node, tree.AmountTest) and node.what == "number":
            found |= {max(node.value, 1), node.value + 1}
    return sorted(found)


class _Planner:
    """Makes steps of nodes."""

    def __init__(self, limits: list[int], full: int, variant: Variant | None) -> None:
        self.limits = limits
        self.full = full
        self.patterns = Patterns(variant)
        self.compiler = Compiler(variant)

    def step(self, node: Node) -> Step:
        if is_of_a_position(node):
            return self._some_position(node)
        if isinstance(node, tree.Both):
            return self._all(sorted(map(self.step, node.parts), key=_cost))
        if isinstance(node, tree.Either):
            return self._one(sorted(map(self.step, node.parts), key=_cost))
        if isinstance(node, tree.Not):
            return self._not(node)
        if isinstance(node, tree.AmountTest) and node.what == "number":
            return self._number(node)
        if isinstance(node, tree.PositionGroup | tree.FinalGroup | tree.ReachesTest):
            return self._of_positions(node)
        if isinstance(node, tree.StartsTest):
            try:
                return self._test(node)
            except MovesError as error:
                raise _At(error.phrase, node.place + 1 + error.start) from None
        return self._test(node)

    def _test(self, node: Node, test: Test | None = None) -> Step:
        cost = REPLAY
        if test is None:
            test, cost = self.compiler.test(node)
        full, asked = self.full, test

        def ask(facts: Facts) -> int:
            return full if asked(facts) else 0

        return Step(asked if full == 1 else ask, cost, str(node))

    def _number(self, node: tree.AmountTest) -> Step:
        compare = COMPARISONS[node.relation]
        answer = sum(1 << i for i, first in enumerate(self.limits) if compare(first, node.value))
        return Step(lambda facts: answer, 0, str(node))

    def _not(self, node: tree.Not) -> Step:
        step, full = self.step(node.part), self.full
        ask = step.ask
        text = str(node) if not step.parts else Phrase(mark("not:"))
        parts = (step,) if step.parts else ()
        return Step(lambda facts: full ^ ask(facts), step.cost, text, parts)

    def _all(self, steps: list[Step]) -> Step:
        asks, full = tuple(step.ask for step in steps), self.full

        def ask(facts: Facts) -> int:
            answer = full
            for each in asks:
                answer &= each(facts)
                if not answer:
                    break
            return answer

        return Step(ask, sum(map(_cost, steps)), Phrase(mark("all of:")), tuple(steps))

    def _one(self, steps: list[Step]) -> Step:
        asks, full = tuple(step.ask for step in steps), self.full

        def ask(facts: Facts) -> int:
            answer = 0
            for each in asks:
                answer |= each(facts)
                if answer == full:
                    break
            return answer

        return Step(ask, sum(map(_cost, steps)), Phrase(mark("one of:")), tuple(steps))

    def _some_position(self, node: Node) -> Step:
        """Return the step of tests of which those of a position hold in one and the same."""
        by_games: dict[tuple[Node, ...], list[Atoms]] = {}
        for clause in clauses_of(node):
            by_games.setdefault(clause.games, []).append(clause.atoms)
        steps = []
        for games, cases in by_games.items():
            parts = list(map(self.step, games))
            # A case without tests of a position asks for none.
            if all(cases):
                parts.append(self._looked_for(cases))
            steps.append(parts[0] if len(parts) == 1 else self._all(sorted(parts, key=_cost)))
        return steps[0] if len(steps) == 1 else self._one(sorted(steps, key=_cost))

    def _looked_for(self, cases: list[Atoms]) -> Step:
        """Return the step that looks for a position in which all of one of `cases` hold."""
        told = tree.either(*(tree.both(*case) for case in cases))
        return self._test(tree.PositionGroup(told), self._matching(cases))

    def _of_positions(self, node: Node) -> Step:
        if isinstance(node, tree.ReachesTest):
            atom = tree.Like(node.pattern, node.mirror, node.place)
            return self._test(node, self._matching([(atom,)]))
        if isinstance(node, tree.FinalGroup):
            test = self._position_test(cases_of(node.part))
            return self._test(
                node,
                lambda facts: (line := facts.line) is not None and test.holds_at(line, line.plies),
            )
        assert isinstance(node, tree.PositionGroup)
        return self._test(node, self._matching(cases_of(node.part)))

    def _matching(self, cases: list[Atoms]) -> Test:
        matches = self._position_test(cases).matches
        return lambda facts: (line := facts.line) is not None and matches(line)

    def _position_test(self, cases: list[Atoms]) -> PositionTest:
        for case in cases:
            for atom in case:
                self._check(atom.part if isinstance(atom, tree.Not) else atom)
        return joined_test(cases, self.patterns)

    def _check(self, atom: Node) -> None:
        """Read the pattern that `atom` may have, to know where in the query it is wrong."""
        if isinstance(atom, tree.Like):
            try:
                self.patterns.of(atom)
            except PatternError as error:
                raise _At(error.phrase, atom.place + 1 + error.start) from None


def _cost(step: Step) -> int:
    return step.cost
