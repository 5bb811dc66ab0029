"""What the reports about players and tournaments keep of a game: who met whom, and the result."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

from damas_cli.archive.folding import folded
from damas_cli.archive.tag_values import tag_values
from damas_cli.archive.task import Entry
from damas_cli.archive.tournament.event import Tournament, tournaments
from damas_cli.archive.tournament.games import Encounter
from damas_cli.archive.tournament.names import name_key
from damas_cli.check.regulation import Rulebook
from damas_cli.check.results import DOUBLE_LOSS, DRAW, FIRST_WINS, NONE, SECOND_WINS, read_result
from damas_cli.pdn.model import Game

from . import StatsOptions
from .games import plies_of, rules_of

_RESULTS = (FIRST_WINS, DRAW, SECOND_WINS, DOUBLE_LOSS, NONE)
_FIRSTS = ("", "W", "B")
_TEXTS = ("White", "Black", "Event", "Round", "Date")
_RATINGS = (("WhiteElo", "WhiteRating"), ("BlackElo", "BlackRating"))
# A record: its texts and ratings, and what is in `_pack`.
_WIDTH = len(_TEXTS) + len(_RATINGS) + 1
_HIGHEST_RATING = 9999
# What a Termination tag says of a game that was not played, and what stands behind its result. A
# `time forfeit` was played.
_FORFEITS = {
    *("forfeit", "default", "walkover", "walk over", "wo", "w.o.", "w/o", "unplayed", "not played"),
    *("no show", "incomparecencia", "no presentado", "no jugada"),
}
_MARKS = {"f", "ff", "forfeit", "wo"}
_MARK = re.compile(r"[0-9½+]\s*([A-Za-z]+)\s*$")
_START_COLOUR = re.compile(r"\s*[0-9]+\s*,\s*([WB])\b")


class Count:
    """The games, each as a few numbers; texts are kept once."""

    def __init__(self, options: StatsOptions) -> None:
        self._event = None if options.event is None else name_key(options.event)
        self._numbers: dict[str, int] = {}
        self._records = array("I")

    @cached_property
    def tournaments(self) -> list[Tournament]:
        """The tournaments, once all games are here."""
        return tournaments(self)

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self._records) // _WIDTH

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Keep a game, if it is of the event that is asked for."""
        game = entry.game
        value_of = tag_values(game)
        texts = [value_of(name) for name in _TEXTS]
        if self._event is not None and name_key(texts[2]) != self._event:
            return
        numbers = self._numbers
        self._records.extend(numbers.setdefault(text, len(numbers)) for text in texts)
        self._records.extend(_rating(value_of, names) for names in _RATINGS)
        self._records.append(_pack(game, value_of, rulebook))

    def merge(self, other: Count) -> None:
        """Keep what `other` kept."""
        numbers = self._numbers
        new = [numbers.setdefault(text, len(numbers)) for text in other._numbers]
        records = other._records[:]
        for column in range(len(_TEXTS)):
            moved = array("I", [new[number] for number in records[column::_WIDTH]])
            records[column::_WIDTH] = moved
        self._records += records

    def __iter__(self) -> Iterator[Encounter]:
        """Yield the games, as their records tell of them."""
        texts = list(self._numbers)
        records = self._records
        for at in range(0, len(records), _WIDTH):
            found = [texts[number] for number in records[at : at + len(_TEXTS)]]
            white_rating, black_rating, packed = records[at + len(_TEXTS) : at + _WIDTH]
            yield Encounter(
                white=found[0],
                black=found[1],
                result=_RESULTS[packed & 7],
                first=_FIRSTS[packed >> 3 & 3],
                event=found[2],
                round=found[3],
                date=found[4],
                is_forfeit=bool(packed & 32),
                has_moves=bool(packed & 64),
                in_twos=bool(packed & 128),
                white_rating=white_rating,
                black_rating=black_rating,
            )


def _rating(value_of: Callable[[str], str], names: tuple[str, ...]) -> int:
    """Return what the first tag says that has a number; 0 for none."""
    for name in names:
        value = value_of(name)
        if value.isascii() and value.isdigit() and 0 < int(value[:5]) <= _HIGHEST_RATING:
            return int(value[:5])
    return 0


def _pack(game: Game, value_of: Callable[[str], str], rulebook: Rulebook) -> int:
    """Return result, first side, and whether it is a forfeit, has moves, is written in twos."""
    at_the_end, in_the_tag = read_result(game.result or ""), read_result(value_of("Result"))
    result = at_the_end if at_the_end.meaning else in_the_tag
    is_forfeit = (
        _has_mark(at_the_end.text)
        or _has_mark(in_the_tag.text)
        or _says_forfeit(value_of("Termination"))
    )
    has_moves = plies_of(game) > 0
    return (
        _RESULTS.index(result.meaning)
        | _FIRSTS.index(_first(game, rulebook, has_moves)) << 3
        | is_forfeit << 5
        | has_moves << 6
        | _is_in_twos(result.text) << 7
    )


def _first(game: Game, rulebook: Rulebook, has_moves: bool) -> str:
    """Return the side that moves first; empty where neither rules nor moves tell."""
    reading, regulation = rulebook.of(game)
    if reading is not None and reading.variant is None:
        colour = _START_COLOUR.match(reading.value)
        return colour[1] if colour is not None else ""
    if has_moves:
        return rules_of(game, rulebook).first
    return "" if reading is None and not rulebook.forced else regulation.variant.first


@lru_cache(1000)
def _says_forfeit(termination: str) -> bool:
    """Tell whether a Termination tag says that the game was not played.

    >>> [_says_forfeit(text) for text in ("Time forfeit", "No-show", "Incomparecencia", "")]
    [False, True, True, False]
    """
    return folded(termination.replace("-", " ").replace("_", " ")) in _FORFEITS


@lru_cache(1000)
def _has_mark(result: str) -> bool:
    """Tell whether a result is marked as one of a game that was not played.

    >>> [_has_mark(text) for text in ("0-2f", "1-0 FF", "0-2t", "1-0")]
    [True, True, False, False]
    """
    mark = _MARK.search(result)
    return mark is not None and mark[1].casefold() in _MARKS


@lru_cache(1000)
def _is_in_twos(text: str) -> bool:
    """Tell whether a result is written with two points for a win.

    >>> [_is_in_twos(text) for text in ("2-0", "1-1", "0-2t", "1-0", "1/2-1/2", "*")]
    [True, True, True, False, False, False]
    """
    scores = re.findall(r"[0-9]+", text)
    return scores in (["2", "0"], ["0", "2"], ["1", "1"])
