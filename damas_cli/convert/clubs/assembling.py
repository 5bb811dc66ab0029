"""The moves of a game with all that stands among them, as a line of `damas_cli.pdn.moves`."""

from __future__ import annotations

import re

from damas_cli.language import Phrase, mark
from damas_cli.pdn import kinds as k
from damas_cli.pdn.moves import Line, MoveNode, Note
from damas_cli.rules.position import Position

from . import items as kinds
from .items import Item
from .movetext import clean, unwrapped
from .points import Point
from .replaying import Played, play
from .vocabulary import CONJUNCTIONS, folded

_FORCED = "$7"


class Assembler:
    """Builds the lines of one game.

    Attributes:
        places: the place in the document of each move of the main line.
        result: the result item of the main line, None where there is none.
    """

    def __init__(self, document: str, start: Position, points: list[Point]) -> None:
        self.document = document
        self.start = start
        self.points = points
        self.result: Item | None = None
        self.places: list[Item] = []

    def main_line(self, items: list[Item], played: Played, head: list[Item]) -> Line:
        """Return the main line, with the heading's lines as remarks before the first move."""
        line = Line()
        line.notes += [_remark(item.text) for item in head]
        self.places = played.items
        self._fill(line, items, played, ply=0, main=True)
        return line

    def _fill(self, line: Line, items: list[Item], played: Played, ply: int, main: bool) -> None:
        """Put `items` into `line`, whose moves have been played; its first is ply number `ply`."""
        taken = {id(item): index for index, item in enumerate(played.items)}
        numbers = _Numbers(self.start, ply, self.points if main else None)
        waiting: dict[int, list[Line]] = {}
        for item in items:
            notes = line.moves[-1].notes if line.moves else line.notes
            if item.kind == kinds.MOVE and id(item) in taken:
                index = taken[id(item)]
                line.moves.append(_node(item, played, index))
                line.moves[-1].notes += waiting.pop(index, [])
            elif item.kind == kinds.MOVE:
                self._drop(item, notes)
            elif item.kind == kinds.NUMBER:
                numbers.seen(item, len(line.moves))
            elif item.kind == kinds.TEXT:
                notes.append(_remark(item.text))
            elif item.kind == kinds.STRENGTH and line.moves:
                line.moves[-1].strengths.append(Note(k.STRENGTH, item.text))
            elif item.kind == kinds.NAG:
                notes.append(Note(k.NAG, item.text))
            elif item.kind == kinds.RESULT:
                self._result(item, main, notes)
            elif item.kind == kinds.GROUP:
                self._group(item, line, played, ply, waiting)

    def _drop(self, item: Item, notes: list[Note | Line]) -> None:
        """Keep a text that is no move of the line as a remark."""
        text = clean(self.document[item.start : item.end])
        self.points.append(
            Point(item.start, Phrase(mark("{move} is no move here: kept as a remark"), move=text))
        )
        if notes and isinstance(notes[-1], Note) and notes[-1].kind == k.COMMENT:
            notes[-1].text += f" {text}"
        else:
            notes.append(_remark(text))

    def _result(self, item: Item, main: bool, notes: list[Note | Line]) -> None:
        if not main:
            notes.append(_remark(clean(self.document[item.start : item.end])))
        elif self.result is None or self.result.text == "*":
            self.result = item
        elif item.text not in (self.result.text, "*"):
            told = Phrase(mark("another result: kept as a remark"))
            self.points.append(Point(item.start, told))
            notes.append(_remark(clean(self.document[item.start : item.end])))

    # What stands in brackets.

    def _group(
        self,
        group: Item,
        line: Line,
        played: Played,
        ply: int,
        waiting: dict[int, list[Line]],
    ) -> None:
        """Take brackets for a variation or a remark."""
        notes = line.moves[-1].notes if line.moves else line.notes
        moves = [item for item in group.children if item.kind == kinds.MOVE]
        if not moves:
            notes.append(_remark(self._inside(group)))
            return
        found = self._place(group, moves, played, len(line.moves), ply)
        if found is None:
            told = Phrase(mark("no legal line from any position here: kept as a remark"))
            self.points.append(Point(group.start, told))
            notes.append(_remark(self._inside(group)))
            return
        index, tried = found
        variation = Line()
        self._fill(variation, _unheaded(group.children), tried, ply + index, main=False)
        if index < len(line.moves):
            line.moves[index].notes.append(variation)
        else:
            waiting.setdefault(index, []).append(variation)

    def _inside(self, group: Item) -> str:
        end = group.end - 1 if self.document[group.end - 1 : group.end] in "])" else group.end
        return unwrapped(self.document[group.start + 1 : max(end, group.start + 1)])

    def _place(
        self, group: Item, moves: list[Item], played: Played, so_far: int, ply: int
    ) -> tuple[int, Played] | None:
        """Return which move of the line the brackets replace, and how they play from there."""
        number = next((i for i in group.children if i.kind in (kinds.NUMBER, kinds.MOVE)), None)
        candidates: list[int] = []
        if number is not None and number.kind == kinds.NUMBER and len(number.text) < 5:
            at = 2 * (int(number.text) - 1) - _shift(self.start) - ply
            dots = any(item.kind == kinds.ELLIPSIS for item in group.children[:3])
            candidates = [at + 1, at] if dots else [at, at + 1]
            if self.start.turn != self.start.variant.first:
                candidates += [at + 1, at + 2]
        candidates += [so_far - 1, so_far, so_far - 2]
        known = min(len(played.positions), len(played.items))
        for index in dict.fromkeys(candidates):
            if 0 <= index < known:
                tried = play(played.positions[index], moves)
                if tried.whole:
                    return index, tried
        return None


class _Numbers:
    """Compares the numbers of a line with the moves it has, and tells where they part."""

    def __init__(self, start: Position, ply: int, points: list[Point] | None) -> None:
        self.points = points
        self.ply = ply
        self.first_moves = start.turn == start.variant.first
        self.off: int | None = None

    def seen(self, item: Item, count: int) -> None:
        """Compare a number before move number `count` (from 0) of the line."""
        if self.points is None or len(item.text) > 4:
            return
        at = self.ply + count
        written = int(item.text)
        right = {at // 2 + 1}
        if not self.first_moves:
            right.add((at + 1) // 2 + 1)
        if count == 0 and written != 1:
            self.off = written - 1
        off = self.off or 0
        if written - off in right:
            return
        self.off = written - min(right)
        template = mark("numbered {written}, taken for move {right}")
        told = Phrase(template, written=written, right=min(right))
        self.points.append(Point(item.start, told))


def _shift(start: Position) -> int:
    """Return 1 where the side that does not begin games moves first."""
    return int(start.turn != start.variant.first)


def _node(item: Item, played: Played, index: int) -> MoveNode:
    """Return a move in its canonical form, or as it is written if it is not legal."""
    text = played.texts[index]
    if text is None:
        text = item.text
        if index < len(played.captures):
            text = re.sub("[-x]", "x" if played.captures[index] else "-", text)
    node = MoveNode(k.MOVE, text, item.start, item.end)
    if item.starred:
        node.notes.append(Note(k.NAG, _FORCED))
    return node


def _remark(text: str) -> Note:
    return Note(k.COMMENT, text)


def _unheaded(children: list[Item]) -> list[Item]:
    """Return what stands in the brackets of a variation without the word for `if` before it."""
    at = 0
    while at < len(children) and children[at].kind == kinds.BREAK:
        at += 1
    first = children[at] if at < len(children) else None
    is_word = first is not None and first.kind == kinds.TEXT
    if is_word and folded(children[at].text).strip(" .,:") in CONJUNCTIONS:
        return children[at + 1 :]
    return children
