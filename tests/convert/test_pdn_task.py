"""Files cut into blocks become the same canonical PDN, however they are cut."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert.pdn_format import Layout
from damas_cli.convert.pdn_task import FormatTask, Formatted, numbered
from damas_cli.convert.pdn_whole import whole
from damas_cli.language import Phrase

from ..check.damaged_games import archives
from ..pdn.pdn_texts import mutated
from ..strategies import examples
from .formatting import fmt

AFTER = ["", "{after}", "\n% one\n\n{two}\n", " {behind}\n{after}", "\n\n\n"]


def written(task: FormatTask, blocks: list[bytes], *, splits: bool = False) -> list[Formatted]:
    """Return what becomes of blocks, each split into its games if asked for."""
    if splits:
        blocks = [part for block in blocks for part in task.split(block) or [block]]
    return [one for block in blocks for one in Formatted.read(task(block))]


@examples(100)
@given(archives(), st.integers(0, 1 << 30), st.sampled_from(AFTER), st.integers(0, 3))
def test_any_cut_gives_the_same(games, seed, after, mutations):
    one = mutated(random.Random(seed), games.damaged.encode(), mutations)
    text = (one + b"\n\n") * 3 + one + after.encode()
    task = pickle.loads(pickle.dumps(FormatTask(None, Layout(), shows_lines=bool(seed % 2))))
    wanted = fmt(text)
    for size in (50, 300, 1 << 18):
        for splits in (False, True):
            parts = whole("x", [text[:100], text[100:]], size)
            blocks = [numbered(0, part) for part in parts]
            found = written(task, blocks, splits=splits)
            changes = [change for one in found for change in one.changes]
            assert b"".join(old for old, _ in changes) == text
            assert b"".join(old if new is None else new for old, new in changes) == wanted


@pytest.mark.parametrize("tail", [b"", b"\n{a}", b'\n\n[Event "next"]\n1. 9-13 *\n'])
def test_a_game_that_is_too_large_loses_nothing(tail):
    large = b"1. 9-13 {" + b"x" * (17 << 20) + b"} 21-18 1-0"
    text = b'[Event "a"]\n\n1. 9-13 *\n\n[Event "b"]\n\n' + large + tail
    task = FormatTask(None, Layout(), shows_lines=False)
    found = written(task, [numbered(0, part) for part in whole("x", [text])])
    changes = [change for one in found for change in one.changes]
    assert b"".join(old for old, _ in changes) == text
    new = b"".join(old if new is None else new for old, new in changes)
    assert new.startswith(b'[Event "a"]\n\n1. 9-13 *\n\n[Event "b"]\n\n1. 9-13 {xxx')
    assert new.count(b"x") >= 17 << 20
    assert (b"next" in new) is (b"next" in text)


def test_a_game_that_kills_its_worker_stays_as_it_is():
    text = b"1. 09-13 * "
    task = FormatTask(None, Layout(), shows_lines=False)
    (block,) = whole("x", [text])
    (found,) = Formatted.read(task.give_up(numbered(0, block), Phrase("why")))
    assert (found.games, found.copies) == (1, 1)
    assert found.changes == [(text, None)]
    assert found.faults == [(1, found.faults[0][1])]
