"""How squares are written: the numberings there are, and games written by another one.

A square is what it is on the board, seen from White's side. Where the other board has its corner at
the other hand, the game is mirrored; the positions stay the same then as the rules see them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from damas_cli.check.gametype import JAMAICAN, OTHER_USES
from damas_cli.language import Phrase, SpokenError
from damas_cli.rules.board import Board, turned
from damas_cli.rules.fen import FenError, format_fen, parse_fen
from damas_cli.rules.gametype import CORNERS, VARIANTS, GameType, parse_gametype
from damas_cli.rules.notation import SEPARATORS
from damas_cli.rules.variant import UnknownVariant, Variant, get_variant, variant_names

_NOTATION = re.compile(r"([ANS])([0-3]),([01])")
# A number, or the name of a square of any board.
_SQUARE = re.compile(r"[A-La-l](?:1[0-2]|[1-9])(?![0-9])|[0-9]+")
_BETWEEN_SQUARES = re.compile("(?<=[0-9])(?=[A-La-l])")
OWN = "standard"
ALGEBRAIC = "algebraic"


class UnknownNumbering(SpokenError, ValueError):
    """A text names no numbering, or no GameType."""


class Numbering(NamedTuple):
    """How squares are written, whatever the game.

    Attributes:
        algebraic: whether by name and not by number.
        corner: where the first one is; None for the variant's own.
        seen_by_first: whether that is told from the starting side and not from White's.
        bottom_left_plays: whether the corner at each player's left is played on; None for the
            variant's own.
    """

    algebraic: bool
    corner: str | None
    seen_by_first: bool = False
    bottom_left_plays: bool | None = None

    def of(self, variant: Variant) -> Variant:
        """Return a variant with its squares written so.

        >>> english = read_numbering("english").of(get_variant("spanish"))
        >>> english.board.name(1), english.start
        ('b8', 'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12')
        """
        board = variant.board
        corner = self.corner or (board.a1 if self.algebraic else board.first_square)
        if variant.first == "B" and not (self.corner and self.seen_by_first):
            corner = turned(corner)
        plays = self.bottom_left_plays
        plays = board.bottom_left_plays if plays is None else plays
        number = variant.number or 0
        size = board.width, board.height
        written = GameType(number, variant.first, *size, self.algebraic, corner, plays)
        return variant.as_written(written)


def read_numbering(text: str) -> Numbering | None:
    """Return the numbering of that name: that of a variant, `algebraic`, or as in `N2,0`.

    None for `standard`, by which each game is written as its GameType's number says.

    Raises:
        UnknownNumbering: there is none of that name.
    """
    word = text.strip()
    if word.lower() == OWN:
        return None
    if word.lower() == ALGEBRAIC:
        return Numbering(True, None)
    found = _NOTATION.fullmatch(word.upper().replace(" ", ""))
    if found:
        letter, corner, inverted = found.groups()
        return Numbering(letter != "N", CORNERS[int(corner)], True, inverted == "0")
    try:
        board = get_variant(word.lower()).board
    except UnknownVariant:
        names = ", ".join([OWN, ALGEBRAIC, *variant_names()])
        raise UnknownNumbering(
            Phrase("no numbering is called {name!r}; known: {names}", name=text, names=names)
        ) from None
    corner = board.a1 if board.algebraic else board.first_square
    return Numbering(board.algebraic, corner, False, board.bottom_left_plays)


class Aim(NamedTuple):
    """What a game is to be written as: the variant, and the value of its GameType tag."""

    variant: Variant
    gametype: str


class Conversion:
    """A change of numbering or GameType, as it is asked for."""

    __slots__ = ("_gametype", "_named", "_numbering", "_sets_numbering")

    def __init__(self, gametype: str | None, numbering: str | None) -> None:
        """Write games for a GameType (a number, its full form, a variant), or by a numbering.

        Raises:
            UnknownNumbering: one of the two is not known.
        """
        self._gametype = None if gametype is None else gametype.strip()
        self._named = None if self._gametype is None else _named(self._gametype)
        self._sets_numbering = numbering is not None
        self._numbering = None if numbering is None else read_numbering(numbering)

    def aim(self, variant: Variant) -> Aim | None:
        """Return what a game of a variant becomes; None if it cannot become that."""
        aim = _standard(variant) if self._gametype is None else self._by_gametype(variant)
        if aim is None or self._numbering is None:
            return aim
        written = self._numbering.of(aim.variant)
        if written.board is aim.variant.board:
            return aim
        gametype = str(parse_gametype(written.gametype))
        # The only full form that stands for another game than its number.
        if gametype == JAMAICAN and variant.name != "jamaican":
            return None
        return Aim(written, gametype)

    def _by_gametype(self, variant: Variant) -> Aim | None:
        assert self._gametype is not None
        base = self._named
        if base is not None and has_same_rules(base, variant):
            full = parse_gametype(self._gametype)
            if full is not None:
                return Aim(base.as_written(full), str(full))
            return _standard(base)
        # A number that a program uses in its own way.
        digits = self._gametype
        name, text = OTHER_USES.get(int(digits), ("", "")) if digits.isdecimal() else ("", "")
        if name and has_same_rules(get_variant(name), variant):
            full = parse_gametype(text)
            assert full is not None
            return Aim(get_variant(name).as_written(full), digits)
        return None


def _named(gametype: str) -> Variant | None:
    """Return the variant of a GameType; None for a number that only some programs use."""
    full = parse_gametype(gametype)
    if str(full) == JAMAICAN:
        return get_variant("jamaican")
    digits = str(full.number) if full is not None else gametype
    if digits.isdecimal() and len(digits) < 4:
        number = int(digits)
        if number in VARIANTS:
            return get_variant(VARIANTS[number])
    try:
        return get_variant(gametype.lower())
    except UnknownVariant:
        raise UnknownNumbering(
            Phrase("no GameType that damas plays is {value!r}", value=gametype)
        ) from None


def _standard(variant: Variant) -> Aim | None:
    """Return a variant as PDN's table has it; None if it has no number there."""
    try:
        own = get_variant(variant.name)
    except UnknownVariant:  # rules of the user's own
        own = variant
    if own.number is None:
        return None
    return Aim(own, own.gametype if own.gametype == JAMAICAN else str(own.number))


def has_same_rules(one: Variant, other: Variant) -> bool:
    """Tell whether pieces move alike in two variants, on the same board or its mirror."""
    kinds = [
        (v.family or v.name, v.rows, v.board.width, v.board.height, v.first) for v in (one, other)
    ]
    return kinds[0] == kinds[1]


def read_as(variant: Variant, numbering: str) -> Variant:
    """Return a variant as games are written that have a numbering.

    Raises:
        UnknownNumbering: there is none of that name.
    """
    found = read_numbering(numbering)
    if found is not None:
        return found.of(variant)
    aim = _standard(variant)
    return variant if aim is None else aim.variant


class Relabelling:
    """Squares of one board as another one writes them.

    >>> spanish, portuguese = get_variant("spanish"), read_numbering("english")
    >>> there = Relabelling(spanish.board, portuguese.of(spanish).board)
    >>> there.move("10-14"), there.move("1x10x17"), there.fen("W:WK1:B32.")
    ('22-18', '29x22x13', 'W:WK29:B4')
    """

    __slots__ = ("_from", "_to")

    def __init__(self, source: Board, target: Board) -> None:
        self._from = source
        self._to = target

    def square(self, name: str) -> str:
        """Return the name of a square; what is none on this board stays."""
        board = self._from
        number = int(name) if name.isdigit() and len(name) < 6 else board.square(name)
        if not 1 <= number <= board.size:
            return name
        return self._to.label(self._to.squares[board.bits[number]])

    def move(self, text: str) -> str:
        """Return the text of a move, legal or not, with its squares by the other board.

        The short forms of Russian print name no squares, and stay.
        """
        if text[:2].isalpha() or (text[1:2] in SEPARATORS and text[:1].isalpha()):
            return text
        text = _BETWEEN_SQUARES.sub("-", text)
        return _SQUARE.sub(lambda found: self.square(found.group()), text)

    def fen(self, text: str) -> str:
        """Return a FEN by the other board.

        Raises:
            FenError: it is no FEN of this one.
        """
        return format_fen(*parse_fen(text, self._from), self._to)

    def setup(self, text: str) -> str:
        """Return a setup in the moves, `/FEN "..."/`, by the other board.

        Raises:
            FenError: it gives no position on this one.
        """
        before, opening, rest = text.partition('"')
        fen, closing, after = rest.rpartition('"')
        if not opening or not closing:
            raise FenError("no-setup", text, 0)
        return f'{before}"{self.fen(fen)}"{after}'
