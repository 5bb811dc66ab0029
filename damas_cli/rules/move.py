"""A legal move."""

from __future__ import annotations


class Move:
    """One move: immutable, equal when origin, destination and captured set are equal.

    Attributes:
        origin, destination: squares, in the variant's own numbering.
        captured: the squares of the captured pieces, in the order in which they are jumped.
        promotes: whether a man is crowned.
        path: the canonical path, from `origin` to `destination`: every turn square and, between
            straight continuations, the square right behind the captured piece.
        text: the writer's form: two squares, or the path where another legal move has the same
            two and takes other pieces.
    """

    __slots__ = ("captured", "destination", "origin", "path", "promotes", "text")

    origin: int
    destination: int
    captured: tuple[int, ...]
    promotes: bool
    path: tuple[int, ...]
    text: str

    def __init__(
        self,
        path: tuple[int, ...],
        captured: tuple[int, ...] = (),
        promotes: bool = False,
        text: str = "",
    ) -> None:
        """Make a move; without `text` it is written with square numbers, by its two ends."""
        set_ = object.__setattr__
        set_(self, "origin", path[0])
        set_(self, "destination", path[-1])
        set_(self, "captured", captured)
        set_(self, "promotes", promotes)
        set_(self, "path", path)
        set_(self, "text", text or f"{path[0]}{'x' if captured else '-'}{path[-1]}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Move does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Move does not change")

    @property
    def key(self) -> tuple[int, int, frozenset[int]]:
        """What makes it this move: origin, destination and the set of captured squares."""
        return self.origin, self.destination, frozenset(self.captured)

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {'x'.join(map(str, self.path)) if self.captured else self.text}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.path, self.captured, self.promotes, self.text)
