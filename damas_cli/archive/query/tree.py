"""The tests of a query as a tree; as text each is the query again, in one form."""

from __future__ import annotations

from dataclasses import dataclass, field

from .dates import Date, written

# What stands for "not" of an order.
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
# What is counted in a position, in the order of `Linear.weights`.
COUNTS = ("men(white)", "kings(white)", "men(black)", "kings(black)")
_PIECES = ("pieces(white)", "pieces(black)")


class Node:
    """A test, or several joined."""


@dataclass(frozen=True)
class Both(Node):
    """All of `parts`."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " and ".join(map(_part, self.parts))


@dataclass(frozen=True)
class Either(Node):
    """At least one of `parts`."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " or ".join(map(_part, self.parts))


@dataclass(frozen=True)
class Not(Node):
    """Not `part`; of tests of a position, outside of a group: in no position."""

    part: Node

    def __str__(self) -> str:
        return f"not {_part(self.part)}"


def _part(node: Node) -> str:
    return f"({node})" if isinstance(node, Both | Either) else str(node)


# ---- Tests of a game.


@dataclass(frozen=True)
class TagTest(Node):
    """A tag's value: `relation` is one of the orders, or `~`."""

    name: str
    relation: str
    value: str

    def __str__(self) -> str:
        return f"tag({self.name}) {self.relation} {quoted(self.value)}"


@dataclass(frozen=True)
class TagGiven(Node):
    """The game has the tag."""

    name: str

    def __str__(self) -> str:
        return f"tag({self.name})"


@dataclass(frozen=True)
class PlayerTest(Node):
    """White's or Black's name, `=` or `~`."""

    relation: str
    value: str

    def __str__(self) -> str:
        return f"player {self.relation} {quoted(self.value)}"


@dataclass(frozen=True)
class DateTest(Node):
    """A tag's value, read as a date."""

    name: str
    relation: str
    date: Date

    def __str__(self) -> str:
        return f"{self.name} {self.relation} {written(self.date)}"


@dataclass(frozen=True)
class AmountTest(Node):
    """`number`, `plies`, `comments`, `nags` or `variations`."""

    what: str
    relation: str
    value: int

    def __str__(self) -> str:
        return f"{self.what} {self.relation} {self.value}"


@dataclass(frozen=True)
class ResultTest(Node):
    """What the result means: `1-0`, `0-1`, `1/2-1/2`, `0-0`, or nothing for none."""

    meaning: str

    def __str__(self) -> str:
        return f"result = {self.meaning or '*'}"


@dataclass(frozen=True)
class WinnerTest(Node):
    """Who won: `white`, `black`, `first`, `second` or `none`."""

    who: str

    def __str__(self) -> str:
        return f"winner = {self.who}"


@dataclass(frozen=True)
class VariantTest(Node):
    """The variant that the game is one of; `none` for one that damas does not play."""

    name: str

    def __str__(self) -> str:
        return f"variant = {quoted(self.name)}"


@dataclass(frozen=True)
class CommentTest(Node):
    """A comment holds the text."""

    value: str

    def __str__(self) -> str:
        return f"comment ~ {quoted(self.value)}"


@dataclass(frozen=True)
class FindingTest(Node):
    """`damas check` finds one of these: codes, beginnings of them, names, severities."""

    selectors: tuple[str, ...]

    def __str__(self) -> str:
        return f"has({', '.join(self.selectors)})"


@dataclass(frozen=True)
class ReachesTest(Node):
    """A position of the game is that of a FEN or like a pattern; of either colour."""

    pattern: str
    mirror: bool = False
    place: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"reaches({quoted(self.pattern)}{', mirror' if self.mirror else ''})"


@dataclass(frozen=True)
class StartsTest(Node):
    """The game begins with these moves, or comes to where they lead."""

    moves: str
    transposed: bool = False
    place: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"starts({quoted(self.moves)}{', transposed' if self.transposed else ''})"


@dataclass(frozen=True)
class CapturesTest(Node):
    """A move takes so many pieces."""

    relation: str
    number: int

    def __str__(self) -> str:
        return f"captures({self.relation} {self.number})"


# ---- Tests of a position.


@dataclass(frozen=True)
class Linear(Node):
    """A sum of pieces, each kind so many times as `weights` says, against `bound`."""

    weights: tuple[int, int, int, int]
    relation: str
    bound: int

    def __str__(self) -> str:
        found: list[tuple[int, str]] = []
        for men, kings, pieces in zip(COUNTS[::2], COUNTS[1::2], _PIECES, strict=True):
            many, crowned = (self.weights[COUNTS.index(name)] for name in (men, kings))
            same = many == crowned
            found += [(many, pieces)] if same else [(many, men), (crowned, kings)]
        text = ""
        for weight, name in found:
            if weight:
                times = f"{abs(weight)}*{name}" if abs(weight) > 1 else name
                sign = "-" if weight < 0 else "+"
                text += f" {sign} {times}" if text else f"{'-' if weight < 0 else ''}{times}"
        return f"{text or '0'} {self.relation} {self.bound}"


@dataclass(frozen=True)
class Like(Node):
    """The position is that of a FEN or like a pattern; of either colour."""

    pattern: str
    mirror: bool = False
    place: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"like({quoted(self.pattern)}{', mirror' if self.mirror else ''})"


@dataclass(frozen=True)
class Turn(Node):
    """The side to move."""

    colour: str

    def __str__(self) -> str:
        return f"turn = {self.colour}"


@dataclass(frozen=True)
class PositionGroup(Node):
    """All of `part` is said of one and the same position, also what stands after a `not`."""

    part: Node

    def __str__(self) -> str:
        return f"position({self.part})"


@dataclass(frozen=True)
class FinalGroup(Node):
    """All of `part` is said of the last position."""

    part: Node

    def __str__(self) -> str:
        return f"final({self.part})"


def both(*parts: Node) -> Node:
    """Return all of `parts` as one node, without nodes of the same kind in it."""
    return _joined(Both, parts)


def either(*parts: Node) -> Node:
    """Return one of `parts` as one node, without nodes of the same kind in it."""
    return _joined(Either, parts)


def _joined(kind: type[Both] | type[Either], parts: tuple[Node, ...]) -> Node:
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def quoted(text: str) -> str:
    r"""Return `text` in quotes, as a query has it.

    >>> print(quoted('a "b" \\'))
    "a \"b\" \\"
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
