"""`damas import`."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from damas_cli.cli.status import ExitStatus
from damas_cli.convert.clubs.task import Imported, ImportTask, packed
from damas_cli.language import Phrase

from .running import damas

GOOD = "1.10-14, 22-18; 2.12-15, 23-20 GB\n"
UNSURE = "Ana Rey - Uxía Lago\n" + GOOD
BAD = "1.10-14, 22-18; 2.1-29\n"


def test_games_go_to_standard_output_and_the_report_to_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "partidas.txt"
    path.write_text(f"{GOOD}\n{UNSURE}\n{BAD}", "utf-8")
    outcome = damas("import", str(path))
    assert outcome.status == ExitStatus.FINDINGS
    assert outcome.out.count("[Event ") == 3
    assert outcome.err.splitlines() == [
        f"{path}:3:1: Ana Rey and Uxía Lago taken for the players, White first",
        f"{path}:6:19: M001 ply 3, 1-29: 29 is on no diagonal of the piece, and no capture ends"
        " there",
        "3 games imported, 1 with errors, 1 assumption",
    ]
    assert damas("check", "-q", "--ignore", "R004,M001", stdin=outcome.out.encode()).out == ""


def test_in_spanish() -> None:
    outcome = damas("import", "--lang", "es", stdin=f"{UNSURE}\n{BAD}".encode())
    assert outcome.err.splitlines() == [
        "-:1:1: Ana Rey y Uxía Lago se toman por los jugadores, primero las blancas",
        "-:4:19: M001 movimiento 3, 1-29: la casilla 29 no está en ninguna diagonal de la pieza, "
        "y ninguna captura termina en ella",
        "2 partidas importadas, 1 con errores, 1 suposición",
    ]


@pytest.mark.parametrize(
    ("options", "text", "status"),
    [
        ((), GOOD, ExitStatus.OK),
        ((), UNSURE, ExitStatus.OK),
        (("--strict",), GOOD, ExitStatus.OK),
        (("--strict",), UNSURE, ExitStatus.FINDINGS),
        ((), BAD, ExitStatus.FINDINGS),
        (("--variant", "english"), GOOD, ExitStatus.FINDINGS),
        (("--variant", "spanich"), GOOD, ExitStatus.USAGE),
    ],
)
def test_how_it_ends(options: tuple[str, ...], text: str, status: ExitStatus) -> None:
    assert damas("import", *options, stdin=text.encode()).status == status


def test_quiet_tells_errors_only() -> None:
    assert damas("import", "-q", stdin=UNSURE.encode()).err == ""
    assert len(damas("import", "-q", stdin=BAD.encode()).err.splitlines()) == 1


def test_folders_and_packed_files(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.TXT").write_text(GOOD)
    (tmp_path / "book.ouv").write_text(" 9-13 21-17 \n 10-14 21-18 \n")
    (tmp_path / "other.pdn").write_text("[White]")
    packed = tmp_path / "packed.gz"
    packed.write_bytes(gzip.compress(GOOD.encode()))
    outcome = damas("import", str(tmp_path), str(packed))
    assert outcome.out.count("[Event ") == 4
    assert outcome.err == "4 games imported, 0 with errors, 0 assumptions\n"
    empty = damas("import", str(tmp_path / "a"), str(tmp_path / "none.txt"))
    assert empty.status == ExitStatus.UNREADABLE
    assert "none.txt: No such file or directory" in empty.err


def test_a_folder_without_texts(tmp_path: Path) -> None:
    outcome = damas("import", str(tmp_path))
    assert outcome.status == ExitStatus.UNREADABLE
    assert "no .txt, .ouv files in this folder" in outcome.err


def test_the_output_file_is_written_whole(tmp_path: Path) -> None:
    source, output = tmp_path / "a.txt", tmp_path / "a.pdn"
    source.write_text(GOOD)
    outcome = damas("import", str(source), "-o", str(output))
    assert (outcome.status, outcome.out) == (ExitStatus.OK, "")
    assert output.read_text("utf-8") == damas("import", str(source)).out
    refused = damas("import", str(source), "-o", str(source))
    assert refused.status == ExitStatus.USAGE
    assert source.read_text() == GOOD
    missing = damas("import", str(source), "-o", str(tmp_path / "no" / "a.pdn"))
    assert missing.status == ExitStatus.UNREADABLE


def test_no_games() -> None:
    outcome = damas("import", stdin=b"Hola.\n")
    assert (outcome.status, outcome.out) == (ExitStatus.OK, "")
    assert outcome.err.splitlines() == [
        "-:1:1: 1 line of text passed over: no game follows",
        "-: no games",
        "0 games imported, 0 with errors, 1 assumption",
    ]


def test_a_terminal_gets_a_hint_and_no_silence() -> None:
    outcome = damas("import", terminals="stdin")
    assert outcome.status == ExitStatus.USAGE
    assert "pipe games in" in outcome.err


def test_what_convert_reads_and_writes_is_the_same(tmp_path: Path) -> None:
    pdn = damas("import", stdin=GOOD.encode()).out
    assert damas("convert", "--to", "pdn", stdin=GOOD.encode()).out.split() == pdn.split()
    text = damas("convert", "--to", "text", stdin=pdn.encode()).out
    assert damas("import", stdin=text.encode()).out == pdn


def test_so_many_processes_import_the_same(tmp_path):
    for number in range(4):
        text = "1.10-14, 22-18; 2.12-15, 23-20 EMP\n\n1.9-13, 5-1 GB\n" * (number + 1)
        (tmp_path / f"{number}.txt").write_text(text)
    (tmp_path / "nothing.txt").write_text("")
    one, two = (damas("import", "--jobs", jobs, str(tmp_path)) for jobs in ("1", "2"))
    assert (one.status, one.out, one.err) == (two.status, two.out, two.err)
    assert one.err.count("M007") == 10
    assert "nothing.txt: no games" in one.err


def test_a_text_that_no_worker_survives_is_told():
    task = ImportTask(None, "en")
    block = packed("club.txt", 7, b"1.10-14, 22-18")
    assert task.split(block) == []
    (found,) = Imported.read(task.give_up(block, Phrase("why")))
    assert [(line, is_error) for line, _, is_error, _ in found.points] == [(7, True)]
