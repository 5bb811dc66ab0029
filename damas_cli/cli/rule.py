"""`damas rule`: what a code means, with an example and what to write or play instead."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from textwrap import wrap
from typing import Annotated

import typer

from ..check.codes import CODES
from ..check.pages import Page, headings, page, sentences
from ..check.reporters.concise import SEVERITIES
from ..check.selection import ALL, UnknownSelector
from ..language import Phrase, Words, mark
from .application import as_command
from .environment import Environment
from .rules_option import bad
from .status import ExitStatus

_WIDTH = 80
_INDENT = "  "
# On a terminal the severities stand below one another, and so do the titles.
_NAME_WIDTH = max(len(code.name) for code in CODES.values())


class Format(StrEnum):
    """How pages are printed."""

    TEXT = "text"
    JSON = "json"


def list_codes(env: Environment, pages: Sequence[Page]) -> ExitStatus:
    """Print a line a code: aligned on a terminal, else its cells parted by tabs."""
    severities = {key: env.words(text) for key, text in SEVERITIES.items()}
    if not env.stdout_is_terminal:
        for shown in pages:
            env.print("\t".join((shown.code, shown.name, severities[shown.severity], shown.title)))
        return ExitStatus.OK
    widest = max(map(len, severities.values()))
    for shown in pages:
        cells = f"{shown.code} {shown.name:{_NAME_WIDTH}} {severities[shown.severity]:{widest}} "
        for line in _wrapped(shown.title, cells, " " * len(cells)):
            env.print(line)
    return ExitStatus.OK


def show_pages(env: Environment, pages: Sequence[Page]) -> ExitStatus:
    """Print whole pages, in 80 columns."""
    for number, shown in enumerate(pages):
        if number:
            env.print("")
        for line in page_lines(shown, env.words):
            env.print(line)
    return ExitStatus.OK


def page_lines(shown: Page, words: Words) -> Iterator[str]:
    """Yield the lines of a page as people read it."""
    heading = headings(words.language)
    common = sentences(words.language)
    yield f"{shown.code} {shown.name} ({words(SEVERITIES[shown.severity])})"
    yield shown.title
    yield from _section(heading["what"], _wrapped(shown.what))
    yield from _section(heading["why"], _wrapped(shown.why))
    yield from _section(heading["example"], _inset(shown.example))
    yield from _section(
        heading["instead"], [*_wrapped(shown.instead), "", *_inset(shown.corrected)]
    )
    if shown.article is not None:
        yield from _section(heading["article"], _wrapped(f"{shown.article}. {common['others']}"))
    yield from _section(heading["fix"], _wrapped(shown.fix_text))
    yield from _section(heading["suppress"], _wrapped(shown.suppress))


def _section(heading: str, lines: Sequence[str]) -> Iterator[str]:
    yield ""
    yield heading
    yield from lines


def _wrapped(text: str, first: str = _INDENT, other: str = _INDENT) -> list[str]:
    # The name of an option and a move stay whole.
    return wrap(
        text,
        _WIDTH - 1,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _inset(pdn: str) -> list[str]:
    return [f"{2 * _INDENT}{line}".rstrip() for line in pdn.splitlines()]


def chosen_codes(typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return the codes that `typed` names, in order, and whether all are named one by one.

    A code and a name are taken in capitals and small letters alike; the beginning of a code stands
    for all that begin so.

    Raises:
        typer.BadParameter: there is no such code.
    """
    by_name = {code.name: code.code for code in CODES.values()}
    found: list[str] = []
    whole = True
    for text in typed:
        code = "" if text.upper() == ALL else by_name.get(text.lower(), text.upper())
        codes = [known for known in CODES if text and known.startswith(code)]
        if not codes:
            raise bad("CODE", UnknownSelector(text).phrase)
        whole = whole and codes == [code]
        found += codes
    return list(dict.fromkeys(found)), whole


def _arguments(
    context: typer.Context,
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=mark("[CODE]..."),
            show_default=False,
            help=mark("Codes or names; the beginning of a code lists all that begin so."),
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=mark("Explain every code."))] = False,
    output_format: Annotated[
        Format, typer.Option("--output-format", help=mark("Print text, or a JSON list of pages."))
    ] = Format.TEXT,
) -> ExitStatus:
    env: Environment = context.obj
    if everything and codes:
        raise bad("--all", Phrase("goes without {options}", options=Phrase("CODE")))
    chosen, whole = chosen_codes(codes or [])
    pages = [page(code, env.words.language) for code in chosen or CODES]
    if output_format == Format.JSON:
        env.print(json.dumps([shown.record() for shown in pages], ensure_ascii=False, indent=2))
        return ExitStatus.OK
    if everything or (chosen and whole):
        return show_pages(env, pages)
    return list_codes(env, pages)


command = as_command(
    _arguments,
    name="rule",
    short_help=mark("List the codes of findings, or explain them."),
    help=mark("List the codes of findings, or explain them, each with an example."),
    epilog="""\b
Examples:
  damas rule
  damas rule M003
  damas rule quantity-law
  damas rule M
  damas rule --all --output-format json | jq -r '.[].code'
""",
)
