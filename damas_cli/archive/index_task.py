"""What a worker finds out for an index about a block of games: packed, no object a position."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from damas_cli.rules.variant import Variant

from .line import MainLine, main_line_of
from .task import ArchiveTask, Entry

# How many numbers `Batch.games` has of a game.
FIELDS = 7
# In the place of a variant's number, of a game whose moves nobody can play.
NO_VARIANT = -1

Tags = list[tuple[str, str]]


@dataclass
class Batch:
    """Some games of a file.

    Attributes:
        games: seven numbers a game: offset, length, line, plies, its variant's number in
            `variants`, how many keys it has, and how many words in `changes`.
        keys: of the positions, game by game.
        changes: what the kernel's `material_changes` writes, game by game.
        variants: rules, as the index holds them.
        tags: of each game.
    """

    games: array[int] = field(default_factory=lambda: array("q"))
    keys: array[int] = field(default_factory=lambda: array("Q"))
    changes: array[int] = field(default_factory=lambda: array("Q"))
    variants: list[str] = field(default_factory=list)
    tags: list[Tags] = field(default_factory=list)


def rules_as_text(variant: Variant) -> str:
    """Return the rules of a variant as an index holds them."""
    return json.dumps(variant.data, ensure_ascii=False, sort_keys=True)


class IndexTask(ArchiveTask):
    """Finds out what an index holds of each game."""

    def work(self, entries: Iterator[Entry]) -> object:
        """Return a `Batch`."""
        batch = Batch()
        numbers: dict[int, int] = {}
        for entry in entries:
            line = main_line_of(entry.game, self.rulebook)
            keys, changes = self._positions(batch, line) if line is not None else (0, 0)
            variant = NO_VARIANT
            if line is not None:
                variant = numbers.setdefault(id(line.variant), len(batch.variants))
                if variant == len(batch.variants):
                    batch.variants.append(rules_as_text(line.variant))
            plies = line.plies if line is not None else 0
            batch.games.extend((*_place(entry), plies, variant, keys, changes))
            batch.tags.append([(tag.name, tag.value) for tag in entry.game.tags])
        return batch

    def lost(self, entry: Entry) -> object:
        """Return where the game is: nothing else is known of it."""
        batch = Batch()
        batch.games.extend((*_place(entry), 0, NO_VARIANT, 0, 0))
        batch.tags.append([])
        return batch

    @cached_property
    def _room(self) -> array[int]:
        return array("Q", bytes(16 * 1024))

    def _positions(self, batch: Batch, line: MainLine) -> tuple[int, int]:
        """Add the positions of a line; return how many keys and words of changes that were."""
        kernel, words = line.regulation.kernel, line.history.words
        room = self._room
        needed = 2 * (line.plies + 1)
        if len(room) < needed:
            room.extend(array("Q", bytes(8 * (needed - len(room)))))
        keys = changes = 0
        for first, last, white_first in line.stretches():
            kernel.position_keys(words, first, last, white_first, room)
            batch.keys.extend(room[: last - first + 1])
            keys += last - first + 1
            end = kernel.material_changes(words, first, last, room)
            batch.changes.extend(room[:end])
            changes += end
        return keys, changes


def _place(entry: Entry) -> tuple[int, int, int]:
    return entry.offset, len(entry.text), entry.line
