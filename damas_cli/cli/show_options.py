"""The options of `damas show`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import click
import typer

from ..convert.board_text import BoardLook
from ..language import Phrase, mark
from ..rules.variant import Variant
from .convert_options import PLACES
from .environment import Environment
from .rules_option import bad

#: What `--at` takes besides numbers.
STANDS = (*PLACES, "start")


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """What to show and how."""

    variant: Variant | None = None
    game: int | None = None
    at: int | str | None = None
    moves_only: bool = False
    board_only: bool = False
    print_it: bool = False
    orientation: str = "white"
    numbers: bool = False
    ascii_only: bool = False
    colour: str = "auto"

    @property
    def is_to_be_printed(self) -> bool:
        """Whether something is asked for that has to be printed."""
        return self.print_it or self.moves_only or self.board_only or self.at == "each"

    def look(self, env: Environment) -> BoardLook:
        """Return how boards are drawn; the console of Linux has no letters for kings."""
        on_console = env.stdout_is_terminal and env.variables.get("TERM") == "linux"
        return BoardLook(
            orientation=self.orientation,
            numbers=self.numbers,
            ascii_only=self.ascii_only or on_console,
            colour=env.wants_colour(self.colour),
        )


class _At(click.ParamType[int | str]):
    """A number of plies, `each`, `last` or `start`."""

    name = "at"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        text = str(value)
        if text in STANDS:
            return text
        if text.isascii() and text.isdigit() and len(text) < 6:
            return int(text)
        raise bad(
            "--at",
            Phrase("{value!r} is neither a number of plies nor each, last or start", value=text),
        )


At = Annotated[
    str | None,
    typer.Option(
        "--at",
        click_type=_At(),
        metavar=mark("PLY"),
        show_default=False,
        help=mark(
            "The board to show: after so many plies, after each ply ('each'), at the 'start', or at"
            " the end ('last', which is what is printed by default)."
        ),
    ),
]
