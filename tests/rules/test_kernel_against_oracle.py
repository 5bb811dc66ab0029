"""The kernels of all variants, compiled and not, against the oracle: positions and lines."""

from __future__ import annotations

import re
from array import array
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.rules import kernels
from damas_cli.rules.family import Family
from damas_cli.rules.variant import get_variant, variant_names

from .. import strategies
from ..data import legal_games
from ..oracle import slow_check, slow_draws, slow_rules
from ..oracle.kernel_bits import (
    history_of,
    kernel_move_of,
    kernel_squares,
    move_of,
    position_of,
    state_of,
    words_a_mask,
)
from ..oracle.slow_notation import from_fen, squares_in
from ..oracle.slow_variants import VARIANTS, label, squares_of
from ..strategies import examples

CHEAP = 400  # lines of two plies up to which a third one is counted too

every_variant = pytest.mark.parametrize("variant", variant_names())


@cache
def kernels_of(variant):
    """Return the kernel of a variant uncompiled and, where it is built, compiled.

    They are asked the same questions in the same test, for the oracle's answers take longest.
    """
    rules = get_variant(variant)
    uncompiled = kernels.load_uncompiled(Family.from_variant(rules.data))
    return [uncompiled, rules.kernel] if rules.kernel.compiled else [uncompiled]


KERNELS = kernels_of("spanish")
every_kernel = pytest.mark.parametrize(
    "kernel", KERNELS, ids=["uncompiled", "compiled"][: len(KERNELS)]
)


def test_the_oracle_knows_every_variant():
    assert variant_names() == sorted(VARIANTS)


@every_variant
def test_both_kernels_are_judged(variant):
    if len(kernels_of(variant)) == 1:
        pytest.skip("the compiled kernel is not built here, or DAMAS_PURE asks for the other")
    assert [kernel.compiled for kernel in kernels_of(variant)] == [False, True]


@every_variant
@examples(10, nightly=1000)
@given(data=st.data())
def test_bits_and_squares_are_inverse(variant, data):
    rules = VARIANTS[variant]
    position = data.draw(strategies.positions(rules))
    assert position_of(state_of(position), rules) == position
    for move in slow_rules.legal_moves(position):
        assert move_of(kernel_move_of(move, rules), rules) == move


def test_the_bit_layout():
    """White moves towards the low bits, by four or five; Black's back row holds the low bits."""
    _, white, black, kings = state_of(from_fen("W:W1,2,5:B29,K32"))
    assert (white, black, kings) == (1 << 31 | 1 << 32 | 1 << 27, 1 << 0 | 1 << 3, 1 << 3)


@every_variant
def test_the_table_of_squares(variant):
    assert get_variant(variant).board.kernel_squares == kernel_squares(VARIANTS[variant])


@every_variant
@examples(25)
@given(data=st.data())
def test_legal_moves_and_what_they_do(variant, data):
    rules = VARIANTS[variant]
    position = data.draw(strategies.positions(rules))
    state = state_of(position)
    expected = {
        kernel_move_of(move, rules): state_of(slow_rules.play(position, move))[1:]
        for move in slow_rules.legal_moves(position)
    }
    best = slow_rules.best_capture(position)
    for kernel in kernels_of(variant):
        moves = kernel.legal_moves(*state)
        assert sorted(moves) == sorted(expected)
        assert {move: kernel.play(*state, *move) for move in moves} == expected
        assert kernel.has_moves(*state) == bool(expected)
        assert kernel.has_captures(*state) == (best > (0, 0))
        if rules.best[:2] == ("pieces", "kings"):
            assert kernel.best_capture(*state) == best


@every_variant
@examples(8, nightly=1000)
@given(data=st.data())
def test_perft_of_two_and_three_plies(variant, data):
    position = data.draw(strategies.positions(VARIANTS[variant]))
    state = state_of(position)
    tables = [kernel.HashTable(1) for kernel in kernels_of(variant)]
    depths = (0, 1, 2, 3) if slow_rules.perft(position, 2) <= CHEAP else (2,)
    for depth in depths:
        unique = slow_rules.perft(position, depth)
        ordered = slow_rules.perft(position, depth, "capture-order")
        for kernel, table in zip(kernels_of(variant), tables, strict=True):
            assert kernel.perft(*state, depth) == unique
            assert kernel.perft_hashed(*state, depth, table) == unique
            assert kernel.perft_capture_order(*state, depth) == ordered
            assert kernel.perft_hashed(*state, depth, table, True) == ordered


# Draws


@every_variant
@examples(8, nightly=1000)
@given(data=st.data(), repetition=st.integers(2, 4), no_progress=st.integers(1, 12))
def test_draws_by_the_laws(variant, data, repetition, no_progress):
    rules = VARIANTS[variant]
    start = slow_rules.start(variant)
    line = data.draw(strategies.wanderings(rules=rules) | strategies.lines(start=start))
    history = history_of(line.positions)
    # What the history holds beyond the plies asked for is not the game's.
    for plies in (len(line.moves), len(line.moves) // 2):
        positions = line.positions[: plies + 1]
        third = slow_draws.threefold_ply(positions, repetition)
        last = slow_draws.no_progress_ply(positions, no_progress)
        for kernel in kernels_of(variant):
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
    squares = re.split("[-x:]", text)
    if len(squares) != 2 or draw(st.integers(0, 3)):
        return text
    padded = [[s, s.rjust(2, "0")] if s.isdigit() else [s, s.upper()] for s in squares]
    origin, destination = (draw(st.sampled_from(ways)) for ways in padded)
    separator = draw(st.sampled_from(("-", "x", "X", ":")))
    before, after = (draw(st.sampled_from(("", " "))) for _ in range(2))
    return f"{origin}{before}{separator}{after}{destination}"


def reads_as(position, text):
    """Return the one legal move that a text of two squares names, None where it is not so."""
    squares = squares_in(text.replace(" ", "").lower(), position.rules)
    if len(squares) != 2:
        return None
    readings = slow_check.legal_readings(position, squares)
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
    rules = start.rules
    history = history_of([start]) + array("Q", bytes(24 * words_a_mask(rules) * len(texts)))
    reached = kernel.replay(
        bytes(data), spans, 0, len(texts), history, start.turn == "W", kernel_squares(rules)
    )
    return reached, history


@every_variant
@examples(12, nightly=2000)
@given(data=st.data())
def test_replay_plays_what_names_one_legal_move(variant, data):
    rules = VARIANTS[variant]
    start = slow_rules.start(variant)
    line = data.draw(strategies.lines(40, start) | strategies.positions(rules).flatmap(short_lines))
    texts = [data.draw(written(text)) for text in line.texts]
    played = 0
    for position, move, text in zip(line.positions, line.moves, texts, strict=False):
        if reads_as(position, text) != move:
            break
        played += 1
    expected = history_of(line.positions[: played + 1])
    for kernel in kernels_of(variant):
        reached, history = replayed(kernel, line.positions[0], texts)
        assert reached == played
        assert history[: len(expected)] == expected


def short_lines(start):
    return strategies.lines(12, start)


@examples(100, nightly=1000)
@given(strategies.lines(20), NO_TWO_SQUARES, st.integers(0))
def test_replay_stops_at_what_is_not_two_squares(line, junk, place):
    place %= len(line.texts) + 1
    texts = [*line.texts[:place], junk, *line.texts[place:]]
    expected = next(i for i, text in enumerate(texts) if text.count("x") > 1 or text == junk)
    for kernel in KERNELS:
        assert replayed(kernel, slow_rules.START, texts)[0] == expected


@every_variant
@examples(15, nightly=2000)
@given(data=st.data())
def test_replay_plays_the_legal_pairs_of_squares_only(variant, data):
    """Among pairs drawn, and all that some capture or quiet move, law or no law, makes likely."""
    rules = VARIANTS[variant]
    position = data.draw(strategies.positions(rules))
    squares = st.sampled_from(list(squares_of(rules).values()))
    by_ends = {}
    for move in slow_rules.legal_moves(position):
        by_ends.setdefault(move[:2], []).append(move)
    likely = {move[:2] for move in slow_rules.quiet_moves(position)}
    for chain in slow_rules.capture_chains(position):
        likely |= {(chain.origin, landing) for landing in chain.landings}
    for ends in likely | set(data.draw(st.lists(st.tuples(squares, squares), max_size=20))):
        text = "-".join(label(square, rules) for square in ends)
        moves = by_ends.get(ends, [])
        for kernel in kernels_of(variant):
            reached, history = replayed(kernel, position, [text])
            assert reached == (len(moves) == 1)
            if reached:
                after = history_of([slow_rules.play(position, moves[0])])
                assert history[len(after) :] == after


@every_kernel
def test_replay_goes_on_from_where_it_is_told(kernel):
    text = b"10-14 10-14 22-18 1-2"
    spans = array("I", [0, 5, 6, 11, 12, 17, 18, 21])
    line = strategies.named(slow_rules.START, "10-14 22-18")
    table = kernel_squares(VARIANTS["spanish"])
    history = array("Q", [0, 0, 0]) + history_of(line.positions[:1]) + array("Q", bytes(8 * 3 * 3))
    # The side to move goes by the ply: White moves at odd indices here.
    assert kernel.replay(text, spans, 1, 3, history, False, table) == 3
    assert history[3:12] == history_of(line.positions)
    assert not any(history[12:])
    assert kernel.replay(text, spans, 1, 4, history, False, table) == 3
    assert kernel.replay(text, spans, 2, 2, history, False, table) == 2


# Archives


@every_variant
def test_the_kernel_plays_the_same_archives_as_the_oracle(variant):
    games = 5 if variant == "spanish" else 1
    by_oracle = list(legal_games.archive(games, 11, legal_games.OracleRules(variant)))
    for kernel in kernels_of(variant):
        by_kernel = legal_games.archive(games, 11, legal_games.KernelRules(kernel, variant))
        assert list(by_kernel) == by_oracle


@every_kernel
def test_archive_games_are_long_enough(kernel):
    rules = legal_games.KernelRules(kernel)
    games = 60 if not kernel.compiled else 1000
    texts = list(legal_games.archive(games, 1, rules))
    plies = [len([w for w in text.split("\n\n")[1].split() if w[-1] != "."]) - 1 for text in texts]
    assert sum(plies) / games >= 50
