"""damas: read, check and count draughts games (PDN), Spanish draughts first.

The names of the public API are loaded when they are first used, so that importing the package
costs nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .check.run import check_text as check_text
    from .pdn.model import Game as Game
    from .pdn.reader import read_games as read_games
    from .rules.counting import PerftCounter as PerftCounter
    from .rules.fen import FenError as FenError
    from .rules.judge import AmbiguousMove as AmbiguousMove
    from .rules.judge import IllegalMove as IllegalMove
    from .rules.move import Move as Move
    from .rules.position import Position as Position
    from .rules.variant import Variant as Variant

# public name -> the module that defines it
_HOMES = {
    "AmbiguousMove": "rules.judge",
    "FenError": "rules.fen",
    "Game": "pdn.model",
    "IllegalMove": "rules.judge",
    "Move": "rules.move",
    "PerftCounter": "rules.counting",
    "Position": "rules.position",
    "Variant": "rules.variant",
    "check_text": "check.run",
    "read_games": "pdn.reader",
}

__all__ = [
    "AmbiguousMove",
    "FenError",
    "Game",
    "IllegalMove",
    "Move",
    "PerftCounter",
    "Position",
    "Variant",
    "__version__",
    "check_text",
    "read_games",
]


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
