"""`damas check --fix` and `--diff`: what becomes of files, and of those that cannot be written."""

from __future__ import annotations

import errno
import gzip
import io
import os
import shutil
import signal
import subprocess
import threading
import zipfile
from pathlib import Path

import pytest

from damas_cli.cli import replacement
from damas_cli.cli.process import Terminated
from damas_cli.cli.status import ExitStatus

from .running import DAMAS, damas

HEADER = (
    '[Event "Torneo"]\n[Date "2004.05.01"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
    '[GameType "24"]\n\n'
)
CLEAN = HEADER + "1. 10-14 23-20 1-0\n"
WRONG = HEADER + "1. 10x14 23-20\n"
UNSAFE = HEADER + "1. 10-14 23-20 2. 1-32 1-0\n"
CUT = HEADER + "1. 10-14 23-20 {2. 1-32} 1-0\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "torneo.pdn"
    path.write_text(WRONG)
    return path


def only(folder: Path) -> bool:
    """Tell whether the folder holds one file: nothing was left behind."""
    return len(list(folder.iterdir())) == 1


def test_a_file_is_fixed(file):
    done = damas("check", "--fix", str(file))
    assert file.read_text() == CLEAN
    assert (done.status, done.out) == (ExitStatus.OK, "")
    assert done.err.startswith("fixed: N002 1, R007 1\n1 game, 0 findings")
    assert only(file.parent)


def test_a_second_run_writes_nothing(file):
    damas("check", "--fix", str(file))
    before = file.stat()
    done = damas("check", "--fix", str(file))
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert "fixed" not in done.err


def test_what_remains_is_told_as_it_stands_now(file):
    file.write_text(
        '[Event "x"] [GameType "24"]\n[FEN "W:W1-12:B21-32"]\n1. 10x14 23-20 2. 1-32 1-0\n'
    )
    done = damas("check", "--fix", "--output-format", "concise", "--select", "M,T007,N", str(file))
    assert done.out.startswith(f"{file}:4:19: M001")
    assert done.status == ExitStatus.FINDINGS
    assert "fixed: N002 1, T007 1\n" in done.err
    assert "--unsafe-fixes would fix more: M001 1\n" in done.err


def test_unsafe_fixes_are_made_on_request_only(file):
    file.write_text(UNSAFE)
    assert damas("check", "--fix", str(file)).status == ExitStatus.FINDINGS
    assert file.read_text() == UNSAFE
    assert damas("check", "--unsafe-fixes", str(file)).status == ExitStatus.USAGE
    assert file.read_text() == UNSAFE
    done = damas("check", "--fix", "--unsafe-fixes", str(file))
    assert (done.status, file.read_text()) == (ExitStatus.OK, CUT)
    assert done.err.startswith("fixed: M001 1\n")


def test_only_what_is_selected(file):
    damas("check", "--fix", "--ignore", "R007", str(file))
    assert file.read_text() == HEADER + "1. 10-14 23-20\n"


def test_what_a_comment_hides_stays(file):
    text = HEADER + "1. 10x14 {damas: ignore N002} 23-20 1-0\n"
    file.write_text(text)
    assert damas("check", "--fix", str(file)).err.startswith("1 game, 0 findings")
    assert file.read_text() == text


def test_standard_input_goes_to_standard_output():
    text = HEADER + "1. 10x14 23-20 2. 1-32 1-0\n"
    done = damas("check", "--fix", "-", "--output-format", "concise", stdin=text.encode())
    assert done.out == UNSAFE
    assert "-:8:19: M001" in done.err
    assert "fixed: N002 1" in done.err
    assert done.status == ExitStatus.FINDINGS


def test_a_file_given_twice(file):
    assert damas("check", "--fix", str(file), str(file)).status == ExitStatus.OK
    assert file.read_text() == CLEAN


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_order_mark_stays(file, mark):
    file.write_bytes(mark + WRONG.encode())
    damas("check", "--fix", str(file))
    assert file.read_bytes() == mark + CLEAN.encode()


@pytest.mark.parametrize(("mark", "name"), [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")])
def test_utf_16_becomes_utf_8(file, mark, name):
    before = mark + WRONG.replace("Torneo", "Peña").encode(name)
    file.write_bytes(before)
    told = damas("check", "--output-format", "concise", "--select", "S", str(file))
    assert (told.status, told.out.count("S005"), ":1:1: S005 UTF-16" in told.out) == (1, 1, True)
    refused = damas("check", "--fix", "--ignore", "S005", str(file))
    assert (refused.status, file.read_bytes()) == (ExitStatus.UNREADABLE, before)
    assert damas("check", "--diff", str(file)).status == ExitStatus.UNREADABLE
    done = damas("check", "--fix", str(file))
    assert file.read_bytes() == CLEAN.replace("Torneo", "Peña").encode()
    assert "fixed: N002 1, R007 1, S005 1" in done.err


@pytest.mark.parametrize("chosen", [True, False])
@pytest.mark.parametrize("text", [CLEAN, WRONG])
def test_utf_16_from_standard_input(chosen, text):
    ignored = [] if chosen else ["--ignore", "S005"]
    data = b"\xff\xfe" + text.encode("utf-16-le")
    done = damas("check", "--fix", *ignored, "-", stdin=data)
    counts = ["N002 1, R007 1"] * (text == WRONG) + ["S005 1"] * chosen
    told = f"fixed: {', '.join(counts)}\n" if counts else ""
    assert (done.status, done.out) == (ExitStatus.OK, CLEAN)
    assert done.err.startswith(f"{told}1 game, 0 findings")


@pytest.mark.parametrize("text", [CLEAN, WRONG])
@pytest.mark.parametrize("name", ["-", "torneo.pdn"])
def test_packed_standard_input_is_judged_and_not_fixed(text, name):
    options = ["--output-format", "concise", "--stdin-filename", name]
    done = damas("check", "--fix", *options, "-", stdin=gzip.compress(text.encode()))
    assert (done.status, done.out) == (ExitStatus.UNREADABLE, "")
    assert done.err.count("not fixed") == 1
    assert f"{name}: not fixed: it is packed; unpack it to have it fixed\n" in done.err
    assert ("N002" in done.err) == (text == WRONG)
    assert "too early" not in done.err
    assert "1 game," in done.err


@pytest.mark.parametrize("text", [CLEAN, WRONG])
def test_an_archive_on_standard_input_is_judged_and_not_fixed(text):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("a.pdn", text)
    done = damas("check", "--fix", "-", stdin=archive.getvalue())
    assert (done.status, done.out) == (ExitStatus.UNREADABLE, "")
    assert done.err.count("-/a.pdn: not fixed: it is packed") == 1
    assert ("N002" in done.err) == (text == WRONG)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("packed", [False, True])
def test_a_pipe_is_judged_and_not_fixed(tmp_path, packed):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = gzip.compress(WRONG.encode()) if packed else WRONG.encode()
    feeder = threading.Thread(target=pipe.write_bytes, args=(data,))
    feeder.start()
    done = damas("check", "--fix", "--output-format", "concise", str(pipe))
    feeder.join()
    why = "it is packed" if packed else "only files can be fixed"
    assert done.status == ExitStatus.UNREADABLE
    assert done.err.count(f"{pipe}: not fixed: {why}") == 1
    assert "too early" not in done.err
    assert f"{pipe}:8:4: N002" in done.out


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="this system does not name descriptors")
def test_a_descriptor_is_judged_and_not_fixed():
    reader, writer = os.pipe()
    os.write(writer, WRONG.encode())
    os.close(writer)
    path = f"/dev/fd/{reader}"
    done = damas("check", "--fix", "--output-format", "concise", path)
    os.close(reader)
    assert done.status == ExitStatus.UNREADABLE
    assert f"{path}: not fixed: only files can be fixed where they are\n" in done.err
    assert f"{path}:8:4: N002" in done.out


def test_damaged_utf_16_is_left_alone(file):
    before = b"\xff\xfe" + WRONG.encode("utf-16-le") + b"\x00\xd8\x20\x00\x20"
    file.write_bytes(before)
    done = damas("check", "--fix", "--lang", "es", str(file))
    assert done.status == ExitStatus.UNREADABLE
    assert "sin corregir: UTF-16 dañado" in done.err
    # What is found in it is told all the same.
    assert "N002" in done.out
    assert file.read_bytes() == before


def test_mode_and_link_stay(file):
    file.chmod(0o640)
    link = file.parent / "link.pdn"
    link.symlink_to(file.name)
    damas("check", "--fix", str(link))
    assert link.is_symlink()
    assert file.read_text() == CLEAN
    assert file.stat().st_mode & 0o7777 == 0o640


def packed_files(folder: Path) -> list[Path]:
    with gzip.open(folder / "a.pdn.gz", "wb") as stream:
        stream.write(WRONG.encode())
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("a.pdn", WRONG)
    return [folder / "a.pdn.gz", folder / "a.zip"]


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_what_is_packed_is_not_fixed(tmp_path, option):
    for file in packed_files(tmp_path):
        before = file.read_bytes()
        done = damas("check", option, str(file))
        assert done.status == ExitStatus.UNREADABLE
        assert "not fixed: it is packed" in done.err
        assert file.read_bytes() == before
        assert ("N002" in done.out) == (option == "--fix")


def test_what_is_packed_and_right_is_no_fault(tmp_path):
    with gzip.open(tmp_path / "a.pdn.gz", "wb") as stream:
        stream.write(CLEAN.encode())
    assert damas("check", "--fix", str(tmp_path / "a.pdn.gz")).status == ExitStatus.OK


@pytest.mark.parametrize("place", ["fsync", "replace", "fchmod"])
def test_a_system_that_refuses(file, monkeypatch, place):
    def refuse(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(replacement.os, place, refuse)
    done = damas("check", "--fix", str(file), "--output-format", "concise")
    assert done.status == ExitStatus.UNREADABLE
    assert f"{file}: not fixed: No space left on device" in done.err
    assert "fixed: N002" not in done.err
    assert file.read_text() == WRONG
    assert only(file.parent)
    assert ":8:4: N002" in done.out


def test_a_folder_that_cannot_be_written(file, monkeypatch):
    system_open = os.open

    def refuse(path, flags, *arguments, **options):
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return system_open(path, flags, *arguments, **options)

    monkeypatch.setattr(replacement.os, "open", refuse)
    assert damas("check", "--fix", str(file)).status == ExitStatus.UNREADABLE
    assert file.read_text() == WRONG


def test_a_file_that_the_user_may_not_write(file, monkeypatch):
    file.chmod(0o444)
    # The superuser may write all files.
    monkeypatch.setattr(replacement.os, "access", lambda path, mode: mode != os.W_OK)
    before = file.stat()
    done = damas("check", "--fix", str(file))
    assert done.status == ExitStatus.UNREADABLE
    assert f"{file}: not fixed: Permission denied" in done.err
    assert file.read_text() == WRONG
    assert (file.stat().st_ino, only(file.parent)) == (before.st_ino, True)


def test_a_file_that_the_user_may_not_write_and_need_not(file, monkeypatch):
    file.write_text(CLEAN)
    monkeypatch.setattr(replacement.os, "access", lambda _path, _mode: False)
    assert damas("check", "--fix", str(file)).status == ExitStatus.OK


@pytest.mark.parametrize("signal_", [KeyboardInterrupt, Terminated])
def test_an_interruption_leaves_the_file(file, monkeypatch, signal_):
    def interrupt(_handle: int) -> None:
        raise signal_

    monkeypatch.setattr(replacement.os, "fsync", interrupt)
    status = damas("check", "--fix", str(file)).status
    assert status in (ExitStatus.INTERRUPTED, ExitStatus.TERMINATED)
    assert file.read_text() == WRONG
    assert only(file.parent)


def test_a_real_interruption_leaves_the_file(tmp_path):
    file = tmp_path / "big.pdn"
    file.write_text(WRONG.replace("-20\n", "-20 1-0\n") * 60_000)
    before = file.stat()
    process = subprocess.Popen([*DAMAS, "check", "--fix", str(file)], stderr=subprocess.DEVNULL)
    while process.poll() is None and only(tmp_path):
        threading.Event().wait(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == ExitStatus.TERMINATED
    assert only(tmp_path)
    assert file.stat().st_ino == before.st_ino


def test_a_file_that_is_changed_meanwhile(file, monkeypatch):
    fsync = os.fsync

    def change(handle: int) -> None:
        fsync(handle)
        file.write_text(WRONG + "\n")

    monkeypatch.setattr(replacement.os, "fsync", change)
    done = damas("check", "--fix", str(file))
    assert done.status == ExitStatus.UNREADABLE
    assert "has been changed" in done.err
    assert file.read_text() == WRONG + "\n"
    assert only(file.parent)


def test_what_is_no_file():
    done = damas("check", "--fix", os.devnull)
    assert done.status == ExitStatus.UNREADABLE
    assert "only files can be fixed" in done.err


def test_a_missing_file():
    assert damas("check", "--fix", "nowhere.pdn").status == ExitStatus.UNREADABLE
    assert damas("check", "--diff", "nowhere.pdn").status == ExitStatus.UNREADABLE


# The diff.


def test_the_diff_writes_nothing(file):
    done = damas("check", "--diff", str(file))
    assert file.read_text() == WRONG
    assert done.out.splitlines()[-2:] == ["-1. 10x14 23-20", "+1. 10-14 23-20 1-0"]
    assert done.status == ExitStatus.FINDINGS
    assert done.err == "would be fixed: N002 1, R007 1\n"


def test_no_diff_where_nothing_can_be_fixed(file):
    file.write_text(UNSAFE)
    done = damas("check", "--diff", str(file))
    assert (done.status, done.out) == (ExitStatus.OK, "")
    assert damas("check", "--diff", "--unsafe-fixes", str(file)).status == ExitStatus.FINDINGS
    assert damas("check", "--diff", "--unsafe-fixes", "--exit-zero", str(file)).status == 0


def test_the_diff_goes_before_the_fix(file):
    damas("check", "--diff", "--fix", str(file))
    assert file.read_text() == WRONG


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_patch_makes_of_the_diff_what_the_fix_makes(tmp_path, monkeypatch, end, last):
    if shutil.which("patch") is None:
        pytest.skip("patch is not installed")
    text = (WRONG + "\n" + WRONG.replace("Torneo", "Peña")).replace("\n", end)
    text = text if last else text.rstrip()
    for name in ("a.pdn", "b.pdn"):
        (tmp_path / name).write_bytes(text.encode("cp1252"))
    monkeypatch.chdir(tmp_path)
    diff = io.BytesIO()
    damas("check", "--diff", "a.pdn", stdout=diff)
    command = ["patch", "-p0", "--binary", "--fuzz=0"]
    subprocess.run(command, input=diff.getvalue(), check=True, stdout=subprocess.DEVNULL)
    damas("check", "--fix", str(tmp_path / "b.pdn"))
    assert (tmp_path / "a.pdn").read_bytes() == (tmp_path / "b.pdn").read_bytes()
    assert (tmp_path / "b.pdn").read_bytes().endswith(f"1-0{end if last else ''}".encode())
