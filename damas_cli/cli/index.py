"""`damas index`: an index of a large archive's positions, and what it finds."""

from __future__ import annotations

from ..language import mark
from .application import as_group

command = as_group(
    "index",
    {"build": "index_build", "find": "index_find"},
    help=mark("Make an index of all positions of an archive, and find games by it at once."),
    short_help=mark("Index the positions of an archive, and find games."),
)
