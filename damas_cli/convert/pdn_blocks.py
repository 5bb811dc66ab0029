r"""A stretch of a PDN file, whole games, as canonical PDN: between games stands an empty line.

Comments between games stay where they are: behind the result in its line, else in lines of their
own, with an empty line before and after them. Each comes with what it stood for, so that a file can
be written anew in place and a diff be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from damas_cli.pdn.blocks import NOTHING, REST, Block
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

from .pdn_format import BLANKS, Formatter, leading_comments


class Stretch:
    """A part of a text and what takes its place.

    Attributes:
        old, new: the bytes; all stretches of a text together are all of it.
        is_copy: whether it is a game that could not be written anew.
        is_converted: whether it is a game that the conversion changed, where there is one.
    """

    __slots__ = ("is_converted", "is_copy", "new", "old")

    def __init__(
        self, old: bytes, new: bytes, *, is_copy: bool = False, is_converted: bool = False
    ) -> None:
        self.old = old
        self.new = new
        self.is_copy = is_copy
        self.is_converted = is_converted


def rewritten(block: Block, games: Sequence[Game], formatter: Formatter) -> list[Stretch]:
    """Return the stretches of a block of `whole`, which has these games."""
    if not block.has_games or block.follows == REST:
        return [Stretch(block.data, block.data, is_copy=block.has_games)]
    is_last = block.follows == NOTHING
    return formatted(block.data, games, formatter, block.offset, is_last=is_last)


def formatted(
    data: bytes,
    games: Sequence[Game],
    formatter: Formatter,
    offset: int = 0,
    *,
    is_last: bool = True,
) -> list[Stretch]:
    r"""Return the stretches of `data`, which holds `games` and begins at `offset` of its file.

    `is_last` tells that the file ends with it; else the next stretch begins with what ends the last
    line.

    >>> from damas_cli.check.regulation import Rulebook
    >>> from .pdn_format import Layout
    >>> text = b"1. 09-13 21-18 * {good} 1. 10-14 1-0\n% end"
    >>> stretches = formatted(text, [*read_games([text])], Formatter(Rulebook(), Layout()))
    >>> print(b"".join(stretch.new for stretch in stretches).decode(), end="")
    1. 9-13 21-18 * {good}
    <BLANKLINE>
    1. 10-14 1-0
    <BLANKLINE>
    { end}
    """
    stretches = list(_stretches(data, games, formatter, offset, is_last))
    new = b"".join(stretch.new for stretch in stretches)
    # Neighbours must not become one game, nor a game two.
    if sum(1 for _ in read_games([new])) != len(games):
        return [Stretch(data, data, is_copy=True)]
    return stretches


def _stretches(
    data: bytes, games: Sequence[Game], formatter: Formatter, offset: int, is_last: bool
) -> Iterator[Stretch]:
    at = 0
    begins = offset == 0
    for game in games:
        written = formatter.written(game)
        end = game.offset - offset + len(game.raw)
        lead = _lead(formatter, game, begins)
        yield Stretch(
            data[at:end],
            lead + written.text,
            is_copy=written.is_copy,
            is_converted=written.is_converted,
        )
        begins = False
        at = end
    rest = data[at:]
    tail = _tail(rest, offset + at)
    new = b"" if tail is None else _comments(formatter, tail, begins)
    if is_last and not (begins and not new):
        new += b"\n"
    yield Stretch(rest, new)


def _lead(formatter: Formatter, game: Game, begins: bool) -> bytes:
    """Return what ends the line of the game before, and an empty line; nothing if a file begins."""
    comments = formatter.comments(game, leading_comments(game, behind=True))
    behind = " ".join(comments).encode()
    if begins:
        return behind + b"\n\n" if behind else b""
    return b" " + behind + b"\n\n" if behind else b"\n\n"


def _comments(formatter: Formatter, tail: Game, begins: bool) -> bytes:
    """Return the comments after the last game: those behind it, and those in lines of their own."""
    lead = _lead(formatter, tail, begins)
    text = "\n".join(formatter.leading_comments(tail)).encode()
    return lead + text if text else lead.rstrip(b"\n")


def _tail(rest: bytes, offset: int) -> Game | None:
    """Return what follows the last game as the beginning of one; None for blanks."""
    if not rest.strip(BLANKS):
        return None
    tail = next(read_games([rest + b'\n[End ""]']))
    tail.offset = offset
    return tail
