"""The fix of a game that is not UTF-8: its text is written anew in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game, decoded

from ..finding import Finding
from .fix import Edit, Fix
from .places import Place

_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
# A character of UTF-8 that has several bytes; in another encoding hardly anybody writes these.
_UTF_8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
# Other tokens, and the blanks, are read byte by byte, in whatever encoding they are.
_TEXTS = kinds.TAGS | kinds.COMMENTS | 1 << kinds.SETUP


def utf_8(place: Place, finding: Finding) -> Fix | None:
    """Write the bytes that are not ASCII as UTF-8.

    In a game that is UTF-8 in one place and not in another, somebody has to look; and where there
    are NULs, which UTF-16 and UTF-32 without a mark are full of.
    """
    game = place.game
    if _UTF_8.search(game.raw) or b"\0" in game.raw:
        return None
    edits = []
    for start, end, is_text in _stretches(game):
        for found in _BEYOND_ASCII.finditer(game.raw, start, end):
            old = found.group()
            new = (game.text(*found.span()) if is_text else decoded(old)).encode()
            if new != old:
                edits.append(Edit(found.start(), found.end(), new))
    return Fix("S005", edits)


def _stretches(game: Game) -> Iterator[tuple[int, int, bool]]:
    """Yield start and end of texts, which have the encoding of the game, and of what is between.

    Text that could not be read is a text, too.
    """
    tape = game.tape
    at = 0
    for index in range(0, len(tape), 3):
        kind, start, end = tape[index : index + 3]
        if _TEXTS >> kind & 1:
            if start > at:
                yield at, start, False
            yield start, end, True
            at = end
    if at < len(game.raw):
        yield at, len(game.raw), bool(game.problems)
