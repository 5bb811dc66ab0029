"""The tables: reproducible, used when they fit, compiled anew when the grammar was edited."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from damas_cli.pdn import tables
from damas_cli.pdn.compiler import compile_grammar, open_grammar
from damas_cli.pdn.driver import Driver
from damas_cli.pdn.reference import _whole
from tests.pdn.pdn_texts import PIECES, mutated, pieced_text

PROJECT = Path(__file__).resolve().parents[2]


def grammar() -> str:
    path = tables.grammar_path()
    assert path is not None
    return Path(path).read_text(encoding="ascii")


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_same_grammar_gives_the_same_bytes(tmp_path: Path, seed: str) -> None:
    script = "import sys; from damas_cli.pdn import tables; tables.write(sys.argv[1])"
    out = tmp_path / "tables.py"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PROJECT)}
    subprocess.run([sys.executable, "-c", script, str(out)], check=True, env=environment)
    tables.write(tmp_path / "here.py")
    assert out.read_bytes() == (tmp_path / "here.py").read_bytes()


def test_loading_takes_the_tables_of_this_grammar_without_lark() -> None:
    script = (
        "import sys; from damas_cli.pdn import tables; tables.load();"
        "print([n for n in ('lark', 'hashlib', 'typer', 'inspect') if n in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    run = subprocess.run(
        [sys.executable, "-c", script], check=True, env=environment, capture_output=True, text=True
    )
    assert run.stdout.strip() == "[]"


def test_an_edited_grammar_is_compiled_anew(tmp_path: Path, monkeypatch) -> None:
    edited = tmp_path / "pdn.lark"
    edited.write_text(grammar().replace('STAR: "*"', 'STAR: "#"'), encoding="ascii")
    monkeypatch.setattr(tables, "_GRAMMARS", (str(tmp_path),))
    fresh = tables.load.__wrapped__()
    driver = Driver(fresh, fresh.kinds.index("LPAR"), fresh.kinds.index("RPAR"), 9, 0, 0)
    driver.feed(b"#", 0)
    driver.bound(1, True)
    assert driver._lex(0) == fresh.kinds.index("STAR")
    assert tables.load() is not fresh


def test_a_grammar_that_is_not_regular_is_refused() -> None:
    for pattern in (r"/(a)b\1/", r"/a*?b/", r"/(?<=a)b/", r"/a(?!b)c/", r"/a(?!bc)/"):
        with pytest.raises(ValueError, match=r"not regular|look-ahead"):
            compile_grammar(f"game: A\nA: {pattern}\n")


def test_the_automaton_finds_the_token_that_lark_finds() -> None:
    """At every byte of every text, also where no token can begin in practice."""
    lark = open_grammar(grammar())
    lexer = lark.parser.lexer
    loaded = tables.load()
    driver = Driver(loaded, loaded.kinds.index("LPAR"), loaded.kinds.index("RPAR"), 9, 0, 0)
    generator = random.Random(3)
    texts = [b"".join(PIECES), *(bytes([byte]) + b"1-1" for byte in range(256))]
    texts += [pieced_text(generator, 12) for _ in range(600)]
    texts += [mutated(generator, generator.choice(texts), 3) for _ in range(600)]
    texts += [bytes(generator.choices(b'10-x: ah.t*/([{]})!?\n%$\\"', k=20)) for _ in range(1500)]
    for data in texts:
        driver.feed(data, 0)
        driver.bound(len(data), True)
        whole = _whole(data.decode("latin-1"))
        for position in range(len(data)):
            found = lexer.match(whole, position)
            kind = driver._lex(position)
            got = None if kind < 0 else (driver.token_end - position, loaded.kinds[kind])
            expected = None if found is None else (len(found[0]), found[1])
            assert got == expected, (data, position)
