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
from damas_cli.language import Words, mark

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, Rules, outcome_cells, unit_of
from .keys import key_of, keys_of
from .plot import shares

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
    """Return the openings, by variant those with most games first."""
    everything = sum(Outcomes.of(total).games for total in count.sums.values())
    rows = []
    for played, outcomes in _common(count, options):
        opening = options.openings[played.place] if played.place >= 0 else None
        name = Word(None, _NONE) if opening is None else opening.name(options.language)
        moves = None if opening is None else " ".join(opening.moves)
        share = 100 * outcomes.games / everything
        cells = outcome_cells(outcomes)
        rows.append((played.rules.word(options), name, moves, *cells, share))
    return [Table(_COLUMNS, rows, note=_NOTE)]


def plot(count: Count, options: StatsOptions, words: Words) -> str:
    """Return how the games of each opening ended, as a picture."""
    found = [(p, outcomes) for p, outcomes in _common(count, options) if p.place >= 0]
    several = len({played.rules for played, _ in found}) > 1
    rows = []
    for played, outcomes in sorted(found, key=lambda row: -row[1].games):
        name = options.openings[played.place].name(options.language)
        variant = f" ({played.rules.variant})" if several else ""
        rows.append((name + variant, outcomes))
    return shares(words("Results of openings"), rows, words)


def _common(count: Count, options: StatsOptions) -> list[tuple[Played, Outcomes]]:
    """Return the openings that enough games have, by variant those with most games first."""
    found = ((played, Outcomes.of(total)) for played, total in count.sums.items())
    return sorted(
        (row for row in found if row[1].games >= options.min_games),
        key=lambda row: (row[0].rules, -row[1].games, row[0].place),
    )
