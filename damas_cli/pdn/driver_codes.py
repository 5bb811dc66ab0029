"""Numbers that the parser driver and its users share.

The compiled driver has the same numbers as C constants, in `_driver.pxd`.
"""

from __future__ import annotations

from array import array

from .tables import GUARDED, STAYS

__all__ = ["GUARDED", "STAYS"]

# How a run of the driver ended.
DONE = 0  # the text ended; the next one begins at or after `position`
MORE = 1  # the bytes do not decide: feed more and run again
NOTHING = 2  # the end of the input, and no token since the beginning
PAUSED = 3  # a token that may confirm the tentative end: call `confirm` or `cut`
NO_TOKEN = 4  # no token begins at `position`
BAD_TOKEN = 5  # the token at `position` does not fit
BAD_END = 6  # the input ends where the text may not
TOO_DEEP = 7  # the token at `position` opens one level too many
FOUND = 8  # `seek` stands at a token it was asked for
# Inner statuses, handled by the driver itself.
FULL = 9  # the tape is full
UNKNOWN = 10  # what the token does has still to be worked out

# Results of the lexer that are no kind.
NO_MATCH = -1
UNDECIDED = -2
# A rank after those of all kinds; NO_KIND of the tables comes even later.
UNSEEN = 254
# A run of the lexer that found nothing is worth remembering from this length on.
LONG_RUN = 64

# What a token does to a node: 0 is unknown, a positive number twice the node it leads to plus
# "nothing but the end may follow".
ENDS = -1
REFUSED = -2


def raw_bytes(data: bytes) -> bytes:
    """Return `data`; in C a pointer to it."""
    return data


def raw_letters(text: bytes) -> bytes:
    """Return `text`; in C a pointer to it."""
    return text


def raw_words(numbers: array[int]) -> array[int]:
    """Return `numbers`; in C a pointer to them."""
    return numbers


def raw_nodes(numbers: array[int]) -> array[int]:
    """Return `numbers`; in C a pointer to them."""
    return numbers
