"""Positions that a FEN or a setup makes: whether a game can lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import GameCheck


def judge_position(
    check: GameCheck,
    span: tuple[int, int],
    position: tuple[bool, int, int, int],
    variation: str | None = None,
) -> None:
    """Report a position, set up at `span`, that no game can lead to.

    One reason is told. Position and game are judged all the same.
    """
    white_to_move, white, black, kings = position
    pieces = {"W": white, "B": black}
    turn = "W" if white_to_move else "B"
    reason, values = _men_on_the_last_row(check, white & ~kings, black & ~kings)
    if not reason:
        reason, values = _wrong_numbers(check, pieces)
    if not reason and not check.kernel.has_moves(white_to_move, white, black, kings):
        reason, values = "no-move", {"colour": turn}
    if reason:
        check.add("T008", reason, *span, **values).variation = variation


def _men_on_the_last_row(check: GameCheck, white: int, black: int) -> tuple[str, dict[str, Any]]:
    """Tell of a man on the row where it is crowned, and whether the numbering explains it."""
    board = check.variant.board
    top = board.height - 1
    men = [("W", square, board.row(square)) for square in board.squares_of(white)]
    men += [("B", square, top - board.row(square)) for square in board.squares_of(black)]
    crowned = [(colour, square) for colour, square, rows_gone in men if rows_gone == top]
    if not crowned:
        return "", {}
    # Numbered from another corner the rows may run the other way; a mirror leaves them alone.
    turned = all(rows_gone > 0 for _, _, rows_gone in men)
    colour, square = crowned[0]
    reason = "numbering" if turned else "crowning-row"
    return reason, {"colour": colour, "square": board.label(square)}


def _wrong_numbers(check: GameCheck, pieces: dict[str, int]) -> tuple[str, dict[str, Any]]:
    """Tell of a side with more pieces than at the start, or with none."""
    for (colour, mask), at_start in zip(pieces.items(), check.variant.start_masks, strict=False):
        most = at_start.bit_count()
        if mask.bit_count() > most:
            return "too-many", {"colour": colour, "count": mask.bit_count(), "most": most}
    for colour, mask in pieces.items():
        if not mask:
            return "no-pieces", {"colour": colour}
    return "", {}
