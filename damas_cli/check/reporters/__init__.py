"""One reporter a format: findings to text, in pieces, so that no report has to fit the memory."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from damas_cli.language import ENGLISH, Words
from damas_cli.pdn.model import Game

from ..finding import Finding
from ..tally import Tally

FORMATS = ("full", "concise", "json", "jsonl", "sarif", "junit", "github")
# Those in which `--statistics` can be told.
STATISTICS_FORMATS = ("full", "concise", "json", "jsonl")


class Look:
    """How reports are made to look.

    Attributes:
        words: of the language that messages are in.
        colour: whether to colour, where the format has colours.
        terminal: whether a terminal shows it: boards are drawn and tables aligned.
    """

    __slots__ = ("colour", "terminal", "words")

    def __init__(
        self, words: Words = ENGLISH, colour: bool = False, terminal: bool = False
    ) -> None:
        self.words = words
        self.colour = colour
        self.terminal = terminal


class Reporter:
    """A report in one format. A format overrides what it needs.

    A worker makes the texts of games with `report`, which depends on nothing but its arguments; the
    parent puts them together: `begin` once, `add` for each text, `end_file`, and `end` once.

    Attributes:
        opening: what stands before the first text of all.
        separator: what stands between two texts, those of a game as well.
    """

    opening = ""
    separator = ""

    def __init__(self) -> None:
        self._is_open = False

    def begin(self) -> Iterable[str]:
        """Return what stands before all findings."""
        return ()

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterable[str]:
        """Return texts that tell of the findings of `game`, of the file `path` as it was given."""
        raise NotImplementedError

    def add(self, path: str, text: str, tally: Tally) -> Iterable[str]:
        """Take the texts of games in a row, put together, and what was counted of them."""
        if text:
            yield self.separator if self._is_open else self.opening
            yield text
            self._is_open = True

    def end_file(self) -> Iterable[str]:
        """Return what stands after the findings of a file."""
        return ()

    def end(self, tally: Tally) -> Iterable[str]:
        """Return what stands after all findings; `tally` counts the whole run."""
        return ()


def reporter(name: str, look: Look, *, statistics: bool = False) -> Reporter:
    """Return the reporter of the format `name`, one of `FORMATS`.

    With `statistics` it tells how many findings there are of each code, in the place of them.
    """
    if statistics:
        from .statistics import Statistics

        return Statistics(look, name)
    made: Reporter = import_module(f"{__name__}.{name}").make(look)
    return made


def visible(text: str) -> str:
    """Return `text` with every control character made visible, so that none reaches a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)
