"""The laws of single endings: clocks that run while few pieces are left.

A variant's file has them as `[[draw.ending]]`. Each is a clock: it starts at the first position
that fits the law, shows zero there (the move that made the position does not count), and is
complete after `moves_each` moves of each side. Material is told from the side of the strong one,
which may be either colour: `KKM` is two kings and a man, `KKK+` three kings or more. Repetition
and the general count of moves without progress are found by the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from .board import Board
from .history import History
from .variant import Variant

# The kings and men of White, then of Black.
Material = tuple[int, int, int, int]


class Ending:
    """The law of one ending.

    Attributes:
        name: its name in the variant's file, such as `three-against-one`.
        title: what it is called, by language.
        article: number or heading in the source, None where that is not known.
        plies: how long the clock runs: two for each of `moves_each`.
        claimed: whether a player has to ask for the draw.
        strong, weak: the material that starts the clock; empty for any.
        continues: the strong side's material during which a running clock goes on.
        pieces: the least and the most pieces of both sides together.
        most_each: the most pieces of each side.
        both_have_kings: whether each side must have a king.
        diagonal: `weak` or `strong`: only that side stands on the long diagonal; or empty.
        diagonal_lost: what becomes of a running clock where that is no longer so: it `stops` or
            `runs` on.
        restarts: what sets a running clock back to zero: `never`, `material` (a capture or a
            crowning) or `progress` (a capture or a man's move).
        most: no position with more pieces than this has a running clock.
    """

    def __init__(self, table: dict[str, Any], board: Board) -> None:
        self.name: str = table["name"]
        given: dict[str, str] = table.get("title", {})
        words = next(iter(given.values()), self.name.replace("-", " "))
        self.title = {"en": words, "es": words, **given}
        self.article: str | None = table.get("article")
        self.plies: int = 2 * table["moves_each"]
        self.claimed: bool = table.get("claimed", False)
        self.strong: list[str] = table.get("strong", [])
        self.weak: list[str] = table.get("weak", [])
        self.continues: list[str] = table.get("continues", self.strong)
        pieces = table.get("pieces", {})
        self.pieces: tuple[int, int] = pieces.get("least", 0), pieces.get("most", board.size)
        self.most_each: int = table.get("most_each", board.size)
        self.both_have_kings: bool = table.get("kings") == "both"
        self.diagonal: str = table.get("diagonal", "")
        self.diagonal_lost: str = table.get("diagonal_lost", "stops")
        self.restarts: str = table.get("restarts", "never")
        self.most = min(
            self.pieces[1],
            2 * self.most_each,
            _most(self.strong + self.continues, board) + _most(self.weak, board),
        )
        # For each material met so far what `_fits` says of it.
        self._known: dict[Material, tuple[tuple[bool, bool], tuple[bool, bool]]] = {}

    def __repr__(self) -> str:
        return f"<Ending {self.name}>"

    def fits(self, material: Material) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
        """Tell whether material starts the clock, and whether a running one goes on.

        Each with White as the strong side, and with Black. A law that makes no difference between
        the sides has but one clock, White's.
        """
        found = self._known.get(material)
        if found is None:
            turned = material[2:] + material[:2]
            found = self._known[material] = (
                (self._fits(material, self.strong), self._fits(turned, self.strong)),
                (self._fits(material, self.continues), self._fits(turned, self.continues)),
            )
        return found

    def _fits(self, material: Material, strong: list[str]) -> bool:
        """Tell whether the first side of `material` is as `strong` and all else as the law says."""
        kings, men, other_kings, other_men = material
        least, most = self.pieces
        return (
            least <= sum(material) <= most
            and max(kings + men, other_kings + other_men) <= self.most_each
            and not (self.both_have_kings and not (kings and other_kings))
            and (not strong or any(_is(text, kings, men) for text in strong))
            and (not self.weak or any(_is(text, other_kings, other_men) for text in self.weak))
        )


class Completed(NamedTuple):
    """A clock that ran to its end.

    Attributes:
        ply: the ply that completed it.
        since: the ply after which it showed zero; 0 for the first position.
        ending: the law.
    """

    ply: int
    since: int
    ending: Ending


def _is(text: str, kings: int, men: int) -> bool:
    """Tell whether `text` names that many kings and men.

    >>> _is("KKM", 2, 1), _is("KKK", 4, 0), _is("KKK+", 4, 0), _is("KKK+", 3, 1)
    (True, False, True, False)
    """
    wanted_kings, wanted_men = text.count("K"), text.count("M")
    if not text.endswith("+"):
        return kings == wanted_kings and men == wanted_men
    if text.endswith("K+"):
        return kings >= wanted_kings and men == wanted_men
    return kings == wanted_kings and men >= wanted_men


def _most(texts: Iterable[str], board: Board) -> int:
    """Return the pieces of the largest material among `texts`."""
    return max((board.size if "+" in text else len(text) for text in texts), default=board.size)


@cache
def endings(variant: Variant) -> tuple[Ending, ...]:
    """Return the laws of single endings that `variant` has.

    >>> from .variant import get_variant
    >>> [ending.name for ending in endings(get_variant("spanish"))]
    []
    """
    return tuple(Ending(table, variant.board) for table in variant.endings)


@cache
def long_diagonal(board: Board) -> int:
    """Return the mask of the diagonal that joins two corners of the board.

    >>> from .variant import get_variant
    >>> board = get_variant("spanish").board
    >>> board.squares_of(long_diagonal(board))
    [1, 5, 10, 14, 19, 23, 28, 32]
    """
    corner = board.numbers[0 if board.bottom_left_plays else board.width - 1, 0]
    return board.mask_of([corner, *max(board.diagonals[corner], key=len)])


def find_ending(
    history: History, plies: int, board: Board, laws: Sequence[Ending]
) -> Completed | None:
    """Return the clock that is complete first on a line of `plies`, None where none is.

    Of several at one ply it is the one that the variant's file names first. Whether the ply that
    completes a clock wins the game is for the caller to see.
    """
    found: Completed | None = None
    for law in laws:
        # Pieces never come back: where there are too many at the latest start, no clock runs out.
        latest = plies - law.plies
        if latest < 0 or _pieces(history, latest) > law.most:
            continue
        first = latest
        while first and _pieces(history, first - 1) <= law.most:
            first -= 1
        completed = _run(history, first, plies, board, law)
        if completed is not None and (found is None or completed.ply < found.ply):
            found = completed
    return found


def _pieces(history: History, index: int) -> int:
    white, black, _ = history.masks(index)
    return (white | black).bit_count()


def _run(history: History, first: int, plies: int, board: Board, law: Ending) -> Completed | None:
    """Run the two clocks of a law, White's and Black's as the strong side."""
    sides = (0, 1) if law.strong or law.weak or law.diagonal else (0,)
    started = [-1, -1]
    river = long_diagonal(board) if law.diagonal else 0
    men_before: tuple[int, int] | None = None
    material_before: Material | None = None
    for index in range(first, plies + 1):
        white, black, kings = history.masks(index)
        men = white & ~kings, black & ~kings
        material = (
            (white & kings).bit_count(),
            men[0].bit_count(),
            (black & kings).bit_count(),
            men[1].bit_count(),
        )
        changed = material != material_before
        restart = (law.restarts == "material" and changed) or (
            law.restarts == "progress" and (changed or men != men_before)
        )
        men_before, material_before = men, material
        starts, continues = law.fits(material)
        for side in sides:
            strong, weak = (black, white) if side else (white, black)
            if law.diagonal == "weak":
                holds = bool(weak & river) and not strong & river
            else:
                holds = not river or (bool(strong & river) and not weak & river)
            if started[side] >= 0:
                if not continues[side] or not (holds or law.diagonal_lost == "runs"):
                    started[side] = -1
                elif restart:
                    started[side] = index
            if started[side] < 0 and starts[side] and holds:
                started[side] = index
            if started[side] >= 0 and index - started[side] == law.plies:
                return Completed(index, started[side], law)
    return None
