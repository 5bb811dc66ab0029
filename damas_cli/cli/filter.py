"""`damas filter`: the games of an archive that a query asks for."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated

import typer

from ..archive.joining import Joiner
from ..archive.query.errors import QueryError
from ..archive.query.picking import Picker, Sample
from ..archive.query.plan import Plan, planned
from ..archive.query.task import FilterTask
from ..archive.task import ArchiveOptions, Reply
from ..check.reporters import visible
from ..language import Phrase, mark, system_reason
from ..rules.variant import Variant
from .application import as_command
from .archive_options import (
    Files,
    Force,
    FromFormat,
    Output,
    Quiet,
    checked_output,
    paths_to_read,
)
from .archive_run import ArchiveRun, fault_of_output
from .environment import Environment
from .jobs_option import AUTO, Jobs, number_of_jobs
from .output_file import OutputFileError, written
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .status import ExitStatus, highest

# Nobody types more; a file that is no query may be any size.
_LONGEST_QUERY = 1 << 20
_SEEDS = 1 << 32


@dataclass(frozen=True)
class Wanted:
    """Which of the games that a query asks for are wanted, and what of them.

    Attributes:
        head: at most so many; None for all.
        sample: so many at random; None for all.
        seed: what chance begins with.
        count: whether they are counted and not written.
    """

    head: int | None = None
    sample: int | None = None
    seed: int = 0
    count: bool = False


class _NothingRead(Exception):
    """There was nothing to filter: a file that is there stays."""


def run_filter(
    env: Environment,
    run: ArchiveRun,
    plan: Plan,
    wanted: Wanted,
    paths: list[str],
    output: str | None = None,
) -> ExitStatus:
    """Write the games of `paths` that are wanted, to the file `output` or to standard output."""
    picker = Picker(plan, wanted.head)
    with closing(_pieces(run, picker, wanted, paths)) as pieces:
        if output is None:
            for piece in pieces:
                env.write(piece)
                if not piece:
                    env.flush()
        else:
            try:
                _write_file(run, pieces, output)
            except OutputFileError as error:
                return fault_of_output(env, output, error.phrase)
    if not run.quiet:
        _say_what_was_found(env, run, picker, wanted)
        if not picker.games:
            _say_what_may_be_meant(env, plan)
    nothing = [] if picker.games else [ExitStatus.FINDINGS]
    return highest([*run.statuses, *nothing])


def _write_file(run: ArchiveRun, pieces: Iterator[bytes], output: str) -> None:
    with contextlib.suppress(_NothingRead), written(output) as write:
        for piece in pieces:
            write(piece)
        if run.statuses and not run.games:
            raise _NothingRead


def _pieces(
    run: ArchiveRun, picker: Picker, wanted: Wanted, paths: list[str]
) -> Generator[bytes, None, None]:
    """Yield what is written, in large pieces; an empty one where the input pauses."""
    if wanted.count:
        for reply in _replies(run, picker, paths):
            for _ in picker.found_in(reply) if reply is not None else ():
                pass
        yield b"%d\n" % picker.games
    elif wanted.sample is not None:
        yield from _sampled(run, picker, Sample(wanted.sample, wanted.seed), paths)
    else:
        yield from _all(run, picker, paths)


def _all(run: ArchiveRun, picker: Picker, paths: list[str]) -> Iterator[bytes]:
    joiner = Joiner()
    for reply in _replies(run, picker, paths):
        if reply is None:
            yield joiner.end()
            yield b""
            continue
        parts = [joiner.more(rest)] if (rest := picker.rest_of(reply)) else []
        parts += [joiner.add(found.text, found.joins) for found in picker.found_in(reply)]
        if parts:
            yield b"".join(parts)
    yield joiner.end()


def _sampled(run: ArchiveRun, picker: Picker, sample: Sample, paths: list[str]) -> Iterator[bytes]:
    for reply in _replies(run, picker, paths):
        if reply is not None:
            sample.more(picker.rest_of(reply))
            for found in picker.found_in(reply):
                sample.add(found.text, found.joins)
    joiner = Joiner()
    for text, joins in sample.games():
        yield joiner.add(text, joins)
    yield joiner.end()


def _replies(run: ArchiveRun, picker: Picker, paths: list[str]) -> Iterator[Reply | None]:
    """Yield the replies for as long as games are wanted; then reading stops."""
    with closing(run.replies(paths)) as replies:
        for reply in replies:
            yield reply
            # Where the input pauses, what belongs to the last game is there.
            if picker.has_enough or (reply is None and picker.is_full):
                return


def _say_what_was_found(env: Environment, run: ArchiveRun, picker: Picker, wanted: Wanted) -> None:
    words = env.words
    told = words.plural(
        "{found} of {number} game", "{found} of {number} games", run.games, found=picker.games
    )
    if picker.is_full:
        told = words("{games}, then no more was read", games=told)
    if wanted.sample is not None:
        told = words(
            "{games}; a sample of {size} with --seed {seed}",
            games=told,
            size=min(wanted.sample, picker.games),
            seed=wanted.seed,
        )
    if run.broken:
        broken = words.plural(
            "{number} could not be read whole and was asked as far as it was",
            "{number} could not be read whole and were asked as far as they were",
            run.broken,
        )
        told = words("{games}; {broken}", games=told, broken=broken)
    env.say(told)


def _explain(env: Environment, plan: Plan) -> ExitStatus:
    """Print in what order a query asks."""
    words = env.words
    lines = [*plan.step.told(words), ""]
    if plan.step.replays:
        lines.append(words("Moves are played only where the tests before leave it open."))
    else:
        lines.append(words("No moves are played."))
    env.print("\n".join(lines))
    return ExitStatus.OK


def _say_what_may_be_meant(env: Environment, plan: Plan) -> None:
    """Say of which names in a query that found nothing it may be a slip of the pen."""
    from ..archive.query.likely import unlikely_tags  # only here: most queries find something

    for name, close in unlikely_tags(plan.node):
        env.say(
            env.words(
                "{name} was taken for the tag of that name; did you mean {close}?",
                name=visible(name),
                close=close,
            )
        )


def _read_query(env: Environment, path: str) -> str:
    """Return the query in a file.

    Raises:
        typer.BadParameter: it is too long, or not UTF-8.
        typer.Exit: it cannot be read; that has been said.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(_LONGEST_QUERY + 1)
    except (OSError, ValueError) as error:  # the latter at a path that no file can have
        reason = system_reason(error)
        path = visible(path)
        env.complain(env.words("cannot read {path}: {reason}", path=path, reason=reason))
        raise typer.Exit(ExitStatus.UNREADABLE) from None
    if len(data) > _LONGEST_QUERY:
        raise bad("--query-file", Phrase("is too large to be a query"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise bad("--query-file", Phrase("is not UTF-8")) from None


def _plan_of(env: Environment, text: str, variant: Variant | None, parameter: str) -> Plan:
    """Return the plan of a query.

    Raises:
        typer.BadParameter: it is none.
    """
    try:
        return planned(text, variant)
    except QueryError as error:
        if parameter == "EXPR" and os.path.exists(text):
            told = Phrase(
                "{path} is a file; what to ask comes before the files", path=visible(text)
            )
            raise bad(parameter, told) from None
        raise bad(parameter, error.shown(env.words)) from None


def _refuse_together(**given: bool) -> None:
    """Refuse the second of some options that are given and go without one another."""
    names = [f"--{name.replace('_', '-')}" for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise bad(names[1], Phrase("goes without {options}", options=names[0]))


def _arguments(
    context: typer.Context,
    expression: Annotated[
        str | None,
        typer.Argument(
            metavar=mark("EXPR"),
            show_default=False,
            help=mark("What to ask of each game; not with --query-file."),
        ),
    ] = None,
    files: Files = None,
    query_file: Annotated[
        str | None,
        typer.Option(metavar=mark("FILE"), help=mark("Read EXPR from this file.")),
    ] = None,
    invert: Annotated[
        bool, typer.Option("--invert", help=mark("Write the games that EXPR does not fit."))
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help=mark("Write nothing but how many games there are."))
    ] = False,
    head: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help=mark("Stop reading after so many games.")),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help=mark("Write so many of the games, by chance.")),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="S", help=mark("The same number gives the same sample.")),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help=mark("Read no games, but tell how they would be asked.")),
    ] = False,
    output: Output = None,
    force: Force = False,
    source_format: FromFormat = None,
    variant: VariantName = None,
    rules: RulesFile = None,
    jobs: Jobs = AUTO,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    if query_file is not None:
        # All that is no option is a file then.
        files = [*([] if expression is None else [expression]), *(files or [])]
        text, parameter = _read_query(env, query_file), "--query-file"
    elif expression is None:
        raise bad("EXPR", Phrase("is missing"))
    else:
        text, parameter = expression, "EXPR"
    _refuse_together(head=head is not None, sample=sample is not None)
    _refuse_together(count=count, sample=sample is not None)
    if seed is not None and sample is None:
        raise bad("--seed", Phrase("goes with {options} only", options="--sample"))
    chosen = chosen_variant(env, variant, rules)
    plan = _plan_of(env, text, chosen, parameter)
    if explain:
        return _explain(env, plan)
    paths = paths_to_read(context, files)
    target = checked_output(output, force)
    task = FilterTask(
        ArchiveOptions(variant=chosen, language=env.words.language),
        plan.node,
        inverted=invert,
        counts=count,
        single=head is not None or sample is not None,
    )
    run = ArchiveRun(
        env,
        task,
        jobs=number_of_jobs(jobs),
        source_format=source_format,
        quiet=quiet,
        outputs=[] if target is None else [("--output", target)],
    )
    wanted = Wanted(head, sample, secrets.randbelow(_SEEDS) if seed is None else seed, count)
    return run_filter(env, run, plan, wanted, paths, target)


command = as_command(
    _arguments,
    name="filter",
    short_help=mark("Write the games of an archive that fit a query."),
    help=mark(
        "Write the games of an archive that fit a query, as they stand. A query asks for tags,"
        " results, dates, moves and positions; docs/queries.md tells its language to the letter."
    ),
    epilog="""\b
Examples:
  damas filter 'player ~ "garcia" and date >= 1987.05' season.pdn
  damas filter 'kings(white) >= 2 and men(black) = 0' season.pdn -o kings.pdn
  damas filter --count 'reaches("W:WK1:BK4", mirror)' archive/
  damas filter --invert 'has(error)' season.pdn.gz
  damas filter --sample 20 --seed 7 'result = 1/2-1/2' season.pdn
""",
)
