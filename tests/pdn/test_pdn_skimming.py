"""Games that are skimmed are those that the reader reads, to the byte and to the line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.pdn.blocks import Block, blocks_of, games_of
from damas_cli.pdn.model import Place
from damas_cli.pdn.skimming import skimmed
from tests.fuzz.inputs import KINDS, fuzz_input
from tests.pdn.pdn_texts import PIECES, archive, facts, mutated, pieced_text
from tests.strategies import examples

generators = st.integers(0, 1 << 32).map(random.Random)


def hold(data: bytes, *sizes: int, **limit: int) -> None:
    for size in sizes:
        for block in blocks_of("x", [data], size, **limit):
            if block.data:
                assert facts(skimmed(block, 7, **limit)) == facts(games_of(block, 7, **limit))


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_fed(kind: str) -> None:
    for seed in range(0, 360, 12):
        generator = random.Random(seed)
        parts = [fuzz_input(kind, seed + at) for at in range(6)]
        hold(generator.choice((b"\n", b"", b"\n\n")).join(parts), 1, generator.randint(2, 400))


@examples(40)
@given(generators, st.integers(1, 2000))
def test_broken_archives(generator: random.Random, size: int) -> None:
    data = mutated(generator, archive(6, generator.randrange(99)), generator.randint(0, 12))
    data += mutated(generator, pieced_text(generator, 30) * 3, 3)
    hold(data, 1, size)


@examples(40)
@given(generators, st.integers(1, 200))
def test_games_that_are_too_large(generator: random.Random, size: int) -> None:
    data = mutated(generator, archive(12, generator.randrange(99)), generator.randint(0, 12))
    start = generator.randrange(len(data))
    data = data[:start] + generator.choice(PIECES[:-1]) * 6000 + data[start:]
    hold(data, size, max_bytes=5 * size + 10_000)


def test_places_are_asked_for_in_any_order() -> None:
    block = Block(b"1. 9-13 * 1. 10-14 1-0\n\n1. 11-14 0-1", place=Place(4711, 100, 3))
    first, second, third = skimmed(block)
    assert [game.locate(0) for game in (third, first, second)] == [(100, 26), (100, 4), (100, 13)]
    assert third.place == Place(4711 + 22, 100, 25)


def test_what_has_no_games_has_none() -> None:
    assert list(skimmed(Block(b"{nothing}"))) == []
    assert list(skimmed(Block(b"1. 9-13 1-0", has_games=False))) == []


def test_whoever_asks_for_something_else_is_told_so() -> None:
    (game,) = skimmed(Block(b"1. 9-13 1-0"))
    with pytest.raises(AttributeError, match="winner"):
        game.winner  # noqa: B018
