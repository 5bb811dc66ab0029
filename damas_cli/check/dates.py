"""Dates as files write them, and as PDN does: `2004.05.01`, with `??` for what is not known."""

from __future__ import annotations

import re
from calendar import monthrange

# PDN 3.0; of the year some digits may be known.
_WRITTEN_RIGHT = re.compile(r"([0-9]{4}|[0-9]{2}\?\?|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
_YEAR = re.compile(r"([0-9]{4})\.?")
_YEAR_FIRST = re.compile(r"([0-9]{4}|\?{4})([-/.])([0-9]{1,2}|\?{1,2})\2([0-9]{1,2}|\?{1,2})\.?")
_YEAR_LAST = re.compile(r"([0-9]{1,2}|\?\?)([-/.])([0-9]{1,2}|\?\?)\2([0-9]{4})\.?")
_UNKNOWN = ("?", "??", "????", "-")
NOTHING_KNOWN = "????.??.??"


class DateReading:
    """What is wrong with a date.

    Attributes:
        reason: the reason of T006; empty for a text that is no date at all.
        readings: how PDN may write it: none, one that is certain, or two that are possible.
    """

    __slots__ = ("readings", "reason")

    def __init__(self, reason: str, *readings: str) -> None:
        self.reason = reason
        self.readings = readings


def read_date(text: str) -> DateReading | None:
    """Return what is wrong with the date `text`; None where it is as PDN writes one.

    >>> read_date("2004.05.01"), read_date("1841.??.??")
    (None, None)
    >>> for text in ("2004-5-1", "25.11.2000", "03.07.2020", "2004.02.30", "2007/2008"):
    ...     print(read_date(text).reason or "-", *read_date(text).readings)
    rewrite 2004.05.01
    rewrite 2000.11.25
    day-or-month 2020.03.07 2020.07.03
    no-day
    -
    """
    exact = _WRITTEN_RIGHT.fullmatch(text)
    if exact:
        return None if _is_in_calendar(*exact.groups()) else DateReading("no-day")
    word = text.strip()
    if not word:
        return DateReading("empty", NOTHING_KNOWN)
    readings = sorted(_readings(word))
    if not readings:
        return DateReading("")
    return DateReading("rewrite" if len(readings) == 1 else "day-or-month", *readings)


def _readings(word: str) -> set[str]:
    """Return the days, or parts of days, that `word` may be."""
    if word in _UNKNOWN:
        return {NOTHING_KNOWN}
    exact = _WRITTEN_RIGHT.fullmatch(word)
    if exact:
        return _days(exact.groups())
    found = _YEAR.fullmatch(word)
    if found:
        return {f"{found[1]}.??.??"}
    found = _YEAR_FIRST.fullmatch(word)
    if found:
        return _days((found[1], found[3], found[4]))
    found = _YEAR_LAST.fullmatch(word)
    if found:
        return _days((found[4], found[3], found[1]), (found[4], found[1], found[3]))
    return set()


def _days(*dates: tuple[str, ...]) -> set[str]:
    """Return those of `dates` (year, month, day) that there are, as PDN writes them."""
    found = set()
    for year, *parts in dates:
        month, day = (_two_digits(part) for part in parts)
        if _is_in_calendar(year, month, day):
            found.add(f"{year}.{month}.{day}")
    return found


def _two_digits(part: str) -> str:
    """Return a month or a day as PDN writes it; 0 and ? are unknown."""
    return "??" if part in ("?", "??", "0", "00") else part.zfill(2)


def _is_in_calendar(year: str, month: str, day: str) -> bool:
    if month != "??" and not 1 <= int(month) <= 12:
        return False
    if day == "??":
        return year != "0000"
    if year == "0000" or not 1 <= int(day) <= 31:
        return False
    # In a year that is not known February may have 29 days.
    known_year = int(year) if year.isdigit() else 2000
    return month == "??" or int(day) <= monthrange(known_year, int(month))[1]
