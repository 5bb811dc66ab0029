"""Inputs of every kind, whole and broken."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import sys
import threading
import zipfile
from pathlib import Path

import pytest
import zstandard

from damas_cli.pdn.reader import read_games
from damas_cli.pdn.sources import Source, SourceError, open_sources
from tests.pdn.pdn_texts import archive, read

TEXT = archive(30)


def contents(
    *paths: object, stdin: bytes | None = None, name: str = "-"
) -> list[tuple[str, bytes]]:
    stream = None if stdin is None else io.BytesIO(stdin)
    found = []
    for source in open_sources([str(path) for path in paths], stdin=stream, stdin_filename=name):
        assert isinstance(source, Source), source
        found.append((source.path, b"".join(source.chunks())))
    return found


def read_into(games: list[bytes], source: Source) -> list[bytes]:
    for game in read_games(source.chunks()):
        games.append(game.raw)
    return []


def failure(path: object, **options: object) -> tuple[bytes, SourceError]:
    """Return the bytes before the fault, and the fault."""
    (source,) = open_sources([str(path)], **options)  # type: ignore[arg-type]
    if isinstance(source, SourceError):
        return b"", source
    data = b""
    try:
        for chunk in source.chunks():
            data += chunk
    except SourceError as error:
        return data, error
    pytest.fail(f"{path} was read whole")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_and_standard_input(place: Path) -> None:
    Path("a.pdn").write_bytes(TEXT)
    Path("empty.pdn").write_bytes(b"")
    assert contents("a.pdn", "empty.pdn") == [("a.pdn", TEXT), ("empty.pdn", b"")]
    assert contents("-", stdin=TEXT) == [("-", TEXT)]
    assert contents("-", stdin=gzip.compress(TEXT), name="t.pdn") == [("t.pdn", TEXT)]


def test_a_folder_is_its_pdn_files_in_byte_order(place: Path) -> None:
    for name in ("b.pdn", "B.PDN", "a.txt", "ñ.pdn", "z/a.pdn", "a/z.pdn"):
        Path("d", name).parent.mkdir(parents=True, exist_ok=True)
        Path("d", name).write_bytes(b"*")
    expected = ["d/B.PDN", "d/a/z.pdn", "d/b.pdn", "d/z/a.pdn", "d/ñ.pdn"]
    assert [path for path, _ in contents("d")] == expected
    Path("none").mkdir()
    _, error = failure("none")
    assert (error.path, error.reason) == ("none", "no-pdn-files")


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_packed_files_are_told_by_content(place: Path, pack) -> None:
    Path("a.pdn").write_bytes(pack(TEXT))
    assert contents("a.pdn") == [("a.pdn", TEXT)]
    Path("two.pdn").write_bytes(pack(TEXT) + pack(b"1-0"))
    assert contents("two.pdn") == [("two.pdn", TEXT + b"1-0")]
    for size in (5, len(pack(TEXT)) // 2, len(pack(TEXT)) - 1):
        Path("cut.pdn").write_bytes(pack(TEXT)[:size])
        data, error = failure("cut.pdn")
        assert error.reason == "truncated"
        assert TEXT.startswith(data)
    broken = bytearray(pack(TEXT))
    broken[len(broken) // 2 : len(broken) // 2 + 40] = b"\xff" * 40
    Path("broken.pdn").write_bytes(broken)
    _, error = failure("broken.pdn")
    assert error.reason in ("damaged", "truncated")


def test_the_games_before_a_break_are_read(place: Path) -> None:
    Path("a.gz").write_bytes(gzip.compress(TEXT)[:-200])
    (source,) = open_sources(["a.gz"])
    assert isinstance(source, Source)
    games = []
    with pytest.raises(SourceError, match="too early"):
        games.extend(read_into(games, source))
    assert len(games) > 10
    # The last one breaks off; all the others are whole.
    assert games[:-1] == [game.raw for game in read(TEXT)][: len(games) - 1]


def test_zip_archives(place: Path) -> None:
    with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("b.pdn", "x/A.pdn", "notes.txt", "B.PDN"):
            packed.writestr(name, TEXT + name.encode())
    expected = [("a.zip/B.PDN", b"B.PDN"), ("a.zip/b.pdn", b"b.pdn"), ("a.zip/x/A.pdn", b"x/A.pdn")]
    assert contents("a.zip") == [(path, TEXT + name) for path, name in expected]
    assert contents("-", stdin=Path("a.zip").read_bytes())[0][0] == "-/B.PDN"
    with zipfile.ZipFile("one.zip", "w") as packed:
        packed.writestr("only.txt", TEXT)
    assert contents("one.zip") == [("one.zip/only.txt", TEXT)]
    with zipfile.ZipFile("none.zip", "w") as packed:
        packed.writestr("a.txt", b"")
        packed.writestr("b.txt", b"")
    assert failure("none.zip")[1].reason == "no-pdn-files"
    Path("bad.zip").write_bytes(Path("a.zip").read_bytes()[:-30])
    assert failure("bad.zip")[1].reason == "damaged"
    whole = bytearray(Path("one.zip").read_bytes())
    whole[100:120] = b"\0" * 20
    Path("bad.zip").write_bytes(whole)
    assert failure("bad.zip")[1].reason == "damaged"


def test_marks_and_utf_16(place: Path) -> None:
    text = '[White "Muñoz 🂡"]\r\n1. 9-13 *\r\n'
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        data = text.encode(encoding)
        if encoding in ("utf-16-le", "utf-16-be"):
            data = "\ufeff".encode(encoding) + data
        Path("a.pdn").write_bytes(data)
        assert contents("a.pdn") == [("a.pdn", text.encode())]
    Path("a.pdn").write_bytes(b"\xff\xfe[\0\0\xd8x")
    assert contents("a.pdn")[0][1].decode("utf-8") == "[\ufffd"
    for data in (b"\xef", b"\xef\xbb", b"\xff", b"1", b""):
        Path("a.pdn").write_bytes(data)
        assert contents("a.pdn")[0][1] == data
    for data in (b"\xef\xbb\xbf", b"\xff\xfe"):
        Path("a.pdn").write_bytes(data)
        assert contents("a.pdn")[0][1] == b""


def test_a_bad_path_does_not_stop_the_others(place: Path) -> None:
    Path("a.pdn").write_bytes(b"*")
    Path("locked.pdn").write_bytes(b"*")
    Path("locked.pdn").chmod(0)
    missing, found = open_sources(["missing.pdn", "a.pdn"])
    assert isinstance(missing, SourceError)
    assert missing.reason == "missing"
    assert "missing.pdn" in str(missing)
    assert isinstance(found, Source)
    if os.geteuid() != 0:
        (locked,) = open_sources(["locked.pdn"])
        assert isinstance(locked, SourceError)
        assert locked.reason == "unreadable"


def test_zst_without_the_package(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.zst").write_bytes(zstandard.ZstdCompressor().compress(TEXT))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    data, error = failure("a.zst")
    assert data == b""
    assert error.reason == "no-zstandard"
    assert "damas[zstd]" in str(error)


def zip_of(name: str, compression: int) -> bytearray:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        archive.writestr(name, "1. 10-14 *\n" * 50)
    return bytearray(packed.getvalue())


def test_archives_damaged_in_every_byte_are_said_to_be(tmp_path):
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA):
        whole = zip_of("ñ.pdn", compression)
        for at in range(0, len(whole), 1 if len(whole) < 300 else 7):
            damaged = bytearray(whole)
            damaged[at] ^= 0xFF
            path = tmp_path / "damaged.zip"
            path.write_bytes(damaged)
            for source in open_sources([str(path)]):
                if isinstance(source, Source):
                    with contextlib.suppress(SourceError):
                        for _ in source.chunks():
                            pass


def test_a_small_zst_that_unpacks_to_much_comes_in_small_chunks(tmp_path):
    path = tmp_path / "bomb.pdn.zst"
    path.write_bytes(zstandard.ZstdCompressor(level=19).compress(b"\n" * 200_000_000))
    (source,) = open_sources([str(path)])
    sizes = [len(chunk) for chunk in source.chunks()]
    assert sum(sizes) == 200_000_000
    assert max(sizes) < 50_000_000


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    text = b"1. 10-14 23-20 1-0\n" * 1000
    writer = threading.Thread(target=path.write_bytes, args=(text,))
    writer.start()
    for source in open_sources([str(path)]):
        assert isinstance(source, Source)
        assert (source.kind, b"".join(source.chunks())) == ("pipe", text)
    writer.join()


def test_a_pipe_in_a_folder_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdn")
    (tmp_path / "torneo.pdn").write_bytes(TEXT)
    pipe, games = open_sources([str(tmp_path)])
    assert isinstance(pipe, SourceError)
    assert (pipe.reason, str(pipe)) == ("unreadable", f"{tmp_path}/pipe.pdn: not a file")
    assert isinstance(games, Source)


def test_utf_32_is_not_taken_for_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "torneo.pdn"
    path.write_bytes(TEXT.decode().encode("utf-32"))
    (source,) = open_sources([str(path)])
    assert isinstance(source, Source)
    assert source.marked_chunks()[0] == b""
