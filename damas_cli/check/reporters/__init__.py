"""One reporter a format: a game's findings to text."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from damas_cli.language import ENGLISH, Words
from damas_cli.pdn.model import Game

from ..finding import Finding

# Takes the path as given, the game and its findings.
Reporter = Callable[[str, Game, list[Finding]], str]

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


def reporter(name: str, look: Look) -> Reporter:
    """Return the reporter of the format `name`, one of `FORMATS`."""
    made: Reporter = import_module(f"{__name__}.{name}").make(look)
    return made


def visible(text: str) -> str:
    """Return `text` with every control character made visible, so that none reaches a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)
