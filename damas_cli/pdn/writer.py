"""Games to PDN 3.0 text: what is written reads as the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import kinds as k
from .moves import Line, MoveNode, Note

if TYPE_CHECKING:
    from .model import Game

WIDTH = 80
# The scores of RESULT in grammar/pdn.lark.
_LIKE_RESULTS = frozenset(
    ("1-0", "2-0", "12-0", "24-0", "0-1", "0-2", "0-12", "0-24", "1-1", "0-0")
)


def write_game(game: Game) -> str:
    r"""Return `game` as PDN 3.0: tags, an empty line, moves, terminator, an empty line.

    What could not be read is not written: a malformed tag, and the text after a syntax error.

    >>> from damas_cli.pdn.reader import read_games
    >>> game = next(read_games([b"[White 'A']\n[Event  \"B\"] 1. 05 - 9 (?) 1-0"]))
    >>> print(write_game(game), end="|")
    [Event "B"]
    <BLANKLINE>
    1. 5-9? 1-0
    <BLANKLINE>
    |
    """
    tags = "".join(f'[{tag.name} "{_protected(tag.value)}"]\n' for tag in game.tags)
    words = [*_words(game.main_line())]
    if game.result is not None:
        words.append(game.result)
    body = filled(words)
    body += "" if body.endswith("\n") else "\n"
    return f"{tags}\n{body}\n" if tags else f"{body}\n"


def _protected(value: str) -> str:
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\r", " ").replace("\n", " ")


def _words(line: Line) -> Iterator[str]:
    """Yield the parts of the movetext between which a line may be broken."""
    todo: list[MoveNode | Note | Line | str] = [*reversed(line.moves), *reversed(line.notes)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Note):
            yield _note(item)
        elif isinstance(item, MoveNode):
            if item.number:
                yield item.number.text
            yield apart(item.plain) + item.strength
            todo.extend(reversed(item.notes))
        else:
            yield "("
            todo.append(")")
            todo.extend(reversed(item.moves))
            todo.extend(reversed(item.notes))


def apart(move: str) -> str:
    """Return the text of a move, with blanks in it if it would read as a result.

    No rules know such moves, but they may stand in a file.
    """
    return move.replace("-", " - ") if move in _LIKE_RESULTS else move


def _note(note: Note) -> str:
    if note.kind == k.SETUP:
        return f"/{note.text}/"
    if note.kind != k.COMMENT:
        return note.text
    if "}" in note.text:
        # It was a comment to the end of its line, the only form that can hold a brace.
        return f";{note.text}\n"
    return f"{{{note.text}}}"


def filled(words: Iterable[str], width: int = WIDTH) -> str:
    r"""Return the words in lines of at most `width` characters.

    Words are not broken: a longer one makes a longer line, a width of 0 one line of all. What ends
    with an end of line itself is followed by a new one.

    >>> filled(["1. 9-13", "21-18", "{a", "b}"], 14)
    '1. 9-13 21-18\n{a b}'
    """
    parts: list[str] = []
    column = 0
    for word in words:
        first = word.find("\n")
        needed = len(word) if first < 0 else first
        if column and width and column + 1 + needed > width:
            parts.append("\n")
            column = 0
        elif column:
            parts.append(" ")
            column += 1
        parts.append(word)
        column = column + len(word) if first < 0 else len(word) - word.rfind("\n") - 1
    return "".join(parts)
