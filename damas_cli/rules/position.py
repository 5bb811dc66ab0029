"""A position: what stands where and who is to move."""

from __future__ import annotations

from functools import cached_property

from .captures import Capture, Men, captures_from, rank
from .fen import format_fen, parse_fen
from .move import Move
from .variant import Variant, get_variant


class Position:
    """An immutable, hashable position of one variant.

    Attributes:
        variant: the `Variant` whose rules hold.
        turn: `W` or `B`, the side to move.
        white, black, kings: bit masks in the layout of `damas_cli.rules.board`; a king is in
            `kings` and in the mask of its colour.

    >>> start = Position.start()
    >>> str(start.play(start.move("10-14")))
    'B:W1,2,3,4,5,6,7,8,9,11,12,14:B21,22,23,24,25,26,27,28,29,30,31,32'
    """

    variant: Variant
    turn: str
    white: int
    black: int
    kings: int

    def __init__(self, variant: Variant, turn: str, white: int, black: int, kings: int) -> None:
        values = self.__dict__
        values["variant"] = variant
        values["turn"] = turn
        values["white"] = white
        values["black"] = black
        values["kings"] = kings

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Position does not change; play() gives a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Position does not change; play() gives a new one")

    @classmethod
    def start(cls, variant: str | Variant = "spanish") -> Position:
        """Return the start position of `variant`, which may be a name.

        Raises:
            UnknownVariant: there is no such variant.
        """
        rules = get_variant(variant)
        return cls(rules, rules.first, *rules.start_masks)

    @classmethod
    def from_fen(cls, fen: str, variant: str | Variant = "spanish") -> Position:
        """Return the position that `fen` describes, by the variant's own numbers and names.

        Raises:
            FenError: the text is no FEN of this board; it says where and why.
            UnknownVariant: there is no such variant.
        """
        rules = get_variant(variant)
        return cls(rules, *parse_fen(fen, rules.board))

    def fen(self) -> str:
        """Return the FEN: side to move, White, Black, squares ascending."""
        return format_fen(self.turn, self.white, self.black, self.kings, self.variant.board)

    @property
    def state(self) -> tuple[bool, int, int, int]:
        """What the kernel takes: White to move, and the three masks."""
        return self.turn == "W", self.white, self.black, self.kings

    def __str__(self) -> str:
        return self.fen()

    def __repr__(self) -> str:
        return f"<Position {self.variant.name} {self.fen()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.state == other.state and self.variant == other.variant

    def __hash__(self) -> int:
        return hash((self.state, self.variant.name))

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.variant, self.turn, self.white, self.black, self.kings)

    def piece(self, square: int) -> str:
        """Return `w`, `W`, `b` or `B` (capitals are kings), or an empty text."""
        bit = self.variant.board.bits[square]
        letter = "w" if self.white & bit else "b" if self.black & bit else ""
        return letter.upper() if self.kings & bit else letter

    @cached_property
    def men(self) -> Men:
        """The pieces by square, as `captures_from` takes them."""
        board = self.variant.board
        white, black = (frozenset(board.squares_of(m)) for m in (self.white, self.black))
        kings = frozenset(board.squares_of(self.kings))
        is_white = self.turn == "W"
        return Men(is_white, white if is_white else black, black if is_white else white, kings)

    def captures_of(self, origin: int) -> list[Capture]:
        """Return every capture of the piece on `origin`, legal or not under the priority laws.

        Raises:
            TooManyCaptures: there are more than can be told one by one.
        """
        found = self._captures.get(origin)
        if found is None:
            found = self._captures[origin] = list(captures_from(self.men, origin, self.variant))
        return found

    @cached_property
    def _captures(self) -> dict[int, list[Capture]]:
        return {}

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        board = self.variant.board
        found = self.variant.kernel.legal_moves(*self.state)
        squares = board.squares
        if found and not found[0][2]:
            last_row = board.height - 1 if self.turn == "W" else 0
            moves = []
            for start, end, _ in found:
                origin, destination = squares[start], squares[end]
                crowned = not start & self.kings and board.row(destination) == last_row
                text = f"{board.label(origin)}-{board.label(destination)}"
                moves.append(Move((origin, destination), (), crowned, text))
        else:
            moves = self._capture_moves(found)
        return tuple(sorted(moves, key=lambda move: move.text))

    def _capture_moves(self, found: list[tuple[int, int, int]]) -> list[Move]:
        """Give each capture of the kernel its order and canonical path."""
        board = self.variant.board
        legal = {(board.squares[a], board.squares[b], taken) for a, b, taken in found}
        ways: dict[tuple[int, int, int], Capture] = {}
        for origin in {key[0] for key in legal}:
            for capture in self.captures_of(origin):
                key = (origin, capture.landing, board.mask_of(capture.victims))
                if key in legal and (key not in ways or self._goes_before(capture, ways[key])):
                    ways[key] = capture
        ends = [key[:2] for key in ways]
        moves = []
        for key, way in ways.items():
            named = way.path if ends.count(key[:2]) > 1 else key[:2]
            text = self.variant.capture_sign.join(board.label(square) for square in named)
            moves.append(Move(way.path, way.victims, way.promotes, text))
        return moves

    def _goes_before(self, capture: Capture, other: Capture) -> bool:
        """Tell which of two orders of the same pieces is written: one that no law forbids."""
        ranks = [rank(way, self.men, self.variant.priority) for way in (capture, other)]
        return capture.path < other.path if ranks[0] == ranks[1] else ranks[0] > ranks[1]

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, ascending by text; captures that take the same pieces once.

        >>> [str(move) for move in Position.from_fen("W:W10:B13,14,21,22").legal_moves()]
        ['10x17x26', '10x19x26']

        Raises:
            TooManyCaptures: the position is made up so that a piece can capture in more ways than
                can be told one by one.
        """
        return self._legal_moves

    def move(self, text: str) -> Move:
        """Return the legal move that `text` means: two squares, a path of any of its landings, with
        numbers or algebraic names, or with the file alone as in Russian print.

        A path that names every landing of one capture means that one.

        >>> russian = Position.from_fen("W:Wc3,e3:Bd4,f6", "russian")
        >>> [str(russian.move(text)) for text in ("c3:g7", "c:e5:g7", "22x8")]
        ['c3:g7', 'c3:g7', 'c3:g7']

        Raises:
            IllegalMove: no legal move fits; `verdict` says which rule the text breaks.
            AmbiguousMove: more than one fits; `readings` lists them.
        """
        from .judge import AmbiguousMove, IllegalMove, judge, written_whole

        verdict = judge(self, text)
        if not verdict.readings:
            raise IllegalMove(text, verdict)
        readings = verdict.readings
        if len(readings) > 1:
            readings = written_whole(self, text, readings) or readings
        if len(readings) > 1:
            raise AmbiguousMove(text, verdict.readings)
        return readings[0]

    def play(self, move: Move | str) -> Position:
        """Return the position after `move`, which may be a text; this one is unchanged.

        Raises:
            IllegalMove: `move` is not among `legal_moves()`.
            AmbiguousMove: the text fits more than one of them.
        """
        if isinstance(move, str):
            move = self.move(move)
        if move not in self._legal_moves:
            from .judge import IllegalMove, judge

            raise IllegalMove(move.text, judge(self, move.text))
        return self.put(move.origin, move.destination, move.captured)

    def put(self, origin: int, destination: int, captured: tuple[int, ...] = ()) -> Position:
        """Return the position after that displacement, legal or not: for replaying a slip."""
        board = self.variant.board
        masks = self.variant.kernel.play(
            *self.state, board.bits[origin], board.bits[destination], board.mask_of(captured)
        )
        return Position(self.variant, "B" if self.turn == "W" else "W", *masks)
