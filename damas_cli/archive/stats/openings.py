"""The report `openings`: how often each named opening was played, and how those games ended.

An opening is the position that its moves lead to: a game has it if that position stands in it, by
whatever order of moves. Of several the one with the most moves counts, and of those the last.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from damas_cli.archive.line import main_line_of
from damas_cli.archive.openings import Opening
from damas_cli.archive.tables import Column, Table, Word
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import mark

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, Rules, outcome_cells, unit_of
from .keys import key_of, keys_of

_COLUMNS = (
    Column("variant", mark("variant")),
    Column("opening", mark("opening")),
    Column("moves", mark("moves"), readers="machines"),
    *OUTCOME_COLUMNS,
    Column("percent", mark("%"), "right", 1),
)
_NONE = mark("(no name)")
_NOTE = mark("wins, losses and score are those of the side that moves first in the variant")


class Played(NamedTuple):
    """What games have in common: their rules, and their opening by its place in the table.

    Attributes:
        place: -1 where no named opening was played.
    """

    rules: Rules
    place: int


class Count:
    """The games of each opening, as sums that `Outcomes` takes apart."""

    def __init__(self, options: StatsOptions) -> None:
        self.sums: Counter[Played] = Counter()
        self._openings = options.openings
        # By variant, position and side to move: how many moves, and the place in the table.
        self._places: dict[tuple[str, bool], dict[bytes, tuple[int, int]]] | None = None

    def __getstate__(self) -> dict[str, object]:
        return {"sums": self.sums, "_openings": (), "_places": None}

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count a game for its opening, as far as it is legal."""
        line = main_line_of(entry.game, rulebook)
        if line is None:
            self.sums[Played(Rules(), -1)] += unit_of(entry.game)
            return
        if self._places is None:
            self._places = _places(self._openings)
        keys = keys_of(line, line.legal_plies)
        name, width = line.variant.name, 24 * line.variant.board.words_a_mask
        known = [self._places.get((name, line.white_to_move(turn)), {}) for turn in (0, 1)]
        moves, place = 0, -1
        for ply, at in enumerate(range(0, len(keys), width)):
            found = known[ply & 1].get(keys[at : at + width])
            if found is not None and found[0] >= moves:
                moves, place = found
        self.sums[Played(Rules(name, line.variant.first), place)] += unit_of(entry.game)

    def merge(self, other: Count) -> None:
        """Count what `other` counted."""
        self.sums.update(other.sums)


def _places(
    openings: tuple[Opening, ...],
) -> dict[tuple[str, bool], dict[bytes, tuple[int, int]]]:
    found: dict[tuple[str, bool], dict[bytes, tuple[int, int]]] = {}
    for place, opening in enumerate(openings):
        position = opening.position
        known = found.setdefault((opening.variant, position.turn == "W"), {})
        known[key_of(position)] = (len(opening.moves), place)
    return found


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the openings, those with most games first."""
    everything = sum(Outcomes.of(total).games for total in count.sums.values())
    found = sorted(
        ((played, Outcomes.of(total)) for played, total in count.sums.items()),
        key=lambda row: (row[0].rules, -row[1].games, row[0].place),
    )
    rows = [
        _row(played, outcomes, everything, options)
        for played, outcomes in found
        if outcomes.games >= options.min_games
    ]
    return [Table(_COLUMNS, rows, note=_NOTE)]


def _row(
    played: Played, outcomes: Outcomes, everything: int, options: StatsOptions
) -> tuple[object, ...]:
    name: str | Word = Word(None, _NONE)
    moves = None
    if played.place >= 0:
        opening = options.openings[played.place]
        name, moves = opening.name(options.language), " ".join(opening.moves)
    share = 100 * outcomes.games / everything
    return (played.rules.word(options), name, moves, *outcome_cells(outcomes), share)
