"""Making an index, or bringing one up to date: from the batches of workers to a new file.

The new file stands beside the index and takes its place when it is complete, so that an index is
never half of one, whatever stops a build. It is locked for as long as it is written to.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from itertools import repeat

from damas_cli.rules.variant import Variant

from .folding import folded
from .index_notes import FileNote
from .index_store import (
    DAMAGES,
    Damage,
    IndexFault,
    building_path,
    create,
    is_whole,
    open_index,
    shown_path,
    stored_files,
    stored_path,
    stored_rules,
)
from .index_task import FIELDS, NO_VARIANT, Batch, Tags, rules_as_text

# What waits to be sorted is kept in a file of SQLite's own, in the system's folder for those.
_WAITING = """
CREATE TEMP TABLE new_positions(key INTEGER, game INTEGER, ply INTEGER);
CREATE TEMP TABLE new_balances(material INTEGER, game INTEGER, ply INTEGER);
CREATE TEMP TABLE new_tags(text INTEGER, game INTEGER);
CREATE TEMP TABLE gone(game INTEGER PRIMARY KEY);
"""
# Sorted they are appended, page after page, where they would otherwise be strewn over the file.
_SORTED = """
INSERT INTO positions SELECT * FROM new_positions ORDER BY key, game, ply;
INSERT INTO balances SELECT * FROM new_balances ORDER BY material, game, ply;
INSERT OR IGNORE INTO tags SELECT * FROM new_tags ORDER BY text, game;
"""
_FORGET = """
DELETE FROM positions WHERE game IN gone;
DELETE FROM balances WHERE game IN gone;
DELETE FROM tags WHERE game IN gone;
DELETE FROM games WHERE id IN gone;
DELETE FROM gone;
"""
# Pages are kept in so many KiB of memory.
_CACHE = 64 << 10


class Builder:
    """One build of the index at `path`; use it as a context, and `finish` it.

    Attributes:
        notes: of the files in the index so far, by path as it is shown.
        roots: the files and folders that the index was asked for so far.
    """

    def __init__(self, path: str, *, anew: bool = False) -> None:
        """Begin with the index as it is, or, `anew`, with nothing, whatever is there.

        Raises:
            IndexFault: it cannot be used, or another build is at work.
            OSError: nothing can be written there.
        """
        self.path = path
        self._building = building_path(path)
        self._is_done = False
        self.notes: dict[str, FileNote] = {}
        self._files: dict[str, int] = {}
        self._texts: dict[tuple[str, str], int] = {}
        self.db = self._locked()
        try:
            self._take_over(anew)
            self._look_around()
        except (*DAMAGES, Damage):
            self._give_up()
            raise IndexFault(path, "damaged") from None
        except BaseException:
            self._give_up()
            raise
        self._changes_before = 0 if anew else self.db.total_changes
        self.db.execute("BEGIN")

    def __enter__(self) -> Builder:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_done:
            self._give_up()

    # ---- the new file

    def _locked(self) -> sqlite3.Connection:
        """Open the new file so that no other build can, whatever one before left there."""
        os.stat(os.path.dirname(self._building))  # which tells more than SQLite does
        for _ in range(3):
            db = sqlite3.connect(self._building, timeout=0, isolation_level=None)
            try:
                # It is thrown away unless it is completed: nothing in it has to be undone.
                db.executescript(
                    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF;"
                    "BEGIN EXCLUSIVE; COMMIT;"
                )
                # The build that it belonged to may just have put it in the place of the index.
                if os.path.exists(self._building):
                    return db
                db.close()
            except sqlite3.OperationalError as error:
                db.close()
                if _is_busy(error):
                    raise IndexFault(self.path, "busy") from None
                raise OSError(None, str(error), self._building) from None
            except sqlite3.DatabaseError:
                db.close()
                os.unlink(self._building)
        raise IndexFault(self.path, "busy")

    def _take_over(self, anew: bool) -> None:
        """Put into the new file what the index has so far."""
        old = None
        if not anew and os.path.lexists(self.path):
            old = open_index(self.path)
        with contextlib.closing(old or sqlite3.connect(":memory:")) as source:
            if old is not None and old.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise Damage
            source.backup(self.db)
        self.db.execute(f"PRAGMA cache_size = -{_CACHE}")
        if old is None:
            create(self.db)

    def _look_around(self) -> None:
        """Read what the index has so far, but for the games."""
        for number, path, note in stored_files(self.db, self.path):
            self.notes[path], self._files[path] = note, number
        self._variants = dict(self.db.execute("SELECT data, id FROM variants"))
        self._materials = {row[0] for row in self.db.execute("SELECT id FROM materials")}
        (self._last_game,) = self.db.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
        (self._last_text,) = self.db.execute("SELECT coalesce(max(id), 0) FROM texts").fetchone()
        text = self._setting("rules")
        self._rules = stored_rules(text) if text else None
        try:
            stored = json.loads(self._setting("roots") or "[]")
            self._roots = [shown_path(os.fsencode(path), self.path) for path in stored]
        except (TypeError, ValueError):
            raise Damage from None
        if not is_whole(self._last_game) or not is_whole(self._last_text):
            raise Damage
        self.db.executescript(_WAITING)

    def _give_up(self) -> None:
        self.db.close()
        for name in (self._building, f"{self._building}-journal"):
            with contextlib.suppress(OSError):
                os.unlink(name)

    def finish(self) -> None:
        """Complete the new file and put it in the place of the index.

        Raises:
            OSError: the system refuses.
        """
        self._run(_SORTED)
        self.db.execute(
            "DELETE FROM texts WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tags.text = texts.id)"
        )
        self.db.execute("COMMIT")
        target = os.path.realpath(self.path)
        with contextlib.suppress(OSError):
            os.chmod(self._building, os.stat(target).st_mode & 0o7777)
        if os.name == "nt":  # which renames no file that is open
            self.db.close()
        os.replace(self._building, target)
        self._is_done = True
        self.db.close()

    @property
    def is_changed(self) -> bool:
        """Whether the new file has anything that the index has not, or less."""
        is_new = not os.path.exists(self.path)
        return is_new or self.db.total_changes != self._changes_before

    @property
    def games(self) -> int:
        """How many games there are in the new file."""
        (count,) = self.db.execute("SELECT count(*) FROM games").fetchone()
        return int(count)

    # ---- settings

    @property
    def roots(self) -> list[str]:
        """The files and folders that the index is of."""
        return self._roots

    @roots.setter
    def roots(self, paths: Iterable[str]) -> None:
        self._roots = list(paths)
        stored = sorted({os.fsdecode(stored_path(path, self.path)) for path in self._roots})
        self._set("roots", json.dumps(stored))

    @property
    def rules(self) -> Variant | None:
        """The rules that all games are played by; None where each has its own."""
        return self._rules

    @rules.setter
    def rules(self, variant: Variant | None) -> None:
        self._rules = variant
        self._set("rules", rules_as_text(variant) if variant is not None else "")

    def _setting(self, name: str) -> str:
        row = self.db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def _set(self, name: str, value: str) -> None:
        if value != self._setting(name):
            self.db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # ---- files

    def touch(self, path: str, note: FileNote) -> None:
        """Note a file anew whose content is the same."""
        self.db.execute(
            "UPDATE files SET size = ?, modified = ?, digest = ? WHERE id = ?",
            (*note, self._files[path]),
        )
        self.notes[path] = note

    def forget(self, paths: Sequence[str]) -> None:
        """Take files and their games out of the index."""
        for path in paths:
            number = self._files.pop(path)
            del self.notes[path]
            self.db.execute("INSERT INTO gone SELECT id FROM games WHERE file = ?", (number,))
            self.db.execute("DELETE FROM files WHERE id = ?", (number,))
        if paths:
            self._run(_FORGET)

    def _run(self, statements: str) -> None:
        """Run statements within the transaction, which `executescript` would end."""
        for statement in statements.strip().split(";\n"):
            self.db.execute(statement)

    def add_file(self, path: str, note: FileNote) -> None:
        """Note a file whose games are to come."""
        cursor = self.db.execute(
            "INSERT INTO files(path, size, modified, digest) VALUES (?, ?, ?, ?)",
            (stored_path(path, self.path), *note),
        )
        assert cursor.lastrowid is not None
        self._files[path] = cursor.lastrowid
        self.notes[path] = note

    # ---- games

    def add(self, path: str, batch: Batch, before: int, shift: int) -> None:
        """Add games of a file, after `before` others; `shift` bytes stand before all of them."""
        file = self._files[path]
        variants = [self._variant(data) for data in batch.variants]
        keys = array("q", batch.keys.tobytes())
        games, rows = batch.games, []
        key = change = 0
        for index in range(0, len(games), FIELDS):
            offset, length, line, plies, variant, positions, changes = games[index : index + FIELDS]
            self._last_game += 1
            number = before + index // FIELDS + 1
            rules = variants[variant] if variant != NO_VARIANT else None
            rows.append((self._last_game, file, number, offset + shift, length, line, plies, rules))
            self.db.executemany(
                "INSERT INTO new_positions VALUES (?, ?, ?)",
                zip(
                    keys[key : key + positions],
                    repeat(self._last_game),
                    range(positions),
                    strict=False,
                ),
            )
            key += positions
            self._add_changes(batch.changes[change : change + changes])
            change += changes
            self._add_tags(batch.tags[index // FIELDS])
        self.db.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def extend_last(self, end: int) -> None:
        """Let the last game go on to the byte `end` of its file."""
        self.db.execute("UPDATE games SET length = ? - offset WHERE id = ?", (end, self._last_game))

    def _variant(self, data: str) -> int:
        number = self._variants.get(data)
        if number is None:
            cursor = self.db.execute("INSERT INTO variants(data) VALUES (?)", (data,))
            assert cursor.lastrowid is not None
            number = self._variants[data] = cursor.lastrowid
        return number

    def _add_changes(self, changes: array[int]) -> None:
        materials = changes[1::2]
        for material in set(materials) - self._materials:
            self._materials.add(material)
            counts = (material >> 8 * index & 0xFF for index in range(4))
            self.db.execute("INSERT INTO materials VALUES (?, ?, ?, ?, ?)", (material, *counts))
        self.db.executemany(
            "INSERT INTO new_balances VALUES (?, ?, ?)",
            zip(materials, repeat(self._last_game), changes[0::2], strict=False),
        )

    def _add_tags(self, tags: Tags) -> None:
        self.db.executemany(
            "INSERT INTO new_tags VALUES (?, ?)",
            [(self._text(name, value), self._last_game) for name, value in tags],
        )

    def _text(self, name: str, value: str) -> int:
        """Return the number of a tag with its value."""
        found = self._texts.get((name, value))
        if found is not None:
            return found
        stored = (name.casefold(), storable(value))
        row = self.db.execute(
            "SELECT id FROM texts WHERE name = ? AND value = ?", stored
        ).fetchone()
        if row is None:
            self._last_text += 1
            row = (self._last_text,)
            self.db.execute(
                "INSERT INTO texts VALUES (?, ?, ?, ?)", (*row, *stored, storable(folded(value)))
            )
        # Names of tournaments and players come again soon, or never.
        if len(self._texts) > _MOST_TEXTS:
            self._texts.clear()
        self._texts[name, value] = row[0]
        return int(row[0])


_MOST_TEXTS = 100_000


def storable(text: str) -> str:
    """Return a text that a database takes: without halves of characters."""
    return text.encode("utf-8", "replace").decode()


def _is_busy(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
