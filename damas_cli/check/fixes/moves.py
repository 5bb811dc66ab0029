"""Fixes of how moves are written: separators, squares, numbers."""

from __future__ import annotations

import re

from damas_cli.rules.notation import SEPARATORS

from ..finding import Finding
from ..numbers import corrections
from .fix import Edit, Fix, replaced
from .places import Place

# A separator of `grammar/pdn.lark`, in UTF-8 or CP1252.
_SEPARATOR = re.compile(
    b"|".join(
        [
            *(re.escape(sign.encode()) for sign in SEPARATORS),
            *(re.escape(sign) for sign in (b"\x96", b"\x97", b"\xd7")),
        ]
    )
)
_QUIET = b"-"


def separators(place: Place, finding: Finding) -> Fix | None:
    """Write every separator of the move as what the move did."""
    sign = _QUIET
    if finding.reason == "capture":
        sign = str(finding.values["capture_sign"]).encode()
    move = place.game.raw[finding.start : finding.end]
    edits = [
        Edit(finding.start + found.start(), finding.start + found.end(), sign)
        for found in _SEPARATOR.finditer(move)
        if found.group() != sign
    ]
    return Fix("N002", edits, span=(finding.start, finding.end)) if edits else None


def canonical(place: Place, finding: Finding) -> Fix:
    """Write the move as the writer does."""
    right = str(finding.values["right"]).encode()
    return replaced("N004", finding.start, finding.end, right)


def renumbered(place: Place, findings: list[Finding]) -> Fix | None:
    """Let all numbers of the game count as it begins.

    Where a line could not be played on, a move may be missing, and the numbers be right after all.
    So they may in a part of a game, and where each ply has a number of its own.
    """
    if place.stops:
        return None
    game = place.game
    tag = game.tag("FEN")
    starts_from_fen = tag is not None and bool(tag.value.strip())
    edits = []
    for start, end, right, is_certain in sorted(corrections(game, starts_from_fen)):
        if not is_certain:
            return None
        # Who writes zeros before numbers goes on to do so.
        width = end - start if game.raw[start : start + 1] == b"0" else 0
        edits.append(Edit(start, end, str(right).encode().zfill(width)))
    count = sum(finding.code == "N001" for finding in findings)
    return Fix("N001", edits, count=count) if edits else None
