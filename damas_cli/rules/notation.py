"""The text of a move to the squares it names.

The separator proves nothing: `-` may capture and `x` may not. Leading zeros and blanks around the
separator are read over.
"""

from __future__ import annotations

from .board import Board

# What typesetters make of them too: hyphens, dashes, the minus and the multiplication sign.
SEPARATORS = "-xX:\u00d7\u2010\u2011\u2012\u2013\u2014\u2212"


def read_squares(text: str, board: Board) -> tuple[int, ...] | None:
    """Return the squares that `text` names, 0 for one that is not on the board.

    None for a text that is no move at all.

    >>> from damas_cli.rules.variant import get_variant
    >>> read_squares("5- 9", get_variant().board), read_squares("h1xf3", get_variant().board)
    ((5, 9), (1, 10))
    """
    for separator in SEPARATORS[1:]:
        text = text.replace(separator, "-")
    names = [name.strip() for name in text.split("-")]
    if len(names) == 1:
        names = _unseparated(names[0])
    if len(names) < 2:
        return None
    squares = []
    for name in names:
        if name.isascii() and name.isdigit():
            number = int(name) if len(name) < 6 else 0
            squares.append(number if number <= board.size else 0)
        elif name.isascii() and name[:1].isalpha() and name[1:].isdigit():
            squares.append(board.square(name))
        else:
            return None
    return tuple(squares)


def _unseparated(text: str) -> list[str]:
    """Split algebraic squares written without separator, such as `a3b4`."""
    names: list[str] = []
    for character in text:
        if character.isalpha():
            names.append(character)
        elif names:
            names[-1] += character
    return names
