"""Fixes of the result: the terminator from the tag, or the tag from the terminator."""

from __future__ import annotations

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from ..finding import Finding
from .fix import Fix, inserted, replaced
from .places import Place

_NONE = b"*"


def missing_terminator(place: Place, finding: Finding) -> Fix | None:
    """Write what the Result tag says behind the last token, or `*` where it says nothing.

    A `-` that stands for the result makes room for the `*`. What a text means that is no known
    result is not for us to guess.
    """
    game = place.game
    if _results_contradict(game):
        return None
    kind, start, end = game.tape[-3:]
    if finding.reason == "dash":
        return replaced("R007", start, end, _NONE)
    if finding.reason == "unknown":
        return None
    # Every known result reads as a terminator.
    text = str(finding.values["text"]).encode(game.encoding) if finding.reason == "tag" else _NONE
    if kind == kinds.LINE_COMMENT:
        text = place.line_end_at(end) + text
    elif 1 << kind & kinds.TAGS:
        # Only a header: tags, an empty line, the result.
        text = 2 * place.line_end_at(end) + text
    else:
        text = b" " + text
    return inserted("R007", end, text)


def tag_against_terminator(place: Place, finding: Finding) -> Fix | None:
    """Write in the Result tag what the terminator says."""
    game = place.game
    tag, token = game.tag("Result"), game.result_token
    if tag is None or token is None or _results_contradict(game):
        return None
    terminator = game.raw[slice(*token)]
    return replaced("R001", tag.value_start, tag.value_end, terminator, safe=False)


def _results_contradict(game: Game) -> bool:
    """Tell whether there are Result tags that say different things, as of two games in one."""
    return len({tag.value.strip() for tag in game.tags if tag.name == "Result"}) > 1
