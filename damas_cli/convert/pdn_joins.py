"""Games of several files in one: none must be taken in by the one before it.

Within a file a broken game ends where the reader says. Behind it in another file may come a game
without tags, at which the reader would not go on; and a `*` is no terminator before a move number
that goes on counting. A tag that says nothing parts the two.
"""

from __future__ import annotations

from itertools import islice

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

#: What a game without tags gets where it would be read as part of the one before.
APART = b'[Event "?"]\n\n'
#: Why a game might take in the one after it: it is broken, or a `*` ends it.
BROKEN, STAR = "broken", "star"
# A game without tags.
_BARE = b"\n\n1. 1-2 *\n"
_FIRST = b"1."


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


def begins_anew(text: bytes) -> bool:
    """Tell whether the first move of a game has the number 1, so that no `*` goes on before it.

    >>> begins_anew(b"1. 9-13 *"), begins_anew(b"(1. 10-14) 3. 9-13 *"), begins_anew(b"*")
    (True, False, True)
    """
    for game in read_games([text]):
        tape, depth = game.tape, 0
        for at in range(0, len(tape), 3):
            depth += (tape[at] == kinds.LPAR) - (tape[at] == kinds.RPAR)
            if depth == 0 and tape[at] == kinds.MOVE_NUMBER:
                return game.raw[tape[at + 1] : tape[at + 2]] == _FIRST
            if depth == 0 and kinds.TURNS >> tape[at] & 1:
                return False
    return True
