"""The squares of a game by another board: in its moves, its FEN and its setups."""

from __future__ import annotations

from collections.abc import Mapping

from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game, decoded

from .numbering import Relabelling


def relabelled_moves(game: Game, moves: Mapping[int, str], squares: Relabelling) -> dict[int, str]:
    """Return the text of each move, by where it starts; `moves` are those to begin with."""
    tape = game.tape
    found = {}
    for at in range(0, len(tape), 3):
        kind, start, end = tape[at : at + 3]
        if kind == k.MOVE:
            found[start] = squares.move(moves.get(start) or decoded(game.raw[start:end]))
    return found


def relabelled_setups(game: Game, squares: Relabelling) -> dict[int, str]:
    """Return the text of each setup, by where it starts.

    Raises:
        FenError: one gives no position.
    """
    tape = game.tape
    found = {}
    for at in range(0, len(tape), 3):
        kind, start, end = tape[at : at + 3]
        if kind == k.SETUP:
            found[start] = squares.setup(game.text(start, end))
    return found


def relabelled_fen(game: Game, squares: Relabelling) -> str:
    """Return the FEN that the game starts from, empty where there is none.

    Raises:
        FenError: it gives no position.
    """
    tag = game.tag("FEN")
    return squares.fen(tag.value) if tag is not None and tag.value.strip() else ""
