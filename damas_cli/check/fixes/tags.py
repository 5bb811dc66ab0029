"""Fixes of tags: those that are missing, given twice, or not as PDN writes them."""

from __future__ import annotations

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from ..finding import Finding
from ..outcome import BREAKS_OFF
from .fix import Fix, inserted, replaced
from .places import Place


def gametype(place: Place, finding: Finding) -> Fix | None:
    """Write the GameType of the rules that the moves fit, in a tag of its own if there is none.

    Where a law of capturing is broken, other rules that do not have it prove nothing: it may well
    be the move that is wrong. Tags that may be those of two games stay as they are.
    """
    game = place.game
    value = str(finding.values["gametype"]).encode()
    if finding.reason == "laws-broken" or not place.is_one_header:
        return None
    tag = game.tag("GameType")
    if tag is not None:
        return replaced("T004", tag.value_start, tag.value_end, value, safe=False)
    return with_tag(place, "T004", b'[GameType "' + value + b'"]')


def duplicate(place: Place, finding: Finding) -> Fix | None:
    """Remove a tag that says again what another one says, with its line if that is its own.

    Where other tags contradict each other, it may belong to another game.
    """
    if finding.reason != "same" or not place.is_one_header:
        return None
    return replaced("T002", *place.with_line(finding.start, finding.end), b"")


def date(place: Place, finding: Finding) -> Fix | None:
    """Write a date as PDN does, where it is certain which one is meant."""
    right = str(finding.values["right"] or "")
    return replaced("T006", finding.start, finding.end, right.encode()) if right else None


def setup(place: Place, finding: Finding) -> Fix | None:
    """Say beside a FEN that there is one; a SetUp tag without a FEN is nothing we can mend.

    Of two FENs nobody knows which one is meant.
    """
    if not place.is_one_header:
        return None
    if finding.reason == "no-setup":
        return with_tag(place, "T007", b'[SetUp "1"]', after=finding.end)
    if finding.reason == "value":
        return replaced("T007", finding.start, finding.end, b"1")
    return None


def with_tag(place: Place, code: str, tag: bytes, after: int | None = None) -> Fix | None:
    """Return the fix that adds a tag at the end of another one, or of the last.

    A game without tags gets it before all else.
    """
    game = place.game
    tags = game.spans(kinds.TAG)
    if tags:
        at = tags[-1] if after is None else after
        return inserted(code, at, place.line_after(at, tag))
    if not _ends_with_or_without_tags(game):
        return None
    start = game.tape[1]
    return inserted(code, start, place.line_before(start, tag))


def _ends_with_or_without_tags(game: Game) -> bool:
    """Tell whether a game without tags would end where it does if it had one.

    A `*` between moves parts games that have neither tags nor numbers, and in others it marks a
    move; and after a text that cannot be read, a game with tags lasts until the next tag.
    """
    if any(problem.code in BREAKS_OFF for problem in game.problems):
        return False
    starred = game.tape[-3] == kinds.STAR
    return not starred or bool(game.kinds >> kinds.MOVE_NUMBER & 1)
