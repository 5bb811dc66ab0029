"""What an index finds, against looking at every game."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive import index_finding
from damas_cli.archive.index_building import Builder
from damas_cli.archive.index_finding import Wish, WishError, material_condition
from damas_cli.archive.index_store import IndexFault, open_index
from damas_cli.cli.status import ExitStatus
from tests.archive.asking import copied
from tests.archive.indexed import NAMES, Disk, Known, pool
from tests.cli.running import Outcome, damas
from tests.oracle.slow_notation import to_fen
from tests.strategies import examples, turned

FILES = ("a.pdn", "b.pdn", "sub/c.pdn")
CONDITIONS = (
    "kings(white) >= 1",
    "kings(any) = 2 and men(any) = 0",
    "pieces(black) < 12",
    "men(white) != 12 and men(white) > 10",
)
TAGS = (
    *(f"White={name}" for name in NAMES),
    "player~garcia",
    "EVENT~leon",
    "black~x",
    "Event=Torneo \\",
)


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def index_of(disk: Disk) -> str:
    return str(disk.folder / "all.db")


def build(disk: Disk, *arguments: str) -> Outcome:
    return damas("index", "build", index_of(disk), *arguments, "--jobs", "1")


def find(disk: Disk, *arguments: str) -> Outcome:
    return damas("index", "find", index_of(disk), *arguments)


def found(disk: Disk, *arguments: str) -> list[tuple[str, int, int | None]]:
    outcome = find(disk, *arguments, "--jsonl")
    hits = [json.loads(line) for line in outcome.out.splitlines()]
    assert outcome.status == (ExitStatus.OK if hits else ExitStatus.FINDINGS), outcome.err
    return [(hit["path"], hit["game"], hit["ply"]) for hit in hits]


@st.composite
def wishes(draw: st.DrawFn) -> tuple[str, bool, list[str], list[str]]:
    """Draw a FEN or none, whether its mirror will do, conditions, tags."""
    fen, mirror = "", False
    if draw(st.booleans()):
        game = draw(st.sampled_from(pool()))
        position = draw(st.sampled_from(game.positions))
        fen = to_fen(turned(position) if draw(st.booleans()) else position)
        mirror = draw(st.booleans())
    materials = draw(st.lists(st.sampled_from(CONDITIONS), max_size=1 if fen else 2, unique=True))
    tags = draw(st.lists(st.sampled_from(TAGS), max_size=1, unique=True))
    if not (fen or materials or tags):
        tags = ["player~a"]
    return fen, mirror, materials, tags


def expected(
    disk: Disk, fen: str, mirror: bool, materials: list[str], tags: list[str]
) -> Iterator[tuple[str, int, int | None, Known]]:
    """Yield what a slow look at all games finds."""
    for path, number, game in disk.games():
        plies = game.stands(fen, mirror) if fen else None
        weights = game.weighs(" and ".join(materials)) if materials else None
        if plies == [] or weights == [] or not all(map(game.says, tags)):
            continue
        first = plies or weights
        yield path, number, first[0] if first else None, game


def options(fen: str, mirror: bool, materials: list[str], tags: list[str]) -> list[str]:
    return [
        *(["--fen", fen] if fen else []),
        *(["--mirror"] if mirror else []),
        *(word for condition in materials for word in ("--material", condition)),
        *(word for tag in tags for word in ("--tag", tag)),
    ]


def agrees(disk: Disk, wish: tuple[str, bool, list[str], list[str]]) -> None:
    games = list(expected(disk, *wish))
    pdn = io.BytesIO()
    outcome = damas("index", "find", index_of(disk), *options(*wish), stdout=pdn)
    if outcome.status == ExitStatus.USAGE:
        # A FEN that fits no board of the games that there are is no question.
        assert not games
        assert "--fen" in outcome.err
        return
    assert found(disk, *options(*wish)) == [game[:3] for game in games]
    assert pdn.getvalue() == copied(*(game.text for *_, game in games))


CONTENTS = st.lists(st.integers(0, 29), max_size=5)
STEPS = st.tuples(st.sampled_from(FILES), st.none() | CONTENTS, st.integers(0, 3))


@examples(20, 300)
@given(
    st.lists(STEPS, min_size=1, max_size=4), st.lists(wishes(), min_size=2, max_size=3), st.data()
)
def test_it_finds_what_a_slow_look_finds_whatever_becomes_of_the_files(
    steps: list[tuple[str, list[int] | None, int]],
    asked: list[tuple[str, bool, list[str], list[str]]],
    data: st.DataObject,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(Path(folder))
        disk.write("a.pdn", pool()[:3])
        assert build(disk, folder).status == ExitStatus.OK
        for name, numbers, style in steps:
            if numbers is not None:
                grown = disk.files.get(name, []) if data.draw(st.booleans()) else []
                disk.write(name, [*grown, *(pool()[number] for number in numbers)], style)
            elif name in disk.files and len(disk.files) > 1:
                disk.remove(name)
        assert build(disk).status == ExitStatus.OK
        for wish in asked:
            agrees(disk, wish)


def test_all_of_the_pool(disk: Disk) -> None:
    disk.write("a.pdn", pool())
    build(disk, str(disk.folder))
    for number, game in enumerate(pool()):
        position = game.positions[number % len(game.positions)]
        agrees(disk, (to_fen(position), number % 2 == 0, [], []))
    for condition in CONDITIONS:
        agrees(disk, ("", False, [condition], []))
    for tag in TAGS:
        agrees(disk, ("", False, [], [tag]))


def test_workers_make_the_same_index(disk: Disk) -> None:
    for name in FILES:
        disk.write(name, pool())
    build(disk, str(disk.folder))
    one = dump(index_of(disk))
    damas("index", "build", index_of(disk), "--force", str(disk.folder), "--jobs", "2")
    assert dump(index_of(disk)) == one


def dump(index: str) -> list[object]:
    db = open_index(index)
    tables = ("files", "games", "positions", "materials", "balances", "texts", "tags", "variants")
    rows: list[object] = [db.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    db.close()
    return rows


# ---- what is read again


def test_only_what_is_new_or_has_changed_is_read(disk: Disk) -> None:
    for name in FILES:
        disk.write(name, pool()[:2])
    assert (
        "read: 3 files, 6 games; in the index: 3 files, 6 games"
        in build(disk, str(disk.folder)).err
    )
    before = Path(index_of(disk)).stat()
    outcome = build(disk)
    assert "read: 0 files, 0 games; in the index: 3 files, 6 games" in outcome.err
    assert Path(index_of(disk)).stat() == before
    disk.write("a.pdn", pool()[:3])
    disk.write("b.pdn", pool()[5:6])
    disk.remove("sub/c.pdn")
    disk.write("d.pdn", pool()[:1])
    outcome = build(disk)
    for told in ("a.pdn has grown", "b.pdn has changed", "sub/c.pdn is gone"):
        assert told in outcome.err
    assert "read: 3 files, 5 games; in the index: 3 files, 5 games" in outcome.err


def test_a_file_that_was_only_touched_is_not_read(disk: Disk) -> None:
    disk.write("a.pdn", pool()[:2])
    build(disk, str(disk.folder))
    disk.write("a.pdn", pool()[:2])
    assert find(disk, "--tag", "player~a").status == ExitStatus.OK
    outcome = build(disk)
    assert outcome.err == "read: 0 files, 0 games; in the index: 1 file, 2 games\n"


def test_other_rules_read_all_again_and_stay(disk: Disk) -> None:
    disk.write("a.pdn", [Known(b"1. 9-13 *", {}, [], [])])
    build(disk, str(disk.folder))
    fen = "B:W1-8,10-13:B21-32"
    assert len(found(disk, "--fen", fen)) == 1
    assert "read: 1 file" in build(disk, "--variant", "portuguese").err
    assert "read: 0 files" in build(disk).err
    db = open_index(index_of(disk))
    assert (
        '"portuguese"'
        in db.execute("SELECT value FROM settings WHERE name = 'rules'").fetchone()[0]
    )
    db.close()


# ---- files that changed since


@pytest.mark.parametrize(
    ("change", "told", "games"),
    [("changed", "has changed since", 2), ("grown", "has grown since", 4), ("gone", "is gone", 2)],
)
def test_a_file_that_changed_since_is_told(disk: Disk, change: str, told: str, games: int) -> None:
    disk.write("a.pdn", pool()[:2])
    disk.write("b.pdn", pool()[:2])
    build(disk, str(disk.folder))
    if change == "changed":
        disk.write("b.pdn", pool()[2:3])
    elif change == "grown":
        disk.write("b.pdn", pool()[:3])
    else:
        disk.remove("b.pdn")
    outcome = find(disk, "--tag", "Event~o", "--count")
    assert outcome.status == ExitStatus.UNREADABLE
    assert outcome.out == f"{games}\n"
    assert f"b.pdn {told}" in outcome.err
    assert f"damas index build {index_of(disk)}" in outcome.err


def test_a_folder_moves_with_its_index(disk: Disk) -> None:
    (disk.folder / "here").mkdir()
    here = Disk(disk.folder / "here")
    here.write("a.pdn", pool()[:4])
    build(here, str(here.folder))
    os.rename(here.folder, disk.folder / "there")
    there = Disk(disk.folder / "there")
    there.files = here.files
    agrees(there, ("", False, [], ["player~a"]))
    assert "read: 0 files" in build(there).err


# ---- collisions and damage


def test_another_position_with_the_same_key_is_no_hit(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk.write("a.pdn", pool()[:12])
    build(disk, str(disk.folder))
    with sqlite3.connect(index_of(disk)) as db:
        db.execute("UPDATE positions SET key = 7")
    db.close()
    monkeypatch.setattr(index_finding, "key_of", lambda *_: 7)
    for game in pool()[:12]:
        agrees(disk, (to_fen(game.positions[-1]), False, [], []))


def test_a_hit_that_nothing_explains_is_damage(disk: Disk) -> None:
    disk.write("a.pdn", pool()[:3])
    build(disk, str(disk.folder))
    with sqlite3.connect(index_of(disk)) as db:
        db.execute("UPDATE OR IGNORE positions SET ply = ply + 1")
    db.close()
    position = pool()[2].positions[1]
    outcome = find(disk, "--fen", to_fen(position))
    assert outcome.status == ExitStatus.UNREADABLE
    assert "is damaged" in outcome.err


def spoil(index: Path, how: str) -> None:
    data = index.read_bytes()
    if how == "truncated":
        index.write_bytes(data[: len(data) // 2])
    elif how == "a hole":
        index.write_bytes(data[:4096] + b"\xaa" * (len(data) - 4096))
    elif how == "too long":
        index.write_bytes(data + b"x")
    elif how == "foreign":
        index.write_bytes(b'[White "A"]\n\n1. 9-13 *\n')
    elif how == "empty":
        index.write_bytes(b"")
    else:
        with sqlite3.connect(index) as db:
            name = "application_id" if how == "of another program" else "user_version"
            db.execute(f"PRAGMA {name} = {0 if how == 'older' else 99}")
        db.close()


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("truncated", "is damaged"),
        ("a hole", "is damaged"),
        ("too long", "is damaged"),
        ("foreign", "no index that damas made"),
        ("empty", "no index that damas made"),
        ("of another program", "no index that damas made"),
        ("newer", "a newer damas made this index"),
        ("older", "an older damas made this index"),
    ],
)
def test_what_cannot_be_used_is_refused_and_made_anew(disk: Disk, how: str, told: str) -> None:
    disk.write("a.pdn", pool()[:5])
    build(disk, str(disk.folder))
    index = Path(index_of(disk))
    spoil(index, how)
    spoilt = index.read_bytes()
    for outcome in (find(disk, "--tag", "player~a"), build(disk, str(disk.folder))):
        assert outcome.status == ExitStatus.UNREADABLE
        assert told in outcome.err
        assert "no index" in told or "damas index build --force" in outcome.err
    assert index.read_bytes() == spoilt
    assert os.listdir(disk.folder).count("all.db.building") == 0
    assert build(disk, "--force", str(disk.folder)).status == ExitStatus.OK
    agrees(disk, ("", False, [], ["player~a"]))


def test_there_is_none(disk: Disk) -> None:
    outcome = find(disk, "--tag", "player~a")
    assert outcome.status == ExitStatus.UNREADABLE
    assert "there is no such index" in outcome.err
    assert build(disk).status == ExitStatus.USAGE
    assert build(disk, str(disk.folder / "nothing.pdn")).status == ExitStatus.UNREADABLE
    assert not os.listdir(disk.folder)


@examples(30, 2000)
@given(st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(1, 255)), min_size=1, max_size=20))
def test_no_damage_makes_it_find_what_is_not_there(flips: list[tuple[int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(Path(folder))
        disk.write("a.pdn", pool()[:6])
        build(disk, folder)
        index = Path(index_of(disk))
        data = bytearray(index.read_bytes())
        for place, flip in flips:
            data[place % len(data)] ^= flip
        index.write_bytes(data)
        fen = to_fen(pool()[0].positions[0])
        disk.write("b.pdn", pool()[6:8])
        assert build(disk).status in (0, 3)
        index.write_bytes(data)
        outcome = find(disk, "--fen", fen, "--jsonl")
        assert outcome.status in (0, 1, 3)
        games = [game.text.decode() for *_, game in expected(disk, fen, False, [], [])]
        there = "".join(games)
        for hit in map(json.loads, outcome.out.splitlines()):
            text = Path(hit["path"]).read_bytes()[hit["offset"] :][: hit["length"]].decode()
            assert text in there
            assert hit["fen"] == fen


# ---- builds that are stopped, and two at once

KILLED = """
import os, signal, sys
from damas_cli.archive import index_building
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[1] == "replacing": index_building.os.replace = die
else: setattr(index_building.Builder, sys.argv[1], die)
from damas_cli.__main__ import main
sys.argv = ["damas", "index", "build", *sys.argv[2:]]
main()
"""


@pytest.mark.parametrize("where", ["add", "finish", "replacing"])
def test_a_build_that_is_killed_leaves_the_index_as_it_was(disk: Disk, where: str) -> None:
    disk.write("a.pdn", pool()[:5])
    build(disk, str(disk.folder))
    before = Path(index_of(disk)).read_bytes()
    disk.write("b.pdn", pool()[5:9])
    command = [sys.executable, "-c", KILLED, where, index_of(disk), str(disk.folder), "-j", "1"]
    killed = subprocess.run(command, check=False, timeout=60, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert Path(index_of(disk)).read_bytes() == before
    hits = found(disk, "--tag", "player~a")
    assert {path for path, *_ in hits} == {str(disk.folder / "a.pdn")}
    assert build(disk).status == ExitStatus.OK
    agrees(disk, ("", False, [], ["player~a"]))
    assert sorted(os.listdir(disk.folder)) == ["a.pdn", "all.db", "b.pdn"]


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", b"SQLite format 3\0" + b"\xff" * 8000])
def test_what_a_killed_build_left_stops_no_other(disk: Disk, rubbish: bytes) -> None:
    disk.write("a.pdn", pool()[:5])
    (disk.folder / "all.db.building").write_bytes(rubbish)
    assert build(disk, str(disk.folder)).status == ExitStatus.OK
    agrees(disk, ("", False, [], ["player~a"]))


def test_two_builds_at_once(disk: Disk) -> None:
    disk.write("a.pdn", pool()[:5])
    build(disk, str(disk.folder))
    disk.write("b.pdn", pool()[5:9])
    with Builder(index_of(disk)):
        outcome = build(disk)
        assert outcome.status == ExitStatus.UNREADABLE
        assert "another build of this index is at work" in outcome.err
        # Meanwhile the index can be asked.
        assert found(disk, "--tag", "player~a")
    assert build(disk).status == ExitStatus.OK
    agrees(disk, ("", False, [], ["player~a"]))


def test_finding_writes_nothing(disk: Disk) -> None:
    disk.write("a.pdn", pool()[:5])
    build(disk, str(disk.folder))
    before = {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(disk.folder)}
    db = open_index(index_of(disk))
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM games")
    db.close()
    assert found(disk, "--tag", "player~a")
    assert {e.name: e.stat().st_mtime_ns for e in os.scandir(disk.folder)} == before


# ---- what is asked


@pytest.mark.parametrize(
    "text", ["", "kings", "kings(red) = 1", "kings(white) ~ 1", "men(white) = 1 or men(black) = 1"]
)
def test_what_is_no_material(text: str) -> None:
    with pytest.raises(WishError):
        material_condition(text)


def test_a_pattern_is_no_position(disk: Disk) -> None:
    disk.write("a.pdn", pool()[:5])
    build(disk, str(disk.folder))
    with index_finding.ArchiveIndex(index_of(disk)) as index:
        for fen in ("?:W1:B32", "W:W1,*:B32", "W:W1:B32?"):
            with pytest.raises(WishError, match="leaves something open"):
                list(index.find(Wish(fen=fen)))
        with pytest.raises(WishError, match="is no square"):
            list(index.find(Wish(fen="W:Wx")))


def test_a_fault_has_a_reason(disk: Disk) -> None:
    with pytest.raises(IndexFault) as caught:
        open_index(index_of(disk))
    assert caught.value.reason == "missing"
