"""What the reports of tournaments have in common: points, titles, and what there is to say."""

from __future__ import annotations

from collections.abc import Iterable

from damas_cli.archive.tables import Column
from damas_cli.archive.tournament.event import ROUND_ROBIN, SWISS, Tournament
from damas_cli.archive.tournament.standings import USUAL, Place, standings
from damas_cli.language import Phrase, mark

from . import StatsOptions
from .encounters import Count

#: By the names that users give: whether a win is two points.
POINTS = {"2-1-0": True, "1-½-0": False, "1-0.5-0": False}
#: What machines read of the tournament beside each player.
EVENT_COLUMNS = (
    Column("event", mark("event"), readers="machines"),
    Column("system", mark("system"), readers="machines"),
)
#: The place of a player, for machines and for people; its cells are `place_cells`.
PLACE_COLUMNS = (
    Column("place", mark("place"), "right", readers="machines"),
    Column("last_place", mark("last place"), "right", readers="machines"),
    Column("places", mark("place"), "right", readers="people"),
)
_TWICE = mark(
    "games with players, colours and round of another one, which count: {games}; `damas dedupe`"
    " leaves each game once"
)
# So many names that were joined are told in full.
_MOST_TOLD = 10


class Reckoning:
    """How points are counted and told.

    Attributes:
        in_twos: whether a win is two points, not one.
    """

    def __init__(self, options: StatsOptions, in_twos: bool) -> None:
        """Count as the options ask for, else as the results are written."""
        self.in_twos = POINTS.get(options.points, in_twos)

    def points(self, half_points: float, parts: int = 1) -> float:
        """Return points of half points, of which so many parts are told: whole ones if none is."""
        if not self.in_twos:
            return half_points / 2
        return int(half_points) if parts == 1 else float(half_points)

    def text(self, half_points: int) -> str:
        """Return points as they stand in a crosstable.

        >>> ones, twos = Reckoning(StatsOptions(), False), Reckoning(StatsOptions(), True)
        >>> [ones.text(n) for n in (0, 1, 2, 7)], twos.text(7)
        (['0', '½', '1', '3½'], '7')
        """
        if self.in_twos:
            return str(half_points)
        whole, half = divmod(half_points, 2)
        return (str(whole) if whole or not half else "") + "½" * half

    def column(self, key: str, title: str, parts: int = 1) -> Column:
        """Return a column of points, of which so many parts of a half point are told."""
        return Column(key, title, "right", parts - 1 if self.in_twos else parts)


class Results:
    """A tournament with what its reports tell.

    Attributes:
        system: `round-robin` or `swiss`.
        tie_breaks: what breaks ties.
        places: the players in their order.
    """

    def __init__(self, tournament: Tournament, options: StatsOptions) -> None:
        self.tournament = tournament
        self.system = tournament.system(options.system)
        self.tie_breaks = options.tie_breaks or USUAL[self.system]
        self.places = standings(tournament, self.tie_breaks)
        self.reckoning = Reckoning(options, tournament.in_twos)

    @property
    def event_cells(self) -> tuple[str | None, str]:
        """The cells of `EVENT_COLUMNS`."""
        return (self.tournament.name or None, self.system)

    @property
    def title(self) -> Phrase:
        """What stands above a table."""
        found = self.tournament
        return Phrase(
            "{event} ({system}; players: {players}, games: {games})",
            event=found.name or Phrase("no event named"),
            system=Phrase(_SYSTEMS[self.system]),
            players=len(found.players),
            games=found.finished,
        )


_SYSTEMS = {ROUND_ROBIN: mark("all play all"), SWISS: mark("Swiss system")}


def place_cells(place: Place) -> tuple[int, int, str]:
    """Return the cells of `PLACE_COLUMNS`."""
    shared = place.last > place.first
    return (place.first, place.last, f"{place.first}-{place.last}" if shared else str(place.first))


def remarks(count: Count, options: StatsOptions) -> list[Phrase]:
    """Return what people should know of the games: what does not count, and what was joined."""
    found = count.tournaments
    if options.event is not None and not len(count):
        return [Phrase("no game is of an event named {event}", event=options.event)]
    twice = sum(tournament.repeated for tournament in found)
    joined = {tuple(spellings) for tournament in found for spellings in tournament.joined}
    return [
        *left_out(sum(t.unfinished for t in found), sum(t.unknown for t in found)),
        *([Phrase(_TWICE, games=twice)] if twice else []),
        *joined_names(joined),
    ]


def left_out(unfinished: int, unknown: int) -> list[Phrase]:
    """Return what is to be said of games that do not count."""
    said = []
    if unfinished:
        said.append(Phrase("games without a result, which do not count: {games}", games=unfinished))
    if unknown:
        said.append(Phrase("games that do not say who met whom: {games}", games=unknown))
    return said


def joined_names(joined: Iterable[tuple[str, ...]]) -> list[Phrase]:
    """Return what is to be said of players whose names are spelled in several ways."""
    ordered = sorted(joined)
    said = [
        Phrase("taken for one player: {names}", names=" = ".join(spellings))
        for spellings in ordered[:_MOST_TOLD]
    ]
    if len(ordered) > _MOST_TOLD:
        more = len(ordered) - _MOST_TOLD
        said.append(Phrase("other players with several spellings: {players}", players=more))
    return said
