"""Files cut into blocks: the games of the blocks are those of the whole file, to the byte."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.pdn.blocks import Block, blocks_of, games_of
from damas_cli.pdn.model import Game
from tests.fuzz.inputs import KINDS, fuzz_input
from tests.pdn.pdn_texts import PIECES, archive, facts, mutated, pieced_text, read, split

HEADER = b'[Event "x"]\n[White "y"]\n'
# What may stand before a line that looks like the first tag pair of another game.
ENDS = (
    *(b"1-0", b"0-1\n", b"1/2-1/2 \r\n", b"*", b"*\n\n", b" * ", b"0-0", b"2-0", b"1/2"),
    *(b"24 - 1-0", b"(1-0", b"(1-0)", b"( * ", b"{1-0", b"{ 1-0 }", b"; 1-0", b"% *", b"0.5-0.5"),
    *(b"foo 1-0", b"foo /bar 1/2", b"foo 10- 1/2-1/2", b"/ 1/2-1/2", b'[A "1-0', b"[\n1-0"),
    *(b"[A\n1-0", b"1. 1-0", b"12. 10-14 *", b"10-14 * ", b"1-0\\r", b"\xf1 1-0", b"{\n\n1-0"),
    *(b"1-0 1-0", b"}1-0", b")*"),
)
OPENINGS = (b"", HEADER, b"1. 10-14 ", b"{c} ", b"(", b"foo ", b"/x ")
BETWEEN = (b"\n", b"\n\n", b"\r\n", b" \n", b"\n \n", b"\r", b"\n\0\n")
PAIRS = (HEADER, b'[A "b"]}\n', b'[A "b\n', b'[A  "b" ]', b'[A\n"b"]', b'[A "b"] 1-0 ')

generators = st.integers(0, 1 << 32).map(random.Random)


def blocked(
    data: bytes, size: int, parser: str = "compiled", chunks: Iterable[bytes] | None = None, **limit
) -> Iterator[Game]:
    """Yield the games of the blocks of `data`."""
    number = 1
    for block in blocks_of("x", chunks or [data], size, parser=parser, **limit):
        again = Block.from_bytes(block.to_bytes())
        for game in games_of(again, number, parser, **limit):
            yield game
            number += 1


def hold(data: bytes, *sizes: int, parser: str = "compiled", **limit: int) -> None:
    whole = facts(read(data, parser, **limit))
    for size in sizes:
        assert facts(blocked(data, size, parser, **limit)) == whole


@pytest.mark.parametrize("end", ENDS)
def test_wherever_a_result_stands(end: bytes) -> None:
    for opening, between, pair in product(OPENINGS, BETWEEN, PAIRS):
        data = HEADER + b"1. 10-14 1-0\n\n" + opening + end + between + pair
        hold(data + b"1. 9-13 1-0\n\n" + HEADER + b"*\n", 1, 40)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_fed(kind: str) -> None:
    for seed in range(0, 1200, 6):
        generator = random.Random(seed)
        parts = [fuzz_input(kind, seed + at) for at in range(6)]
        data = generator.choice((b"\n", b"", b"\n\n")).join(parts)
        try:
            hold(data, 1, generator.randint(2, 400))
        except BaseException as error:
            error.add_note(f"{kind} {seed}: {data!r}")
            raise


@settings(deadline=None)
@given(generators, st.integers(1, 2000))
def test_broken_archives(generator: random.Random, size: int) -> None:
    data = mutated(generator, archive(6, generator.randrange(99)), generator.randint(0, 12))
    data += mutated(generator, pieced_text(generator, 30) * 3, 3)
    hold(data, 1, size)


@settings(deadline=None)
@given(generators, st.integers(1, 200))
def test_games_that_are_too_large(generator: random.Random, size: int) -> None:
    data = mutated(generator, archive(12, generator.randrange(99)), generator.randint(0, 12))
    start = generator.randrange(len(data))
    data = data[:start] + generator.choice(PIECES[:-1]) * 6000 + data[start:]
    hold(data, size, max_bytes=5 * size + 10_000)


@settings(deadline=None, max_examples=15)
@given(generators)
def test_lark_reads_the_same_blocks(generator: random.Random) -> None:
    hold(mutated(generator, archive(3), 8), 1, parser="lark")


@settings(deadline=None)
@given(generators, st.integers(1, 3000), st.booleans())
def test_chunks_and_pauses_do_not_matter(generator: random.Random, size: int, pauses: bool) -> None:
    data = mutated(generator, archive(6), generator.randint(0, 6))
    chunks = [part for chunk in split(generator, data) for part in (chunk, b"")[: 1 + pauses]]
    assert facts(blocked(data, size, chunks=chunks)) == facts(read(data))


def test_corpus(corpus) -> None:
    for file in [*corpus.rglob("*.pdn"), *corpus.rglob("*.ouv")]:
        hold(file.read_bytes(), 1, 1000)


def test_an_archive_is_cut_without_reading(monkeypatch) -> None:
    monkeypatch.setattr("damas_cli.pdn.blocks.GameReader", None)
    data = archive(500)
    blocks = list(blocks_of("x", [data], 10_000))
    assert b"".join(block.data for block in blocks) == data
    assert all(10_000 <= len(block.data) < 12_000 for block in blocks[:-1])


def test_a_pause_gives_out_the_games_so_far() -> None:
    data = archive(3)
    blocks = blocks_of("x", iter([data, b"", b"\n1-0"]))
    first, pause, rest = blocks
    assert len(list(games_of(first))) == 2
    assert pause.data == pause.to_bytes() == b""
    assert len(list(games_of(rest))) == 2


def test_the_games_before_a_fault_are_given_out() -> None:
    def chunks() -> Iterator[bytes]:
        yield archive(3)
        raise OSError("gone")

    blocks = blocks_of("x", chunks())
    assert len(list(games_of(next(blocks)))) == 3
    with pytest.raises(OSError, match="gone"):
        next(blocks)


@settings(deadline=None)
@given(generators)
def test_a_block_comes_apart_into_its_games(generator: random.Random) -> None:
    data = mutated(generator, archive(4), 6) + generator.choice(PIECES[:-1]) * 4000
    limit = {"max_bytes": 10_300}
    whole = read(data, **limit)
    blocks = blocks_of("x", [data], 60, **limit)
    singles = [single for block in blocks for single in block.single_games(**limit)]
    games = [list(games_of(single, 1, **limit)) for single in singles]
    assert [len(each) for each in games] == [1] * len(whole)
    assert [each[0].raw for each in games] == [game.raw for game in whole]
    assert [each[0].problems for each in games] == [game.problems for game in whole]
