"""A game that was found to PDN: tags, numbers, moves, remarks and variations."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.pdn import kinds as k
from damas_cli.pdn.moves import Line, MoveNode, Note

WIDTH = 80


def pdn_text(tags: dict[str, str], line: Line, result: str, second_begins: bool) -> str:
    """Return the game as PDN; `second_begins` says that the other side moves first."""
    head = "".join(f'[{name} "{_protected(value)}"]\n' for name, value in tags.items())
    words = [*_words(line, int(second_begins)), result]
    return f"{head}\n{_filled(words)}\n"


def _protected(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(line: Line, ply: int) -> Iterator[str]:
    """Yield what a line of text may be broken between."""
    todo: list[tuple[MoveNode | Note | Line | str, int, bool]] = []

    def put(found: Line, first: int) -> None:
        moves = [(node, first + index, index == 0) for index, node in enumerate(found.moves)]
        todo.extend(reversed(moves))
        todo.extend((note, first, False) for note in reversed(found.notes))

    put(line, ply)
    while todo:
        item, at, first = todo.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Note):
            yield note_text(item)
        elif isinstance(item, MoveNode):
            if at % 2 == 0:
                yield f"{at // 2 + 1}."
            elif first:
                yield f"{at // 2 + 1}..."
            yield item.text + item.strength
            todo.extend((note, at, False) for note in reversed(item.notes))
        else:
            yield "("
            todo.append((")", 0, False))
            put(item, at)


def note_text(note: Note) -> str:
    """Return a remark, a NAG or a setup as PDN has it."""
    if note.kind == k.COMMENT:
        # A brace would end the remark.
        return "{" + note.text.replace("}", ")") + "}"
    return f"/{note.text}/" if note.kind == k.SETUP else note.text


def _filled(words: list[str]) -> str:
    """Return words in lines of at most 80 characters, as far as they are not longer themselves."""
    lines: list[list[str]] = [[]]
    width = -1
    for word in words:
        if lines[-1] and width + 1 + len(word) > WIDTH:
            lines.append([])
            width = -1
        lines[-1].append(word)
        width += 1 + len(word)
    return "".join(" ".join(line) + "\n" for line in lines)
