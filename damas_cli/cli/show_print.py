"""A game or a position printed: its tags, its moves and its board, one below the other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator

from ..check.finding import Finding
from ..convert.board_text import board_rows, legend
from ..convert.played import Played
from ..convert.score import Score, Stand
from ..convert.score_rows import heading, score_rows, short, text_as_it_stands
from ..convert.spans import BOLD, Row, Span, clean, filled, line_of, words_of_text
from ..convert.svg_words import to_move
from ..language import Words
from ..rules.captures import TooManyCaptures
from ..rules.position import Position
from .environment import Environment
from .show_options import ShowOptions

_WIDTH = 80
_NARROWEST, _WIDEST = 20, 100


def print_game(env: Environment, played: Played, options: ShowOptions) -> None:
    """Print a game; one without moves is a position, of which the legal moves are told."""
    printed = _Printed(env, played, options)
    for row in printed.rows():
        env.print(line_of(row, printed.look.colour))


class _Printed:
    def __init__(self, env: Environment, played: Played, options: ShowOptions) -> None:
        self.words: Words = env.words
        self.options = options
        self.look = options.look(env)
        self.width = _width(env)
        self.played = played
        self.score = Score(played)

    def rows(self) -> Iterator[Row]:
        """Yield what is printed."""
        if self.options.board_only:
            yield from self._boards()
            return
        is_position = not self.score.steps and self.played.is_whole
        yield from heading(self.played, self.words, self.width)
        yield []
        if is_position:
            yield from self._position()
            return
        yield from score_rows(self.score, self.words, self.width)
        if not self.played.is_whole:
            yield []
            yield from text_as_it_stands(self.played, self.words)
        if not self.options.moves_only:
            yield []
            yield from self._boards()

    def _position(self) -> Iterator[Row]:
        """Yield a position: the board, what can be played, and what is odd about it."""
        position = self.played.start
        if not self.options.moves_only:
            yield from self._boards()
        if position is not None:
            yield []
            yield from filled(_legal_moves(position, self.words), self.width, rest="  ")
            yield [Span(position.fen())]
        for finding in self._odd():
            yield from filled(short(finding, self.words), self.width, rest="  ")

    def _odd(self) -> Iterable[Finding]:
        """Return what is wrong with a position; that it has no players is not."""
        findings = [*self.score.before, *self.score.after]
        return [f for f in findings if f.code[0] != "R" and f.code not in ("T001", "T007")]

    # ---- boards

    def _boards(self) -> Iterator[Row]:
        at = self.options.at
        last = len(self.score.main.steps)
        if at == "each":
            for ply in range(last + 1):
                if ply:
                    yield []
                yield from self._board(ply)
            return
        ply = last if at in (None, "last") else 0 if at == "start" else min(int(at or 0), last)
        yield from self._board(ply)

    def _board(self, ply: int) -> Iterator[Row]:
        """Yield the board after so many plies, with what was played before it."""
        stand = self.score.stand(self.score.main, ply)
        if ply:
            yield [Span(self._move(ply), BOLD)]
        if stand.position is None:
            yield filled(words_of_text(self.words("its position cannot be drawn")), self.width)[0]
            return
        yield from board_rows(stand.position, self.look, stand.last_move)
        yield from filled(words_of_text(self._caption(stand, stand.position)), self.width)

    def _move(self, ply: int) -> str:
        step = self.score.main.steps[ply - 1]
        at = ply - 1 + self.score.first_number
        text = f"{at // 2 + 1}.{'..' if at % 2 else ''} {clean(step.text)}"
        if step.played is None or not step.played.is_played:
            return f"{text} ({self.words('not played on the board')})"
        return text

    def _caption(self, stand: Stand, position: Position) -> str:
        told = to_move(position, self.words)
        if self.look.colour:
            return told
        return f"{told} ({legend(self.look, self.words)})"


def _legal_moves(position: Position, words: Words) -> list[Span]:
    try:
        moves = position.legal_moves()
    except TooManyCaptures as error:
        return words_of_text(words.say(error.phrase))
    if not moves:
        return words_of_text(words("No legal move."))
    told = words.plural("{number} legal move:", "{number} legal moves:", len(moves))
    return [*words_of_text(told), *(Span(move.text) for move in moves)]


def _width(env: Environment) -> int:
    """Return how many columns there are: those of a terminal, within reason; else 80."""
    columns = env.variables.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and len(columns) < 6:
        return min(max(int(columns), _NARROWEST), _WIDEST)
    if env.stdout_is_terminal and env.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            found = os.get_terminal_size(env.stdout.fileno()).columns
            return min(max(found, _NARROWEST), _WIDEST) if found else _WIDTH
    return _WIDTH
