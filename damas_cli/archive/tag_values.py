"""What the tags of a game say: values by name, however the name is written."""

from __future__ import annotations

import re
from collections.abc import Callable

from damas_cli.check.dates import read_date
from damas_cli.check.results import Result, read_result
from damas_cli.convert.pdn_format import TAG_ORDER
from damas_cli.pdn.model import Game

# A name of a tag; PDN 3.0.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Names as nearly all files write them are found without a look at all tags.
_USUAL = {name.casefold(): name for name in TAG_ORDER}
# A value with nothing else in it says that nothing is known.
_NOTHING = "?.-* \t\r\n"
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
_EXACT = re.compile(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}")
#: A part of a date that is not known.
UNKNOWN_YEAR, UNKNOWN_PART = "????", "??"


def is_tag_name(text: str) -> bool:
    """Tell whether a tag may have that name.

    >>> is_tag_name("WhiteTitle"), is_tag_name("1-0")
    (True, False)
    """
    return _NAME.fullmatch(text) is not None


def tag_value(game: Game, name: str) -> str:
    """Return the value of the last tag called `name`, in any case; empty if nothing is known.

    >>> from damas_cli.pdn.reader import read_games
    >>> game = next(read_games([b'[WHITE " Eva "] [Date "????.??.??"] *']))
    >>> tag_value(game, "white"), tag_value(game, "date"), tag_value(game, "ECO")
    ('Eva', '', '')
    """
    wanted = name.casefold()
    tag = game.tag(_USUAL.get(wanted, name))
    if tag is None:
        tag = next((tag for tag in reversed(game.tags) if tag.name.casefold() == wanted), None)
    return "" if tag is None else known(tag.value)


def known(value: str) -> str:
    """Return a value without blanks around it; empty where it only says that it is not known.

    >>> known(" 1987.05.?? "), known("?"), known("????.??.??"), known("-")
    ('1987.05.??', '', '', '')
    """
    return value.strip() if value.strip(_NOTHING) else ""


def tag_values(game: Game) -> Callable[[str], str]:
    """Return `tag_value` of `game`, for many names: its tags are read once.

    >>> from damas_cli.pdn.reader import read_games
    >>> value = tag_values(next(read_games([b'[WHITE " Eva "] [Date "????.??.??"] *'])))
    >>> value("White"), value("Date"), value("ECO")
    ('Eva', '', '')
    """
    exact = {tag.name: tag.value for tag in game.tags}
    folded = {name.casefold(): value for name, value in exact.items()}

    def value_of(name: str) -> str:
        value = exact.get(name)
        return known(folded.get(name.casefold(), "") if value is None else value)

    return value_of


def date_parts(text: str) -> tuple[str, str, str]:
    """Return year, month and day of a date in a tag, with `?` for digits that are not known.

    Of a text that is no date, or may be two, what is certain: the year.

    >>> date_parts("1987.05.??"), date_parts("3/7/2020"), date_parts("25.11.2000")
    (('1987', '05', '??'), ('2020', '??', '??'), ('2000', '11', '25'))
    >>> date_parts("2007/2008"), date_parts("in spring")
    (('2007', '??', '??'), ('????', '??', '??'))
    """
    reading = read_date(text)
    if reading is None:
        date = text
    elif len(reading.readings) == 1:
        date = reading.readings[0]
    else:
        found = _YEAR.search(text)
        date = f"{found[0] if found else UNKNOWN_YEAR}.{UNKNOWN_PART}.{UNKNOWN_PART}"
    year, month, day = date.split(".")
    return year, month, day


def recorded_result(game: Game) -> Result:
    """Return the result that holds: that at the end of the moves, else that of the tag."""
    end = read_result(game.result or "")
    return end if end.meaning else read_result(tag_value(game, "Result"))
