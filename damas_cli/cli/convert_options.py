"""The options of `damas convert` that belong to formats."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import Annotated

import click
import typer
from click.core import ParameterSource

from ..convert.options import LABELS, ORIENTATIONS, SQUARES
from ..language import Phrase, mark
from .rules_option import bad

LARGEST = 10_000
_COMMAND_LINE = ParameterSource.COMMANDLINE
PLACES = ("each", "last")


def format_type(names: Sequence[str]) -> click.Choice[str]:
    """Return the type of an option that names a format."""
    return click.Choice(list(names))


def require(target: str, module: ModuleType) -> None:
    """Refuse to write a format that takes a package which is not there."""
    package, extra = getattr(module, "REQUIRES", ("", ""))
    if package and find_spec(package) is None:
        raise bad(
            "--to",
            Phrase(
                "{format} needs {package}: pip install 'damas[{extra}]'",
                format=target,
                package=package,
                extra=extra,
            ),
        )


# The formats that heed an option, by its parameter; all others heed none of these.
_HEEDED_BY = {
    "positions": ("jsonl", "json"),
    "plies": ("csv", "parquet"),
    "source": ("jsonl", "json", "csv", "parquet"),
    "at": ("fen", "svg"),
    "orientation": ("svg", "html"),
    "squares": ("svg", "html"),
    "labels": ("svg", "html"),
    "size": ("svg",),
}


def refuse_idle_options(context: click.Context, target: str) -> None:
    """Refuse options of the command line that would do nothing in the format `target`."""
    for name, formats in _HEEDED_BY.items():
        if target not in formats and context.get_parameter_source(name) is _COMMAND_LINE:
            told = " | ".join(f"--to {one}" for one in formats)
            raise bad(f"--{name}", Phrase("goes only with {options}", options=told))


class _At(click.ParamType[int | str]):
    """A number of plies, `each` or `last`."""

    name = "at"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        text = str(value)
        if text in PLACES:
            return text
        if text.isascii() and text.isdigit() and len(text) < 6:
            return int(text)
        raise bad(
            "--at", Phrase("{value!r} is neither a number of plies nor each or last", value=text)
        )


Positions = Annotated[
    bool,
    typer.Option(
        "--positions", help=mark("In jsonl and json: also tell the position before each ply.")
    ),
]
Plies = Annotated[
    bool,
    typer.Option(
        "--plies", help=mark("In csv and parquet: a row for each ply, not for each game.")
    ),
]
At = Annotated[
    str,
    typer.Option(
        "--at",
        click_type=_At(),
        metavar=mark("PLY"),
        help=mark(
            "The positions to write: after so many plies (0 is the start; the last one of a shorter"
            " game), after each ply ('each'), or the last one ('last')."
        ),
    ),
]
Orientation = Annotated[
    str,
    typer.Option(
        "--orientation",
        click_type=click.Choice(ORIENTATIONS),
        help=mark("The side at the bottom of the board."),
    ),
]
Squares = Annotated[
    str,
    typer.Option(
        "--squares",
        click_type=click.Choice(SQUARES),
        help=mark("The colour of the squares that the pieces stand on."),
    ),
]
Labels = Annotated[
    str,
    typer.Option(
        "--labels",
        click_type=click.Choice(LABELS),
        help=mark(
            "What names the squares: numbers in them, coordinates around the board, or nothing;"
            " auto is what the variant writes, where it can be read."
        ),
    ),
]
Size = Annotated[
    int,
    typer.Option(
        "--size",
        min=16,
        max=LARGEST,
        metavar=mark("PIXELS"),
        help=mark("The width of diagrams."),
    ),
]
ToNumbering = Annotated[
    str | None,
    typer.Option(
        "--numbering",
        metavar=mark("NAME"),
        help=mark(
            "Write PDN with the squares of this numbering: that of a variant ('italian'),"
            " 'algebraic', 'standard' or as in a GameType ('N2,0')."
        ),
    ),
]
ToGameType = Annotated[
    str | None,
    typer.Option(
        "--gametype",
        metavar=mark("GAMETYPE"),
        help=mark(
            "Write PDN for this GameType, whose rules have to be the games': a number ('24'), its"
            " full form or a variant; 31 and 27 are PlayStrategy's where PDN has other games."
        ),
    ),
]
FromNumbering = Annotated[
    str | None,
    typer.Option(
        "--from-numbering",
        metavar=mark("NAME"),
        help=mark("With these two: the numbering that the games have, whatever their GameType."),
    ),
]


def check_numbering(
    target: str, numbering: str | None, gametype: str | None, from_numbering: str | None
) -> None:
    """Refuse numberings that there are not, and where they have no sense.

    Raises:
        typer.BadParameter: one of them is so.
    """
    given = {
        "--numbering": numbering,
        "--gametype": gametype,
        "--from-numbering": from_numbering,
    }
    names = [name for name, value in given.items() if value is not None]
    if not names:
        return
    if target != "pdn":
        raise bad(names[0], Phrase("goes only with {options}", options="--to pdn"))
    if names == ["--from-numbering"]:
        options = "--numbering, --gametype"
        raise bad("--from-numbering", Phrase("goes only with {options}", options=options))
    # Only here: most conversions need none of it.
    from ..convert.numbering import Conversion, UnknownNumbering, read_numbering

    for name, arguments in (("--gametype", (gametype, None)), ("--numbering", (None, numbering))):
        try:
            Conversion(*arguments)
        except UnknownNumbering as error:
            raise bad(name, error.phrase) from None
    try:
        read_numbering(from_numbering or "standard")
    except UnknownNumbering as error:
        raise bad("--from-numbering", error.phrase) from None
