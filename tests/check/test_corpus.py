"""`check` on the real files of the corpus, where it is at hand."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from damas_cli.rules.judge import IllegalMove
from damas_cli.rules.position import Position

from .judging import judged

# Of the opening book's 28 lines these break off in a slip: file, line, ply and move.
SLIPS = {
    ("ouvert_b.ouv", 7): (37, "23-20"),
    ("ouvert_b.ouv", 18): (37, "11-26"),
    ("ouvert_n.ouv", 4): (25, "12-17"),
}


def faults(data: bytes) -> list[tuple[int, str]]:
    """Return ply and move of the findings about moves and draws; not of separators."""
    found = judged(data)
    return [(f["ply"], f["move"]) for f in found if f["code"][0] in "MD" or f["code"] == "N003"]


@pytest.mark.parametrize("name", ["ouvert_b", "ouvert_n"])
def test_the_derived_opening_lines_are_legal(corpus, name):
    data = (corpus / "spanish" / "derived" / f"{name}_gametype24.pdn").read_bytes()
    assert faults(data) == []
    assert {f["code"] for f in judged(data)} == {"R004"}
    assert len(judged(data)) == {"ouvert_b": 17, "ouvert_n": 11}[name]


@pytest.mark.parametrize("name", ["ouvert_b.ouv", "ouvert_n.ouv"])
def test_the_opening_book_as_it_was_written(corpus, name):
    (file,) = (corpus / "spanish").rglob(name)
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        if line.strip():
            slip = SLIPS.get((name, number))
            assert faults(line)[:1] == ([slip] if slip else [])


def test_every_file_is_judged(corpus):
    files = [*corpus.rglob("*.pdn"), *corpus.rglob("*.ouv")]
    assert len(files) >= 79
    for file in files:
        for record in judged(file.read_bytes(), path=str(file)):
            assert record["line"] >= 1
            assert record["column"] >= 1
            assert (record["end_line"], record["end_column"]) >= (record["line"], record["column"])


# About how moves and numbers are written, not about what was played.
WRITING = ("N001", "N002", "N004", "N005", "N006")


def moves_at_fault(corpus, pattern: str, **options: object) -> list[tuple[object, ...]]:
    """Return file, line, ply, move and code of each finding about a move that was played."""
    return [
        (file.name, f["line"], f["ply"], f["move"], f["code"])
        for file in sorted(corpus.glob(pattern))
        for f in judged(file.read_bytes(), **options)
        if f["code"][0] in "MN" and f["code"] not in WRITING
    ]


def test_the_italian_championships_are_legal(corpus):
    """But for one capture, the last move of its game, that may take either of two sets of men."""
    assert moves_at_fault(corpus, "italian/*/*.pdn", variant="italian") == [
        ("CI2005.pdn", 753, 26, "3x26", "N003")
    ]


def test_the_czech_championships_are_legal(corpus):
    assert moves_at_fault(corpus, "czech/*/*.pdn", variant="czech") == []


def test_tinsleys_games(corpus):
    (file,) = corpus.glob("english/*/tinsley.pdn")
    found = judged(file.read_bytes(), variant="english")
    codes = Counter(f["code"] for f in found)
    # Twice a sentence is glued to a move: that is the syntax error. Four games went on after a
    # position had stood three times, one of them to a win.
    # Captures are written with their whole path.
    assert codes.pop("N004") == 903
    assert codes == {"N002": 2326, "M001": 1, "S001": 2, "D001": 4, "R003": 1}
    assert [(f["line"], f["ply"], f["move"]) for f in found if f["code"] == "M001"] == [
        (5588, 123, "32-28")
    ]
    assert {f["move"][-3:].count("x") for f in found if f["code"] == "N002"} == {1}
    assert moves_at_fault(corpus, "english/*/*.pdn", variant="english") == [
        ("tinsley.pdn", 5588, 123, "32-28", "M001")
    ]


def test_the_international_files(corpus):
    """Without an option GameType 20 decides, and a game without one is told what it fits.

    4-6 and 1-9 are results of the Delft scoring that read as moves. The variation `(1... 5-10)` is
    no move: after 34-30 Black's own man stands on 10, and before it White is to move.
    """
    title_match = ("World Title Match Women 2024.pdn", 29, 1, "5-10", "M007")
    assert moves_at_fault(corpus, "international/*/*.pdn", variant="international") == [
        title_match,
        ("fail__delfts.pdn", 26, 129, "4-6", "M001"),
        ("fail__delfts.pdn", 53, 125, "1-9", "M001"),
    ]
    # The two games with the results for moves name no GameType, and fit no rules.
    assert moves_at_fault(corpus, "international/*/*[!s].pdn") == [title_match]
    after = Position.start("international").play(Position.start("international").move("34-30"))
    assert after.piece(10) == "b"
    with pytest.raises(IllegalMove, match="occupied"):
        after.move("5-10")


def written(corpus, folder: str, code: str) -> Counter[str]:
    """Count the findings of a code by file, of those of one variant."""
    found: Counter[str] = Counter()
    for file in sorted(corpus.glob(f"{folder}/*/*")):
        if file.suffix in (".pdn", ".ouv"):
            records = judged(file.read_bytes(), variant=folder)
            found[file.name] += sum(record["code"] == code for record in records)
    return +found


def test_how_the_files_are_written(corpus):
    """Counted by hand-made scanners before (pdn-quirks): whole paths, capitals, years for dates."""
    moves = {folder: written(corpus, folder, "N004") for folder in ("english", "czech", "spanish")}
    assert moves["english"] == {
        "tinsley.pdn": 903, "succeed__OCA_2.0.pdn": 66, "german_open_2004.pdn": 2,
    }  # fmt: skip
    assert moves["czech"] == {"succeed__mrcd2006.pdn": 75, "succeed__mrcd2007.pdn": 154}
    assert moves["spanish"] == {"ouvert_b.ouv": 6, "ouvert_n.ouv": 3}
    dates = written(corpus, "italian", "T006")
    assert dates["CI2007.pdn"] == 515
    assert dates["CI2004.pdn"] == 190
    assert written(corpus, "international", "N001") == {"succeed__nk ronde 01.pdn": 2}
    # White's man on 1, where English draughts crowns it; all other problems are possible.
    assert written(corpus, "english", "T008") == {"succeed__beginner.pdn": 1}
    assert written(corpus, "italian", "T008") == {}
    assert written(corpus, "italian", "N001") == {}


def test_leading_zeros_are_told_where_they_stand(corpus):
    (file,) = corpus.glob("italian/*/CI2007.pdn")
    data = file.read_bytes()
    odd = [f for f in judged(data, variant="italian") if f["code"] == "N004"]
    lines = data.decode("cp1252").splitlines()
    assert len(odd) > 9000
    for record in odd:
        written = lines[record["line"] - 1][record["column"] - 1 : record["end_column"] - 1]
        right = re.sub(r"0([0-9])", r"\1", written)
        assert record["message"] == f"written with a leading zero: write {right}"
