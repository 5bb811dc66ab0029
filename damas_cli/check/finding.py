"""A finding: one thing wrong with a game, with its place."""

from __future__ import annotations

from damas_cli.rules.variant import Variant

from .codes import CODES


class Finding:
    """One finding; the attributes are the keys of the record in `docs/formats.md`.

    Besides them: `start` and `end` (byte offsets in the game's raw text), `reason` (which of the
    code's messages it is), `stopped` (whether the rest of the line was left unjudged) and `rules`
    (the variant by which the game was judged). `severity` is the code's, unless the variant's laws
    make it another.
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
        "rules",
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
    rules: Variant | None

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
        self.rules = None

    @property
    def name(self) -> str:
        """The kebab-case name of the code."""
        return CODES[self.code].name

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
