"""What the tests of fixes share: a text fixed, and two texts compared as games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from damas_cli.check.fixes.engine import Fixer
from damas_cli.check.fixes.net import positions
from damas_cli.check.regulation import Rulebook
from damas_cli.check.ruling import judged
from damas_cli.check.run import check_text
from damas_cli.check.selection import Selection
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

# What a fix of a code may change of a game.
TAGS_OF = {
    "T004": {"GameType"},
    "T002": set(),
    "T006": {"Date", "UTCDate", "EventDate"},
    "T007": {"SetUp"},
    "R001": {"Result"},
}
CUTS = {"M001", "M006", "M007"}
_SEPARATORS = str.maketrans("x:", "--")


class Fixed(NamedTuple):
    """A fixed text; how often, by code; what unsafe fixes would do; and what was refused."""

    text: bytes
    fixed: Counter[str]
    unsafe: Counter[str]
    refused: list[tuple[int, str]]


def fix(
    text: bytes,
    *,
    unsafe: bool = False,
    select: str = "ALL",
    chunk: int = 0,
    variant: str | None = None,
) -> Fixed:
    """Fix a text, given in chunks of some size or at once."""
    refused: list[tuple[int, str]] = []
    fixer = Fixer(
        Rulebook(variant),
        Selection(select),
        lambda game, code: refused.append((game, code)),
        unsafe=unsafe,
    )
    size = chunk or len(text) or 1
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    changes = list(fixer.changes(chunks))
    assert b"".join(old for old, _ in changes) == text
    new = b"".join(old if new is None else new for old, new in changes)
    return Fixed(new, fixer.fixed, fixer.unsafe, refused)


def codes(text: bytes) -> Counter[str]:
    """Count the findings of a text by code."""
    return Counter(str(record["code"]) for record in check_text(text))


def compare(before: bytes, after: bytes, fixed: Counter[str]) -> None:
    """Assert that two texts hold the same games but for what the fixes that were made say.

    That is: as many games; the same tags, but for those that were fixed; every line that is not in
    a new comment through the same positions; the same comments, strengths, NAGs, setups and
    variations; and the same result, but for a terminator that was missing.
    """
    old_games, new_games = list(read_games([before])), list(read_games([after]))
    assert len(new_games) == len(old_games)
    for old, new in zip(old_games, new_games, strict=True):
        _compare_tags(old, new, fixed)
        if old.result is not None or "R007" not in fixed:
            assert new.result == old.result
        assert [(p.code, p.reason) for p in new.problems] == [
            (p.code, p.reason) for p in old.problems
        ]
        old_lines, new_lines = lines_of(old), lines_of(new)
        assert new_lines.items() <= old_lines.items()
        if list(_content(new, fixed)) == list(_content(old, fixed)):
            assert new_lines == old_lines
        else:
            # Something became a comment.
            assert set(fixed) & CUTS
            assert new_lines.get(None) == old_lines.get(None)
            if set(fixed) <= CUTS:
                assert new.raw.translate(None, b"{}()[]") == old.raw.translate(None, b"{}()[]")


def lines_of(game: Game) -> dict[str | None, list[tuple[int, int, int]]]:
    """Return the positions of all lines of which something can be played."""
    rulebook = Rulebook()
    found = positions(game, rulebook, judged(game, rulebook))
    return {label: masks for label, (_, masks) in found.items()}


def _compare_tags(old: Game, new: Game, fixed: Counter[str]) -> None:
    changed = set().union(*(TAGS_OF.get(code, set()) for code in fixed))
    pairs = [
        [(tag.name, tag.value) for tag in game.tags if tag.name not in changed]
        for game in (old, new)
    ]
    if "T002" in fixed:
        pairs = [list(dict.fromkeys(each)) for each in pairs]
    assert pairs[0] == pairs[1]


def _content(game: Game, fixed: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield all that stands in the lines of a game, without what the fixes may change."""
    for item in game.main_line().flat():
        if len(item) < 4:
            if not ("S007" in fixed and "damas" in item[-1]):
                yield item
            continue
        kind, number, plain, strength = item
        dash = kind == "UNKNOWN_MOVE" and game.raw.rstrip().endswith(b"-")
        if dash and "R007" in fixed:
            # It stood for the result, and `*` took its place.
            continue
        plain = "" if "N004" in fixed else plain.translate(_SEPARATORS)
        yield kind, "" if "N001" in fixed else number, plain, strength
