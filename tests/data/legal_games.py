"""Make archives of legal random games, in which a validator must find nothing.

    python -m tests.data.legal_games GAMES [SEED [VARIANT]] > archive.pdn

Each game has the seven tags, GameType (where PDN has one for the variant) and a terminator that
says what the board says: a win where the side to move is blocked, a draw where the rules make one,
and any result where the players stopped before that. Games of other variants than the Spanish one
stop before endings that have to be won in time. The same seed gives the same bytes, whichever
`Rules` plays: the oracle's are slow and independent; the kernel's make 20,000 games in a fraction
of a minute.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple, Protocol

from ..oracle import kernel_bits, slow_draws, slow_notation, slow_rules
from ..oracle.kernel_bits import KernelMove, KernelState
from ..oracle.slow_variants import VARIANTS, label, number_of, numbers_of

SURNAMES = ("Abad", "Bravo", "Díaz", "Gómez", "Herrera", "Ibáñez", "Muñoz", "Ortega", "Peña", "Rey")
NAMES = ("Ana", "Bruno", "Celia", "Diego", "Elena", "Félix", "Gema", "Hugo", "Inés", "Lucía")
TOWNS = ("Cádiz", "Huelva", "León", "Lugo", "Málaga", "Teruel", "Vigo", "Zamora")
RESULTS = ("1-0", "0-1", "1/2-1/2")
WIDTH = 80
CANDIDATES = 3  # moves thought of where the first would give something away
# Games stop at a length between these two, unless the board ends them before, as it mostly does:
SHORTEST, LONGEST = 50, 150
FEW = 5  # pieces of both sides with which many a variant counts the moves to the end


class Game(NamedTuple):
    """A game played: the texts of its moves, and its result."""

    texts: list[str]
    result: str


class Rules(Protocol):
    """What the generator asks of the rules; states and moves are the rules' own affair."""

    variant: str
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

    def pieces(self, state: Any) -> int:
        """Return how many pieces both sides have together."""


class OracleRules:
    """The slow rules."""

    def __init__(self, variant: str = "spanish") -> None:
        self.variant = variant
        self.start = slow_rules.start(variant)

    def moves(self, state: slow_rules.Position) -> list[slow_rules.Move]:
        number = numbers_of(state.rules)
        return sorted(
            slow_rules.legal_moves(state),
            key=lambda m: (
                number[m.origin],
                number[m.destination],
                sorted(number[s] for s in m.captured),
            ),
        )

    def text(
        self, state: slow_rules.Position, moves: Sequence[slow_rules.Move], move: slow_rules.Move
    ) -> str:
        return slow_notation.text(state, move, moves)

    def captures(self, moves: Sequence[slow_rules.Move]) -> bool:
        return bool(moves) and bool(moves[0].captured)

    def play(self, state: slow_rules.Position, move: slow_rules.Move) -> slow_rules.Position:
        return slow_rules.play(state, move)

    def progresses(self, state: slow_rules.Position, move: slow_rules.Move) -> bool:
        return bool(move.captured) or not slow_rules.is_king(slow_rules.at(state.rows, move.origin))

    def pieces(self, state: slow_rules.Position) -> int:
        return len(list(slow_rules.pieces(state)))


class KernelRules:
    """The product's kernel of a variant."""

    def __init__(self, kernel: Any, variant: str = "spanish") -> None:
        self.variant = variant
        self.start = kernel_bits.state_of(slow_rules.start(variant))
        self._rules = rules = VARIANTS[variant]
        self._legal_moves = kernel.legal_moves
        self._play = kernel.play
        squares = kernel_bits.squares_by_bit(rules).items()
        self._names = {bit: label(square, rules) for bit, square in squares}
        self._numbers = {bit: number_of(square, rules) for bit, square in squares}

    def moves(self, state: KernelState) -> list[KernelMove]:
        number = self._numbers
        return sorted(
            self._legal_moves(*state),
            key=lambda move: (number[move[0]], number[move[1]], self._taken(move[2])),
        )

    def _taken(self, bits: int) -> list[int]:
        return sorted(n for bit, n in self._numbers.items() if bits & bit) if bits else []

    def text(self, state: KernelState, moves: Sequence[KernelMove], move: KernelMove) -> str:
        origin, destination, captured = move
        names = self._names
        if not captured:
            return f"{names[origin]}-{names[destination]}"
        if sum(other[:2] == move[:2] for other in moves) == 1:
            return f"{names[origin]}{self._rules.sign}{names[destination]}"
        # One capture in thousands: its full path is the oracle's business.
        position = kernel_bits.position_of(state, self._rules)
        return slow_notation.text(position, kernel_bits.move_of(move, self._rules))

    def captures(self, moves: Sequence[KernelMove]) -> bool:
        return bool(moves) and bool(moves[0][2])

    def play(self, state: KernelState, move: KernelMove) -> KernelState:
        return (not state[0], *self._play(*state, *move))

    def progresses(self, state: KernelState, move: KernelMove) -> bool:
        return bool(move[2]) or not move[0] & state[3]

    def pieces(self, state: KernelState) -> int:
        return (state[1] | state[2]).bit_count()


def random_game(rng: random.Random, plies: int, rules: Rules) -> Game:
    """Play at random up to `plies` plies, or to the end that the rules make before.

    A move that lets the opponent take something is thought over: else games would be short.
    """
    state = rules.start
    moves = rules.moves(state)
    seen = {state: 1}
    quiet = 0
    texts: list[str] = []
    laws = slow_draws.LAWS[rules.variant]
    few = 0 if rules.variant == "spanish" else FEW
    while moves and len(texts) < plies and rules.pieces(state) > few:
        if drawn(laws, seen[state], quiet):
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
    return Game(texts, "1/2-1/2" if drawn(laws, seen[state], quiet) else rng.choice(RESULTS))


def drawn(laws: slow_draws.Laws, seen: int, quiet: int) -> bool:
    """Tell whether the rules end a game here; three times and no more, where they are silent."""
    return seen >= (laws.repetition or 3) or quiet >= (laws.no_progress or quiet + 1)


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
    }
    if gametype := gametype_of(rules.variant):
        tags["GameType"] = gametype
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{header}\n{movetext(game)}\n"


def gametype_of(variant: str) -> str:
    """Return PDN's number of the variant, in full where the number alone means another."""
    full = VARIANTS[variant].gametype
    return full if variant == "jamaican" else full.split(",")[0]


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
    from damas_cli.rules.variant import get_variant

    games, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    variant = sys.argv[3] if len(sys.argv) > 3 else "spanish"
    rules = KernelRules(kernels.load(get_variant(variant).family), variant)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    for text in archive(games, seed, rules):
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
