"""Games of several files in one: a broken game must not take in the one that follows it.

Within a file a broken game ends where the reader says. Behind it in another file may come a game
without tags, at which the reader would not go on; a tag that says nothing parts the two.
"""

from __future__ import annotations

from itertools import islice

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

#: What a game without tags gets where it would be read as part of the one before.
APART = b'[Event "?"]\n\n'
# A game without tags.
_BARE = b"\n\n1. 1-2 *\n"


def swallows(text: bytes) -> bool:
    """Tell whether a game without tags that follows this one would be read as part of it.

    >>> swallows(b"1. 9-13 &"), swallows(b"1. 9-13 & 1-0"), swallows(b'[Event "A"] 1. & 1-0')
    (True, False, True)
    """
    games = islice(read_games([text, _BARE]), 2)
    return len(list(games)) < 2


def is_bare(game: Game) -> bool:
    """Tell whether a game has no tag at which the reader would go on."""
    return not game.kinds >> kinds.TAG & 1
