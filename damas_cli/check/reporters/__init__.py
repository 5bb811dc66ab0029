"""One reporter a format: findings to text, in pieces, so that no report has to fit the memory."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from damas_cli.language import ENGLISH, Words
from damas_cli.pdn.model import Game

from ..finding import Finding
from ..tally import Tally

FORMATS = ("full", "concise", "jsonl")


class Look:
    """How reports are made to look.

    Attributes:
        words: of the language that messages are in.
        colour: whether to colour, where the format has colours.
        boards: whether to draw the position of a finding, where the format has boards.
    """

    __slots__ = ("boards", "colour", "words")

    def __init__(self, words: Words = ENGLISH, colour: bool = False, boards: bool = False) -> None:
        self.words = words
        self.colour = colour
        self.boards = boards


class Reporter:
    """A report in one format: `begin` once, `report` a game that has findings, `end` once.

    Each gives the next pieces of the text. A format overrides what it needs.
    """

    def begin(self) -> Iterable[str]:
        """Return what stands before all findings."""
        return ()

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterable[str]:
        """Return what tells of the findings of `game`, of the file `path` as it was given."""
        raise NotImplementedError

    def end(self, tally: Tally) -> Iterable[str]:
        """Return what stands after all findings; `tally` counts the whole run."""
        return ()


def reporter(name: str, look: Look) -> Reporter:
    """Return the reporter of the format `name`, one of `FORMATS`."""
    made: Reporter = import_module(f"{__name__}.{name}").make(look)
    return made


def visible(text: str) -> str:
    """Return `text` with every control character made visible, so that none reaches a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)
