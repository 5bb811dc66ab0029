"""FEN: a position as text, `W:W1-12:B21-32`.

The reader takes what files hold: ranges of numbers, `K10-12` (three kings), algebraic squares, the
sides in either order, blanks, a final dot and empty sides, whatever the variant writes. The writer
gives one form: the side to move, White, Black, squares ascending as the variant names them, no
ranges, no blanks, no dot.
"""

from __future__ import annotations

from .board import Board

SIDES = "WB"


class FenError(ValueError):
    """A text is no FEN of this board.

    Attributes:
        reason: a key such as `off-board`, the same in every language.
        text: the part of the FEN at fault.
        start: where that part begins in the FEN, in characters from 0.
    """

    def __init__(self, reason: str, text: str, start: int) -> None:
        super().__init__(f"{reason}: {text!r} at {start}")
        self.reason = reason
        self.text = text
        self.start = start


def parse_fen(text: str, board: Board) -> tuple[str, int, int, int]:
    """Return the side to move (`W` or `B`) and the bit masks of White, Black and the kings.

    >>> from damas_cli.rules.variant import get_variant
    >>> side, white, black, kings = parse_fen("B:WK1:B30,31.", get_variant().board)
    >>> side, white.bit_count(), black.bit_count(), kings == white
    ('B', 1, 2, True)

    Raises:
        FenError: with the place and the reason.
    """
    body = text.rstrip()
    if body.endswith("."):
        body = body[:-1]
    fields = body.split(":")
    turn = fields[0].strip().upper()
    if turn not in ("W", "B"):
        raise FenError("unknown-turn" if turn == "?" else "no-fen", fields[0].strip(), 0)
    if len(fields) == 1:
        raise FenError("no-piece", body, 0)
    file_k = board.width > 10 and (board.algebraic or _has_names(fields[1:]))
    sides: dict[str, int] = {}
    kings = 0
    place = len(fields[0]) + 1
    for field in fields[1:]:
        letter = field.lstrip()[:1].upper()
        if not letter:
            place += len(field) + 1
            continue
        if letter not in ("W", "B"):
            raise FenError("no-side", field.strip(), place)
        if letter in sides:
            raise FenError("side-twice", field.strip(), place)
        taken = 0
        for other in sides.values():
            taken |= other
        start = place + len(field) - len(field.lstrip()) + 1
        sides[letter], crowned = _pieces(field.lstrip()[1:], start, taken, board, file_k)
        kings |= crowned
        place += len(field) + 1
    white, black = sides.get("W", 0), sides.get("B", 0)
    if not white | black:
        raise FenError("no-piece", body, 0)
    return turn, white, black, kings


def _has_names(fields: list[str]) -> bool:
    """Tell whether some square is named by a letter that makes no king."""
    words = [word.strip() for field in fields for word in field.lstrip()[1:].split(",")]
    names = [word[1:].strip() if word[1:2].isalpha() else word for word in words]
    return any(name[:1].isalpha() and name[0] not in "Kk" for name in names)


def _pieces(text: str, start: int, taken: int, board: Board, file_k: bool) -> tuple[int, int]:
    """Return the bit masks of the pieces and of the kings listed in `text`.

    With `file_k`, `k9` is that square and no king on 9.
    """
    pieces = kings = 0
    if not text.strip():
        return 0, 0
    for item in text.split(","):
        word = item.strip()
        place = start + len(item) - len(item.lstrip())
        king = word[:1] in ("K", "k") and len(word) > 1 and not (file_k and word[1:].isdigit())
        for square in squares_named(word[1:].strip() if king else word, word, place, board):
            bit = board.bits[square]
            if bit & (pieces | taken):
                raise FenError("square-twice", word, place)
            pieces |= bit
            if king:
                kings |= bit
        start += len(item) + 1
    return pieces, kings


def squares_named(names: str, word: str, place: int, board: Board) -> range:
    """Return the squares of one item `word`: a number, a range of them or an algebraic name."""
    first, dash, last = (part.strip() for part in names.partition("-"))
    if dash and not (first.isdigit() and last.isdigit()):
        raise FenError("no-square", word, place)
    low = _square(first, word, place, board)
    high = _square(last, word, place, board) if dash else low
    if high < low:
        raise FenError("empty-range", word, place)
    return range(low, high + 1)


def _square(name: str, word: str, place: int, board: Board) -> int:
    if name.isascii() and name.isdigit():
        number = int(name) if len(name) < 6 else 0
    elif len(name) in (2, 3) and name.isascii() and name[0].isalpha() and name[1:].isdigit():
        number = board.square(name)
    else:
        raise FenError("no-square", word, place)
    if not 1 <= number <= board.size:
        raise FenError("off-board", word, place)
    return number


def format_fen(turn: str, white: int, black: int, kings: int, board: Board) -> str:
    """Return the one FEN that the writer gives a position.

    >>> from damas_cli.rules.variant import get_variant
    >>> board = get_variant().board
    >>> format_fen("W", board.bits[1], 0, board.bits[1], board)
    'W:WK1:B'
    """
    lists = []
    for letter, pieces in zip(SIDES, (white, black), strict=True):
        squares = (square for square in board.order if board.bits[square] & pieces)
        names = (("K" if board.bits[s] & kings else "") + board.label(s) for s in squares)
        lists.append(letter + ",".join(names))
    return ":".join([turn, *lists])
