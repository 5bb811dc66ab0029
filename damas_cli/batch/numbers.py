"""The numbers of games, which a worker cannot know: how many games stand before is counted later.

A worker numbers from a token that is like nothing else, and the parent puts numbers in the places
of the tokens.
"""

from __future__ import annotations

import re
import secrets

# No block has more games: each takes a byte at least.
_DIGITS = 9


class Numbers:
    """The tokens of one run; made in the parent, sent to the workers with their task.

    Attributes:
        first: the number, or rather token, of the first game of every block.
    """

    __slots__ = ("_pattern", "_token", "first")

    def __init__(self, token: int | None = None) -> None:
        """Take a random token; a given one is for tests."""
        self._token = 10**19 + secrets.randbelow(10**19) if token is None else token
        self.first = self._token * 10**_DIGITS + 1
        self._pattern = re.compile(rb"%d([0-9]{%d})" % (self._token, _DIGITS))

    def __reduce__(self) -> tuple[type[Numbers], tuple[int]]:
        return Numbers, (self._token,)

    def settle(self, data: bytes, games_before: int) -> bytes:
        """Return `data` with numbers for tokens, of a block with so many games before it.

        >>> numbers = Numbers()
        >>> numbers.settle(b"game %d, game %d" % (numbers.first, numbers.first + 1), 99)
        b'game 100, game 101'
        """
        return self._pattern.sub(lambda found: b"%d" % (int(found[1]) + games_before), data)
