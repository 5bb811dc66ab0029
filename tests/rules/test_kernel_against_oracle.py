"""The kernel, compiled and not, against the oracle on random positions and lines."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.rules import kernels

from .. import strategies
from ..data import legal_games
from ..oracle import slow_check, slow_rules
from ..oracle.kernel_bits import SQUARES, kernel_move_of, move_of, position_of, state_of
from ..oracle.slow_rules import from_fen

SETTINGS = settings(deadline=None, max_examples=300)
CHEAP = 400  # lines of two plies up to which a third one is counted too


def both_kernels():
    """Return the Spanish kernel uncompiled and, where it is built, compiled.

    They are asked the same questions in the same test, for the oracle's answers take longest.
    """
    (family,) = (family for family in kernels.families() if family.name == "spanish")
    uncompiled, loaded = kernels.load_uncompiled(family), kernels.load("spanish")
    return [uncompiled, loaded] if loaded.compiled else [uncompiled]


KERNELS = both_kernels()
every_kernel = pytest.mark.parametrize(
    "kernel", KERNELS, ids=["uncompiled", "compiled"][: len(KERNELS)]
)


def test_both_kernels_are_judged():
    if len(KERNELS) == 1:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    assert [kernel.compiled for kernel in KERNELS] == [False, True]


@given(strategies.positions())
def test_bits_and_squares_are_inverse(position):
    assert position_of(state_of(position)) == position
    for move in slow_rules.legal_moves(position):
        assert move_of(kernel_move_of(move)) == move


def test_the_bit_layout():
    """White moves towards the low bits, by four or five; Black's back row holds the low bits."""
    _, white, black, kings = state_of(from_fen("W:W1,2,5:B29,K32"))
    assert (white, black, kings) == (1 << 31 | 1 << 32 | 1 << 27, 1 << 0 | 1 << 3, 1 << 3)


@SETTINGS
@given(strategies.positions())
def test_legal_moves_and_what_they_do(position):
    state = state_of(position)
    expected = {
        kernel_move_of(move): state_of(slow_rules.play(position, move))[1:]
        for move in slow_rules.legal_moves(position)
    }
    best = slow_rules.best_capture(position)
    for kernel in KERNELS:
        moves = kernel.legal_moves(*state)
        assert sorted(moves) == sorted(expected)
        assert {move: kernel.play(*state, *move) for move in moves} == expected
        assert kernel.has_moves(*state) == bool(expected)
        assert kernel.best_capture(*state) == best
        assert kernel.has_captures(*state) == (best > (0, 0))


@settings(SETTINGS, max_examples=150)
@given(strategies.positions())
def test_perft_of_two_and_three_plies(position):
    state = state_of(position)
    tables = [kernel.HashTable(1) for kernel in KERNELS]
    depths = (0, 1, 2, 3) if slow_rules.perft(position, 2) <= CHEAP else (2,)
    for depth in depths:
        unique = slow_rules.perft(position, depth)
        ordered = slow_rules.perft(position, depth, "capture-order")
        for kernel, table in zip(KERNELS, tables, strict=True):
            assert kernel.perft(*state, depth) == unique
            assert kernel.perft_hashed(*state, depth, table) == unique
            assert kernel.perft_capture_order(*state, depth) == ordered
            assert kernel.perft_hashed(*state, depth, table, True) == ordered


# Draws


def history_of(positions):
    return array("Q", [word for position in positions for word in state_of(position)[1:]])


@SETTINGS
@given(
    line=strategies.wanderings() | strategies.lines(),
    repetition=st.integers(2, 4),
    no_progress=st.integers(1, 12),
)
def test_draws_by_the_laws(line, repetition, no_progress):
    history = history_of(line.positions)
    # What the history holds beyond the plies asked for is not the game's.
    for plies in (len(line.moves), len(line.moves) // 2):
        positions = line.positions[: plies + 1]
        third = slow_rules.threefold_ply(positions, repetition)
        last = slow_rules.no_progress_ply(positions, no_progress)
        for kernel in KERNELS:
            assert kernel.find_draws(history, plies, repetition, no_progress) == (third, last)
            assert kernel.find_draws(history, plies, repetition, 0) == (third, 0)
            assert kernel.find_draws(history, plies, 0, no_progress) == (0, last)


@every_kernel
def test_eighty_plies_without_progress(kernel):
    """Two kings go to and fro; the 80th such ply completes the law, not the 79th."""
    white = ["1-5", "5-9", "9-5", "5-1"]
    black = ["4-8", "8-12", "12-8", "8-4"]
    texts = [text for turn in range(40) for text in (white[turn % 4], black[turn % 4])]
    line = strategies.named(from_fen("W:WK1:BK4"), " ".join([*texts, "1-5"]))
    history = history_of(line.positions)
    assert kernel.find_draws(history, 79, 0, 80) == (0, 0)
    assert kernel.find_draws(history, 80, 0, 80) == (0, 80)
    assert kernel.find_draws(history, 81, 0, 80) == (0, 80)
    assert kernel.find_draws(history, 81, 3, 80) == (10, 80)


# Replay

NO_TWO_SQUARES = st.sampled_from(
    [
        "",
        "-",
        "10",
        "10-",
        "-13",
        "0-4",
        "33-28",
        "100-4",
        "10--13",
        "10  -13",
        "10-13-17",
        "10x19x28",
        "a3b4",
        "10/13",
        "...",
        "+10-13",
        "10-1 3",
        "ten-13",
        "\u00bd-\u00bd",
        "0x0",
    ]
)


@st.composite
def written(draw, text):
    """Write a text of two squares in one of the ways that `replay` reads."""
    squares = text.replace("-", "x").split("x")
    if len(squares) != 2 or draw(st.integers(0, 3)):
        return text
    origin, destination = (draw(st.sampled_from((s, s.rjust(2, "0")))) for s in squares)
    separator = draw(st.sampled_from(("-", "x", "X", ":")))
    before, after = (draw(st.sampled_from(("", " "))) for _ in range(2))
    return f"{origin}{before}{separator}{after}{destination}"


def reads_as(position, text):
    """Return the one legal move that a text of two squares names, None where it is not so."""
    squares = text.replace(" ", "").replace(":", "x").replace("X", "x").replace("-", "x").split("x")
    if len(squares) != 2:
        return None
    numbers = [slow_rules.square_of(int(number)) for number in squares]
    readings = slow_check.legal_readings(position, numbers)
    return readings[0] if len(readings) == 1 else None


def replayed(kernel, start, texts, first_text='[Event "?"] 1. '):
    """Run `replay` over texts from `start`; return how far it came and the history it wrote."""
    data = bytearray(first_text.encode())
    spans = array("I")
    for text in texts:
        spans.append(len(data))
        data += text.encode()
        spans.append(len(data))
        data += b" "
    history = array("Q", bytes(8 * 3 * (len(texts) + 1)))
    history[:3] = array("Q", state_of(start)[1:])
    reached = kernel.replay(bytes(data), spans, 0, len(texts), history, start.turn == "W", SQUARES)
    return reached, history


@settings(SETTINGS, max_examples=150)
@given(st.data())
def test_replay_plays_what_names_one_legal_move(data):
    line = data.draw(strategies.lines(40) | strategies.positions().flatmap(short_lines))
    texts = [data.draw(written(text)) for text in line.texts]
    played = 0
    for position, move, text in zip(line.positions, line.moves, texts, strict=False):
        if reads_as(position, text) != move:
            break
        played += 1
    expected = history_of(line.positions[: played + 1])
    for kernel in KERNELS:
        reached, history = replayed(kernel, line.positions[0], texts)
        assert reached == played
        assert history[: 3 * (reached + 1)] == expected


def short_lines(start):
    return strategies.lines(12, start)


@SETTINGS
@given(strategies.lines(20), NO_TWO_SQUARES, st.integers(0))
def test_replay_stops_at_what_is_not_two_squares(line, junk, place):
    place %= len(line.texts) + 1
    texts = [*line.texts[:place], junk, *line.texts[place:]]
    expected = next(i for i, text in enumerate(texts) if text.count("x") > 1 or text == junk)
    for kernel in KERNELS:
        assert replayed(kernel, slow_rules.START, texts)[0] == expected


@SETTINGS
@given(
    strategies.positions(),
    st.lists(st.tuples(st.integers(1, 32), st.integers(1, 32)), max_size=20),
)
def test_replay_plays_the_legal_pairs_of_squares_only(position, drawn):
    """Among pairs drawn, and all that some capture or quiet move, law or no law, makes likely."""
    by_ends = {}
    for move in slow_rules.legal_moves(position):
        by_ends.setdefault(move[:2], []).append(move)
    likely = {move[:2] for move in slow_rules.quiet_moves(position)}
    for chain in slow_rules.capture_chains(position):
        likely |= {(chain.origin, landing) for landing in chain.landings}
    pairs = {(slow_rules.square_of(a), slow_rules.square_of(b)) for a, b in drawn}
    for ends in pairs | likely:
        text = "-".join(str(slow_rules.number_of(square)) for square in ends)
        moves = by_ends.get(ends, [])
        for kernel in KERNELS:
            reached, history = replayed(kernel, position, [text])
            assert reached == (len(moves) == 1)
            if reached:
                assert history[3:] == history_of([slow_rules.play(position, moves[0])])


@every_kernel
def test_replay_goes_on_from_where_it_is_told(kernel):
    text = b"10-14 10-14 22-18 1-2"
    spans = array("I", [0, 5, 6, 11, 12, 17, 18, 21])
    start = slow_rules.START
    line = strategies.named(start, "10-14 22-18")
    history = array("Q", [0, 0, 0, *state_of(start)[1:]]) + array("Q", bytes(8 * 3 * 3))
    # The side to move goes by the ply: White moves at odd indices here.
    assert kernel.replay(text, spans, 1, 3, history, False, SQUARES) == 3
    assert history[3:12] == history_of(line.positions)
    assert not any(history[12:])
    assert kernel.replay(text, spans, 1, 4, history, False, SQUARES) == 3
    assert kernel.replay(text, spans, 2, 2, history, False, SQUARES) == 2


# Archives


@every_kernel
def test_the_kernel_plays_the_same_archives_as_the_oracle(kernel):
    games = 5
    by_kernel = legal_games.archive(games, 11, legal_games.KernelRules(kernel))
    by_oracle = legal_games.archive(games, 11, legal_games.OracleRules())
    assert list(by_kernel) == list(by_oracle)


@every_kernel
def test_archive_games_are_long_enough(kernel):
    rules = legal_games.KernelRules(kernel)
    games = 60 if not kernel.compiled else 1000
    texts = list(legal_games.archive(games, 1, rules))
    plies = [len([w for w in text.split("\n\n")[1].split() if w[-1] != "."]) - 1 for text in texts]
    assert sum(plies) / games >= 50
