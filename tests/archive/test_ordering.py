"""The order of games: keys against a plain comparison, and sorting with little memory."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive import spill
from damas_cli.archive.collecting import Item, Output
from damas_cli.archive.ordering import Order, OrderError, natural
from damas_cli.archive.sorting import Sorter
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

WORDS = st.text("aZ ñÑnáÁo019.-é", max_size=6)


def game_of(**tags: str) -> Game:
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return next(read_games([f"{header}\n*\n".encode()]))


def plainly(text: str) -> list[tuple[int, int]]:
    """Return what a text is compared by, letter by letter and number by number."""
    for accented, letter in zip("áéÁÉ", "aeae", strict=True):
        text = text.replace(accented, letter)
    found: list[tuple[int, int]] = []
    number = ""
    for letter in [*" ".join(text.lower().split()), ""]:
        if letter.isdigit():
            number += letter
            continue
        if number:
            found.append((ord("0"), int(number)))
            number = ""
        if letter:
            found.append((ord("n"), 1) if letter == "ñ" else (ord(letter), 0))
    return found


@given(WORDS, WORDS)
def test_texts_are_compared_letter_by_letter(one: str, other: str) -> None:
    assert (natural(one) < natural(other)) == (plainly(one) < plainly(other))
    assert (natural(one) == natural(other)) == (plainly(one) == plainly(other))


VALUES = st.sampled_from(["", "?", "A", "b", "B", "ñ", "n", "10", "9", "9.10", "9.2"])


@given(
    games=st.lists(st.tuples(VALUES, VALUES), max_size=8),
    down=st.tuples(st.booleans(), st.booleans()),
    reverse=st.booleans(),
)
def test_games_are_sorted_by_one_key_and_then_the_next(
    games: list[tuple[str, str]], down: tuple[bool, bool], reverse: bool
) -> None:
    keys = ",".join(f"{'-' * is_down}{name}" for name, is_down in zip("AB", down, strict=True))
    order = Order.parsed(keys, reverse=reverse)
    numbered = list(enumerate(games))
    got = sorted(numbered, key=lambda one: order.key(game_of(A=one[1][0], B=one[1][1])))
    # Sorts are stable: by the last key first, what is missing behind all the rest.
    for at in (1, 0):
        there = [one for one in numbered if one[1][at] not in ("", "?")]
        without = [one for one in numbered if one not in there]
        there.sort(key=lambda one: plainly(one[1][at]), reverse=down[at] != reverse)
        numbered = there + without
    assert got == numbered


def order_of(key: str, *texts: str) -> list[str]:
    games = [next(read_games([text.encode()])) for text in texts]
    return [
        texts[at]
        for at in sorted(range(len(texts)), key=lambda at: Order.parsed(key).key(games[at]))
    ]


def test_dates() -> None:
    dates = ["19??.??.??", "1987.??.??", "1987.05.??", "1987.05.03", "25.11.1987", "1988.01.01"]
    texts = [f'[Date "{date}"] *' for date in dates]
    missing = ['[Date "????.??.??"] *', '[White "A"] *', '[Date "in spring"] *']
    assert order_of("date", *reversed(texts + missing)) == [*texts, *reversed(missing)]
    assert order_of("-DATE", *texts, *missing) == [*reversed(texts), *missing]


def test_results_and_lengths() -> None:
    results = ["1-0", "1/2-1/2", "0-1", "0-0"]
    texts = [f"1. 9-13 {result}" for result in results]
    assert order_of("result", "1. 9-13 *", *reversed(texts)) == [*texts, "1. 9-13 *"]
    assert order_of("result", "1. 9-13 2-0", "1. 9-13 1-0")[0] == "1. 9-13 2-0"
    lengths = ['[A ""] *', "1. 9-13 (9-14 22-18) *", "1. 9-13 22-18 *", "1. 1-32 1-32 1-32 *"]
    assert order_of("plies", *reversed(lengths)) == lengths
    assert order_of("-plies", *lengths) == lengths[::-1]


@pytest.mark.parametrize("text", ["", "-", "--A", "A,,B", "White Elo"])
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(OrderError):
        Order.parsed(text)


def sorted_text(
    games: list[tuple[bytes, bytes, list[bytes]]], before: bytes, memory: int, runs: int
) -> bytes:
    written: list[bytes] = []
    sorter = Sorter(Output(written.append, lambda: None), memory, runs)
    sorter.more(before)
    for key, text, rests in games:
        sorter.add(Item(text, 0, key=key))
        for rest in rests:
            sorter.more(rest)
    sorter.end()
    return b"".join(written)


GAMES = st.lists(
    st.tuples(
        st.sampled_from([b"\1a\0", b"\1b\0", b"\2"]),
        st.binary(min_size=1, max_size=9).map(bytes.hex).map(str.encode),
        st.lists(st.sampled_from([b"{x}", b"", b"\n\n{yy}"]), max_size=2),
    ),
    max_size=20,
)


@given(
    games=GAMES,
    before=st.sampled_from([b"", b"{before}"]),
    memory=st.sampled_from([1, 600, 1 << 20]),
    runs=st.integers(2, 5),
)
def test_sorting_with_little_memory(
    games: list[tuple[bytes, bytes, list[bytes]]], before: bytes, memory: int, runs: int
) -> None:
    expected = [
        text + b"".join(rests) for _, text, rests in sorted(games, key=lambda game: game[0])
    ]
    text = b"\n\n".join([*([before] if before else []), *expected])
    assert sorted_text(games, before, memory, runs) == text + (b"\n" if text else b"")


def test_many_runs_and_records_larger_than_a_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spill, "_BUFFER", 64)
    rng = random.Random(1)
    games = [
        (b"%04d" % rng.randrange(500), b"%d" % number * rng.randrange(1, 60), [])
        for number in range(2000)
    ]
    expected = b"\n\n".join(text for _, text, _ in sorted(games, key=lambda game: game[0])) + b"\n"
    assert sorted_text(games, b"", 5000, 3) == expected
