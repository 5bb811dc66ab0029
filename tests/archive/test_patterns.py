"""Tests of games by their positions, against the positions of the oracle one by one."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.board_pattern import PatternError, parse_pattern
from damas_cli.archive.line import MainLine, main_line_of
from damas_cli.archive.patterns import (
    COMPARISONS,
    Both,
    Captures,
    Condition,
    Material,
    MovesError,
    PositionTest,
    Reaches,
    Starts,
)
from damas_cli.check.regulation import Rulebook
from damas_cli.pdn.reader import read_games
from damas_cli.rules.variant import get_variant, variant_names
from tests.oracle import slow_notation, slow_rules
from tests.oracle.kernel_bits import mask_of
from tests.oracle.slow_rules import Position
from tests.oracle.slow_variants import (
    VARIANTS,
    Rules,
    label,
    name,
    number_of,
    square_of,
    squares_of,
)
from tests.strategies import Line, examples, lines, positions, turned

KINDS = (slow_rules.EMPTY, "w", "W", "b", "B")
MEN = ("w", "W", "b", "B")


def line_of(text: str, variant: str | None = None) -> MainLine:
    line = main_line_of(next(read_games([text.encode()])), Rulebook(variant))
    assert line is not None
    return line


@st.composite
def games(draw: st.DrawFn, rules: Rules) -> tuple[Line, MainLine]:
    """Draw a game, sometimes from a position or with one set up in the middle."""
    start = draw(st.just(slow_rules.start(rules.name)) | positions(rules))
    drawn = draw(lines(24, start, most_choices=12))
    text = f'[FEN "{slow_notation.to_fen(start)}"]\n{" ".join(drawn.texts)}'
    if draw(st.integers(0, 3)) == 0:
        second = draw(lines(10, draw(positions(rules))))
        text += f' /FEN "{slow_notation.to_fen(second.positions[0])}"/ {" ".join(second.texts)}'
        before = drawn.positions[:-1]
        drawn = Line([*before, *second.positions], drawn.moves + second.moves, [])
    line = line_of(text + " *", rules.name)
    # Where any capture will do, a text may stay unsettled.
    del drawn.positions[line.plies + 1 :]
    return drawn, line


def stands(position: Position, square: tuple[int, int]) -> str:
    return slow_rules.at(position.rows, square)


@st.composite
def texts_of_patterns(draw: st.DrawFn, found: Sequence[Position]) -> str:
    """Draw a pattern, mostly one that some position fits, or its mirror."""
    position = draw(st.sampled_from(found))
    if draw(st.booleans()):
        position = turned(position)
    if draw(st.integers(0, 3)) == 0:
        return slow_notation.to_fen(position)
    turn = draw(st.sampled_from((position.turn, "?", "W")))
    fields: dict[str, list[str]] = {"W": [], "B": [], "A": [], "E": []}
    for square in draw(
        st.lists(
            st.sampled_from(list(squares_of(position.rules).values())), max_size=8, unique=True
        )
    ):
        piece = stands(position, square)
        named = label(square, position.rules)
        if piece == slow_rules.EMPTY:
            fields[draw(st.sampled_from("EEW"))].append(named)
        else:
            field = draw(st.sampled_from((piece.upper(), piece.upper(), "A")))
            rank = "K" if piece.isupper() else ""
            fields[field].append(draw(st.sampled_from((rank, rank, "P"))) + named)
    rest = draw(st.sampled_from(("A*", "A*", "AK*", "BM*")))
    fields[rest[0]].append(rest[1:])
    lists = [letter + ",".join(words) for letter, words in fields.items() if words]
    return ":".join([turn, *lists])


def fits(text: str, position: Position) -> bool:
    """Tell whether a position fits a pattern: what that allows is tested elsewhere."""
    pattern = parse_pattern(text, get_variant(position.rules.name).board)
    return pattern.turn in (0, "?WB".index(position.turn)) and not any(
        mask_of([square], position.rules) & mask and stands(position, square) == kind
        for kind, mask in zip(KINDS, pattern.forbidden, strict=True)
        for square in squares_of(position.rules).values()
    )


def agrees(test: PositionTest, line: MainLine, expected: list[bool], data: st.DataObject) -> None:
    """Compare whatever can be asked with whether each position fits."""
    start = data.draw(st.integers(0, len(expected) - 1))
    places = [index for index, is_so in enumerate(expected) if is_so]
    assert test.matches(line) is bool(places)
    assert test.find(line) == (places[0] if places else -1)
    assert test.find(line, start) == next((place for place in places if place >= start), -1)
    assert [test.holds_at(line, index) for index in range(line.plies + 1)] == expected


@examples(60)
@given(st.sampled_from(variant_names()), st.booleans(), st.data())
def test_reaches(variant: str, mirror: bool, data: st.DataObject) -> None:
    drawn, line = data.draw(games(VARIANTS[variant]))
    text = data.draw(texts_of_patterns(drawn.positions))
    test = Reaches(text, mirror, get_variant(variant))
    expected = [fits(text, p) or (mirror and fits(text, turned(p))) for p in drawn.positions]
    agrees(pickle.loads(pickle.dumps(test)), line, expected, data)


@examples(60)
@given(st.sampled_from(variant_names()), st.sampled_from("?WB"), st.data())
def test_material_and_several_tests_at_once(variant: str, turn: str, data: st.DataObject) -> None:
    drawn, line = data.draw(games(VARIANTS[variant]))
    model = data.draw(st.sampled_from(drawn.positions))
    conditions = []
    for _ in range(data.draw(st.integers(0, 2))):
        factors = data.draw(st.lists(st.integers(-2, 2), min_size=4, max_size=4))
        middle = weight(model, factors) + data.draw(st.integers(-1, 1))
        conditions.append(Condition(middle - data.draw(st.integers(0, 2)), *factors, middle))

    def is_so(position: Position) -> bool:
        return turn in ("?", position.turn) and all(
            low <= weight(position, factors) <= high for low, *factors, high in conditions
        )

    material = Material(conditions, "?WB".index(turn))
    agrees(material, line, [*map(is_so, drawn.positions)], data)
    text = f"{model.turn}:*"
    both = Both([material, Reaches(text, True, get_variant(variant)), Material()])
    agrees(both, line, [*map(is_so, drawn.positions)], data)
    both = Both([material, Reaches(text, False, get_variant(variant))])
    agrees(both, line, [is_so(p) and p.turn == model.turn for p in drawn.positions], data)


def weight(position: Position, factors: Sequence[int]) -> int:
    on = [piece for _, piece in slow_rules.pieces(position)]
    return sum(factor * on.count(kind) for factor, kind in zip(factors, MEN, strict=True))


@examples(60)
@given(
    st.sampled_from(variant_names()), st.sampled_from([*COMPARISONS]), st.integers(0, 6), st.data()
)
def test_captures(variant: str, comparison: str, number: int, data: st.DataObject) -> None:
    drawn, line = data.draw(games(VARIANTS[variant]))
    taken = [len(move.captured) for move in drawn.moves[: line.plies]]
    expected = any(COMPARISONS[comparison](n, number) for n in taken)
    assert Captures(comparison, number).matches(line) is expected


def in_words(drawn: Line, rng: random.Random) -> str:
    """Write moves by numbers or names, some by their whole path, with and without move numbers."""
    words = []
    for ply, (position, move) in enumerate(zip(drawn.positions, drawn.moves, strict=False)):
        rules = position.rules
        squares = [move.origin, move.destination]
        rivals = [m for m in slow_rules.legal_moves(position) if m[:2] == move[:2]]
        if move.captured and (len(rivals) > 1 or rng.random() < 0.5):
            squares = [
                square_of(number, rules)
                for number in slow_notation.canonical_paths(position, move)[0]
            ]
        names = [str(number_of(s, rules)) for s in squares]
        if rules.named or rng.random() < 0.3:
            names = [name(s, rules) for s in squares]
        sign = rng.choice("x:-") if move.captured and len(rivals) == 1 else "-"
        sign = sign if not move.captured or sign != "-" else rng.choice("x:")
        if rng.random() < 0.4:
            words.append(f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}...")
        words.append(sign.join(names))
    return " ".join(words)


@examples(60)
@given(st.sampled_from(variant_names()), st.randoms(use_true_random=False), st.data())
def test_starts(variant: str, rng: random.Random, data: st.DataObject) -> None:
    start = slow_rules.start(variant)
    drawn, line = data.draw(games(VARIANTS[variant]))
    model = data.draw(lines(6, start, most_choices=3).filter(lambda line: line.moves))
    regular = next(iter(line.stretches()))[1]
    if drawn.positions[0] == start and regular and data.draw(st.booleans()):
        plies = data.draw(st.integers(1, min(regular, 8)))
        model = Line(drawn.positions[: plies + 1], drawn.moves[:plies], [])
    count = len(model.moves)
    text = in_words(model, rng)
    is_long = drawn.positions[0] == start and regular >= count
    expected = is_long and drawn.positions[: count + 1] == model.positions
    transposed = is_long and drawn.positions[count] == model.positions[count]
    assert Starts(text, False, get_variant(variant)).matches(line) is expected
    test = pickle.loads(pickle.dumps(Starts(text, True, get_variant(variant))))
    assert test.matches(line) is transposed


def test_a_transposition_is_found() -> None:
    line = line_of("1. 10-14 23-20 2. 12-15 28-23 *")
    for text, is_so, leads_there in (
        ("10-14 23-20 12-15 28-23", True, True),
        ("12-15 23-20 10-14 28-23", False, True),
        ("10-14 23-20 12-16 28-23", False, False),
        ("10-14 23-20 12-15 28-23 7-12", False, False),
    ):
        assert Starts(text).matches(line) is is_so
        assert Starts(text, transposed=True).matches(line) is leads_there


def test_the_same_moves_in_any_way_of_writing_them() -> None:
    line = line_of("1. 10-14 21-18 2. 14x21 *")
    names = [get_variant().board.name(square) for square in (10, 14, 21, 18, 14, 21)]
    for text in (
        "10-14 21-18 14-21",
        "1.10-14 21-18 2.14:21",
        "1. 10-14 1... 21-18 2. 14X21",
        "{}-{} {}{} {}:{}".format(*names),
    ):
        assert Starts(text).matches(line), text
    assert not Starts("10-14 21-18 14x21 25x18").matches(line)


@pytest.mark.parametrize(
    ("text", "part", "start"),
    [
        ("10-14 10-14", "10-14", 6),
        ("1. 10-25", "10-25", 3),
        ("10-14 hello", "hello", 6),
        ("1.", "1.", 0),
    ],
)
def test_what_are_no_moves(text: str, part: str, start: int) -> None:
    with pytest.raises(MovesError) as caught:
        Starts(text)
    assert (caught.value.text, caught.value.start) == (part, start)


def test_a_pattern_for_another_board_is_read_by_it() -> None:
    """A game on a board that the pattern does not fit cannot match; nor need it be Spanish."""
    test = Reaches("W:W31-50:B1-20")
    assert test.matches(line_of('[GameType "20"] 1. 32-28 *'))
    assert not test.matches(line_of("1. 10-14 *"))
    assert Starts("32-28").matches(line_of('[GameType "20"] 1. 32-28 *'))
    assert not Starts("32-28").matches(line_of("1. 10-14 *"))
    for wrong in (Reaches, Starts):
        with pytest.raises((PatternError, MovesError)):
            wrong("W:W31-50:B1-20" if wrong is Reaches else "32-28", only=True)
        with pytest.raises((PatternError, MovesError)):
            wrong("W:W73" if wrong is Reaches else "32-3")


def test_one_test_serves_games_of_all_variants() -> None:
    test = Reaches("?:WK1,*:B*")
    for variant, text in itertools.product(variant_names(), ('[FEN "W:WK1:B30"] *', "*")):
        assert test.matches(line_of(f'[Event "a"]{text}', variant)) is ("FEN" in text)
