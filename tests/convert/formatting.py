"""What the tests of canonical PDN share: a text formatted, and two texts compared as games."""

from __future__ import annotations

from collections import Counter

from damas_cli.check.fixes.net import positions
from damas_cli.check.regulation import Rulebook
from damas_cli.check.ruling import judged
from damas_cli.check.run import check_text
from damas_cli.convert.pdn_blocks import Stretch, formatted
from damas_cli.convert.pdn_format import Formatter, Layout, copied, terminator
from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

# What a way of writing has, and what was meant for it.
OF_WRITING = {"N001", "N002", "N004", "R007"}


def stretches(
    text: bytes, *drop: str, variant: str | None = None, width: int = 80
) -> list[Stretch]:
    """Return the stretches of a whole file."""
    formatter = Formatter(Rulebook(variant), Layout(width, frozenset(drop)))
    return formatted(text, list(read_games([text])), formatter)


def fmt(text: bytes, *drop: str, variant: str | None = None, width: int = 80) -> bytes:
    """Return a whole file as canonical PDN."""
    found = stretches(text, *drop, variant=variant, width=width)
    assert b"".join(stretch.old for stretch in found) == text
    return b"".join(stretch.new for stretch in found)


def codes(text: bytes, variant: str | None = None) -> list[Counter[str]]:
    """Count the findings of each game by code, but for those of encodings."""
    found: list[Counter[str]] = [Counter() for _ in read_games([text])]
    for record in check_text(text, variant=variant):
        if record["code"] != "S005":
            found[record["game"] - 1][record["code"]] += 1  # type: ignore[operator,index]
    return found


def content(game: Game) -> list[tuple[str, ...]]:
    """Return what a game says, but for how moves and their numbers are written."""
    line = game.main_line()
    found = []
    for kind, *rest in line.flat():
        if kind in ("MOVE", "ELLIPSIS", "UNKNOWN_MOVE"):
            found.append((kind, rest[2]))
        elif kind == "MOVE_NUMBER":
            # One that another number follows belongs to no move.
            found.append((kind, rest[0].lstrip("0")))
        elif kind == "COMMENT":
            found.append((kind, rest[0].replace("\r\n", "\n").replace("\r", "\n")))
        else:
            found.append((kind, *rest))
    tag = game.tag("Result")
    repeats = tag is not None and tag.value.strip() == "-" and game.raw[game.tape[-2] :] == b"-"
    if repeats and game.tape[-3] == k.UNKNOWN_MOVE:
        del found[-1 - found[::-1].index(("UNKNOWN_MOVE", ""))]
    return found


def lines_of(game: Game, rulebook: Rulebook) -> dict[str | None, list[tuple[int, int, int]]]:
    """Return the positions of each line."""
    found = positions(game, rulebook, judged(game, rulebook))
    return {label: masks for label, (_, masks) in found.items()}


def compare(before: bytes, after: bytes, variant: str | None = None) -> None:
    """Hold the games of one text against those of another that was made of it."""
    rulebook = Rulebook(variant)
    games, new_games = list(read_games([before])), list(read_games([after]))
    assert len(games) == len(new_games)
    for game, new in zip(games, new_games, strict=True):
        if copied(new) == copied(game):
            continue
        assert not game.problems
        assert not new.problems
        assert new.encoding == "utf-8"
        for name in {tag.name for tag in game.tags} | {tag.name for tag in new.tags}:
            values = [[t.value for t in g.tags if t.name == name] for g in (game, new)]
            assert values[0] == values[1]
        # Where a comment hides that it is missing, it stays missing: else the comment hid nothing.
        hides = b"damas:" in game.raw
        assert new.result == terminator(game) or (hides and new.result == game.result)
        assert content(new) == content(game)
        assert lines_of(new, rulebook) == lines_of(game, rulebook)
    for found, left in zip(codes(before, variant), codes(after, variant), strict=True):
        assert not left - found
        assert (found - left).keys() <= OF_WRITING | {"S007"}
