"""Which article of the rules a finding cites."""

from __future__ import annotations

from damas_cli.rules.variant import Variant

# Topics of the variant's `[articles]`, by code, and for M001 by reason. The law of an ending (D003)
# has its article beside it.
TOPICS = {
    # No rule is at issue where the text names no piece or no square.
    "M001 no-piece": "",
    "M001 no-piece-on-file": "",
    "M001 off-board": "",
    "M001 unreadable": "",
    "M001 moved-backward": "man",
    "M001 captured-backward": "man_captures",
    "M001 captured-king": "man_captures",
    "M001 too-far": "man",
    "M001 jumped-twice": "compulsory",
    "M001 beyond-crowning": "promotion",
    "M001": "king",
    "M002": "compulsory",
    "M003": "most_pieces",
    "M004": "most_kings",
    "M005 with-king": "with_king",
    "M005 kings-first": "kings_first",
    "M006": "end",
    "M007": "turn",
    "M008": "completion",
    "D001": "repetition",
    "D002": "no_progress",
    "R002": "end",
    "R005": "end",
}


def of(code: str, reason: str, variant: Variant, king: bool = True) -> str | None:
    """Return the heading of the article, None where no article of the rules is at issue.

    `king` says whether the piece that moves is a king, for an illegal move that breaks the way
    its piece goes.
    """
    topic = TOPICS.get(f"{code} {reason}", TOPICS.get(code))
    if topic == "king" and not king:
        topic = "man"
    if topic == "man_captures" and topic not in variant.articles:
        # Most texts have one article for all that a man does.
        topic = "man"
    return variant.articles.get(topic) if topic else None
