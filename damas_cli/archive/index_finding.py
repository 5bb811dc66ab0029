"""Asking an index: which games have a position, some material, some tags.

The index says where to look. What is found by a key is looked at on the board before it counts,
and files that have changed since are told, not believed.
"""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections.abc import Iterator, Sized
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from typing import BinaryIO

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Phrase, SpokenError, mark
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from damas_cli.rules.history import History
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant

from .board_pattern import PatternError, parse_pattern
from .folding import folded
from .index_notes import change_of
from .index_store import (
    DAMAGES,
    Damage,
    IndexFault,
    is_whole,
    open_index,
    stored_files,
    stored_rules,
)
from .line import MainLine, main_line_of

# ---- what is asked


class WishError(SpokenError, ValueError):
    """What is asked makes no sense; the text says why."""


#: A number of pieces within bounds: columns of `materials` that are added up, the sign, the number.
_PIECES = re.compile(
    r"\s*(men|kings|pieces)\s*\(\s*(white|black|any)\s*\)\s*(<=|>=|!=|==?|<|>)\s*(\d{1,4})\s*",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+and\s+|\s*,\s*", re.IGNORECASE)
_TAG = re.compile(r"\s*([A-Za-z]\w*)\s*(=|~)(.*)", re.DOTALL)
_PLAYER = ("white", "black")

_NO_MATERIAL = mark("{text!r} is not of the form kings(white) >= 2, parts joined by and")
_NO_TAG = mark("{text!r} is none of NAME=VALUE and NAME~PART")
_OPEN = mark(
    "{text!r} leaves something open; an index finds whole positions. For patterns there is"
    " `damas filter`"
)


def material_condition(text: str) -> str:
    """Return what `text` asks of numbers of pieces, as a condition on the table `materials`.

    >>> material_condition("kings(white) >= 2 and men(any) = 0")
    'white_kings >= 2 AND white_men + black_men = 0'

    Raises:
        WishError: it is none.
    """
    found = []
    for part in _AND.split(text.strip()):
        match = _PIECES.fullmatch(part)
        if match is None:
            raise WishError(Phrase(_NO_MATERIAL, text=part))
        ranks = ("men", "kings") if match[1].lower() == "pieces" else (match[1].lower(),)
        sides = _PLAYER if match[2].lower() == "any" else (match[2].lower(),)
        columns = " + ".join(f"{side}_{rank}" for side in sides for rank in ranks)
        sign = "=" if match[3] == "==" else match[3]
        found.append(f"{columns} {sign} {int(match[4])}")
    return " AND ".join(found)


@dataclass(frozen=True)
class TagWish:
    """A tag that is asked for: its value, or, with `is_part`, what its value holds when folded.

    `player` stands for either of the players.
    """

    name: str
    value: str
    is_part: bool

    @classmethod
    def read(cls, text: str) -> TagWish:
        """Read `White=García, Inés` or `event~open`.

        Raises:
            WishError: it is neither.
        """
        found = _TAG.fullmatch(text)
        if found is None or (found[2] == "~" and not folded(found[3])):
            raise WishError(Phrase(_NO_TAG, text=text))
        return cls(found[1].casefold(), found[3].strip(), found[2] == "~")

    @property
    def names(self) -> tuple[str, ...]:
        """The tags that may have the value, as the index has their names."""
        return _PLAYER if self.name == "player" else (self.name,)


@dataclass
class Wish:
    """What is asked for; a game has to have all of it.

    Attributes:
        fen: a position, as each game's own variant writes it.
        mirror: whether its mirror will do, too.
        materials: conditions of `material_condition`, that hold in one position.
        tags: what tags have to say.
    """

    fen: str = ""
    mirror: bool = False
    materials: list[str] = field(default_factory=list)
    tags: list[TagWish] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for."""
        return not (self.fen or self.materials or self.tags)


# ---- what is found


class Hit:
    """A game that was found.

    Attributes:
        path: its file, as it is shown.
        number, line: which game of the file it is, and where it begins, both from 1.
        offset: how many bytes of the file stand before it.
        text: the game as it stands there.
        ply: after how many moves the position stands, or such material is first on the board; None
            where neither is asked for.
    """

    __slots__ = ("__dict__", "_rulebook", "line", "number", "offset", "path", "ply", "text")

    def __init__(
        self,
        path: str,
        place: tuple[int, int, int],
        text: bytes,
        ply: int | None,
        rulebook: Rulebook,
    ) -> None:
        self.path = path
        self.number, self.line, self.offset = place
        self.text = text
        self.ply = ply
        self._rulebook = rulebook

    @cached_property
    def game(self) -> Game:
        """The game, read again."""
        game = next(read_games([self.text]), None)
        if game is None:
            raise Damage
        return game

    @cached_property
    def main_line(self) -> MainLine | None:
        """Its main line, to be used before that of the next hit."""
        return main_line_of(self.game, self._rulebook)


class _Sought:
    """A position that is asked for in the games of one variant."""

    def __init__(self, position: Position) -> None:
        self.state = position.state
        history = History(0, position.variant.board.words_a_mask)
        history.put(0, position.state[1:])
        self.key = key_of(history, 0, position.state[0], position.variant)


def key_of(history: History, ply: int, white: bool, variant: Variant) -> int:
    """Return the key of a position as the database has it, which knows signs."""
    keys = array("Q", [0])
    white_first = white == (ply % 2 == 0)
    variant.kernel.position_keys(history.words, ply, ply, white_first, keys)
    return keys[0] - (1 << 64) if keys[0] >> 63 else keys[0]


class ArchiveIndex:
    """An index, opened to be asked.

    Attributes:
        path: its file.
        faults: the files that are not as they were when they were indexed, with what has become of
            them: missing, changed, grown, or unreadable. Games of the grown ones are found, as far
            as they were there.
    """

    def __init__(self, path: str) -> None:
        """Open it and look at its files.

        Raises:
            IndexFault: it cannot be used.
        """
        self.path = path
        self.db = open_index(path)
        try:
            self._look_around()
        except (*DAMAGES, Damage) as error:
            self.db.close()
            raise _fault(path, error) from None

    def _look_around(self) -> None:
        rules = self.db.execute("SELECT value FROM settings WHERE name = 'rules'").fetchone()
        self._rulebook = Rulebook(stored_rules(rules[0]) if rules and rules[0] else None)
        self._variants = {
            number: stored_rules(data)
            for number, data in self.db.execute("SELECT id, data FROM variants")
        }
        self.faults: list[tuple[str, str]] = []
        self._left_out: set[int] = set()
        self._files: dict[int, tuple[str, int]] = {}
        for number, shown, note in stored_files(self.db, self.path):
            self._files[number] = shown, note.size
            try:
                change = change_of(shown, note)
            except OSError:
                change = "unreadable"
            if change:
                self.faults.append((shown, change))
            if change not in ("", "grown"):
                self._left_out.add(number)

    @property
    def files(self) -> list[str]:
        """The files that the index is of."""
        return sorted(path for path, _ in self._files.values())

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def __enter__(self) -> ArchiveIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sought(self, wish: Wish) -> dict[int, list[_Sought]]:
        """Return the positions of a wish, by the number of the variant in which they are sought.

        Raises:
            WishError: its FEN is none in any variant that the index has games of.
        """
        found: dict[int, list[_Sought]] = {}
        fault: PatternError | None = None
        for number, variant in sorted(self._variants.items(), key=self._likelihood):
            try:
                pattern = parse_pattern(wish.fen, variant.board, variant.name)
            except PatternError as error:
                fault = fault or error
                continue
            seen = [pattern, *([pattern.mirrored(variant.board)] if wish.mirror else [])]
            found[number] = []
            for one in dict.fromkeys(seen):
                masks = one.exact(variant.board)
                if masks is None or not one.turn:
                    raise WishError(Phrase(_OPEN, text=wish.fen))
                position = Position(variant, "?WB"[one.turn], *masks)
                found[number].append(_Sought(position))
        if fault is not None and not found:
            raise WishError(fault.phrase)
        return found

    def _likelihood(self, numbered: tuple[int, Variant]) -> tuple[bool, int]:
        """Sort a variant first whose faults are told: that of games that do not say theirs."""
        return numbered[1] != self._rulebook.default.variant, numbered[0]

    def find(self, wish: Wish) -> Iterator[Hit]:
        """Yield the games that a wish is fulfilled by, by file and place.

        Raises:
            WishError: the wish makes no sense.
            IndexFault: the index is damaged.
        """
        sought = self.sought(wish) if wish.fen else {}
        try:
            with closing(_Reader()) as reader:
                yield from self._hits(wish, sought, reader)
        except (*DAMAGES, Damage) as error:
            raise _fault(self.path, error) from None

    def _hits(self, wish: Wish, sought: dict[int, list[_Sought]], reader: _Reader) -> Iterator[Hit]:
        found = 0
        for row in self.db.execute(*_query(wish, sought)):
            if not all(map(is_whole, row[:6])) or row[1] not in self._files:
                raise Damage
            game, file, number, line, offset, length, variant, ply = row
            if game == found or file in self._left_out:
                continue
            path, size = self._files[file]
            if offset + length > size:
                raise Damage
            try:
                text = reader.read(path, offset, length)
            except OSError:
                self.faults.append((path, "unreadable"))
                self._left_out.add(file)
                continue
            hit = Hit(path, (number, line, offset), text, ply, self._rulebook)
            if not wish.fen or self._stands(hit, variant, sought):
                found = game
                yield hit

    def _stands(self, hit: Hit, variant: int, sought: dict[int, list[_Sought]]) -> bool:
        """Tell whether one of the positions stands in a game where the index says so."""
        line, ply = hit.main_line, hit.ply or 0
        if line is None or not 0 <= ply <= line.plies:
            raise Damage
        state = (line.white_to_move(ply), *line.history.masks(ply))
        if state in [one.state for one in sought.get(variant, ())]:
            return True
        key = key_of(line.history, ply, state[0], line.variant)
        if key not in [one.key for several in sought.values() for one in several]:
            # Then it was not another position with the same key that led here.
            raise Damage
        return False


class _Reader:
    """Reads games from files, one of which is open at a time."""

    def __init__(self) -> None:
        self._path = ""
        self._file: BinaryIO | None = None

    def read(self, path: str, offset: int, length: int) -> bytes:
        if self._file is None or path != self._path:
            self.close()
            self._file, self._path = open(path, "rb"), path  # noqa: SIM115
        self._file.seek(offset)
        return self._file.read(length)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _query(wish: Wish, sought: dict[int, list[_Sought]]) -> tuple[str, list[object]]:
    """Return the question to the database, and the values in it."""
    values: list[object] = []
    tests: list[str] = []
    ply = "NULL"
    tables = "games g"
    if wish.fen:
        # In this order: few games have the position.
        keys = sorted({one.key for several in sought.values() for one in several})
        found = f"SELECT game, ply FROM positions WHERE key IN ({_marks(keys)})"
        tables = f"({found}) p CROSS JOIN games g ON g.id = p.game"
        tests.append(f"g.variant IN ({_marks(sought)})")
        values += [*keys, *sought]
        ply = "p.ply"
    if wish.materials:
        such = f"SELECT id FROM materials WHERE {' AND '.join(wish.materials)}"
        found = f"SELECT game, min(ply) AS ply FROM balances WHERE material IN ({such})"
        tables += f" JOIN ({found} GROUP BY game) b ON b.game = g.id"
        ply = "p.ply" if wish.fen else "b.ply"
    for tag in wish.tags:
        test, its_values = _tag_test(tag)
        tests.append(test)
        values += its_values
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    return (
        f"SELECT g.id, g.file, g.number, g.line, g.offset, g.length, g.variant, {ply} AS ply"
        f" FROM {tables} JOIN files f ON f.id = g.file{where} ORDER BY f.path, g.offset, ply",
        values,
    )


def _marks(values: Sized) -> str:
    return ", ".join("?" * len(values))


def _tag_test(tag: TagWish) -> tuple[str, list[object]]:
    value = folded(tag.value) if tag.is_part else tag.value
    holds = "instr(folded, ?)" if tag.is_part else "value = ?"
    texts = f"SELECT id FROM texts WHERE name IN ({_marks(tag.names)}) AND {holds}"
    return (
        f"g.id IN (SELECT game FROM tags WHERE text IN ({texts}))",
        [*tag.names, value],
    )


def _fault(path: str, error: Exception) -> IndexFault:
    """Return what is wrong with an index of which SQLite says so."""
    # What is no text makes an error that has no code.
    if getattr(error, "sqlite_errorcode", 0) in (
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_PERM,
    ):
        return IndexFault(path, "unreadable", str(error))
    return IndexFault(path, "damaged")
