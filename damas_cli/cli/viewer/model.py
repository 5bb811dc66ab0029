"""Where in which game one is, and what keys do: no terminal, no drawing."""

from __future__ import annotations

from collections.abc import Callable

from ...convert.board_text import BoardLook
from ...convert.game_list import GameList
from ...convert.score import Score, Stand, Step, Track
from ...language import Words

# How many plies Page Up and Page Down go.
_PAGE = 10


class Viewer:
    """The state of a viewer.

    Attributes:
        games: what is looked through; `number` is that of the present game, `score` its lines.
        track: the line that one is in, and `index` how many of its moves are played.
        look: how the board is drawn.
        is_done: whether one wants to leave.
        is_playing: whether the game plays on by itself.
        shows_help: whether the keys are explained.
        message: what came of the last key, if that cannot be seen.
    """

    def __init__(self, games: GameList, words: Words, look: BoardLook, number: int = 1) -> None:
        """Begin with the game of that number, which there has to be.

        Raises:
            LookupError: there is no such game.
        """
        self.games = games
        self.words = words
        self.look = look
        self.is_done = False
        self.is_playing = False
        self.shows_help = False
        self.message = ""
        self.number = 0
        self.score: Score
        self.track: Track
        self.index = 0
        if not self._open(number):
            raise LookupError(number)

    def _open(self, number: int) -> bool:
        played = self.games.get(number)
        if played is None:
            return False
        self.number = number
        self.score = Score(played)
        self.track = self.score.main
        self.index = 0
        return True

    @property
    def step(self) -> Step | None:
        """The move that was played last; None at the beginning of the game."""
        return self.track.steps[self.index - 1] if self.index else None

    @property
    def stand(self) -> Stand:
        """What the board shows."""
        return self.score.stand(self.track, self.index)

    @property
    def is_at_end(self) -> bool:
        """Whether no move of the line follows."""
        return self.index == len(self.track.steps)

    def go_to(self, ply: int | str) -> None:
        """Go to the position after so many plies of the main line, or to its `last`."""
        self.track = self.score.main
        last = len(self.track.steps)
        self.index = last if ply == "last" else 0 if isinstance(ply, str) else min(ply, last)

    def press(self, key: str) -> None:
        """Do what a key asks for; one that asks for nothing does nothing."""
        self.message = ""
        was_playing, self.is_playing = self.is_playing, False
        if self.shows_help:
            self.shows_help = False
            if key not in ("q",):
                return
        if key == "space":
            self.is_playing = not was_playing and not self.is_at_end
        elif key in _KEYS:
            _KEYS[key](self)

    def tick(self) -> None:
        """Play a move, where the game plays on by itself."""
        if self.is_playing:
            self._forward()
            self.is_playing = not self.is_at_end

    # ---- keys

    def _forward(self) -> None:
        if not self.is_at_end:
            self.index += 1

    def _back(self) -> None:
        if self.index > 1 or (self.index and self.track.replaces is None):
            self.index -= 1
        else:
            self._leave_variation(before=True)

    def _page_down(self) -> None:
        self.index = min(self.index + _PAGE, len(self.track.steps))

    def _page_up(self) -> None:
        self.index = max(self.index - _PAGE, 0 if self.track.replaces is None else 1)

    def _to_start(self) -> None:
        self.track, self.index = self.score.main, 0

    def _to_end(self) -> None:
        self.index = len(self.track.steps)

    def _leave_variation(self, *, before: bool = False) -> None:
        """Go back to the move that the variation replaces, or to the position before it."""
        replaced = self.track.replaces
        if replaced is not None:
            self.track = replaced.track
            self.index = replaced.index + (0 if before else 1)

    def _variation(self) -> None:
        """Go into the first variation of the present move; from there, to the next one, and from
        the last one back.
        """
        step = self.step
        inside = [track for track in step.variations if track.steps] if step is not None else []
        if inside:
            self.track, self.index = inside[0], 1
            return
        replaced = self.track.replaces
        if replaced is None:
            self.message = self.words("no variation here")
            return
        siblings = [track for track in replaced.variations if track.steps]
        following = siblings.index(self.track) + 1
        if following < len(siblings):
            self.track, self.index = siblings[following], 1
        else:
            self._leave_variation()

    def _next_game(self) -> None:
        if not self._open(self.number + 1):
            self.message = self.words("this is the last game")

    def _previous_game(self) -> None:
        if not self._open(self.number - 1):
            self.message = self.words("this is the first game")

    def _flip(self) -> None:
        other = "white" if self.look.orientation == "black" else "black"
        self.look = self.look._replace(orientation=other)

    def _next_finding(self) -> None:
        """Go to the next move, of any line, with a finding; after the last, to the first."""
        found = [step for step in self.score.steps if step.findings]
        if not found:
            self.message = self.words("no finding at a move of this game")
            return
        places = {step: at for at, step in enumerate(self.score.steps)}
        here = places[self.step] if self.step is not None else -1
        step = next((step for step in found if places[step] > here), found[0])
        self.track, self.index = step.track, step.index + 1

    def _help(self) -> None:
        self.shows_help = True

    def _leave(self) -> None:
        self.is_done = True


_KEYS: dict[str, Callable[[Viewer], None]] = {
    "right": Viewer._forward,
    "left": Viewer._back,
    "down": Viewer._next_game,
    "n": Viewer._next_game,
    "up": Viewer._previous_game,
    "p": Viewer._previous_game,
    "home": Viewer._to_start,
    "end": Viewer._to_end,
    "page-down": Viewer._page_down,
    "page-up": Viewer._page_up,
    "v": Viewer._variation,
    "b": Viewer._leave_variation,
    "backspace": Viewer._leave_variation,
    "f": Viewer._flip,
    "c": Viewer._next_finding,
    "?": Viewer._help,
    "q": Viewer._leave,
    "escape": Viewer._leave,
}
