"""`damas fmt`: games as canonical PDN."""

from __future__ import annotations

from typing import Annotated

import typer

from ..check.reporters import visible
from ..convert.pdn_format import Layout
from ..convert.pdn_words import PARTS
from ..language import Phrase, mark
from ..pdn.writer import WIDTH
from .application import as_command
from .environment import Environment
from .fmt_run import FmtRun
from .jobs_option import AUTO, Jobs, number_of_jobs
from .output_file import OutputFileError, written
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .status import ExitStatus

STANDARD_STREAM = "-"
# Less than this holds no tag and hardly a move.
_NARROWEST = 20


def fmt(env: Environment, paths: list[str], run: FmtRun, output: str | None) -> ExitStatus:
    """Format the games of `paths`, to the file `output` or to where the run's mode says."""
    if output is None:
        return run.run(paths)
    try:
        with written(output) as write:
            return run.run(paths, write, output)
    except OutputFileError as error:
        path = visible(output)
        env.complain(env.words("cannot write {path}: {reason}", path=path, reason=error.phrase))
        return ExitStatus.UNREADABLE


def _parts(values: list[str]) -> frozenset[str]:
    """Return what `--drop` names, parted by commas."""
    names = [name.strip() for value in values for name in value.split(",")]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        raise bad(
            "--drop",
            Phrase("{name!r} is none of {names}", name=unknown[0], names=", ".join(PARTS)),
        )
    return frozenset(names)


def _arguments(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=mark("[FILES|-]..."),
            show_default=False,
            help=mark(
                "PDN files (also .gz, .zip, .zst), folders (the *.pdn in and below them), or - for"
                " standard input, the default."
            ),
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar=mark("FILE"),
            help=mark("Write to this file, once all is formatted."),
        ),
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", "-i", help=mark("Write each file anew, where it is."))
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help=mark(
                "Write nothing but the names of the files that would change. End with 1 if there is"
                " one."
            ),
        ),
    ] = False,
    diff: Annotated[
        bool,
        typer.Option(
            "--diff",
            help=mark("Write nothing, and show what would change. End with 1 if anything would."),
        ),
    ] = False,
    drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar=mark("PARTS"),
            help=mark(
                "Leave out comments, variations, nags (with marks such as !?) or clocks; several"
                " are parted by commas."
            ),
        ),
    ] = None,
    width: Annotated[
        int,
        typer.Option(
            min=0,
            metavar=mark("COLUMNS"),
            help=mark("How long lines of moves may be; 0 gives each game one line."),
        ),
    ] = WIDTH,
    variant: VariantName = None,
    rules: RulesFile = None,
    stdin_filename: Annotated[
        str, typer.Option(metavar=mark("NAME"), help=mark("What to call standard input."))
    ] = STANDARD_STREAM,
    jobs: Jobs = AUTO,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=mark("Say nothing but errors."))
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help=mark("Also print a line a file."))
    ] = False,
) -> ExitStatus:
    env: Environment = context.obj
    output = None if output == STANDARD_STREAM else output
    chosen = {"--output": output is not None, "--in-place": in_place, "--check": check}
    options = [name for name, is_chosen in {**chosen, "--diff": diff}.items() if is_chosen]
    if len(options) > 1:
        raise bad(options[1], Phrase("goes without {options}", options=options[0]))
    if in_place and (not files or STANDARD_STREAM in files):
        raise bad("--in-place", Phrase("goes with files, not with standard input"))
    if 0 < width < _NARROWEST:
        raise bad("--width", Phrase("is 0, or {least} at the least", least=_NARROWEST))
    layout = Layout(width, _parts(drop or []))
    if not files and env.stdin_is_terminal:
        env.say(context.get_usage())
        env.say(
            env.words(
                "Name a file or a folder, or pipe games in. Try '{command} --help'.",
                command=context.command_path,
            )
        )
        return ExitStatus.USAGE
    run = FmtRun(
        env,
        mode=options[0].removeprefix("--") if options and not output else "output",
        variant=chosen_variant(env, variant, rules),
        layout=layout,
        stdin_filename=stdin_filename,
        jobs=number_of_jobs(jobs),
        quiet=quiet,
        verbose=verbose,
    )
    return fmt(env, files or [STANDARD_STREAM], run, output)


command = as_command(
    _arguments,
    name="fmt",
    short_help=mark("Write games as PDN 3.0 has them, in one form."),
    help=mark(
        "Write games as PDN 3.0 has them, in one form: the tags in their order, the moves as they"
        " are written, in lines of 80 columns. What breaks a rule stays as it is."
    ),
    epilog="""\b
Examples:
  damas fmt torneo.pdn > tidy.pdn
  damas fmt --in-place games/
  damas fmt --check games/
  damas fmt --diff torneo.pdn
  damas fmt --drop comments,clocks --width 0 torneo.pdn
""",
)
