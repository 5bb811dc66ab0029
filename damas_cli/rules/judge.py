"""What the text of a move means in a position: a legal move, or the law that it breaks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from .captures import Capture, Relaxed, captures_from, rank
from .move import Move
from .notation import read_move
from .position import Position


class Verdict:
    """What a text means in a position.

    Attributes:
        readings: the legal moves that the text may mean, ascending by text; none at a fault.
        fault: the law that is broken, empty at a legal move: `illegal-move`, `capture-missed`,
            `quantity-law`, `quality-law`, `capture-priority`, `move-after-end`, `wrong-side` or
            `capture-not-completed`.
        reason: why a move is an `illegal-move`: a key such as `blocked`; at `capture-priority` the
            law that goes before the others: `with-king` or `kings-first`.
        square: the square that the reason is about, 0 for none.
        origin: the square of the piece that the text moves, 0 where it names none.
        played: origin, destination and captured squares of the move as written, where it can be
            carried out on the board.
        completions: at `capture-not-completed` the legal captures that begin as the text does.
        due: these, and those of which the text takes the first pieces but stops on a square where
            the piece cannot go on, though it could from another.
        others: the verdicts on other captures, illegal or half of a legal one, that the text may
            mean, nearest to the law first; this one comes before them.
        taken, best: the pieces and the kings that the text takes, and that had to be taken.
    """

    __slots__ = (
        "best",
        "completions",
        "due",
        "fault",
        "origin",
        "others",
        "played",
        "readings",
        "reason",
        "square",
        "taken",
    )

    def __init__(
        self,
        fault: str = "",
        readings: tuple[Move, ...] = (),
        reason: str = "",
        square: int = 0,
        played: tuple[int, int, tuple[int, ...]] | None = None,
        taken: tuple[int, int] = (0, 0),
    ) -> None:
        self.fault = fault
        self.readings = readings
        self.reason = reason
        self.square = square
        self.origin = played[0] if played else 0
        self.played = played
        self.completions: tuple[Move, ...] = ()
        self.due: tuple[Move, ...] = ()
        self.taken = taken
        self.best = (0, 0)
        self.others: tuple[Verdict, ...] = ()


class IllegalMove(ValueError):
    """A text is no legal move; `verdict` says which law it breaks."""

    def __init__(self, text: str, verdict: Verdict) -> None:
        because = f" ({verdict.reason})" if verdict.reason else ""
        super().__init__(f"{text}: {verdict.fault}{because}")
        self.text = text
        self.verdict = verdict

    @property
    def law(self) -> str:
        """The law that is broken, such as `quantity-law`."""
        return self.verdict.fault


class AmbiguousMove(ValueError):
    """A text fits several legal moves, `readings`, that take different pieces."""

    def __init__(self, text: str, readings: tuple[Move, ...]) -> None:
        super().__init__(f"{text} may be {' or '.join(map(str, readings))}")
        self.text = text
        self.readings = readings


def readings_of(position: Position, text: str) -> tuple[Move, ...]:
    """Return the legal moves that `text` may mean, ascending by text."""
    return _legal_of(position, read_move(text, position.variant.board))


def written_whole(position: Position, text: str, readings: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return those of `readings` of which `text` leaves no landing out.

    Where captures of different length compete, as they do where no law counts the pieces, the
    text of one may also be the shortened text of another.
    """
    written = read_move(text, position.variant.board)
    return tuple(
        move for move in readings if any(len(squares) == len(move.path) for squares in written)
    )


def _legal_of(position: Position, written: list[tuple[int, ...]]) -> tuple[Move, ...]:
    if len(written) == 1:
        return _readings(position, written[0])
    found = (move for squares in written for move in _readings(position, squares))
    return tuple(sorted(found, key=lambda move: move.text))


def _readings(position: Position, squares: tuple[int, ...]) -> tuple[Move, ...]:
    ends = [
        move
        for move in position.legal_moves()
        if move.origin == squares[0] and move.destination == squares[-1]
    ]
    if len(squares) == 2:
        return tuple(ends)
    return tuple(move for move in ends if move.captured and _fits(position, move, squares))


def _fits(position: Position, move: Move, squares: tuple[int, ...]) -> bool:
    """Tell whether some order of `move`'s captures lands on the inner squares of the text."""
    victims = set(move.captured)

    def fits(ways: Iterable[Capture]) -> bool:
        return any(
            way.landing == move.destination and set(way.victims) == victims and way.passes(squares)
            for way in ways
        )

    # PDN 3.0: the same pieces in another order are the same move, also where that order by itself
    # should have gone on from another landing.
    if fits(position.captures_of(move.origin)):
        return True
    if "most-pieces" in position.variant.priority:
        return False
    return fits(captures_from(position.men, move.origin, position.variant, Relaxed(cut_short=True)))


def judge(position: Position, text: str) -> Verdict:
    """Return what `text` means in `position`.

    >>> position = Position.from_fen("W:W14:B18,19,26")
    >>> judge(position, "14x23").fault, [str(m) for m in judge(position, "14x21x30").readings]
    ('quantity-law', ['14x30'])
    """
    legal = position.legal_moves()
    if not legal:
        return Verdict("move-after-end")
    written = read_move(text, position.variant.board)
    if len(written) > 1:
        return _judge_short_form(position, written, legal)
    if not written:
        return Verdict("illegal-move", reason="unreadable")
    if 0 in written[0]:
        return Verdict("illegal-move", reason="off-board")
    return _judge_squares(position, written[0], legal)


def _judge_squares(
    position: Position, squares: tuple[int, ...], legal: tuple[Move, ...]
) -> Verdict:
    origin = squares[0]
    piece = position.piece(origin)
    if not piece:
        return Verdict("illegal-move", reason="no-piece", square=origin)
    if piece.upper() != position.turn:
        return Verdict("wrong-side", square=origin)
    readings = _readings(position, squares)
    if readings:
        return Verdict(readings=readings)
    if legal[0].captured:
        verdict = _broken_capture(position, squares, legal)
        if verdict is not None:
            return verdict
    if len(squares) == 2 and _moves_quietly(position, *squares):
        return Verdict("capture-missed", played=(*squares, ()))
    reason, square = _reason(position, squares)
    verdict = Verdict("illegal-move", reason=reason, square=square)
    verdict.origin = origin
    return verdict


def _judge_short_form(
    position: Position, written: list[tuple[int, ...]], legal: tuple[Move, ...]
) -> Verdict:
    """Judge a text that names the file of the piece only: as the piece nearest to the law."""
    if 0 in written[0]:
        return Verdict("illegal-move", reason="off-board")
    readings = _legal_of(position, written)
    if readings:
        return Verdict(readings=readings)
    verdicts = [
        _judge_squares(position, squares, legal)
        for squares in written
        if squares[0] in position.men.own
    ]
    if not verdicts:
        return Verdict("illegal-move", reason="no-piece-on-file")
    verdicts.sort(key=lambda verdict: (_FAULTS.index(verdict.fault), *_excuse(verdict)))
    first = verdicts[0]
    if first.due:
        first.completions = _by_text(move for verdict in verdicts for move in verdict.completions)
        first.due = _by_text(move for verdict in verdicts for move in verdict.due)
    rivals = [verdict for verdict in verdicts[1:] if verdict.fault == first.fault]
    first.others += tuple(other for rival in rivals for other in (rival, *rival.others))
    for other in first.others:
        other.completions, other.due = first.completions, first.due
    return first


# Nearest to the law first.
_FAULTS = (
    "capture-not-completed",
    "capture-priority",
    "quality-law",
    "quantity-law",
    "capture-missed",
    "illegal-move",
)


def _excuse(verdict: Verdict) -> tuple[bool, int, int]:
    """Order verdicts of one fault: a piece that stands on no diagonal was hardly meant."""
    return verdict.reason == "not-diagonal", -verdict.taken[0], -verdict.taken[1]


def _worth(position: Position, victims: tuple[int, ...]) -> tuple[int, int]:
    """Return how many pieces and how many kings are taken."""
    return len(victims), sum(1 for victim in victims if victim in position.men.kings)


def _jumps_to(capture: Capture, squares: tuple[int, ...]) -> list[int]:
    """Return how many jumps of `capture` the text gives: each number that it may mean, most first.

    A capture may come by a square twice, and the text may stop there at either time.
    """
    whole = capture.landing == squares[-1] and capture.passes(squares)
    return ([len(capture.victims)] if whole else []) + [
        jumps
        for jumps in range(len(capture.stops), 0, -1)
        if squares[-1] in capture.stops[jumps - 1] and capture.passes(squares, jumps)
    ]


def _broken_capture(
    position: Position, squares: tuple[int, ...], legal: tuple[Move, ...]
) -> Verdict | None:
    """Judge a text that is a capture, or the beginning of one, but not a legal one."""
    allowed = {move.key: move for move in legal}
    completions: set[Move] = set()
    due: set[Move] = set()
    begun: list[tuple[Capture, int]] = []
    illegal: list[tuple[Capture, int]] = []
    for capture in position.captures_of(squares[0]):
        ways = [(capture, jumps) for jumps in _jumps_to(capture, squares)]
        move = allowed.get((capture.origin, capture.landing, frozenset(capture.victims)))
        if ways and move is not None:
            due.add(move)
            begun += ways
            if any(squares[-1] in capture.gaps[jumps - 1] for _, jumps in ways):
                completions.add(move)
        else:
            illegal += ways
    if due:
        verdict = _carried_out(position, squares, begun, legal=True)
        for half in (verdict, *verdict.others):
            half.completions, half.due = _by_text(completions), _by_text(due)
        return verdict
    if not illegal:
        return None
    # A capture written whole is not taken for the beginning of another one that is illegal too.
    whole = [way for way in illegal if way[1] == len(way[0].victims)]
    return _carried_out(position, squares, whole or illegal)


def _by_text(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the different ones of `moves`, ascending by text."""
    return tuple(sorted(set(moves), key=lambda move: move.text))


def _carried_out(
    position: Position,
    squares: tuple[int, ...],
    ways: list[tuple[Capture, int]],
    legal: bool = False,
) -> Verdict:
    """Return the verdict on captures that the text gives so many jumps of, one for each set taken.

    Nearest to the law first: by what the whole capture takes, then by how much the text gives.
    With `legal` they are legal captures, if perhaps in another order than the laws want, and at
    fault only for being broken off.
    """
    men, priority = position.men, position.variant.priority
    captures = (capture for origin in men.own for capture in position.captures_of(origin))
    best = max(captures, key=lambda capture: rank(capture, men, priority))
    ways.sort(key=lambda way: way[0].path)
    ways.sort(
        key=lambda way: (
            rank(way[0], men, priority),
            _worth(position, way[0].victims),
            way[1],
        ),
        reverse=True,
    )
    verdicts: dict[frozenset[int], Verdict] = {}
    for capture, jumps in ways:
        victims = capture.victims[:jumps]
        if frozenset(victims) not in verdicts:
            fault, reason = _BROKEN_OFF if legal else _broken_law(position, capture, best)
            played = squares[0], squares[-1], victims
            verdict = Verdict(fault, reason=reason, played=played, taken=_worth(position, victims))
            verdict.best = _worth(position, best.victims)
            verdicts[frozenset(victims)] = verdict
    first, *others = verdicts.values()
    first.others = tuple(others)
    return first


_BROKEN_OFF = ("capture-not-completed", "")
# The law that a capture of lower rank breaks, and which of several it is.
_LAWS = {
    "most-pieces": ("quantity-law", ""),
    "most-kings": ("quality-law", ""),
    "with-king": ("capture-priority", "with-king"),
    "kings-first": ("capture-priority", "kings-first"),
}


def _broken_law(position: Position, capture: Capture, best: Capture) -> tuple[str, str]:
    """Return the first law by which `capture` falls short of `best`, and which of several it is.

    A capture that is as good as the best one can only have been broken off.
    """
    for law in position.variant.priority:
        if rank(capture, position.men, [law]) < rank(best, position.men, [law]):
            return _LAWS[law]
    return _BROKEN_OFF


def _moves_quietly(position: Position, origin: int, destination: int) -> bool:
    """Tell whether the piece could go there without capturing, were there nothing to capture."""
    men = position.men
    king = origin in men.kings
    occupied = men.own | men.opponents
    for direction, ray in enumerate(position.variant.board.diagonals[origin]):
        if destination not in ray:
            continue
        steps = ray[: ray.index(destination) + 1]
        if not king and direction // 2 == (0 if men.white_to_move else 1):
            return len(steps) == 1 and destination not in occupied
        return king and (position.variant.flying or len(steps) == 1) and occupied.isdisjoint(steps)
    return False


def _reason(position: Position, squares: tuple[int, ...]) -> tuple[str, int]:
    """Return why the move is wrong in itself, and the square that shows it."""
    variant = position.variant
    # With each law of movement left aside that the variant has: would it be a capture then?
    for key, holds, relaxed in (
        ("captured-backward", not variant.man_captures_backward, Relaxed(backward=True)),
        ("beyond-crowning", variant.promotion == "stop", Relaxed(beyond_crowning=True)),
        ("captured-king", not variant.man_captures_kings, Relaxed(kings=True)),
        ("lands-behind", variant.landing == "behind" and variant.flying, Relaxed(beyond=True)),
        ("king-too-far", not variant.flying, Relaxed(far=True)),
    ):
        ways = captures_from(position.men, squares[0], variant, relaxed) if holds else ()
        if any(_jumps_to(way, squares) for way in ways):
            return key, squares[-1]
    reason, square = _first_broken_step(position, squares)
    ends = _readings(position, (squares[0], squares[-1]))
    if len(squares) > 2 and reason != "jumped-twice" and any(move.captured for move in ends):
        return "wrong-path", 0
    return reason, square


def _first_broken_step(position: Position, squares: tuple[int, ...]) -> tuple[str, int]:
    """Follow the text square by square to the first step that the piece cannot make."""
    men = position.men
    variant = position.variant
    board = variant.board
    king = squares[0] in men.kings
    last_row = board.height - 1 if men.white_to_move else 0
    forward = (0, 1) if men.white_to_move else (2, 3)
    occupied = set(men.own | men.opponents) - {squares[0]}
    taken: set[int] = set()
    for origin, target in itertools.pairwise(squares):
        if not king and origin != squares[0] and board.row(origin) == last_row:
            if variant.promotion == "stop":
                return "beyond-crowning", origin
            king = variant.promotion == "king"
        direction = next((d for d in range(4) if target in board.diagonals[origin][d]), -1)
        if direction < 0:
            return ("same-square" if origin == target else "not-diagonal"), target
        if target in occupied:
            return "occupied", target
        ray = board.diagonals[origin][direction]
        between = ray[: ray.index(target)]
        pieces = [square for square in between if square in occupied]
        if len(pieces) == 1 and pieces[0] in taken:
            return "jumped-twice", pieces[0]
        if not king and direction not in forward and len(between) == (1 if pieces else 0):
            if not pieces:
                return "moved-backward", target
            if not variant.man_captures_backward:
                return "captured-backward", target
        if not (king and variant.flying) and (len(between) > 1 or not pieces):
            if not between:
                return "nothing-to-capture", target
            return ("king-too-far" if king else "too-far"), target
        if len(pieces) > 1 or (pieces and pieces[0] in men.own):
            return "blocked", next((p for p in pieces if p in men.own), pieces[-1])
        if not pieces:
            return "nothing-to-capture", target
        victim = pieces[0]
        if victim in men.kings and not king and not variant.man_captures_kings:
            return "captured-king", victim
        if variant.landing == "behind" and victim != between[-1]:
            return "lands-behind", victim
        taken.add(victim)
        if variant.removal == "at-once":
            occupied.discard(victim)
    return "wrong-path", 0
