"""The task of `damas check`: reports in blocks are those of the whole file, to the byte."""

from __future__ import annotations

import pickle
import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damas_cli.cli.judging as judging
from damas_cli.check.judge import Judge, Lost, results_of
from damas_cli.check.regulation import Rulebook
from damas_cli.check.reporters import FORMATS, STATISTICS_FORMATS, Look, reporter
from damas_cli.check.run import check_games
from damas_cli.check.selection import Selection
from damas_cli.check.tally import Tally
from damas_cli.language import Phrase, words_of
from damas_cli.pdn.blocks import blocks_of

from ..cli.running import damas
from ..fuzz.inputs import fuzz_input

HEADERS = (
    *(b'[White "Mu\xf1oz"]\n', '[White "Muñoz"]\n'.encode(), b'[GameType "25"]\n', b""),
    *(b"{damas: ignore S005}\n", b"{damas: ignore T001, D001 -- so}\n", b'[White "\x81"]\n'),
)
GAMES = (b"1. 10-14 23-20 2. 5-10 1-0", b"1. 10-15 22-19 0-1", b"1. 10-14 23-19 2. 14x23 *")


def archive(generator: random.Random) -> bytes:
    """Return games of mixed encodings, some with comments that hide S005, some broken."""
    parts = []
    for _ in range(generator.randint(1, 12)):
        if generator.randrange(4):
            header = b'[Event "x"]\n' + generator.choice(HEADERS) + generator.choice(HEADERS)
            parts.append(header + b"\n" + generator.choice(GAMES))
        else:
            kind = generator.choice(("games", "tokens", "bytes"))
            parts.append(fuzz_input(kind, generator.randrange(10_000)))
    return b"\n\n".join(parts) + b"\n"


def whole(files: list[bytes], form: str, look: Look, statistics: bool, **options) -> str:
    """Return the report as it is made without blocks."""
    made, tally = reporter(form, look, statistics=statistics), Tally()
    pieces = list(made.begin())
    for number, data in enumerate(files):
        tally.files += 1
        for game, findings in check_games([data], Rulebook(), tally, **options):
            told = Tally()
            told.add(findings)
            text = made.separator.join(made.report(f"{number}.pdn", game, findings))
            pieces += made.add(f"{number}.pdn", text, told)
        pieces += made.end_file()
    pieces += made.end(tally)
    return "".join(pieces)


generators = st.integers(0, 1 << 32).map(random.Random)


@settings(deadline=None, max_examples=60)
@given(generators, st.integers(1, 900))
def test_blocks_do_not_matter(generator: random.Random, size: int) -> None:
    files = [archive(generator) for _ in range(generator.randint(1, 3))]
    form, statistics = generator.choice(FORMATS), generator.randrange(5) == 0
    if form not in STATISTICS_FORMATS:
        statistics = False
    colour, terminal = bool(generator.randrange(2)), bool(generator.randrange(2))
    language = generator.choice(("en", "es"))
    selection = generator.choice((None, Selection("ALL", ["S005"]), Selection(["S", "T"])))
    expected = whole(
        files, form, Look(words_of(language), colour, terminal), statistics, selection=selection
    )
    got = in_blocks(
        files, size, output_format=form, look=Look(words_of(language), colour, terminal),
        statistics=statistics, selection=selection,
    )  # fmt: skip
    assert got == expected


def in_blocks(files: list[bytes], size: int, **options) -> str:
    """Return the report of a task that went through pickle, block by block."""
    task = Judge(**options)
    made = reporter(options["output_format"], options["look"], statistics=options["statistics"])
    total = Tally()
    pieces = list(made.begin())
    for number, data in enumerate(files):
        total.files += 1
        told, games = False, 0
        for block in blocks_of(f"{number}.pdn", [data], size):
            worker = pickle.loads(pickle.dumps(task))
            message = task.block(block)
            # Split or whole, the results are the same.
            blocks = task.split(message) if size % 2 else [message]
            for judged in results_of(b"".join(map(worker, blocks))):
                assert not isinstance(judged, Lost)
                before = games
                for part in judged.parts(encoding_told=told):
                    text = task.numbers.settle(part.text, before).decode()
                    pieces += made.add(f"{number}.pdn", text, part.tally)
                    games += part.tally.games
                    total.merge(part.tally)
                told = told or judged.tells_encoding
        pieces += made.end_file()
    pieces += made.end(total)
    return "".join(pieces)


def test_a_game_that_is_given_up_has_its_line() -> None:
    judge = Judge()
    (block,) = blocks_of("x", [b"\n\n1. 10-14 1-0"])
    (lost,) = results_of(judge.give_up(judge.block(block), Phrase("so")))
    assert isinstance(lost, Lost)
    assert (lost.line, str(lost.reason)) == (3, "so")


# ---- the command


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_tells_the_same_in_blocks(form: str, monkeypatch, tmp_path) -> None:
    generator = random.Random(form)
    for number in range(4):
        data = b"".join(archive(generator) for _ in range(5))
        if number == 2:
            data = data.decode("cp1252", "replace").encode("utf-16")
        (tmp_path / f"{number}.pdn").write_bytes(data)
    arguments = ("check", "-v", "--output-format", form, str(tmp_path), str(tmp_path / "missing"))
    expected = damas(*arguments, "--jobs", "1")
    monkeypatch.setattr(judging, "blocks_of", partial(blocks_of, size=700))
    for jobs in ("1", "2"):
        done = damas(*arguments, "--jobs", jobs)
        assert (done.status, done.out) == (expected.status, expected.out)
        assert untimed(done.err) == untimed(expected.err)


def untimed(text: str) -> str:
    return text.rpartition(" in ")[0]
