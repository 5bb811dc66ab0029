"""damas: read, check and count draughts games (PDN), Spanish draughts first.

    import damas_cli as damas

`docs/api.md` shows the public names at work. They are loaded when they are first used, so that
importing the package costs nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .check.run import check_text as check
    from .check.run import check_text as check_text
    from .check.selection import UnknownSelector as UnknownSelector
    from .pdn.model import Game as Game
    from .pdn.reader import read_games as read_games
    from .rules.counting import PerftCounter as PerftCounter
    from .rules.counting import perft as perft
    from .rules.fen import FenError as FenError
    from .rules.judge import AmbiguousMove as AmbiguousMove
    from .rules.judge import IllegalMove as IllegalMove
    from .rules.move import Move as Move
    from .rules.position import Position as Position
    from .rules.variant import UnknownVariant as UnknownVariant
    from .rules.variant import Variant as Variant
    from .rules.variant import get_variant as get_variant
    from .rules.variant import variant_names as variant_names
    from .rules.variant_file import RulesError as RulesError
    from .rules.variant_file import load_rules as load_rules

# public name -> the module that defines it; `check` is a folder that can be called
_HOMES = {
    "AmbiguousMove": "rules.judge",
    "FenError": "rules.fen",
    "Game": "pdn.model",
    "IllegalMove": "rules.judge",
    "Move": "rules.move",
    "PerftCounter": "rules.counting",
    "Position": "rules.position",
    "RulesError": "rules.variant_file",
    "UnknownSelector": "check.selection",
    "UnknownVariant": "rules.variant",
    "Variant": "rules.variant",
    "check": "check",
    "check_text": "check.run",
    "get_variant": "rules.variant",
    "load_rules": "rules.variant_file",
    "perft": "rules.counting",
    "read_games": "pdn.reader",
    "variant_names": "rules.variant",
}

__all__ = [
    "AmbiguousMove",
    "FenError",
    "Game",
    "IllegalMove",
    "Move",
    "PerftCounter",
    "Position",
    "RulesError",
    "UnknownSelector",
    "UnknownVariant",
    "Variant",
    "__version__",
    "check",
    "check_text",
    "get_variant",
    "load_rules",
    "perft",
    "read_games",
    "variant_names",
]


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{home}", __name__)
    value: object = module if name == home else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
