"""What each player scored in all games: with each colour, moving first and second."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .games import Encounter, by_event
from .names import Spellings, is_bye


class Tally(NamedTuple):
    """How games ended."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(self)

    @property
    def half_points(self) -> int:
        """Two for a win, one for a draw."""
        return 2 * self.wins + self.draws

    @property
    def percent(self) -> float:
        """How many of a hundred points were taken."""
        return 50 * self.half_points / self.games if self.games else 0.0

    def __str__(self) -> str:
        """Return it as it is printed."""
        return f"+{self.wins} ={self.draws} -{self.losses}"


class Score(NamedTuple):
    """What a player scored.

    Attributes:
        key: of the name.
        spellings: all there are of the name, the best one first.
        tallies: by colour, and whether that colour moved first.
    """

    key: str
    spellings: list[str]
    tallies: dict[tuple[str, bool], Tally]

    def tally(self, colour: str | None = None, first: bool | None = None) -> Tally:
        """Return how the games ended, those with `colour`, those moving first or second."""
        chosen = [
            tally
            for (of_colour, moved_first), tally in self.tallies.items()
            if colour in (None, of_colour) and first in (None, moved_first)
        ]
        return Tally(*map(sum, zip(*chosen, strict=True))) if chosen else Tally()


class Scores(NamedTuple):
    """What all players scored.

    Attributes:
        scores: those of each player, most points first.
        unfinished: how many games have no result.
        unknown: how many do not say who played, or a player plays himself.
        byes: how many had no opponent.
        in_twos: whether most results are written with two points for a win.
    """

    scores: list[Score]
    unfinished: int
    unknown: int
    byes: int
    in_twos: bool


def scores(encounters: Iterable[Encounter]) -> Scores:
    """Return what each player scored; forfeits are games, byes are none.

    >>> found = scores([Encounter("Ana", "Eva", "1-0"), Encounter("EVA", "Ana", "1-0", "B")])
    >>> [(score.spellings, str(score.tally())) for score in found.scores]
    [(['Ana'], '+2 =0 -0'), (['Eva', 'EVA'], '+0 =0 -2')]
    """
    names = Spellings()
    counts: defaultdict[str, dict[tuple[str, bool], list[int]]] = defaultdict(dict)
    unfinished = unknown = byes = in_twos = decided = 0
    for games in by_event(encounters).values():
        for game in games:
            if not game.is_between_two:
                unknown += 1
                continue
            if is_bye(game.white) or is_bye(game.black):
                byes += 1
                continue
            if game.half_points is None:
                unfinished += 1
            else:
                decided += 1
                in_twos += game.in_twos
            for colour, name, of in zip("WB", game[:2], game.half_points or (3, 3), strict=True):
                found = counts[names.add(name)].setdefault((colour, colour == game.first), [0] * 4)
                found[of] += 1
    found_scores = [
        Score(key, names.of(key), {side: Tally(n[2], n[1], n[0]) for side, n in sides.items()})
        for key, sides in counts.items()
    ]
    found_scores.sort(key=_order)
    return Scores(found_scores, unfinished, unknown, byes, 2 * in_twos > decided)


def _order(score: Score) -> tuple[float, float, str]:
    tally = score.tally()
    return (-tally.half_points, -tally.percent, score.key)
