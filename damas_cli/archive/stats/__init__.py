"""What can be counted of an archive: a report a module.

A module that is named in `REPORTS` has

* `Count`, a class of `Count` below: what a worker counts of a block of games, and the parent of
  all of them,
* `tables(count, options)`, what comes of it at the end: the `Table`s to print,
* if it can be drawn, `plot(count, options, words)`: a picture of it as SVG,
* if there may be something to say of it to people, `remarks(count, options)`: phrases.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from damas_cli.archive.openings import Opening
from damas_cli.archive.task import Entry
from damas_cli.check.regulation import Rulebook
from damas_cli.language import mark
from damas_cli.rules.variant import Variant


class Report(NamedTuple):
    """A report.

    Attributes:
        title: what it tells: marked for the catalogue.
        module: in this folder.
        options: the parameters of `damas stats` that it heeds and not every report does.
    """

    title: str
    module: str
    options: tuple[str, ...] = ()


#: The reports by the names that users give; the first one is the default.
REPORTS = {
    "summary": Report(mark("an overview"), "summary"),
    "results": Report(mark("results by variant, and who won"), "results"),
    "variants": Report(mark("variants"), "variants"),
    "lengths": Report(mark("how long games are"), "lengths", ("bin_width",)),
    "years": Report(mark("years"), "years"),
    "openings": Report(mark("openings by their names"), "openings", ("openings", "min_games")),
    "tree": Report(
        mark("opening tree: what was played, how often, and how it ended"),
        "tree",
        ("plies", "after", "fen", "min_games"),
    ),
}


@dataclass(frozen=True)
class StatsOptions:
    """What reports are made with; each looks at what concerns it.

    Attributes:
        variant: the rules of all games, whatever their GameType; None to go by that.
        language: of names that are not in the catalogue, `en` or `es`.
        bin: how many lengths make one bar.
        openings: those that have a name.
        plies: how deep an opening tree is.
        after: the moves that it begins after.
        fen: the position that it begins with, before those moves; empty for the start.
        min_games: how many games have to share an opening or a position that is shown.
    """

    variant: Variant | None = None
    language: str = "en"
    bin: int = 10
    openings: tuple[Opening, ...] = ()
    plies: int = 6
    after: str = ""
    fen: str = ""
    min_games: int = 1


class Count(Protocol):
    """What a report counts. It is pickled on its way from a worker."""

    def __init__(self, options: StatsOptions) -> None:
        """Have counted nothing."""

    def add(self, entry: Entry, rulebook: Rulebook) -> None:
        """Count a game; `rulebook` knows its rules. Runs in a worker."""

    def merge(self, other: Any) -> None:
        """Count what `other` counted of the games that follow. Runs in the parent."""


def load(name: str) -> ModuleType:
    """Return the module of a report, imported when it is asked for.

    >>> load("results").Count.__name__
    'Count'
    """
    return import_module(f"{__name__}.{REPORTS[name].module}")
