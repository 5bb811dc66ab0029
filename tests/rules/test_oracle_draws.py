"""The oracle's draw laws by example, from the rule texts."""

from __future__ import annotations

import pytest

from .. import strategies
from ..oracle import slow_draws
from ..oracle.slow_notation import from_fen
from ..oracle.slow_rules import Position


def shuffled(fen: str, moves: str, plies: int, variant: str = "international") -> list[Position]:
    """Return the positions of `moves`, repeated for so many plies."""
    texts = moves.split()
    start = from_fen(fen, variant)
    return strategies.named(
        start, " ".join(texts[ply % len(texts)] for ply in range(plies))
    ).positions


def complete(positions: list[Position], variant: str = "international") -> tuple[int, str]:
    return slow_draws.endings_ply(positions, slow_draws.ENDINGS[variant])


@pytest.mark.parametrize(
    ("fen", "moves", "ply", "name"),
    [
        # "3 damas ... contra 1 dama sola: hasta 16 jugadas por bando desde esa posición".
        ("W:WK1,K2,K3:BK50", "1-6 50-45 6-1 45-50", 32, "three-against-one"),
        ("W:WK1,2,3:BK50", "1-6 50-45 6-1 45-50", 32, "three-against-one"),
        # Four are no such ending.
        ("W:WK1,K2,K3,K4:BK50", "1-6 50-45 6-1 45-50", 0, ""),
        # "2 damas ... hasta 5 jugadas por bando".
        ("W:WK1,K2:BK50", "1-6 50-45 6-1 45-50", 10, "two-against-one"),
        ("W:WK1:BK50", "1-6 50-45 6-1 45-50", 10, "two-against-one"),
        ("B:WK50:BK1", "1-6 50-45 6-1 45-50", 10, "two-against-one"),
        # "Si el bando que solo tiene 1 dama está en la gran diagonal": from the first position.
        (
            "W:WK1,K2,K3:BK46",
            "1-6 46-41 6-1 41-46",
            10,
            "three-against-one-on-the-long-diagonal",
        ),
        # "Y el rival no tiene ninguna ficha en ella".
        ("W:WK1,K2,50:BK46", "1-6 46-41 6-1 41-46", 10, "three-against-one-on-the-long-diagonal"),
        # It leaves the diagonal with each second move of its own.
        ("W:WK1,K2,K3:BK46", "1-6 46-41 6-1 41-36 1-6 36-41 6-1 41-46", 32, "three-against-one"),
    ],
)
def test_international_endings(fen, moves, ply, name):
    positions = shuffled(fen, moves, 40)
    assert complete(positions) == (ply, name)
    assert not ply or complete(positions[:ply]) == (0, "")


@pytest.mark.parametrize(("before", "ply"), [(0, 12), (4, 16), (20, 32), (24, 32)])
def test_three_against_one_becomes_two_against_one(before, ply):
    """ "Se cuentan 5 jugadas por bando desde ese momento", within the 16 that began before."""
    first = shuffled("W:WK1,K2,K4:BK50", "1-6 50-45 6-1 45-50", before)
    given = strategies.named(first[-1], "4-22 50x17").positions
    after = strategies.played(given[-1], [0] * 12, strategies.peaceful).positions
    assert slow_draws.material(after[-1], "W") == "KK"
    assert complete([*first, *given[1:], *after[1:]])[0] == ply


def test_portuguese_forzosa():
    """Three kings with the "río" (1 to 32) against one: 12 moves, on or off it after that."""
    held = shuffled("W:WK1,K2,K3:BK29", "1-5 29-25 5-1 25-29", 30, "portuguese")
    assert complete(held, "portuguese") == (24, "forzosa")
    off = shuffled("W:WK2,K3,K13:BK29", "2-6 29-25 6-2 25-29", 30, "portuguese")
    assert complete(off, "portuguese") == (0, "")


def test_russian_endings_begin_anew_with_the_material():
    """Three against two: 30 moves each of five pieces; then 30 of four."""
    five, four = (
        strategies.played(from_fen(fen, "russian"), [0] * 70, strategies.peaceful).positions
        for fen in ("W:WKa1,Kc1,Ke1:BKb8,Kd8", "B:WKa1,Kc1:BKb8,Kd8")
    )
    assert complete(five, "russian") == (60, "four-or-five-pieces")
    assert complete([*five[:41], *four], "russian") == (101, "four-or-five-pieces")


def test_the_longest_diagonal():
    for variant, fen in (
        ("spanish", "W:WK1:BK32"),
        ("russian", "W:WKa1:BKh8"),
        ("international", "W:WK46:BK5"),
    ):
        assert slow_draws.holders(from_fen(fen, variant)) == {"W", "B"}
    assert slow_draws.holders(from_fen("W:WK4:BK29")) == set()
