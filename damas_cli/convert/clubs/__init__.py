"""Games as clubs and blogs print them, to PDN; legality decides between readings.

>>> from damas_cli.rules.variant import get_variant
>>> found = read_document("1.10-14, 22-18; 2.12-15, 23-20 [EMP]")
>>> print(found.games[0].pdn.partition("\\n\\n")[2].strip())
1. 10-14 22-18 2. 12-15 23-20 1/2-1/2
"""

from __future__ import annotations

from .games import Document, FoundGame, read_document
from .points import Point

__all__ = ["Document", "FoundGame", "Point", "read_document"]
