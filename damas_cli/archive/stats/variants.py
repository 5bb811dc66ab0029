"""The report `variants`: how many games each variant has, and how they ended."""

from __future__ import annotations

from damas_cli.archive.tables import Column, Table
from damas_cli.language import mark

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, Rules, outcome_cells
from .results import Count, by_games

__all__ = ["Count", "tables"]

_COLUMNS = (
    Column("variant", mark("variant")),
    Column("first", mark("first"), readers="machines"),
    *OUTCOME_COLUMNS,
    Column("percent", mark("% of all"), "right", 1),
)
_COLOURS = {"W": "white", "B": "black", "": None}
_NOTE = mark("wins, losses and score are those of the side that moves first in the variant")


def tables(count: Count, options: StatsOptions) -> list[Table]:
    """Return the variants, those with most games first."""
    groups = by_games(count.sums)
    everything = sum(outcomes.games for _, outcomes in groups)
    rows = [_row(rules, outcomes, everything, options) for rules, outcomes in groups]
    return [Table(_COLUMNS, rows, note=_NOTE)]


def _row(
    rules: Rules, outcomes: Outcomes, everything: int, options: StatsOptions
) -> tuple[object, ...]:
    share = 100 * outcomes.games / everything
    word = rules.word(options)
    return (word, _COLOURS[rules.first], *outcome_cells(outcomes), share)
