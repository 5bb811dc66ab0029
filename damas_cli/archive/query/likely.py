"""Names of tags that nobody uses, and what may be meant by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from difflib import get_close_matches

from .tree import Node, TagGiven, TagTest

# The tags of PDN 3.0 and the other words of a query.
_KNOWN = (
    *("event", "site", "date", "round", "white", "black", "result", "gametype", "setup", "fen"),
    *("eventdate", "eventsponsor", "section", "stage", "board", "time", "timecontrol"),
    *("termination", "annotator", "mode", "opening", "whiteelo", "blackelo", "whiterating"),
    *("blackrating", "whitetitle", "blacktitle", "whitetype", "blacktype", "whitena", "blackna"),
    *("player", "plies", "winner", "variant", "number", "comment", "comments", "variations"),
)


def unlikely_tags(node: Node) -> list[tuple[str, str]]:
    """Return the names in a query that look like a slip of the pen, each with what may be meant.

    >>> from .parsing import parse_query
    >>> unlikely_tags(parse_query("whit = x and (white = y or not tag(rond)) and Club = z"))
    [('whit', 'white'), ('rond', 'round')]
    """
    found = []
    for name in dict.fromkeys(_tags(node)):
        close = get_close_matches(name, _KNOWN, 1, 0.8)
        if close and name not in _KNOWN:
            found.append((name, close[0]))
    return found


def _tags(node: Node) -> Iterator[str]:
    """Yield the names of the tags that a query asks for."""
    if isinstance(node, TagTest | TagGiven):
        yield node.name
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield from _tags(part)
