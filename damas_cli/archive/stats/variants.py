"""The report `variants`: how many games each variant has, and how they ended."""

from __future__ import annotations

from damas_cli.archive.tables import Column, Table, Word
from damas_cli.language import Words, mark

from . import StatsOptions
from .games import OUTCOME_COLUMNS, Outcomes, Rules, outcome_cells
from .plot import shares
from .results import Count, by_games

__all__ = ["Count", "plot", "tables"]

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


def plot(count: Count, options: StatsOptions, words: Words) -> str:
    """Return how the games of each variant ended, as a picture."""
    groups = ((rules.word(options), outcomes) for rules, outcomes in by_games(count.sums))
    rows = ((_said(word, words), outcomes) for word, outcomes in groups)
    return shares(words("Results by variant"), rows, words)


def _said(word: Word, words: Words) -> str:
    return words(word.text) if isinstance(word.text, str) else words.say(word.text)
