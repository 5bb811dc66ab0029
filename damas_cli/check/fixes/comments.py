"""Fixes with comments: one around what cannot be played, and those that suppress nothing.

Federations publish games whose line breaks off like that, with the result after the comment.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from ..finding import Finding
from ..outcome import BREAKS_OFF
from ..suppression import REASON
from .fix import Edit, Fix, replaced
from .places import Place

# A comment ends at its first brace, and a line of it that begins like a tag would end it, too.
_BRACES = {ord("{"): b"(", ord("}"): b")"}
_BRACKET = ord("[")
# What may stand between the number and its move.
_BEFORE_MOVE = kinds.COMMENTS | 1 << kinds.ELLIPSIS


def rest_of_line(place: Place, finding: Finding) -> Fix | None:
    """Put a comment around the rest of the line from the move on that could not be played.

    The move's number goes with it; the result, and what stands after a variation's parenthesis,
    does not. There is no such fix where the line could be played on, or where the text breaks off.
    Where the moves fit several other variants, or the rules are not certain, the moves may all be
    right. Nor is there one where only tags and comments would be left: the tags of the next game
    would be read as theirs.
    """
    game = place.game
    broken = any(problem.code in BREAKS_OFF for problem in game.problems)
    if not finding.stopped or place.fits_others or broken or not place.rules_are_certain:
        return None
    moves = game.spans(kinds.MOVE)
    if game.result_token is None and not (moves and moves[0] < finding.start):
        return None
    first = _first_token(game.tape, finding.start)
    last = _last_token(game.tape, finding.start)
    start, end = game.tape[first + 1], game.tape[last + 2]
    edits = [Edit(start, start, b"{"), *_harmless(game.raw, start, end), Edit(end, end, b"}")]
    return Fix(finding.code, edits, safe=False, hides=True, span=(start, end))


def unused_suppression(place: Place, finding: Finding) -> Fix | None:
    """Remove from a comment the code that it suppresses in vain; all of it, if it has no other.

    Words that are no codes are the author's, and stay.
    """
    if finding.reason not in ("nothing", "no-code"):
        return None
    game = place.game
    start, end = finding.start, finding.end
    for comment_start, comment_end in _comments(game):
        if comment_start <= start < comment_end:
            text = game.raw[comment_start:comment_end]
            selectors, reason, _ = (
                text.rstrip(b"}").lower().partition(b"ignore")[2].partition(REASON)
            )
            alone = len(selectors.replace(b",", b" ").split()) <= 1
            if alone or (start, end) == (comment_start, comment_end):
                if reason:
                    return None
                blank = b" " if place.glues(comment_start, comment_end) else b""
                return replaced("S007", *place.with_line(comment_start, comment_end), blank)
            after = end + len(game.raw[end:]) - len(game.raw[end:].lstrip(b" \t,"))
            if after < comment_end - 1:
                return replaced("S007", start, after, b"")
            return replaced("S007", len(game.raw[:start].rstrip(b" \t,")), end, b"")
    return None


def _comments(game: Game) -> Iterator[tuple[int, int]]:
    tape = game.tape
    for at in range(0, len(tape), 3):
        if kinds.COMMENTS >> tape[at] & 1:
            yield tape[at + 1], tape[at + 2]


def _token_at(tape: array[int], start: int) -> int:
    """Return the index on the tape of the token that begins at `start`."""
    return next(at for at in range(0, len(tape), 3) if tape[at + 1] == start)


def _first_token(tape: array[int], start: int) -> int:
    """Return the index of the number of the move at `start`, or of the move if it has none."""
    first = at = _token_at(tape, start)
    while at > 0:
        at -= 3
        kind = tape[at]
        if kind in (kinds.ELLIPSIS, kinds.MOVE_NUMBER):
            first = at
        if kind == kinds.MOVE_NUMBER or not _BEFORE_MOVE >> kind & 1:
            break
    return first


def _last_token(tape: array[int], start: int) -> int:
    """Return the index of the last token of the line that the move at `start` stands in.

    The result is not part of it, nor is the parenthesis that closes a variation.
    """
    at = _token_at(tape, start)
    depth = 0
    while at < len(tape):
        kind = tape[at]
        depth += (kind == kinds.LPAR) - (kind == kinds.RPAR)
        if depth < 0 or (kind == kinds.STAR and at == len(tape) - 3):
            break
        if kind == kinds.RESULT and depth == 0:
            break
        at += 3
    return at - 3


def _harmless(raw: bytes, start: int, end: int) -> list[Edit]:
    """Return the edits after which the text can stand in a comment."""
    edits = []
    before = ord(" ")
    for at in range(start, end):
        byte = raw[at]
        if byte in _BRACES:
            edits.append(Edit(at, at + 1, _BRACES[byte]))
        elif byte == _BRACKET and before in b"\r\n":
            edits.append(Edit(at, at + 1, b"("))
        before = byte
    return edits
