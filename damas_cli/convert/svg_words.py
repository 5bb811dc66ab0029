"""A position in words, for readers who do not see the picture.

>>> from damas_cli.language import ENGLISH
>>> from damas_cli.rules.position import Position
>>> describe(Position.from_fen("B:W3,K7:B30"), ENGLISH)
'White: man 3; king 7. Black: man 30. Black to move.'
"""

from __future__ import annotations

from damas_cli.language import Words
from damas_cli.rules.board import Board
from damas_cli.rules.position import Position


def describe(position: Position, words: Words) -> str:
    """Return what stands where and who is to move."""
    white = _pieces(position, position.white, words)
    black = _pieces(position, position.black, words)
    return words(
        "White: {white}. Black: {black}. {turn}.",
        white=white,
        black=black,
        turn=to_move(position, words),
    )


def to_move(position: Position, words: Words) -> str:
    """Return who is to move."""
    return words("White to move") if position.turn == "W" else words("Black to move")


def _pieces(position: Position, side: int, words: Words) -> str:
    board = position.variant.board
    men = _labels(board, side & ~position.kings)
    kings = _labels(board, side & position.kings)
    told = []
    if men:
        told.append(men_on(listed(men), len(men), words))
    if kings:
        told.append(kings_on(listed(kings), len(kings), words))
    return "; ".join(told) or words("no pieces")


def men_on(squares: str, count: int, words: Words) -> str:
    """Return that `count` men stand on `squares`."""
    return words.plural("man {squares}", "men {squares}", count, squares=squares)


def kings_on(squares: str, count: int, words: Words) -> str:
    """Return that `count` kings stand on `squares`."""
    return words.plural("king {squares}", "kings {squares}", count, squares=squares)


def _labels(board: Board, mask: int) -> list[str]:
    return [board.label(square) for square in board.order if board.bits[square] & mask]


def listed(labels: list[str]) -> str:
    """Return squares as they are said one after the other."""
    return ", ".join(labels)
