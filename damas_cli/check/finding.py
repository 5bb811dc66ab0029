"""A finding: one thing wrong with a game, with its place."""

from __future__ import annotations

from .codes import CODES


class Finding:
    """One finding; the attributes are the keys of the record in `docs/formats.md`.

    Besides them: `start` and `end` (byte offsets in the game's raw text), `reason` (which of the
    code's messages it is) and `stopped` (whether the rest of the line was left unjudged).
    `severity` is the code's, unless the variant's laws make it another.
    """

    __slots__ = (
        "article",
        "code",
        "column",
        "end",
        "end_column",
        "end_line",
        "expected",
        "fen",
        "game",
        "line",
        "message",
        "move",
        "ply",
        "reason",
        "severity",
        "start",
        "stopped",
        "variation",
    )

    code: str
    severity: str
    reason: str
    game: int | None
    variation: str | None
    ply: int | None
    move: str | None
    message: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    fen: str | None
    expected: list[str]
    article: str | None
    stopped: bool

    def __init__(self, code: str, reason: str, message: str, start: int, end: int) -> None:
        self.code = code
        self.severity = CODES[code].severity
        self.reason = reason
        self.message = message
        self.start = start
        self.end = end
        self.game = None
        self.variation = None
        self.ply = None
        self.move = None
        self.line = self.column = self.end_line = self.end_column = 0
        self.fen = None
        self.expected = []
        self.article = None
        self.stopped = False

    @property
    def name(self) -> str:
        """The kebab-case name of the code."""
        return CODES[self.code].name

    def __repr__(self) -> str:
        return f"<Finding {self.code} game {self.game} ply {self.ply}: {self.message}>"
