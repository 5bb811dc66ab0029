"""What the text of a move means in a position: a legal move, or the law that it breaks."""

from __future__ import annotations

import itertools

from .captures import Capture, Relaxed, captures_from
from .move import Move
from .notation import read_squares
from .position import Position


class Verdict:
    """What a text means in a position.

    Attributes:
        readings: the legal moves that the text may mean, ascending by text; none at a fault.
        fault: the law that is broken, empty at a legal move: `illegal-move`, `capture-missed`,
            `quantity-law`, `quality-law`, `capture-priority`, `move-after-end`, `wrong-side` or
            `capture-not-completed`.
        reason: why a move is an `illegal-move`: a key such as `blocked`.
        square: the square that the reason is about, 0 for none.
        played: origin, destination and captured squares of the move as written, where it can be
            carried out on the board.
        completions: at `capture-not-completed` the legal captures that begin as the text does.
        others: the verdicts on other captures, illegal or half of a legal one, that the text may
            mean, nearest to the law first; this one comes before them.
        taken, best: the pieces and the kings that the text takes, and that had to be taken.
    """

    __slots__ = (
        "best",
        "completions",
        "fault",
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
        self.played = played
        self.completions: tuple[Move, ...] = ()
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
    squares = read_squares(text, position.variant.board)
    return _readings(position, squares) if squares is not None else ()


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
    return any(
        way.landing == move.destination and set(way.victims) == victims and way.passes(squares)
        for way in position.captures_of(move.origin)
    )


def judge(position: Position, text: str) -> Verdict:
    """Return what `text` means in `position`.

    >>> position = Position.from_fen("W:W14:B18,19,26")
    >>> judge(position, "14x23").fault, [str(m) for m in judge(position, "14x21x30").readings]
    ('quantity-law', ['14x30'])
    """
    legal = position.legal_moves()
    if not legal:
        return Verdict("move-after-end")
    squares = read_squares(text, position.variant.board)
    if squares is None:
        return Verdict("illegal-move", reason="unreadable")
    if 0 in squares:
        return Verdict("illegal-move", reason="off-board")
    piece = position.piece(squares[0])
    if not piece:
        return Verdict("illegal-move", reason="no-piece", square=squares[0])
    if piece.upper() != position.turn:
        return Verdict("wrong-side", square=squares[0])
    readings = _readings(position, squares)
    if readings:
        return Verdict(readings=readings)
    if legal[0].captured:
        verdict = _broken_capture(position, squares, legal)
        if verdict is not None:
            return verdict
    if len(squares) == 2 and _moves_quietly(position, *squares):
        return Verdict("capture-missed", played=(squares[0], squares[1], ()))
    reason, square = _reason(position, squares)
    return Verdict("illegal-move", reason=reason, square=square)


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
        for jumps in range(len(capture.gaps), 0, -1)
        if squares[-1] in capture.gaps[jumps - 1] and capture.passes(squares, jumps)
    ]


def _broken_capture(
    position: Position, squares: tuple[int, ...], legal: tuple[Move, ...]
) -> Verdict | None:
    """Judge a text that is a capture, or the beginning of one, but not a legal one."""
    best = position.variant.kernel.best_capture(*position.state)
    allowed = {move.key: move for move in legal}
    completions: set[Move] = set()
    begun: list[tuple[Capture, int]] = []
    illegal: list[tuple[Capture, int]] = []
    for capture in position.captures_of(squares[0]):
        ways = [(capture, jumps) for jumps in _jumps_to(capture, squares)]
        move = allowed.get((capture.origin, capture.landing, frozenset(capture.victims)))
        if ways and move is not None:
            completions.add(move)
            begun += ways
        else:
            illegal += ways
    if completions:
        verdict = _carried_out(position, squares, begun, best, "capture-not-completed")
        for half in (verdict, *verdict.others):
            half.completions = tuple(sorted(completions, key=lambda move: move.text))
        return verdict
    if not illegal:
        return None
    # A capture written whole is not taken for the beginning of another one that is illegal too.
    whole = [way for way in illegal if way[1] == len(way[0].victims)]
    return _carried_out(position, squares, whole or illegal, best, "capture-priority")


def _carried_out(
    position: Position,
    squares: tuple[int, ...],
    ways: list[tuple[Capture, int]],
    best: tuple[int, int],
    other_fault: str,
) -> Verdict:
    """Return the verdict on captures that the text gives so many jumps of, one for each set taken.

    Nearest to the law first: by what the whole capture takes, then by how much the text gives.
    `other_fault` is that of a capture that takes as much as it should.
    """
    ways.sort(key=lambda way: way[0].path)
    ways.sort(key=lambda way: (_worth(position, way[0].victims), way[1]), reverse=True)
    verdicts: dict[frozenset[int], Verdict] = {}
    for capture, jumps in ways:
        victims = capture.victims[:jumps]
        if frozenset(victims) not in verdicts:
            fault = _broken_law(_worth(position, capture.victims), best) or other_fault
            played = squares[0], squares[-1], victims
            verdict = Verdict(fault, played=played, taken=_worth(position, victims))
            verdict.best = best
            verdicts[frozenset(victims)] = verdict
    first, *others = verdicts.values()
    first.others = tuple(others)
    return first


def _broken_law(worth: tuple[int, int], best: tuple[int, int]) -> str:
    """Return the law of quantity or of quality, if a capture that takes `worth` breaks it."""
    if worth[0] < best[0]:
        return "quantity-law"
    return "quality-law" if worth[1] < best[1] else ""


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
    for key, relaxed in (
        ("captured-backward", Relaxed(backward=True)),
        ("beyond-crowning", Relaxed(beyond_crowning=True)),
    ):
        ways = captures_from(position.men, squares[0], position.variant, relaxed)
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
    board = position.variant.board
    king = squares[0] in men.kings
    last_row = board.height - 1 if men.white_to_move else 0
    forward = (0, 1) if men.white_to_move else (2, 3)
    occupied = (men.own | men.opponents) - {squares[0]}
    taken: set[int] = set()
    for origin, target in itertools.pairwise(squares):
        if not king and origin != squares[0] and board.row(origin) == last_row:
            return "beyond-crowning", origin
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
        backward = not king and direction not in forward
        if not king and len(between) == (1 if pieces else 0) and backward:
            return ("captured-backward" if pieces else "moved-backward"), target
        if not king and (len(between) > 1 or not pieces):
            return "too-far" if between else "nothing-to-capture", target
        if len(pieces) > 1 or (pieces and pieces[0] in men.own):
            return "blocked", next((p for p in pieces if p in men.own), pieces[-1])
        if not pieces:
            return "nothing-to-capture", target
        taken.add(pieces[0])
    return "wrong-path", 0
