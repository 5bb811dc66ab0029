"""`results`: what the results of games mean, and whose win it is."""

from __future__ import annotations

import json
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ..cli.running import damas
from ..strategies import examples

# What a result means, by the colour that moves first.
MEANINGS = {
    "1-0": "first",
    "2-0": "first",
    "0-1": "second",
    "0-2": "second",
    "1/2-1/2": "draw",
    "1-1": "draw",
    "0-0": "double-loss",
    "*": "unknown",
}
# GameTypes, with the colours of those who move first and second.
GAMETYPES = {
    "24": ("spanish", "white", "black"),
    "21": ("english", "black", "white"),
    "40": (None, "first", "second"),
}
GAMES = st.lists(st.tuples(st.sampled_from([*GAMETYPES]), st.sampled_from([*MEANINGS])))


@examples(25)
@given(GAMES)
def test_every_game_counts_for_its_winner(games: list[tuple[str, str]]) -> None:
    text = "".join(f'[GameType "{gametype}"]\n\n1. 9-13 {result}\n\n' for gametype, result in games)
    expected: Counter[tuple[str | None, str]] = Counter()
    for gametype, result in games:
        variant, first, second = GAMETYPES[gametype]
        won = {"first": first, "second": second}
        expected[variant, won.get(MEANINGS[result], MEANINGS[result])] += 1
    outcome = damas("stats", "--report", "results", "--jobs", "1", stdin=text.encode())
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    counted = {(row["variant"], row["result"]): row["games"] for row in rows}
    assert {key: number for key, number in counted.items() if number} == dict(expected)
    sums = Counter(row["variant"] for row in rows for _ in range(row["games"]))
    for row in rows:
        assert row["percent"] == round(100 * row["games"] / sums[row["variant"]], 1)
