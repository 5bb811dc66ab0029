"""A variant: its board, numbering, laws and articles, read from `variants/NAME.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from .board import Board

FOLDER = Path(__file__).with_name("variants")


class UnknownVariant(ValueError):
    """No variant has that name; `known` lists those there are."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"no variant is called {name!r}; known: {', '.join(known)}")
        self.name = name
        self.known = known


class Variant:
    """One variant's constants.

    Attributes:
        name: the name in `--variant`, such as `spanish`.
        title: what the variant is called, by language.
        gametype: the number of PDN's GameType table.
        family: the kernel that plays these rules.
        board: squares, numbers and directions.
        start: FEN of the start position.
        first: `W` or `B`, the side that moves first, whose win is `1-0`.
        man_captures_backward, man_captures_kings, promotion, flying, landing, priority, removal:
            how pieces capture; the values of the TOML keys.
        repetition: a position's occurrence that makes a draw; 0 where the law is unknown.
        no_progress: plies without capture or man's move that make a draw; 0 for none.
        draw_needs_claim: whether a player has to ask for these draws.
        articles: what a finding cites, by topic.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        board = data["board"]
        draw = data["draw"]
        self.name: str = data["name"]
        self.title: dict[str, str] = data["title"]
        self.gametype: int = data["gametype"]
        self.family: str = data["family"]
        self.start: str = data["setup"]["fen"]
        self.first = "W" if data["setup"]["first"] == "white" else "B"
        self.board = Board(
            board["width"],
            board["height"],
            board["bottom_left_plays"],
            board["first_square"],
            starts_below=self.first == "W",
        )
        self.man_captures_backward: bool = data["man"]["captures_backward"]
        self.man_captures_kings: bool = data["man"]["captures_kings"]
        self.promotion: str = data["man"]["on_reaching_last_row_in_capture"]
        self.flying: bool = data["king"]["flying"]
        self.landing: str = data["king"]["landing"]
        self.priority: list[str] = data["capture"]["priority"]
        self.removal: str = data["capture"]["removal"]
        self.repetition: int = draw["repetition"]
        self.no_progress: int = 2 * draw["no_progress"]["moves_each"]
        self.draw_needs_claim: bool = draw["claimed"]
        self.articles: dict[str, str] = data["articles"]

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return get_variant, (self.name,)


def variant_names() -> list[str]:
    """Return the names of the variants there are, in order."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def load_variant_data(name: str) -> dict[str, Any]:
    """Return the TOML of the variant `name`.

    Raises:
        UnknownVariant: there is no such file.
    """
    file = FOLDER / f"{name}.toml"
    if not name.isidentifier() or not file.is_file():
        raise UnknownVariant(name, variant_names())
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def get_variant(name: str = "spanish") -> Variant:
    """Return the variant `name`; the same object every time.

    >>> get_variant("spanish").gametype
    24

    Raises:
        UnknownVariant: there is no such variant.
    """
    return Variant(load_variant_data(name))
