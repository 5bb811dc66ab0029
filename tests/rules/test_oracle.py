"""The oracle itself: held against published counts, printed examples and the rule text."""

from __future__ import annotations

import csv
import doctest
import random
from pathlib import Path

import pytest
from hypothesis import given

from .. import strategies
from ..data import convert_perft, legal_games
from ..oracle import (
    slow_check,
    slow_draws,
    slow_notation,
    slow_rules,
    slow_variants,
)
from ..oracle.slow_check import first_fault
from ..oracle.slow_notation import from_fen, squares_in, texts, to_fen
from ..oracle.slow_rules import Position, legal_moves, perft, play

TABLES = Path(__file__).parents[1] / "data" / "perft"
SLOW_LIMIT = 40_000  # the oracle counts about 20,000 nodes a second


def rows(name: str) -> list[tuple[str, str, int, int, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as lines:
        return [
            (row["variant"], row["fen"], int(row["depth"]), int(row["count"]), row["convention"])
            for row in csv.DictReader(lines, delimiter="\t")
        ]


def deepest(limit: int) -> list[tuple[str, int, int, str]]:
    """Return, of each Spanish position and convention, the deepest row that is cheap enough."""
    found: dict[tuple[str, str], tuple[str, int, int, str]] = {}
    for variant, fen, depth, count, convention in [
        *rows("spanish.tsv"),
        *rows("landing_paths.tsv"),
    ]:
        if variant == "spanish" and count <= limit:
            found[fen, convention] = (fen, depth, count, convention)
    return list(found.values())


def position(fen: str) -> Position:
    return slow_rules.START if fen == "start" else from_fen(fen)


@pytest.mark.parametrize(
    "module", [slow_rules, slow_variants, slow_notation, slow_check, strategies, convert_perft]
)
def test_examples_in_the_docstrings(module):
    attempted = doctest.testmod(module)
    assert attempted.attempted
    assert not attempted.failed


@pytest.mark.parametrize(("fen", "depth", "count", "convention"), deepest(SLOW_LIMIT))
def test_perft_equals_the_tables(fen, depth, count, convention):
    assert perft(position(fen), depth, convention) == count


def test_perft_knows_the_three_conventions_only():
    assert [perft(slow_rules.START, 2, c) for c in slow_rules.CONVENTIONS] == [49, 49, 49]
    with pytest.raises(ValueError, match="no such convention"):
        perft(from_fen("W:W10:B14"), 1, "every-landing")


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        # "Cómo se mueve el peón": forwards, one square; it takes forwards only, kings too.
        ("W:W10:B32", "10-13 10-14"),
        ("B:W1:B19", "19-14 19-15"),
        ("W:W18:BK14", "18-21 18-22"),
        ("W:W10:BK14", "10x19"),
        # "Captura máxima": two men before one king.
        ("W:W7,8:B11,K12,18", "7x21"),
        # "Desempate por damas": as many pieces, then the kings count.
        ("W:W10,12:B14,K15", "12x19"),
        ("W:W10,12:B14,15", "10x19 12x19"),
        # "Coronar detiene la jugada": the new king takes nothing more in that move.
        ("W:W21:B26,27", "21x30"),
        # "La dama recorre toda la diagonal": in all four senses, and it takes from afar.
        (
            "W:WK14:B3",
            "14-1 14-10 14-11 14-18 14-19 14-21 14-23 14-25 14-28 14-32 14-4 14-5 14-7",
        ),
        ("W:WK1:B14", "1x19 1x23 1x28 1x32"),
        ("W:WK1:B14,19", "1-10 1-5"),
        # What was taken stands in the way until the move is over: 15 is safe behind 11.
        ("W:WK4:B11,15,22,23", "4x16 4x20"),
        # A capture may end where it began.
        ("W:W2,3,K6:B10,11,18,19", "6x6"),
        # Two captures with the same ends that take different pieces.
        ("W:W10:B13,14,21,22", "10x17x26 10x19x26"),
        ("W:WK24:B10,14,20,27", "24x11x18x31 24x6x13x31"),
        # No piece, or none that can move.
        ("W:W:B1", ""),
        ("W:W4:B7,8,11", ""),
        ("W:W29:B1", ""),
    ],
)
def test_legal_moves(fen, expected):
    assert " ".join(texts(from_fen(fen))) == expected


def test_a_new_king_moves_like_one_in_its_next_turn():
    position = from_fen("W:W21:B1,26,27")
    (capture,) = legal_moves(position)
    assert to_fen(play(position, capture)) == "B:WK30:B1,27"
    assert list(texts(from_fen("W:WK30:B1,27"))) == ["30x16", "30x20", "30x23"]


def test_whoever_cannot_move_has_lost():
    assert slow_rules.winner(from_fen("W:W4:B7,8,11")) == "B"
    assert slow_rules.winner(from_fen("B:W1:B")) == "W"
    assert slow_rules.winner(slow_rules.START) is None


def test_a_printed_game_finish():
    """The end of a printed game, where the quality law forces the last capture."""
    position = from_fen("W:W2,8,16,K30,K31:BK3,7,24,25")
    for text in ("31-18", "7-4", "16-20"):
        position = play(position, texts(position)[text])
    assert "4x21" in texts(position)


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        ("W:W1-12:B21-32.", "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"),
        ("B:BK10-12:W1", "B:W1:BK10,K11,K12"),
        (" W : WK1 : B ", "W:WK1:B"),
        ("B:W:B32,K1", "B:W:BK1,32"),
    ],
)
def test_fen_is_read_and_written(fen, written):
    assert to_fen(from_fen(fen)) == written


@pytest.mark.parametrize(
    "fen",
    ["", "W", "W:W:B", "W:W1:W2", "W:W1:B1", "W:W33:B1", "W:W0:B1", "W:W5-3:B1", "X:W1:B2"],
)
def test_what_is_no_fen(fen):
    with pytest.raises(ValueError, match=r"."):
        from_fen(fen)


@given(strategies.positions())
def test_fen_round_trip(position):
    assert from_fen(to_fen(position)) == position


@given(strategies.positions())
def test_the_rules_are_the_same_for_both_sides(position):
    """Half a turn of the board with the colours swapped changes nothing but the numbers."""

    def turned(square):
        return 7 - square[0], 7 - square[1]

    other = strategies.turned(position)
    assert {
        slow_rules.Move(turned(m.origin), turned(m.destination), frozenset(map(turned, m.captured)))
        for m in legal_moves(position)
    } == set(legal_moves(other))


@given(strategies.positions())
def test_the_laws_choose_among_the_captures(position):
    """Every legal capture is worth the same, and no complete capture is worth more."""
    worth = {slow_rules.value(position, m.captured) for m in legal_moves(position)}
    best = slow_rules.best_capture(position)
    assert worth <= {best}
    every = [slow_rules.value(position, c.victims) for c in slow_rules.capture_chains(position)]
    assert max(every, default=(0, 0)) == best


@given(strategies.positions())
def test_texts_are_unambiguous_and_no_longer_than_needed(position):
    moves = legal_moves(position)
    named = texts(position)
    assert len(named) == len(moves)
    for text, move in named.items():
        squares = squares_in(text)
        readings = slow_check.legal_readings(position, squares)
        assert readings == [move]
        ends = [squares[0], squares[-1]]
        alone = slow_check.legal_readings(position, ends) == [move]
        assert (len(squares) == 2) == alone


@given(strategies.positions())
def test_every_canonical_path_can_be_walked(position):
    """Each path names landings of its own capture, whichever order the victims are taken in."""
    for chain in slow_rules.legal_chains(position):
        path = slow_notation.canonical_path(chain)
        walked = slow_rules.legal_chains(position)
        assert any(
            [slow_variants.number_of(s) for s in (c.origin, *c.landings)] == path
            and c.victims == chain.victims
            for c in walked
        )


# Draws


def test_the_start_is_the_first_occurrence():
    line = strategies.named(from_fen("W:WK1:BK4"), "1-5 4-8 5-1 8-4 1-5 4-8 5-1 8-4")
    assert slow_draws.threefold_ply(line.positions) == 8
    assert slow_draws.threefold_ply(line.positions[:-1]) == 0
    assert slow_draws.threefold_ply(line.positions, times=2) == 4
    assert slow_draws.no_progress_ply(line.positions, limit=8) == 8
    assert slow_draws.no_progress_ply(line.positions, limit=9) == 0


def test_the_side_to_move_belongs_to_the_position():
    """The board stands for the third time, but each side has been on turn."""
    line = strategies.named(from_fen("W:WK1:BK4"), "1-5 4-8 5-10 8-4 10-1 4-8 1-5 8-4 5-1")
    boards = [position.rows for position in line.positions]
    assert boards.count(boards[0]) == 3
    assert slow_draws.threefold_ply(line.positions) == 0


@pytest.mark.parametrize(
    ("fen", "moves", "complete"),
    [
        ("W:WK1,2:BK4", "1-5 4-8 5-1 8-4", 4),
        ("W:WK1,2:BK4", "2-6 4-8 1-5 8-4 5-1", 5),
        ("W:WK17,K24:BK4,K32", "17-30 4-8 24-28 32x1 30-17", 0),
    ],
)
def test_captures_and_moves_of_men_are_progress(fen, moves, complete):
    line = strategies.named(from_fen(fen), moves)
    assert slow_draws.no_progress_ply(line.positions, limit=4) == complete


# The judge of whole lines


def judged(fen, moves):
    fault = first_fault(from_fen(fen), moves.split())
    return fault and (fault.ply, "/".join(sorted(fault.codes)))


START = "W:W1-12:B21-32"


@pytest.mark.parametrize(
    ("fen", "moves", "fault"),
    [
        (START, "10-14 22-18", None),
        (START, "10-19", (1, "M001")),
        (START, "10-14 18-13", (2, "M001")),
        (START, "10-14 11-15", (2, "M007")),
        (START, "10-13 22-18 12-15", (3, "M002")),
        # A quiet move that is wrong in itself, where a capture is compulsory.
        (START, "10-13 22-18 12-20", (3, "M001")),
        ("W:W4:B7,8,11", "4-7", (1, "M006")),
        ("W:W7,8:B11,K12,18", "8x15", (1, "M003")),
        ("W:W10,12:B14,K15", "10x19", (1, "M004")),
        # Half a capture: M008, unless the whole of it carries the rest of the line further.
        ("W:W7,8:B11,12,18,30", "7x14", (1, "M008")),
        ("W:W7,8:B11,18,30", "7x14 30-26 21x30", None),
        ("W:W7:B11,18,20,29", "7x14 18x11", (1, "M008")),
        # Only one of the two ways to 26 leaves a man on 22; both leave one on 32.
        ("W:W10:B13,14,21,22", "10x26 22-18", None),
        ("W:W10:B13,14,21,22,32", "10x26 32-28", (1, "N003")),
        ("W:W10:B13,14,21,22", "10x17x26", None),
        ("W:W10:B13,14,21,22", "10x18x26", (1, "M001")),
    ],
)
def test_the_first_fault(fen, moves, fault):
    assert judged(fen, moves) == fault


@given(strategies.lines())
def test_a_legal_line_has_no_fault(line):
    assert first_fault(line.positions[0], line.texts) is None


@given(strategies.spoilt_lines())
def test_a_spoilt_line_has_its_fault_no_earlier(spoilt):
    """Nor later, unless the changed text is legal too, or tells half of what is."""
    fault = first_fault(spoilt.start, spoilt.texts)
    assert first_fault(spoilt.start, spoilt.texts[: spoilt.place]) is None
    position = strategies.named(spoilt.start, " ".join(spoilt.texts[: spoilt.place])).positions[-1]
    squares = squares_in(spoilt.texts[spoilt.place])
    if slow_check.legal_readings(position, squares) or slow_check.halves(position, squares):
        assert fault is None or fault.ply > spoilt.place
    else:
        assert fault is not None
        assert fault.ply == spoilt.place + 1


@pytest.mark.parametrize(
    ("fen", "kinds"),
    [
        (START, {"quiet", "the other side", "near by", "anywhere"}),
        (
            "W:W7,8,9:B11,K12,18",
            {
                "quiet",
                "whole capture",
                "ends of a capture",
                "half a capture",
                "near by",
                "anywhere",
            },
        ),
    ],
)
def test_what_lines_are_spoilt_with(fen, kinds):
    assert set(strategies.likely_faults(from_fen(fen))) >= kinds


# Games for archives


def test_random_archives_are_legal_games_with_the_right_result():
    games = list(random_games(30, seed=7))
    for game in games:
        line = strategies.named(slow_rules.START, " ".join(game.texts))
        final = line.positions[-1]
        drawn = max(
            slow_draws.threefold_ply(line.positions), slow_draws.no_progress_ply(line.positions)
        )
        if slow_rules.winner(final):
            assert game.result == {"W": "1-0", "B": "0-1"}[slow_rules.winner(final)]
        elif drawn:
            assert game.result == "1/2-1/2"
            assert drawn == len(game.texts)
        assert game.result in legal_games.RESULTS


def random_games(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        yield legal_games.random_game(rng, 150, legal_games.OracleRules())


def test_an_archive_game_is_written_with_its_tags():
    (text,) = legal_games.archive(1, 5, legal_games.OracleRules())
    header, _, moves = text.partition("\n\n")
    names = [line[1:].split()[0] for line in header.splitlines()]
    assert names == ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"]
    result = moves.split()[-1]
    assert f'[Result "{result}"]' in header
    assert [word for word in moves.split() if word.endswith(".")][:2] == ["1.", "2."]
    assert max(map(len, moves.splitlines())) <= legal_games.WIDTH


def test_the_same_seed_gives_the_same_archive():
    def made(seed):
        return "".join(legal_games.archive(2, seed, legal_games.OracleRules()))

    assert made(1) == made(1) != made(2)
