"""What stands among the moves of a game as one flat list, in the order of writing.

An item has a type and a text. Variations stand between `(` and `)`: they nest a thousand deep, and
nothing here is recursive. Move numbers, and a `...` for the side that is not to move, are left out
where they say no more than counting the moves does.
"""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.pdn import kinds
from damas_cli.pdn.moves import Line, MoveNode, Note

Item = dict[str, str]

MOVE = "move"
NUMBER = "number"
STRENGTH = "strength"
NAG = "nag"
COMMENT = "comment"
SETUP = "setup"
ELLIPSIS = "ellipsis"
VARIATION = "variation"
RESULT = "result"
#: The types of items.
TYPES = (MOVE, NUMBER, STRENGTH, NAG, COMMENT, SETUP, ELLIPSIS, VARIATION, RESULT)

_TYPE_OF_NOTE = {
    kinds.STRENGTH: STRENGTH,
    kinds.COMMENT: COMMENT,
    kinds.SETUP: SETUP,
    kinds.RESULT: RESULT,
}


class Count:
    """The count of moves in a line: which number the next ply has.

    >>> count = Count()
    >>> count.number, count.is_second
    (1, False)
    >>> count.plies += 3
    >>> count.number, count.is_second
    (2, True)
    """

    __slots__ = ("_base", "plies")

    def __init__(self, plies: int = 0, second: bool = False, like: Count | None = None) -> None:
        """Begin after `plies`, as `like` counts; or at 1, with the `second` of the pair."""
        self.plies = plies
        self._base: int = 2 + second if like is None else like._base

    @property
    def number(self) -> int:
        """The move number of the next ply."""
        return (self.plies + self._base) // 2

    @property
    def is_second(self) -> bool:
        """Whether the next ply is the second one of its number."""
        return (self.plies + self._base) % 2 == 1

    def begin(self, number: int, second: bool) -> None:
        """Go on from another number."""
        self._base = 2 * number + second - self.plies


class Texts:
    """The texts of the moves.

    Attributes:
        moves: those of the main line.
    """

    moves: list[str]

    def legal(self, node: MoveNode) -> str | None:
        """Return a move in a variation as it is to be written; None if it is not legal."""
        raise NotImplementedError


class _Frame:
    """A line that is being walked along."""

    __slots__ = ("count", "is_legal", "parts")

    def __init__(self, line: Line, count: Count) -> None:
        self.parts = _parts(line)
        self.count = count
        self.is_legal = True


def _parts(line: Line) -> Iterator[MoveNode | Note | Line]:
    yield from line.notes
    for move in line.moves:
        yield move
        yield from move.notes


def movetext(line: Line, texts: Texts, second: bool) -> list[Item] | None:
    """Return the items of a main line; None where it has nothing but the moves.

    `second` tells that the game begins with the side that moves second in the variant.
    """
    items = _items(line, texts, second)
    return None if all(item["type"] == MOVE for item in items) else items


def _items(line: Line, texts: Texts, second: bool) -> list[Item]:
    items: list[Item] = []
    frames = [_Frame(line, Count(second=second))]
    while frames:
        frame = frames[-1]
        part = next(frame.parts, None)
        if part is None:
            frames.pop()
            if frames:
                items.append(_item(VARIATION, ")"))
        elif isinstance(part, Line):
            items.append(_item(VARIATION, "("))
            count = frame.count
            frames.append(_Frame(part, Count(max(count.plies - 1, 0), like=count)))
        elif isinstance(part, Note):
            _add_note(items, frame.count, part)
        else:
            _add_move(items, frame, part, texts, is_main=len(frames) == 1)
    return items


def _item(kind: str, text: str) -> Item:
    return {"type": kind, "text": text}


def _add_note(items: list[Item], count: Count, note: Note) -> None:
    if note.kind == kinds.MOVE_NUMBER:
        _add_number(items, count, note.text)
    elif note.kind == kinds.NAG:
        items.append(_item(NAG, f"${int(note.text[1:])}"))
    else:
        text = note.text.replace("\r\n", "\n").replace("\r", "\n")
        items.append(_item(_TYPE_OF_NOTE[note.kind], text))


def _add_number(items: list[Item], count: Count, text: str) -> None:
    """Add a number, if it is not that of the next ply."""
    digits = text.rstrip(".")
    number, second = int(digits), len(text) > len(digits) + 1
    if number != count.number:
        count.begin(number, second)
        items.append(_item(NUMBER, f"{number}..." if second else f"{number}."))


def _add_move(
    items: list[Item], frame: _Frame, node: MoveNode, texts: Texts, *, is_main: bool
) -> None:
    count = frame.count
    if node.number:
        _add_number(items, count, node.number.text)
    if node.kind == kinds.ELLIPSIS:
        if not count.is_second or node.strengths:
            items.append(_item(ELLIPSIS, "..."))
    elif is_main:
        if count.plies < len(texts.moves):
            items.append(_item(MOVE, texts.moves[count.plies]))
        count.plies += 1
    else:
        text = texts.legal(node) if frame.is_legal else None
        frame.is_legal = text is not None
        items.append(_item(MOVE, node.plain if text is None else text))
        count.plies += 1
    if node.strengths:
        items.append(_item(STRENGTH, node.strength))
