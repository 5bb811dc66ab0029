"""Regular expressions to one deterministic automaton over bytes.

Python's own parser of regular expressions does the reading; what is not regular (back-references,
look-behind, lazy repeats) is refused. One negative look-ahead at a single class of bytes may stand
at the end of an expression; it becomes a guard of the state.
"""

from __future__ import annotations

from re import _constants as sre
from re import _parser as sre_parser
from typing import Any, NamedTuple

_ALL = frozenset(range(256))


class Dfa(NamedTuple):
    """A deterministic automaton; state 0 is the dead end, state 1 the start.

    `accepted` has for each state the first of the expressions that end there, or None; `guarded`
    an earlier one that ends there unless one of the given bytes follows.
    """

    rows: list[list[int]]
    accepted: list[int | None]
    guarded: list[tuple[int, frozenset[int]] | None]


class Automaton:
    """A nondeterministic automaton that accepts any of the expressions added to it."""

    def __init__(self) -> None:
        """Start with no expression."""
        self._empty_moves: list[list[int]] = []
        self._moves: list[list[tuple[frozenset[int], int]]] = []
        # State -> the expressions that end in it, each with the bytes that must not follow.
        self._ends: dict[int, list[tuple[int, frozenset[int]]]] = {}
        self._start = self._state()

    def add(self, number: int, pattern: str) -> None:
        """Add an expression; where two end in one state the lower number is taken."""
        tokens = list(sre_parser.parse(pattern))
        forbidden: frozenset[int] = frozenset()
        if tokens and tokens[-1][0] is sre.ASSERT_NOT:
            direction, inner = tokens.pop()[1]
            if direction != 1 or len(inner) != 1:
                raise ValueError(f"{pattern}: a look-ahead holds one class of bytes")
            forbidden = _bytes_of(*inner[0])
        first = self._state()
        self._empty_moves[self._start].append(first)
        last = self._thread(tokens, first)
        self._ends.setdefault(last, []).append((number, forbidden))

    def determine(self) -> Dfa:
        """Return the smallest deterministic automaton, its states in breadth-first order."""
        subsets: dict[frozenset[int], int] = {frozenset(): 0}
        order = [frozenset[int](), self._closure({self._start})]
        subsets[order[1]] = 1
        rows: list[list[int]] = []
        for subset in order:
            edges = [edge for state in sorted(subset) for edge in self._moves[state]]
            row = []
            for byte in range(256):
                target = self._closure({state for bytes_, state in edges if byte in bytes_})
                if target not in subsets:
                    subsets[target] = len(order)
                    order.append(target)
                row.append(subsets[target])
            rows.append(row)
        return _minimal(rows, [self._outcome(subset) for subset in order])

    def _outcome(self, subset: frozenset[int]) -> _Outcome:
        plain: int | None = None
        guarded: tuple[int, frozenset[int]] | None = None
        for number, forbidden in sorted(
            (end for state in subset for end in self._ends.get(state, [])), key=lambda end: end[0]
        ):
            if not forbidden:
                plain = number
                break
            if guarded is not None:
                raise ValueError("two guarded expressions end in one state")
            guarded = (number, forbidden)
        return (plain, guarded)

    def _state(self) -> int:
        self._empty_moves.append([])
        self._moves.append([])
        return len(self._moves) - 1

    def _closure(self, states: set[int]) -> frozenset[int]:
        todo = list(states)
        found = set(states)
        while todo:
            for state in self._empty_moves[todo.pop()]:
                if state not in found:
                    found.add(state)
                    todo.append(state)
        return frozenset(found)

    def _thread(self, tokens: Any, state: int) -> int:
        """Lay the path of `tokens` from `state`; return where it ends."""
        for operation, argument in tokens:
            if operation is sre.SUBPATTERN:
                state = self._thread(argument[3], state)
            elif operation is sre.BRANCH:
                state = self._branch(argument[1], state)
            elif operation is sre.MAX_REPEAT:
                least, most, repeated = argument
                state = self._repeat(least, most, repeated, state)
            else:
                target = self._state()
                self._moves[state].append((_bytes_of(operation, argument), target))
                state = target
        return state

    def _branch(self, alternatives: Any, state: int) -> int:
        last = self._state()
        for alternative in alternatives:
            first = self._state()
            self._empty_moves[state].append(first)
            self._empty_moves[self._thread(alternative, first)].append(last)
        return last

    def _repeat(self, least: int, most: Any, tokens: Any, state: int) -> int:
        for _ in range(least):
            state = self._thread(tokens, state)
        if most is sre.MAXREPEAT:
            loop = self._state()
            self._empty_moves[state].append(loop)
            self._empty_moves[self._thread(tokens, loop)].append(loop)
            return loop
        last = self._state()
        self._empty_moves[state].append(last)
        for _ in range(most - least):
            state = self._thread(tokens, state)
            self._empty_moves[state].append(last)
        return last


_Outcome = tuple[int | None, tuple[int, frozenset[int]] | None]


def _bytes_of(operation: Any, argument: Any) -> frozenset[int]:
    """Return the bytes that one element of an expression stands for."""
    if operation is sre.LITERAL:
        return frozenset([argument])
    if operation is sre.NOT_LITERAL:
        return _ALL - {argument}
    if operation is sre.RANGE:
        return frozenset(range(argument[0], argument[1] + 1))
    if operation is sre.IN:
        negative = argument[0][0] is sre.NEGATE
        members = frozenset[int]().union(*(_bytes_of(*item) for item in argument[negative:]))
        return _ALL - members if negative else members
    raise ValueError(f"{operation} is not regular, or not needed so far")


def _minimal(rows: list[list[int]], outcomes: list[_Outcome]) -> Dfa:
    """Join equivalent states (Moore) and number the rest breadth-first over byte values."""
    numbers: dict[Any, int] = {}
    block = [numbers.setdefault(outcome, len(numbers)) for outcome in outcomes]
    while True:
        signatures: dict[tuple[int, ...], int] = {}
        refined = [
            signatures.setdefault(
                (block[state], *(block[target] for target in row)), len(signatures)
            )
            for state, row in enumerate(rows)
        ]
        if len(signatures) == len(set(block)):
            break
        block = refined
    # The dead end keeps the number 0 and the start gets 1, also if they should be equivalent.
    place = {block[0]: 0, block[1]: 1}
    order = [0, 1]
    for state in order:
        for target in rows[state]:
            if block[target] not in place:
                place[block[target]] = len(order)
                order.append(target)
    return Dfa(
        [[place[block[target]] for target in rows[state]] for state in order],
        [outcomes[state][0] for state in order],
        [outcomes[state][1] for state in order],
    )
