"""Archives of games that are there more than once, each time written in another way.

A game is played by the slow rules of `tests.oracle`, so that what it is does not depend on how
damas reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from tests.oracle import slow_notation, slow_rules
from tests.oracle.slow_rules import Move, Position
from tests.oracle.slow_variants import VARIANTS
from tests.strategies import Line, lines, positions

NAMES = ("García", "GARCIA", "garcía ", "Ortega", "?", "")
RESULTS = ("1-0", "2-0", "0-1", "1/2-1/2", "1-1", "*")
START = slow_rules.START
FULL_FORM = VARIANTS["spanish"].gametype


class Played(NamedTuple):
    """A game and one way to write it."""

    line: Line
    tags: dict[str, str]
    text: bytes

    @property
    def fens(self) -> list[str]:
        """All positions, the first one too."""
        return [slow_notation.to_fen(position) for position in self.line.positions]


@st.composite
def archives(draw: st.DrawFn, most: int = 6) -> list[Played]:
    """Give games of which some are the same, some nearly, and some end alike."""
    starts = st.one_of(st.just(START), st.just(START), positions())
    pool = [draw(lines(8, draw(starts), 3)) for _ in range(draw(st.integers(1, 2)))]
    pool += [other for line in pool for other in neighbours(line)]
    chosen = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=most))
    return [draw(spellings(line)) for line in chosen]


def neighbours(line: Line) -> Iterable[Line]:
    """Yield what a line is not: cut short, or with two moves of one side the other way round."""
    start = line.positions[0]
    if line.moves:
        yield Line(line.positions[:-1], line.moves[:-1], line.texts[:-1])
    for at in range(len(line.moves) - 2):
        moves = list(line.moves)
        moves[at], moves[at + 2] = moves[at + 2], moves[at]
        swapped = replayed(start, moves)
        if swapped is not None and moves != line.moves:
            yield swapped
            return


def replayed(start: Position, moves: Sequence[Move]) -> Line | None:
    """Play moves in their order; None where one is not legal there."""
    line = Line([start], [], [])
    for move in moves:
        texts = {found: text for text, found in slow_notation.texts(line.positions[-1]).items()}
        if move not in texts:
            return None
        line = Line(
            [*line.positions, slow_rules.play(line.positions[-1], move)],
            [*line.moves, move],
            [*line.texts, texts[move]],
        )
    return line


@st.composite
def spellings(draw: st.DrawFn, line: Line) -> Played:
    """Write a game in one of its ways."""
    tags = {
        name: draw(st.sampled_from(NAMES)) for name in ("White", "Black") if draw(st.booleans())
    }
    header = {name.upper() if draw(st.booleans()) else name: tags[name] for name in tags}
    if draw(st.booleans()):
        header["GameType"] = draw(st.sampled_from(["24", FULL_FORM]))
    if line.positions[0] != START or draw(st.booleans()):
        header["FEN"] = draw(st.sampled_from(fens(line.positions[0])))
    words: list[str] = []
    numbered = draw(st.booleans())
    for ply, (position, move) in enumerate(zip(line.positions, line.moves, strict=False)):
        if numbered and ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(draw(st.sampled_from(texts_of(position, move))))
        if draw(st.integers(0, 5)) == 0:
            words.append(draw(st.sampled_from(["{why}", "!?", "$2", "(?)", "; 1. 9-13\n"])))
        if draw(st.integers(0, 9)) == 0:
            words.append(f"({line.texts[ply]} {{or so}})")
    result = draw(st.sampled_from(RESULTS))
    tags["Result"] = result
    words.append(result)
    head = "".join(f'[{name} "{value}"]\n' for name, value in header.items())
    # A game with a tag is one of its own, whatever stands before it.
    head = head or '[Event "?"]\n'
    return Played(line, tags, f"{head}\n{' '.join(words)}\n".encode())


def fens(position: Position) -> list[str]:
    """Return ways to write a position."""
    plain = slow_notation.to_fen(position)
    turn, white, black = plain.split(":")
    return [plain, f"{turn}:{black}:{white}.", f"{turn} : {white} : {black}"]


def texts_of(position: Position, move: Move) -> list[str]:
    """Return ways to write a move which say what it is, each without what follows."""
    legal = slow_rules.legal_moves(position)
    text = slow_notation.text(position, move, legal)
    ways = [text]
    if move.captured:
        ways += [
            slow_notation.written(
                [slow_notation.square_of(number, position.rules) for number in path], position.rules
            )
            for path in slow_notation.canonical_paths(position, move)
        ]
    items = text.replace("x", "-").split("-")
    ways.append("-".join(items))
    ways.append("x".join(item.zfill(2) for item in items))
    return ways


def joined(games: Iterable[Played]) -> bytes:
    """Return the text of an archive."""
    return b"\n".join(game.text for game in games)
