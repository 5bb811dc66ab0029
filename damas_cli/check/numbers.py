"""Move numbers against the plies that they number, as the text has them, legal or not.

A line is explained by the fewest faults: a number that is wrong alone, or a place from which all
numbers are wrong alike (a jump).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from damas_cli.pdn import engine, kinds
from damas_cli.pdn.model import Game

from .lines import SPECIAL, Line, read_lines, walk

if TYPE_CHECKING:
    from .game import GameCheck


class Count(NamedTuple):
    """A way to number plies: ply i, from 0, has the number (i + odd) // 2 + 1 + offset.

    `odd` is 1 where the side that moves second moves at even plies.
    """

    odd: int
    offset: int

    def number(self, ply: int) -> int:
        """Return the number of a ply."""
        return (ply + self.odd) // 2 + 1 + self.offset


# From the start position.
FROM_ONE = Count(0, 0)


class Token(NamedTuple):
    """A move number: its ply (its index in the line), its value, and where it stands."""

    ply: int
    value: int
    start: int
    end: int
    dots: int


class Slip(NamedTuple):
    """A number that is not the one that belongs there.

    Attributes:
        line, token: the line and the number.
        right: the number that belongs there.
        before: the number that it jumps from; None for one that is wrong alone.
    """

    line: Line
    token: Token
    right: int
    before: int | None


class Correction(NamedTuple):
    """A number that has to change for the game to count as it begins.

    Attributes:
        start, end: where its digits stand.
        right: the number that belongs there.
        is_certain: whether the game would read well with it. Else its plies may be numbered one by
            one, or it is a part of a longer game.
    """

    start: int
    end: int
    right: int
    is_certain: bool


class Segment(NamedTuple):
    """The plies of a line from ply index `since` on, to the next setup.

    `first` counts as its beginning does; `changes` are the later counts, by the index from which
    they hold. Where there is no number at all `first` is None. `slips` are the numbers that are
    wrong, and `corrections` make all of them count as `first` does.
    """

    since: int
    first: Count | None
    changes: list[tuple[int, Count]]
    slips: list[Slip]
    corrections: list[Correction]

    def count_at(self, index: int) -> Count | None:
        """Return the count that holds at a ply."""
        at = bisect(self.changes, index, key=lambda change: change[0])
        return self.changes[at - 1][1] if at else self.first


def judge_numbers(check: GameCheck) -> None:
    """Report the move numbers of a game that are not the next ones."""
    for slip in slips(check.game, check.starts_from_fen):
        token, line = slip.token, slip.line
        finding = check.add(
            "N001",
            "" if slip.before is None else "jump",
            token.start,
            token.end,
            written=token.value,
            right=slip.right,
            before=slip.before,
        )
        finding.variation = line.label
        finding.ply = line.first_ply + token.ply
        finding.move = check.game.text(*line.spans[2 * token.ply : 2 * token.ply + 2])


def slips(game: Game, starts_from_fen: bool) -> Iterator[Slip]:
    """Yield the numbers of a game that are not the ones that belong there."""
    for segment in _segments(game, starts_from_fen):
        yield from segment.slips


def corrections(game: Game, starts_from_fen: bool) -> Iterator[Correction]:
    """Yield each number that must change.

    Then the whole game counts as it begins, and there are no slips any more.
    """
    for segment in _segments(game, starts_from_fen):
        yield from segment.corrections


def _segments(game: Game, starts_from_fen: bool) -> Iterator[Segment]:
    """Yield the segments of the main line and of each variation."""
    if not game.kinds >> kinds.MOVE_NUMBER & 1:
        return
    # Most games are numbered well, and that is quickly seen.
    plain = not game.kinds & SPECIAL and not starts_from_fen
    if plain and engine.counts_up(game.raw, game.tape, kinds.MOVE_NUMBER, kinds.MOVE):
        return
    for _, segments in counted(game, () if starts_from_fen else (FROM_ONE,)):
        yield from segments


def counted(game: Game, known: Sequence[Count]) -> Iterator[tuple[Line, list[Segment]]]:
    """Yield the main line and each variation, in the order of the text, with how its plies count.

    `known` are the counts that the main line may begin with; where there is none, its numbers tell.
    """
    line = read_lines(game)
    segments = _judge_line(game, line, known)
    yield line, segments
    # The segments of the lines that the present variation stands in.
    around = [segments]
    for depth, variation in walk(line):
        del around[depth:]
        parent = segment_at(around[-1], variation.replaces)
        # A variation counts as the moves around it do, or as they should.
        counts = [parent.count_at(variation.replaces), parent.first]
        known = [_moved(count, variation.replaces) for count in counts if count is not None]
        segments = _judge_line(game, variation, known, known[-1] if known else None)
        yield variation, segments
        around.append(segments)


def _moved(count: Count, plies: int) -> Count:
    """Return `count` for a line that begins so many plies later."""
    later = plies + count.odd
    return Count(later % 2, later // 2 + count.offset)


def segment_at(segments: list[Segment], index: int) -> Segment:
    """Return the segment that ply number `index` of a line belongs to."""
    return segments[bisect(segments, index, key=lambda segment: segment.since) - 1]


def _judge_line(
    game: Game, line: Line, known: Sequence[Count], truth: Count | None = None
) -> list[Segment]:
    """Return how a line counts, in segments.

    `known` are the counts that it may begin with, `truth` the one that it should. After a setup,
    and where no count is known, any number may come first; after `...` the count may have gone on
    by the move that it stands for.
    """
    tokens = list(_tokens(game, line))
    breaks = {0: False} | {
        index: any(special.kind == kinds.SETUP for special in specials)
        for index, specials in sorted(line.specials.items())
        if any(special.kind in (kinds.SETUP, kinds.ELLIPSIS) for special in specials)
    }
    segments: list[Segment] = []
    first = 0
    for (since, is_set_up), until in zip(breaks.items(), [*breaks, len(line)][1:], strict=True):
        if is_set_up:
            known, truth = (), None
        elif segments:
            now = segments[-1].count_at(since)
            known, truth = ([] if now is None else [now, _moved(now, 1)]), None
        last = bisect(tokens, until - 1, key=lambda token: token.ply)
        segments.append(_judge_segment(line, tokens[first:last], since, known, truth))
        first = last
    return segments


def _tokens(game: Game, line: Line) -> Iterator[Token]:
    numbers = line.numbers
    for at in range(0, len(numbers), 3):
        index, start, end = numbers[at : at + 3]
        # A number without a move says nothing.
        if index < len(line):
            written = game.raw[start:end]
            digits = written.rstrip(b".")
            yield Token(index, int(digits), start, end, len(written) - len(digits))


def _judge_segment(
    line: Line, tokens: Sequence[Token], since: int, known: Sequence[Count], truth: Count | None
) -> Segment:
    """Return how the plies between two setups count."""
    if not tokens:
        return Segment(since, truth or (known[0] if known else None), [], [], [])
    best: list[Count] = []
    fewest = len(tokens) + 1
    for odd in dict.fromkeys(count.odd for count in known) or _likely(tokens[0]):
        beginnings = [count.offset for count in known if count.odd == odd]
        offsets = [token.value - Count(odd, 0).number(token.ply) for token in tokens]
        found = _in_force(offsets, beginnings)
        faults = _faults(offsets, found, beginnings)
        if faults < fewest:
            fewest, best = faults, [Count(odd, offset) for offset in found]
    return _told(line, tokens, since, best, known, truth)


def _likely(token: Token) -> tuple[int, int]:
    """Return the two values of `Count.odd`, the likelier one first: dots tell of the second side.

    Elsewhere a line counts from its first move.
    """
    odd = (token.ply + (token.dots > 1)) % 2
    return odd, 1 - odd


def _faults(offsets: Sequence[int], found: Sequence[int], beginnings: Sequence[int]) -> int:
    """Return how many numbers are wrong where the offsets `found` are in force."""
    faults = int(bool(beginnings) and found[0] not in beginnings)
    for offset, now, before in zip(offsets, found, [found[0], *found], strict=False):
        faults += offset != now or now != before
    return faults


def _told(
    line: Line,
    tokens: Sequence[Token],
    since: int,
    counts: Sequence[Count],
    known: Sequence[Count],
    truth: Count | None,
) -> Segment:
    """Return the segment in which `counts` hold at `tokens`."""
    now = counts[0] if counts[0] in known or not known else known[0]
    first = truth or now
    segment = Segment(since, first, [], [], [])
    before: int | None = None
    # The main line goes on from moves that are not here, unless only its first number is wrong.
    is_part = line.parent is None and since == 0 and bool(known)
    is_part = is_part and all(now.number(token.ply) != token.value for token in tokens[:2])
    for token, count in zip(tokens, counts, strict=True):
        if count != now:
            segment.slips.append(Slip(line, token, now.number(token.ply), before))
            segment.changes.append((token.ply, count))
            now = count
        elif count.number(token.ply) != token.value:
            segment.slips.append(Slip(line, token, count.number(token.ply), None))
        right = first.number(token.ply)
        if right != token.value:
            # The second side's moves have numbers with more dots than one.
            is_second = (token.ply + first.odd) % 2 == 1 and token.dots <= 1
            certain = not is_part and not is_second
            end = token.end - token.dots
            segment.corrections.append(Correction(token.start, end, right, certain))
        before = token.value
    return segment


def _in_force(offsets: Sequence[int], beginnings: Sequence[int]) -> list[int]:
    """Return the offset in force at each number: the fewest faults explain those that deviate.

    A fault is a number that has another offset than the one in force, or a change of that. It may
    begin with any of `beginnings`; with any at all where there are none. Where two explanations
    need as many faults, the count goes on rather than that it changes.

    >>> _in_force([0, 0, 1, 0, 0], [0]), _in_force([0, 2, 2, 2], [0]), _in_force([5, 0, 0], [])
    ([0, 0, 0, 0, 0], [0, 2, 2, 2], [0, 0, 0])
    """
    # Faults needed to have an offset in force now, less the numbers seen: all others have one
    # more with each number, and need not be touched.
    needed = dict.fromkeys(beginnings, 0)
    best: int | None = beginnings[0] if beginnings else None
    fewest = 0
    came_from: list[int | None] = []
    for seen, offset in enumerate(offsets):
        stays = needed[offset] + seen if offset in needed else None
        begins = None if beginnings else seen
        changes = fewest + 1
        faults = min(cost for cost in (stays, begins, changes) if cost is not None)
        if faults == stays:
            came_from.append(offset)
        else:
            came_from.append(None if faults == begins else best)
        needed[offset] = faults - seen - 1
        fewest += 1
        if faults < fewest or best is None:
            fewest, best = faults, offset
    found: list[int] = []
    now = best
    assert now is not None
    for offset, before in zip(reversed(offsets), reversed(came_from), strict=True):
        found.append(now)
        if offset == now and before is not None:
            now = before
        # else: before the first number that counts those in front of it are wrong.
    return found[::-1]
