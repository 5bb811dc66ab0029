"""`damas check` as a command: inputs, formats, statuses, what goes to which stream."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from pathlib import Path

import pytest

from damas_cli.cli.status import ExitStatus

from .running import damas, damas_process

# The tags that every game should have, but for the result.
HEADER = '[Event "Club"]\n[Date "2024.05.01"]\n[White "Ana"]\n[Black "Eva"]\n'
CLEAN = HEADER + '[Result "1/2-1/2"]\n\n1. 10-14 23-20 1/2-1/2\n'
ILLEGAL = HEADER + '[Result "1/2-1/2"]\n\n1. 10-14 23-15 1/2-1/2\n'
UNFINISHED = HEADER + '[Result "*"]\n\n1. 10-14 23-20 *\n'
KEYS = [
    "version",
    "path",
    "game",
    "variation",
    "ply",
    "move",
    "code",
    "name",
    "severity",
    "message",
    "line",
    "column",
    "end_line",
    "end_column",
    "fen",
    "expected",
    "article",
]


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def records(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_clean_file(tmp_path):
    result = damas("check", write(tmp_path / "clean.pdn", CLEAN))
    assert (result.status, result.out) == (ExitStatus.OK, "")
    assert result.err.startswith("1 game, 0 findings (0 errors, 0 warnings) in ")


def test_findings_end_with_1_and_exit_zero_with_0(tmp_path):
    path = write(tmp_path / "illegal.pdn", ILLEGAL)
    assert damas("check", path).status == ExitStatus.FINDINGS
    assert damas("check", "--exit-zero", path).status == ExitStatus.OK


def test_information_alone_is_no_failure():
    result = damas("check", stdin=UNFINISHED.encode())
    assert "R004" in result.out
    assert result.status == ExitStatus.OK


def test_a_record_has_its_keys_in_order():
    result = damas("check", "--output-format", "jsonl", stdin=ILLEGAL.encode())
    (record,) = records(result.out)
    assert list(record) == KEYS
    assert record == {
        "version": 1,
        "path": "-",
        "game": 1,
        "variation": None,
        "ply": 2,
        "move": "23-15",
        "code": "M001",
        "name": "illegal-move",
        "severity": "error",
        "message": record["message"],
        "line": 7,
        "column": 10,
        "end_line": 7,
        "end_column": 15,
        "fen": "B:W1,2,3,4,5,6,7,8,9,11,12,14:B21,22,23,24,25,26,27,28,29,30,31,32",
        "expected": ["21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"],
        "article": "Cómo se mueve el peón",
    }


def test_concise():
    result = damas("check", "--output-format", "concise", stdin=ILLEGAL.encode())
    assert result.out.startswith("-:7:10: M001 ")
    assert result.out.endswith("[game 1, ply 2]\n")
    assert result.out.count("\n") == 1


def test_full_shows_the_line_and_what_was_legal():
    lines = damas("check", stdin=ILLEGAL.encode()).out.splitlines()
    assert lines[0] == "-:7:10: M001 illegal-move [game 1, ply 2]"
    assert lines[2] == "7 | 1. 10-14 23-15 1/2-1/2"
    assert lines[3].startswith("  |          ^^^^^ ")
    assert "  = Legal: 21-17, 21-18, 22-18, 22-19, 23-19, 23-20, 24-20" in lines


def test_a_terminal_gets_a_board_with_the_squares_marked():
    piped = damas("check", stdin=ILLEGAL.encode()).out
    shown = damas("check", stdin=ILLEGAL.encode(), terminals="stdout", variables={"NO_COLOR": "1"})
    assert "[x]" not in piped
    assert "[x]" in shown.out
    assert "[.]" in shown.out
    assert "\x1b" not in shown.out


def test_colour_only_where_it_is_wanted():
    def coloured(*arguments: str, **run: object) -> bool:
        return "\x1b[" in damas("check", *arguments, stdin=ILLEGAL.encode(), **run).out

    assert not coloured()
    assert coloured("--color", "always")
    assert coloured(terminals="stdout")
    assert not coloured("--color", "never", terminals="stdout")


def test_of_a_long_line_at_most_100_characters_are_shown():
    moves = "1. 10-14 23-20 14-10 " + "x" * 10
    text = "{" + "long " * 200 + "} " + moves + " {" + "tail " * 200 + "} 1-0"
    out = damas("check", "--ignore", "T001", stdin=text.encode()).out
    for line in out.splitlines():
        if line.startswith("1 | "):
            assert len(line) - len("1 | ") <= 100
            assert "…" in line
    caret, source = (
        next(line for line in out.splitlines() if line.startswith(start))
        for start in ("  | ", "1 | ")
    )
    at = caret.index("^") if "^" in caret else out.splitlines()[3].index("^")
    assert source[at : at + 5] == "14-10"


def test_control_characters_do_not_reach_a_terminal():
    text = '[Event "\x1b[31mred\x07"] 1. 10-14 \x1b[2J 23-20 *'
    for form in ("full", "concise"):
        out = damas("check", "--output-format", form, stdin=text.encode()).out
        assert out
        assert "\x1b" not in out
        assert "\x07" not in out


def test_standard_input_has_a_name():
    result = damas(
        "check", "-", "--stdin-filename", "torneo.pdn", "--output-format", "jsonl",
        stdin=ILLEGAL.encode(),
    )  # fmt: skip
    assert records(result.out)[0]["path"] == "torneo.pdn"


def test_a_terminal_on_standard_input_is_not_waited_for():
    result = damas("check", terminals="stdin")
    assert result.status == ExitStatus.USAGE
    assert "Usage" in result.err
    assert result.out == ""


def test_an_empty_input_is_said():
    result = damas("check", stdin=b"")
    assert result.status == ExitStatus.OK
    assert "-: no games" in result.err
    assert "0 games, 0 findings" in result.err


def test_a_missing_file_does_not_hide_the_others(tmp_path):
    path = write(tmp_path / "illegal.pdn", ILLEGAL)
    result = damas("check", str(tmp_path / "missing.pdn"), path)
    assert result.status == ExitStatus.UNREADABLE
    assert "missing.pdn" in result.err
    assert "M001" in result.out


def test_a_truncated_gz_gives_what_came_before(tmp_path):
    data = gzip.compress("".join(ILLEGAL for _ in range(3000)).encode(), compresslevel=0)
    path = tmp_path / "season.pdn.gz"
    path.write_bytes(data[: len(data) // 2])
    result = damas("check", "--output-format", "concise", str(path))
    assert result.status == ExitStatus.UNREADABLE
    assert "season.pdn.gz" in result.err
    assert result.out.count("M001") > 1000


def test_folders_and_archives(tmp_path):
    write(tmp_path / "games" / "b.pdn", ILLEGAL)
    write(tmp_path / "games" / "deep" / "a.pdn", ILLEGAL)
    write(tmp_path / "games" / "notes.txt", ILLEGAL)
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("x.pdn", ILLEGAL)
    result = damas("check", "--output-format", "jsonl", str(tmp_path / "games"), str(archive))
    shown = [str(record["path"]).removeprefix(str(tmp_path)) for record in records(result.out)]
    assert shown == ["/games/b.pdn", "/games/deep/a.pdn", "/games.zip/x.pdn"]


def test_a_folder_without_games_is_unreadable(tmp_path):
    assert damas("check", str(tmp_path)).status == ExitStatus.UNREADABLE


def test_quiet_and_verbose():
    assert damas("check", "-q", stdin=CLEAN.encode()).err == ""
    assert "-: 1 game, 0 findings" in damas("check", "-v", stdin=CLEAN.encode()).err


def test_no_progress_can_be_set():
    kings = ["1-5", "32-28", "5-1", "28-32", "1-10", "32-28"]
    text = f'[FEN "W:WK1:BK32"] [Result "*"] {" ".join(kings)} *'
    assert "D002" not in damas("check", stdin=text.encode()).out
    result = damas("check", "--no-progress", "2", "--output-format", "jsonl", stdin=text.encode())
    (draw,) = (record for record in records(result.out) if record["code"] == "D002")
    assert draw["ply"] == 4


@pytest.mark.parametrize("parser", ["compiled", "lark"])
def test_both_parsers_give_the_same_report(parser):
    text = CLEAN + ILLEGAL + "1. 10-14 { never closed\n" + UNFINISHED
    result = damas("check", "--parser", parser, "--output-format", "concise", stdin=text.encode())
    codes = [line.split(" ")[1] for line in result.out.splitlines()]
    assert codes == ["M001", "T001", "S002", "R004"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_jobs_are_accepted(jobs):
    assert damas("check", "--jobs", jobs, stdin=CLEAN.encode()).status == ExitStatus.OK


def test_a_file_that_is_not_utf8_is_told_once():
    text = ('[White "Muñoz"] [Result "1-0"] 1-0\n' * 2).encode("cp1252")
    result = damas("check", "--ignore", "T001", "--output-format", "jsonl", stdin=text)
    (record,) = records(result.out)
    assert (record["code"], record["game"], record["line"], record["column"]) == (
        "S005",
        None,
        1,
        11,
    )


def test_a_path_that_is_no_text_does_not_break_the_report(tmp_path):
    path = os.fsdecode(os.fsencode(str(tmp_path)) + b"/torneo\xff.pdn")
    try:
        write(Path(path), ILLEGAL)
    except OSError:
        pytest.skip("this file system takes no such name")
    for form in ("full", "concise"):
        assert "M001" in damas("check", "--output-format", form, path).out
    (record,) = records(damas("check", "--output-format", "jsonl", path).out)
    assert record["path"] == path


def test_a_name_cannot_write_to_the_terminal():
    name = "x\x1b[31m"
    assert "\x1b" not in damas("check", name).err
    assert "\x1b" not in damas("check", "--stdin-filename", name, stdin=b"").err


def test_what_cannot_be_read_in_a_folder_hides_nothing_else(tmp_path):
    write(tmp_path / "a.pdn", ILLEGAL)
    (tmp_path / "b.pdn").symlink_to(tmp_path / "nothing")
    (tmp_path / "c.pdn").write_bytes(b"PK\x03\x04 no archive")
    write(tmp_path / "d.pdn", ILLEGAL)
    result = damas("check", "--output-format", "concise", str(tmp_path))
    assert result.out.count("M001") == 2
    assert "b.pdn" in result.err
    assert "c.pdn" in result.err
    assert result.status == ExitStatus.UNREADABLE


@pytest.mark.skipif(os.name != "posix", reason="closes a file descriptor in the child")
def test_closed_standard_input():
    result = damas_process("check", stdin=None, preexec_fn=lambda: os.close(0))
    assert result.returncode == ExitStatus.UNREADABLE
    assert "standard input is closed" in result.stderr


def test_numbers_of_any_length_are_taken():
    text = f'[Result "{"1" * 5000}-0"] 1. 10-14 {"9" * 5000}-14 1-0'
    assert damas("check", stdin=text.encode()).status == ExitStatus.FINDINGS


def test_jsonl_holds_no_control_characters():
    text = '[Result "a\x9b31m\x7f"] *'.encode()
    out = damas("check", "--select", "R006", "--output-format", "jsonl", stdin=text).out
    assert "\x9b" not in out
    assert "a\x9b31m\x7f" in str(records(out)[0]["message"])


INTERNATIONAL = "1. 32-28 19-23 2. 28x19 14x23 *\n"


def test_a_gametype_decides_by_which_rules_a_game_is_judged():
    text = f'[GameType "20"] [Result "*"] {INTERNATIONAL}'.encode()
    assert damas("check", stdin=text).status == ExitStatus.OK
    assert damas("check", "--variant", "italian", stdin=text).status == ExitStatus.FINDINGS


def test_the_variant_can_be_named():
    text = INTERNATIONAL.encode()
    assert damas("check", "--variant", "international", stdin=text).status == ExitStatus.OK
    unknown = damas("check", "--variant", "internacional", stdin=text)
    assert unknown.status == ExitStatus.USAGE
    assert "did you mean 'international'" in unknown.err


def test_the_board_of_another_variant_is_drawn():
    text = b'[GameType "25"] [Result "*"] 1. c3-d4 b6-a5 2. c3-d4 *\n'
    drawn = damas("check", "--color", "never", stdin=text, terminals="stdout").out
    assert " a1  o     o     o     o     g1\n" in drawn
    assert " a3  o    [.]    o     o     g3\n" in drawn


def test_games_that_fit_several_variants_are_told_of():
    """Men alone move in Brazilian draughts as in Russian: no single one can be named."""
    text = b"1. 22-18 11-15 *\n" * 2
    result = damas("check", "--output-format", "concise", stdin=text)
    assert result.out.count("M007") == 2
    told = result.err.splitlines()[0]
    assert (told.startswith("-: "), "2 games" in told, "russian" in told) == (True, True, True)
    assert damas("check", "-q", stdin=text).err == ""
    assert "russian" not in damas("check", stdin=b"1. 10-14 23-20 *\n").err


@pytest.mark.parametrize(
    "options",
    [("--unsafe-fixes",), ("--diff", "--statistics"), ("--diff", "--output-file", "report.txt")],
)
def test_options_that_would_do_nothing_are_refused(options):
    done = damas("check", *options, stdin=b"1. 10-14 *")
    assert (done.status, done.out) == (ExitStatus.USAGE, "")


def test_the_full_report_names_the_players_and_the_move():
    header = b'[White "Ana"] [Black "Luz"] '
    told = damas("check", "--select", "M", stdin=header + b"1. 10-14 23-20 2. 14-19 20-16 *").out
    assert "= Ana - Luz; move 2 of Black\n" in told
    english = b'[White "?"] [Black "Luz"] [GameType "21"] 1. 10-15 22-17 2. 1-2 *'
    assert "= move 2 of Black\n" in damas("check", "--select", "M", stdin=english).out
    fen = b'[White "Ana"] [FEN "W:W1:B32"] 1. 1-2 *'
    assert "move 1" not in damas("check", "--select", "M", stdin=fen).out


def test_what_fix_mends_is_told_without_quiet():
    text = b'[Result "1-0"] 1. 10x14 23-20'
    told = damas("check", stdin=text)
    assert told.err.endswith("--fix mends what it safely can of N002 1, R007 1; --diff shows it\n")
    assert damas("check", "-q", stdin=text).err == ""
    assert "--fix mends" not in damas("check", "--fix", stdin=text).err
