"""What a text leaves open, and what is wrong with it, each with its place."""

from __future__ import annotations

from bisect import bisect

from damas_cli.language import ENGLISH, Phrase, Words


class Point:
    """Something to tell of a text: an assumption, or an error.

    Attributes:
        offset: where it stands in the text, in characters.
        phrase: what was assumed, or what is wrong.
        code: the code of `damas check` for an error that it would find, else empty.
        is_error: whether a game is not what its moves should make it.
        line, column: the place, from 1; set when the whole text has been read.
    """

    __slots__ = ("code", "column", "is_error", "line", "offset", "phrase")

    def __init__(
        self, offset: int, phrase: Phrase, code: str = "", *, is_error: bool = False
    ) -> None:
        self.offset = offset
        self.phrase = phrase
        self.code = code
        self.is_error = is_error
        self.line = self.column = 0

    def say(self, words: Words = ENGLISH) -> str:
        """Return what there is to tell, after its code."""
        text = words.say(self.phrase)
        return f"{self.code} {text}" if self.code else text

    def __repr__(self) -> str:
        return f"<Point {self.line}:{self.column} {self.say()}>"


def line_starts(text: str) -> list[int]:
    """Return the offsets at which the lines of `text` begin."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def place(points: list[Point], starts: list[int]) -> list[Point]:
    """Give each point its line and column, and return them in the order of their places."""
    for point in points:
        point.line = bisect(starts, point.offset)
        point.column = point.offset - starts[point.line - 1] + 1
    return sorted(points, key=lambda point: point.offset)
