"""What the page is told of a game, as JSON: the page shows it and knows no rule.

A game is

    {"number": 3, "tags": [["White", "Ana"], ...], "result": "1-0", "second": false,
     "board": [8, 8, false, "bottom-right", "bottom-left", false], "start": "wwww...bbbb",
     "turn": "W", "lines": [...], "findings": [...], "raw": null}

`board` is what `rules.board.Board` is made of, null where nobody knows the squares; `start` has a
character a square, in the order of their numbers: `w`, `W`, `b`, `B` or `.`. `second` tells that
the side that usually answers begins. `raw` is the game's text if it could not be read whole.

Lines stand in one list, since they nest a thousand deep; the first is the main line. One is

    {"in": 0, "at": 4, "ply": 5, "notes": [...], "moves": [...]}

a variation of line `in` that replaces move number `at` there. A move has its text `t`; the squares
that change with what stands there then, `c`, and the side to move then, `u`, neither if it was not
played; its way `p` and the squares it took `x`; NAGs `g`, clocks `k`, findings `f` (numbers in
`findings`) and notes `n`. A note is `["c", comment]`, `["s", setup]` or `["v", number of a line]`.
What would be empty is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from damas_cli.check.finding import Finding
from damas_cli.language import Words
from damas_cli.pdn import kinds
from damas_cli.pdn.moves import CLOCKS, Line, MoveNode, Note
from damas_cli.rules.board import Board
from damas_cli.rules.position import Position

from .played import Played
from .svg import last_move_of
from .svg_diagram import LastMove

# How many legal moves are named beside a finding.
MOST_MOVES = 12
# The NAGs of the marks that are written behind a move.
STRENGTHS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
_CLOCK = re.compile(rf"\[%(?:{'|'.join(sorted(CLOCKS))})\b[^\]]*\]")
# Of HTML and of JavaScript, and therefore escaped in what stands between the tags of a script.
_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}

Json = dict[str, Any]


def as_json(value: object) -> str:
    """Return `value` as JSON that may stand in a `<script>` element.

    >>> as_json({"text": "</script><!-- & Muñoz"})
    '{"text":"\\\\u003c/script\\\\u003e\\\\u003c!-- \\\\u0026 Muñoz"}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def game_data(played: Played, words: Words) -> Json:
    """Return what the page is told of a game."""
    game = played.game
    start = played.start
    lines = _Lines(played)
    findings = played.findings
    lines.place(findings)
    variant = played.variant
    return {
        "number": played.number,
        "tags": [[tag.name, tag.value] for tag in game.tags],
        "result": _result(played),
        "second": bool(start and variant and start.turn != variant.first),
        "board": _board(start.variant.board) if start else None,
        "start": _squares(start) if start else "",
        "turn": start.turn if start else "W",
        "lines": lines.records,
        "findings": [_finding(finding, words) for finding in findings],
        "raw": None if played.is_whole else played.raw.strip(),
    }


def _result(played: Played) -> str:
    """Return the result that the game ends with, or else its tag's."""
    tag = played.game.tag("Result")
    ending = played.game.result
    return tag.value if tag is not None and ending in (None, "*") else ending or "*"


def _board(board: Board) -> list[Any]:
    return [
        board.width,
        board.height,
        board.bottom_left_plays,
        board.first_square,
        board.a1,
        board.algebraic,
    ]


def _squares(position: Position) -> str:
    return "".join(position.piece(n) or "." for n in range(1, position.variant.board.size + 1))


def _finding(finding: Finding, words: Words) -> Json:
    record: Json = {
        "code": finding.code,
        "severity": finding.severity,
        "text": finding.say(words),
    }
    # How a legal move is written is no question of what was legal.
    if finding.code[0] != "N" and finding.expected:
        record["legal"] = finding.expected[:MOST_MOVES]
        record["more"] = max(len(finding.expected) - MOST_MOVES, 0)
    if finding.article is not None:
        record["article"] = finding.article
    return record


class _OpenLine:
    """A line that is being told of, and how the page's board comes to it."""

    def __init__(self, line: Line, record: Json, label: str, position: Position | None) -> None:
        self.line = line
        self.record = record
        self.label = label
        self.position = position


class _Lines:
    """The lines of a game; `records` are those of the page's data."""

    def __init__(self, played: Played) -> None:
        self.records: list[Json] = []
        self._played = played
        # By the label that findings have: the number of the line.
        self._numbers: dict[str, int] = {}
        self._todo: list[_OpenLine] = []
        self._open(played.game.main_line(), None, 0, 1, "", played.start)
        while self._todo:
            self._tell(self._todo.pop())

    def _open(
        self,
        line: Line,
        parent: int | None,
        at: int,
        ply: int,
        label: str,
        position: Position | None,
    ) -> int:
        """Add a line, to be told of later; return its number."""
        number = len(self.records)
        record: Json = {"in": parent, "at": at, "ply": ply, "notes": [], "moves": []}
        self.records.append(record)
        self._numbers[label] = number
        self._todo.append(_OpenLine(line, record, label, position))
        return number

    def _tell(self, line: _OpenLine) -> None:
        moves = [node for node in line.line.moves if node.kind != kinds.ELLIPSIS]
        following = dict(pairwise(moves))
        counts: dict[int, int] = {}
        before = line.position
        line.record["notes"] = self._notes(line, line.line.notes, before, counts)
        for node in line.line.moves:
            if node.kind == kinds.ELLIPSIS:
                told = line.record["moves"][-1] if line.record["moves"] else line.record
                key = "n" if line.record["moves"] else "notes"
                told.setdefault(key, []).extend(self._notes(line, node.notes, before, counts))
                continue
            before = line.position
            move = self._move(line, node, following.get(node))
            line.record["moves"].append(move)
            notes = self._notes(line, node.notes, before, counts)
            if notes:
                move["n"] = notes

    def _move(self, line: _OpenLine, node: MoveNode, following: MoveNode | None) -> Json:
        """Return a move without its notes, and play it in `line`."""
        record: Json = {"t": node.text if node.kind == kinds.MOVE else node.plain}
        played = self._played.at(node.start)
        if played is not None and played.is_played:
            after = self._before(following) or played.after
            if line.position is not None and after is not None:
                record["c"] = _changes(line.position, after)
                record["u"] = after.turn
                line.position = after
            mark = last_move_of(played)
            if mark is not None:
                record.update(_way(mark))
        nags = [STRENGTHS[node.strength]] if node.strength in STRENGTHS else []
        for key, value in (("g", [*nags, *node.nags]), ("k", node.clocks)):
            if value:
                record[key] = value
        return record

    def _before(self, node: MoveNode | None) -> Position | None:
        """Return the position that a move is played in, after what is set up before it."""
        played = self._played.at(node.start) if node is not None else None
        return played.before if played is not None else None

    def _notes(
        self,
        line: _OpenLine,
        notes: list[Note | Line],
        before: Position | None,
        counts: dict[int, int],
    ) -> list[list[Any]]:
        """Return notes; the variations among them start from the position `before`."""
        return list(self._told(line, notes, before, counts))

    def _told(
        self,
        line: _OpenLine,
        notes: list[Note | Line],
        before: Position | None,
        counts: dict[int, int],
    ) -> Iterator[list[Any]]:
        record = line.record
        at = max(len(record["moves"]) - 1, 0)
        for note in notes:
            if isinstance(note, Line):
                counts[at] = counts.get(at, 0) + 1
                ply = record["ply"] + at
                label = f"{line.label}/{ply}.{counts[at]}".lstrip("/")
                parent = self._numbers[line.label]
                yield ["v", self._open(note, parent, at, ply, label, before)]
            elif note.kind == kinds.COMMENT:
                text = _CLOCK.sub(" ", note.text).strip()
                if text:
                    yield ["c", text]
            elif note.kind == kinds.SETUP:
                yield ["s", note.text]

    def place(self, findings: list[Finding]) -> None:
        """Note at each move the findings that stand there."""
        for index, finding in enumerate(findings):
            number = self._numbers.get(finding.variation or "")
            if number is None or finding.ply is None or finding.code[0] == "R":
                continue
            line = self.records[number]
            at = finding.ply - line["ply"]
            if 0 <= at < len(line["moves"]):
                line["moves"][at].setdefault("f", []).append(index)


def _changes(before: Position, after: Position) -> list[list[Any]]:
    """Return the squares that are not as they were, with what stands there now."""
    sides = zip(before.state[1:], after.state[1:], strict=True)
    changed = reduce(or_, (was ^ now for was, now in sides))
    return [[n, after.piece(n)] for n in before.variant.board.squares_of(changed)]


def _way(mark: LastMove) -> Json:
    way: Json = {"p": list(mark.path)}
    if mark.captured:
        way["x"] = list(mark.captured)
    return way
