"""The report `tree`: what was played, move by move, how often, and how those games ended.

A move is kept as the two positions that it is between, with its ply: positions that several orders
of moves lead to are one. What is kept are the games of each move, by outcome, and nothing of the
games themselves. Of more than `MOST` moves the deepest plies are given up, whole: what is told is
exact. `tree_rows.py` makes the table of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from damas_cli.archive.line import main_line_of
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant

from . import StatsOptions
from .games import unit_of
from .keys import key_of, keys_of, place_in
from .root import root_of
from .tree_rows import remarks, tables

__all__ = ["MOST", "Count", "remarks", "tables"]

#: So many moves are kept, some 250 bytes each.
MOST = 1_000_000


class Root(NamedTuple):
    """Where the tree of a variant begins."""

    position: Position
    key: bytes
    is_start: bool


class Count:
    """The games that come to the beginning of the tree, and what was played from there.

    Attributes:
        sums: the games of each variant, as sums that `Outcomes` takes apart.
        levels: of each variant, ply by ply, the games of each move; its key are the keys of the
            positions before and after it.
        depth: how many plies are kept.
    """

    def __init__(self, options: StatsOptions) -> None:
        self.options = options
        self.sums: Counter[Variant] = Counter()
        self.levels: defaultdict[Variant, list[dict[bytes, int]]] = defaultdict(list)
        self.depth = options.plies
        self._roots: dict[Variant, Root | None] = {}

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_roots": {}}

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count what a game played from the beginning of the tree on, as far as it is legal."""
        line = main_line_of(entry.game, rulebook)
        root = None if line is None else self._root(line.variant)
        if line is None or root is None:
            return
        legal = line.legal_plies
        width = len(root.key)
        if root.is_start:
            keys = keys_of(line, min(legal, self.depth))
            white = root.position.turn == "W"
            start = 0 if keys.startswith(root.key) and line.white_to_move(0) == white else -1
        else:
            keys = keys_of(line, legal)
            start = place_in(keys, line, root.position)
        if start < 0:
            return
        unit = unit_of(entry.game)
        self.sums[line.variant] += unit
        levels = self._levels(line.variant)
        at = start * width
        for level in levels[: legal - start]:
            move = keys[at : at + 2 * width]
            level[move] = level.get(move, 0) + unit
            at += width

    def _root(self, variant: Variant) -> Root | None:
        if variant not in self._roots:
            position = root_of(variant, self.options)
            root = None
            if position is not None:
                is_start = position == Position.start(variant)
                root = Root(position, key_of(position), is_start)
            self._roots[variant] = root
        return self._roots[variant]

    def _levels(self, variant: Variant) -> list[dict[bytes, int]]:
        levels = self.levels[variant]
        while len(levels) < self.depth:
            levels.append({})
        return levels

    def merge(self, other: Count) -> None:
        """Count what `other` counted, as deep as there is room."""
        self.sums.update(other.sums)
        for variant, levels in other.levels.items():
            for level, more in zip(self._levels(variant), levels, strict=False):
                for move, games in more.items():
                    level[move] = level.get(move, 0) + games
        while self.depth > 1 and self._kept() > MOST:
            self.depth -= 1
            for levels in self.levels.values():
                del levels[self.depth :]

    def _kept(self) -> int:
        return sum(len(level) for levels in self.levels.values() for level in levels)
