"""Patterns of positions: a FEN in which some things are left open, or a drawing of the board.

A FEN means exactly these pieces and that side to move. What can stand in it beyond that, and in a
drawing, is in docs/patterns.md. A pattern becomes five sets of squares: those that may not be
empty, nor hold a white man, a white king, a black man, a black king.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from damas_cli.language import Phrase, SpokenError, mark
from damas_cli.rules.board import Board
from damas_cli.rules.fen import FenError, squares_named

# What may be on a square, as bits.
EMPTY, WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING = 1, 2, 4, 8, 16
MEN, KINGS = WHITE_MAN | BLACK_MAN, WHITE_KING | BLACK_KING
PIECES = MEN | KINGS
# By the letter that a list of squares begins with, and by the one before a square.
_SIDES = {"W": WHITE_MAN | WHITE_KING, "B": BLACK_MAN | BLACK_KING, "A": PIECES, "E": EMPTY}
_RANKS = {"M": MEN, "K": KINGS, "P": PIECES}
_DRAWN = {
    ".": EMPTY,
    "-": EMPTY,
    "_": EMPTY,
    "w": WHITE_MAN,
    "W": WHITE_KING,
    "b": BLACK_MAN,
    "B": BLACK_KING,
    "l": WHITE_MAN | WHITE_KING,
    "d": BLACK_MAN | BLACK_KING,
    "m": MEN,
    "k": KINGS,
    "p": PIECES,
    "*": EMPTY | PIECES,
}
_TURNS = {"?": 0, "W": 1, "B": 2}
_NAMED = re.compile(r"[KMPkmp]?[A-JLa-jl][0-9]")
_ROW = re.compile(r"[^/\n]+")
_SIDE_TO_MOVE = re.compile(r"\s*([WwBb?])\s*:")

_MESSAGES = {
    "no-turn": mark("a position begins with the side to move: W:, B: or, for either, ?:"),
    "no-side": mark("{text!r} begins with none of W, B, A (either colour), E (empty) and *"),
    "side-twice": mark("{text!r} is a second list of that kind"),
    "no-piece": mark("no piece is in this position; write * for any pieces"),
    "square-twice": mark("{text!r} names a square twice; write {text}? if it may hold this, too"),
    "empty-range": mark("the range {text} runs backwards"),
    "no-square": mark("{text!r} is no square"),
    "off-board": mark("{text!r} is not on the board of {variant}"),
    "rows": mark("a drawing of this board has {height} rows, not {number}"),
    "row": mark("a row of this board is {half} squares, or {width} with the light ones: {text!r}"),
    "letter": mark("{text!r} means nothing in a drawing; it knows . * w W b B l d m k p"),
    "light": mark("{text!r} stands on a light square; write . there"),
}


class PatternError(SpokenError, ValueError):
    """A text is no pattern of a position on this board.

    Attributes:
        reason: a key such as `off-board`.
        text: the part at fault.
        start: where that part begins in the pattern, in characters from 0.
    """

    def __init__(self, reason: str, text: str, start: int, **values: object) -> None:
        super().__init__(Phrase(_MESSAGES[reason], text=text, **values))
        self.reason = reason
        self.text = text
        self.start = start


class Pattern(NamedTuple):
    """What a position has to look like.

    Attributes:
        turn: the side to move, 0 either, 1 White, 2 Black.
        forbidden: the masks of the squares that may not be empty, nor hold a white man, a white
            king, a black man, a black king.
    """

    turn: int
    forbidden: tuple[int, int, int, int, int]

    def mirrored(self, board: Board) -> Pattern:
        """Return the pattern with the colours swapped, seen from the other side of the board."""
        empty, white_man, white_king, black_man, black_king = (
            turned(mask, board) for mask in self.forbidden
        )
        turn = self.turn and 3 - self.turn
        return Pattern(turn, (empty, black_man, black_king, white_man, white_king))

    def words(self, board: Board) -> array[int]:
        """Return the masks as the kernel takes them."""
        each = board.words_a_mask
        return array(
            "Q",
            [
                mask >> 64 * word & 0xFFFFFFFFFFFFFFFF
                for mask in self.forbidden
                for word in range(each)
            ],
        )

    def exact(self, board: Board) -> tuple[int, int, int] | None:
        """Return the masks of White, Black and the kings, where no other pieces fit."""
        every = board.mask_of([*range(1, board.size + 1)])
        holds = [every & ~mask for mask in self.forbidden]
        left = every
        for mask in holds:
            if mask & ~left:
                return None
            left &= ~mask
        if left:
            return None
        _, white_man, white_king, black_man, black_king = holds
        return white_man | white_king, black_man | black_king, white_king | black_king


def turned(mask: int, board: Board) -> int:
    """Return the squares of `mask` as they are seen from the other side of the board."""
    found = 0
    for square in board.squares_of(mask):
        found |= board.bits[board.size + 1 - square]
    return found


def parse_pattern(text: str, board: Board, name: str = "") -> Pattern:
    """Return the pattern that `text` describes; `name` is the variant's, for messages.

    >>> from damas_cli.rules.variant import get_variant
    >>> board = get_variant().board
    >>> [board.squares_of(mask) for mask in parse_pattern("W:WK1:B32", board).exact(board)]
    [[1], [32], [1]]
    >>> parse_pattern("?:WK1,*:B32?", board).exact(board) is None
    True

    Raises:
        PatternError: with the place and the reason.
    """
    if "/" in text or "\n" in text.strip():
        return _drawing(text, board)
    try:
        return _list(text, board)
    except FenError as error:
        raise PatternError(
            error.reason, error.text, error.start, variant=name or f"{board.width}x{board.height}"
        ) from None


def _forbidden(allowed: dict[int, int], rest: int, board: Board) -> tuple[int, int, int, int, int]:
    """Return the masks of what may not be, by what may be on each square, and on all others."""
    masks = [0] * 5
    for square in range(1, board.size + 1):
        may_be = allowed.get(square, rest)
        for index in range(5):
            if not may_be >> index & 1:
                masks[index] |= board.bits[square]
    return masks[0], masks[1], masks[2], masks[3], masks[4]


# ---- a FEN and more


class _Item(NamedTuple):
    """Some squares of a list; `kinds` may be there. Without squares, all that no item names."""

    squares: range
    kinds: int
    is_optional: bool
    word: str
    start: int


def _list(text: str, board: Board) -> Pattern:
    fields = _fields(text)
    start, first = fields[0]
    if first.upper() not in _TURNS:
        raise PatternError("no-turn", first, start)
    items = [item for item in _items(fields[1:], board) if item.kinds]
    if not any(item.kinds & PIECES for item in items):
        raise PatternError("no-piece", text.strip(), len(text) - len(text.lstrip()))
    allowed: dict[int, int] = {}
    required: set[int] = set()
    rest = EMPTY
    for item in items:
        if not item.squares:
            rest |= item.kinds
        for square in item.squares:
            allowed[square] = allowed.get(square, 0) | item.kinds
            if not item.is_optional:
                if square in required:
                    raise PatternError("square-twice", item.word, item.start)
                required.add(square)
    for square in allowed.keys() - required:
        allowed[square] |= EMPTY
    return Pattern(_TURNS[first.upper()], _forbidden(allowed, rest, board))


def _fields(text: str) -> list[tuple[int, str]]:
    """Return what stands between colons, with its place, without blanks around it."""
    body = text.rstrip()
    body = body[:-1] if body.endswith(".") else body
    found = []
    place = 0
    for field in body.split(":"):
        found.append((place + len(field) - len(field.lstrip()), field.strip()))
        place += len(field) + 1
    return found


def _items(fields: list[tuple[int, str]], board: Board) -> Iterator[_Item]:
    words = [word.strip() for _, field in fields for word in field[1:].split(",")]
    file_k = board.width > 10 and (board.algebraic or any(map(_NAMED.match, words)))
    seen = set()
    for start, field in fields:
        if not field:
            continue
        letter = field[0].upper()
        if field == "*":
            yield _Item(range(0), PIECES, True, field, start)
            continue
        if letter not in _SIDES:
            raise PatternError("no-side", field, start)
        if letter in seen:
            raise PatternError("side-twice", field, start)
        seen.add(letter)
        if not field[1:].strip():
            continue
        place = start + 1
        for item in field[1:].split(","):
            yield _item(item.strip(), place + len(item) - len(item.lstrip()), letter, board, file_k)
            place += len(item) + 1


def _item(word: str, start: int, side: str, board: Board, file_k: bool) -> _Item:
    is_optional = word.endswith("?") and len(word) > 1
    names = word[:-1].rstrip() if is_optional else word
    rank = names[:1].upper()
    is_square = rank == "K" and file_k and names[1:].isdigit()
    if side == "E" or len(names) < 2 or rank not in _RANKS or is_square:
        rank = ""
    names = names[1:].strip() if rank else names
    if names == "*":
        kinds = _RANKS[rank or "P"] if side != "E" else EMPTY
        return _Item(range(0), _SIDES[side] & kinds, True, word, start)
    kinds = _RANKS[rank or "M"] if side != "E" else EMPTY
    squares = squares_named(names, word, start, board)
    return _Item(squares, _SIDES[side] & kinds, is_optional, word, start)


# ---- drawings


def _drawing(text: str, board: Board) -> Pattern:
    turn = 0
    start = 0
    if found := _SIDE_TO_MOVE.match(text):
        turn, start = _TURNS[found[1].upper()], found.end()
    rows = [row for row in _ROW.finditer(text, start) if row[0].strip()]
    if len(rows) != board.height:
        raise PatternError(
            "rows", text[start:].strip(), start, height=board.height, number=len(rows)
        )
    allowed: dict[int, int] = {}
    for from_top, row in enumerate(rows):
        for file, place, letter in _drawn(row, board.height - 1 - from_top, board):
            kinds = _DRAWN.get(letter, 0)
            if not kinds:
                raise PatternError("letter", letter, place)
            square = board.numbers.get((file, board.height - 1 - from_top), 0)
            if square:
                allowed[square] = kinds
            elif kinds != EMPTY:
                raise PatternError("light", letter, place)
    if not any(kinds & PIECES for kinds in allowed.values()):
        raise PatternError("no-piece", text.strip(), 0)
    return Pattern(turn, _forbidden(allowed, EMPTY, board))


def _drawn(row: re.Match[str], rank: int, board: Board) -> Iterator[tuple[int, int, str]]:
    """Yield file, place in the text and letter of what a row of a drawing has."""
    letters = [(row.start() + at, letter) for at, letter in enumerate(row[0]) if letter.strip()]
    files = [file for file in range(board.width) if (file, rank) in board.numbers]
    if len(letters) == board.width:
        files = [*range(board.width)]
    if len(letters) != len(files):
        raise PatternError("row", row[0].strip(), row.start(), half=board.half, width=board.width)
    for file, (place, letter) in zip(files, letters, strict=True):
        yield file, place, letter
