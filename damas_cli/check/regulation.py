"""What games are judged by: the rules of a variant and the user's own numbers."""

from __future__ import annotations

from collections import Counter

from damas_cli.pdn.model import Game
from damas_cli.rules.draws import endings
from damas_cli.rules.history import History
from damas_cli.rules.variant import Variant, get_variant

from .gametype import GameTypeReading, read_gametype

# A file that names no GameType is one of Spanish draughts.
DEFAULT = "spanish"
# No tournament plays more, and twice as many plies still fit the kernel's counters.
MOST_MOVES = 1_000_000


class Regulation:
    """What a game is judged by: a variant and the user's own numbers.

    Attributes:
        no_progress: plies without capture or man's move that make a draw, 0 for none.
        endings: the laws of single endings.
        start: White to move, and the masks of White, Black and the kings.
        algebraic: whether the variant names its squares.
        dash_captures: whether `-` is what the variant writes for a capture.
    """

    __slots__ = (
        "algebraic",
        "dash_captures",
        "endings",
        "history",
        "kernel",
        "no_progress",
        "squares",
        "start",
        "variant",
    )

    def __init__(
        self, variant: str | Variant = DEFAULT, no_progress_each: int | None = None
    ) -> None:
        self.variant = get_variant(variant)
        self.kernel = self.variant.kernel
        self.squares = self.variant.board.kernel_squares
        self.no_progress = (
            self.variant.no_progress if no_progress_each is None else 2 * no_progress_each
        )
        self.endings = endings(self.variant)
        self.start = (self.variant.first == "W", *self.variant.start_masks)
        self.algebraic = self.variant.board.algebraic
        self.dash_captures = self.variant.capture_sign == "-"
        # The positions of a main line, used again for each game.
        self.history = self.new_history(512)

    def new_history(self, plies: int) -> History:
        """Return room for the positions of a line of so many plies."""
        return History(plies, self.variant.board.words_a_mask)


class Rulebook:
    """Which regulation each game of a run is judged by.

    Attributes:
        default: for games without a GameType.
        forced: whether the default holds for all games, whatever their GameType.
        misfits: of the games that fit several other sets of move rules and not their own, how many
            fit each variant, by its name; how many games there were at all under the empty name.
    """

    __slots__ = ("_readings", "_regulations", "default", "forced", "misfits", "no_progress_each")

    def __init__(
        self, variant: str | Variant | None = None, no_progress_each: int | None = None
    ) -> None:
        """Judge all games by `variant`; without one, each by its GameType, else as Spanish."""
        if no_progress_each is not None and not 0 <= no_progress_each <= MOST_MOVES:
            raise ValueError(f"moves each are from 0 to {MOST_MOVES}, not {no_progress_each}")
        self.no_progress_each = no_progress_each
        self.forced = variant is not None
        self.misfits: Counter[str] = Counter()
        self._regulations: dict[Variant, Regulation] = {}
        self._readings: dict[bytes, tuple[GameTypeReading, Regulation]] = {}
        self.default = self.regulation(get_variant(DEFAULT if variant is None else variant))

    def regulation(self, variant: Variant) -> Regulation:
        """Return the regulation of `variant`, the same one every time."""
        found = self._regulations.get(variant)
        if found is None:
            found = Regulation(variant, self.no_progress_each)
            self._regulations[variant] = found
        return found

    def of(self, game: Game) -> tuple[GameTypeReading | None, Regulation]:
        """Return what the game's GameType is taken for and what to judge the game by.

        There is no reading where there is no GameType, or where none counts. A game that damas does
        not play comes with the default, by which its moves must not be judged.
        """
        if self.forced:
            return None, self.default
        value = _plain_value(game.raw)
        if not value:
            tag = game.tag("GameType")
            if tag is None:
                return None, self.default
            value = tag.value.encode("utf-8", "backslashreplace")
        found = self._readings.get(value)
        if found is None:
            reading = read_gametype(value.decode(), self.default.variant)
            variant = reading.variant
            found = reading, self.default if variant is None else self.regulation(variant)
            if len(self._readings) < _MOST_READINGS:
                self._readings[value] = found
        return found


def _plain_value(raw: bytes) -> bytes:
    """Return the value of a GameType that stands on a line of its own, the only one in the game.

    No token but a tag begins a line like that, so the tape need not be looked at. Empty where it is
    not so plain.
    """
    start = raw.find(_PLAIN)
    if start < 0 or raw.count(b"GameType") != 1:
        return b""
    start += len(_PLAIN)
    value = raw[start : raw.find(b'"', start)]
    plain = value.isascii() and not _NOT_PLAIN.intersection(value)
    plain = plain and raw.startswith(b'"]', start + len(value))
    return value if plain else b""


_PLAIN = b'\n[GameType "'
# A tag's value ends with its line, and a backslash protects what follows it.
_NOT_PLAIN = frozenset(b"\\\r\n")
# A hostile file may have a new GameType a game.
_MOST_READINGS = 100
