"""The rules in the parts of one source; see `damas_cli.rules.kernels` for how they are run.

Imported, this folder is the uncompiled kernel of one rule family.
"""

from .matching import captured_numbers, find_position, material_changes, position_keys
from .moves import (
    CONSTANTS,
    WORDS,
    best_capture,
    compiled,
    has_captures,
    has_moves,
    legal_moves,
    play,
)
from .replaying import find_draws, replay, wrong_separators
from .searching import MAX_DEPTH, HashTable, perft, perft_capture_order, perft_hashed

__all__ = [
    "CONSTANTS",
    "MAX_DEPTH",
    "WORDS",
    "HashTable",
    "best_capture",
    "captured_numbers",
    "compiled",
    "find_draws",
    "find_position",
    "has_captures",
    "has_moves",
    "legal_moves",
    "material_changes",
    "perft",
    "perft_capture_order",
    "perft_hashed",
    "play",
    "position_keys",
    "replay",
    "wrong_separators",
]
