r"""A stretch of a PDN file, whole games, as canonical PDN: between games stands an empty line.

Comments between games stay where they are: behind the result in its line, else in lines of their
own, with an empty line before and after them. Each comes with what it stood for, so that a file can
be written anew in place and a diff be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

from .pdn_format import BLANKS, Formatter, leading_comments

_INNER_BLANKS = BLANKS.replace(b"\r", b"").replace(b"\n", b"")


class Stretch:
    """A part of a text and what takes its place.

    Attributes:
        old, new: the bytes; all stretches of a text together are all of it.
        is_copy: whether it is a game that could not be written anew.
    """

    __slots__ = ("is_copy", "new", "old")

    def __init__(self, old: bytes, new: bytes, is_copy: bool = False) -> None:
        self.old = old
        self.new = new
        self.is_copy = is_copy


def formatted(
    data: bytes, games: Sequence[Game], formatter: Formatter, offset: int = 0
) -> list[Stretch]:
    r"""Return the stretches of `data`, which holds `games` and begins at `offset` of its file.

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
    stretches = list(_stretches(data, games, formatter, offset))
    new = b"".join(stretch.new for stretch in stretches)
    # Neighbours must not become one game, nor a game two.
    if sum(1 for _ in read_games([new])) != len(games):
        return [Stretch(data, data, is_copy=True)]
    return stretches


def _stretches(
    data: bytes, games: Sequence[Game], formatter: Formatter, offset: int
) -> Iterator[Stretch]:
    tail = _tail(data, games, offset)
    at = 0
    if games and (behind := leading_comments(games[0], behind=True)):
        # The game that they stand behind is not here.
        at = _end_of_line(data, behind[-1][2])
        text = " ".join(formatter.comments(games[0], behind)).encode()
        yield Stretch(data[:at], b"\n" + text + b"\n" if text else b"")
    for game, following in zip(games, [*games[1:], tail], strict=False):
        written = formatter.written(game)
        behind = leading_comments(following, behind=True) if following else []
        end = game.offset - offset + len(game.raw)
        if following is not None and behind:
            end = following.offset - offset + behind[-1][2]
        end = _end_of_line(data, end)
        comments = formatter.comments(following, behind) if following else []
        text = b" ".join([written.text, *(comment.encode() for comment in comments)])
        empty_line = b"\n" if offset + at > 0 else b""
        yield Stretch(data[at:end], empty_line + text + b"\n", written.is_copy)
        at = end
    if at < len(data) or not games:
        yield Stretch(data[at:], _rest(formatter, tail, is_first=not (offset or games)))


def _rest(formatter: Formatter, tail: Game | None, is_first: bool) -> bytes:
    """Return the comments after the last game, in lines of their own."""
    if tail is None:
        return b""
    text = "\n".join(formatter.leading_comments(tail)).encode()
    return b"" if not text else text + b"\n" if is_first else b"\n" + text + b"\n"


def _tail(data: bytes, games: Sequence[Game], offset: int) -> Game | None:
    """Return what follows the last game as the beginning of one; None for blanks."""
    start = games[-1].offset - offset + len(games[-1].raw) if games else 0
    rest = data[start:]
    if not rest.strip(BLANKS):
        return None
    tail = next(read_games([rest + b'\n[End ""]']))
    tail.offset = offset + start
    return tail


def _end_of_line(data: bytes, at: int) -> int:
    """Return the place after the end of the line at `at`, if only blanks are before it."""
    end = at
    while end < len(data) and data[end] in _INNER_BLANKS:
        end += 1
    if end == len(data):
        return end
    if data.startswith(b"\r\n", end):
        return end + 2
    return end + 1 if data[end] in b"\r\n" else at
