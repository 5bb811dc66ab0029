"""The moves of a game as nodes, with all that stands among them.

A `Line` is a main line or a variation. What is no move belongs to the move before it in its line,
or to the line itself if it comes before the first move. Nothing here is recursive: variations nest
a thousand deep.

>>> from damas_cli.pdn.reader import read_games
>>> game = next(read_games([b"1. 9-13! {good [%clk 0:59]} (1. 10-14 21-18) 21-18 $4 *"]))
>>> line = game.main_line()
>>> [move.text for move in line.moves]
['9-13', '21-18']
>>> first = line.moves[0]
>>> first.number.text, first.strength, first.comments, first.clocks
('1.', '!', ['good [%clk 0:59]'], [('clk', '0:59')])
>>> [[move.text for move in variation.moves] for variation in first.variations]
[['10-14', '21-18']]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import kinds as k

if TYPE_CHECKING:
    from .model import Game

# What typesetters make of the separators; blanks go.
_PLAIN = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212\u00d7", "------x", " ")
# Commands in comments that tell a time; what their values mean is not our business.
CLOCKS = frozenset(("clk", "clock", "mct", "egt", "emt"))


class Note:
    """Something that is no move: a number, comment, NAG, strength mark or setup.

    `text` has no braces, slashes or brackets around it; `start` to `end` is the whole token in the
    game's raw text. A `*` that marks a forced move is the NAG `$7`, as PDN 3.0 writes it.
    """

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: int, text: str, start: int = 0, end: int = 0) -> None:
        """Make a note of `kind`, a constant of `damas_cli.pdn.kinds`."""
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        """Return kind and text."""
        return f"<{k.NAMES[self.kind]} {self.text!r}>"

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands in a comment, such as `[%clk 1:55:21]`, as pairs of name and value."""
        found = []
        for part in self.text.split("[%")[1:]:
            inside, bracket, _ = part.partition("]")
            words = inside.split(None, 1)
            if bracket and words:
                found.append((words[0], words[1].rstrip() if len(words) > 1 else ""))
        return found


class MoveNode:
    """A move, or what stands in its place, with what belongs to it.

    `kind` is `MOVE`, `ELLIPSIS` or `UNKNOWN_MOVE`. `notes` holds notes and variations in the order
    of the text, except for the strength marks.
    """

    __slots__ = ("end", "kind", "notes", "number", "start", "strengths", "text")

    def __init__(
        self, kind: int, text: str, start: int = 0, end: int = 0, number: Note | None = None
    ) -> None:
        """Make a node without notes; `number` is the move number before it."""
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.number = number
        self.strengths: list[Note] = []
        self.notes: list[Note | Line] = []

    def __repr__(self) -> str:
        """Return number and text."""
        number = f"{self.number.text} " if self.number else ""
        return f"<MoveNode {number}{self.text}>"

    @property
    def plain(self) -> str:
        """The move as PDN 3.0 writes it: `-` or `x`, no blanks, no leading zeros, lower case."""
        if self.kind == k.ELLIPSIS:
            return "..."
        if self.kind == k.UNKNOWN_MOVE:
            return "- -"
        text = self.text.translate(_PLAIN).lower()
        if "0" not in text:
            return text
        characters = []
        for index, character in enumerate(text):
            leads = not text[index - 1 : index].isdigit() and text[index + 1 : index + 2].isdigit()
            if character != "0" or not leads:
                characters.append(character)
        return "".join(characters)

    @property
    def strength(self) -> str:
        """The strength marks without their parentheses, such as `!?`; empty if there is none."""
        return "".join(note.text for note in self.strengths)

    @property
    def comments(self) -> list[str]:
        """The texts of the comments."""
        return _texts(self.notes, k.COMMENT)

    @property
    def nags(self) -> list[str]:
        """The NAGs as written, `$` and number."""
        return _texts(self.notes, k.NAG)

    @property
    def setups(self) -> list[str]:
        """The texts of the positions set up after the move."""
        return _texts(self.notes, k.SETUP)

    @property
    def clocks(self) -> list[tuple[str, str]]:
        """The times in the comments, as pairs of command and text."""
        return [
            command
            for note in self.notes
            if isinstance(note, Note) and note.kind == k.COMMENT
            for command in note.commands
            if command[0] in CLOCKS
        ]

    @property
    def variations(self) -> list[Line]:
        """The variations after the move, which replace it."""
        return [note for note in self.notes if isinstance(note, Line)]


class Line:
    """A main line or a variation: moves, and the notes before the first of them."""

    __slots__ = ("end", "moves", "notes", "start")

    def __init__(self, start: int = 0, end: int = 0) -> None:
        """Make an empty line; a variation's span holds its parentheses."""
        self.start = start
        self.end = end
        self.notes: list[Note | Line] = []
        self.moves: list[MoveNode] = []

    def __repr__(self) -> str:
        """Return the number of moves: a line may be long and deep."""
        return f"<Line of {len(self.moves)} moves>"

    def __eq__(self, other: object) -> bool:
        """Tell whether both lines mean the same, wherever they stand."""
        return isinstance(other, Line) and list(self.flat()) == list(other.flat())

    __hash__ = None  # type: ignore[assignment]

    def flat(self) -> Iterator[tuple[str, ...]]:
        """Yield the line's content in the order of writing, nested lines between parentheses."""
        todo: list[MoveNode | Note | Line | None] = [self]
        while todo:
            item = todo.pop()
            if item is None:
                yield (")",)
            elif isinstance(item, Note):
                yield (k.NAMES[item.kind], item.text)
            elif isinstance(item, MoveNode):
                number = item.number.text if item.number else ""
                yield (k.NAMES[item.kind], number, item.plain, item.strength)
                todo.extend(reversed(item.notes))
            else:
                yield ("(",)
                todo.append(None)
                todo.extend(reversed(item.moves))
                todo.extend(reversed(item.notes))


def _texts(notes: list[Note | Line], kind: int) -> list[str]:
    return [note.text for note in notes if isinstance(note, Note) and note.kind == kind]


def read_line(game: Game) -> Line:
    """Return the main line of `game`, variations and notes within it."""
    tape = game.tape
    size = len(tape)
    if game.result_token is not None:
        size -= 3
    line = Line(0, len(game.raw))
    number: _Waiting | None = None
    parents: list[tuple[Line, _Waiting | None]] = []
    for index in range(0, size, 3):
        kind, start, end = tape[index], tape[index + 1], tape[index + 2]
        if k.TURNS >> kind & 1:
            taken = number.take() if number else None
            line.moves.append(MoveNode(kind, game.text(start, end), start, end, taken))
            number = None
        elif kind == k.MOVE_NUMBER:
            number = _Waiting(_notes(line), Note(kind, game.text(start, end), start, end))
        elif kind == k.LPAR:
            variation = Line(start, end)
            _notes(line).append(variation)
            parents.append((line, number))
            line = variation
            number = None
        elif kind == k.RPAR:
            line.end = end
            line, number = parents.pop()
        elif kind == k.STRENGTH and line.moves:
            marks = game.text(start, end).strip("()")
            line.moves[-1].strengths.append(Note(kind, marks, start, end))
        elif not k.TAGS >> kind & 1:
            _notes(line).append(_note(game, kind, start, end))
    # Variations may be open still, in a game that does not parse whole.
    return parents[0][0] if parents else line


class _Waiting:
    """A number that waits for its move among the notes, and stays there if none comes."""

    __slots__ = ("_notes", "_number", "_place")

    def __init__(self, notes: list[Note | Line], number: Note) -> None:
        self._notes = notes
        self._number = number
        self._place = len(notes)
        notes.append(number)

    def take(self) -> Note:
        """Return the number, for a move; it is no note any more."""
        del self._notes[self._place]
        return self._number


def _notes(line: Line) -> list[Note | Line]:
    return line.moves[-1].notes if line.moves else line.notes


def _note(game: Game, kind: int, start: int, end: int) -> Note:
    if kind == k.STAR:
        return Note(k.NAG, "$7", start, end)
    if kind == k.COMMENT or kind == k.SETUP:
        return Note(kind, game.text(start + 1, end - 1), start, end)
    if kind == k.LINE_COMMENT:
        return Note(k.COMMENT, game.text(start + 1, end), start, end)
    return Note(kind, game.text(start, end).strip("()"), start, end)
