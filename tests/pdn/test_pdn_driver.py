"""The driver against plain Lark, and compiled against uncompiled."""

from __future__ import annotations

import contextlib
import os
import random
from array import array
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

import damas_cli.pdn.reader as reader
from damas_cli.pdn import driver_codes as codes
from damas_cli.pdn import driver_spans, engine, tables
from damas_cli.pdn import kinds as k
from damas_cli.pdn.compiler import open_grammar
from damas_cli.pdn.driver import Driver
from damas_cli.pdn.driver_spans import spans
from damas_cli.pdn.reference import LarkEngine
from tests.pdn.pdn_texts import PIECES, archive, corpus_texts, facts, mutated, pieced_text, read

texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=3)), max_size=20).map(b"".join),
)


def games_of(engine_: object, data: bytes) -> list[tuple[object, ...]]:
    return facts(reader.GameReader([data], engine_, reader.MAX_BYTES).games())  # type: ignore[arg-type]


def pure_driver() -> Driver:
    return Driver(tables.load(), k.LPAR, k.RPAR, reader.MAX_DEPTH, 1 << k.STAR, k.FILLERS)


@pytest.fixture(scope="module")
def lark_engine() -> LarkEngine:
    return LarkEngine(reader.MAX_DEPTH)


@pytest.fixture(scope="module")
def lark():
    return open_grammar(open(tables.grammar_path(), encoding="ascii").read())


@pytest.mark.skipif(os.environ.get("DAMAS_PURE") == "1", reason="DAMAS_PURE asks for the source")
def test_the_compiled_driver_is_the_one_in_use() -> None:
    assert engine.compiled
    assert engine.Driver.__module__ == "damas_cli.pdn._driver"


@given(texts)
@settings(max_examples=400, deadline=None)
def test_compiled_and_uncompiled_read_the_same(data: bytes) -> None:
    assert facts(read(data)) == games_of(pure_driver(), data)


def test_lark_reads_the_same_games_in_generated_texts(lark_engine: LarkEngine) -> None:
    @given(texts)
    @settings(max_examples=400, deadline=None)
    def check(data: bytes) -> None:
        assert facts(read(data)) == games_of(lark_engine, data)

    check()


def test_lark_reads_the_same_games_in_mutated_texts(lark_engine: LarkEngine) -> None:
    generator = random.Random(11)
    base = archive(3)
    for _ in range(300):
        start = generator.randrange(len(base))
        data = mutated(generator, base[start : start + 500], generator.randint(1, 8))
        assert facts(read(data)) == games_of(lark_engine, data), data


def test_lark_reads_the_same_games_in_mutated_corpus_files(
    corpus: Path, lark_engine: LarkEngine
) -> None:
    generator = random.Random(12)
    files = [text for text in corpus_texts(corpus) if len(text) > 100]
    for _ in range(300):
        text = generator.choice(files)
        start = generator.randrange(len(text))
        data = mutated(generator, text[start : start + 700], generator.randint(0, 5))
        assert facts(read(data)) == games_of(lark_engine, data), data


def test_a_tree_is_the_one_that_lark_builds(lark) -> None:
    """The prefix that the driver takes has the same tree; an error stands at the same place."""
    generator = random.Random(13)
    statuses = dict.fromkeys(range(9), 0)
    for _ in range(1500):
        data = pieced_text(generator, 7)
        driver = pure_driver()
        driver._watched = 1 << k.LPAR | 1 << k.RPAR  # no tentative ends: Lark knows none
        driver.feed(data, 0)
        driver.bound(len(data), True)
        driver.begin(0, 0)
        status = driver.run()
        statuses[status] += 1
        text = data.decode("latin-1")
        if status in (codes.DONE, codes.NOTHING):
            taken = driver.position
            assert nested(driver.tape(), data) == nested_tree(lark.parse(text[:taken]))
            if driver.kind >= 0 and taken < len(data) and status == codes.DONE:
                # Lark takes no more than the driver, ignored text aside.
                with contextlib.suppress(UnexpectedInput):
                    assert lark.parse(text) == lark.parse(text[:taken])
        else:
            with pytest.raises(UnexpectedInput) as caught:
                lark.parse(text)
            error = caught.value
            if status == codes.NO_TOKEN:
                assert isinstance(error, UnexpectedCharacters)
                assert error.pos_in_stream == driver.position
            else:
                assert isinstance(error, UnexpectedToken)
                assert (error.token.type == "$END") == (status == codes.BAD_END)
                if status == codes.BAD_TOKEN:
                    assert error.token.start_pos == driver.position
    for status in (codes.DONE, codes.NO_TOKEN, codes.BAD_TOKEN, codes.BAD_END):
        assert statuses[status] > 40


def nested(tape, data: bytes) -> list[object]:
    """Return the tape as lists of texts, a list in it for each variation."""
    levels: list[list[object]] = [[]]
    for index in range(0, len(tape), 3):
        text = data[tape[index + 1] : tape[index + 2]].decode("latin-1")
        if tape[index] == k.LPAR:
            levels.append([])
        elif tape[index] == k.RPAR:
            inner = levels.pop()
            levels[-1].append(inner)
        else:
            levels[-1].append(text)
    return levels[0]


def nested_tree(tree: Tree) -> list[object]:
    found: list[object] = []
    for child in tree.children:
        if not isinstance(child, Tree):
            if child.type not in ("LPAR", "RPAR"):
                found.append(str(child))
        elif child.data == "variation":
            found.append(nested_tree(child))
        else:
            found.extend(nested_tree(child))
    return found


def test_spans_are_those_outside_of_variations() -> None:
    game = read(b'[A "b"] 1. 9-13 (10-14 (1-5) 2-6) 21-18 (3-7) 1-0')[0]
    expected = [game.raw.index(b"9-13"), game.raw.index(b"9-13") + 4]
    expected += [game.raw.index(b"21-18"), game.raw.index(b"21-18") + 5]
    assert game.spans(k.MOVE).tolist() == expected
    assert spans(game.tape, k.MOVE, k.LPAR, k.RPAR).tolist() == expected
    assert game.spans(k.NAG).tolist() == []
    inside = next(i for i in range(0, len(game.tape), 3) if game.tape[i] == k.LPAR) // 3 + 1
    for function in (spans, engine.spans):
        found = function(game.tape, k.MOVE, k.LPAR, k.RPAR, inside)
        texts_ = [game.raw[a:b] for a, b in zip(found[::2], found[1::2], strict=True)]
        assert texts_ == [b"10-14", b"2-6"]


def test_texts_are_those_of_the_spans() -> None:
    raw = "1. 9-13 \u00d1 22-18".encode("latin-1")
    for function in (driver_spans.texts, engine.texts):
        assert function(raw, array("I", [3, 7, 8, 9, 10, 15])) == ["9-13", "\u00d1", "22-18"]
        assert function(raw, array("I")) == []
        for wrong in ([3, 16], [7, 3]):
            with pytest.raises(ValueError, match="after the text"):
                function(raw, array("I", wrong))
