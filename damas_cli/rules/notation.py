"""The text of a move to the squares it names.

The separator proves nothing: `-` may capture and `x` may not. Leading zeros and blanks around the
separator are read over. Squares are numbers or algebraic names, whatever the variant writes, but
not both in one move; the short forms of Russian print give of the origin its file alone.
"""

from __future__ import annotations

from .board import Board

# What typesetters make of them too: hyphens, dashes, the minus and the multiplication sign.
SEPARATORS = "-xX:\u00d7\u2010\u2011\u2012\u2013\u2014\u2212"


def read_move(text: str, board: Board) -> list[tuple[int, ...]]:
    """Return the squares that `text` names, 0 for one that is not on the board.

    A short form gives one tuple for each square on the origin's file; a text that is no move at
    all gives none.

    >>> from damas_cli.rules.variant import get_variant
    >>> spanish, russian = get_variant("spanish").board, get_variant("russian").board
    >>> read_move("5- 9", spanish), read_move("h1xf3", spanish)
    ([(5, 9)], [(1, 10)])
    >>> read_move("c3:e5", russian), read_move("c:e5", russian)
    ([(22, 15)], [(30, 15), (22, 15), (14, 15), (6, 15)])
    """
    names = _names(text)
    if len(names) < 2:
        return []
    if all(name.isdigit() for name in names):
        # More digits are no number of any board, and a text may have very many.
        numbers = (int(name) if len(name) < 6 else 0 for name in names)
        return [tuple(number if number <= board.size else 0 for number in numbers)]
    if not all(_is_algebraic(name) for name in names[1:]):
        return []
    squares = tuple(board.square(name) for name in names[1:])
    if _is_algebraic(names[0]):
        return [(board.square(names[0]), *squares)]
    if len(names[0]) != 1 or not names[0].isalpha():
        return []
    file = names[0].lower()
    origins = [square for square in board.order if board.name(square)[0] == file]
    return [(origin, *squares) for origin in origins or [0]]


def _names(text: str) -> list[str]:
    """Cut a text at its separators, and algebraic squares without one: `a3b4`, `cb4`, `c:e5g7`."""
    if not text.translate(_NO_SEPARATORS).isascii():
        return []
    for separator in SEPARATORS[1:]:
        text = text.replace(separator, "-")
    names: list[str] = []
    for name in text.split("-"):
        word = name.strip()
        starts = [at for at, character in enumerate(word) if character.isalpha()]
        if not starts or starts[0] > 0:
            names.append(word)
        else:
            names += [word[a:b] for a, b in zip(starts, [*starts[1:], len(word)], strict=True)]
    return names


_NO_SEPARATORS = str.maketrans("", "", SEPARATORS)


def _is_algebraic(name: str) -> bool:
    return name[:1].isalpha() and name[1:].isdigit()
