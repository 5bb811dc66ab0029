"""The parser's tables: Lark's LALR(1) table and one byte automaton, out of `grammar/pdn.lark`.

`setup.py` compiles the grammar once and writes the result to `_tables.py`, a module of plain
constants. At run time `load` takes that module as long as it was made from the grammar that lies
beside it; only after an edit of the grammar is it compiled anew, in memory. Lark is imported for
that case alone.
"""

from __future__ import annotations

import os
from array import array
from functools import cache
from typing import Any

# Marks of a lexer state, the low bits of an entry in `transitions`: the kind of the token that may
# end there, or none; a token guarded by a look-ahead may; most bytes leave the state as it is.
NO_KIND = 0xFF
GUARDED = 0x100
STAYS = 0x200
_PACKAGE = os.path.dirname(os.path.abspath(__file__))
# Inside an installed package, and beside the package in the repository.
_GRAMMARS = (
    os.path.join(os.path.dirname(_PACKAGE), "grammar"),
    os.path.join(os.path.dirname(os.path.dirname(_PACKAGE)), "grammar"),
)


class Tables:
    """What the driver needs of a grammar, as flat arrays.

    Lexer: an entry of `transitions` holds the offset of the next state's row (16 bits) and the
    marks of that state (16 bits); a row has a column for each class of bytes. 0 means that no
    token goes on with that byte; the row of the start state is the second, at `width`. Of the
    tokens that end in a state the marks name the one that Lark would take. The token
    `guarded_kind` counts only if the next byte is not in `forbidden`. `skipped` tells the bytes
    that never count.

    Parser: `actions` has a row for each state and a column for each kind and the end: 0 is an
    error, n > 0 shifts to state n - 1, n < 0 reduces by rule -n - 1. `gotos` gives the state after
    a reduction.
    """

    __slots__ = (
        "actions",
        "classes",
        "end",
        "end_state",
        "forbidden",
        "gotos",
        "guarded_kind",
        "ignored",
        "kinds",
        "lark_version",
        "nonterminals",
        "rule_lengths",
        "rule_results",
        "skipped",
        "start_state",
        "transitions",
        "width",
    )

    def __init__(self, constants: dict[str, Any]) -> None:
        """Take the constants of `_tables.py`, or the same out of a compilation."""
        self.kinds: tuple[str, ...] = constants["KINDS"]
        self.ignored: int = constants["IGNORED"]
        self.end = len(self.kinds)
        self.classes: bytes = constants["CLASSES"]
        self.width: int = constants["WIDTH"]
        self.transitions = _numbers("I", constants["TRANSITIONS"])
        self.guarded_kind: int = constants["GUARDED_KIND"]
        self.forbidden: bytes = constants["FORBIDDEN"]
        self.skipped: bytes = constants["SKIPPED"]
        self.actions = _numbers("h", constants["ACTIONS"])
        self.gotos = _numbers("h", constants["GOTOS"])
        self.nonterminals: int = constants["NONTERMINALS"]
        self.rule_lengths: bytes = constants["RULE_LENGTHS"]
        self.rule_results: bytes = constants["RULE_RESULTS"]
        self.start_state: int = constants["START_STATE"]
        self.end_state: int = constants["END_STATE"]
        self.lark_version: str = constants["LARK_VERSION"]


def _numbers(typecode: str, data: bytes) -> array[int]:
    """Return the little-endian numbers in `data`."""
    import sys

    numbers: array[int] = array(typecode)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def grammar_path(name: str = "pdn.lark") -> str | None:
    """Return where a grammar lies; None if only the compiled tables were installed."""
    for folder in _GRAMMARS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


@cache
def load() -> Tables:
    """Return the tables of the grammar that is there, compiled now only if it was changed."""
    path = grammar_path()
    grammar = None
    if path is not None:
        with open(path, "rb") as file:
            grammar = file.read().replace(b"\r\n", b"\n")
    try:
        from . import _tables
    except ImportError:
        if grammar is None:
            raise
    else:
        constants = vars(_tables)
        if grammar is None or _fits(constants, grammar):
            return Tables(constants)
    from .compiler import compile_grammar

    return Tables(compile_grammar(grammar.decode("ascii")))


def _fits(constants: dict[str, Any], grammar: bytes) -> bool:
    """Tell whether the tables were made from this grammar.

    The hash covers the grammar, the format of the tables and the version of Lark that made them;
    a check sum is enough, and hashlib would cost as much as the rest of the start.
    """
    expected: int = constants["GRAMMAR_HASH"]
    return grammar_hash(grammar, constants["LARK_VERSION"]) == expected


def grammar_hash(grammar: bytes, lark_version: str) -> int:
    """Return a 64-bit check sum of what the tables depend on."""
    from binascii import crc32

    text = b"tables 1, lark " + lark_version.encode("ascii") + b"\n" + grammar
    return crc32(text) << 32 | crc32(text[::-1])


def write(path: str | os.PathLike[str]) -> None:
    """Compile the grammar and write its tables to `path` as a Python module.

    The same grammar and the same Lark give the same bytes.
    """
    from .compiler import compile_grammar

    source = grammar_path()
    if source is None:
        raise FileNotFoundError("grammar/pdn.lark is missing")
    with open(source, "rb") as file:
        grammar = file.read().replace(b"\r\n", b"\n")
    constants = compile_grammar(grammar.decode("ascii"))
    lines = [
        '"""Tables made from grammar/pdn.lark by setup.py: never edited, never committed."""\n'
    ]
    lines.extend(f"\n{name} = {value!r}" for name, value in constants.items())
    text = "".join(lines) + "\n"
    try:
        with open(path, encoding="ascii") as written:
            if written.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="ascii", newline="\n") as out:
        out.write(text)
