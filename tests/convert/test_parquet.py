"""The format `parquet`, read back by those that it is written for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from damas_cli.cli.status import ExitStatus
from damas_cli.convert import parquet
from damas_cli.convert.options import ConvertOptions
from damas_cli.rules.variant import get_variant

from ..cli.running import damas
from ..data.legal_games import KernelRules, legal_game
from ..strategies import examples
from .records import converted, games, real_files, records_of

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def read(pdn: bytes, **asked: Any) -> Any:
    return pq.read_table(pa.BufferReader(converted(pdn, "parquet", **asked)))


def archive(count: int) -> bytes:
    generator = random.Random(5)
    rules = KernelRules(get_variant("spanish").kernel)
    return "".join(legal_game(generator, 60, rules, at) for at in range(1, count + 1)).encode()


def test_rows_are_those_of_the_records() -> None:
    pdn = archive(20) + b'[White "\xf1"] & 1-0\n'
    found = records_of(converted(pdn, "jsonl"))
    rows = read(pdn).to_pylist()
    assert [row["moves"] for row in rows] == [record["moves"] for record in found]
    assert [row["game"] for row in rows] == [*range(1, 22)]
    assert rows[-1]["raw"] == '[White "ñ"] & 1-0'
    plies = read(pdn, plies=True).to_pylist()
    assert [row["move"] for row in plies] == [m for record in found for m in record["moves"]]


@pytest.mark.parametrize("plies", [False, True])
def test_the_schema_is_the_same_whatever_the_games(plies: bool) -> None:
    schema = parquet.arrow_schema(ConvertOptions(plies=plies))
    for pdn in (b"", b"& *", archive(2)):
        assert read(pdn, plies=plies).schema == schema


def test_row_groups_have_one_size(monkeypatch) -> None:
    monkeypatch.setattr(parquet, "_ROWS_A_GROUP", 100)
    data = converted(archive(5), "parquet", plies=True)
    found = pq.ParquetFile(pa.BufferReader(data)).metadata
    sizes = [found.row_group(at).num_rows for at in range(found.num_row_groups)]
    assert len(sizes) > 2
    assert set(sizes[:-1]) == {100}


@examples(20)
@given(pdn=games())
def test_games_with_everything_in_them(pdn: bytes) -> None:
    found = records_of(converted(pdn, "jsonl"))
    rows = read(pdn).to_pylist()
    assert [row["white"] for row in rows] == [record["tags"].get("White") for record in found]
    assert read(pdn, plies=True).num_rows == sum(record["plies"] for record in found)


def test_pandas_and_duckdb_read_it(tmp_path: Path) -> None:
    pandas, duckdb = pytest.importorskip("pandas"), pytest.importorskip("duckdb")
    pdn = archive(10)
    found = records_of(converted(pdn, "jsonl"))
    path = tmp_path / "games.parquet"
    path.write_bytes(converted(pdn, "parquet"))
    frame = pandas.read_parquet(path)
    assert list(frame["white"]) == [record["tags"]["White"] for record in found]
    asked = f"select sum(plies), count(*), any_value(moves[1]) from '{path}' where game = 1"
    plies, rows, first = duckdb.sql(asked).fetchall()[0]
    assert (plies, rows, first) == (found[0]["plies"], 1, found[0]["moves"][0])


def test_real_files(corpus: Path) -> None:
    for file in real_files(corpus):
        data = file.read_bytes()
        found = records_of(converted(data, "jsonl"))
        assert read(data).num_rows == len(found)
        assert read(data, plies=True).num_rows == sum(record["plies"] for record in found)


def test_without_its_package_the_user_is_told_what_to_install(monkeypatch) -> None:
    monkeypatch.setattr(parquet, "REQUIRES", ("no_such_package", "parquet"))
    result = damas("convert", "--to", "parquet", stdin=b"1. 10-14 *")
    assert result.status == ExitStatus.USAGE
    assert "pip install 'damas[parquet]'" in result.err
