"""From PDN to PDN `damas convert` writes what `damas fmt` writes: no comment is lost or moved."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.run import check_text
from damas_cli.convert.inputs import labelled
from damas_cli.convert.options import ConvertOptions
from damas_cli.convert.pdn_whole import whole
from damas_cli.convert.task import Converted, ConvertTask
from damas_cli.language import Phrase
from damas_cli.pdn.reader import read_games

from ..check.damaged_games import archives
from ..cli.running import damas
from ..pdn.pdn_texts import mutated
from ..strategies import examples
from .formatting import fmt
from .records import converted, real_files

BETWEEN = ["", " {behind}", " {behind}\n\n% one\n\n{two}\n", "\n\n\n", " ; {damas: ignore M001}"]


def written(task: ConvertTask, blocks: list[bytes]) -> list[Converted]:
    return [one for block in blocks for one in Converted.from_bytes(task(block))]


@examples(60)
@given(archives(), st.integers(0, 1 << 30), st.sampled_from(BETWEEN), st.integers(0, 3))
def test_any_cut_gives_what_fmt_gives(games, seed, between, mutations):
    one = mutated(random.Random(seed), games.damaged.encode(), mutations)
    text = (one.rstrip(b"\r\n") + between.encode() + b"\n\n") * 3
    task = pickle.loads(pickle.dumps(ConvertTask("pdn", ConvertOptions(), 1)))
    wanted = fmt(text)
    for size in (50, 300, 1 << 18):
        blocks = [labelled("pdn", block) for block in whole("x", [text[:100], text[100:]], size)]
        splits = [part for block in blocks for part in task.split(block) or [block]]
        for parts in (blocks, splits):
            found = written(task, parts)
            assert b"".join(one.data for one in found) == wanted
            assert [one.goes_on for one in found] == [False] + [True] * (len(found) - 1)
            assert sum(one.games for one in found) == len([*read_games([text])])


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("between", BETWEEN)
def test_several_files_are_written_as_fmt_writes_them(tmp_path, jobs, between):
    odd = f'[White "A"]\r\n[Event "B"]\r\n1. 09-13 21x18 {{good}} *{between}\r\n\r\n'
    texts = [odd * 400, "% nothing but this", "", odd + '[Event "C"]\n1. 10-14 {broken\n', odd]
    paths = []
    for number, text in enumerate(texts):
        paths.append(str(tmp_path / f"{number}.pdn"))
        Path(paths[-1]).write_text(text, newline="")
    wanted = damas("fmt", "-q", *paths)
    found = damas("convert", "-q", "--to", "pdn", "--jobs", jobs, *paths)
    assert found.out == wanted.out
    assert found.out.count("behind") == 402 * between.count("behind")


def test_real_files_are_written_as_fmt_writes_them(corpus):
    paths = [str(file) for file in real_files(corpus)]
    assert paths
    wanted = damas("fmt", "-q", *paths)
    for jobs in ("1", "2"):
        found = damas("convert", "-q", "--from", "pdn", "--to", "pdn", "--jobs", jobs, *paths)
        assert found == wanted


def test_a_comment_behind_a_result_begins_to_hide_nothing():
    text = b'[GameType "24"]\n1. 9-13 * {damas: ignore M001}\n\n[GameType "24"]\n1. 9-30 *\n'
    found = converted(text, "pdn")
    told = [record["code"] for record in check_text(text)]
    assert "M001" in told
    assert [record["code"] for record in check_text(found)] == told


def test_games_of_another_format_stand_apart_from_those_of_pdn(tmp_path):
    pdn = tmp_path / "a.pdn"
    pdn.write_text("1. 9-13 * {behind}\n% last")
    records = tmp_path / "b.jsonl"
    records.write_bytes(converted(b"1. 10-14 *", "jsonl"))
    found = damas("convert", "--to", "pdn", str(pdn), str(records), str(pdn))
    first = "1. 9-13 * {behind}\n\n{ last}\n"
    assert found.out == f"{first}\n1. 10-14 *\n\n{first}"


def test_with_another_numbering_comments_stay_where_they_are_too():
    text = '[GameType "24"]\n\n1. 9-13 * {behind}\n\n{between}\n\n' * 2
    found = damas("convert", "--to", "pdn", "--gametype", "25", stdin=text.encode())
    assert found.out.count(" * {behind}\n\n{between}\n") == 2
    assert found.out == fmt(found.out.encode()).decode()


def test_a_game_that_is_too_large_loses_nothing():
    large = b"1. 9-13 {" + b"x" * (17 << 20) + b"} 21-18 1-0"
    text = b'[Event "a"]\n\n1. 9-13 *\n\n[Event "b"]\n\n' + large + b"\n{last}"
    found = converted(text, "pdn")
    assert found.startswith(b'[Event "a"]\n\n1. 9-13 *\n\n[Event "b"]\n\n1. 9-13 {xxx')
    assert found.count(b"x") >= 17 << 20
    assert b"{last}" in found


def test_a_game_that_kills_its_worker_stays_as_it_is():
    text = b"1. 09-13 * {behind}\n\n{last} "
    task = ConvertTask("pdn", ConvertOptions(), 1)
    (block,) = whole("x", [text])
    (found,) = Converted.from_bytes(task.give_up(labelled("pdn", block), Phrase("why")))
    assert (found.games, found.incomplete, found.lost) == (1, 1, True)
    assert (found.data, found.goes_on) == (text, False)
    gap = block._replace(has_games=False)
    (found,) = Converted.from_bytes(task.give_up(labelled("pdn", gap), Phrase("why")))
    assert (found.games, found.data, found.faults) == (0, text, [])
