"""Positions as bytes: keys of dictionaries that cost no object a move.

The key of a position is how a `History` writes it: the masks of White, Black and the kings. All
positions of a line are one text of bytes, in which each position and each move (two positions in a
row) is a slice. Who is to move is not in it.
"""

from __future__ import annotations

from damas_cli.archive.line import MainLine
from damas_cli.rules.history import History
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant


def key_of(position: Position) -> bytes:
    """Return the key of `position`."""
    history = History(0, position.variant.board.words_a_mask)
    history.put(0, (position.white, position.black, position.kings))
    return history.words.tobytes()


def position_of(key: bytes, variant: Variant, turn: str) -> Position:
    """Return the position that `key` is that of.

    >>> start = Position.start()
    >>> position_of(key_of(start), start.variant, "W") == start
    True
    """
    history = History(0, variant.board.words_a_mask)
    history.words[:] = type(history.words)("Q", key)
    return Position(variant, turn, *history.masks(0))


def keys_of(line: MainLine, plies: int) -> bytes:
    """Return the keys of the positions before and after the first `plies` moves."""
    each = 3 * line.variant.board.words_a_mask
    return line.history.words[: each * (plies + 1)].tobytes()


def place_in(keys: bytes, line: MainLine, position: Position) -> int:
    """Return before which move `position` first stands among `keys`, those of `line`, or -1."""
    key = key_of(position)
    white = position.turn == "W"
    at = keys.find(key)
    while at >= 0:
        index, within = divmod(at, len(key))
        if not within and line.white_to_move(index) == white:
            return index
        at = keys.find(key, at + 1)
    return -1
