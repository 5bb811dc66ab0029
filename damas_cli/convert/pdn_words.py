"""The tokens of a game as words of canonical PDN, in the order in which they stand.

What is written otherwise than it stood says a `Spelling`; here is where marks, parentheses and
comments go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from damas_cli.check.numbers import Segment, segment_at
from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game, decoded
from damas_cli.pdn.moves import CLOCKS
from damas_cli.pdn.writer import apart

# What can be left out. Marks such as `!?` are annotations as the NAGs are that stand for them.
PARTS = ("comments", "variations", "nags", "clocks")
_ANNOTATIONS = 1 << k.NAG | 1 << k.STRENGTH | 1 << k.STAR
_CLOCK = re.compile(rf"\s*\[%(?:{'|'.join(sorted(CLOCKS))})\s[^\]]*\]")


class Spelling:
    """What of a game is written otherwise than it stood.

    Attributes:
        moves: the texts of moves, by where they start.
        setups: the texts of setups, by where they start.
        counts: how the plies of each line count, in the order of the text; None where the numbers
            stay as they are.
    """

    __slots__ = ("counts", "moves", "setups")

    def __init__(
        self,
        moves: Mapping[int, str],
        counts: Sequence[list[Segment]] | None,
        setups: Mapping[int, str] | None = None,
    ) -> None:
        self.moves = moves
        self.counts = counts
        self.setups: Mapping[int, str] = setups or {}


def comment_text(game: Game, kind: int, start: int, end: int) -> str:
    r"""Return a comment as it is written: in braces, unless it has one itself.

    A comment to the end of its line may; then the end of the line is part of it.
    """
    if kind == k.COMMENT:
        text = game.text(start + 1, end - 1)
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return f"{{{text}}}"
    text = game.text(start + 1, end)
    return f";{text}\n" if "}" in text else f"{{{text}}}"


def without_clocks(comment: str) -> str:
    """Return a comment without the commands that tell times; nothing if it had nothing else.

    >>> without_clocks("{[%clk 0:59] good}"), without_clocks("{[%clk 0:59]}")
    ('{good}', '')
    """
    text = _CLOCK.sub("", comment)
    if text == comment:
        return comment
    inside = text.strip("{};\n").strip()
    return text[0] + inside + text[-1] if inside else ""


class _Line:
    """A line being written.

    Attributes:
        segments: how its plies count; None where numbers stay as they are.
        index: of the next ply.
        due: whether the next move gets its number, whoever's it is.
        move: where the last move stands among the words.
    """

    __slots__ = ("due", "index", "move", "segments")

    def __init__(self, segments: list[Segment] | None) -> None:
        self.segments = segments
        self.index = 0
        self.due = True
        self.move: int | None = None

    def number(self) -> str:
        """Return the number that stands before the next move, empty for none."""
        if self.segments is None:
            return ""
        count = segment_at(self.segments, self.index).first
        if count is None:
            return ""
        is_first = (self.index + count.odd) % 2 == 0
        if not (is_first or self.due):
            return ""
        return f"{count.number(self.index)}{'.' if is_first else '...'} "


class Words:
    """The words of one game's moves, as they are found on its tape."""

    __slots__ = ("_drop", "_game", "_lines", "_number", "_open", "_opening", "_spelling", "words")

    def __init__(self, game: Game, spelling: Spelling, drop: frozenset[str]) -> None:
        self._game = game
        self._spelling = spelling
        self._drop = drop
        self.words: list[str] = []
        self._open: list[_Line] = []
        self._lines: Iterator[list[Segment]] | None = (
            None if spelling.counts is None else iter(spelling.counts)
        )
        # Whether a parenthesis was opened that stands before the next word, and the number, as it
        # was written, that does.
        self._opening = False
        self._number = ""

    def written(self, first: int, last: int) -> list[str]:
        """Return the words of the tokens from index `first` to `last` of the tape."""
        tape = self._game.tape
        self._open.append(self._new_line())
        dropped = -1 if "variations" not in self._drop else 0
        numbers = self._taken_numbers(first, last) if self._lines is not None else frozenset()
        for at in range(first, last, 3):
            kind, start, end = tape[at], tape[at + 1], tape[at + 2]
            if dropped >= 0 and (dropped or kind == k.LPAR):
                if kind == k.LPAR:
                    dropped += 1
                    self._new_line()
                elif kind == k.RPAR:
                    dropped -= 1
                continue
            if at not in numbers and not k.TAGS >> kind & 1:
                follows = tape[at + 3] if at + 3 < last else k.RESULT
                self._add_token(kind, start, end, bool(k.TURNS >> follows & 1))
        return self.words

    def _new_line(self) -> _Line:
        return _Line(None if self._lines is None else next(self._lines))

    def _taken_numbers(self, first: int, last: int) -> frozenset[int]:
        """Return which numbers on the tape a move follows, so that it gets one anyway."""
        tape = self._game.tape
        taken = []
        waiting = [-1]
        for at in range(first, last, 3):
            kind = tape[at]
            if k.TURNS >> kind & 1:
                if waiting[-1] >= 0:
                    taken.append(waiting[-1])
                waiting[-1] = -1
            elif kind == k.MOVE_NUMBER:
                waiting[-1] = at
            elif kind == k.LPAR:
                waiting.append(-1)
            elif kind == k.RPAR:
                waiting.pop()
        return frozenset(taken)

    def _add_token(self, kind: int, start: int, end: int, before_move: bool) -> None:
        """Add what is written for one token; `before_move` tells that a move follows it."""
        line = self._open[-1]
        if k.TURNS >> kind & 1:
            self._add_move(line, kind, start, end)
        elif kind == k.MOVE_NUMBER:
            self._add_number(start, end, before_move)
        elif k.COMMENTS >> kind & 1:
            self._add_comment(line, kind, start, end)
        elif _ANNOTATIONS >> kind & 1:
            if "nags" not in self._drop:
                self._add_annotation(line, kind, start, end)
        elif kind == k.LPAR:
            self._flush()
            self._opening = True
            self._open.append(self._new_line())
        elif kind == k.RPAR:
            self._close()
            self._open[-1].due = True
        else:
            text = self._spelling.setups.get(start) if kind == k.SETUP else None
            self._add(text or self._text(kind, start, end))
            line.due = True

    def _text(self, kind: int, start: int, end: int) -> str:
        # "½" and dashes are read in either encoding, whatever the rest of the game is in.
        return (
            self._game.text(start, end) if kind == k.SETUP else decoded(self._game.raw[start:end])
        )

    def _add(self, word: str) -> None:
        if self._opening:
            self._opening = False
            # "(" and "!)" would read as a mark.
            if word[0] in "!?":
                self.words.append("(")
            else:
                word = f"({word}"
        self.words.append(word)

    def _flush(self) -> None:
        """Write a parenthesis that another one follows."""
        if self._opening:
            self._opening = False
            self.words.append("(")

    def _close(self) -> None:
        self._open.pop()
        if self._opening:
            self._opening = False
            self.words.append("()")
        elif self.words[-1].endswith("\n"):
            self.words.append(")")
        else:
            self.words[-1] += ")"

    def _add_move(self, line: _Line, kind: int, start: int, end: int) -> None:
        text = self._spelling.moves.get(start)
        if text is None:
            text = "..." if kind == k.ELLIPSIS else apart(self._text(kind, start, end))
            text = "- -" if kind == k.UNKNOWN_MOVE else text
        self._add((self._number or line.number()) + text)
        self._number = ""
        line.move = len(self.words) - 1
        line.index += kind != k.ELLIPSIS
        line.due = False

    def _add_number(self, start: int, end: int, before_move: bool) -> None:
        written = self._game.raw[start:end]
        digits = written.rstrip(b".")
        text = f"{int(digits)}{'.' if len(written) == len(digits) + 1 else '...'}"
        if before_move:
            self._number = f"{text} "
        else:
            self._add(text)

    def _add_comment(self, line: _Line, kind: int, start: int, end: int) -> None:
        if "comments" in self._drop:
            return
        text = comment_text(self._game, kind, start, end)
        if "clocks" in self._drop:
            text = without_clocks(text)
        if text:
            self._add(text)
            line.due = True

    def _add_annotation(self, line: _Line, kind: int, start: int, end: int) -> None:
        if kind == k.STRENGTH:
            marks = self._text(kind, start, end).strip("()")
            if line.move is None:
                self._add(marks)
            else:
                self.words[line.move] += marks
            return
        # PDN 3.0 has a forced move as a NAG: a `*` ends games.
        self._add("$7" if kind == k.STAR else self._text(kind, start, end))


def plain_words(game: Game) -> list[str] | None:
    """Return the words of a clean game that is but tags, numbers, moves and a result.

    None for any other game: where a `*` marks a move, or a number has none.
    """
    tape = game.tape
    found = tape[::3].tolist()
    ends = found[-1:] == [k.STAR]
    if found.count(k.STAR) > ends or any(
        kind == k.MOVE_NUMBER and following != k.MOVE
        for kind, following in zip(found, [*found[1:], k.RESULT], strict=True)
    ):
        return None
    text = game.raw.decode("latin-1")
    spans = game.spans(k.MOVE)
    words = [text[spans[at] : spans[at + 1]] for at in range(0, len(spans), 2)]
    for number, at in enumerate(range(0, len(words), 2), 1):
        words[at] = f"{number}. {words[at]}"
    return words
