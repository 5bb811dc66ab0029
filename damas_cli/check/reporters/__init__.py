"""One reporter a format: a game's findings to text."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from damas_cli.pdn.model import Game

from ..finding import Finding

# Takes the path as given, the game and its findings.
Reporter = Callable[[str, Game, list[Finding]], str]

FORMATS = ("full", "concise", "jsonl")


def reporter(name: str, colour: bool = False, boards: bool = False) -> Reporter:
    """Return the reporter of the format `name`.

    Args:
        name: one of `FORMATS`.
        colour: whether to colour, where the format has colours.
        boards: whether to draw the position of a finding, where the format has boards.
    """
    module = import_module(f"{__name__}.{name}")
    made: Reporter = module.make(colour=colour, boards=boards)
    return made


def visible(text: str) -> str:
    """Return `text` with every control character made visible, so that none reaches a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)
