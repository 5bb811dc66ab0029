"""Which copy stays, where, and what is said of the others, against a plain computation."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.collecting import Item, Mark, Output, Place
from damas_cli.archive.copies import FIRST, RICHEST, Copy, Deduper, _Classes
from damas_cli.archive.richness import Facts, told_by
from damas_cli.pdn.reader import read_games

RESULTS = ("", "1-0", "0-1")


def digest(number: int) -> bytes:
    # Alike at both ends: half of one and half of the next look like others.
    return bytes(2) + bytes((number % 3,)) * 12 + number.to_bytes(2, "big") if number else b""


FACTS = st.builds(Facts, st.sampled_from(RESULTS), st.integers(0, 2), st.integers(0, 1))
MARKS = st.builds(Mark, st.integers(0, 5).map(digest), st.integers(0, 3), FACTS)
GAMES = st.lists(st.tuples(MARKS, st.sampled_from([b"", b"", b"\n{more}"])), max_size=12)


def differences(one: Facts, other: Facts) -> tuple[str, ...]:
    players = {(a, b) for a, b in ((one.white, other.white), (one.black, other.black)) if a and b}
    found = ["players"] if any(a != b for a, b in players) else []
    if one.result and other.result and one.result != other.result:
        found.append("result")
    return tuple(found)


def kept_slowly(marks: list[Mark], keep: str) -> dict[int, int]:
    """Return by the number of each game that of the one that stays in its stead."""
    kept = {}
    for i, mark in enumerate(marks):
        alike = [j for j, m in enumerate(marks) if m.digest == mark.digest and mark.digest] or [i]
        kept[i] = alike[0] if keep == FIRST else max(alike, key=lambda j: (marks[j].richness, -j))
    return kept


@given(games=GAMES, keep=st.sampled_from([FIRST, RICHEST]), reports=st.booleans())
def test_one_of_each_class_stays_where_it_is(
    games: list[tuple[Mark, bytes]], keep: str, reports: bool
) -> None:
    written: list[bytes] = []
    copies: list[Copy] = []
    output = Output(written.append, lambda: None)
    deduper = Deduper(output, keep, copies.append if reports else None)
    places = [Place("a.pdn", number, 1, "", "é") for number in range(len(games))]
    for number, (mark, rest) in enumerate(games):
        deduper.add(Item(b"%d" % number, 0, mark, places[number]))
        deduper.more(rest)
    deduper.end()
    marks = [mark for mark, _ in games]
    kept = kept_slowly(marks, keep)
    stays = [number for number in kept if kept[number] == number]
    text = b"\n\n".join(b"%d%s" % (number, games[number][1]) for number in stays)
    assert b"".join(written) == text + (b"\n" if text else b"")
    left_out = [
        Copy(places[i], places[j], differences(marks[i].facts, marks[j].facts))
        for i, j in kept.items()
        if i != j
    ]
    assert copies == (left_out if reports else [])
    assert deduper.copies == len(left_out)
    assert deduper.contradicting == sum(bool(copy.differs) for copy in left_out)


@given(st.lists(st.binary(min_size=16, max_size=16) | st.integers(1, 900).map(digest)))
def test_digests_get_a_number_each(digests: list[bytes]) -> None:
    numbered = _Classes()
    seen = list(dict.fromkeys(digests))
    assert [numbered.number(one) for one in digests] == [seen.index(one) for one in digests]
    assert numbered.count == len(seen)


def told(text: str) -> int:
    return told_by(next(read_games([text.encode()])))[0]


def test_what_makes_a_copy_rich() -> None:
    plain = "1. 9-13 22-18 *"
    assert told('[White "?"] [Date "????.??.??"] [ECO ""] [Result "*"] ' + plain) == told(plain)
    for more in (
        '[White "Ana"] ' + plain,
        '[Date "1987.??.??"] ' + plain,
        '[Result "1-0"] ' + plain,
        "1. 9-13 22-18 1-0",
        "1. 9-13 {well} 22-18 *",
        "1. 9-13 22-18 ; well\n*",
        "1. 9-13! 22-18 *",
        "1. 9-13 $1 22-18 *",
        "1. 9-13 (10-14) 22-18 *",
    ):
        assert told(more) == told(plain) + 1
    assert told('[Date "1987.05.03"] ' + plain) == told(plain) + 3
    assert told("1. 9-13 {[%clock w0:10] well} 22-18 *") == told(plain) + 2
    assert told('[White "Ana"] [Black "Eva"] [Site "A] ' + plain) < told(plain)
