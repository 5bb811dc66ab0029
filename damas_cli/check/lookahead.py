"""Ambiguous texts settled by the moves that follow: one forward pass, all readings side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from damas_cli.rules.judge import readings_of, written_whole
from damas_cli.rules.move import Move
from damas_cli.rules.position import Position

# SEMANTICS: more readings alive than this are not settled.
MOST_READINGS = 64

# Gives the text of ply number i of a line; None where the line ends, MEETING where a setup stands.
TextAt = Callable[[int], str | None]
# A setup replaces the position: there all readings meet.
MEETING = ""


class Step(NamedTuple):
    """A move of a reading, and the steps before it."""

    before: Step | None
    move: Move


class Reading(NamedTuple):
    """One way to read the texts since the first ambiguous one: its last step, where it leads to.

    Only the last position is kept, since a line may stay ambiguous for very long.
    """

    step: Step | None
    position: Position

    def moves(self) -> list[Move]:
        """Return the moves of this reading, in order."""
        found: list[Move] = []
        step = self.step
        while step is not None:
            found.append(step.move)
            step = step.before
        return found[::-1]


def _next(live: list[Reading], text: str) -> list[Reading]:
    """Return the readings of `live` that `text` carries on, one a position."""
    found: dict[Position, Reading] = {}
    for reading in live:
        for move in readings_of(reading.position, text):
            position = _after(reading.position, move)
            found.setdefault(position, Reading(Step(reading.step, move), position))
    return list(found.values())


def _begin(position: Position, moves: Iterable[Move]) -> list[Reading]:
    return [Reading(Step(None, move), _after(position, move)) for move in moves]


def settle(
    position: Position, moves: tuple[Move, ...], text_at: TextAt, following: int
) -> tuple[list[Move], tuple[Move, ...]]:
    """Read on from an ambiguous text until one reading is left.

    Args:
        position: where the ambiguous text stands.
        moves: what it may mean, ascending by text.
        text_at: the texts of the line.
        following: the index of the text after the ambiguous one.

    Returns:
        The moves settled, from the ambiguous text on; and, where the pass ends in a tie, the
        readings of the first text on which the survivors differ (empty when all is settled).
    """
    live = _begin(position, moves)
    while len(live) > 1:
        text = text_at(following)
        if text == MEETING:
            live = live[:1]
        if not text:
            break
        carried = _next(live, text)
        if not carried or len(carried) > MOST_READINGS:
            break
        live = carried
        following += 1
    return _settled(position, [reading.moves() for reading in live], text_at, following)


def _settled(
    position: Position, lines: list[list[Move]], text_at: TextAt, first_rest: int
) -> tuple[list[Move], tuple[Move, ...]]:
    """Return what lines that go equally far settle; of rivals the one written whole goes before.

    `first_rest` is the index of the text after the last one that `lines` read.
    """
    settled = 0
    while len(lines) > 1:
        while all(line[settled] == lines[0][settled] for line in lines):
            position = _after(position, lines[0][settled])
            settled += 1
        found = {line[settled]: None for line in lines}
        rivals = tuple(sorted(found, key=lambda move: move.text))
        text = text_at(first_rest - len(lines[0]) + settled) or ""
        whole = written_whole(position, text, rivals)
        if len(whole) != 1:
            return lines[0][:settled], rivals
        lines = [line for line in lines if line[settled] == whole[0]]
    return lines[0], ()


def _after(position: Position, move: Move) -> Position:
    return position.put(move.origin, move.destination, move.captured)


def completes(
    position: Position,
    completions: tuple[Move, ...],
    stopped: list[Position],
    text_at: TextAt,
    following: int,
) -> bool:
    """Tell whether a whole capture carries the line further than any way to stop half-way does."""
    whole = _begin(position, completions)
    half = [Reading(None, position) for position in stopped]
    while whole and half:
        text = text_at(following)
        if not text:
            return False
        whole = _next(whole, text)[:MOST_READINGS]
        half = _next(half, text)[:MOST_READINGS]
        following += 1
    return bool(whole)


def furthest(positions: list[Position], text_at: TextAt, following: int) -> int:
    """Return the index of the position from which the line goes on furthest; on a tie the first.

    For the readings of an illegal text, which do not compete: one of them has to be played.
    """
    live = {index: [Reading(None, p)] for index, p in enumerate(positions)}
    while len(live) > 1 and (text := text_at(following)):
        carried = {index: _next(found, text)[:MOST_READINGS] for index, found in live.items()}
        carried = {index: found for index, found in carried.items() if found}
        if not carried:
            break
        live = carried
        following += 1
    return min(live)
