"""Fixes of how moves are written: separators."""

from __future__ import annotations

import re

from damas_cli.rules.notation import SEPARATORS

from ..finding import Finding
from .fix import Edit, Fix
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
