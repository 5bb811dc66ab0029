"""The games of an archive as they come to a task, and put together again."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.task import ArchiveOptions, Reply
from damas_cli.convert.inputs import labelled
from damas_cli.language import Phrase
from damas_cli.pdn.blocks import Block
from damas_cli.pdn.reader import read_games
from tests.archive.asking import Copy, copied, replies

ONE = b'[White "A"]\n\n1. 9-13 1-0'
TWO = b'[White "B"]\n\n1. 10-14 0-1'


def games(text: bytes) -> list[bytes]:
    return [game.raw.strip() for game in read_games([text])]


def stripped(text: bytes) -> bytes:
    """Return a game without what may be added to part it from others."""
    return text.removeprefix(b'[Event "?"]\n\n').removesuffix(b"\n\n*")


def test_games_stand_with_an_empty_line_between() -> None:
    assert copied(b"\n\n" + ONE + b"\n" + TWO + b"\n\n\n") == ONE + b"\n\n" + TWO + b"\n"
    assert copied(ONE, TWO) == ONE + b"\n\n" + TWO + b"\n"
    assert copied(b"", b"{nothing}") == b"{nothing}\n"


def test_a_comment_behind_a_game_goes_with_it() -> None:
    assert copied(b"1. 9-13 * {good}\n\n1. 10-14 *") == b"1. 9-13 * {good}\n\n1. 10-14 *\n"
    (reply,) = replies(Copy(ArchiveOptions()), b"1. 9-13 * ; good\n1. 10-14 *\n\n; the end\n")
    assert [text for text, _ in reply.payload] == [
        b"1. 9-13 * ; good",
        b"1. 10-14 *\n\n; the end",
    ]


TAGGED = st.sampled_from(
    [ONE, TWO, b'[White "C"]\n1. 9-13 *', b'[White "D"]\n1. 9-13 ) 1-0', b'[White "E"]']
)
BARE = st.sampled_from(
    [b"1. 9-13 1-0", b"1. 9-13 *", b"2. 9-13 *", b"1. 9-13 & 1-0", b"1. 9-13 (10-14 *"]
)


@given(st.lists(st.one_of(TAGGED, BARE), max_size=6), st.integers(1, 40))
def test_files_put_together_have_the_games_of_each(texts: list[bytes], chunk: int) -> None:
    alone = [game for text in texts for game in games(text)]
    together = games(copied(*texts, chunk=chunk))
    assert [stripped(text) for text in together] == [stripped(text) for text in alone]


@given(st.lists(TAGGED, min_size=1, max_size=6), st.integers(1, 40))
def test_a_file_is_the_same_however_it_comes(texts: list[bytes], chunk: int) -> None:
    text = b"\n\n".join(texts) + b"\n"
    assert copied(text) == copied(text, chunk=chunk) == text


def test_other_formats_are_read() -> None:
    (reply,) = replies(
        Copy(ArchiveOptions()), b"1. 10-14, 22-18; 2. 12-15, 23-20 GB\n", form="text"
    )
    ((text, _),) = reply.payload
    assert text.endswith(b"1. 10-14 22-18 2. 12-15 23-20 1-0")
    (reply,) = replies(Copy(ArchiveOptions()), b"{}\nnothing\n", form="jsonl")
    assert [line for line, _ in reply.faults] == [1, 2]


def test_what_is_counted() -> None:
    found = list(replies(Copy(ArchiveOptions()), ONE + b"\n" + TWO, b"1. 9-13 ) 1-0"))
    assert [(reply.path, reply.begins, reply.games, reply.broken) for reply in found] == [
        ("1.pdn", True, 2, 0),
        ("2.pdn", True, 1, 1),
    ]


def test_a_game_that_kills_its_worker_keeps_its_text() -> None:
    task = Copy(ArchiveOptions())
    block = labelled("pdn", Block(b"\n" + ONE + b"\n", "a.pdn"))
    (reply,) = Reply.from_bytes(task.give_up(block, Phrase("why")))
    assert (reply.games, reply.broken, reply.lost) == (1, 1, 1)
    assert [text for text, _ in reply.payload] == [ONE]
    ((line, reason),) = reply.faults
    assert (line, str(reason)) == (1, "why")


def test_a_task_crosses_to_a_worker_without_what_it_made() -> None:
    task = Copy(ArchiveOptions())
    assert task.rulebook is task.rulebook
    assert "rulebook" not in vars(pickle.loads(pickle.dumps(task)))


def test_a_game_that_is_too_large_stays_whole() -> None:
    text = b'[White "A"]\n1. 9-13 {' + b"a" * (17 << 20) + b"} 1-0\n\n" + TWO + b"\n"
    assert copied(text, chunk=1 << 18) == text
