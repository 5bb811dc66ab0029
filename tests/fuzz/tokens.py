"""Random tokens of grammar/pdn.lark: for each terminal texts that its expression matches."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from re import _constants as sre
from re import _parser as sre_parser
from typing import Any

from damas_cli.pdn.automaton import _bytes_of
from damas_cli.pdn.compiler import _pattern, lark_order, open_grammar

GRAMMAR = Path(__file__).parents[2] / "grammar" / "pdn.lark"
# Where the grammar sets no end to a repetition, this does.
LONGEST = 6
# Bytes that a terminal leaves open are mostly taken from these, for the text to look like PDN.
USUAL = b'abx019 .-{}()[]"*/\n'
# Of ten tokens about so many are of these kinds; the others are of any.
FREQUENT = {"MOVE": 3, "MOVE_NUMBER": 2, "COMMENT": 1, "LPAR": 1, "RPAR": 1}


@cache
def expressions() -> dict[str, list[Any]]:
    """Return the terminals' names and their expressions, as Python's parser reads them."""
    terminals = lark_order(open_grammar(GRAMMAR.read_text(encoding="ascii")))
    return {t.name: list(sre_parser.parse(_pattern(t))) for t in terminals}


def token(rng: random.Random, name: str) -> bytes:
    """Return a text that the expression of the terminal `name` matches."""
    return bytes(_sample(rng, expressions()[name]))


def tokens(rng: random.Random, count: int) -> bytes:
    """Return `count` tokens in a row, mostly with a blank or an end of line between them."""
    names = sorted(expressions())
    names += [name for name in FREQUENT for _ in range(FREQUENT[name] * len(names) // 2)]
    parts = []
    for _ in range(count):
        parts.append(token(rng, rng.choice(names)))
        parts.append(rng.choice((b" ", b" ", b"\n", b"\r\n", b"")))
    return b"".join(parts)


def _sample(rng: random.Random, elements: Any) -> list[int]:
    found: list[int] = []
    for operation, argument in elements:
        if operation is sre.SUBPATTERN:
            found += _sample(rng, argument[3])
        elif operation is sre.BRANCH:
            found += _sample(rng, rng.choice(argument[1]))
        elif operation is sre.MAX_REPEAT:
            least, most, repeated = argument
            most = least + LONGEST if most is sre.MAXREPEAT else most
            for _ in range(rng.randint(least, most)):
                found += _sample(rng, repeated)
        elif operation is not sre.ASSERT_NOT:  # of what follows, which is the next token's affair
            found.append(_byte(rng, _bytes_of(operation, argument)))
    return found


def _byte(rng: random.Random, allowed: frozenset[int]) -> int:
    usual = [byte for byte in USUAL if byte in allowed]
    if usual and rng.random() < 0.9:
        return rng.choice(usual)
    return rng.choice(sorted(allowed))
