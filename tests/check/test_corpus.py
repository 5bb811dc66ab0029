"""`check` on the real files of the corpus, where it is at hand."""

from __future__ import annotations

import pytest

from damas_cli.check.run import check_text

# Of the opening book's 28 lines these break off in a slip: file, line, ply and move.
SLIPS = {
    ("ouvert_b.ouv", 7): (37, "23-20"),
    ("ouvert_b.ouv", 18): (37, "11-26"),
    ("ouvert_n.ouv", 4): (25, "12-17"),
}


def faults(data: bytes) -> list[tuple[int, str]]:
    """Return ply and move of the findings about moves and draws."""
    found = check_text(data)
    return [(f["ply"], f["move"]) for f in found if f["code"][0] in "MND"]


@pytest.mark.parametrize("name", ["ouvert_b", "ouvert_n"])
def test_the_derived_opening_lines_are_legal(corpus, name):
    data = (corpus / "spanish" / "derived" / f"{name}_gametype24.pdn").read_bytes()
    assert faults(data) == []
    assert {f["code"] for f in check_text(data)} == {"R004"}
    assert len(check_text(data)) == {"ouvert_b": 17, "ouvert_n": 11}[name]


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
        for record in check_text(file.read_bytes(), str(file)):
            assert record["line"] >= 1
            assert record["column"] >= 1
            assert (record["end_line"], record["end_column"]) >= (record["line"], record["column"])
