"""What the kernel plays of an import is what Python plays, move by move."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert.clubs import read_document
from damas_cli.convert.clubs.items import MOVE, Item
from damas_cli.convert.clubs.replaying import Played, _Player, play
from damas_cli.rules.gametype import VARIANTS
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant

from ..pdn.pdn_texts import mutated
from ..strategies import examples
from .club_print import Style, game_of
from .records import real_files

SEEDS = st.integers(0, 10**9)
BY_HAND = patch.object(_Player, "_play_plain", lambda player: False)


def found(text: str | bytes, *, line_a_game: bool = False) -> list[object]:
    document = read_document(text, line_a_game=line_a_game)
    points = [(p.line, p.column, p.say(), p.is_error) for p in document.all_points()]
    return [[game.pdn for game in document.games], points]


def hold(text: str | bytes, *, line_a_game: bool = False) -> None:
    by_kernel = found(text, line_a_game=line_a_game)
    with BY_HAND:
        assert found(text, line_a_game=line_a_game) == by_kernel


def parts(played: Played) -> list[object]:
    return [getattr(played, name) for name in Played.__slots__]


@examples(30)
@given(SEEDS, st.lists(st.integers(2, 60), min_size=1, max_size=3), st.integers(0, 4))
def test_texts_in_any_style(seed: int, lengths: list[int], mutations: int) -> None:
    rng = random.Random(seed)
    style = Style(rng)
    games = [style.game(game_of(seed + n, plies)) for n, plies in enumerate(lengths)]
    hold(mutated(rng, "\n\n".join(games).encode(), mutations))


@examples(60)
@given(SEEDS, st.integers(2, 90), st.sampled_from(sorted(set(VARIANTS.values()))), st.booleans())
def test_lines_of_every_variant(seed: int, plies: int, variant: str, mend: bool) -> None:
    rng = random.Random(seed)
    texts = list(game_of(seed, plies, variant).texts)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(texts) + 1)
        other = rng.choice(texts or ["10-14"])
        kind = rng.randrange(3)
        texts[at : at + (kind > 0)] = [other] * (kind < 2)
    if rng.random() < 0.5:
        texts = [text.replace("x", rng.choice("x-:")) for text in texts]
    items = [Item(MOVE, text, 0, 0) for text in texts]
    for item in items:
        item.after_words = rng.random() < 0.1
    start = Position.start(get_variant(variant))
    by_kernel = play(start, items, mend=mend)
    with BY_HAND:
        assert parts(play(start, items, mend=mend)) == parts(by_kernel)


def test_the_kernel_plays_a_plain_game_whole() -> None:
    game = game_of(7, 60)
    start = Position.start(get_variant())
    with patch.object(_Player, "_step", side_effect=AssertionError):
        played = play(start, [Item(MOVE, text, 0, 0) for text in game.texts[:20]])
    assert played.whole
    assert played.texts == game.texts[:20]


@pytest.mark.parametrize("line_a_game", [True, False])
def test_real_files(corpus, line_a_game: bool) -> None:
    for file in real_files(corpus):
        if file.suffix == ".ouv" or file.stat().st_size < 4_000:
            hold(file.read_bytes(), line_a_game=line_a_game)
