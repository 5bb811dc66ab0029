"""The tags of a game: those that are missing, given twice, or not as PDN writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from damas_cli.pdn import engine, kinds
from damas_cli.pdn.model import Game, Tag

from .dates import read_date

if TYPE_CHECKING:
    from .game import GameCheck

# What names a game; an empty value or `?` says that it is not known, and is there.
WANTED = ("Event", "Date", "White", "Black", "Result")
DATES = ("Date", "UTCDate", "EventDate")
# Of a value that is told again, so many characters.
LONGEST_VALUE = 40


def judge_tags(check: GameCheck) -> None:
    """Report what is wrong with the tags of a game, whatever its moves are."""
    if has_plain_header(check.game) and b"FEN" not in check.game.raw:
        return
    tags = check.game.tags
    _look_for_missing(check, tags)
    _look_for_duplicates(check, tags)
    for tag in tags:
        if tag.name in DATES:
            _judge_date(check, tag)
    _judge_setup(check, tags)


def has_plain_header(game: Game) -> bool:
    """Tell whether the tags that a game should have are there, each once, and the date is right."""
    raw = game.raw
    if not engine.has_tags(raw, game.tape, kinds.TAG, kinds.COMMENTS, _last_plain[0]):
        names = engine.tag_names(raw, game.tape, kinds.TAG, kinds.COMMENTS)
        if not _are_plain(names):
            return False
        _last_plain[0] = b"".join(name + b" " for name in names)
    # In a value the quote would have a backslash before it. Where there are comments, the word
    # has to stand once: then it stands in the tag.
    if game.kinds & kinds.COMMENTS and raw.count(b"Date") != 1:
        return False
    return _DATE.match(raw, raw.find(b'[Date "')) is not None


def _are_plain(names: tuple[bytes, ...]) -> bool:
    """Tell whether these are all the names that are wanted, and none to look at more closely."""
    once = len(set(names)) == len(names)
    sets_up = any(name.lower() == b"setup" for name in names)
    return once and not sets_up and _WANTED.issubset(names) and _OTHER_DATES.isdisjoint(names)


# The names of the last header that was plain: the games of a file mostly have the same. A blank
# alone is what no header has.
_last_plain = [b" "]
_WANTED = frozenset(name.encode() for name in WANTED)
_OTHER_DATES = frozenset(name.encode() for name in DATES if name not in WANTED)
# A day that every month has, or none; others are looked at in the calendar.
_DATE = re.compile(
    rb'\[Date "(?!0000)(?:[0-9]{4}|\?{4})\.'
    rb'(?:\?\?\.\?\?|(?:0[1-9]|1[0-2])\.(?:0[1-9]|1[0-9]|2[0-8]|\?\?))"\]'
)


def _look_for_missing(check: GameCheck, tags: list[Tag]) -> None:
    """Report once the tags that a game lacks, at its first tag or else its first token."""
    there = {tag.name for tag in tags}
    missing = [name for name in WANTED if name not in there]
    if missing:
        first = (tags[0].start, tags[0].end) if tags else tuple(check.game.tape[1:3]) or (0, 0)
        reason = "several" if len(missing) > 1 else ""
        check.add("T001", reason, *first, tags=", ".join(missing))


def _look_for_duplicates(check: GameCheck, tags: list[Tag]) -> None:
    """Report each tag whose name stood before."""
    before: dict[str, Tag] = {}
    for tag in tags:
        other = before.get(tag.name)
        if other is not None:
            reason = "same" if tag.value == other.value else "other"
            value = other.value[:LONGEST_VALUE]
            check.add("T002", reason, tag.start, tag.end, name=tag.name, before=value)
        before[tag.name] = tag


def _judge_date(check: GameCheck, tag: Tag) -> None:
    reading = read_date(tag.value)
    if reading is not None:
        check.add(
            "T006",
            reading.reason,
            tag.value_start,
            tag.value_end,
            text=tag.value[:LONGEST_VALUE],
            right=reading.readings[0] if len(reading.readings) == 1 else "",
            readings=reading.readings,
        )


def _judge_setup(check: GameCheck, tags: list[Tag]) -> None:
    """Compare the SetUp tag, whose name files write in any case, with the FEN."""
    fen = next((tag for tag in reversed(tags) if tag.name == "FEN" and tag.value.strip()), None)
    setup = next((tag for tag in reversed(tags) if tag.name.lower() == "setup"), None)
    value = setup.value.strip() if setup else ""
    if fen is None:
        if setup and value == "1":
            check.add("T007", "no-fen", setup.start, setup.end)
    elif setup is None:
        check.add("T007", "no-setup", fen.start, fen.end)
    elif value != "1":
        text = setup.value[:LONGEST_VALUE]
        check.add("T007", "value", setup.value_start, setup.value_end, text=text)
