"""Make archives of legal random Spanish games, in which a validator must find nothing.

    python -m tests.data.legal_games GAMES [SEED] > archive.pdn

Each game has the seven tags, GameType and a terminator that says what the board says: a win where
the side to move is blocked, a draw where the rules make one, and any result where the players
stopped before that. The same seed gives the same bytes, whichever `Rules` plays: the oracle's are
slow and independent; the kernel's make 20,000 games in a fraction of a minute.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple, Protocol

from ..oracle import kernel_bits, slow_rules
from ..oracle.kernel_bits import KernelMove, KernelState

SURNAMES = ("Abad", "Bravo", "Díaz", "Gómez", "Herrera", "Ibáñez", "Muñoz", "Ortega", "Peña", "Rey")
NAMES = ("Ana", "Bruno", "Celia", "Diego", "Elena", "Félix", "Gema", "Hugo", "Inés", "Lucía")
TOWNS = ("Cádiz", "Huelva", "León", "Lugo", "Málaga", "Teruel", "Vigo", "Zamora")
RESULTS = ("1-0", "0-1", "1/2-1/2")
WIDTH = 80
CANDIDATES = 3  # moves thought of where the first would give something away
# Games stop at a length between these two, unless the board ends them before, as it mostly does:
SHORTEST, LONGEST = 50, 150


class Game(NamedTuple):
    """A game played: the texts of its moves, and its result."""

    texts: list[str]
    result: str


class Rules(Protocol):
    """What the generator asks of the rules; states and moves are the rules' own affair."""

    start: Any

    def moves(self, state: Any) -> Sequence[Any]:
        """Return the legal moves, ascending by their squares' numbers."""

    def text(self, state: Any, moves: Sequence[Any], move: Any) -> str:
        """Return the text of `move`, which is one of `moves`."""

    def captures(self, moves: Sequence[Any]) -> bool:
        """Tell whether `moves` are captures (all are, or none is)."""

    def play(self, state: Any, move: Any) -> Any:
        """Return the state after `move`."""

    def progresses(self, state: Any, move: Any) -> bool:
        """Tell whether `move` is a capture or a man's."""


class OracleRules:
    """The slow rules."""

    start = slow_rules.START

    def moves(self, state: slow_rules.Position) -> list[slow_rules.Move]:
        number = slow_rules.NUMBERS
        return sorted(
            slow_rules.legal_moves(state),
            key=lambda m: (
                number[m.origin],
                number[m.destination],
                sorted(map(number.get, m.captured)),
            ),
        )

    def text(
        self, state: slow_rules.Position, moves: Sequence[slow_rules.Move], move: slow_rules.Move
    ) -> str:
        return slow_rules.text(state, move, moves)

    def captures(self, moves: Sequence[slow_rules.Move]) -> bool:
        return bool(moves) and bool(moves[0].captured)

    def play(self, state: slow_rules.Position, move: slow_rules.Move) -> slow_rules.Position:
        return slow_rules.play(state, move)

    def progresses(self, state: slow_rules.Position, move: slow_rules.Move) -> bool:
        return bool(move.captured) or not slow_rules.is_king(slow_rules.at(state.rows, move.origin))


class KernelRules:
    """The product's kernel, as `damas_cli.rules.kernels.load("spanish")` gives it."""

    start = kernel_bits.state_of(slow_rules.START)

    def __init__(self, kernel: Any) -> None:
        self._legal_moves = kernel.legal_moves
        self._play = kernel.play
        self._names = {bit: str(number) for bit, number in kernel_bits.NUMBERS.items()}

    def moves(self, state: KernelState) -> list[KernelMove]:
        number = kernel_bits.NUMBERS
        return sorted(
            self._legal_moves(*state),
            key=lambda move: (number[move[0]], number[move[1]], _numbers(move[2])),
        )

    def text(self, state: KernelState, moves: Sequence[KernelMove], move: KernelMove) -> str:
        origin, destination, captured = move
        names = self._names
        if not captured:
            return f"{names[origin]}-{names[destination]}"
        if sum(other[:2] == move[:2] for other in moves) == 1:
            return f"{names[origin]}x{names[destination]}"
        # One capture in thousands: its full path is the oracle's business.
        return slow_rules.text(kernel_bits.position_of(state), kernel_bits.move_of(move))

    def captures(self, moves: Sequence[KernelMove]) -> bool:
        return bool(moves) and bool(moves[0][2])

    def play(self, state: KernelState, move: KernelMove) -> KernelState:
        return (not state[0], *self._play(*state, *move))

    def progresses(self, state: KernelState, move: KernelMove) -> bool:
        return bool(move[2]) or not move[0] & state[3]


def _numbers(bits: int) -> list[int]:
    return (
        sorted(number for bit, number in kernel_bits.NUMBERS.items() if bits & bit) if bits else []
    )


def random_game(rng: random.Random, plies: int, rules: Rules) -> Game:
    """Play at random up to `plies` plies, or to the end that the rules make before.

    A move that lets the opponent take something is thought over: else games would be short.
    """
    state = rules.start
    moves = rules.moves(state)
    seen = {state: 1}
    quiet = 0
    texts: list[str] = []
    while moves and len(texts) < plies:
        if seen[state] >= slow_rules.REPETITION or quiet >= slow_rules.NO_PROGRESS:
            return Game(texts, "1/2-1/2")
        for _ in range(CANDIDATES):
            move = moves[int(rng.random() * len(moves))]
            following = rules.play(state, move)
            replies = rules.moves(following)
            if not rules.captures(replies):
                break
        texts.append(rules.text(state, moves, move))
        quiet = 0 if rules.progresses(state, move) else quiet + 1
        state, moves = following, replies
        seen[state] = seen.get(state, 0) + 1
    if not moves:
        return Game(texts, "1-0" if len(texts) % 2 else "0-1")  # who moved last has won
    drawn = seen[state] >= slow_rules.REPETITION or quiet >= slow_rules.NO_PROGRESS
    return Game(texts, "1/2-1/2" if drawn else rng.choice(RESULTS))


def legal_game(rng: random.Random, plies: int, rules: Rules, number: int = 1) -> str:
    """Return the PDN text of one random legal game."""
    game = random_game(rng, plies, rules)
    white, black = (f"{surname}, {rng.choice(NAMES)}" for surname in rng.sample(SURNAMES, 2))
    tags = {
        "Event": f"Open de {rng.choice(TOWNS)}",
        "Site": rng.choice(TOWNS),
        "Date": f"{rng.randint(1950, 2024)}.{rng.randint(1, 12):02}.{rng.randint(1, 28):02}",
        "Round": str((number - 1) // 10 + 1),
        "White": white,
        "Black": black,
        "Result": game.result,
        "GameType": "24",
    }
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{header}\n{movetext(game)}\n"


def movetext(game: Game) -> str:
    """Return the moves with their numbers and the result, in lines of at most 80 characters."""
    words = []
    for ply, text in enumerate(game.texts):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(text)
    lines = wrap(" ".join([*words, game.result]), WIDTH, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def archive(games: int, seed: int, rules: Rules) -> Iterator[str]:
    """Give the texts of `games` random games of 50 plies and more on average."""
    rng = random.Random(seed)
    for number in range(1, games + 1):
        yield legal_game(rng, rng.randint(SHORTEST, LONGEST), rules, number)


def main() -> None:
    """Write an archive to standard output, played by the product's kernel."""
    from damas_cli.rules import kernels

    games, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    for text in archive(games, seed, KernelRules(kernels.load("spanish"))):
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
