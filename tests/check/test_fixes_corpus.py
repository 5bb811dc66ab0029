"""The fixes on a copy of every real file, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from damas_cli.check.fixes import FIXERS
from damas_cli.check.results import read_result
from damas_cli.pdn.reader import read_games

from ..cli.running import damas
from .fixing import CUTS, codes, compare, fix

# Codes that have only safe fixes, and nothing but a refusal leaves them.
ALWAYS_FIXED = {"N002", "N004", "S005"}


# Every game is judged many times here; the profile `nightly` takes the larger files, too.
LARGE = 50_000


def copies(corpus: Path, folder: Path) -> list[Path]:
    """Copy the files of games."""
    found = []
    nightly = settings.get_current_profile_name() == "nightly"
    for number, file in enumerate(sorted([*corpus.rglob("*.pdn"), *corpus.rglob("*.ouv")])):
        if nightly or file.stat().st_size < LARGE:
            copy = folder / f"{number}-{file.name}"
            copy.write_bytes(file.read_bytes())
            found.append(copy)
    assert len(found) >= 65
    return found


def guesses(text: bytes) -> int:
    """Count the games without a terminator whose Result tag says what is no known result."""
    tags = [game.tag("Result") for game in read_games([text]) if game.result is None]
    return sum(tag is not None and not read_result(tag.value).known for tag in tags)


@pytest.mark.parametrize("options", [["--fix"], ["--fix", "--unsafe-fixes"]])
def test_every_file(corpus, tmp_path, options):
    unsafe = "--unsafe-fixes" in options
    for file in copies(corpus, tmp_path):
        before = file.read_bytes()
        expected = fix(before, unsafe=unsafe)
        assert not expected.refused
        told = damas("check", *options, str(file), "--output-format", "concise").err
        after = file.read_bytes()
        assert after == expected.text
        assert ("fixed:" in told) == bool(expected.fixed)
        compare(before, after, expected.fixed)

        again = fix(after, unsafe=unsafe)
        assert again.text == after
        assert not again.fixed
        was, left = codes(before), codes(after)
        assert not ALWAYS_FIXED & set(left)
        assert left["R007"] == guesses(after)
        # A line that ends early for a comment is told from its result for the first time.
        revealed = {"R002", "R005"} if CUTS & set(expected.fixed) else set()
        assert set(left - was) <= revealed
        # Of other codes some findings have no fix, such as a date that may be two.
        for code, number in expected.fixed.items():
            assert left[code] <= was[code] - number
    assert not list(tmp_path.glob(".*"))


def test_what_is_fixed_has_a_fix(corpus, tmp_path):
    fixed = set()
    for file in copies(corpus, tmp_path):
        fixed |= set(fix(file.read_bytes(), unsafe=True).fixed)
    # Games that are over before their first move name no GameType, and have another start.
    assert {"N002", "R001", "R007", "T004", *CUTS} - fixed == {"M006"}
    assert fixed <= {*FIXERS, "N001"}
