"""A finding: one thing wrong with a game, with its place."""

from __future__ import annotations

from typing import Any

from damas_cli.language import ENGLISH, Words
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant

from .codes import CODES
from .messages import message


class Finding:
    """One finding; the attributes are the keys of the record in `docs/formats.md`.

    Besides them: `start` and `end` (byte offsets in the game's raw text), `reason` (which of the
    code's messages it is), `values` (what fills that message), `stopped` (whether the rest of the
    line was left unjudged) and `rules` (the variant that the game was judged by). `severity` is the
    code's, unless the variant's laws make it another. With `position`, the one before the move,
    `fen` and `expected` are worked out when somebody asks: of most findings about a way of writing
    nobody does.
    """

    __slots__ = (
        "_expected",
        "_fen",
        "article",
        "code",
        "column",
        "end",
        "end_column",
        "end_line",
        "game",
        "line",
        "move",
        "ply",
        "position",
        "reason",
        "rules",
        "severity",
        "start",
        "stopped",
        "values",
        "variation",
    )

    code: str
    severity: str
    reason: str
    game: int | None
    variation: str | None
    ply: int | None
    move: str | None
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    position: Position | None
    article: str | None
    stopped: bool
    values: dict[str, Any]
    rules: Variant | None

    def __init__(
        self, code: str, reason: str, start: int, end: int, values: dict[str, Any] | None = None
    ) -> None:
        self.code = code
        self.severity = CODES[code].severity
        self.reason = reason
        self.values = {} if values is None else values
        self.start = start
        self.end = end
        self.game = None
        self.variation = None
        self.ply = None
        self.move = None
        self.line = self.column = self.end_line = self.end_column = 0
        self.position = None
        self._fen: str | None = None
        self._expected: list[str] = []
        self.article = None
        self.stopped = False
        self.rules = None

    @property
    def fen(self) -> str | None:
        """The position before the move, or the one that the code is about."""
        if self._fen is None and self.position is not None:
            self._fen = self.position.fen()
        return self._fen

    @fen.setter
    def fen(self, fen: str | None) -> None:
        self._fen = fen

    @property
    def expected(self) -> list[str]:
        """Every legal move where a move is at issue, ascending by text."""
        if not self._expected and self.position is not None:
            self._expected = [move.text for move in self.position.legal_moves()]
        return self._expected

    @property
    def name(self) -> str:
        """The kebab-case name of the code."""
        return CODES[self.code].name

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return self.say(ENGLISH)

    def say(self, words: Words) -> str:
        """Return what is wrong, in the language of `words`."""
        return message(self.code, self.reason, self.values, words)

    @property
    def is_of_the_main_line(self) -> bool:
        """Whether it is about the moves of the main line, or the position they start from."""
        return self.variation is None and (
            self.code[0] == "M"
            or self.code in ("N003", "T005")
            or self.reason == "too-many-captures"
        )

    def __repr__(self) -> str:
        return f"<Finding {self.code} game {self.game} ply {self.ply}: {self.message}>"
