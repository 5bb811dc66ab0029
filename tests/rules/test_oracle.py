"""The oracle itself: held against published counts, printed examples and the rule text."""

from __future__ import annotations

import csv
import doctest
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .. import strategies
from ..data import convert_perft, legal_games
from ..oracle import slow_check, slow_rules
from ..oracle.slow_check import first_fault
from ..oracle.slow_rules import Position, from_fen, legal_moves, perft, play, texts, to_fen

TABLES = Path(__file__).parents[1] / "data" / "perft"
SLOW_LIMIT = 40_000  # the oracle counts about 20,000 nodes a second


def rows(name: str) -> list[tuple[str, str, int, int, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as lines:
        return [
            (row["variant"], row["fen"], int(row["depth"]), int(row["count"]), row["convention"])
            for row in csv.DictReader(lines, delimiter="\t")
        ]


def deepest(limit: int) -> list[tuple[str, int, int, str]]:
    """Return, of each Spanish position and convention, the deepest row that is cheap enough."""
    found: dict[tuple[str, str], tuple[str, int, int, str]] = {}
    for variant, fen, depth, count, convention in [
        *rows("spanish.tsv"),
        *rows("landing_paths.tsv"),
    ]:
        if variant == "spanish" and count <= limit:
            found[fen, convention] = (fen, depth, count, convention)
    return list(found.values())


def position(fen: str) -> Position:
    return slow_rules.START if fen == "start" else from_fen(fen)


@pytest.mark.parametrize("module", [slow_rules, slow_check, strategies, convert_perft])
def test_examples_in_the_docstrings(module):
    attempted = doctest.testmod(module)
    assert attempted.attempted
    assert not attempted.failed


@pytest.mark.parametrize(("fen", "depth", "count", "convention"), deepest(SLOW_LIMIT))
def test_perft_equals_the_tables(fen, depth, count, convention):
    assert perft(position(fen), depth, convention) == count


def test_perft_knows_the_three_conventions_only():
    assert [perft(slow_rules.START, 2, c) for c in slow_rules.CONVENTIONS] == [49, 49, 49]
    with pytest.raises(ValueError, match="no such convention"):
        perft(from_fen("W:W10:B14"), 1, "every-landing")


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        # "Cómo se mueve el peón": forwards, one square; takes forwards only, kings too.
        ("W:W10:B32", "10-13 10-14"),
        ("B:W1:B19", "19-14 19-15"),
        ("W:W18:BK14", "18-21 18-22"),
        ("W:W10:BK14", "10x19"),
        # "Captura máxima": two pieces before one, and before one king.
        ("W:W6,12:B10,19,K15", "6x13 12x26"),
        ("W:W1,K2:B6,5,14,32", "2x9 2x13"),
        # "Desempate por damas": as many pieces, then the kings count.
        ("W:W10,12:B14,K15", "12x19"),
        # "Coronar detiene la jugada": the new king takes nothing more in that move.
        ("W:W21:B26,27", "21x30"),
        # "La dama recorre toda la diagonal", in all four senses.
        ("W:WK14:B3", "14-10 14-11 14-13 14-17 14-18 14-19 14-21 14-23 14-25 14-28 14-32 14-4 14-5 14-7 14-8"),
        ("W:WK1:B14", "1x19 1x23 1x28 1x32"),
        ("W:WK1:B14,19", "1-10 1-5"),
        # What was taken stays on the board, in the way, until the move is over.
        ("W:WK3:B7,14,15", "3x8"),
        # A capture may end where it began.
        ("W:WK6:B10,18,19,11", "6x6"),
        # Two captures with the same ends that take different pieces.
        ("W:W10:B13,14,21,22", "10x17x26 10x19x26"),
        ("W:WK24:B10,14,20,27", "24x11x18x31 24x6x13x31"),
        # No piece, or none that can move.
        ("W:W:B1", ""),
        ("W:W4:B8,7,11", "4-7"),
    ],
)  # fmt: skip
def test_legal_moves(fen, expected):
    assert " ".join(texts(from_fen(fen))) == expected
