"""A variant: its board, numbering, laws and articles, read from `variants/NAME.toml`."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from damas_cli.language import LANGUAGES, Phrase, SpokenError

from . import kernels
from .board import Board, turned

if TYPE_CHECKING:
    from ._kernel import Kernel
    from .gametype import GameType

FOLDER = Path(__file__).with_name("variants")


class UnknownVariant(SpokenError, ValueError):
    """No variant has that name; `known` lists those there are."""

    def __init__(self, name: str, known: list[str]) -> None:
        names = ", ".join(known)
        super().__init__(
            Phrase("no variant is called {name!r}; known: {names}", name=name, names=names)
        )
        self.name = name
        self.known = known


class Variant:
    """One variant's constants.

    Attributes:
        data: the tables of the variant's file, as TOML has them.
        name: the name in `--variant`, such as `spanish`.
        title: what the variant is called, by language.
        gametype: the full form of PDN's GameType; empty where PDN has no number for the variant.
        number: the number in it, or None.
        family: the kernel that plays these rules.
        board: squares, numbers and directions.
        first: `W` or `B`, the side that moves first, whose win is `1-0`.
        rows: how many rows each side's men fill at the start.
        capture_sign: what the writer puts between the squares of a capture.
        man_captures_backward, man_captures_kings, promotion, flying, landing, priority, removal:
            how pieces capture; the values of the TOML keys.
        repetition: a position's occurrence that makes a draw; 0 where there is no such law.
        no_progress: plies without capture or man's move that make a draw; 0 for none.
        repetition_claimed, no_progress_claimed: whether a player has to ask for that draw.
        endings: the laws of single endings, as TOML tables; `damas_cli.rules.draws` reads them.
        articles: what a finding cites, by topic.
        open: what the sources leave open, by key and language, with the choice that was made.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        board, setup, man, king, capture = (
            data[key] for key in ("board", "setup", "man", "king", "capture")
        )
        draw: dict[str, Any] = data.get("draw", {})
        self.data = data
        self.name: str = data["name"]
        self.title: dict[str, str] = data["title"]
        self.gametype: str = data.get("gametype", "")
        self.number = int(self.gametype.partition(",")[0]) if self.gametype else None
        self.family: str = data.get("family", "")
        self.first = "W" if setup["first"] == "white" else "B"
        self.rows: int = setup["rows"]
        # The file's corners are those that the starting side sees.
        first_square, a1 = board["first_square"], board.get("a1")
        if self.first == "B":
            first_square, a1 = turned(first_square), a1 and turned(a1)
        self.board = Board(
            board["width"],
            board["height"],
            board["bottom_left_plays"],
            first_square,
            a1 or "bottom-left",
            board["squares"] == "algebraic",
        )
        self.capture_sign: str = board["capture_sign"]
        self.man_captures_backward: bool = man["captures_backward"]
        self.man_captures_kings: bool = man["captures_kings"]
        self.promotion: str = man["on_reaching_last_row_in_capture"]
        self.flying: bool = king["flying"]
        self.landing: str = king["landing"]
        self.priority: list[str] = capture["priority"]
        self.removal: str = capture["removal"]
        repetition, no_progress = draw.get("repetition", {}), draw.get("no_progress", {})
        self.repetition: int = repetition.get("times", 0)
        self.repetition_claimed: bool = repetition.get("claimed", False)
        self.no_progress: int = 2 * no_progress.get("moves_each", 0)
        self.no_progress_claimed: bool = no_progress.get("claimed", False)
        self.endings: list[dict[str, Any]] = draw.get("ending", [])
        self.articles: dict[str, str] = data.get("articles", {})
        self.open = {key: _by_language(text) for key, text in data.get("open", {}).items()}

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self is other or self.data == other.data

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Variant, (self.data,)

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel that plays these rules: compiled, where there is one with these constants."""
        return kernels.load(self.family) if self.family else kernels.for_rules(self.data)

    @cached_property
    def start_masks(self) -> tuple[int, int, int]:
        """The masks of White, Black and the kings at the start."""
        white = black = 0
        for square in range(1, self.board.size + 1):
            row = self.board.row(square)
            if row < self.rows:
                white |= self.board.bits[square]
            elif row >= self.board.height - self.rows:
                black |= self.board.bits[square]
        return white, black, 0

    @cached_property
    def start(self) -> str:
        """The FEN of the start position."""
        from .fen import format_fen

        return format_fen(self.first, *self.start_masks, self.board)

    def as_written(self, gametype: GameType) -> Variant:
        """Return this variant with the starting side and the squares of a GameType's full form.

        >>> from .gametype import parse_gametype
        >>> white_first = get_variant("pool").as_written(parse_gametype("23,W,8,8,A0,0"))
        >>> white_first.first, white_first.board.label(1)
        ('W', 'b8')
        """
        text = str(gametype)
        return self if text == self.gametype else _as_written(self, text, gametype)


def _by_language(text: str | dict[str, str]) -> dict[str, str]:
    """Return a text of a file by language; what is said once, or in one, holds for both."""
    texts = {} if isinstance(text, str) else text
    default = text if isinstance(text, str) else next(iter(texts.values()), "")
    return {language: texts.get(language, default) for language in LANGUAGES}


# Of the forms that one variant can be written in, a few are in use.
_written: dict[tuple[Variant, str], Variant] = {}


def _as_written(variant: Variant, text: str, gametype: GameType) -> Variant:
    if (variant, text) not in _written:
        data = {**variant.data, "gametype": text}
        data["setup"] = {**data["setup"], "first": "white" if gametype.first == "W" else "black"}
        board = {**data["board"], "bottom_left_plays": gametype.bottom_left_plays}
        board["squares"] = "algebraic" if gametype.algebraic else "numbers"
        corners = {"first_square": variant.board.first_square, "a1": variant.board.a1}
        if gametype.first == "B":
            corners = {key: turned(corner) for key, corner in corners.items()}
        corners["a1" if gametype.algebraic else "first_square"] = gametype.corner
        data["board"] = {**board, **corners}
        _written[variant, text] = Variant(data)
    return _written[variant, text]


def variant_names() -> list[str]:
    """Return the names of the variants there are, in order."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def load_variant_data(name: str) -> dict[str, Any]:
    """Return the TOML of the variant `name`.

    Raises:
        UnknownVariant: there is no such file.
    """
    file = FOLDER / f"{name}.toml"
    if not name.replace("-", "_").isidentifier() or not file.is_file():
        raise UnknownVariant(name, variant_names())
    return tomllib.loads(file.read_text(encoding="utf-8"))


def get_variant(variant: str | Variant = "spanish") -> Variant:
    """Return the variant of that name, the same object every time; a `Variant` is given back.

    >>> get_variant("spanish").number
    24

    Raises:
        UnknownVariant: there is no such variant.
    """
    return _named(variant) if isinstance(variant, str) else variant


@cache
def _named(name: str) -> Variant:
    return Variant(load_variant_data(name))
