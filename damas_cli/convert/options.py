"""What can be asked of a conversion."""

from __future__ import annotations

from dataclasses import dataclass

from damas_cli.rules.variant import Variant

#: What pictures of boards are asked for.
ORIENTATIONS = ("white", "black")
SQUARES = ("dark", "light")
LABELS = ("auto", "numbers", "coordinates", "none")


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """What a conversion is asked for; each format heeds what concerns it.

    Attributes:
        variant: the rules of all games, whatever their GameType; None to go by that.
        language: of what the formats say to people, `en` or `es`.
        source: whether records tell the file and the line that a game comes from.
        at: the positions that are wanted of a game: `last`, `each`, or the number of plies after
            which it stands (the last one of a game that has no so many).
        orientation: the side at the bottom of a board, `white` or `black`.
        squares: the colour of the squares that pieces stand on in pictures, `dark` or `light`.
        labels: what names the squares of pictures: `auto`, `numbers`, `coordinates` or `none`.
        size: the width of pictures in pixels.
        positions: whether records have the position before each ply.
        plies: whether tables have a row for each ply, not for each game.
        numbering: how PDN is to write squares, the name of a numbering; None to leave that.
        gametype: the GameType that PDN is to have; None to leave it.
        from_numbering: how the squares of the games are written; None to go by their GameType.
    """

    variant: Variant | None = None
    language: str = "en"
    source: bool = False
    at: int | str = "last"
    orientation: str = "white"
    squares: str = "dark"
    labels: str = "auto"
    size: int = 360
    positions: bool = False
    plies: bool = False
    numbering: str | None = None
    gametype: str | None = None
    from_numbering: str | None = None
