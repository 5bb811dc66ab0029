"""A tournament: its players, and what each of them played, round by round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from damas_cli.archive.tag_values import date_parts

from .games import Encounter, by_event
from .names import Spellings, is_bye, name_key

ROUND_ROBIN, SWISS = "round-robin", "swiss"
#: The opponent of whom has none.
BYE = -1

_NUMBER = re.compile(r"[0-9]{1,6}")
_SWISS = re.compile(r"\b(swiss|suizo|suiza|suisse|schweizer|zwitsers)\b")


class Round(NamedTuple):
    """A round; rounds are in the order of what they are made of.

    Attributes:
        kind: 0 for one with a number, 1 for one with a name, 2 for games of no known round.
        number: 0 for none.
        name: folded; empty for none.
    """

    kind: int
    number: int = 0
    name: str = ""

    @property
    def title(self) -> str:
        """What is written over it."""
        return str(self.number) if self.kind == 0 else self.name or "?"


class Game(NamedTuple):
    """A game, seen by one of its players.

    Attributes:
        round: the round.
        date: of the game, as it is written.
        opponent: the place of the opponent among the players; `BYE` for none.
        colour: `W` or `B`.
        moved_first: whether that colour moves first in the variant.
        half_points: what the game gave: 2 for a win, 1 for a draw; None for an unfinished game.
        gave: the half points of the opponent.
        is_forfeit: whether it was decided without being played.
    """

    round: Round
    date: str
    opponent: int
    colour: str
    moved_first: bool
    half_points: int | None
    gave: int | None
    is_forfeit: bool

    @property
    def counts(self) -> bool:
        """Whether it has a result and an opponent."""
        return self.half_points is not None and self.opponent != BYE


class Tournament:
    """A tournament.

    Attributes:
        name: of the event, in its commonest spelling; empty where there is none.
        players: their names in their commonest spellings, in the order of the alphabet.
        games: of each player, in the order of the rounds, byes and unfinished games too.
        rounds: those that there are, in order.
        joined: of each player with several spellings all of them, the best one first.
        unfinished: how many games have no result.
        unknown: how many records leave open who played, and are left out.
        repeated: how many games have the players, the colours and the round of another one.
        in_twos: whether most results are written with two points for a win.
    """

    def __init__(
        self, encounters: Sequence[Encounter], names: Spellings, events: Spellings
    ) -> None:
        """Take the encounters of one event, and how names are spelled in all of them."""
        key = name_key(encounters[0].event)
        self.name = events.best(key) if key else ""
        known = [found for found in encounters if found.is_between_two]
        keys = {name_key(n) for e in known for n in (e.white, e.black) if not is_bye(n)}
        ordered = sorted(keys)
        self.players = [names.best(player) for player in ordered]
        self.joined = [names.of(player) for player in ordered if len(names.of(player)) > 1]
        self._place = {player: place for place, player in enumerate(ordered)}
        self.unknown = len(encounters) - len(known)
        self.unfinished = sum(found.half_points is None for found in known)
        self.in_twos = _are_in_twos(known)
        self.games: list[list[Game]] = [[] for _ in ordered]
        rounds = _rounds(known)
        self.rounds = sorted(set(rounds))
        for found, round_ in zip(known, rounds, strict=True):
            self._add(found, round_)
        for player, played in enumerate(self.games):
            played.sort(key=partial(_order, player=player))
        self.repeated = sum(map(_repeated, self.games))

    def _add(self, found: Encounter, round_: Round) -> None:
        white, black = (BYE if is_bye(name) else self._place[name_key(name)] for name in found[:2])
        of_white, of_black = found.half_points or (None, None)
        starts = found.first == "W"
        if white != BYE:
            self.games[white].append(
                Game(round_, found.date, black, "W", starts, of_white, of_black, found.is_forfeit)
            )
        if black != BYE:
            self.games[black].append(
                Game(
                    round_, found.date, white, "B", not starts, of_black, of_white, found.is_forfeit
                )
            )

    @property
    def finished(self) -> int:
        """How many games have a result."""
        return sum(game.counts for played in self.games for game in played) // 2

    def system(self, asked: str = "auto") -> str:
        """Return `round-robin` or `swiss`: what is asked for, or what it looks like.

        All play all where somebody has met all the others, and half of all pairs have met.
        """
        if asked != "auto":
            return asked
        if _SWISS.search(name_key(self.name)):
            return SWISS
        met = [{game.opponent for game in played} - {BYE} for played in self.games]
        others = len(self.players) - 1
        all_met = any(len(found) == others for found in met)
        return ROUND_ROBIN if all_met and 2 * sum(map(len, met)) >= others * (others + 1) else SWISS


def tournaments(encounters: Iterable[Encounter]) -> list[Tournament]:
    """Return the tournaments in the order of their names."""
    names, events = Spellings(), Spellings()
    found = by_event(encounters)
    for group in found.values():
        for encounter in group:
            events.add(encounter.event)
            for name in (encounter.white, encounter.black):
                if name and not is_bye(name):
                    names.add(name)
    return [Tournament(group, names, events) for group in found.values()]


def _are_in_twos(encounters: Sequence[Encounter]) -> bool:
    return 2 * sum(e.in_twos for e in encounters) > sum(
        e.half_points is not None for e in encounters
    )


def _order(game: Game, player: int) -> tuple[object, ...]:
    """Return where a game of a player stands; those of two players stand alike in both lists."""
    own = -1 if game.half_points is None else game.half_points
    other = -1 if game.gave is None else game.gave
    white, black = (player, game.opponent), (game.opponent, player)
    sides, scores = (white, (own, other)) if game.colour == "W" else (black, (other, own))
    date = (date_parts(game.date), game.date)
    return (game.round, date, game.opponent, sides, scores, game.is_forfeit)


def _repeated(games: Sequence[Game]) -> int:
    """Return how many of the games that a player finished as White are the second of their kind."""
    finished = [game for game in games if game.counts and game.colour == "W"]
    return len(finished) - len({(game.round, game.opponent) for game in finished})


def _rounds(encounters: Sequence[Encounter]) -> list[Round]:
    """Return the round of each encounter: that of its tag; of its date where no tag has one."""
    found = [round_of(encounter.round) for encounter in encounters]
    if any(round_.kind != 2 for round_ in found):
        return found
    dates = [date_parts(encounter.date) for encounter in encounters]
    if any("?" in part for date in dates for part in date) or _twice_a_day(encounters, dates):
        return found
    number = {date: place for place, date in enumerate(sorted(set(dates)), 1)}
    return [Round(0, number[date]) for date in dates]


def _twice_a_day(encounters: Sequence[Encounter], dates: Sequence[object]) -> bool:
    """Tell whether somebody played twice on one day."""
    days = Counter(
        (date, name_key(name))
        for found, date in zip(encounters, dates, strict=True)
        for name in found[:2]
        if not is_bye(name)
    )
    return any(number > 1 for number in days.values())


def round_of(text: str) -> Round:
    """Return the round that a tag names: the first number in it, else its words.

    >>> [round_of(text).title for text in ("3", "3.2", "Ronda 03", "Final", "")]
    ['3', '3', '3', 'final', '?']
    """
    number = _NUMBER.search(text)
    if number is not None:
        return Round(0, int(number[0]))
    name = name_key(text)
    return Round(1, 0, name) if name else Round(2)
