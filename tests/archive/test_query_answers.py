"""What queries find is what a slow, plain reading of them finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.query.parsing import parse_query
from damas_cli.archive.query.picking import Picker
from damas_cli.archive.query.plan import planned
from damas_cli.archive.query.task import FilterTask
from damas_cli.archive.task import ArchiveOptions, Reply
from damas_cli.convert.inputs import labelled
from damas_cli.pdn.blocks import blocks_of
from tests.archive.slow_queries import (
    Query,
    SlowGame,
    archives,
    move_queries,
    position_queries,
    queries,
    tag_queries,
    text_queries,
)
from tests.strategies import examples


def numbers(query: str, data: bytes, size: int = 1 << 18, **options: bool) -> list[int]:
    """Return the numbers of the games in `data`, read in blocks of `size` bytes, that are found."""
    task = FilterTask(ArchiveOptions(), parse_query(query), **options)
    picker = Picker(planned(query))
    found: list[int] = []
    before = 0
    for block in blocks_of("x", [data], size):
        for reply in Reply.from_bytes(task(labelled("pdn", block))):
            reply.before = before
            for each in picker.found_in(reply):
                found += range(before + each.first, before + each.last + 1)
            before += reply.games
    assert picker.games == len(found)
    return found


kinds = pytest.mark.parametrize(
    "kind", [tag_queries, text_queries, move_queries, position_queries, queries], ids="abcde"
)


@kinds
@examples(30)
@given(data=st.data(), games=archives(), size=st.integers(1, 3000))
def test_queries_find_what_they_say(
    kind: st.SearchStrategy[Query], data: st.DataObject, games: list[SlowGame], size: int
) -> None:
    text = b"".join(game.raw for game in games)
    for query in data.draw(st.lists(kind, min_size=1, max_size=8)):
        expected = [game.number for game in games if query.fits(game)]
        assert numbers(query.text, text, size) == expected, query.text
        others = [game.number for game in games if game.number not in expected]
        assert numbers(query.text, text, size, inverted=True, single=True) == others


@kinds
@examples(20)
@given(data=st.data())
def test_what_is_printed_of_a_query_is_that_query(
    kind: st.SearchStrategy[Query], data: st.DataObject
) -> None:
    tree = parse_query(data.draw(kind).text)
    again = parse_query(str(tree))
    assert again == tree
    assert str(again) == str(tree)
