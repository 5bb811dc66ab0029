"""What the moves of a game mean, against positions played move by move."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.regulation import Rulebook
from damas_cli.convert.played import Played
from damas_cli.pdn.moves import Line
from damas_cli.pdn.reader import read_games
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant
from tests.data.legal_games import KernelRules, gametype_of, movetext, random_game
from tests.strategies import examples

VARIANTS = ["spanish", "international", "english", "russian", "italian"]


def played(text: str | bytes, variant: str | None = None) -> Played:
    data = text.encode() if isinstance(text, str) else text
    return Played(next(read_games([data])), Rulebook(variant))


@pytest.mark.parametrize("variant", VARIANTS)
@examples(10)
@given(seed=st.integers(0, 2**32))
def test_a_legal_game_is_played_from_its_texts(variant: str, seed: int) -> None:
    game = random_game(random.Random(seed), 80, rules_of(variant))
    tag = f'[GameType "{gametype_of(variant)}"]\n'
    found = played(tag + movetext(game))
    assert found.variant is not None
    assert found.variant.name == variant
    assert found.texts == game.texts
    assert found.first_unsettled is None
    assert found.first_illegal is None
    position = Position.start(variant)
    assert found.start == position
    for ply, (move, text) in enumerate(zip(found.main, game.texts, strict=True), 1):
        assert (move.ply, move.text, move.canonical) == (ply, text, text)
        assert move.before == position
        assert move.move == position.move(text)
        position = position.play(text)
        assert move.after == position
    assert found.end == position


@examples(20)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_odd_writing_means_the_same_moves(seed: int, data: st.DataObject) -> None:
    game = random_game(random.Random(seed), 60, rules_of("spanish"))
    odd = [data.draw(st.sampled_from(ways(text))) for text in game.texts]
    found = played(movetext(game._replace(texts=odd)))
    assert [move.text for move in found.main] == odd
    assert found.texts == game.texts


def rules_of(variant: str) -> KernelRules:
    return KernelRules(get_variant(variant).kernel, variant)


@examples(20)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_however_numbers_stand_the_texts_are_the_moves(seed: int, data: st.DataObject) -> None:
    game = random_game(random.Random(seed), 30, rules_of("spanish"))
    numbers = [f"{ply // 2 + 1}." if ply % 2 == 0 else "" for ply in range(len(game.texts))]
    blanks = st.sampled_from(["", " ", "  ", "\n"])
    words = [
        number + (data.draw(blanks) if number else "") + text
        for number, text in zip(numbers, game.texts, strict=True)
    ]
    assert played(" ".join([*words, "*"])).texts == game.texts


def ways(text: str) -> list[str]:
    """Return ways to write a move of two squares or more."""
    squares = text.replace("x", "-").split("-")
    zeros = "x".join(square.zfill(2) for square in squares)
    return [text, text.replace("x", "-"), text.replace("-", "x"), zeros, text.replace("x", ":")]


def test_moves_of_variations_are_found_by_their_place() -> None:
    found = played("1. 10-14 (1. 9-13 21-18 (1... 23-20 2. 13-17)) 21-18 2. 14x21 *")
    lines: list[tuple[Line, Position]] = [(found.game.main_line(), Position.start())]
    seen = 0
    while lines:
        line, position = lines.pop()
        for node in line.moves:
            move = found.at(node.start)
            assert move is not None
            assert move.before == position
            lines += [(variation, position) for variation in node.variations]
            position = position.play(node.text)
            assert move.after == position
            seen += 1
    assert seen == 7


def test_a_broken_law_is_played_as_written_and_has_no_move() -> None:
    found = played("1. 10-14 21-18 2. 9-13 18x9 *")  # 14x21 was compulsory
    assert [move.move is None for move in found.main] == [False, False, True, False]
    assert found.first_illegal == 3
    assert found.texts == ["10-14", "21-18", "9-13", "18x9"]
    third, fourth = found.main[2:]
    assert third.after == fourth.before


def test_after_an_illegal_move_nothing_is_known() -> None:
    found = played("1. 10-14 10-14 2. 09-13 *")
    assert found.first_illegal == 2
    assert found.texts == ["10-14", "10-14", "09-13"]
    assert found.main[1].before is not None
    assert found.main[1].after is None
    assert found.main[2].before is None
    assert found.end == found.main[1].before


def test_a_setup_begins_anew() -> None:
    found = played('1. 10-14 21-18 /FEN "W:W1:BK32"/ 2. 1-5 *')
    second, third = found.main[1:]
    assert second.after == Position.start().play("10-14").play("21-18")
    assert third.before == Position.from_fen("W:W1:BK32")
    assert third.move is not None


@pytest.mark.parametrize(
    ("text", "texts"),
    [('[GameType "40"] 1. 31-26 20-25 *', ["31-26", "20-25"]), ('[FEN "?"] 1. 9-13 *', ["9-13"])],
)
def test_where_no_position_is_known_the_texts_stay(text: str, texts: list[str]) -> None:
    found = played(text)
    assert found.texts == texts
    assert found.start is None
    assert found.end is None
    assert (found.first_unsettled, found.first_illegal) == (1, None)


def test_a_game_that_cannot_be_read_whole_tells_why() -> None:
    found = played("1. 10-14 & 21-18 *")
    assert not found.is_whole
    assert [fault.code for fault in found.faults] == ["S001"]
    assert found.texts == ["10-14"]
    assert found.raw == "1. 10-14 & 21-18 *"


def test_the_quick_look_and_the_replay_agree_on_real_games(corpus) -> None:
    files = [file for file in sorted(corpus.rglob("*.pdn")) if file.stat().st_size < 50_000]
    rulebook = Rulebook()
    plain = 0
    for file in files:
        for game in read_games([file.read_bytes()]):
            found = Played(game, rulebook)
            quick = found._plain_texts
            if quick is not None:
                plain += 1
                assert [move.canonical for move in found.main] == quick
                assert found.variant == found.check.variant
    assert plain > 50


@examples(10)
@given(seed=st.integers(0, 2**32))
def test_games_with_paths_are_seen_as_quickly(seed: int) -> None:
    game = random_game(random.Random(seed), 150, rules_of("spanish"))
    found = played(movetext(game))
    assert found._plain_texts == game.texts


def test_a_game_with_too_many_findings_is_known_as_far_as_it_was_judged() -> None:
    shuttle = " ".join(f"{2 * n + 1}. 1-5 32-28 {2 * n + 2}. 5-1 28-32" for n in range(600))
    game = played(f'[SetUp "1"]\n[FEN "W:WK1:BK32"]\n\n{shuttle} *')
    assert len(game.main) == len(game.texts) == 2400
    assert game.findings[-1].reason == "too-many"
    reached = sum(move.is_played for move in game.main)
    assert 0 < reached < 2400
    assert game.end == game.main[reached].before
    assert game.check.main is not None
    assert game.check.main.stopped
