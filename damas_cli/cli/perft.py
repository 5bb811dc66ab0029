"""`damas perft`: count the leaves of the legal-move tree."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import typer

from ..language import Phrase, mark, system_reason
from ..rules.captures import TooManyCaptures
from ..rules.counting import DEEPEST, UNIQUE, PerftCounter, TooManyNodes
from ..rules.fen import FenError
from ..rules.position import Position
from ..rules.variant import Variant, get_variant
from .application import as_command
from .environment import Environment
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .status import ExitStatus
from .suite import START, SuiteError, SuiteRow, read_suite

# Over the columns of `PerftResult.as_text`.
_HEADER = mark("depth                nodes    seconds       nodes/s")


@dataclass(frozen=True, slots=True)
class PerftOptions:
    """How to count and how to print it."""

    convention: str = UNIQUE
    hash_mebibytes: int = 0
    jobs: int = 1
    as_json: bool = False

    def counter(self, variant: Variant, convention: str | None = None) -> PerftCounter:
        """Return a counter made as these options say."""
        return PerftCounter(
            variant,
            convention or self.convention,
            jobs=self.jobs,
            hash_mebibytes=self.hash_mebibytes,
        )


@dataclass(frozen=True, slots=True)
class PerftResult:
    """One finished count."""

    position: Position
    depth: int
    convention: str
    nodes: int
    seconds: float

    def as_text(self) -> str:
        """Return one line of aligned columns: depth, nodes, seconds, nodes a second."""
        rate = round(self.nodes / max(self.seconds, 1e-9))
        return f"{self.depth:>5} {self.nodes:>20} {self.seconds:>10.3f} {rate:>13}"

    def as_record(self) -> dict[str, object]:
        """Return the record that `--json` prints."""
        return {
            "variant": self.position.variant.name,
            "fen": self.position.fen(),
            "depth": self.depth,
            "count": self.convention,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


def perft(env: Environment, position: Position, depth: int, options: PerftOptions) -> ExitStatus:
    """Print one line a depth, from 1 to `depth`: depth, leaves, seconds, leaves a second."""
    if env.stdout_is_terminal and not options.as_json:
        env.print(env.words(_HEADER))
    for result in _results(position, depth, options):
        env.print(json.dumps(result.as_record()) if options.as_json else result.as_text())
        env.flush()
    return ExitStatus.OK


def _results(position: Position, depth: int, options: PerftOptions) -> Iterator[PerftResult]:
    """Count every depth from 1 to `depth`, or depth 0 alone if that is asked for."""
    counter = options.counter(position.variant)
    for plies in range(min(1, depth), depth + 1):
        yield _timed(counter, position, plies, options.convention)


def _timed(counter: PerftCounter, position: Position, depth: int, convention: str) -> PerftResult:
    start = perf_counter()
    nodes = counter.count(position, depth)
    return PerftResult(position, depth, convention, nodes, perf_counter() - start)


def divide(env: Environment, position: Position, depth: int, options: PerftOptions) -> ExitStatus:
    """Print each legal move and the leaves below it, parted by a tab, then their total."""
    total = 0
    for move, nodes in options.counter(position.variant).divide(position, depth):
        env.print(f"{move}\t{nodes}")
        env.flush()
        total += nodes
    env.print(f"total\t{total}")
    return ExitStatus.OK


def check_suite(
    env: Environment, rows: list[SuiteRow], options: PerftOptions, left_out: int = 0
) -> ExitStatus:
    """Count every row and compare it with its table; `left_out` tells how many rows are not here.

    Prints a line a row, and how many of them agree as a closing line on standard error.
    """
    different = 0
    words = env.words
    counter, counted = None, None
    for row in rows:
        made_for = (row.position.variant, row.convention)
        if counter is None or counted != made_for:
            counter, counted = options.counter(*made_for), made_for
        result = _timed(counter, row.position, row.depth, row.convention)
        equal = result.nodes == row.expected
        different += not equal
        if options.as_json:
            env.print(json.dumps({**result.as_record(), "expected": row.expected}))
        else:
            place = words(
                "line {line}: {convention} {fen}",
                line=row.line,
                convention=row.convention,
                fen=row.position.fen(),
            )
            if equal:
                verdict = words("equal")
            else:
                verdict = words("DIFFERENT, {expected} expected", expected=row.expected)
            env.print(f"{result.as_text()}  {place}: {verdict}")
        env.flush()
    told = words(
        "{rows}: {equal}, {different}",
        rows=words.plural("{number} row", "{number} rows", len(rows)),
        equal=words.plural("{number} equal", "{number} equal", len(rows) - different),
        different=words.plural("{number} different", "{number} different", different),
    )
    if left_out:
        told += words.plural(
            "; {number} deeper row left out", "; {number} deeper rows left out", left_out
        )
    env.say(told)
    return ExitStatus.FINDINGS if different else ExitStatus.OK


def run_suite(
    env: Environment,
    name: str,
    variant: Variant,
    options: PerftOptions,
    *,
    deepest: int | None = None,
    most: int | None = None,
) -> ExitStatus:
    """Read the suite `name`, `-` for standard input, and check it; `variant` is its default.

    Rows deeper than `deepest` plies, and those that count more than `most`, are left out.
    """
    words = env.words
    try:
        data = _read(env, name)
    except OSError as error:
        reason = system_reason(error)
        env.complain(words("cannot read {path}: {reason}", path=name, reason=reason))
        return ExitStatus.UNREADABLE
    try:
        rows = read_suite(data, name, variant)
    except SuiteError as error:
        env.complain(words.say(error.phrase))
        return ExitStatus.UNREADABLE
    chosen = [
        row
        for row in rows
        if (deepest is None or row.depth <= deepest) and (most is None or row.expected <= most)
    ]
    return check_suite(env, chosen, options, len(rows) - len(chosen))


def _read(env: Environment, name: str) -> bytes:
    if name != "-":
        return Path(name).read_bytes()
    return b"" if env.stdin is None else env.stdin.read()


def _arguments(
    context: typer.Context,
    depth: Annotated[
        int | None,
        typer.Argument(
            min=0,
            max=DEEPEST,
            metavar=mark("DEPTH"),
            show_default=False,
            help=mark("Plies to count; with --suite, leave deeper rows out."),
        ),
    ] = None,
    fen: Annotated[
        str | None,
        typer.Option(metavar="FEN", help=mark("Count from this position instead of the start.")),
    ] = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    divide_moves: Annotated[
        bool, typer.Option("--divide", help=mark("Count below each legal move."))
    ] = False,
    count: Annotated[
        Literal["unique", "capture-order"] | None,
        typer.Option(
            help=mark(
                "Which captures are one move: those that take the same pieces (unique, the"
                " default), or only those that take them in the same order."
            ),
        ),
    ] = None,
    hash_mebibytes: Annotated[
        int, typer.Option("--hash", min=0, metavar="MIB", help=mark("Remember counts in a table."))
    ] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, metavar="N", help=mark("Threads that count."))
    ] = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help=mark("Print one JSON object a line."))
    ] = False,
    suite: Annotated[
        str | None,
        typer.Option(
            metavar=mark("FILE"), help=mark("Check a table of counts; exit 1 on a difference.")
        ),
    ] = None,
    max_nodes: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help=mark("With --suite, leave out what counts more.")),
    ] = None,
) -> ExitStatus:
    env: Environment = context.obj
    _refuse_more_than_memory(hash_mebibytes)
    options = PerftOptions(count or UNIQUE, hash_mebibytes, jobs, as_json)
    try:
        if suite is not None:
            if fen is not None or divide_moves or count is not None:
                others = "--fen, --divide, --count"
                raise bad("--suite", Phrase("goes without {options}", options=others))
            own = _variant(env, variant, rules)
            return run_suite(env, suite, own, options, deepest=depth, most=max_nodes)
        if max_nodes is not None:
            raise bad("--max-nodes", Phrase("goes only with {options}", options="--suite"))
        if depth is None:
            raise bad("DEPTH", Phrase("needed unless there is a --suite"))
        position = _position(_variant(env, variant, rules), fen)
        if not divide_moves:
            return perft(env, position, depth, options)
        if as_json or depth == 0:
            raise bad("--divide", Phrase("goes only with a DEPTH of 1 or more and without --json"))
        return divide(env, position, depth, options)
    except TooManyNodes as error:
        raise bad("DEPTH", error.phrase) from None
    except TooManyCaptures as error:
        raise bad("--divide", error.phrase) from None
    except MemoryError:
        if not hash_mebibytes:
            raise
        problem = Phrase("there is no memory for {mebibytes} MiB", mebibytes=hash_mebibytes)
        raise bad("--hash", problem) from None


def _variant(env: Environment, name: str | None, file: str | None) -> Variant:
    return chosen_variant(env, name, file) or get_variant()


def _position(variant: Variant, fen: str | None) -> Position:
    """Return the position to count from."""
    if fen is None or fen == START:
        return Position.start(variant)
    try:
        return Position.from_fen(fen, variant)
    except FenError as error:
        from ..check.messages import bad_fen  # only here: counting needs nothing of it

        raise bad("--fen", bad_fen(error, variant)) from None


def _refuse_more_than_memory(mebibytes: int) -> None:
    """Refuse a table larger than this machine's memory, which the system might seem to grant."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, OSError, ValueError):  # the system does not tell
        return
    if mebibytes > memory:
        problem = Phrase(
            "{mebibytes} MiB are more than the {memory} MiB of this machine",
            mebibytes=mebibytes,
            memory=memory,
        )
        raise bad("--hash", problem)


command = as_command(
    _arguments,
    name="perft",
    short_help=mark("Count the positions that legal play leads to."),
    help=mark(
        "Count the positions that DEPTH plies of legal play lead to.\n\n"
        "Prints depth, positions, seconds and positions a second, a line for each depth up to "
        "DEPTH."
    ),
    epilog="""\b
Examples:
  damas perft 9
  damas perft 7 --variant russian --count capture-order
  damas perft 7 --divide --fen W:WK1,12:B20,27
  damas perft 15 --hash 2048 --jobs 2
  damas perft --suite counts.tsv
""",
)
