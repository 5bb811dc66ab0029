"""What `dedupe` and `merge` do about games that are there more than once, and what they say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import click
import typer

from ..archive.collecting import Place, Sink
from ..archive.copies import KEPT, PLAYERS, Copy, Deduper
from ..archive.sameness import Rule, RuleError
from ..check.reporters import visible
from ..check.reporters.jsonl import encode
from ..language import Words, mark
from .archive_options import STANDARD_STREAM, checked_output
from .collecting import Aim
from .environment import Environment
from .rules_option import bad

_LINES = ".jsonl"

Keep = Annotated[
    str,
    typer.Option(
        click_type=click.Choice(KEPT),
        help=mark("Which copy stays: the one that tells most, or the first."),
    ),
]
ReportFile = Annotated[
    str | None,
    typer.Option(
        "--report",
        metavar=mark("FILE"),
        help=mark(
            "Write which games are copies of which: a line for each, as JSON where the name ends"
            " in .jsonl; - is standard output."
        ),
    ),
]


def rule_of(text: str, option: str) -> Rule:
    """Return the rule that the value of an option is.

    Raises:
        typer.BadParameter: it is none.
    """
    try:
        return Rule.parsed(text)
    except RuleError as error:
        raise bad(option, error.phrase) from None


def report_aim(path: str | None, force: bool) -> Aim | None:
    """Return where the report goes.

    Raises:
        typer.BadParameter: the file is there and may not be written over.
    """
    if path is None or path == STANDARD_STREAM:
        return None if path is None else Aim(None, "--report")
    return Aim(checked_output(path, force, "--report"), "--report")


@contextmanager
def deduper(env: Environment, sink: Sink, keep: str, report: Aim | None) -> Iterator[Deduper]:
    """Give the sink that leaves copies out before `sink`, and writes of them what is asked for."""
    if report is None:
        yield Deduper(sink, keep)
        return
    as_text = _json_line if (report.path or "").lower().endswith(_LINES) else _text_line
    with report.opened(env) as write:

        def tell(copy: Copy) -> None:
            write(as_text(copy, env.words).encode("utf-8", "backslashreplace"))

        yield Deduper(sink, keep, tell)


def _json_line(copy: Copy, _: Words) -> str:
    record: dict[str, object] = {
        **_place_record(copy.place),
        "copy_of": _place_record(copy.kept),
        "differs": list(copy.differs),
    }
    return encode(record) + "\n"


def _place_record(place: Place) -> dict[str, object]:
    return {
        "path": place.path,
        "game": place.number,
        "line": place.line,
        "white": place.white,
        "black": place.black,
    }


def _text_line(copy: Copy, words: Words) -> str:
    told = words(
        "{place} is a copy of {kept}",
        place=_said_place(copy.place, words),
        kept=_said_place(copy.kept, words),
    )
    if copy.differs:
        differs = [
            words("other players") if name == PLAYERS else words("another result")
            for name in copy.differs
        ]
        told = words("{told}: {differences}", told=told, differences=", ".join(differs))
    return visible(told) + "\n"


def _said_place(place: Place, words: Words) -> str:
    where = words(
        "{path}:{line} game {number}", path=place.path, line=place.line, number=place.number
    )
    if not place.white and not place.black:
        return where
    return words(
        "{place} ({white} - {black})",
        place=where,
        white=place.white or "?",
        black=place.black or "?",
    )


def copies_left_out(words: Words, found: Deduper) -> str:
    """Return how many copies were left out, and how many contradict what stays, as it is said."""
    told = words.plural("{number} copy left out", "{number} copies left out", found.copies)
    if not found.contradicting:
        return told
    contradicting = words.plural(
        "{number} of them has other players or another result",
        "{number} of them have other players or another result",
        found.contradicting,
    )
    return words("{copies}, {contradicting}", copies=told, contradicting=contradicting)
