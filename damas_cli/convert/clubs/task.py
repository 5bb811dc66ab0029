"""A text of a club imported: what a worker does, from bytes to bytes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO

from damas_cli.language import Phrase, words_of
from damas_cli.rules.variant import Variant

from . import read_document


@dataclass
class Imported:
    """What became of a text, or the end of a file where there is none.

    Attributes:
        path: of the file.
        size: how many bytes the text has.
        games, with_errors: how many games there are, and how many of them are not as they should.
        data: the games as PDN.
        points: what was assumed and what is wrong: line, column, whether it is an error, what.
    """

    path: str
    size: int = 0
    games: int = 0
    with_errors: int = 0
    data: bytes = b""
    points: list[tuple[int, int, bool, Phrase | str]] = field(default_factory=list)
    is_end: bool = False

    def to_bytes(self) -> bytes:
        """Return all of it as bytes, for the way between processes."""
        return pickle.dumps(self)

    @staticmethod
    def read(data: bytes) -> Iterator[Imported]:
        """Yield what `to_bytes` made into bytes, of which several may stand together."""
        stream = BytesIO(data)
        while stream.tell() < len(data):
            yield pickle.load(stream)


def packed(path: str, line: int = 1, data: bytes = b"", *, line_a_game: bool = False) -> bytes:
    """Return a text of a file, which begins in that line, for the task; without data, its end."""
    return pickle.dumps((path, line, data, line_a_game))


class ImportTask:
    """Turns texts of clubs into PDN: the task that `damas_cli.batch` hands out."""

    def __init__(self, variant: Variant | None, language: str) -> None:
        """Read games of `variant`, None for what they say; tell what is unclear in `language`."""
        self.variant = variant
        self.language = language

    def __call__(self, block: bytes) -> bytes:
        """Return what becomes of a text, an `Imported` as bytes."""
        path, first, data, line_a_game = pickle.loads(block)
        if not data:
            return Imported(path, is_end=True).to_bytes()
        document = read_document(data, self.variant, line_a_game=line_a_game)
        words = words_of(self.language)
        games = document.games
        return Imported(
            path,
            len(data),
            len(games),
            sum(game.has_errors for game in games),
            b"".join(game.pdn.encode("utf-8", "replace") for game in games),
            [
                (first + point.line - 1, point.column, point.is_error, point.say(words))
                for point in document.all_points()
            ],
        ).to_bytes()

    def split(self, block: bytes) -> list[bytes]:
        """Return nothing: a text is read as a whole."""
        return []

    def give_up(self, block: bytes, reason: Phrase) -> bytes:
        """Return the error that a text was not read."""
        path, first, data, _ = pickle.loads(block)
        return Imported(path, len(data), points=[(first, 1, True, reason)]).to_bytes()
