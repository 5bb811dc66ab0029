"""Tests of a game's main line that ask the kernel: positions, material, first moves, captures.

A test is made once and asked of many games, of any variant: for each variant it is compiled when
the first game of it comes. None of them makes a Python object for a position.

>>> from damas_cli.archive.line import main_line_of
>>> from damas_cli.check.regulation import Rulebook
>>> from damas_cli.pdn.reader import read_games
>>> line = main_line_of(next(read_games([b"1. 10-14 23-20 2. 5-10 *"])), Rulebook())
>>> Reaches("W:W14,*:B20,*").find(line), Starts("10-14 23-20").matches(line)
(2, True)
>>> Captures("=", 1).matches(line), Material([Condition(13, 1, 1, 0, 0, 99)]).matches(line)
(False, False)
"""

from __future__ import annotations

import operator
import re
from array import array
from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from damas_cli.check.regulation import DEFAULT, Regulation
from damas_cli.language import Phrase, SpokenError, mark
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.history import History
from damas_cli.rules.judge import AmbiguousMove, IllegalMove
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant, variant_names

from .board_pattern import Pattern, PatternError, parse_pattern
from .line import MainLine

EITHER, WHITE, BLACK = 0, 1, 2
_NOTHING = (0, 0, 0, 0, 0)
# The kernel tells captures of up to so many pieces apart.
MOST_TAKEN = 63


class Condition(NamedTuple):
    """`low <= a * white men + b * white kings + c * black men + d * black kings <= high`."""

    low: int
    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    high: int


class Alternative(NamedTuple):
    """A position fits where its side to move, its squares and its material do.

    Attributes:
        turn: `EITHER`, `WHITE` or `BLACK`.
        forbidden: the masks of squares that may not be empty, nor hold a white man, a white king, a
            black man, a black king.
        conditions: what the numbers of pieces have to meet.
    """

    turn: int
    forbidden: tuple[int, int, int, int, int] = _NOTHING
    conditions: tuple[Condition, ...] = ()


# What the kernel takes: side to move, masks, conditions.
_Compiled = list[tuple[int, "array[int]", "array[int]"]]


class PositionTest:
    """A test of one position: it fits if one of some alternatives does."""

    def __init__(self) -> None:
        self._compiled: dict[Regulation, _Compiled] = {}

    def __getstate__(self) -> dict[str, object]:
        """Leave out what each process compiles for itself."""
        return {**self.__dict__, "_compiled": {}}

    def alternatives(self, variant: Variant) -> Sequence[Alternative]:
        """Return the alternatives in games of `variant`; none where nothing fits."""
        raise NotImplementedError

    def find(self, line: MainLine, start: int = 0) -> int:
        """Return the first position of `line` that fits, from `start` on; -1 if none does."""
        return self._search(line, start, line.plies)

    def matches(self, line: MainLine) -> bool:
        """Tell whether a position of `line` fits."""
        return self._search(line, 0, line.plies) >= 0

    def holds_at(self, line: MainLine, index: int) -> bool:
        """Tell whether that position of `line` fits; number `line.plies` is the last one."""
        return self._search(line, index, index) >= 0

    def _search(self, line: MainLine, start: int, end: int) -> int:
        regulation = line.regulation
        compiled = self._compiled.get(regulation)
        if compiled is None:
            compiled = self._compiled[regulation] = self._compile(regulation.variant)
        if line.is_regular:
            return _found(line, compiled, max(start, 0), end, line.white_first)
        for first, last, white_first in line.stretches():
            found = _found(line, compiled, max(first, start), min(last, end), white_first)
            if found >= 0:
                return found
        return -1

    def _compile(self, variant: Variant) -> _Compiled:
        return [
            (
                found.turn,
                Pattern(found.turn, found.forbidden).words(variant.board),
                array("q", [number for condition in found.conditions for number in condition]),
            )
            for found in self.alternatives(variant)
        ]


def _found(line: MainLine, compiled: _Compiled, first: int, last: int, white_first: bool) -> int:
    if first > last:
        return -1
    find, words = line.regulation.kernel.find_position, line.history.words
    best = -1
    for turn, forbidden, conditions in compiled:
        found = find(words, first, last, white_first, turn, forbidden, conditions)
        if found >= 0:
            best = last = found
    return best


class Material(PositionTest):
    """A position in which the numbers of pieces meet all conditions."""

    def __init__(self, conditions: Sequence[Condition] = (), turn: int = EITHER) -> None:
        super().__init__()
        self._alternatives = [Alternative(turn, conditions=tuple(conditions))]

    def alternatives(self, variant: Variant) -> Sequence[Alternative]:
        """Return the one there is: numbers are the same on every board."""
        return self._alternatives


class Both(PositionTest):
    """A position that fits all of several tests."""

    def __init__(self, tests: Sequence[PositionTest]) -> None:
        super().__init__()
        self._tests = tuple(tests)

    def alternatives(self, variant: Variant) -> Sequence[Alternative]:
        """Return each way to choose an alternative of every test, as far as they go together."""
        found = [Alternative(EITHER)]
        for test in self._tests:
            found = [
                _together(one, other)
                for one in found
                for other in test.alternatives(variant)
                if not one.turn or not other.turn or one.turn == other.turn
            ]
        return found


def _together(one: Alternative, other: Alternative) -> Alternative:
    masks = [a | b for a, b in zip(one.forbidden, other.forbidden, strict=True)]
    return Alternative(
        one.turn or other.turn,
        (masks[0], masks[1], masks[2], masks[3], masks[4]),
        one.conditions + other.conditions,
    )


class Reaches(PositionTest):
    """A position that looks like a pattern, which may be a FEN; with `mirror` its mirror, too.

    The mirror has the colours swapped, the board turned and the other side to move.

    Attributes:
        fits: the variant on whose board the pattern was read first, the default one if it can be.
    """

    def __init__(
        self,
        text: str,
        mirror: bool = False,
        variant: Variant | None = None,
        only: bool = False,
    ) -> None:
        """Read the pattern by each game's own board.

        It has to be one on the board of `variant` (Spanish by default) or, without `only`, on that
        of any other.

        Raises:
            PatternError: it is none.
        """
        super().__init__()
        self.text = text
        self.mirror = mirror
        self.fits = _first_that_reads(self.pattern, variant, only)

    def pattern(self, variant: Variant) -> Pattern:
        """Return the pattern on the board of `variant`.

        Raises:
            PatternError: it is none there.
        """
        return parse_pattern(self.text, variant.board, variant.name)

    def alternatives(self, variant: Variant) -> Sequence[Alternative]:
        """Return the pattern and its mirror, none for a board that it does not fit."""
        try:
            pattern = self.pattern(variant)
        except PatternError:
            return []
        found = [pattern]
        if self.mirror and (other := pattern.mirrored(variant.board)) != pattern:
            found.append(other)
        return [Alternative(one.turn, one.forbidden) for one in found]


def _first_that_reads(
    read: Callable[[Variant], object], variant: Variant | None, only: bool
) -> Variant:
    """Return the first variant that `read` takes, the default one before all others.

    Where there is none, raise what it raises for the default one.
    """
    default = get_variant(DEFAULT if variant is None else variant)
    names = [] if only else variant_names()
    fault: Exception | None = None
    for one in chain([default], map(get_variant, names)):
        try:
            read(one)
        except (PatternError, MovesError) as error:
            fault = fault or error
        else:
            return one
    assert fault is not None
    raise fault


# ---- first moves

_MOVE_NUMBER = re.compile(r"\d+\s*\.+")
_WORD = re.compile(r"\S+")
_ILLEGAL = mark("{text!r} is no legal move here")
_AMBIGUOUS = mark("{text!r} may be {moves}: name all squares of the capture")
_TOO_MANY = mark("{text!r} may be any of very many captures")
_NO_MOVES = mark("no moves are named")


class MovesError(SpokenError, ValueError):
    """Some text is no move where it stands.

    Attributes:
        text: the part at fault.
        start: where that part begins, in characters from 0.
    """

    def __init__(self, phrase: Phrase, text: str, start: int) -> None:
        super().__init__(phrase)
        self.text = text
        self.start = start


class Starts:
    """The first moves from the start position, by what they do, in any way of writing them.

    With `transposed` it is enough to stand after as many plies where they lead.

    Attributes:
        fits: the variant in which the moves are legal, the default one if they are there.
    """

    def __init__(
        self,
        moves: str,
        transposed: bool = False,
        variant: Variant | None = None,
        only: bool = False,
    ) -> None:
        """Read the moves by each game's own variant.

        They have to be legal in `variant` (Spanish by default) or, without `only`, in any other.

        Raises:
            MovesError: they are not; it says where.
        """
        self.moves = moves
        self.transposed = transposed
        self._compiled: dict[Regulation, array[int] | None] = {}
        self.plies = len(_words(moves))
        self.fits = _first_that_reads(self.positions, variant, only)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what each process compiles for itself."""
        return {**self.__dict__, "_compiled": {}}

    def positions(self, variant: Variant) -> list[Position]:
        """Return the positions from the start on.

        Raises:
            MovesError: a move is not legal in `variant`.
        """
        position = Position.start(variant)
        found = [position]
        words = _words(self.moves)
        if not words:
            raise MovesError(Phrase(_NO_MOVES), self.moves, 0)
        for start, text in words:
            try:
                position = position.play(text)
            except IllegalMove:
                raise MovesError(Phrase(_ILLEGAL, text=text), text, start) from None
            except AmbiguousMove as error:
                moves = ", ".join(map(str, error.readings))
                raise MovesError(Phrase(_AMBIGUOUS, text=text, moves=moves), text, start) from None
            except TooManyCaptures:
                raise MovesError(Phrase(_TOO_MANY, text=text), text, start) from None
            found.append(position)
        return found

    def matches(self, line: MainLine) -> bool:
        """Tell whether the game of `line` begins with these moves."""
        if line.plies < self.plies:
            return False
        regulation = line.regulation
        if regulation not in self._compiled:
            self._compiled[regulation] = self._compile(regulation.variant)
        wanted = self._compiled[regulation]
        if wanted is None or line.white_to_move(0) != regulation.start[0]:
            return False
        words = line.history.words
        each = 3 * regulation.variant.board.words_a_mask
        last = each * self.plies
        if words[last : last + each] != wanted[last:] or words[:each] != wanted[:each]:
            return False
        if not line.is_regular and next(iter(line.stretches()))[1] < self.plies:
            return False
        return self.transposed or words[: last + each] == wanted

    def _compile(self, variant: Variant) -> array[int] | None:
        try:
            positions = self.positions(variant)
        except MovesError:
            return None
        history = History(self.plies, variant.board.words_a_mask)
        for index, position in enumerate(positions):
            history.put(index, (position.white, position.black, position.kings))
        return history.words


def _words(moves: str) -> list[tuple[int, str]]:
    """Return the moves of a text with their places, without move numbers.

    >>> _words("1. 10-14 22-18 2.5-10")
    [(3, '10-14'), (9, '22-18'), (17, '5-10')]
    """
    bare = _MOVE_NUMBER.sub(lambda found: " " * len(found[0]), moves)
    return [(found.start(), found[0]) for found in _WORD.finditer(bare)]


# ---- captures

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Captures:
    """A move that takes so many pieces; the comparison is one of `COMPARISONS`.

    A move that takes none is one that takes less than one.
    """

    def __init__(self, comparison: str, number: int) -> None:
        compare = COMPARISONS[comparison]
        self.comparison = comparison
        self.number = number
        self._wanted = sum(1 << n for n in range(MOST_TAKEN + 1) if compare(n, number))

    def matches(self, line: MainLine) -> bool:
        """Tell whether a move of `line` takes so many pieces."""
        numbers = line.regulation.kernel.captured_numbers
        words = line.history.words
        if line.is_regular:
            return numbers(words, 0, line.plies) & self._wanted != 0
        for first, last, _ in line.stretches():
            if numbers(words, first, last) & self._wanted:
                return True
            # The position after the last move is not in the history: another was set up.
            taken = line.taken(last) if last < line.plies else None
            if taken is not None and self._wanted >> taken & 1:
                return True
        return False
