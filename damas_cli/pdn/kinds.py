"""The kinds of tokens of `grammar/pdn.lark`, as the numbers that stand on a game's tape."""

from __future__ import annotations

from . import tables

_number = tables.load().kinds.index

TAG = _number("TAG")
MALFORMED_TAG = _number("MALFORMED_TAG")
COMMENT = _number("COMMENT")
LINE_COMMENT = _number("LINE_COMMENT")
LPAR = _number("LPAR")
RPAR = _number("RPAR")
NAG = _number("NAG")
SETUP = _number("SETUP")
MOVE_NUMBER = _number("MOVE_NUMBER")
MOVE = _number("MOVE")
ELLIPSIS = _number("ELLIPSIS")
UNKNOWN_MOVE = _number("UNKNOWN_MOVE")
STRENGTH = _number("STRENGTH")
RESULT = _number("RESULT")
STAR = _number("STAR")

NAMES = tables.load().kinds

# Bit masks, as in `Game.kinds`.
TAGS = 1 << TAG | 1 << MALFORMED_TAG
COMMENTS = 1 << COMMENT | 1 << LINE_COMMENT
# What may stand between a "*" and the token that tells what it was.
FILLERS = COMMENTS | 1 << NAG | 1 << STRENGTH | 1 << LPAR | 1 << RPAR
# What takes a turn.
TURNS = 1 << MOVE | 1 << ELLIPSIS | 1 << UNKNOWN_MOVE
