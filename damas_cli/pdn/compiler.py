"""Compile a Lark grammar to flat tables: rules by Lark itself, terminals to one byte automaton.

Lark reads a text with one regular expression that holds all terminals as alternatives in a fixed
order: the first alternative that matches wins, with the longest text it can have. The automaton
does the same: `accepted` holds, for each state, the terminal that comes first in Lark's order, and
the driver keeps the longest text of the first terminal it has met.

The numbering depends on the grammar alone: Lark numbers its states anew in every run, so parser
states are numbered here in breadth-first order over sorted symbols, lexer states in breadth-first
order over byte values.
"""

from __future__ import annotations

import re
from array import array
from typing import Any

from .automaton import Automaton, Dfa
from .tables import GUARDED, NO_KIND, STAYS, grammar_hash


def open_grammar(grammar: str) -> Any:
    """Return Lark's own parser for `grammar` (text), which the reference reader uses as it is."""
    from lark import Lark

    return Lark(
        grammar,
        parser="lalr",
        # Tokens do not depend on the parser's state: a text is cut in the same way whether it is
        # parsed or skipped, and a tag in the moves is a tag.
        lexer="basic",
        start="game",
        maybe_placeholders=False,
        keep_all_tokens=True,
    )


def compile_grammar(grammar: str) -> dict[str, Any]:
    """Return the constants of `_tables.py` for `grammar`."""
    import lark

    parser = open_grammar(grammar)
    terminals = lark_order(parser)
    kinds = tuple(terminal.name for terminal in terminals)
    if len(kinds) >= 64:
        raise ValueError("a bit mask of kinds holds 64")
    ignored = sum(1 << kinds.index(name) for name in parser.parser.lexer_conf.ignore)
    automaton = Automaton()
    for number, terminal in enumerate(terminals):
        automaton.add(number, _pattern(terminal))
    return {
        "GRAMMAR_HASH": grammar_hash(grammar.encode("ascii"), lark.__version__),
        "LARK_VERSION": lark.__version__,
        "KINDS": kinds,
        "IGNORED": ignored,
        **_lexer_tables(automaton.determine(), ignored),
        **_parser_tables(parser.parser.parser._parse_table, kinds),
    }


def lark_order(parser: Any) -> list[Any]:
    """Return the terminals in the order in which Lark tries them."""
    return sorted(
        parser.parser.lexer_conf.terminals,
        key=lambda terminal: (
            -terminal.priority,
            -terminal.pattern.max_width,
            -len(terminal.pattern.value),
            terminal.name,
        ),
    )


def _pattern(terminal: Any) -> str:
    if terminal.pattern.flags:
        raise ValueError(f"{terminal.name}: flags are not supported")
    text: str = terminal.pattern.value
    return re.escape(text) if terminal.pattern.type == "str" else text


def _lexer_tables(dfa: Dfa, ignored: int) -> dict[str, Any]:
    """Return the automaton with its columns joined to byte classes and its states premultiplied."""
    columns: dict[tuple[int, ...], int] = {}
    classes = bytearray(256)
    for byte in range(256):
        column = tuple(row[byte] for row in dfa.rows)
        classes[byte] = columns.setdefault(column, len(columns))
    width = 1 << (len(columns) - 1).bit_length()
    if len(dfa.rows) * width > 0xFFFF:
        raise ValueError("the automaton is too large for 16-bit states")
    look_aheads = {guard for guard in dfa.guarded if guard is not None}
    if len(look_aheads) > 1:
        raise ValueError("one look-ahead in the whole grammar is all that is supported")
    guarded, forbidden = look_aheads.pop() if look_aheads else (NO_KIND, frozenset())
    marks = []
    for number, row in enumerate(dfa.rows):
        kind = dfa.accepted[number]
        mark = NO_KIND if kind is None else kind
        if dfa.guarded[number] is not None:
            mark |= GUARDED
        # Most bytes leave the state as it is, as inside of a comment.
        if number and sum(target == number for target in row) > 128:
            mark |= STAYS
        marks.append(mark)
    transitions = array("I", bytes(4 * width * len(dfa.rows)))
    for number, row in enumerate(dfa.rows):
        for byte in range(256):
            target = row[byte]
            transitions[number * width + classes[byte]] = (
                target * width << 16 | marks[target] if target else 0
            )
    return {
        "CLASSES": bytes(classes),
        "WIDTH": width,
        "TRANSITIONS": _little_endian(transitions),
        "GUARDED_KIND": guarded,
        "FORBIDDEN": bytes(byte in forbidden for byte in range(256)),
        "SKIPPED": bytes(_is_skipped(dfa, dfa.rows[1][byte], ignored) for byte in range(256)),
    }


def _is_skipped(dfa: Dfa, state: int, ignored: int) -> bool:
    """Tell whether a byte that leads to `state` is, by itself, text that does not count.

    It is if the token may end there and, however it goes on, is an ignored one.
    """
    if not state or dfa.accepted[state] is None:
        return False
    found = [state]
    for reached in found:
        kind = dfa.accepted[reached]
        if dfa.guarded[reached] is not None or (kind is not None and not ignored >> kind & 1):
            return False
        found.extend(set(dfa.rows[reached]) - {0, *found})
    return True


def _parser_tables(table: Any, kinds: tuple[str, ...]) -> dict[str, Any]:
    """Return Lark's parse table as arrays, its states renumbered."""
    from lark.parsers.lalr_analysis import Shift

    columns = {name: number for number, name in enumerate((*kinds, "$END"))}
    start = table.start_states["game"]
    numbers = {start: 0}
    order = [start]
    for state in order:
        for _symbol, (action, argument) in sorted(table.states[state].items()):
            if action is Shift and argument not in numbers:
                numbers[argument] = len(order)
                order.append(argument)
    rules: dict[Any, int] = {}
    nonterminals: dict[str, int] = {}
    actions = array("h", bytes(2 * len(order) * len(columns)))
    gotos: dict[tuple[int, int], int] = {}
    for number, state in enumerate(order):
        for symbol, (action, argument) in sorted(table.states[state].items()):
            if action is not Shift:
                rule = rules.setdefault(argument, len(rules))
                nonterminals.setdefault(str(argument.origin.name), len(nonterminals))
                actions[number * len(columns) + columns[symbol]] = -rule - 1
            elif symbol in columns:
                actions[number * len(columns) + columns[symbol]] = numbers[argument] + 1
            else:
                result = nonterminals.setdefault(str(symbol), len(nonterminals))
                gotos[number, result] = numbers[argument]
    width = len(nonterminals)
    goto_table = array("h", bytes(2 * len(order) * width))
    for (number, result), target in gotos.items():
        goto_table[number * width + result] = target
    return {
        "START_STATE": 0,
        "END_STATE": numbers[table.end_states["game"]],
        "ACTIONS": _little_endian(actions),
        "NONTERMINALS": width,
        "GOTOS": _little_endian(goto_table),
        "RULE_LENGTHS": bytes(len(rule.expansion) for rule in rules),
        "RULE_RESULTS": bytes(nonterminals[str(rule.origin.name)] for rule in rules),
    }


def _little_endian(numbers: array[int]) -> bytes:
    import sys

    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()
