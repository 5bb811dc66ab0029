"""Rows of a terminal: texts with their styles, measured and broken by columns.

A row is a list of spans, each a text that is safe to write and the SGR codes that it is shown in.
Nothing here writes anything: what comes out are rows, and lines of text made from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from damas_cli.check.reporters import visible
from damas_cli.check.reporters.full import width

BOLD, FAINT, REVERSE = "1", "2", "7"


class Span(NamedTuple):
    """A text in one style; `tag` is whatever its maker wants to find it by."""

    text: str
    style: str = ""
    tag: object = None


Row = list[Span]


def clean(text: str) -> str:
    """Return `text` with single blanks between its words and no control characters.

    >>> clean("  a\\n\\tb\\x1b[2J")
    'a b\ufffd[2J'
    """
    return visible(" ".join(text.split()))


def row_width(row: Iterable[Span]) -> int:
    """Return how many columns a row takes."""
    return sum(width(span.text) for span in row)


def line_of(row: Iterable[Span], colour: bool) -> str:
    """Return a row as text, without blanks at its end where nothing colours them."""
    if not colour:
        return "".join(span.text for span in row).rstrip()
    parts = []
    for style, spans in groupby(row, attrgetter("style")):
        text = "".join(span.text for span in spans)
        parts.append(f"\x1b[{style}m{text}\x1b[0m" if style else text)
    return "".join(parts)


def clipped(row: Row, room: int) -> Row:
    """Return what of a row goes into so many columns; `…` tells that there was more."""
    if row_width(row) <= room:
        return row
    kept: Row = []
    left = room - 1
    for span in row:
        size = width(span.text)
        if size > left:
            kept.append(span._replace(text=_head(span.text, left) + "…"))
            break
        kept.append(span)
        left -= size
    return kept if room > 0 else []


def _head(text: str, room: int) -> str:
    """Return as much of the beginning of `text` as goes into so many columns."""
    kept = text[: max(room, 0)]
    while width(kept) > max(room, 0):
        kept = kept[:-1]
    return kept


def padded(row: Row, room: int) -> Row:
    """Return a row that takes exactly so many columns."""
    row = clipped(row, room)
    missing = room - row_width(row)
    return [*row, Span(" " * missing)] if missing > 0 else row


def filled(words: Iterable[Span], room: int, first: str = "", rest: str = "") -> list[Row]:
    """Return words as rows of at most so many columns, broken between them.

    `first` stands before the first row, `rest` before the others. A word that is longer than a row
    is broken, too: a hostile text makes no row longer than the terminal.
    """
    rows: list[Row] = []
    row: Row = [Span(first)] if first else []
    begin = used = width(first)
    for word in words:
        for piece in _pieces(word, max(room - max(width(first), width(rest)), 1)):
            size = width(piece.text)
            if used > begin and used + 1 + size > room:
                rows.append(row)
                row = [Span(rest)] if rest else []
                begin = used = width(rest)
            if used > begin:
                same = bool(row) and row[-1].style == piece.style
                row.append(Span(" ", piece.style if same else ""))
                used += 1
            row.append(piece)
            used += size
    return [*rows, row] if used > begin else rows


def _pieces(word: Span, room: int) -> Iterable[Span]:
    text = word.text
    while width(text) > room:
        head = _head(text, room) or text[:1]
        yield word._replace(text=head)
        text = text[len(head) :]
    if text:
        yield word._replace(text=text)


def words_of_text(text: str, style: str = "") -> list[Span]:
    """Return the words of a text, cleaned."""
    return [Span(word, style) for word in clean(text).split(" ") if word]
