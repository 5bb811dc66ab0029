"""Fixes of tags: a GameType that is missing or wrong."""

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
    be the move that is wrong.
    """
    game = place.game
    value = str(finding.values["gametype"]).encode()
    if finding.reason == "laws-broken":
        return None
    tag = game.tag("GameType")
    if tag is not None:
        return replaced("T004", tag.value_start, tag.value_end, value, safe=False)
    return with_tag(place, "T004", b'[GameType "' + value + b'"]')


def with_tag(place: Place, code: str, tag: bytes) -> Fix | None:
    """Return the fix that adds a tag after the others, or before a game that has none."""
    game = place.game
    tags = game.spans(kinds.TAG)
    if tags:
        return inserted(code, tags[-1], place.line_after(tags[-1], tag))
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
