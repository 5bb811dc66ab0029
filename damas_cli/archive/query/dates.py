"""Dates of any precision: of a year, a month or a day, and compared as far as both are known."""

from __future__ import annotations

import re
from calendar import monthrange

from damas_cli.check.dates import read_date

# A date is its known parts from the left: the first two digits of the year, the last two, the
# month, the day. So a year of which only the century is known is one of its parts, too.
Date = tuple[int, ...]

_PARTS = re.compile(r"([0-9]{2}|\?\?)([0-9]{2}|\?\?)(?:\.([0-9]{2}|\?\?)(?:\.([0-9]{2}|\?\?))?)?")
_ASKED = re.compile(
    r"([0-9]{2}(?:[0-9]{2}|\?\?)|\?{4})(?:([-/.])([0-9?]{1,2})(?:\2([0-9?]{1,2}))?)?"
)


def date_of(text: str) -> Date:
    """Return what a tag's value tells of a date, nothing where it is none.

    >>> date_of("1987.05.03"), date_of("1987.??.03"), date_of("19??.??.??"), date_of("1987/88")
    ((19, 87, 5, 3), (19, 87), (19,), ())
    >>> date_of("25-11-2000"), date_of("03.07.2020"), date_of("1987.02.30")
    ((20, 0, 11, 25), (20, 20), (19, 87, 2))
    """
    reading = read_date(text)
    if reading is None or reading.reason == "no-day":
        return _known(text.strip())
    found = [_known(written) for written in reading.readings]
    if not found:
        return ()
    # Where it may be two days, what they share is known.
    shared = len(found[0])
    while any(other[:shared] != found[0][:shared] for other in found):
        shared -= 1
    return found[0][:shared]


def asked_date(text: str) -> Date | None:
    """Return the date that a query names; None where there is no such date.

    >>> asked_date("1987"), asked_date("1987-5"), asked_date("1987.05.??"), asked_date("19??")
    ((19, 87), (19, 87, 5), (19, 87, 5), (19,))
    >>> asked_date("1987.13"), asked_date("87"), asked_date("????")
    (None, None, None)
    """
    found = _ASKED.fullmatch(text.strip())
    if found is None:
        return None
    year, _, *rest = found.groups()
    parts = [part.zfill(2) if "?" not in part else "??" for part in rest if part is not None]
    date = _known(".".join([year, *parts]))
    # What is out of the calendar would be left out, and something else be asked.
    known = [part for part in parts if part != "??"]
    if not date or len(date) < 2 + len(known):
        return (date or None) if not known else None
    return date


def written(date: Date) -> str:
    """Return a date as a query has it.

    >>> written((19, 87, 5)), written((19,))
    ('1987.05', '19??')
    """
    century, *rest = (f"{part:02}" for part in date)
    return ".".join([century + (rest[0] if rest else "??"), *rest[1:]])


def compared(known: Date, asked: Date) -> int | None:
    """Return -1, 0 or 1: a game's date before, like or after the one that is asked for.

    None where nothing is known of the game's.

    >>> compared((19, 87), (19, 87, 5)), compared((19, 87, 4), (19, 87, 5)), compared((), (19,))
    (0, -1, None)
    """
    shared = min(len(known), len(asked))
    if not shared:
        return None
    one, other = known[:shared], asked[:shared]
    return (one > other) - (one < other)


def _known(written: str) -> Date:
    """Return the known parts of a date as PDN writes it, as far as the calendar has them."""
    found = _PARTS.fullmatch(written)
    if found is None:
        return ()
    date: list[int] = []
    for index, part in enumerate(found.groups()):
        if part is None or "?" in part:
            break
        date.append(int(part))
        if not _exists(date, index):
            date.pop()
            break
    return () if date[:2] == [0, 0] else tuple(date)


def _exists(date: list[int], index: int) -> bool:
    if index == 2:
        return 1 <= date[2] <= 12
    if index == 3:
        year = 100 * date[0] + date[1]
        return 1 <= date[3] <= monthrange(year, date[2])[1]
    return True
