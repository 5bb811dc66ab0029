"""The numbers of games, which a worker does not know: how many come before its block."""

from __future__ import annotations

import secrets

_DIGITS = 9


class Numbers:
    """Numbers that nothing else is like, to be settled when the games before are counted.

    Attributes:
        first: the number of the first game of each block, until it is settled.
    """

    def __init__(self) -> None:
        self._token = str(secrets.randbelow(8 * 10**9) + 10**9)
        self.first = int(self._token) * 10**_DIGITS + 1

    def settle(self, data: bytes, games_before: int) -> bytes:
        """Return `data` with the numbers that its games have in the whole."""
        first, *parts = data.split(self._token.encode())
        if not parts:
            return data
        settled = [
            str(int(part[:_DIGITS]) + games_before).encode() + part[_DIGITS:] for part in parts
        ]
        return b"".join([first, *settled])
