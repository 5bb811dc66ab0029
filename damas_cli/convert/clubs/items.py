"""The parts of a game as they stand in its text, before anybody knows what they mean."""

from __future__ import annotations

MOVE = "move"
NUMBER = "number"
ELLIPSIS = "ellipsis"
STRENGTH = "strength"
NAG = "nag"
RESULT = "result"
TEXT = "text"
GROUP = "group"
BREAK = "break"


class Item:
    """A part of a game.

    Attributes:
        kind: one of the constants above.
        text: a move's squares, a number's digits, a result, the words of a remark; of a BREAK,
            which is the beginning of a line, an end of line where an empty one stands before it.
        start, end: where it stands in the document.
        children: of a GROUP, what stands between its brackets.
        starred: of a MOVE, whether it is marked as the only one.
        after_words: of a MOVE, whether words and no number stand before it.
    """

    __slots__ = ("after_words", "children", "end", "kind", "starred", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.children: list[Item] = []
        self.starred = False
        self.after_words = False

    def __repr__(self) -> str:
        return f"<{self.kind} {self.text!r}>"


class Draft:
    """A game as it was cut out of a document.

    Attributes:
        head: remarks before the first move: the lines of its heading.
        tags: what headings and PDN tags say, by the tag's name, each with its place.
        pieces: the squares of a side, `W` or `B`, as FEN has them, each with its place.
        turn: who is to move, if the heading says it.
        items: all from the first move on.
        start: where it begins in the document.
        plies, numbers: how many moves and move numbers it has, outside of brackets.
        ended: whether a result stands in it, outside of brackets.
        adjoins: whether no empty line parts it from the game above.
    """

    __slots__ = (
        "adjoins",
        "ended",
        "head",
        "items",
        "numbers",
        "pieces",
        "plies",
        "start",
        "tags",
        "turn",
    )

    def __init__(self) -> None:
        self.head: list[Item] = []
        self.tags: dict[str, tuple[str, int]] = {}
        self.pieces: dict[str, tuple[str, int]] = {}
        self.turn = ""
        self.items: list[Item] = []
        self.start = -1
        self.plies = 0
        self.numbers = 0
        self.ended = False
        self.adjoins = False

    @property
    def is_game(self) -> bool:
        """Whether it holds a tag, a position, a move or a result."""
        return bool(self.tags or self.pieces or self.plies or self.ended)

    def begin(self, offset: int) -> None:
        """Note that something of it stands at `offset`."""
        if self.start < 0:
            self.start = offset

    def add(self, item: Item) -> None:
        """Add an item that stands outside of brackets."""
        self.begin(item.start)
        self.items.append(item)
        self.plies += item.kind == MOVE
        self.numbers += item.kind == NUMBER
        self.ended = self.ended or item.kind == RESULT
