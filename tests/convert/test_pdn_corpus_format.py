"""Canonical PDN of the real files of the corpus, where it is at hand."""

from __future__ import annotations

from collections import Counter

from damas_cli.pdn.reader import read_games

from .formatting import compare, fmt, stretches


def test_every_file_reads_as_before_and_stays_the_second_time(corpus):
    copies: Counter[str] = Counter()
    games = 0
    for file in sorted([*corpus.rglob("*.pdn"), *corpus.rglob("*.ouv")]):
        before = file.read_bytes()
        variant = file.relative_to(corpus).parts[0]
        variant = variant if variant not in ("grammar_tests", "spanish") else None
        found = stretches(before, variant=variant)
        after = b"".join(stretch.new for stretch in found)
        compare(before, after, variant)
        assert fmt(after, variant=variant) == after
        games += len(found)
        broken = sum(bool(game.problems) for game in read_games([before]))
        if (copied := sum(stretch.is_copy for stretch in found)) != broken:
            copies[file.name] += copied - broken
    assert games > 2000
    assert copies == {}
