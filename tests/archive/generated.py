"""Archives of generated games, with what a slow and plain look at them tells."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from damas_cli.archive.task import Entry
from damas_cli.pdn.reader import read_games

from ..data.legal_games import gametype_of
from ..oracle import slow_rules
from ..oracle.slow_notation import texts
from ..oracle.slow_rules import Move, Position
from ..strategies import Line, peaceful, played

# Results as they are written, with what they mean to the side that moves first: how many points,
# None for no result.
POINTS: dict[str, float | None] = {
    "1-0": 1.0,
    "2-0": 1.0,
    "1/2-1/2": 0.5,
    "1-1": 0.5,
    "0-1": 0.0,
    "0-0": 0.0,
    "*": None,
}
VARIANTS = ("spanish", "english", "russian", "canadian")
# No move of any of these variants.
ILLEGAL = "1-32"


class SlowGame(NamedTuple):
    """A game: its variant, its legal moves, whether an illegal one follows, its result."""

    variant: str
    line: Line
    is_spoilt: bool
    result: str

    @property
    def positions(self) -> list[Position]:
        """Those that legal moves lead to."""
        return self.line.positions

    @property
    def texts(self) -> list[str]:
        """The moves as written."""
        return [*self.line.texts, ILLEGAL] if self.is_spoilt else self.line.texts

    def pdn(self) -> str:
        """Return the game as it stands in a file."""
        tag = f'[GameType "{gametype_of(self.variant)}"]\n\n'
        return f"{tag}{' '.join([*self.texts, self.result])}\n\n"


@st.composite
def archives(
    draw: st.DrawFn, variants: Sequence[str] = VARIANTS, plies: int = 8, most: int = 12
) -> list[SlowGame]:
    """Draw the games of an archive, of one variant or of several.

    Most games of a variant are the same moves in different orders, as far as these are legal. What
    is drawn is a seed, since positions by several orders want games of many moves.
    """
    some = draw(st.sampled_from([*([name] for name in variants), variants]))
    size = draw(st.integers(0, most))
    rng = random.Random(draw(st.integers(0, 2**32)))
    plans = {name: drawn_line(rng, name, plies, first_steps) for name in some}
    return [drawn_game(rng, rng.choice(some), plies, plans) for _ in range(size)]


def drawn_game(rng: random.Random, variant: str, plies: int, plans: Mapping[str, Line]) -> SlowGame:
    """Draw a game of a variant."""
    if rng.random() < 0.75:
        line = reordered(rng, plans[variant])
    else:
        line = drawn_line(rng, variant, rng.randint(0, plies), texts)
    is_spoilt = rng.random() < 0.3 and bool(line.texts)
    return SlowGame(variant, line, is_spoilt, rng.choice([*POINTS]))


def drawn_line(
    rng: random.Random,
    variant: str,
    plies: int,
    moves_of: Callable[[Position], dict[str, Move]],
) -> Line:
    """Play at random from the start."""
    return played(slow_rules.start(variant), [rng.randrange(60) for _ in range(plies)], moves_of)


def first_steps(position: Position) -> dict[str, Move]:
    """Return a move of each man that stands where it does at the start and gives nothing away."""
    found = peaceful(position)
    start = set(slow_rules.pieces(slow_rules.start(position.rules.name)))
    rows = {square[1] for square, piece in start if slow_rules.colour(piece) == position.turn}
    front = max(rows) if position.turn == "W" else min(rows)
    by_man = {m.origin: (text, m) for text, m in found.items() if m.origin[1] == front}
    return dict(by_man.values()) or found


def reordered(rng: random.Random, plan: Line) -> Line:
    """Play moves of `plan`, of each side some two in the other order, as far as they are legal."""
    sides = [swapped(rng, plan.texts[side::2]) for side in (0, 1)]
    line = Line(plan.positions[:1], [], [])
    for ply in range(rng.randint(0, len(plan.texts))):
        moves = texts(line.positions[-1])
        text = sides[ply % 2][ply // 2]
        if text not in moves:
            break
        line.texts.append(text)
        line.moves.append(moves[text])
        line.positions.append(slow_rules.play(line.positions[-1], moves[text]))
    return line


def swapped(rng: random.Random, moves: list[str]) -> list[str]:
    """Return the moves with two of the first ones in the other order, or as they are."""
    at = rng.randrange(3)
    if at + 1 < len(moves):
        moves[at : at + 2] = reversed(moves[at : at + 2])
    return moves


def pdn(games: Sequence[SlowGame]) -> bytes:
    """Return the games as a file."""
    return "".join(game.pdn() for game in games).encode()


def entries(data: bytes) -> list[Entry]:
    """Return the games of a file as entries."""
    found = enumerate(read_games([data]), 1)
    return [Entry(game, number, "games.pdn", game.raw.strip()) for number, game in found]
