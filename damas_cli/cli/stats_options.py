"""The options of `damas stats` for players and tournaments."""

from __future__ import annotations

from typing import Annotated

import click
import typer

from ..archive.stats.events import POINTS
from ..archive.tournament.event import ROUND_ROBIN, SWISS
from ..archive.tournament.standings import TIE_BREAKS
from ..language import Phrase, mark
from .jobs_option import AUTO
from .rules_option import bad

EventName = Annotated[
    str | None,
    typer.Option(
        "--event",
        metavar=mark("NAME"),
        show_default=False,
        help=mark("Count the games of this event only; case and accents do not matter."),
    ),
]
System = Annotated[
    str,
    typer.Option(
        "--system",
        click_type=click.Choice([AUTO, ROUND_ROBIN, SWISS]),
        help=mark("How a tournament is played: all play all, or by the Swiss system."),
    ),
]
PointsOfResults = Annotated[
    str,
    typer.Option(
        "--points",
        click_type=click.Choice([AUTO, *POINTS]),
        help=mark("Points for win, draw and loss; auto goes by how results are written."),
    ),
]
TieBreaks = Annotated[
    str,
    typer.Option(
        "--tie-breaks",
        metavar=mark("NAME,..."),
        show_default=False,
        help=mark(
            "What breaks ties, in this order: sonneborn-berger, buchholz, buchholz-cut-1,"
            " buchholz-median, wins, direct, moving-second."
        ),
    ),
]
Anchor = Annotated[
    str | None,
    typer.Option(
        "--anchor",
        metavar=mark("NAME=R"),
        show_default=False,
        help=mark("Give this player the rating R; without it the mean is 2000."),
    ),
]


def chosen_tie_breaks(text: str) -> tuple[str, ...]:
    """Return the tie-breaks that are named.

    Raises:
        typer.BadParameter: there is no such tie-break, or it is named twice.
    """
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    for name in names:
        if name not in TIE_BREAKS:
            known = ", ".join(TIE_BREAKS)
            told = Phrase("there is no {name!r}; there are {names}", name=name, names=known)
            raise bad("--tie-breaks", told)
    if len(set(names)) < len(names):
        raise bad("--tie-breaks", Phrase("names one of them twice"))
    return names


def chosen_anchor(text: str | None) -> tuple[str, float] | None:
    """Return the player and the rating that `NAME=R` names.

    Raises:
        typer.BadParameter: it makes no sense.
    """
    if text is None:
        return None
    name, _, rating = text.rpartition("=")
    try:
        number = float(rating)
    except ValueError:
        number = float("nan")
    if not name.strip() or not abs(number) < _ABSURD:
        raise bad(
            "--anchor", Phrase("should be a name and a rating, such as {example}", example=_EXAMPLE)
        )
    return name.strip(), number


_ABSURD = 100_000
_EXAMPLE = "García, Ana=2150"
