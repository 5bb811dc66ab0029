"""The real files: as many games in each as the manifest says, each difference explained."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from damas_cli.pdn import kinds as k
from tests.pdn.pdn_texts import corpus_texts, facts, manifest, read

# Files whose number of games is not the manifest's, and the number that is right.
OPENING_BOOKS = {
    "spanish/binarylab2022-del__WinDama/ouvert_n.ouv": 11,
    "spanish/binarylab2022-del__WinDama/ouvert_b.ouv": 17,
}
POLISH = "international/Yodachess__BrunoGUI_Dames/48th Polish Team Championship.pdn"
NESTED = "italian/Robin04-GH__Checkers/CI2009.pdn"


def test_the_number_of_games(corpus: Path) -> None:
    differing = {}
    for row in manifest(corpus):
        games = read((corpus / row["file"]).read_bytes())
        assert [game.number for game in games] == list(range(1, len(games) + 1))
        if str(len(games)) != row["games"]:
            differing[row["file"]] = (row["games"], len(games))
    assert differing == {
        **{name: (f"{lines} lines", 1) for name, lines in OPENING_BOOKS.items()},
        POLISH: ("80", 82),
        NESTED: ("190", 191),
    }


def test_opening_books_are_one_run_of_moves(corpus: Path) -> None:
    """Their lines have no tags, numbers or results, so by the rules of PDN they are one game."""
    for name, lines in OPENING_BOOKS.items():
        data = (corpus / name).read_bytes()
        assert not set(b"[]{}().*/") & set(data)
        found = [line for line in data.splitlines() if line.strip()]
        assert len(found) == lines
        (game,) = read(data)
        assert not game.problems
        assert game.kinds == 1 << k.MOVE
        # Read line by line they are as many games as lines, with as many moves.
        alone = [read(line)[0] for line in found]
        assert sum(len(one.spans(k.MOVE)) for one in alone) == len(game.spans(k.MOVE))
        assert not any(one.problems for one in alone)


def test_the_polish_championship_has_82_games(corpus: Path) -> None:
    """A game under `[Empty]` and one under `[[Event` are not in the manifest's count of headers."""
    data = (corpus / POLISH).read_bytes()
    assert len(re.findall(rb'^\[Event "', data, re.MULTILINE)) == 80
    assert data.count(b'[[Event "') == 1
    assert data.count(b"[Empty] 1. ") == 1
    games = read(data)
    assert sum(b'[[Event "' in game.raw for game in games) == 1
    assert sum(b"[Empty] 1. " in game.raw for game in games) == 1
    assert all(len(game.spans(k.MOVE)) > 20 for game in games)


def test_a_result_after_a_nested_comment_is_a_game(corpus: Path) -> None:
    """`{ … {PARI} 1/2-1/2 } 1/2-1/2`: comments do not nest, so the first result ends the game."""
    data = (corpus / NESTED).read_bytes()
    assert data.count(b"{PARI} 1/2-1/2 } 1/2-1/2") == 1
    broken = [game for game in read(data) if game.problems]
    assert [game.raw.strip() for game in broken] == [b"} 1/2-1/2"]


def test_the_problems_of_real_files(corpus: Path) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for row in manifest(corpus):
        name = row["file"].rsplit("/", 1)[1]
        for game in read((corpus / row["file"]).read_bytes()):
            found.update((name, problem.code) for problem in game.problems)
    assert found == {
        ("CI2009.pdn", "S001"): 1,  # see above
        ("tinsley.pdn", "S001"): 2,  # a remark glued to a move, without braces
        ("48th Polish Team Championship.pdn", "S004"): 3,  # [Empty], "[" twice
        ("ChapionnatSurinam2025.pdn", "S004"): 24,  # [Empty]
        ("ChapionnatSurinam2025.pdn", "S001"): 1,  # a tag without its "["
        ("fail__nested_comment.pdn", "S001"): 1,  # its purpose
    }


def test_lark_reads_the_same(corpus: Path) -> None:
    """The small files whole, the beginnings of the others."""
    for row, text in zip(manifest(corpus), corpus_texts(corpus), strict=True):
        data = text[:12_000]
        assert facts(read(data)) == facts(read(data, "lark")), row["file"]
