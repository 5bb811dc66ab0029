"""Types of a rules kernel, compiled or not, as `damas_cli.rules.kernels.load` returns it."""

from array import array
from typing import Protocol

class Table:
    """What `Kernel.HashTable` makes: memory for `Kernel.perft_hashed`."""

class Kernel(Protocol):
    """The functions of a kernel; `damas_cli/rules/kernel/` says what each does.

    Positions are `(white_to_move, white, black, kings)`: the masks of both sides' pieces, and which
    of all of them are kings. Moves are `(origin, target, captured)`: one bit, one bit, a mask.
    """

    compiled: bool
    CONSTANTS: dict[str, int]
    MAX_DEPTH: int
    WORDS: int

    @staticmethod
    def HashTable(mebibytes: int) -> Table: ...  # noqa: N802
    @staticmethod
    def legal_moves(
        white_to_move: bool, white: int, black: int, kings: int
    ) -> list[tuple[int, int, int]]: ...
    @staticmethod
    def has_moves(white_to_move: bool, white: int, black: int, kings: int) -> bool: ...
    @staticmethod
    def has_captures(white_to_move: bool, white: int, black: int, kings: int) -> bool: ...
    @staticmethod
    def best_capture(
        white_to_move: bool, white: int, black: int, kings: int
    ) -> tuple[int, int]: ...
    @staticmethod
    def play(
        white_to_move: bool,
        white: int,
        black: int,
        kings: int,
        from_bit: int,
        to_bit: int,
        captured: int,
    ) -> tuple[int, int, int]: ...
    @staticmethod
    def perft(white_to_move: bool, white: int, black: int, kings: int, depth: int) -> int: ...
    @staticmethod
    def perft_capture_order(
        white_to_move: bool, white: int, black: int, kings: int, depth: int
    ) -> int: ...
    @staticmethod
    def perft_hashed(
        white_to_move: bool,
        white: int,
        black: int,
        kings: int,
        depth: int,
        table: Table,
        capture_order: bool = False,
    ) -> int: ...
    @staticmethod
    def replay(
        text: bytes,
        spans: array[int],
        first: int,
        last: int,
        history: array[int],
        white_first: bool,
        squares: array[int],
        strict: int = 0,
    ) -> int: ...
    @staticmethod
    def wrong_separators(
        text: bytes,
        spans: array[int],
        history: array[int],
        first: int,
        last: int,
        dash_captures: bool,
    ) -> list[int]: ...
    @staticmethod
    def find_draws(
        history: array[int], plies: int, repetition: int, no_progress: int
    ) -> tuple[int, int]: ...
    @staticmethod
    def find_position(
        history: array[int],
        first: int,
        last: int,
        white_first: bool,
        turn: int,
        forbidden: array[int],
        conditions: array[int],
    ) -> int: ...
    @staticmethod
    def captured_numbers(history: array[int], first: int, last: int) -> int: ...
    @staticmethod
    def position_keys(
        history: array[int],
        first: int,
        last: int,
        white_first: bool,
        keys: array[int],
        at: int = 0,
    ) -> None: ...
    @staticmethod
    def material_changes(
        history: array[int], first: int, last: int, changes: array[int], at: int = 0
    ) -> int: ...
