"""Which games are copies of each other, against positions played by the slow rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given

from damas_cli.archive.collecting import CollectTask, Item
from damas_cli.archive.sameness import Rule, RuleError
from damas_cli.archive.task import ArchiveOptions
from tests.archive.archives import Played, archives, joined
from tests.archive.asking import replies
from tests.strategies import examples


def items(text: bytes, rule: str = "moves") -> list[Item]:
    task = CollectTask(ArchiveOptions(), rule=Rule.parsed(rule))
    return [item for reply in replies(task, text) for item in reply.payload]  # type: ignore[attr-defined]


def classes(keys: Sequence[object]) -> list[list[int]]:
    """Return the numbers of what is the same, grouped."""
    return [[i for i, key in enumerate(keys) if key == kind] for kind in dict.fromkeys(keys)]


def found(text: bytes, rule: str = "moves") -> list[list[int]]:
    return classes([item.mark and item.mark.digest for item in items(text, rule)])


def name(game: Played, tag: str) -> str:
    plain = game.tags.get(tag, "").strip().lower().replace("í", "i")
    return "" if plain == "?" else plain


def result(game: Played) -> str:
    meanings = {"2-0": "1-0", "1-1": "1/2-1/2", "*": ""}
    return meanings.get(game.tags["Result"], game.tags["Result"])


SLOWLY: dict[str, Callable[[Played], object]] = {
    "moves": lambda game: tuple(game.fens) if game.line.moves else game.text.strip(),
    "final": lambda game: (
        (game.fens[-1], len(game.line.moves)) if game.line.moves else game.text.strip()
    ),
    "moves+white,Black": lambda game: (
        (tuple(game.fens), name(game, "White"), name(game, "Black"))
        if game.line.moves or name(game, "White") or name(game, "Black")
        else game.text.strip()
    ),
    "moves+Result": lambda game: (
        (tuple(game.fens), result(game)) if game.line.moves or result(game) else game.text.strip()
    ),
}


@examples(50)
@given(games=archives())
def test_copies_are_what_the_slow_rules_say(games: list[Played]) -> None:
    for rule, slowly in SLOWLY.items():
        assert found(joined(games), rule) == classes([slowly(game) for game in games]), rule


def same(one: str, other: str, rule: str = "moves") -> bool:
    """Tell whether two games are copies of each other."""
    first, second = (item for text in (one, other) for item in items(text.encode(), rule))
    assert first.mark is not None
    assert second.mark is not None
    return first.mark.digest == second.mark.digest


@pytest.mark.parametrize(
    ("one", "other", "copies"),
    [
        # The same position by two ways is another game by the moves, and the same by the end.
        ("10-14 21-18 11-15 *", "11-15 21-18 10-14 *", (False, True)),
        # A man that is taken on two ways leaves two positions.
        ('[FEN "W:W10:B13,14,21,22"] 10x17x26 *', '[FEN "W:W10:B13,14,21,22"] 10x19x26 *', (0, 0)),
        # The king goes round, this way or that.
        (
            '[FEN "W:WK6:B10,11,18,19"] 6x13x22x15x6 *',
            '[FEN "W:WK6:B10,11,18,19"] 6x15x22x13x6 *',
            (1, 1),
        ),
        # Another numbering of the same squares.
        ("10-14 23-20 *", '[GameType "24,W,8,8,N2,1"] 23-19 10-13 *', (1, 1)),
        # The GameType is wrong: the moves are those of Spanish draughts.
        ("10-14 23-20 12-16 20-15 *", '[GameType "20"] 10-14 23-20 12-16 20-15 *', (1, 1)),
        # Italian draughts begins with the same moves.
        ('[GameType "22"] 9-13 *', "9-13 *", (0, 0)),
        # The end of a capture that has to go on, and a piece more or less.
        ("10-14 23-20 *", "10-14 23-20 9-13 *", (0, 0)),
        # Moves that cannot be played are what is written.
        ("10-14 1-32 *", "1. 10-14 {oh} 1-32 1-0", (1, 1)),
        ("10-14 1-32 *", "10-14 1-31 *", (0, 0)),
        ('10-14 /FEN "W:W1:BK32"/ 1-5 *', '1. 10-14 /FEN  "W:W1:BK32"/ 2. 1-5 *', (1, 1)),
        ('10-14 /FEN "W:W1:BK32"/ 1-5 *', '9-13 /FEN "W:W1:BK32"/ 1-5 *', (0, 0)),
        ('[FEN "nonsense"] 1-5 *', '[FEN "Nonsense "] 1. 1-5 *', (1, 1)),
        ('[FEN "nonsense"] 1-5 *', '[FEN "rubbish"] 1. 1-5 *', (0, 0)),
        ('[GameType "30"] 1-5 *', '[GameType "30"] 1. 1-5 *', (1, 1)),
        ('[GameType "30"] 1-5 *', '[GameType "31"] 1-5 *', (0, 0)),
        # What breaks off might go on otherwise.
        ("1. 10-14 & 1-0", "1. 10-14 & 1-0", (1, 1)),
        ("1. 10-14 & 1-0", "1. 10-14 & *", (0, 0)),
        ("1. 10-14 & 1-0", "1. 10-14 1-0", (0, 0)),
        # A tag that cannot be read leaves the moves as they are.
        ('[White "A]\n1. 10-14 1-0', "1. 10-14 1-0", (1, 1)),
        # Games without moves may be any.
        ('[White "A"] 1-0', '[White "A"]  1-0', (0, 0)),
        ('[White "A"] 1-0', '[White "A"] 1-0', (1, 1)),
    ],
)
def test_situations(one: str, other: str, copies: tuple[bool, bool]) -> None:
    assert (same(one, other), same(one, other, "final")) == copies


def test_games_without_moves_may_be_the_same_by_tags() -> None:
    assert same('[White "A"] 1-0', '[WHITE "a"] 0-1', "moves+White")
    assert not same('[White "A"] 1-0', '[White "B"] 1-0', "moves+White")
    assert not same('[White "?"] 1-0', '[White ""] 1-0', "moves+White")


def test_a_game_of_which_there_is_but_the_beginning_has_no_copies() -> None:
    text = b'[White "A"]\n1. 9-13 {' + b"a" * (17 << 20) + b"} 1-0\n\n"
    assert [item.mark and item.mark.digest for item in items(text + text)] == [b"", b""]


@pytest.mark.parametrize("text", ["", "move", "moves,White", "moves+", "moves+1", "final+A;B"])
def test_what_is_no_rule(text: str) -> None:
    with pytest.raises(RuleError):
        Rule.parsed(text)
