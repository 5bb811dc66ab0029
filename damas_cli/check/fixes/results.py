"""Fixes of the result: the terminator from the tag, or the tag from the terminator."""

from __future__ import annotations

from damas_cli.pdn import kinds
from damas_cli.pdn.reader import read_games

from ..finding import Finding
from ..results import Result, read_result
from .fix import Fix, inserted, replaced
from .places import Place

_NONE = b"*"


def missing_terminator(place: Place, finding: Finding) -> Fix:
    """Write what the Result tag says behind the last token, or `*` where it says nothing."""
    game = place.game
    tag = game.tag("Result")
    text = _NONE if tag is None else _as_terminator(read_result(tag.value))
    kind, _, end = game.tape[-3:]
    if kind == kinds.LINE_COMMENT:
        text = place.line_end_at(end) + text
    elif 1 << kind & kinds.TAGS:
        # Only a header: tags, an empty line, the result.
        text = 2 * place.line_end_at(end) + text
    else:
        text = b" " + text
    return inserted("R007", end, text)


def _as_terminator(result: Result) -> bytes:
    """Return the result as it was written, where that reads as a terminator, else its meaning."""
    written = result.text.strip()
    if not result.meaning:
        return _NONE
    text = written.encode()
    games = list(read_games([b'[Result "*"] ' + text]))
    if len(games) == 1 and not games[0].problems and games[0].result == written:
        return text
    return result.meaning.encode()


def tag_against_terminator(place: Place, finding: Finding) -> Fix | None:
    """Write in the Result tag what the terminator says."""
    game = place.game
    tag, token = game.tag("Result"), game.result_token
    if tag is None or token is None:
        return None
    terminator = game.raw[slice(*token)]
    return replaced("R001", tag.value_start, tag.value_end, terminator, safe=False)
