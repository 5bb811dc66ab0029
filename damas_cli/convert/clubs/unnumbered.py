"""Moves without numbers: which lines go on with a game and which begin another one.

An opening book has a game a line; a blog wraps one game in many. The board tells.
"""

from __future__ import annotations

from damas_cli.language import Phrase, mark
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant

from . import items as kinds
from .items import Draft, Item
from .points import Point
from .replaying import play
from .ruling import _others, variant_of

# So many lines tell where one of them belongs.
AHEAD = 8


def split(
    draft: Draft, default: Variant, forced: bool, line_a_game: bool, points: list[Point]
) -> list[Draft]:
    """Return the games that the lines of a draft without numbers are, most often one.

    `line_a_game` decides where the board does not.
    """
    if draft.pieces or "FEN" in draft.tags or draft.plies < 2:
        return [draft]
    segments = _segments(draft)
    if not any(map(_may_begin, segments, segments[1:])):
        return [draft]
    variant = variant_of(draft, default, forced)
    legal, groups, unsure = _grouped(segments, variant, line_a_game)
    if 2 * legal < draft.plies:
        for other in _others(variant, forced):
            found = _grouped(segments, other, line_a_game)
            if found[0] > legal:
                legal, groups, unsure = found
    for item in unsure:
        template = mark("this line may also begin another game: taken to go on with the one above")
        points.append(Point(item.start, Phrase(template)))
    return (
        [draft] if len(groups) < 2 else [_draft(draft, group, n) for n, group in enumerate(groups)]
    )


def _segments(draft: Draft) -> list[list[Item]]:
    """Return the items line by line; a line without a move belongs to the one before."""
    segments: list[list[Item]] = []
    for item in draft.items:
        if item.kind == kinds.BREAK or not segments:
            segments.append([])
        segments[-1].append(item)
    joined: list[list[Item]] = []
    for segment in segments:
        if joined and not any(item.kind == kinds.MOVE for item in segment):
            joined[-1] += segment
        else:
            joined.append(segment)
    return joined


def _moves(segment: list[Item]) -> list[Item]:
    return [item for item in segment if item.kind == kinds.MOVE]


def _may_begin(above: list[Item], segment: list[Item]) -> bool:
    """Tell whether a line may begin a game: one without a number, below others or a gap."""
    return not _is_numbered(segment) and (bool(segment[0].text) or not _is_numbered(above))


def _is_numbered(segment: list[Item]) -> bool:
    return any(item.kind == kinds.NUMBER for item in segment)


def _grouped(
    segments: list[list[Item]], variant: Variant, line_a_game: bool
) -> tuple[int, list[list[Item]], list[Item]]:
    """Return how many moves are legal, the lines of each game, and where it is not clear."""
    start = Position(variant, variant.first, *variant.start_masks)
    groups: list[list[Item]] = []
    unsure: list[Item] = []
    position: Position | None = None
    total = 0
    for at, segment in enumerate(segments):
        moves = _moves(segment)
        goes_on = bool(groups) and not _may_begin(groups[-1], segment)
        afresh = play(start, moves[:0] if goes_on else moves)
        onward = play(position, moves) if position is not None else None
        if not groups:
            begins = True
        elif goes_on:
            begins = False
        elif onward is None:
            # What stands on the board after an illegal move nobody knows.
            begins = line_a_game or 2 * afresh.legal > len(moves)
        elif afresh.legal != onward.legal or position is None:
            begins = afresh.legal > onward.legal
        elif line_a_game or not afresh.legal:
            begins = line_a_game
        else:
            # A short line is legal in many places: those after it tell.
            more = moves + [item for line in segments[at + 1 : at + AHEAD] for item in _moves(line)]
            difference = play(start, more).legal - play(position, more).legal
            begins = difference > 0
            if not difference:
                unsure.append(moves[0])
        if begins:
            groups.append(list(segment))
        else:
            groups[-1] += segment
        chosen = afresh if begins else onward
        total += chosen.legal if chosen else 0
        known = chosen is not None and len(chosen.positions) > len(chosen.items)
        position = chosen.positions[-1] if chosen is not None and known else None
    return total, groups, unsure


def _draft(draft: Draft, group: list[Item], number: int) -> Draft:
    """Return the draft of one of several games; words before its first move are its heading."""
    found = Draft()
    found.tags = dict(draft.tags)
    if number == 0:
        found.head = draft.head
        found.begin(draft.start)
    first = next(i for i, item in enumerate(group) if item.kind == kinds.MOVE)
    found.head = found.head + [item for item in group[:first] if item.kind == kinds.TEXT]
    skipped = [item for item in group[:first] if item.kind not in (kinds.TEXT, kinds.BREAK)]
    for item in skipped + group[first:]:
        found.add(item)
    return found
