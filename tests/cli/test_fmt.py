"""`damas fmt`: games as canonical PDN, printed, in place, compared and as a diff."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from .running import damas

ODD = b'[White "Mu\xf1oz"]\r\n[Event "B"]\r\n1. 09-13 21x18 {good} *\r\n'
TIDY = '[Event "B"]\n[White "Muñoz"]\n\n1. 9-13 21-18 {good} *\n'
BROKEN = b'[Event "C"]\n1. 10-14 {broken\n'


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    file = tmp_path / "odd.pdn"
    file.write_bytes(ODD)
    return file


def test_it_prints_one_file_after_the_other(odd, tmp_path):
    other = tmp_path / "other.pdn"
    other.write_bytes(BROKEN)
    done = damas("fmt", str(odd), str(other), str(odd))
    assert done.status == 0
    assert done.out == f"{TIDY}\n{BROKEN.decode()}\n{TIDY}"
    assert done.err == ("1 game cannot be written anew and stays as it is\n3 games in 3 files\n")
    assert damas("fmt", "-q", str(tmp_path)).err == ""
    assert damas("fmt", stdin=ODD).out == TIDY
    assert odd.read_bytes() == ODD


def test_whatever_is_read_becomes_utf_8(odd):
    for data in (
        b"\xef\xbb\xbf" + TIDY.encode(),
        TIDY.encode("utf-16"),
        TIDY.replace("\n", "\r\n").encode("utf-16-be").join([b"\xfe\xff", b""]),
        TIDY.replace("\n", "\r").encode(),
    ):
        assert damas("fmt", stdin=data).out == TIDY
        odd.write_bytes(data)
        assert damas("fmt", "--check", str(odd)).status == 1
        assert damas("fmt", "-i", str(odd)).status == 0
        assert odd.read_bytes() == TIDY.encode()


def test_in_place(odd, tmp_path):
    done = damas("fmt", "--in-place", "-v", str(tmp_path))
    assert (done.status, done.out) == (0, "")
    assert done.err == f"{odd}: changed\n1 game in 1 file; 1 file changed\n"
    assert odd.read_bytes() == TIDY.encode()
    before = odd.stat()
    done = damas("fmt", "--in-place", "-v", str(odd))
    assert done.err == f"{odd}: stays as it is\n1 game in 1 file; 0 files changed\n"
    now = odd.stat()
    assert (now.st_ino, now.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert os.listdir(tmp_path) == ["odd.pdn"]


def test_check_names_what_would_change(odd, tmp_path):
    tidy = tmp_path / "tidy.pdn"
    tidy.write_bytes(TIDY.encode())
    done = damas("fmt", "--check", str(tmp_path))
    assert (done.status, done.out) == (1, f"{odd}\n")
    assert done.err == "2 games in 2 files; 1 file would change\n"
    assert damas("fmt", "--check", str(tidy)).status == 0
    assert damas("fmt", "--check", "--stdin-filename", "x.pdn", stdin=ODD).out == "x.pdn\n"
    assert odd.read_bytes() == ODD


def test_the_diff_makes_of_the_file_what_fmt_would(odd):
    patch = shutil.which("patch")
    if patch is None:
        pytest.skip("no program patch")
    odd.write_bytes(ODD.replace(b"\xf1", b"n") + 3 * b'\n\n% note\n[Event "x"]\n\n1. 9-13 1-0\n')
    done = damas("fmt", "--diff", str(odd))
    assert done.status == 1
    wanted = damas("fmt", str(odd)).out
    subprocess.run([patch, "--binary", "-s", str(odd)], input=done.out.encode(), check=True)
    assert odd.read_bytes() == wanted.encode()
    again = damas("fmt", "--diff", str(odd))
    assert (again.status, again.out) == (0, "")


def test_an_output_file_is_written_whole(odd, tmp_path):
    out = tmp_path / "out.pdn"
    assert damas("fmt", "-o", str(out), str(odd)).out == ""
    assert out.read_bytes() == TIDY.encode()
    assert damas("fmt", "-o", str(odd), str(odd)).status == 2
    assert damas("fmt", "-o", str(tmp_path / "no" / "out"), str(odd)).status == 3
    assert odd.read_bytes() == ODD


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--in-place"], "goes with files, not with standard input"),
        (["--in-place", "-"], "goes with files, not with standard input"),
        (["--check", "--diff"], "goes without --check"),
        (["--in-place", "--check", "a.pdn"], "goes without --in-place"),
        (["-o", "x", "--diff"], "goes without --output"),
        (["--drop", "clocks,moves"], "'moves' is none of comments, variations, nags, clocks"),
        (["--width", "19"], "is 0, or 20 at the least"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, problem):
    done = damas("fmt", *arguments)
    assert done.status == 2
    assert problem in done.err


def test_what_cannot_be_written_or_read(odd, tmp_path):
    packed = tmp_path / "odd.pdn.gz"
    packed.write_bytes(gzip.compress(ODD))
    assert damas("fmt", str(packed)).out == TIDY
    done = damas("fmt", "-i", str(packed), str(odd), str(tmp_path / "missing.pdn"))
    assert done.status == 3
    assert f"{packed}: not formatted: it is packed" in done.err
    assert "missing.pdn" in done.err
    assert odd.read_bytes() == TIDY.encode()
    odd.write_bytes(TIDY.encode("utf-16")[:-1])
    damaged = odd.read_bytes()
    assert damas("fmt", "-i", str(odd)).status == 3
    assert odd.read_bytes() == damaged
    odd.write_bytes(TIDY.encode("utf-16"))
    assert damas("fmt", "--diff", str(odd)).status == 3


def test_what_is_dropped():
    text = b"1. 9-13! {a [%clk 0:59]} (1. 10-14 $1 {b}) 1... 21-18 {[%clk 1:00]} $2 *\n"
    assert damas("fmt", "--drop", "variations", stdin=text).out == (
        "1. 9-13! {a [%clk 0:59]} 1... 21-18 {[%clk 1:00]} $2 *\n"
    )
    assert damas("fmt", "--drop", "clocks,nags", stdin=text).out == (
        "1. 9-13 {a} (1. 10-14 {b}) 1... 21-18 *\n"
    )
    everything = ["--drop", "comments", "--drop", "variations,nags"]
    assert damas("fmt", *everything, stdin=text).out == "1. 9-13 21-18 *\n"


def test_the_width_of_lines():
    moves = b"1. 9-13 21-18 2. 5-9 22-17 * "
    assert damas("fmt", "--width", "20", stdin=moves).out == "1. 9-13 21-18 2. 5-9\n22-17 *\n"
    assert damas("fmt", "--width", "0", stdin=9 * b"{0123456789}" + moves).out.count("\n") == 1


def test_no_file_and_no_games():
    done = damas("fmt", terminals="stdin")
    assert done.status == 2
    assert "Name a file" in done.err
    assert damas("fmt", stdin=b"").out == ""
    assert damas("fmt", stdin=b" \n").err == "-: no games\n0 games in 1 file\n"
    assert damas("fmt", stdin=b"; only this").out == "{ only this}\n"


def test_any_number_of_jobs_gives_the_same(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.pdn").write_bytes(ODD * (number + 1) + BROKEN)
    outs = [damas("fmt", "--jobs", jobs, str(tmp_path)) for jobs in ("1", "2")]
    assert outs[0] == outs[1]


def test_a_packed_file_is_refused_in_the_users_language(tmp_path):
    path = tmp_path / "games.pdn.gz"
    path.write_bytes(gzip.compress(b"1. 09-13 *"))
    result = damas("fmt", "--in-place", "--lang", "es", str(path))
    assert result.status == 3
    assert "comprimido" in result.err
