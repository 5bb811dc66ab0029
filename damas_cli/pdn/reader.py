"""Bytes to games: a stream is read game by game, in memory that does not grow with it.

What the grammar cannot say is settled here: where a game ends at a `*`, where reading goes on
after an error, and the limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import driver_codes as codes
from . import kinds as k
from .model import START, Game, Place, Problem

if TYPE_CHECKING:
    from array import array

    from .driver import Driver

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 1000

# How much is read at once, at least.
_CHUNK = 1 << 16
_BLANKS = b" \t\r\n\f\v\0\x1a"
# What ends the blanks within a line. It is looked for in place: copies would make long texts slow.
_NO_INNER_BLANK = re.compile(rb"[^ \t\f\v\0\x1a]")
# Where text is passed over, no token is longer than this.
_FAR = 1 << 20
# More malformed tags than this in one game are too many to list.
_MALFORMED_TAGS = 1000
_TAG = 1 << k.TAG
_ENDINGS = 1 << k.RESULT | 1 << k.STAR
# A text with one of these, although broken, is a game; one without belongs to the next game.
_GAME_SIGNS = _TAG | 1 << k.MOVE | _ENDINGS
# A tentative end inside of a variation turned out to be one.
_ENDED_INSIDE = -1


def read_games(
    chunks: Iterable[bytes],
    parser: str = "compiled",
    *,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    place: Place = START,
    first_number: int = 1,
) -> Iterator[Game]:
    """Yield the games in `chunks` (decoded to UTF-8, or CP1252), one after the other.

    Nothing in the bytes raises an exception: what is wrong with a game stands in its `problems`.
    An exception of `chunks` itself is raised after the games before it.
    `parser` is "compiled" for the driver or "lark" for the reference, which is slow.
    `chunks` may be the rest of a file, after the end of a game: `place` is where they begin in it,
    and `first_number` the number of their first game.

    >>> [game.number for game in read_games([b"1. 9-13 21-18 1-0  1. 10-14", b" 0-1"])]
    [1, 2]
    """
    engine = engine_of(parser, max_depth)
    return GameReader(chunks, engine, max_bytes, place, first_number).games()


def engine_of(parser: str, max_depth: int = MAX_DEPTH) -> Driver:
    """Return a new engine of a parser, "compiled" or "lark"."""
    if parser == "lark":
        from .reference import LarkEngine

        return LarkEngine(max_depth)  # type: ignore[return-value]
    from . import tables
    from .engine import Driver

    return Driver(tables.load(), k.LPAR, k.RPAR, max_depth, 1 << k.STAR, k.FILLERS)


class GameReader:
    """One pass over a stream.

    Attributes:
        too_large: the bytes from which the last game was found to be too large, if it was.

    `_window` holds the bytes in work, `_base` is where the present game begins in it; the engine
    reads the window up to the limit.
    """

    __slots__ = (
        "_after_return",
        "_base",
        "_chunks",
        "_column",
        "_engine",
        "_fault",
        "_limit",
        "_line",
        "_more",
        "_number",
        "_offset",
        "_window",
        "too_large",
    )

    def __init__(
        self,
        chunks: Iterable[bytes],
        engine: Driver,
        limit: int,
        place: Place = START,
        first_number: int = 1,
    ) -> None:
        self._chunks = iter(chunks)
        self._engine = engine
        self._limit = limit
        self._window = b""
        self._base = 0
        self._more = True
        self._fault: Exception | None = None
        # Of the window's first byte in the stream.
        self._offset, self._line, self._column = place
        self._number = first_number - 1
        # The line and the column are of the present game's first byte; the column counts the
        # characters before it.
        self._after_return = False
        self.too_large = b""

    def games(self) -> Iterator[Game]:
        """Yield the games, then raise what the chunks raised."""
        while (game := self._next_game()) is not None:
            yield game
        if self._fault is not None:
            raise self._fault

    def rest(self) -> tuple[Place, bytes]:
        """Return what was taken from the chunks and is not read yet, and the place of it."""
        place = Place(self._offset + self._base, self._line, self._column)
        return place, self._window[self._base :]

    def _next_game(self) -> Game | None:
        engine = self._engine
        start = self._base
        self.too_large = b""
        problems: list[Problem] = []
        while True:
            self._bound()
            engine.begin(self._base, start)
            status = self._run()
            if status == codes.DONE:
                if engine.kinds & ~k.COMMENTS:
                    return self._finish(engine.end_of(engine.count - 1), engine.tape(), problems)
                status = codes.NOTHING
            if status == codes.NOTHING:
                if problems:
                    return self._finish(len(self._window), engine.tape(), problems)
                return None
            if status == codes.MORE:
                if engine.count == 0 and not problems and engine.position > self._base:
                    # Only blanks so far, however many: nothing that a game would need.
                    self._drop(engine.position)
                    start = self._base
                    continue
                return self._finish_too_large(problems)
            tape = self._note_problem(status, problems)
            tagged = engine.kinds & k.TAGS != 0
            if not tagged and tape and tape[-3] == k.RESULT and self._ends_there(tape[-1]):
                # The result of a variation that is never closed: it ended the game, and what cannot
                # be read after it is the next one's affair.
                if status == codes.NO_TOKEN:
                    problems[-1] = _unclosed(tape)
                return self._finish(self._base + tape[-1], tape, problems)
            found, passed = self._recover(tagged)
            if found < 0:
                return self._finish_too_large(problems)
            if engine.kinds & ~k.COMMENTS or passed & _GAME_SIGNS or found == len(self._window):
                return self._finish(found, tape, problems)
            # Text that is no game, before a tag: it belongs to the game that begins there.
            start = found

    # ---- the window

    def _bound(self) -> None:
        stop = self._base + self._limit
        self._engine.bound(min(len(self._window), stop), self._is_last(stop))

    def _is_last(self, stop: int) -> bool:
        """Tell whether the input ends before `stop`, a place in the window."""
        return not self._more and len(self._window) <= stop

    def _read(self, size: int) -> bytes:
        """Return at least `size` bytes more, fewer at the end of the input."""
        parts = []
        while size > 0:
            try:
                chunk = next(self._chunks, None)
            except Exception as fault:
                # The games before the fault come first.
                self._fault = fault
                chunk = None
            if chunk is None:
                self._more = False
                break
            parts.append(chunk)
            size -= len(chunk)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _grow(self) -> bool:
        """Add to the window; tell whether the engine has more to work with."""
        size = len(self._window) - self._base
        if size > self._limit or not self._more:
            return False
        added = self._read(min(max(_CHUNK, size), self._limit - size + _CHUNK))
        self._replace_window(self._base, added)
        self._bound()
        return size < self._limit or not added

    def _replace_window(self, shift: int, added: bytes) -> None:
        self._window = self._window[shift:] + added
        self._engine.feed(self._window, shift)
        self._offset += shift
        self._base -= shift

    def _drop(self, position: int) -> None:
        """Begin the present game at `position` in the window."""
        self._count_lines(self._window[self._base : position])
        self._base = position

    # ---- one game

    def _run(self) -> int:
        """Parse to the end of the game or to an error; MORE means that it is too large."""
        engine = self._engine
        status = engine.run()
        while True:
            if status == codes.PAUSED:
                if self._goes_on():
                    engine.confirm()
                elif engine.mark_depth == 0:
                    engine.cut()
                    return codes.DONE
                else:
                    return _ENDED_INSIDE
            elif status != codes.MORE or not self._grow():
                return status
            status = engine.run()

    def _goes_on(self) -> bool:
        """Tell whether the game goes on after the `*` that the engine stands behind.

        It does, and the `*` is a forced-move mark, if a move or a move number that continues the
        count follows. Where games have neither tags nor numbers a `*` between blanks parts them.
        """
        engine = self._engine
        kind = engine.kind
        if not engine.kinds & (k.TURNS | 1 << k.MOVE_NUMBER):
            return False
        if k.TURNS >> kind & 1:
            if engine.kinds & (k.TAGS | 1 << k.MOVE_NUMBER):
                return True
            return not self._stands_alone(engine.start_of(engine.mark))
        if kind != k.MOVE_NUMBER:
            return False
        text = self._window[engine.position : engine.token_end]
        number = _number(text)
        if number == 1 and text.count(b".") == 1:
            return False
        index = engine.find_back(k.MOVE_NUMBER)
        if index < 0:
            return True
        last = _number(self._window[engine.start_of(index) : engine.end_of(index)])
        return last <= number <= last + 1

    def _stands_alone(self, position: int) -> bool:
        after = self._window[position + 1 : position + 2]
        return self._window[position - 1] in _BLANKS and (not after or after in _BLANKS)

    def _finish(self, end: int, tape: array[int], problems: list[Problem]) -> Game:
        """Return the present game, which ends at `end` in the window, and go to the next one."""
        base = self._base
        raw = self._window[base:end]
        if problems:
            # A comment to the end of its line holds the blanks that end it.
            last = tape[-1] if tape else 0
            raw = raw[: max(last, len(raw.rstrip(_BLANKS)))]
            end = base + len(raw)
            for problem in problems:
                if problem.reason == "unexpected-character":
                    problem.end = _character_end(raw, problem.start)
        kinds = self._engine.kinds
        if kinds >> k.MALFORMED_TAG & 1:
            problems.extend(_malformed_tags(tape))
        if len(problems) > 1:
            problems.sort(key=_place)
        self._number += 1
        game = Game(
            raw,
            self._number,
            self._offset + base,
            tape,
            kinds,
            tuple(problems),
            self._line,
            self._column,
        )
        self._base = end
        self._count_lines(raw, game)
        return game

    def _count_lines(self, data: bytes, game: Game | None = None) -> None:
        """Move the line and the column on over `data`, which is `game` or belongs to none."""
        if b"\r" in data or self._after_return:
            breaks = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
            if self._after_return and data.startswith(b"\n"):
                breaks -= 1
            if data:
                self._after_return = data.endswith(b"\r")
            last = max(data.rfind(b"\n"), data.rfind(b"\r"))
        else:
            breaks = data.count(b"\n")
            last = data.rfind(b"\n") if breaks else -1
        self._line += breaks
        if last >= 0:
            self._column = 0
            data = data[last + 1 :]
        self._column += len(data) if data.isascii() else _characters(data, game)

    # ---- errors

    def _note_problem(self, status: int, problems: list[Problem]) -> array[int]:
        """Add what the engine stopped at to `problems`; return the tape that stays."""
        engine = self._engine
        base = self._base
        if status == _ENDED_INSIDE:
            engine.cut_before()
            tape = engine.tape()
            problems.append(_unclosed(tape))
            return tape
        tape = engine.tape()
        start = engine.position - base
        end = engine.token_end - base
        if status == codes.TOO_DEEP:
            problems.append(Problem("S006", start, end, "too-deep"))
        elif status == codes.NO_TOKEN:
            problems.append(self._unreadable(engine.position))
        elif engine.depth > 0:
            problems.append(_unclosed(tape))
        elif engine.kind == k.RPAR:
            problems.append(Problem("S003", start, end, "unopened-variation"))
        else:
            problems.append(Problem("S001", start, end, "unexpected-token"))
        return tape

    def _unreadable(self, position: int) -> Problem:
        """Return the problem of a place where no token begins."""
        window = self._window
        start = position - self._base
        first = window[position]
        if first == 0x7B:  # {
            return Problem("S002", start, start + 1, "unclosed-comment")
        if first == 0x2F:  # /
            return Problem("S001", start, start + 1, "unclosed-setup")
        return Problem("S001", start, start + 1, "unexpected-character")

    def _recover(self, tagged: bool) -> tuple[int, int]:
        """Look for the place where reading can go on, from where the engine stands.

        That is the next tag that no tag precedes or, in a game without tags, the end of the next
        result or `*` that ends a line. Returns it, the window's end if there is none and -1 if it
        is too far away; and the mask of the kinds that were passed.
        """
        engine = self._engine
        targets = _TAG if tagged else _TAG | _ENDINGS
        passed = 0
        previous = -1
        while True:
            status = engine.seek(targets, _TAG, previous, 0)
            passed |= engine.passed
            previous = engine.previous
            ends: bool | None = True
            if status == codes.FOUND:
                if engine.kind == k.TAG:
                    return engine.position, passed
                ends = self._ends_line(engine.token_end)
                if ends:
                    return engine.token_end, passed | 1 << engine.kind
                if ends is False:
                    passed |= 1 << engine.kind
                    previous = engine.kind
                    engine.go(engine.token_end)
                    continue
            elif status == codes.NOTHING:
                return len(self._window), passed
            if not self._grow():
                return -1, passed

    def _ends_there(self, offset: int) -> bool:
        """Tell whether a line ends at `offset` of the present game."""
        while (ends := self._ends_line(self._base + offset)) is None:
            if not self._grow():
                return False
        return ends

    def _ends_line(self, position: int) -> bool | None:
        """Tell whether nothing but blanks comes before the end of the line; None if unknown."""
        window = self._window
        found = _NO_INNER_BLANK.search(window, position, position + _FAR)
        if found is not None:
            at = found.start()
            if self._more and window.startswith(b"\\", at) and at == len(window) - 1:
                return None
            return window[at] in b"\r\n" or window.startswith(b"\\r", at)
        if len(window) - position >= _FAR:
            return False
        return None if self._more else True

    def _finish_too_large(self, problems: list[Problem]) -> Game:
        """Return the present game as far as the limit; pass over the rest of it."""
        engine = self._engine
        tape = engine.tape()
        tagged = engine.kinds & k.TAGS != 0
        previous = tape[-3] if tape and not problems else -1
        start, end = (tape[1], tape[2]) if tape else (0, 0)
        problems.append(Problem("S006", start, end, "too-large"))
        self.too_large = self._window[self._base :]
        # Where not even one token has room, its first byte is all that the game gets.
        end = max(engine.position, self._base + 1)
        engine.go(end)
        game = self._finish(end, tape, problems)
        self._pass_over(tagged, previous)
        return game

    def _pass_over(self, tagged: bool, previous: int) -> None:
        """Go to where reading can go on, without keeping what is passed."""
        engine = self._engine
        targets = _TAG if tagged else _TAG | _ENDINGS
        while True:
            self._drop(engine.position)
            if self._more and len(self._window) - engine.position < 2 * _FAR:
                self._replace_window(engine.position, self._read(2 * _FAR))
            # A token that begins in the first half of this stretch can be told within the second.
            start = engine.position
            stop = start + 2 * _FAR
            engine.bound(min(len(self._window), stop), self._is_last(stop))
            status = engine.seek(targets, _TAG, previous, start + _FAR)
            previous = engine.previous
            if status == codes.NOTHING:
                self._drop(len(self._window))
                return
            if status == codes.FOUND:
                if engine.kind == k.TAG:
                    self._drop(engine.position)
                    return
                ends = self._ends_line(engine.token_end)
                if ends:
                    self._drop(engine.token_end)
                    return
                if ends is False:
                    previous = engine.kind
                    engine.go(engine.token_end)
                    continue


def _number(text: bytes) -> int:
    return int(text.rstrip(b"."))


def _character_end(raw: bytes, start: int) -> int:
    """Return where the character at `start` ends, if it is one of UTF-8."""
    end = start + 1
    if raw[start] >= 0xC0:
        while end < len(raw) and 0x80 <= raw[end] < 0xC0 and end < start + 4:
            end += 1
    return end


def _place(problem: Problem) -> int:
    return problem.start


def _characters(data: bytes, game: Game | None) -> int:
    """Return the number of characters in `data`, the end of `game` or a part of none.

    A game's encoding is that of the whole: its last line alone may look like another.
    """
    from .model import decoded

    size = 0 if game is None else len(game.raw)
    text = decoded(data) if game is None else game.text(size - len(data), size)
    return len(text.replace("\ufeff", ""))


def _malformed_tags(tape: array[int]) -> Iterator[Problem]:
    count = 0
    for index in range(0, len(tape), 3):
        if tape[index] == k.MALFORMED_TAG:
            if count == _MALFORMED_TAGS:
                yield Problem("S006", tape[index + 1], tape[index + 2], "too-many-malformed-tags")
                return
            count += 1
            yield Problem("S004", tape[index + 1], tape[index + 2], "malformed-tag")


def _unclosed(tape: array[int]) -> Problem:
    """Return the problem of the innermost variation that is still open."""
    depth = 0
    for index in range(len(tape) - 3, -1, -3):
        if tape[index] == k.RPAR:
            depth += 1
        elif tape[index] == k.LPAR:
            if depth == 0:
                return Problem("S003", tape[index + 1], tape[index + 2], "unclosed-variation")
            depth -= 1
    raise ValueError("no variation is open")
