"""Games printed in any style of the clubs come back as they were."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.run import check_text
from damas_cli.convert.clubs import FoundGame, read_document
from damas_cli.rules.variant import get_variant

from ..strategies import examples
from .club_print import Style, game_of

SEEDS = st.integers(0, 10**9)


def texts(game: FoundGame) -> list[str]:
    return [node.text for node in game.line.moves]


def told(text: str) -> list[str]:
    return [f"{p.line}:{p.column} {p.say()}" for p in read_document(text).all_points()]


@examples(30)
@given(SEEDS, st.integers(2, 90))
def test_one_game_in_any_style(seed: int, plies: int) -> None:
    game = game_of(seed, plies)
    style = Style(random.Random(seed))
    text = style.game(game)
    document = read_document(text)
    assert [(texts(found), found.result) for found in document.games] == [(game.texts, game.result)]
    # Of a short line without a number the board may allow that it begins another game.
    unsure = [] if style.number else ["this line may also begin"]
    assert [point for point in told(text) if not any(word in point for word in unsure)] == []


@examples(30)
@given(SEEDS, st.lists(st.integers(2, 60), min_size=2, max_size=5))
def test_several_games_of_one_text(seed: int, lengths: list[int]) -> None:
    rng = random.Random(seed)
    style = Style(rng)
    games = [game_of(seed + n, plies) for n, plies in enumerate(lengths)]
    parting = rng.choice(("\n\n", "\n", "\n\nA seguinte partida xogouse en Lugo.\n\n"))
    document = read_document(parting.join(style.game(game) for game in games))
    expected = [(game.texts, game.result) for game in games]
    assert [(texts(found), found.result) for found in document.games] == expected
    assert [p for p in document.all_points() if p.is_error] == []


@examples(30)
@given(SEEDS, st.integers(4, 60))
def test_numbers_that_are_missing_or_wrong_cost_no_move(seed: int, plies: int) -> None:
    rng = random.Random(seed)
    game = game_of(seed, plies)
    # A number that begins again at 1 is another game, and nothing else is.
    odd = {n: rng.choice((None, n + 1, n + 10)) for n in range(2, 60) if rng.random() < 0.2}
    text = Style(rng, numbered=True).game(game, lambda n: odd.get(n, n))
    document = read_document(text)
    assert [(texts(found), found.result) for found in document.games] == [(game.texts, game.result)]
    points = document.all_points()
    assert [p for p in points if p.is_error] == []
    if any(value is not None for n, value in odd.items() if n <= (plies + 1) // 2):
        assert points or len(game.texts) < plies


@examples(20)
@given(SEEDS, st.sampled_from(["english", "italian", "russian", "international", "portuguese"]))
def test_games_of_other_variants_by_name(seed: int, variant: str) -> None:
    game = game_of(seed, 50, variant)
    rules = get_variant(variant)
    document = read_document(Style(random.Random(seed)).game(game, first=rules.first), rules)
    assert [(texts(found), found.result) for found in document.games] == [(game.texts, game.result)]
    assert [p for p in document.all_points() if p.is_error] == []


@examples(30)
@given(SEEDS, st.integers(2, 60))
def test_what_comes_out_is_clean(seed: int, plies: int) -> None:
    document = read_document(Style(random.Random(seed)).game(game_of(seed, plies)))
    pdn = "".join(found.pdn for found in document.games)
    assert [record["code"] for record in check_text(pdn)] == []


@examples(30)
@given(SEEDS, st.integers(6, 60), st.data())
def test_a_spoilt_move_is_named_at_its_ply(seed: int, plies: int, data: st.DataObject) -> None:
    game = game_of(seed, plies)
    place = data.draw(st.integers(0, len(game.texts) - 1))
    # No piece of anybody goes from corner to corner.
    spoilt = [*game.texts[:place], "1-29", *game.texts[place + 1 :]]
    style = Style(random.Random(seed), numbered=True)
    text = style.game(type(game)(spoilt, game.result))
    document = read_document(text)
    (found,) = document.games
    assert texts(found)[place] == "1-29"
    assert len(found.line.moves) == len(spoilt)
    errors = [point for point in document.all_points() if point.is_error]
    assert errors
    assert f" ply {place + 1}, " in errors[0].say()
    faults = [r for r in check_text(found.pdn) if str(r["code"])[0] == "M"]
    assert (faults[0]["ply"], faults[0]["move"]) == (place + 1, "1-29")


@pytest.mark.parametrize("variant", ["english", "italian", "international"])
def test_a_game_of_another_variant_is_told(variant: str) -> None:
    game = game_of(7, 60, variant)
    text = Style(random.Random(3), numbered=True).game(game)
    document = read_document(text)
    (found,) = document.games
    assert found.tags["GameType"] == str(get_variant(variant).number)
    assert texts(found) == game.texts
    assert any("read as that" in point.say() for point in document.all_points())


@examples(30)
@given(SEEDS, st.integers(2, 60))
def test_bold_print_and_line_ends_of_html_say_nothing(seed: int, plies: int) -> None:
    game = game_of(seed, plies)
    rng = random.Random(seed)
    lines = []
    for ply in range(0, len(game.texts), 2):
        pair = f"{ply // 2 + 1}. {' '.join(game.texts[ply : ply + 2])}"
        mark = rng.choice(["**", "__", ""])
        lines.append(f"{mark}{pair}{mark}{rng.choice(['', '<br/>', ' <br />'])}")
    document = read_document("\n".join([*lines, game.result]))
    assert [(texts(found), found.result) for found in document.games] == [(game.texts, game.result)]


@pytest.mark.parametrize("name", ["3º García", "12. José Pérez", "7 Luis Gil"])
def test_a_name_behind_a_number_is_no_position(name: str) -> None:
    document = read_document(f"Blancas: {name}\nNegras: {name}\n1.10-14, 22-18 EMP\n")
    (game,) = document.games
    assert not game.has_errors
    assert "FEN" not in game.pdn
    assert name.split()[-1] in game.pdn
