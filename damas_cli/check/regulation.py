"""What games are judged by: a variant's rules and the user's own numbers."""

from __future__ import annotations

from damas_cli.rules.draws import endings
from damas_cli.rules.history import History
from damas_cli.rules.variant import Variant, get_variant


class Regulation:
    """What games are judged by: a variant and the user's own numbers.

    Attributes:
        no_progress: plies without capture or man's move that make a draw, 0 for none.
        endings: the laws of single endings.
    """

    __slots__ = (
        "endings",
        "gametype",
        "history",
        "kernel",
        "no_progress",
        "squares",
        "start",
        "variant",
    )

    def __init__(
        self, variant: str | Variant = "spanish", no_progress_each: int | None = None
    ) -> None:
        self.variant = get_variant(variant)
        self.kernel = self.variant.kernel
        self.squares = self.variant.board.kernel_squares
        self.no_progress = (
            self.variant.no_progress if no_progress_each is None else 2 * no_progress_each
        )
        self.endings = endings(self.variant)
        self.start = (self.variant.first == "W", *self.variant.start_masks)
        # As most files of the variant have it.
        self.gametype = f'[GameType "{self.variant.number}"]'.encode()
        # The positions of a main line, used again for each game.
        self.history = self.new_history(512)

    def new_history(self, plies: int) -> History:
        """Return room for the positions of a line of so many plies."""
        return History(plies, self.variant.board.words_a_mask)
