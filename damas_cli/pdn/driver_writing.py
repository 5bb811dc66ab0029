"""How a game is written, told from its text alone: questions asked too often to loop in Python."""

from __future__ import annotations

from array import array

from .driver_codes import raw_letters


def tag_names(raw: bytes, tape: array[int], kind: int, others: int) -> tuple[bytes, ...]:
    """Return the names in the tokens of `kind` (tag pairs) at the beginning of a tape, in order.

    The first token that is neither of `kind` nor in the bit mask of `others` ends them.
    """
    data = raw_letters(raw)
    names = []
    position = 0
    while position < len(tape):
        if tape[position] == kind:
            end = _in_text(tape[position + 2], raw)
            start = _word_start(data, tape[position + 1] + 1, end)
            names.append(raw[start : _word_end(data, start, end)])
        elif not others >> tape[position] & 1:
            break
        position += 3
    return tuple(names)


def has_tags(raw: bytes, tape: array[int], kind: int, others: int, names: bytes) -> bool:
    """Tell whether `tag_names` would be `names`, each of which ends with a blank there."""
    if len(tape):
        _in_text(tape[len(tape) - 1], raw)
    return _has_tags(raw_letters(raw), tape, kind, others, raw_letters(names), len(names))


def _has_tags(
    data: bytes, tape: array[int], kind: int, others: int, names: bytes, size: int
) -> bool:
    position = 0
    at = 0
    while position < len(tape):
        if tape[position] == kind:
            end = tape[position + 2]
            start = _word_start(data, tape[position + 1] + 1, end)
            end = _word_end(data, start, end)
            while start < end and at < size and data[start] == names[at]:
                start += 1
                at += 1
            if start < end or at == size or names[at] != 32:
                return False
            at += 1
        elif not others >> tape[position] & 1:
            break
        position += 3
    return at == size


def _in_text(end: int, raw: bytes) -> int:
    if end > len(raw):
        raise ValueError("a token ends after the text")
    return end


def _word_start(data: bytes, start: int, end: int) -> int:
    while start < end and data[start] <= 32:
        start += 1
    return start


def _word_end(data: bytes, start: int, end: int) -> int:
    """Return where the word at `start` ends: before a blank or a quote."""
    while start < end and data[start] > 32 and data[start] != 34:
        start += 1
    return start


def counts_up(raw: bytes, tape: array[int], number: int, move: int) -> bool:
    """Tell whether every number on a tape is the one of the next move: 1 and 1, 2 and 2.

    `number` and `move` are the kinds of those tokens. Numbers may be missing.
    """
    data = raw_letters(raw)
    if len(tape):
        _in_text(tape[len(tape) - 1], raw)
    return _counts_up(data, tape, number, move)


def _counts_up(data: bytes, tape: array[int], number: int, move: int) -> bool:
    plies = 0
    position = 0
    while position < len(tape):
        token = tape[position]
        if token == move:
            plies += 1
        elif (
            token == number
            and _number(data, tape[position + 1], tape[position + 2]) != plies // 2 + 1
        ):
            return False
        position += 3
    return True


def is_plainly_written(
    raw: bytes, tape: array[int], number: int, move: int, algebraic: bool
) -> bool:
    """Tell whether the numbers count up and no move is odd: `counts_up` and `odd_move` in one."""
    if len(tape):
        _in_text(tape[len(tape) - 1], raw)
    return _is_plainly_written(raw_letters(raw), tape, number, move, algebraic)


def _is_plainly_written(
    data: bytes, tape: array[int], number: int, move: int, algebraic: bool
) -> bool:
    plies = 0
    position = 0
    while position < len(tape):
        token = tape[position]
        if token == move:
            if not _is_two_squares(data, tape[position + 1], tape[position + 2], algebraic):
                return False
            plies += 1
        elif (
            token == number
            and _number(data, tape[position + 1], tape[position + 2]) != plies // 2 + 1
        ):
            return False
        position += 3
    return True


def _number(data: bytes, start: int, end: int) -> int:
    """Return the number at `start`; a full stop ends it, if `end` does not."""
    value = 0
    while start < end and data[start] != 46:
        value = 10 * value + data[start] - 48
        start += 1
    return value


def odd_move(raw: bytes, spans: array[int], first: int, last: int, algebraic: bool) -> int:
    """Return which of the moves `first` to `last` - 1 is the first not written as two squares.

    `last` is returned where all are. `spans` holds the start and end of each move's text. A square
    is a number without a leading zero, or, where `algebraic`, a small letter and such a number;
    between the two stands `-`, `x`, `X` or `:`.
    """
    if not 0 <= first <= last or 2 * last > len(spans):
        raise ValueError(f"moves {first} to {last} are none")
    if last:
        _in_text(spans[2 * last - 1], raw)
    return _odd_move(raw_letters(raw), spans, first, last, algebraic)


def _odd_move(data: bytes, spans: array[int], first: int, last: int, algebraic: bool) -> int:
    ply = first
    while ply < last and _is_two_squares(data, spans[2 * ply], spans[2 * ply + 1], algebraic):
        ply += 1
    return ply


def _is_two_squares(data: bytes, start: int, end: int, algebraic: bool) -> bool:
    at = _square(data, start, end, algebraic)
    if at >= end or not (data[at] == 45 or data[at] | 32 == 120 or data[at] == 58):
        return False
    return _square(data, at + 1, end, algebraic) == end


def _square(data: bytes, start: int, end: int, algebraic: bool) -> int:
    """Return where the square at `start` ends; `end` + 1 where there is none."""
    if algebraic:
        if start >= end or not 97 <= data[start] <= 108:
            return end + 1
        start += 1
    if start >= end or not 49 <= data[start] <= 57:
        return end + 1
    start += 1
    if start < end and 48 <= data[start] <= 57:
        start += 1
    return start
