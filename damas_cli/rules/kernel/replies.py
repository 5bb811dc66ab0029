"""The enemy's replies to quiet moves of men, counted for many of those moves at once.

All of it holds only where the enemy has no kings and no captures before the move. A man moves from
`origin` to `target` by `distance`; `other` is the distance along the other diagonal. Sets are laid
out by target, so `behind(white, targets, distance)` are the origins.
"""

from ... import _cython as cython
from .board import ahead, behind, jump_origins
from .constants import HALF, MAN_CAPTURES_BACK, Bits, Flag, Small, Word, count_bits


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def taken_through_origin(
    white: Flag, distance: Small, other: Small, own: Bits, enemies: Bits
) -> Bits:
    """Return the targets of moves by which another piece can be captured onto the origin."""
    return ahead(white, behind(white, own & behind(white, enemies, other), other), distance)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def taken_across(white: Flag, other: Small, enemies: Bits, empty: Bits) -> Bits:
    """Return the targets on which the man can be captured along the other diagonal."""
    return behind(white, enemies, other) & ahead(white, empty, other)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def exposed(
    white: Flag,
    targets: Bits,
    distance: Small,
    other: Small,
    own: Bits,
    enemies: Bits,
    empty: Bits,
) -> Bits:
    """Return the targets of moves after which an enemy man can capture."""
    # The man itself, back along its way; itself, across; another one, over the origin left free.
    open_targets: Bits = behind(white, enemies, distance)
    open_targets |= taken_across(white, other, enemies, empty)
    open_targets |= taken_through_origin(white, distance, other, own, enemies)
    if MAN_CAPTURES_BACK:
        open_targets |= ahead(white, enemies, other) & behind(white, empty, other)
        open_targets |= ahead(
            white, ahead(white, own & ahead(white, enemies, distance), distance), distance
        )
        open_targets |= ahead(
            white, ahead(white, own & ahead(white, enemies, other), other), distance
        )
    return targets & open_targets


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def exposed_to_more(
    white: Flag,
    targets: Bits,
    distance: Small,
    other: Small,
    own: Bits,
    enemies: Bits,
    empty: Bits,
) -> Bits:
    """Return those of the exposed targets after which an enemy man can go on capturing.

    Where it lands, on the origin or beside it, neither the origin nor the target matters to what
    it could jump next: that is further behind.
    """
    further: Bits = jump_origins(not white, own, empty, HALF)
    further |= jump_origins(not white, own, empty, HALF + 1)
    return targets & (
        (
            (
                behind(white, enemies, distance)
                | taken_through_origin(white, distance, other, own, enemies)
            )
            & ahead(white, further, distance)
        )
        | (taken_across(white, other, enemies, empty) & ahead(white, further, other))
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_replies(
    white: Flag,
    targets: Bits,
    exposed_targets: Bits,
    open_targets: Bits,
    distance: Small,
    other: Small,
    own: Bits,
    enemies: Bits,
    empty: Bits,
    replies: Word,
) -> Word:
    """Return the number of replies to all moves to `targets` but the `open_targets`.

    `replies` is what the enemy could reply before the move. Those of `exposed_targets` that are not
    open are answered by captures of one man each, and there is one for each way to be exposed.
    """
    by_half: Bits = behind(white, enemies, HALF)
    by_more: Bits = behind(white, enemies, HALF + 1)
    quiet: Bits = targets ^ exposed_targets
    origins: Bits = behind(white, quiet, distance)
    # The origin is free to move to, the target no more.
    lines: Word = replies * count_bits(quiet)
    lines += count_bits(origins & by_half) + count_bits(origins & by_more)
    lines -= count_bits(quiet & by_half) + count_bits(quiet & by_more)
    if not MAN_CAPTURES_BACK:
        exposed_targets ^= open_targets
        lines += count_bits(exposed_targets & behind(white, enemies, distance))
        lines += count_bits(exposed_targets & taken_across(white, other, enemies, empty))
        lines += count_bits(
            exposed_targets & taken_through_origin(white, distance, other, own, enemies)
        )
    return lines
