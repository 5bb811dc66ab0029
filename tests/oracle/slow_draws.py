"""Draws by rule, looked for position by position: repetition, no progress, and endings.

`positions[0]` stands before ply 1. Each function returns the ply that completes a draw, 0 if none
does. A last move that wins is no draw, but that is left to who asks.

The numbers are the rule texts' (`slow_variants` names them). Where they are silent, or only say
that such a law exists, nothing stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .slow_rules import Position, colour, is_king, pieces
from .slow_variants import OPPONENT, Square

Holds = Callable[[Position, str], bool]


class Laws(NamedTuple):
    """The draw laws of a variant; 0 where the texts have no number, or no such law."""

    repetition: int = 0
    no_progress: int = 0  # plies
    claimed: bool = False  # whether the player has to ask for the repetition


class Ending(NamedTuple):
    """An ending that has to be won in time; `holds(position, strong)` says that it has begun.

    `goes_on` says that the count, once begun, goes on; `anew` that it begins anew where a piece
    is taken or a man becomes a king. The count is of moves each from the first position of the
    ending: the move that made it does not count.
    """

    name: str
    moves_each: int
    holds: Holds
    goes_on: Holds
    anew: bool = False


LAWS = {
    # "Triple repetición", "Falta de progreso": 40 moves each.
    "spanish": Laws(3, 80),
    # "Si la misma posición se repite tres veces con el mismo jugador para mover".
    "spanish-summary": Laws(3),
    # The table: three times on claim. "En las portuguesas ... veinte jugadas por bando".
    "portuguese": Laws(3, 40, claimed=True),
    "argentinian": Laws(),
    "filipino": Laws(),
    # The table: 20 king moves a side; else as Russian.
    "brazilian": Laws(3, 40),
    # The table: three times, 15 moves of kings only.
    "russian": Laws(3, 30),
    # The table: three times; 30 plies. Jamaican as American pool.
    "pool": Laws(3, 30),
    "jamaican": Laws(3, 30),
    # The table: threefold on claim, 15 moves without capture or man's move.
    "czech": Laws(3, 30, claimed=True),
    "german": Laws(),
    # The table has both numbers from one program: four times, 80 plies.
    "italian": Laws(4, 80),
    # "Cuando la misma posición aparece por tercera vez"; "40 jugadas cada uno".
    "english": Laws(3, 80),
    # "Por tercera vez con el turno del mismo jugador"; "25 jugadas de cada jugador".
    "international": Laws(3, 50),
    "canadian": Laws(),
    "thai": Laws(),
    "malaysian": Laws(),
}


# Repetition and progress


def threefold_ply(positions: Sequence[Position], times: int = 3) -> int:
    """Return the first ply after which a position stood for the third time, 0 if none did.

    "Triple repetición": same position, same side to move. `positions[0]` is before ply 1.
    """
    for ply in range(1, len(positions)):
        if positions[: ply + 1].count(positions[ply]) >= times:
            return ply
    return 0


def no_progress_ply(positions: Sequence[Position], limit: int = 80) -> int:
    """Return the ply that completes `limit` plies without a capture or a man's move, else 0.

    "Falta de progreso": either of them puts the count back to zero.
    """
    quiet = 0
    for ply in range(1, len(positions)):
        before, after = positions[ply - 1], positions[ply]
        captured = len(list(pieces(before))) != len(list(pieces(after)))
        quiet = 0 if captured or men(before) != men(after) else quiet + 1
        if quiet == limit:
            return ply
    return 0


def men(position: Position) -> list[tuple[Square, str]]:
    return [(square, piece) for square, piece in pieces(position) if not is_king(piece)]


# Endings


def material(position: Position, side: str) -> str:
    """Return what `side` has, kings first: `KKM` for two kings and a man."""
    own = [piece for _, piece in pieces(position) if colour(piece) == side]
    return "".join(sorted("K" if is_king(piece) else "M" for piece in own))


def holders(position: Position) -> set[str]:
    """Return the sides that have a piece on the longest diagonal, the one between two corners."""
    rules = position.rules
    return {
        colour(piece)
        for (column, row), piece in pieces(position)
        if (column == row if rules.left_plays else column + row == rules.size - 1)
    }


def against_a_king(*strong_sides: str) -> Holds:
    """Return the condition that one side has one of `strong_sides`, the other a king alone."""

    def holds(position: Position, strong: str) -> bool:
        return alone(position, strong) and material(position, strong) in strong_sides

    return holds


def alone(position: Position, strong: str) -> bool:
    """Tell whether the other side is a king alone, whatever `strong` has left, if anything."""
    return material(position, OPPONENT[strong]) == "K" and material(position, strong) != ""


def holds_diagonal(position: Position, strong: str) -> bool:
    """Tell whether the lone king is on the longest diagonal, and nobody else's piece is."""
    return alone(position, strong) and holders(position) == {OPPONENT[strong]}


def with_kings(least: int, most: int) -> Holds:
    """Return the condition that both sides have a king, and so many pieces together."""

    def holds(position: Position, strong: str) -> bool:
        sides = material(position, "W"), material(position, "B")
        return least <= len("".join(sides)) <= most and all("K" in side for side in sides)

    return holds


def both(one: Holds, other: Holds) -> Holds:
    return lambda position, strong: one(position, strong) and other(position, strong)


def kings_hold_diagonal(position: Position, strong: str) -> bool:
    """Tell whether the strong side, and only that one, has a piece on the longest diagonal."""
    return holders(position) == {strong}


def three_kings_or_more(position: Position, strong: str) -> bool:
    own = material(position, strong)
    return alone(position, strong) and len(own) >= 3 and set(own) == {"K"}


THREE_KINGS = against_a_king("KKK")
THREE = against_a_king("KKK", "KKM", "KMM")
TWO = against_a_king("KK", "KM", "K")

ENDINGS: dict[str, tuple[Ending, ...]] = {
    "international": (
        # "3 damas, 2 damas y 1 peón, o 1 dama y 2 peones contra 1 dama sola: hasta 16 jugadas por
        # bando desde esa posición. Capturar fichas durante ese tiempo no alarga el plazo": so the
        # count goes on whatever is left.
        Ending("three-against-one", 16, THREE, alone),
        # "2 damas, 1 dama y 1 peón, o 1 dama contra 1 dama sola: hasta 5 jugadas por bando desde
        # esa posición"; and after three against one "desde ese momento".
        Ending("two-against-one", 5, TWO, TWO),
        # "Si el bando que solo tiene 1 dama está en la gran diagonal y el rival no tiene ninguna
        # ficha en ella, el empate llega tras 5 jugadas por bando desde esa posición." The text is
        # silent on a king that leaves it; here the count ends, and begins anew when it is back.
        Ending(
            "three-against-one-on-the-long-diagonal", 5, both(THREE, holds_diagonal), holds_diagonal
        ),
        # "En los dos casos, nunca se supera el plazo de 16 jugadas": each count goes on by itself,
        # and the first to be complete makes the draw.
    ),
    "portuguese": (
        # The table of PDN's variants: three kings that hold the "río" against one, 12 moves; the
        # count does not begin again. "Obliga a ganar ese final en doce jugadas por bando."
        Ending("forzosa", 12, both(THREE_KINGS, kings_hold_diagonal), THREE_KINGS),
    ),
    # The table: three kings against one, 13 moves, "even if the 14th would capture".
    "pool": (Ending("three-kings-against-one", 13, THREE_KINGS, THREE_KINGS),),
    "russian": (
        # The table: three kings against one 15; 4 and 5 pieces 30, 6 and 7 pieces 60 moves; the
        # longest diagonal 5; two pieces or one against a king 5. Numbers of pieces that change
        # are other endings.
        Ending("three-kings-against-one", 15, three_kings_or_more, three_kings_or_more, anew=True),
        Ending("four-or-five-pieces", 30, with_kings(4, 5), with_kings(4, 5), anew=True),
        Ending("six-or-seven-pieces", 60, with_kings(6, 7), with_kings(6, 7), anew=True),
        Ending(
            "three-against-one-on-the-long-diagonal",
            5,
            both(THREE, holds_diagonal),
            both(THREE, holds_diagonal),
        ),
        Ending("two-against-one", 5, TWO, TWO),
    ),
}


def ending_ply(positions: Sequence[Position], ending: Ending) -> int:
    """Return the ply that completes `ending`, 0 if none does."""
    complete = [count_of(positions, ending, strong) for strong in "WB"]
    return min(filter(None, complete), default=0)


def count_of(positions: Sequence[Position], ending: Ending, strong: str) -> int:
    begun: int | None = None
    for ply, position in enumerate(positions):
        if begun is not None and not ending.goes_on(position, strong):
            begun = None
        if begun is not None and ending.anew and changed(positions[ply - 1], position):
            begun = None
        if begun is None and ending.holds(position, strong):
            begun = ply
        if begun is not None and ply - begun == 2 * ending.moves_each:
            return ply
    return 0


def changed(before: Position, after: Position) -> bool:
    return any(material(before, side) != material(after, side) for side in "WB")


def endings_ply(positions: Sequence[Position], endings: Iterable[Ending]) -> tuple[int, str]:
    """Return the ply that completes the first of `endings` to be complete, and its name."""
    complete = [(ending_ply(positions, ending), ending.name) for ending in endings]
    return min((found for found in complete if found[0]), default=(0, ""))
