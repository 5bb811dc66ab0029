"""`damas variants`: the variants there are, and the rules of one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from textwrap import fill, wrap
from typing import Annotated

import typer

from ..language import mark
from ..rules.board import Board
from ..rules.variant import FOLDER, Variant, get_variant, variant_names
from .application import as_command
from .environment import Environment
from .rules_option import RulesFile, chosen_variant
from .status import ExitStatus
from .variant_words import VariantWords, columns

_WIDTH = 80
_INDENT = "  "
# How wide the columns of the table are on a terminal; what is longer goes on below.
_WIDTHS = (15, 18, 7, 4, 6, 13, 11)


def list_variants(env: Environment, variants: list[Variant], *, as_json: bool) -> ExitStatus:
    """Print a line a variant: aligned on a terminal, else its cells parted by tabs.

    A terminal also gets a header, and of a GameType only its number.
    """
    if as_json:
        for variant in variants:
            env.print(json.dumps(record(variant), ensure_ascii=False))
    elif env.stdout_is_terminal:
        _print_cells(env, [name.upper() for name in columns(env.words)])
        for variant in variants:
            cells = VariantWords(variant, env.words).row()
            cells[3] = str(variant.number or "-")
            _print_cells(env, cells)
    else:
        for variant in variants:
            env.print("\t".join(VariantWords(variant, env.words).row()))
    return ExitStatus.OK


def _print_cells(env: Environment, cells: list[str]) -> None:
    # Captures and draws are lists, whose items stay whole: a no-break space is no place to part at.
    lists = [cell.replace(" ", "\xa0").replace(",\xa0", ", ") for cell in cells[-2:]]
    wrapped = [
        [line.replace("\xa0", " ") for line in wrap(cell, width)]
        for cell, width in zip(cells[:-2] + lists, _WIDTHS, strict=True)
    ]
    for number in range(max(map(len, wrapped))):
        line = " ".join(
            (lines[number] if number < len(lines) else "").ljust(width)
            for lines, width in zip(wrapped, _WIDTHS, strict=True)
        )
        env.print(line.rstrip())


def record(variant: Variant) -> dict[str, object]:
    """Return what `--json` prints: the tables of the variant's file, its GameType and its start."""
    rules = {key: value for key, value in variant.data.items() if key != "family"}
    rules["gametype"] = variant.gametype or None
    rules["setup"] = {**rules["setup"], "fen": variant.start}
    return rules


def show_variant(env: Environment, variant: Variant, sources: list[str]) -> ExitStatus:
    """Print the rules of `variant` in words, with a diagram of its squares, in 80 columns."""
    words = VariantWords(variant, env.words)
    title = words.title()
    env.print(title if title == variant.name else f"{variant.name}: {title}")
    env.print(words.gametype())
    env.print("")
    for line in diagram(variant.board):
        env.print(_INDENT + line)
    env.print("")
    env.print(_INDENT + env.words("White below. The start is"))
    env.print(_INDENT + short_start(variant))
    for heading, sentences in words.sections(sources):
        env.print("")
        env.print(heading)
        for sentence in sentences:
            env.print(
                fill(
                    sentence,
                    _WIDTH - 1,
                    initial_indent=_INDENT,
                    subsequent_indent=2 * _INDENT,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )
    return ExitStatus.OK


def diagram(board: Board) -> Iterator[str]:
    """Yield the rows of the board from the top, White's side below: its squares as written.

    >>> print(*diagram(get_variant("spanish").board), sep="\\n")
    32  . 31  . 30  . 29  .
     . 28  . 27  . 26  . 25
    24  . 23  . 22  . 21  .
     . 20  . 19  . 18  . 17
    16  . 15  . 14  . 13  .
     . 12  . 11  . 10  .  9
     8  .  7  .  6  .  5  .
     .  4  .  3  .  2  .  1
    """
    width = max(len(board.label(square)) for square in range(1, board.size + 1))
    for row in range(board.height - 1, -1, -1):
        squares = (board.numbers.get((file, row)) for file in range(board.width))
        cells = ((board.label(square) if square else ".").rjust(width) for square in squares)
        yield " ".join(cells)


def short_start(variant: Variant) -> str:
    """Return the FEN of the start in one line, numbers as ranges.

    >>> short_start(get_variant("spanish"))
    'W:W1-12:B21-32'
    """
    board = variant.board
    if board.algebraic:
        return variant.start
    sides = (board.squares_of(mask) for mask in variant.start_masks[:2])
    white, black = (f"{squares[0]}-{squares[-1]}" for squares in sides)
    return f"{variant.first}:W{white}:B{black}"


def sources_of(name: str) -> list[str]:
    """Return the sources of a variant that comes with damas, from the first lines of its file."""
    found: list[str] = []
    for line in (FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        text = line[1:].strip()
        if re.match(r"\[[^]]+\] ", text):
            found.append(text)
        elif found:
            found[-1] += f" {text}"
    return found


def _arguments(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar=mark("[NAME]"),
            show_default=False,
            help=mark("The variant to tell the rules of."),
        ),
    ] = None,
    rules: RulesFile = None,
    as_json: Annotated[
        bool, typer.Option("--json", help=mark("Print one JSON object a line."))
    ] = False,
) -> ExitStatus:
    env: Environment = context.obj
    variant = chosen_variant(env, name, rules, "NAME")
    if variant is None:
        variants = [get_variant(known) for known in variant_names()]
        return list_variants(env, variants, as_json=as_json)
    if as_json:
        return list_variants(env, [variant], as_json=True)
    return show_variant(env, variant, [] if name is None else sources_of(name))


command = as_command(
    _arguments,
    name="variants",
    short_help=mark("List the variants, or tell the rules of one."),
    help=mark("List the variants, or tell the rules of one in words."),
    epilog="""\b
Examples:
  damas variants
  damas variants russian
  damas variants --rules club.toml
  damas variants --json | jq -r .name
""",
)
