"""The file of an index: what is in it, and how it is opened; an SQLite database.

It holds which games are where, the positions of their main lines by key, where which pieces were on
the board, and tags. Nobody changes it in place: `index_building.py` makes a new file, which takes
the place of the old one when it is complete.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from damas_cli.language import Phrase, SpokenError, mark, system_reason
from damas_cli.rules.variant import Variant

from .index_notes import FileNote

#: Marks a database as an index of damas, and tells what form it has.
APPLICATION = 0x64616D61
VERSION = 1
_HEAD = b"SQLite format 3\0"
# What a build writes to until it is complete, beside the index.
_BUILDING = ".building"

_TABLES = """
CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- Paths are the system's bytes, below the folder of the index if they can be.
CREATE TABLE files(
    id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE,
    size INTEGER NOT NULL, modified INTEGER NOT NULL, digest BLOB NOT NULL
);
-- Rules as the tables of a variant's file, in JSON.
CREATE TABLE variants(id INTEGER PRIMARY KEY, data TEXT NOT NULL UNIQUE);
-- Bytes from `offset` on; a game whose moves nobody can play has no variant.
CREATE TABLE games(
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, number INTEGER NOT NULL,
    offset INTEGER NOT NULL, length INTEGER NOT NULL, line INTEGER NOT NULL,
    plies INTEGER NOT NULL, variant INTEGER
);
CREATE INDEX games_of_files ON games(file);
-- Keys as the kernel's position_keys makes them, with a sign; ply 0 is the first position.
CREATE TABLE positions(
    key INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,
    PRIMARY KEY(key, game, ply)
) WITHOUT ROWID;
CREATE TABLE materials(
    id INTEGER PRIMARY KEY, white_men INTEGER NOT NULL, white_kings INTEGER NOT NULL,
    black_men INTEGER NOT NULL, black_kings INTEGER NOT NULL
);
-- From that ply on these pieces are on the board, until the game's next row.
CREATE TABLE balances(
    material INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,
    PRIMARY KEY(material, game, ply)
) WITHOUT ROWID;
CREATE TABLE texts(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL,
    UNIQUE(name, value)
);
CREATE TABLE tags(
    text INTEGER NOT NULL, game INTEGER NOT NULL, PRIMARY KEY(text, game)
) WITHOUT ROWID;
"""

_MESSAGES = {
    "missing": mark("there is no such index; `damas index build {path} FILES` makes it"),
    "unreadable": mark("{reason}"),
    "foreign": mark("this is no index that damas made; it stays as it is"),
    "damaged": mark(
        "the index is damaged; `damas index build --force {path} FILES` makes it anew from the"
        " files"
    ),
    "newer": mark(
        "a newer damas made this index; use that one, or make it anew with"
        " `damas index build --force {path} FILES`"
    ),
    "older": mark(
        "an older damas made this index; make it anew with `damas index build --force {path} FILES`"
    ),
    "busy": mark("another build of this index is at work; try again when it is done"),
}


class Damage(Exception):
    """What an index says cannot be."""


# What SQLite's module raises at a damaged database: it takes messages for UTF-8, whatever is cited.
DAMAGES = (sqlite3.Error, UnicodeDecodeError)


class IndexFault(SpokenError):
    """An index that cannot be used.

    Attributes:
        reason: a key: missing, unreadable, foreign, damaged, newer, older, busy.
    """

    def __init__(self, path: str, reason: str, told: Phrase | str = "") -> None:
        """Tell the problem with the index at `path`; `told` is what the system says of it."""
        problem = Phrase(_MESSAGES[reason], path=path, reason=told)
        super().__init__(Phrase("{path}: {problem}", path=path, problem=problem))
        self.reason = reason


def building_path(path: str) -> str:
    """Return the file that a build of the index `path` writes to."""
    return os.path.realpath(path) + _BUILDING


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty database."""
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};" + _TABLES
    )


def open_index(path: str) -> sqlite3.Connection:
    """Open the index `path` to be read.

    Raises:
        IndexFault: it is none, or not one of this version, or damaged as far as its size tells.
    """
    try:
        with open(path, "rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        raise IndexFault(path, "missing") from None
    except OSError as error:
        raise IndexFault(path, "unreadable", system_reason(error)) from None
    if not head.startswith(_HEAD) or len(head) < 100:
        raise IndexFault(path, "foreign")
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        raise IndexFault(path, "foreign")
    version = int.from_bytes(head[60:64], "big")
    if version != VERSION:
        raise IndexFault(path, "newer" if version > VERSION else "older")
    # 1 stands for pages of 65,536 bytes, which no other number of two bytes can say.
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    if size != pages * (1 << 16 if page == 1 else page):
        raise IndexFault(path, "damaged")
    try:
        # A medium that cannot be written to is as good as any.
        return sqlite3.connect(
            f"{Path(os.path.abspath(path)).as_uri()}?mode=ro", uri=True, isolation_level=None
        )
    except sqlite3.Error as error:
        raise IndexFault(path, "unreadable", str(error)) from None


def shown_path(stored: bytes, index: str) -> str:
    """Return a file's path as it is opened and shown, from how the index at `index` has it."""
    return os.path.join(os.path.dirname(index), os.fsdecode(stored))


def stored_path(path: str, index: str) -> bytes:
    """Return how the index at `index` has the path of a file.

    What is in its folder or below is noted from there, so that all of it can be moved.

    >>> stored_path("/games/1987/a.pdn", "/games/all.db"), stored_path("/else/a.pdn", "/games/a.db")
    (b'1987/a.pdn', b'/else/a.pdn')
    """
    path = os.path.abspath(path)
    folder = os.path.dirname(os.path.abspath(index))
    if path.startswith(os.path.join(folder, "")):
        path = os.path.relpath(path, folder)
    return os.fsencode(path)


def stored_files(db: sqlite3.Connection, index: str) -> Iterator[tuple[int, str, FileNote]]:
    """Yield number, path as it is shown, and note of each file that an index has, by path.

    Raises:
        Damage: something else stands there.
    """
    for number, path, *noted in db.execute(
        "SELECT id, path, size, modified, digest FROM files ORDER BY path"
    ):
        note = FileNote(*noted)
        if not isinstance(path, bytes) or not all(map(is_whole, (note.size, note.modified))):
            raise Damage
        yield number, shown_path(path, index), note


def stored_rules(text: object) -> Variant:
    """Return the rules that an index holds as a text.

    Raises:
        Damage: they are none.
    """
    try:
        assert isinstance(text, str)
        variant = Variant(json.loads(text))
        assert variant.kernel
    except Exception:  # whatever rubbish in the place of rules leads to
        raise Damage from None
    return variant


def is_whole(number: object) -> bool:
    """Tell whether something that an index holds is a number from 0."""
    return isinstance(number, int) and number >= 0
