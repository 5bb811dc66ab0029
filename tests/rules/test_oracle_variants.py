"""The oracle's variants: published counts, the standard's numbers, the rule texts by example."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .. import strategies
from ..data import convert_perft
from ..oracle import slow_check, slow_notation, slow_rules, slow_variants
from ..oracle.slow_notation import from_fen, squares_in, texts, to_fen
from ..oracle.slow_rules import Move, legal_moves, perft, start
from ..oracle.slow_variants import VARIANTS, from_corner, name, number_of, square_of
from ..strategies import examples

LIMIT = 2_500  # the oracle counts about 20,000 nodes a second; Spanish is counted deeper elsewhere
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def deepest(limit):
    """Return, of each position, variant and convention, the deepest row that is cheap enough."""
    found = {}
    for file in sorted(convert_perft.HERE.glob("*.tsv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                key = row["variant"], row["fen"], row["convention"]
                if int(row["count"]) <= limit and row["variant"] != "spanish":
                    found[key] = (int(row["depth"]), int(row["count"]))
    return [(*key, *counts) for key, counts in found.items()]


@pytest.mark.parametrize(("variant", "fen", "convention", "depth", "count"), deepest(LIMIT))
def test_perft_equals_the_tables(variant, fen, convention, depth, count):
    position = start(variant) if fen == "start" else from_fen(fen, variant)
    assert perft(position, depth, convention) == count


@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        ("spanish", [7, 49, 302, 1469, 7361]),
        ("portuguese", [7, 49, 302, 1469, 7361]),
        ("brazilian", [7, 49, 302, 1469, 7473]),
        ("filipino", [7, 49, 302, 1469, 7473]),
        ("russian", [7, 49, 302, 1469, 7482]),
        ("pool", [7, 49, 302, 1469, 7482]),
        ("english", [7, 49, 302, 1469, 7361]),
        ("italian", [7, 49, 302, 1469, 7361]),
        ("international", [9, 81, 658, 4265]),
        ("canadian", [11, 121, 1222]),
        ("thai", [7, 49, 392, 3136]),
    ],
)
def test_published_counts_from_the_start(variant, counts):
    assert [perft(start(variant), depth + 1) for depth in range(len(counts))] == counts


# The board


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("spanish", "W:W1-12:B21-32"),
        ("portuguese", "W:W1-12:B21-32"),
        ("italian", "W:W21-32:B1-12"),
        ("english", "B:W21-32:B1-12"),
        ("pool", "B:W21-32:B1-12"),
        ("international", "W:W31-50:B1-20"),
        ("canadian", "W:W43-72:B1-30"),
        ("russian", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"),
    ],
)
def test_the_starts_that_the_standard_prints(variant, fen):
    assert from_fen(fen, variant) == start(variant)
    if VARIANTS[variant].named:
        assert to_fen(start(variant)) == fen
        assert from_fen("W:W21-32:B1-12", variant) == start(variant)


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("italian", {1: "a8", 4: "g8", 5: "b7", 28: "g2", 29: "b1", 32: "h1"}),
        ("english", {1: "b8", 4: "h8", 5: "a7", 29: "a1", 32: "g1"}),
        ("international", {1: "b10", 5: "j10", 6: "a9", 46: "a1", 50: "i1"}),
        ("canadian", {1: "b12", 6: "l12", 7: "a11", 67: "a1", 72: "k1"}),
        ("thai", {1: "g1", 4: "a1", 5: "h2", 32: "b8"}),
        # Black starts with a1 and b2 nearest to its right hand; White sees them far left.
        ("jamaican", {1: "a1", 2: "c1", 5: "b2", 32: "h8"}),
    ],
)
def test_numbers_and_names(variant, names):
    rules = VARIANTS[variant]
    assert {number: name(square_of(number, rules), rules) for number in names} == names


def test_numbers_convert_as_the_standard_says():
    """Half a turn makes Italian numbers of Spanish ones; a mirror makes English ones."""
    spanish, italian, english = (VARIANTS[v] for v in ("spanish", "italian", "english"))
    for number, (column, row) in slow_variants.squares_of(spanish).items():
        assert number_of((7 - column, 7 - row), spanish) == 33 - number
        assert number_of((column, row), italian) == 33 - number
        mirrored = number_of((7 - column, row), english)
        assert number == 29 - 4 * ((mirrored - 1) // 4) + (mirrored - 1) % 4


@every_variant
def test_the_table_of_gametypes(variant):
    """What the rules say about the board is what the full form says."""
    rules = VARIANTS[variant]
    if not rules.gametype:
        return
    _, first, width, height, notation, inverted = rules.gametype.split(",")
    assert (first, int(width), int(height)) == (rules.first, rules.size, rules.size)
    assert (notation[0] == "A", inverted == "0") == (rules.named, rules.left_plays)
    corner = ("bottom left", "bottom right", "top left", "top right")[int(notation[1])]
    seen = rules.a1 if rules.named else rules.corner
    first_square = from_corner((0, 0), seen, rules.size)
    if rules.first == "B":
        first_square = (rules.size - 1 - first_square[0], rules.size - 1 - first_square[1])
    assert from_corner(first_square, corner, rules.size) == (0, 0)


# The rule texts by example


@pytest.mark.parametrize(
    ("variant", "fen", "expected"),
    [
        # "Los peones no pueden capturar hacia atrás"; "se mueve una casilla a la vez".
        ("english", "W:W18:B22,11", "18-14 18-15"),
        ("english", "W:WK18:B22", "18x25"),
        ("english", "W:WK18:B25,32", "18-14 18-15 18-22 18-23"),
        # "Puedes elegir cualquiera"; "mientras pueda seguir saltando, no puede detenerse".
        ("english", "W:W26,24:B22,14,19", "24x15 26x10"),
        # "Corona, y su jugada termina".
        ("english", "W:W10:B6,7", "10x1 10x3"),
        # International: backwards too; "la ley de la cantidad"; "sigue siendo peón".
        ("international", "W:W28:B33", "28x39"),
        ("international", "W:W28:B33,22,12", "28x8"),
        ("international", "W:W13:B8,7", "13x11"),
        ("international", "W:W13:B8,9", "13x2 13x4"),
        ("international", "W:WK46:B28,K8", "46x2"),
        # Italian: a man takes no king; most pieces, with a king, most kings, kings soonest.
        ("italian", "W:W18:BK14", "18-13"),
        ("italian", "W:W18,K19:B14,15", "19x10 19x12"),
        ("italian", "W:WK19:B15,K14", "19x10"),
        ("italian", "W:WK19:BK14,5,15,K7", "19x1"),
        # Russian: a king as soon as it is on the last row, and goes on as one.
        ("russian", "W:We5:Bd6,b4", "e5:c7"),
        ("russian", "W:Wb6:Bc7,f6", "b6:g5 b6:h4"),
        # A king must stop where it can go on.
        ("russian", "W:WKa1:Bb2,f4", "a1:g3 a1:h2"),
        # Brazilian: as a man, to whom that king is too far away.
        ("brazilian", "W:Wb6:Bc7,f6", "b6xd8"),
        ("brazilian", "W:Wb6:Bc7,e7", "b6xf6"),
        # Czech: with the king, if it can; and it must stop where it can go on, on c3.
        ("czech", "W:Wa3,Kh8:Bb4,f6", "h8xa5"),
        ("czech", "W:Wa3,Kh2:Bb4", "a3xc5"),
        # Argentinian: "detenerse justo detrás de cada pieza que come"; then with the king.
        ("argentinian", "W:WK1:B14", "1x19"),
        ("argentinian", "W:WK1,16:B14,20", "1x19"),
        ("argentinian", "W:W10,12:B14,K15", "12x19"),
        # Summary: backwards; kings soonest.
        ("spanish-summary", "W:W18:B22", "18x25"),
        ("spanish-summary", "W:WK18:BK15,8,14,K6", "18x4"),
        # Thai: right behind; gone at once, so that the way back is open.
        ("thai", "W:WK1:B6", "1-10"),
        ("thai", "W:WK1:B6,7,14", "1-17 1-3"),
        ("jamaican", "B:Bc3:Wd4,f6", "c3xg7"),
    ],
)
def test_legal_moves(variant, fen, expected):
    assert sorted(texts(from_fen(fen, variant))) == sorted(expected.split())


@pytest.mark.parametrize(
    ("variant", "fen", "text", "after"),
    [
        # "Solo corona si termina la jugada en la última fila."
        ("international", "W:W13:B8,7", "13x11", "B:W11:B"),
        ("international", "W:W13:B8,9", "13x2", "B:WK2:B9"),
        # Once on the last row it is a king, wherever it goes from there.
        ("russian", "W:Wb6:Bc7,f6", "b6:g5", "B:WKg5:B"),
        ("russian", "W:Wb6:Bc7,e7", "b6:f6", "B:WKf6:B"),
        ("brazilian", "W:Wb6:Bc7,e7", "b6xf6", "B:Wf6:B"),
        # The king goes back over the square that it has emptied: 14 and 7 are on one diagonal.
        ("thai", "W:WK1:B6,7,14", "1-17", "B:WK17:B"),
        ("thai", "W:WK1:B6,7,14", "1-3", "B:WK3:B"),
    ],
)
def test_what_a_move_leaves(variant, fen, text, after):
    position = from_fen(fen, variant)
    assert to_fen(slow_rules.play(position, texts(position)[text])) == after


@every_variant
@examples(10, nightly=2000)
@given(data=st.data())
def test_the_rules_are_the_same_for_both_sides(variant, data):
    """Half a turn of the board with the colours swapped changes nothing but the squares."""
    position = data.draw(strategies.positions(VARIANTS[variant]))
    last = position.rules.size - 1

    def turned(square):
        return last - square[0], last - square[1]

    other = strategies.turned(position)
    assert {
        Move(turned(m.origin), turned(m.destination), frozenset(map(turned, m.captured)))
        for m in legal_moves(position)
    } == set(legal_moves(other))


@pytest.mark.parametrize(
    ("variant", "mirrored"),
    [("spanish", "portuguese"), ("brazilian", "filipino"), ("pool", "jamaican")],
)
@examples(10, nightly=2000)
@given(data=st.data())
def test_variants_that_move_alike(variant, mirrored, data):
    position = data.draw(strategies.positions(VARIANTS[variant]))
    rules = VARIANTS[mirrored]
    mirror = rules.left_plays != position.rules.left_plays

    def there(square):
        return (7 - square[0] if mirror else square[0]), square[1]

    board = {there(square): piece for square, piece in slow_rules.pieces(position)}
    other = slow_rules.placed(board, position.turn, rules)
    assert {
        Move(there(m.origin), there(m.destination), frozenset(map(there, m.captured)))
        for m in legal_moves(position)
    } == set(legal_moves(other))


@every_variant
@examples(10, nightly=2000)
@given(data=st.data())
def test_texts_are_unambiguous_and_no_longer_than_needed(variant, data):
    position = data.draw(strategies.positions(VARIANTS[variant]))
    moves = legal_moves(position)
    named = texts(position)
    assert len(named) == len(moves)
    for text, move in named.items():
        squares = squares_in(text, position.rules)
        readings = slow_check.legal_readings(position, squares)
        assert move in readings
        ends = [squares[0], squares[-1]]
        # Where any capture will do, a short one may end where a longer one does: the whole path of
        # the short one is two squares then.
        alone = slow_check.legal_readings(position, ends) == [move]
        short = len(move.captured) == 1
        assert (len(squares) == 2) == (alone or short)


@every_variant
@examples(10, nightly=2000)
@given(data=st.data())
def test_every_canonical_path_can_be_walked(variant, data):
    """Each path names landings of its own capture, whichever order the victims are taken in."""
    position = data.draw(strategies.positions(VARIANTS[variant]))
    chains = slow_rules.capture_chains(position)
    walked = {(c.origin, *c.landings): c.victims for c in chains}
    for chain in slow_rules.legal_chains(position):
        assert walked[(*slow_notation.canonical_squares(chain),)] == chain.victims


@every_variant
@examples(10, nightly=2000)
@given(data=st.data())
def test_fen_round_trip(variant, data):
    position = data.draw(strategies.positions(VARIANTS[variant]))
    assert from_fen(to_fen(position), variant) == position


@examples(50, nightly=2000)
@given(strategies.positions(VARIANTS["russian"]))
def test_who_crowns_on_the_way_has_been_on_the_last_row(position):
    for chain in slow_rules.capture_chains(position):
        piece = slow_rules.at(position.rows, chain.origin)
        been = any(slow_rules.crowns(piece, square, position.rules) for square in chain.landings)
        assert slow_rules.crowned_by(position, chain.move) == been
