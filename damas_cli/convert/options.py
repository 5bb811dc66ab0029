"""What can be asked of a conversion."""

from __future__ import annotations

from dataclasses import dataclass

from damas_cli.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """What a conversion is asked for; each format heeds what concerns it.

    Attributes:
        variant: the rules of all games, whatever their GameType; None to go by that.
        language: of what the formats say to people, `en` or `es`.
        source: whether records tell the file and the line that a game comes from.
        positions: whether records have the position before each ply.
        plies: whether tables have a row for each ply, not for each game.
    """

    variant: Variant | None = None
    language: str = "en"
    source: bool = False
    positions: bool = False
    plies: bool = False
