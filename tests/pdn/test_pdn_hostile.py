"""Texts made to harm: no exception, no unbounded memory, no quadratic time."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from damas_cli.pdn import engine
from damas_cli.pdn.reader import MAX_BYTES, read_games
from tests.pdn.pdn_texts import facts, read, split

MEGABYTE = 1_000_000

# The source of the driver reads half a megabyte a second: the same, but not in time for this.
large_texts = pytest.mark.skipif(not engine.compiled, reason="the driver is not compiled")


@pytest.mark.parametrize(
    "opening", [b"{", b"(", b"/", b"[", b'[A "', b"9-13 (", b"9-13 {x\n", b"\\"]
)
def test_whatever_is_left_open_is_a_problem(opening: bytes) -> None:
    games = read(opening)
    assert len(games) == 1
    assert games[0].problems


def test_random_bytes_never_raise() -> None:
    generator = random.Random(21)
    alphabets = [
        bytes(range(256)),
        b"\0",
        b'{}()[]"*/\n\r-x1 0\\',
        b"1-0* \n",
        bytes(range(128, 256)),
    ]
    for _ in range(1500):
        alphabet = generator.choice(alphabets)
        data = bytes(generator.choices(alphabet, k=generator.randint(0, 200)))
        games = read(data)
        for game in games:
            _ = (game.tags, game.main_line(), game.result, game.encoding)
            for problem in game.problems:
                assert 0 <= problem.start <= problem.end <= len(game.raw)
                game.locate(problem.start)
        assert facts(read_games(split(generator, data))) == facts(games)


def test_a_hundred_thousand_nested_variations() -> None:
    for text in (b"(9-13 " * 100_000, b"(9-13 " * 100_000 + b")" * 100_000):
        (game,) = read(text)
        assert [problem.code for problem in game.problems] == ["S006"]
        assert len(list(game.main_line().flat())) > 2000


@large_texts
@pytest.mark.parametrize(
    "text",
    [
        b"{" * 1_000_000,
        b"1. 9-13 { 1-0\n" * 70_000,
        b'[A "b"]\n1. 9-13 {\n' * 60_000,
        b"9-13* " * 160_000,
        b"1. 9-13* 2. 9-13* " * 55_000,
        b"9-13 * " * 140_000,
        b"[" * 1_000_000,
        b"(" * 1_000_000,
        b"@1-0 " * 200_000,
        b"1-0" * 300_000,
    ],
    ids=lambda text: text[:12].decode(),
)
def test_a_megabyte_takes_linear_time(text: bytes) -> None:
    start = time.process_time()
    for _ in read_games([text]):
        pass
    # It takes a second at most; in quadratic time it would be minutes.
    assert time.process_time() - start < 15


def large(first: bytes, block: bytes, megabytes: int) -> Iterator[bytes]:
    yield first
    block = block * (MEGABYTE // len(block))
    for _ in range(megabytes):
        yield block
    yield b'\n[Event "after"]\n1. 9-13 1-0\n'


@large_texts
@pytest.mark.parametrize(
    ("first", "block"),
    [
        (b'[A "b"]\n', b"1. 9-13 21-18 {x}\n"),
        (b"9-13 {", b"no end of this "),
    ],
    ids=["moves", "comment"],
)
def test_a_game_of_200_megabytes(first: bytes, block: bytes) -> None:
    tracemalloc.start()
    try:
        games = []
        for game in read_games(large(first, block, 200)):
            assert len(game.raw) <= MAX_BYTES
            games.append([(problem.code, problem.reason) for problem in game.problems])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert games == [[("S006", "too-large")], []]
    assert peak < 160 * MEGABYTE


@large_texts
def test_200_megabytes_of_blanks_are_no_game() -> None:
    assert list(read_games(b" \n" * (MEGABYTE // 2) for _ in range(60))) == []
