"""A game as a tournament sees it, and whose points it gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from damas_cli.check.results import DOUBLE_LOSS, DRAW, FIRST_WINS, NONE, SECOND_WINS

from .names import is_bye, name_key

# Half points of the side that moves first, and of the other one.
_HALVES = {FIRST_WINS: (2, 0), DRAW: (1, 1), SECOND_WINS: (0, 2), DOUBLE_LOSS: (0, 0)}


class Encounter(NamedTuple):
    """What the record of a game says.

    Attributes:
        white: name of White as it is written; empty where it is not known. So `black`.
        result: what the result means: `1-0` is a win of the side that moves first.
        first: `W` or `B`, the side that moves first in the variant; empty where nothing tells.
        event: name of the event, `round` and `date`, as they are written; empty where not known.
        is_forfeit: whether the record says that nobody played.
        has_moves: whether it has a move.
        in_twos: whether the result is written with two points for a win, as 2-0 or 1-1.
        white_rating: what a tag says of White's rating, 0 for nothing; so `black_rating`.
    """

    white: str
    black: str
    result: str
    first: str = "W"
    event: str = ""
    round: str = ""
    date: str = ""
    is_forfeit: bool = False
    has_moves: bool = True
    in_twos: bool = False
    white_rating: int = 0
    black_rating: int = 0

    @property
    def half_points(self) -> tuple[int, int] | None:
        """The half points of White and of Black; None without a result.

        >>> Encounter("Ana", "Eva", "1-0").half_points
        (2, 0)
        >>> Encounter("Ana", "Eva", "1-0", first="B").half_points
        (0, 2)
        """
        if self.result == NONE:
            return None
        first, second = _HALVES[self.result]
        return (second, first) if self.first == "B" else (first, second)

    @property
    def is_between_two(self) -> bool:
        """Whether it says who met whom: two players, or one who had a bye."""
        if not self.white or not self.black or (is_bye(self.white) and is_bye(self.black)):
            return False
        return name_key(self.white) != name_key(self.black)

    @property
    def is_decided(self) -> bool:
        """Whether somebody lost."""
        return self.result not in (NONE, DRAW)


def by_event(encounters: Iterable[Encounter]) -> dict[str, list[Encounter]]:
    """Return the encounters of each event, by the key of its name, settled by their fellows.

    >>> games = [Encounter("Ana", "Eva", "1-0", "B"), Encounter("Luz", "Sol", "1-0", "")]
    >>> [game.half_points for game in by_event(games)[""]]
    [(0, 2), (0, 2)]
    """
    found: defaultdict[str, list[Encounter]] = defaultdict(list)
    for encounter in encounters:
        found[name_key(encounter.event)].append(encounter)
    return {key: _settled(found[key]) for key in sorted(found)}


def _settled(games: Sequence[Encounter]) -> list[Encounter]:
    """Settle what single games of an event do not tell: who moves first, and what is a forfeit.

    A record without a variant is of the event's. One without a move that somebody lost is a
    forfeit, unless no record of the event has moves: then they were not written down.
    """
    firsts = Counter(game.first for game in games if game.first)
    usual = "B" if firsts["B"] > firsts["W"] else "W"
    have_moves = any(game.has_moves for game in games)
    settled = []
    for game in games:
        is_forfeit = game.is_forfeit or (have_moves and not game.has_moves and game.is_decided)
        if is_forfeit != game.is_forfeit or not game.first:
            game = game._replace(first=game.first or usual, is_forfeit=is_forfeit)
        settled.append(game)
    return settled
