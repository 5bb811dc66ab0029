"""`damas perft`: counts, formats, suites and refusals."""

from __future__ import annotations

import json
import re
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from damas_cli.cli import perft as perft_module
from damas_cli.rules import counting, kernels
from damas_cli.rules.counting import CAPTURE_ORDER, DEEPEST, UNIQUE, PerftCounter
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names

from ..check.test_bounds import CROWDED
from .running import damas

DATA = Path(__file__).parent.parent / "data" / "perft"
PUBLISHED = [7, 49, 302, 1469, 7361, 36473, 177532, 828783]
START = Position.start().fen()

# A king that takes four men on a round trip, one way round or the other: one move to "unique",
# two to "capture-order".
ROUND_TRIP = "W:WK9:B5,6,13,28"


def rows(*arguments: str) -> list[list[str]]:
    result = damas("perft", *arguments)
    assert (result.status, result.err) == (0, "")
    return [line.split() for line in result.out.splitlines()]


class TestText:
    def test_one_line_a_depth(self) -> None:
        table = rows("8")
        assert [(int(depth), int(nodes)) for depth, nodes, *_ in table] == list(
            enumerate(PUBLISHED, 1)
        )
        for _, nodes, seconds, rate in table:
            assert float(seconds) >= 0
            assert rate.isdigit()
            if float(seconds) > 0.01:
                assert int(nodes) / int(rate) == pytest.approx(float(seconds), abs=0.001)

    def test_columns_are_aligned(self) -> None:
        assert len({len(line) for line in damas("perft", "8").out.splitlines()}) == 1

    def test_a_terminal_gets_a_header_and_a_pipe_none(self) -> None:
        header, *lines = damas("perft", "3", terminals="stdout").out.splitlines()
        assert header.split() == ["depth", "nodes", "seconds", "nodes/s"]
        assert [line.split()[:2] for line in lines] == [row[:2] for row in rows("3")]
        assert len(header) == len(lines[0])

    def test_depth_0_is_the_position_itself(self) -> None:
        assert [row[:2] for row in rows("0")] == [["0", "1"]]

    def test_a_side_without_moves_has_no_leaves(self) -> None:
        assert [row[1] for row in rows("3", "--fen", "W:W:B20")] == ["0", "0", "0"]


class TestJson:
    def test_records(self) -> None:
        result = damas("perft", "4", "--json", terminals="stdout")
        assert result.status == 0
        records = [json.loads(line) for line in result.out.splitlines()]
        for depth, record in enumerate(records, 1):
            assert list(record) == ["variant", "fen", "depth", "count", "nodes", "seconds"]
            assert isinstance(record.pop("seconds"), float)
            assert record == {
                "variant": "spanish",
                "fen": START,
                "depth": depth,
                "count": "unique",
                "nodes": PUBLISHED[depth - 1],
            }

    def test_fen_is_in_the_writers_form(self) -> None:
        result = damas("perft", "1", "--json", "--count", CAPTURE_ORDER, "--fen", "B:B9-12:WK5,3.")
        record = json.loads(result.out)
        assert (record["fen"], record["count"]) == ("B:W3,K5:B9,10,11,12", "capture-order")


class TestDivide:
    @pytest.mark.parametrize("jobs", ["1", "2"])
    @pytest.mark.parametrize("depth", [1, 2, 7])
    def test_moves_ascend_and_add_up(self, depth: int, jobs: str) -> None:
        result = damas("perft", str(depth), "--divide", "--jobs", jobs)
        assert result.status == 0
        *lines, total = [line.split("\t") for line in result.out.splitlines()]
        moves = [move for move, _ in lines]
        assert moves == sorted(move.text for move in Position.start().legal_moves())
        assert moves == sorted(moves)
        assert sum(int(nodes) for _, nodes in lines) == PUBLISHED[depth - 1]
        assert total == ["total", str(PUBLISHED[depth - 1])]

    def test_each_count_is_that_of_the_position_after_the_move(self) -> None:
        result = damas("perft", "5", "--divide")
        for line in result.out.splitlines()[:-1]:
            move, nodes = line.split("\t")
            after = Position.start().play(Position.start().move(move)).fen()
            assert rows("4", "--fen", after)[-1][1] == nodes

    def test_without_moves_there_is_only_the_total(self) -> None:
        assert damas("perft", "2", "--divide", "--fen", "W:W:B20").out == "total\t0\n"

    def test_two_orders_count_twice(self) -> None:
        once = damas("perft", "1", "--divide", "--fen", ROUND_TRIP)
        twice = damas("perft", "1", "--divide", "--fen", ROUND_TRIP, "--count", CAPTURE_ORDER)
        assert once.out == "9x9\t1\ntotal\t1\n"
        assert twice.out == "9x9\t2\ntotal\t2\n"


class TestOptions:
    @pytest.mark.parametrize("convention", [UNIQUE, CAPTURE_ORDER])
    @pytest.mark.parametrize("fen", [START, ROUND_TRIP, "B:WK1,K2,K30:BK32,K8,K17,20,21"])
    def test_neither_threads_nor_table_change_a_count(self, fen: str, convention: str) -> None:
        position = Position.from_fen(fen)
        plain = PerftCounter("spanish", convention)
        others = [
            PerftCounter("spanish", convention, jobs=jobs, hash_mebibytes=mebibytes)
            for jobs, mebibytes in [(1, 1), (2, 0), (3, 1), (64, 2)]
        ]
        deepest = 5 + (fen == START) + 2 * kernels.load().compiled
        for depth in range(deepest + 1):
            expected = plain.count(position, depth)
            assert [counter.count(position, depth) for counter in others] == [expected] * 4
            if depth:
                divided = others[1].divide(position, depth)
                assert sum(nodes for _, nodes in divided) == expected

    def test_options_reach_the_counter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = []

        class Spy(PerftCounter):
            def __init__(self, *arguments: object, **options: object) -> None:
                made.append((arguments, options))
                super().__init__("spanish")

        monkeypatch.setattr(perft_module, "PerftCounter", Spy)
        rows("2", "--hash", "3", "-j", "2", "--count", CAPTURE_ORDER)
        options = {"jobs": 2, "hash_mebibytes": 3}
        assert made == [((get_variant("spanish"), CAPTURE_ORDER), options)]

    def test_a_count_that_may_overflow_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(counting, "_LIMIT", 1000 * PUBLISHED[6])
        result = damas("perft", "9", "--hash", "1")
        assert result.status == 2
        # Depth 7 is the last with so few leaves that 1000 moves each would fit.
        assert [line.split()[0] for line in result.out.splitlines()] == list("1234567")
        assert "the count at depth 8 may not fit 64 bits" in result.err
        direct = PerftCounter("spanish", hash_mebibytes=1)
        assert direct.count(Position.start(), 7) == PUBLISHED[6]
        with pytest.raises(OverflowError):
            direct.count(Position.start(), 8)

    @pytest.mark.parametrize("depth", [-1, DEEPEST + 1])
    def test_depths_have_limits(self, depth: int) -> None:
        with pytest.raises(ValueError, match=str(depth)):
            PerftCounter("spanish").count(Position.start(), depth)

    def test_a_failure_in_a_thread_is_ours(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> int:
            raise ZeroDivisionError

        monkeypatch.setattr(PerftCounter, "_count_one", fail)
        assert damas("perft", "3", "--jobs", "2").status == 70

    def test_threads_end_with_the_count(self) -> None:
        before = threading.active_count()
        rows("7", "--jobs", "3")
        for thread in threading.enumerate():
            if thread.daemon:
                thread.join(10)
        assert threading.active_count() <= before


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["-3"], "-3"),
            (["--", "-3"], "-3"),
            (["101"], "101"),
            (["three"], "three"),
            ([], "DEPTH"),
            (["3", "--fen", "W:W99:B1"], "--fen.*99"),
            (["3", "--fen", ""], "--fen"),
            (["3", "--variant", "klingon"], "--variant.*klingon.*spanish"),
            (["3", "--jobs", "0"], "--jobs"),
            (["3", "--hash", "-1"], "--hash"),
            (["3", "--hash", "999999999"], "--hash.*999999999 MiB"),
            (["3", "--hash", "99999999999999999999999"], "--hash"),
            (["3", "--count", "landing-path"], "--count"),
            (["3", "--divide", "--json"], "--divide"),
            (["0", "--divide"], "--divide"),
            (["--suite", "x", "--divide"], "--suite"),
            (["--suite", "x", "--fen", START], "--suite"),
            (["--suite", "x", "--count", "unique"], "--suite"),
            (["3", "--max-nodes", "9"], "--max-nodes"),
            (["3", "--variant", "Russian"], "--variant.*did you mean 'russian'"),
            (["3", "--variant", "russian", "--rules", "x"], "--rules.*without --variant"),
            (["3", "--variant", "russian", "--fen", "W:Wi9:Bb8"], "--fen.*i9"),
        ],
    )
    def test_a_clear_message_and_status_2(self, arguments: list[str], words: str) -> None:
        result = damas("perft", *arguments)
        assert (result.status, result.out) == (2, "")
        assert re.search(words, result.err)
        assert "Try 'damas perft --help'." in result.err

    def test_no_memory_for_the_table(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise MemoryError

        monkeypatch.setattr(perft_module, "PerftCounter", refuse)
        result = damas("perft", "3", "--hash", "1")
        assert result.status == 2
        assert "no memory for 1 MiB" in result.err
        assert damas("perft", "3").status == 70


class TestVariants:
    @pytest.mark.parametrize("variant", variant_names())
    def test_each_counts_from_its_own_start(self, variant: str) -> None:
        result = damas("perft", "2", "--variant", variant, "--json")
        records = [json.loads(line) for line in result.out.splitlines()]
        assert [record["fen"] for record in records] == [get_variant(variant).start] * 2
        assert [record["variant"] for record in records] == [variant] * 2
        # Nothing can be taken yet, and each side moves as the other does.
        assert records[1]["nodes"] == records[0]["nodes"] ** 2

    def test_moves_and_positions_are_written_as_the_variant_does(self) -> None:
        fen = "W:Wc3:Bd4,f6,h6"
        result = damas("perft", "1", "--divide", "--variant", "russian", "--fen", fen)
        assert result.out == "c3:g7\t1\ntotal\t1\n"

    def test_rules_of_a_file(self, tmp_path: Path) -> None:
        """Men that capture backward: from ply 6 on there is more to take."""
        file = tmp_path / "backward.toml"
        text = 'name = "backward"\nbase = "spanish"\n[man]\ncaptures_backward = true\n'
        file.write_text(text, "utf-8")
        result = damas("perft", "6", "--rules", str(file), "--json")
        assert result.status == 0
        # Where no kernel at all is compiled, that is nothing to tell.
        told = int(kernels.load().compiled)
        assert result.err.count("these rules have no compiled kernel") == told
        last = json.loads(result.out.splitlines()[-1])
        assert (last["variant"], last["nodes"]) == ("backward", 37628)
        table = suite(HEADER, "backward\tstart\t4\t1469\t", "spanish\tstart\t6\t36473\t")
        result = damas("perft", "--rules", str(file), "--suite", "-", stdin=table)
        assert result.status == 0, result.out

    def test_rules_that_make_no_sense(self, tmp_path: Path) -> None:
        file = tmp_path / "club.toml"
        file.write_text('name = "club"\nbase = "spanish"\n[king]\nflying = 1\n', "utf-8")
        result = damas("perft", "3", "--rules", str(file))
        assert (result.status, result.out) == (2, "")
        assert f"'--rules': {file}: king.flying: 1 is not true or false" in result.err

    def test_rules_that_cannot_be_read(self, tmp_path: Path) -> None:
        result = damas("perft", "3", "--rules", str(tmp_path / "none.toml"))
        assert (result.status, result.out) == (3, "")
        assert f"cannot read {tmp_path / 'none.toml'}: No such file" in result.err


def suite(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


HEADER = "variant\tfen\tdepth\tcount\tconvention"


class TestSuite:
    def test_equal_counts(self) -> None:
        table = suite("remark\tcount\tfen\tdepth", "first\t302\tstart\t3", "", "x\t1\tstart\t0")
        result = damas("perft", "--suite", "-", stdin=table)
        assert result.status == 0
        assert result.err == "2 rows: 2 equal, 0 different\n"
        first, second = result.out.splitlines()
        assert first.split()[:2] == ["3", "302"]
        assert first.endswith(f"line 2: unique {START}: equal")
        assert second.endswith(f"line 4: unique {START}: equal")

    def test_a_difference(self) -> None:
        table = suite(HEADER, "spanish\tstart\t3\t303\tunique", "spanish\tstart\t2\t49\t")
        result = damas("perft", "--suite", "-", stdin=table)
        assert result.status == 1
        assert result.err == "2 rows: 1 equal, 1 different\n"
        wrong, right = result.out.splitlines()
        assert wrong.endswith("DIFFERENT, 303 expected")
        assert right.endswith("equal")

    def test_json(self) -> None:
        table = suite(HEADER, "spanish\tstart\t3\t303\tunique")
        result = damas("perft", "--suite", "-", "--json", stdin=table)
        record = json.loads(result.out)
        assert (record["nodes"], record["expected"], result.status) == (302, 303, 1)

    def test_the_conventions_of_rows(self) -> None:
        counts = {
            convention: PerftCounter("spanish", convention).count(Position.from_fen(ROUND_TRIP), 1)
            for convention in [UNIQUE, CAPTURE_ORDER]
        }
        assert counts[CAPTURE_ORDER] > counts[UNIQUE]
        table = suite(
            HEADER,
            *(
                f"spanish\t{ROUND_TRIP}\t1\t{counts[convention]}\t{convention}"
                for convention in [UNIQUE, CAPTURE_ORDER, UNIQUE]
            ),
        )
        assert damas("perft", "--suite", "-", stdin=table).status == 0

    def test_depth_leaves_deeper_rows_out_and_says_so(self) -> None:
        table = suite("fen\tdepth\tcount", "start\t2\t49", "start\t30\t1", "start\t3\t302")
        result = damas("perft", "3", "--suite", "-", stdin=table)
        assert result.status == 0
        assert result.err == "2 rows: 2 equal, 0 different; 1 deeper row left out\n"

    def test_rows_that_count_more_can_be_left_out(self) -> None:
        table = suite("fen\tdepth\tcount", "start\t2\t49", "start\t30\t1000", "start\t3\t302")
        result = damas("perft", "--suite", "-", "--max-nodes", "302", stdin=table)
        assert result.status == 0
        assert result.err == "2 rows: 2 equal, 0 different; 1 deeper row left out\n"

    def test_a_row_names_its_variant(self) -> None:
        table = suite(
            HEADER, "russian\tstart\t4\t1469\t", "\tstart\t4\t3136\t", "thai\tstart\t1\t7\t"
        )
        result = damas("perft", "--suite", "-", "--variant", "thai", stdin=table)
        assert (result.status, result.err) == (0, "3 rows: 3 equal, 0 different\n")
        assert "unique W:Wa1,c1," in result.out
        assert "unique B:W1,2,3,4,5,6,7,8:B25," in result.out

    def test_crlf_and_bom(self) -> None:
        table = b"\xef\xbb\xbf" + suite("fen\tdepth\tcount", "start\t2\t49").replace(b"\n", b"\r\n")
        assert damas("perft", "--suite", "-", stdin=table).status == 0

    @pytest.mark.parametrize(
        ("table", "message"),
        [
            (b"", "-:1: an empty file"),
            (suite("fen\tdepth"), "-:1: no column 'count'"),
            (suite("a,b"), "-:1: no columns 'fen', 'depth', 'count'"),
            (suite(HEADER, "spanish\tstart\t3\t302"), "-:2: 4 columns instead of 5"),
            (suite(HEADER, "spanish\tstart\tx\t302\t"), "-:2: depth 'x' is no whole number"),
            (suite(HEADER, "spanish\tstart\t3\t-1\t"), "-:2: count '-1' is no whole number"),
            (suite(HEADER, "spanish\tstart\t3\t²\t"), "-:2: count '²' is no whole number"),
            (suite(HEADER, "spanish\tstart\t101\t1\t"), "-:2: depth 101 is more than 100"),
            (suite(HEADER, "spanish\tW:W99:B1\t1\t1\t"), "-:2: '99' in the FEN "),
            (suite(HEADER, "", "klingon\tstart\t3\t302\t"), "-:3: no variant"),
            (suite(HEADER, "spanish\tstart\t3\t302\tnone"), "-:2: no convention 'none'"),
            (b"fen\tdepth\tcount\nstart\t1\t\xff\n", "-:2: not UTF-8"),
        ],
    )
    def test_a_bad_suite_is_unreadable_input(self, table: bytes, message: str) -> None:
        result = damas("perft", "--suite", "-", stdin=table)
        assert (result.status, result.out) == (3, "")
        assert result.err.startswith(f"damas: error: {message}")

    def test_a_folder_is_unreadable_input(self, tmp_path: Path) -> None:
        result = damas("perft", "--suite", str(tmp_path))
        assert result.status == 3
        assert f"cannot read {tmp_path}: Is a directory" in result.err


def test_the_published_counts() -> None:
    """All Spanish rows that a second or so can count; the deepest are the benchmarks' work."""
    depth = "10" if kernels.load().compiled else "6"
    result = damas("perft", depth, "--suite", str(DATA / "spanish.tsv"))
    assert result.status == 0, result.out
    assert re.fullmatch(
        r"\d+ rows: (\d+) equal, 0 different; \d+ deeper rows? left out\n", result.err
    )


def test_columns_are_read_by_name() -> None:
    """Any order of the columns means the same."""
    header, first, *_ = (DATA / "spanish.tsv").read_text("utf-8").splitlines()
    columns, cells = header.split("\t"), first.split("\t")
    for start, _ in pairwise(range(len(columns) + 1)):
        order = [*range(start, len(columns)), *range(start)]
        table = suite("\t".join(columns[i] for i in order), "\t".join(cells[i] for i in order))
        assert damas("perft", "--suite", "-", stdin=table).status == 0


def test_moves_that_are_too_many_to_tell_apart_are_refused():
    result = damas("perft", "1", "--divide", "--variant", "canadian", "--fen", CROWDED)
    assert result.status == 2
    assert "more than 50000 jumps" in result.err
