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

from ..rules.counting import DEEPEST, UNIQUE, PerftCounter
from ..rules.fen import FenError
from ..rules.position import Position
from ..rules.variant import UnknownVariant, get_variant
from .application import as_command
from .environment import Environment
from .status import ExitStatus
from .suite import START, SuiteError, SuiteRow, read_suite

_HEADER = f"{'depth':>5} {'nodes':>20} {'seconds':>10} {'nodes/s':>13}"


@dataclass(frozen=True, slots=True)
class PerftOptions:
    """How to count and how to print it."""

    convention: str = UNIQUE
    hash_mebibytes: int = 0
    jobs: int = 1
    as_json: bool = False

    def counter(self, variant: str, convention: str | None = None) -> PerftCounter:
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
        env.print(_HEADER)
    for result in _results(position, depth, options):
        env.print(json.dumps(result.as_record()) if options.as_json else result.as_text())
        env.flush()
    return ExitStatus.OK


def _results(position: Position, depth: int, options: PerftOptions) -> Iterator[PerftResult]:
    """Count every depth from 1 to `depth`, or depth 0 alone if that is asked for."""
    counter = options.counter(position.variant.name)
    for plies in range(min(1, depth), depth + 1):
        yield _timed(counter, position, plies, options.convention)


def _timed(counter: PerftCounter, position: Position, depth: int, convention: str) -> PerftResult:
    start = perf_counter()
    nodes = counter.count(position, depth)
    return PerftResult(position, depth, convention, nodes, perf_counter() - start)


def divide(env: Environment, position: Position, depth: int, options: PerftOptions) -> ExitStatus:
    """Print each legal move and the leaves below it, parted by a tab, then their total."""
    total = 0
    for move, nodes in options.counter(position.variant.name).divide(position, depth):
        env.print(f"{move}\t{nodes}")
        env.flush()
        total += nodes
    env.print(f"total\t{total}")
    return ExitStatus.OK


def check_suite(
    env: Environment, rows: list[SuiteRow], deepest: int | None, options: PerftOptions
) -> ExitStatus:
    """Count every row that is at most `deepest` plies deep and compare it with its table.

    Prints a line a row, and how many of them agree as a closing line on standard error.
    """
    chosen = [row for row in rows if deepest is None or row.depth <= deepest]
    different = 0
    counter, counted = None, ("", "")
    for row in chosen:
        made_for = (row.position.variant.name, row.convention)
        if counter is None or counted != made_for:
            counter, counted = options.counter(*made_for), made_for
        result = _timed(counter, row.position, row.depth, row.convention)
        equal = result.nodes == row.expected
        different += not equal
        if options.as_json:
            env.print(json.dumps({**result.as_record(), "expected": row.expected}))
        else:
            verdict = "equal" if equal else f"DIFFERENT, {row.expected} expected"
            place = f"line {row.line}: {row.convention} {row.position.fen()}"
            env.print(f"{result.as_text()}  {place}: {verdict}")
        env.flush()
    left_out = len(rows) - len(chosen)
    env.say(
        f"{len(chosen)} rows: {len(chosen) - different} equal, {different} different"
        + (f"; {left_out} deeper rows left out" if left_out else "")
    )
    return ExitStatus.FINDINGS if different else ExitStatus.OK


def run_suite(
    env: Environment, name: str, variant: str, deepest: int | None, options: PerftOptions
) -> ExitStatus:
    """Read the suite `name`, `-` for standard input, and check it."""
    try:
        data = _read(env, name)
    except OSError as error:
        env.complain(f"cannot read {name}: {error.strerror or error}")
        return ExitStatus.UNREADABLE
    try:
        rows = read_suite(data, name, variant)
    except SuiteError as error:
        env.complain(str(error))
        return ExitStatus.UNREADABLE
    return check_suite(env, rows, deepest, options)


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
            show_default=False,
            help="Plies to count; with --suite, leave deeper rows out.",
        ),
    ] = None,
    fen: Annotated[
        str | None,
        typer.Option(metavar="FEN", help="Count from this position instead of the start."),
    ] = None,
    variant: Annotated[str, typer.Option(metavar="NAME", help="The rules.")] = "spanish",
    divide_moves: Annotated[
        bool, typer.Option("--divide", help="Count below each legal move.")
    ] = False,
    count: Annotated[
        Literal["unique", "capture-order"] | None,
        typer.Option(
            help="Which captures are one move: those that take the same pieces (unique, the"
            " default), or only those that take them in the same order.",
        ),
    ] = None,
    hash_mebibytes: Annotated[
        int, typer.Option("--hash", min=0, metavar="MIB", help="Remember counts in a table.")
    ] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, metavar="N", help="Threads that count.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
    suite: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Check a table of counts; exit 1 on a difference."),
    ] = None,
) -> ExitStatus:
    """Count the positions that DEPTH plies of legal play lead to.

    Prints depth, positions, seconds and positions a second, a line for each depth up to DEPTH.
    """
    env: Environment = context.obj
    _refuse_more_than_memory(hash_mebibytes)
    options = PerftOptions(count or UNIQUE, hash_mebibytes, jobs, as_json)
    try:
        if suite is not None:
            if fen is not None or divide_moves or count is not None:
                raise _bad("--suite", "goes without --fen, --divide and --count")
            return run_suite(env, suite, variant, depth, options)
        if depth is None:
            raise _bad("DEPTH", "needed unless there is a --suite")
        position = _position(variant, fen)
        if not divide_moves:
            return perft(env, position, depth, options)
        if as_json or depth == 0:
            raise _bad("--divide", "goes with a DEPTH of 1 or more and without --json")
        return divide(env, position, depth, options)
    except OverflowError as error:
        raise _bad("DEPTH", str(error)) from None
    except MemoryError:
        if not hash_mebibytes:
            raise
        raise _bad("--hash", f"there is no memory for {hash_mebibytes} MiB") from None


def _position(variant: str, fen: str | None) -> Position:
    """Return the position to count from."""
    try:
        if fen is None or fen == START:
            return Position.start(variant)
        return Position.from_fen(fen, variant)
    except UnknownVariant as error:
        raise _bad("--variant", str(error)) from None
    except FenError as error:
        from ..check.messages import bad_fen  # only here: counting needs nothing of it

        raise _bad("--fen", bad_fen(error, get_variant(variant))) from None


def _refuse_more_than_memory(mebibytes: int) -> None:
    """Refuse a table larger than this machine's memory, which the system might seem to grant."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, OSError, ValueError):  # the system does not tell
        return
    if mebibytes > memory:
        raise _bad("--hash", f"{mebibytes} MiB are more than the {memory} MiB of this machine")


def _bad(parameter: str, message: str) -> typer.BadParameter:
    return typer.BadParameter(message, param_hint=f"'{parameter}'")


command = as_command(
    _arguments,
    name="perft",
    epilog="""\b
Examples:
  damas perft 9
  damas perft 7 --divide --fen W:WK1,12:B20,27
  damas perft 15 --hash 2048 --jobs 2
  damas perft --suite counts.tsv
""",
)
