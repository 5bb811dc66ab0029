"""Games of an archive in one file again: as they stand, each of them one of its own."""

from __future__ import annotations

from itertools import islice

from damas_cli.convert.pdn_format import BLANKS
from damas_cli.convert.pdn_joins import APART, begins_anew, is_bare, swallows
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

# What joining has to know of a game, as bits: it has no tags; its moves begin with number 1; a game
# without tags behind it would be read as part of it, whatever its moves (OPEN) or unless they begin
# anew (STAR: it ends with a `*`); so would one with tags (HEADER: it has nothing but tags). One
# that is BROKEN and without tags ends with its result, and no longer so once it is given a tag.
BARE, BEGINS_ANEW, OPEN, STAR, HEADER, BROKEN = 1, 2, 4, 8, 16, 32
# Ends a game that has nothing but tags.
_NO_RESULT = b"\n\n*"
# Comments may stand behind the `*`.
_NEAR_END = 256
_TAGGED = b'\n\n[Event "?"]\n\n*\n'


def joins_of(game: Game, text: bytes) -> int:
    """Return the bits of a game that is written as `text`."""
    bits = STAR if b"*" in text[-_NEAR_END:] else 0
    if game.problems or game.result_token is None:
        bits |= OPEN if swallows(text) else 0
        bits |= HEADER if _swallows_tags(text) else 0
    if game.problems:
        bits |= BROKEN
    if is_bare(game):
        bits |= BARE
        if begins_anew(text):
            bits |= BEGINS_ANEW
    return bits


def _swallows_tags(text: bytes) -> bool:
    """Tell whether a game with tags that follows this one would be read as part of it.

    >>> _swallows_tags(b'[White "A"]'), _swallows_tags(b"1. 9-13"), _swallows_tags(b'[White "A"] *')
    (True, False, False)
    """
    return len([*islice(read_games([text, _TAGGED]), 2)]) < 2


class Joiner:
    r"""Puts games together, with an empty line between two.

    A game without tags gets one that says nothing where it would be read as part of the one before,
    and one that has nothing but tags gets a `*` before another follows.

    >>> joiner = Joiner()
    >>> parts = [joiner.add(b"1. 9-13 *", STAR | BARE | BEGINS_ANEW), joiner.end()]
    >>> parts += [joiner.add(b"2. 10-14 1-0", BARE), joiner.end()]
    >>> b"".join(parts)
    b'1. 9-13 *\n\n[Event "?"]\n\n2. 10-14 1-0\n'
    """

    __slots__ = ("_before", "_blanks", "_has_begun", "_is_open")

    def __init__(self) -> None:
        self._before = 0
        self._blanks = b""
        self._has_begun = False
        self._is_open = False

    def add(self, text: bytes, joins: int) -> bytes:
        """Return the next game and what stands before it; its last line is not ended yet."""
        before, self._before = self._before, joins
        lead = b""
        if before & HEADER:
            lead, before = _NO_RESULT, STAR
        lead += b"\n\n" if self._is_open else b"\n" if self._has_begun else b""
        self._has_begun = self._is_open = True
        self._blanks = b""
        if joins & BARE and before & (OPEN | STAR):
            starts_over = joins & BEGINS_ANEW and not before & OPEN
            lead += b"" if starts_over else APART
            if joins & BROKEN and not starts_over:
                self._before |= OPEN
        return lead + text

    def more(self, rest: bytes) -> bytes:
        """Return what belongs to the game before and comes in another piece, but for blanks."""
        text = rest.rstrip(BLANKS)
        if not text:
            self._blanks += rest
            return b""
        before, self._blanks = self._blanks, rest[len(text) :]
        self._has_begun = self._is_open = True
        return before + text

    def end(self) -> bytes:
        """Return what ends the last line, if it is open: at the end, and where the input pauses."""
        ends = self._is_open
        self._is_open = False
        return b"\n" if ends else b""
