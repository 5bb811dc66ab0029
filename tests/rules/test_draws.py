"""The clocks of single endings, against looking at every pair of positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from damas_cli.rules.board import Board
from damas_cli.rules.draws import Ending, endings, find_ending, long_diagonal
from damas_cli.rules.history import History
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant, variant_names

Masks = tuple[int, int, int]

LAW = {"name": "law", "title": {"en": "law", "es": "ley"}, "moves_each": 2}


def history_of(states: list[Masks], board: Board) -> History:
    history = History(len(states) - 1, board.words_a_mask)
    for index, state in enumerate(states):
        history.put(index, state)
    return history


# The naive walk: for every ply, was the clock started so long before, and did it never stop?


def material(state: Masks, white: bool) -> tuple[int, int]:
    side = state[0] if white else state[1]
    return (side & state[2]).bit_count(), (side & ~state[2]).bit_count()


def named(texts: list[str], kings: int, men: int) -> bool:
    for text in texts:
        if text == "KKK+":
            if kings >= 3 and men == 0:
                return True
        elif (text.count("K"), text.count("M")) == (kings, men):
            return True
    return False


def is_ending(law: dict[str, Any], state: Masks, white: bool, strong: list[str] | None) -> bool:
    mine, theirs = material(state, white), material(state, not white)
    if strong is not None and not named(strong, *mine):
        return False
    if "weak" in law and not named(law["weak"], *theirs):
        return False
    if "pieces" in law:
        least, most = law["pieces"]["least"], law["pieces"]["most"]
        if not least <= sum(mine) + sum(theirs) <= most:
            return False
    if max(sum(mine), sum(theirs)) > law.get("most_each", 99):
        return False
    return "kings" not in law or (mine[0] > 0 and theirs[0] > 0)


def on_diagonal(law: dict[str, Any], state: Masks, white: bool, river: int) -> bool:
    if "diagonal" not in law:
        return True
    strong, weak = (state[0], state[1]) if white else (state[1], state[0])
    has, has_not = (weak, strong) if law["diagonal"] == "weak" else (strong, weak)
    return has & river != 0 and has_not & river == 0


def set_back(law: dict[str, Any], before: Masks, after: Masks) -> bool:
    how = law.get("restarts", "never")
    new_material = any(material(before, side) != material(after, side) for side in (True, False))
    man_moved = any(before[i] & ~before[2] != after[i] & ~after[2] for i in (0, 1))
    return how != "never" and (new_material or (how == "progress" and man_moved))


def naive(states: list[Masks], board: Board, law: dict[str, Any]) -> int:
    """Return the ply that completes the law, 0 where none does."""
    river = long_diagonal(board)
    found = []
    for white in (True, False):
        begun: int | None = None
        for ply, state in enumerate(states):
            held = on_diagonal(law, state, white, river)
            goes_on = is_ending(law, state, white, law.get("continues", law.get("strong")))
            if law.get("diagonal_lost", "stops") == "stops":
                goes_on = goes_on and held
            if begun is not None and goes_on and set_back(law, states[ply - 1], state):
                begun = ply
            if begun is not None and not goes_on:
                begun = None
            if begun is None and held and is_ending(law, state, white, law.get("strong")):
                begun = ply
            if begun is not None and ply == begun + 2 * law["moves_each"]:
                found.append(ply)
                break
    return min(found, default=0)


def wander(rng: random.Random, position: Position, plies: int) -> list[Masks]:
    """Return the positions of random play that seldom captures where it can do otherwise."""
    states = [position.state[1:]]
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        kings = [move for move in moves if position.piece(move.origin).isupper()]
        position = position.play(rng.choice(kings if kings and rng.random() < 0.8 else moves))
        states.append(position.state[1:])
    return states


def small_position(rng: random.Random, variant: str) -> Position:
    """Return a position of few pieces, kings more often than not."""
    rules = get_variant(variant)
    board = rules.board
    counts = rng.choice(((3, 1), (1, 3), (2, 1), (1, 1), (2, 2), (4, 1), (3, 2), (3, 4), (2, 5)))
    middle = [s for s in range(1, board.size + 1) if 0 < board.row(s) < board.height - 1]
    squares = rng.sample(middle, sum(counts))
    white, black = (board.mask_of(part) for part in (squares[: counts[0]], squares[counts[0] :]))
    kings = board.mask_of([square for square in squares if rng.random() < 0.75])
    return Position(rules, rng.choice("WB"), white, black, kings)


def own_laws(rng: random.Random) -> dict[str, Any]:
    """Return a law made at random."""
    law: dict[str, Any] = {**LAW, "moves_each": rng.choice((1, 2, 4))}
    if rng.random() < 0.7:
        law["strong"] = rng.choice((["KKK", "KKM", "KMM"], ["KKK+"], ["KK", "KM", "K"], ["KK"]))
        law["weak"] = rng.choice((["K"], ["K", "KM"], ["KK", "K"]))
        if rng.random() < 0.4:
            law["continues"] = [*law["strong"], "KK", "K", "M"]
    else:
        law["kings"] = "both"
        if rng.random() < 0.5:
            law["pieces"] = {"least": 3, "most": rng.choice((3, 5))}
        else:
            law["most_each"] = rng.choice((2, 3))
    if rng.random() < 0.4:
        law["diagonal"] = rng.choice(("weak", "strong"))
        law["diagonal_lost"] = rng.choice(("stops", "runs"))
    law["restarts"] = rng.choice(("never", "material", "progress"))
    return law


@pytest.mark.parametrize("variant", ["international", "spanish", "russian", "english", "brazilian"])
def test_random_play_under_random_laws(variant: str) -> None:
    rng = random.Random(7)
    board = get_variant(variant).board
    completed = 0
    for _ in range(40):
        states = wander(rng, small_position(rng, variant), 60)
        history = history_of(states, board)
        for _ in range(12):
            law = own_laws(rng)
            found = find_ending(history, len(states) - 1, board, [Ending(law, board)])
            assert (found.ply if found else 0) == naive(states, board, law), law
            completed += found is not None
    assert completed > 40


@pytest.mark.parametrize("variant", variant_names())
def test_random_play_under_the_variants_laws(variant: str) -> None:
    rules = get_variant(variant)
    rng = random.Random(variant)
    for _ in range(25 if rules.endings else 1):
        states = wander(rng, small_position(rng, variant), 130)
        plies = len(states) - 1
        found = find_ending(history_of(states, rules.board), plies, rules.board, endings(rules))
        expected = [
            (ply, number)
            for number, law in enumerate(rules.endings)
            if (ply := naive(states, rules.board, law))
        ]
        ply, number = min(expected, default=(0, 0))
        assert (found.ply if found else 0) == ply
        assert found is None or found.ending is endings(rules)[number]


# Single points, on positions that need not come from play.


def kings(variant: str, white: str, black: str) -> Masks:
    """Return the masks of a position given by the squares of both sides."""
    fen = f"W:W{white}:B{black}"
    return Position.from_fen(fen, variant).state[1:]


def first(
    variant: str, states: list[Masks], plies: int | None = None
) -> tuple[int, int, str] | None:
    rules = get_variant(variant)
    plies = len(states) - 1 if plies is None else plies
    found = find_ending(history_of(states, rules.board), plies, rules.board, endings(rules))
    return found and (found.ply, found.since, found.ending.name)


THREE_OFF = kings("international", "K1,K2,K3", "K50")
THREE_ON = kings("international", "K1,K2,K3", "K46")
THREE_BOTH_ON = kings("international", "K1,K2,K5", "K46")
TWO = kings("international", "K1,K2", "K50")
ONE = kings("international", "K1", "K50")
LARGE = kings("international", "K1,K2,K3,K4", "K50")


@pytest.mark.parametrize(("plies", "found"), [(31, None), (32, (32, 0, "three-against-one"))])
def test_sixteen_moves_each(plies: int, found: tuple[int, int, str] | None) -> None:
    assert first("international", [THREE_OFF] * 40, plies) == found


def test_the_move_that_makes_the_position_does_not_count() -> None:
    assert first("international", [LARGE] * 7 + [THREE_OFF] * 33) == (39, 7, "three-against-one")
    assert first("international", [LARGE] * 7 + [THREE_OFF] * 32) is None


def test_two_against_one_within_the_sixteen() -> None:
    assert first("international", [THREE_OFF] * 10 + [TWO] * 11) == (20, 10, "two-against-one")
    assert first("international", [THREE_OFF] * 30 + [TWO] * 11) == (32, 0, "three-against-one")


def test_one_against_one_does_not_count_the_five_anew() -> None:
    assert first("international", [TWO] * 6 + [ONE] * 11) == (10, 0, "two-against-one")


def test_the_long_diagonal_of_international_draughts() -> None:
    name = "three-against-one-on-the-long-diagonal"
    assert first("international", [THREE_ON] * 11) == (10, 0, name)
    assert first("international", [THREE_ON] * 10) is None
    assert first("international", [THREE_BOTH_ON] * 32) is None
    broken = [THREE_ON] * 9 + [THREE_OFF] + [THREE_ON] * 11
    assert first("international", broken) == (20, 10, name)
    # The sixteen that began before are never gone beyond.
    late = [THREE_OFF] * 28 + [THREE_ON] * 11
    assert first("international", late) == (32, 0, "three-against-one")


def test_either_colour_may_be_the_strong_one() -> None:
    turned = [(black, white, crowned) for white, black, crowned in [THREE_OFF] * 33]
    assert first("international", turned) == (32, 0, "three-against-one")


def test_the_forzosa_runs_on_off_the_river() -> None:
    on, off = kings("portuguese", "K1,K2,K3", "K31"), kings("portuguese", "K2,K3,K4", "K31")
    held_by_both = kings("portuguese", "K1,K2,K3", "K32")
    assert first("portuguese", [on] * 25) == (24, 0, "forzosa")
    assert first("portuguese", [on] * 5 + [off] * 20) == (24, 0, "forzosa")
    assert first("portuguese", [off] * 5 + [on] * 25) == (29, 5, "forzosa")
    assert first("portuguese", [off] * 40) is None
    assert first("portuguese", [held_by_both] * 41) == (40, 0, "small-ending")


def test_twenty_moves_of_a_small_ending_begin_anew_with_progress() -> None:
    small = kings("portuguese", "K1,9", "K31,K30")
    moved = kings("portuguese", "K1,13", "K31,K30")
    large = kings("portuguese", "K1,K2,K3,K4,K5", "K31,K30")
    kingless = kings("portuguese", "9,10", "K31,K30")
    assert first("portuguese", [small] * 41) == (40, 0, "small-ending")
    assert first("portuguese", [small] * 30 + [moved] * 41) == (70, 30, "small-ending")
    assert first("portuguese", [large] * 90) is None
    assert first("portuguese", [kingless] * 90) is None


def test_russian_endings_by_their_pieces() -> None:
    five = kings("russian", "Ka1,c3,Ke1", "Kb8,h6")
    five_moved = kings("russian", "Ka1,d4,Ke1", "Kb8,h6")
    four = kings("russian", "Ka1,d4", "Kb8,h6")
    six = kings("russian", "Ka1,c3,Ke1,g3", "Kb8,h6")
    assert first("russian", [five] * 20 + [five_moved] * 41) == (60, 0, "four-or-five-pieces")
    assert first("russian", [five] * 20 + [four] * 61) == (80, 20, "four-or-five-pieces")
    assert first("russian", [six] * 120) is None
    assert first("russian", [six] * 121) == (120, 0, "six-or-seven-pieces")
    four_kings, three_kings = (
        kings("russian", w, "Kb8") for w in ("Ka1,Kc1,Ke1,Kg1", "Kc1,Ke1,Kg1")
    )
    assert first("russian", [four_kings] * 31) == (30, 0, "three-kings-against-one")
    counted_anew = [four_kings] * 20 + [three_kings] * 31
    assert first("russian", counted_anew) == (50, 20, "three-kings-against-one")


def test_brazilian_endings_are_counted_each_from_its_own_beginning() -> None:
    with_man = kings("brazilian", "Ka1,Kc1", "Kb8,h6")
    two = kings("brazilian", "Ka1,Kc1", "Kb8,Kh6")
    other = kings("brazilian", "Ka1,Kc1,Ke1", "Kb8")
    assert first("brazilian", [with_man] * 11) == (10, 0, "two-kings")
    assert first("brazilian", [with_man] * 6 + [two] * 11) == (16, 6, "two-kings")
    assert first("brazilian", [other] * 99) is None


def test_a_line_without_plies_and_a_variant_without_laws() -> None:
    assert first("international", [TWO]) is None
    assert first("spanish", [kings("spanish", "K1,K2,K3", "K31")] * 200) is None


def test_the_long_diagonal_of_every_board() -> None:
    for name in variant_names():
        board = get_variant(name).board
        squares = board.squares_of(long_diagonal(board))
        assert len(squares) == board.width
        columns = {board.places[square][0] for square in squares}
        assert columns == set(range(board.width))
    board = get_variant("international").board
    assert board.squares_of(long_diagonal(board)) == [5, 10, 14, 19, 23, 28, 32, 37, 41, 46]


def test_of_two_laws_at_one_ply_the_first_counts() -> None:
    board = get_variant("spanish").board
    laws = [Ending({**LAW, "name": name, "kings": "both"}, board) for name in ("one", "two")]
    state = kings("spanish", "K1", "K31")
    found = find_ending(history_of([state] * 9, board), 8, board, laws)
    assert found is not None
    assert (found.ply, found.ending.name) == (4, "one")


def test_larger_boards_than_a_word() -> None:
    board = Board(12, 12, True, "top-left")
    law = Ending({**LAW, "strong": ["KK"], "weak": ["K"], "diagonal": "strong"}, board)
    low, high, other = (board.bits[square] for square in (67, 72, 30))
    state = (low | high, other, low | high | other)
    found = find_ending(history_of([state] * 5, board), 4, board, [law])
    assert found is not None
    assert (found.ply, found.since) == (4, 0)
