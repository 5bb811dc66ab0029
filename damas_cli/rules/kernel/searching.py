"""perft, as it is called from Python."""

from ... import _cython as cython
from .constants import (
    BITS_WORDS,
    BOARD,
    KEEP_ORDERS,
    NO_TABLE,
    Bits,
    Flag,
    Small,
    Table,
    TablePointer,
    Word,
    close_table,
    memory_failures,
    open_table,
    table_address,
)
from .hashing import start_table
from .lines import after, hashed_lines

#: The deepest perft that can be asked for. Counts overflow 64 bits long before.
MAX_DEPTH = 100


@cython.cfunc
def counted(
    white_to_move: Flag,
    white: Bits,
    black: Bits,
    kings: Bits,
    depth: int,
    table: TablePointer,
    keep_orders: Flag,
) -> int:
    """Return the number of lines; `perft` and its sisters say of what."""
    own: Bits
    enemies: Bits
    plies: Small
    lines: Word
    failures: Word = memory_failures()
    if depth < 0 or depth > MAX_DEPTH:
        raise ValueError(f"a depth is from 0 to {MAX_DEPTH}, not {depth}")
    if depth == 0:
        return 1
    plies = depth
    white &= BOARD
    black &= BOARD & ~white
    own = white if white_to_move else black
    enemies = black if white_to_move else white
    kings &= white | black
    if keep_orders:
        kings |= KEEP_ORDERS
    with cython.nogil:
        if table is not NO_TABLE:
            lines = hashed_lines(white_to_move, own, enemies, kings, plies, table)
        elif white_to_move:
            lines = after(False, enemies, own, kings, plies + 1, NO_TABLE)
        else:
            lines = after(True, enemies, own, kings, plies + 1, NO_TABLE)
    if memory_failures() != failures:
        raise MemoryError("no memory for the captures of a position")
    return lines


def perft(white_to_move: Flag, white: Bits, black: Bits, kings: Bits, depth: int) -> int:
    """Return the number of lines of `depth` legal moves; a line that ends earlier counts nothing.

    A move is its origin, its target and the set of pieces it takes. The interpreter's lock is
    free meanwhile.

    Raises:
        ValueError: the depth is negative or above MAX_DEPTH.
    """
    return counted(white_to_move, white, black, kings, depth, NO_TABLE, False)


def perft_capture_order(
    white_to_move: Flag, white: Bits, black: Bits, kings: Bits, depth: int
) -> int:
    """Return `perft` where a capture is its origin, its target and the pieces taken in order.

    Two ways round a closed loop are then two moves; different landing squares are still not.
    """
    return counted(white_to_move, white, black, kings, depth, NO_TABLE, True)


@cython.cclass
class HashTable:
    """Memory for `perft_hashed`: `mebibytes` of it, used by one call at a time.

    What one call leaves there serves the next one, whatever its position, depth and convention.

    Raises:
        ValueError: fewer than one mebibyte.
        MemoryError: there is not that much memory.
    """

    table: Table
    busy: Flag

    def __init__(self, mebibytes: int) -> None:
        """Take the memory; it costs nothing until it is written to."""
        if mebibytes < 1:
            raise ValueError("a hash table needs at least one mebibyte")
        if mebibytes >= 1 << 40:
            raise MemoryError("no memory holds such a hash table")
        self.busy = False
        if not cython.compiled:
            self.table = Table()
        buckets = (mebibytes << 14) // BITS_WORDS
        if not open_table(table_address(self.table), buckets):
            raise MemoryError(f"there are no {mebibytes} MiB for a hash table")
        start_table(table_address(self.table), buckets)

    def __dealloc__(self) -> None:
        """Give the memory back."""
        close_table(table_address(self.table))


def perft_hashed(
    white_to_move: Flag,
    white: Bits,
    black: Bits,
    kings: Bits,
    depth: int,
    table: HashTable,
    capture_order: Flag = False,
) -> int:
    """Return `perft`, or `perft_capture_order`, with positions met again looked up in `table`.

    The keys are whole positions, so the count is exact. Two threads need a table each.

    Raises:
        ValueError: the depth is negative or above MAX_DEPTH.
        RuntimeError: another thread is using the table.
    """
    if table.busy:
        raise RuntimeError("the hash table is in use by another thread")
    table.busy = True
    try:
        return counted(
            white_to_move, white, black, kings, depth, table_address(table.table), capture_order
        )
    finally:
        table.busy = False
