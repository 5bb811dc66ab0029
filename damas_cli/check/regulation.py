"""What games are judged by: a variant's rules and the user's own numbers."""

from __future__ import annotations

from array import array

from damas_cli.rules import kernels
from damas_cli.rules.fen import parse_fen
from damas_cli.rules.variant import Variant, get_variant


class Regulation:
    """What games are judged by: a variant and the user's own numbers.

    Attributes:
        no_progress: plies without capture or man's move that make a draw, 0 for none.
    """

    __slots__ = ("buffer", "gametype", "kernel", "no_progress", "squares", "start", "variant")

    def __init__(self, variant: str = "spanish", no_progress_each: int | None = None) -> None:
        self.variant: Variant = get_variant(variant)
        self.kernel = kernels.load(self.variant.family)
        self.squares = self.variant.board.kernel_squares
        self.no_progress = (
            self.variant.no_progress if no_progress_each is None else 2 * no_progress_each
        )
        turn, white, black, crowned = parse_fen(self.variant.start, self.variant.board)
        self.start = (turn == "W", white, black, crowned)
        # As most files of the variant have it.
        self.gametype = f'[GameType "{self.variant.gametype}"]'.encode()
        # The positions of a main line, used again for each game.
        self.buffer: array[int] = array("Q", bytes(24 * 512))

    def positions(self, plies: int) -> array[int]:
        """Return the buffer, large enough for a line of so many plies."""
        if len(self.buffer) < 3 * (plies + 1):
            self.buffer = array("Q", bytes(24 * (plies + 1)))
        return self.buffer
