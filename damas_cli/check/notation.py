"""How played moves are written, against the one form that the writer gives them.

Separators are aside: whether `-` or `x` is right is N002's affair.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from damas_cli.pdn import engine
from damas_cli.rules.board import Board
from damas_cli.rules.judge import readings_of
from damas_cli.rules.move import Move
from damas_cli.rules.notation import read_move

if TYPE_CHECKING:
    from .replay import Replay

_SEPARATORS = str.maketrans("xX:", "---")
_LEADING_ZERO = re.compile(r"(?<![0-9A-La-l])0[0-9]")
_UPPER_CASE = re.compile("[A-L]")
_BETWEEN_SQUARES = re.compile(r"[0-9][a-l]")


def judge_notation(replay: Replay, first: int, last: int) -> None:
    """Report which of the plies `first` to `last` - 1, all played, are not in the writer's form.

    The text of an illegal move has no such form, and a capture that only the following moves
    settle may be written by its two squares (SEMANTICS of N003).
    """
    check, line = replay.check, replay.line
    algebraic = check.variant.board.algebraic
    index = first
    while True:
        index = engine.odd_move(check.game.raw, line.spans, index, last, algebraic)
        if index >= last:
            break
        if index not in replay.by_hand:
            _judge_squares(replay, index)
        index += 1
    for index, move in replay.by_hand.items():
        if move is not None and first <= index < last:
            _judge_move(replay, index, move)


def _judge_squares(replay: Replay, index: int) -> None:
    """Judge a text that the kernel played: two squares that name one move."""
    variant = replay.check.variant
    text = replay.text(index)
    origin, destination = read_move(text, variant.board)[0]
    sign = variant.capture_sign if replay.captures(index) else "-"
    right = f"{variant.board.label(origin)}{sign}{variant.board.label(destination)}"
    if _same(text, right):
        return
    replay.check.add_non_canonical(replay, index, _oddity(text) or "", right)


def _judge_move(replay: Replay, index: int, move: Move) -> None:
    """Judge a text that was looked at more closely: that of `move`."""
    text = replay.text(index)
    if _same(text, move.text):
        return
    oddity = _oddity(text)
    if oddity is None:
        readings = readings_of(replay.position(index), text)
        if len(readings) > 1:
            return
        oddity = (
            _difference(text, move.text, replay.check.variant.board) if readings else "not-whole"
        )
    replay.check.add_non_canonical(replay, index, oddity, move.text)


def _difference(text: str, right: str, board: Board) -> str:
    """Return how `text`, which names the move `right`, differs from it, a reason of N004."""
    written, needed = (len(read_move(one, board)[0]) for one in (text, right))
    if len(read_move(text, board)) > 1:
        return "not-whole"
    return "path" if written > needed else "not-whole" if written < needed else ""


def _same(text: str, right: str) -> bool:
    return text.translate(_SEPARATORS) == right.translate(_SEPARATORS)


def _oddity(text: str) -> str | None:
    r"""Return what is odd about a text whatever squares it names, a reason of N004.

    >>> [_oddity(text) for text in ("07-11", "5- 9", "C3-B4", "5\u22129", "c3d4", "25x18x11")]
    ['leading-zero', 'blank', 'upper-case', 'character', 'no-separator', None]
    """
    if _LEADING_ZERO.search(text):
        return "leading-zero"
    if " " in text:
        return "blank"
    if not text.isascii():
        return "character"
    if _UPPER_CASE.search(text):
        return "upper-case"
    if _BETWEEN_SQUARES.search(text):
        return "no-separator"
    return None
