"""`damas completion`: the script that lets a shell complete what is typed after `damas`.

The script runs `damas` with the line so far in variables; `complete` then answers, and no command
is run. Both scripts and answers are click's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal

import click
import typer
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
)

from ..language import mark
from .application import COMMANDS, COMPLETING, as_command
from .convert_options import PLACES
from .environment import Environment
from .jobs_option import AUTO
from .show_options import STANDS
from .status import ExitStatus

# From 8.5 on click says of what a type is; before that it cannot be told.
if TYPE_CHECKING:
    _Type = click.ParamType[str]
else:
    _Type = click.ParamType


# Click's own, whatever typer may have put in their place.
SHELLS: dict[str, type[ShellComplete]] = {
    "bash": BashComplete,
    "zsh": ZshComplete,
    "fish": FishComplete,
}


def _files(incomplete: str) -> Iterable[CompletionItem]:
    # The shell lists files better than we do.
    return [CompletionItem(incomplete, type="file")]


def _variants(incomplete: str) -> Iterable[CompletionItem]:
    from ..rules.variant import variant_names

    return [CompletionItem(name) for name in variant_names() if name.startswith(incomplete)]


def _codes(incomplete: str) -> Iterator[CompletionItem]:
    """Yield the codes that the last of some parted by commas may be, each after the others."""
    from ..check.codes import CODES

    before, comma, last = incomplete.rpartition(",")
    for code in CODES.values():
        if code.code.startswith(last.upper()):
            yield CompletionItem(f"{before}{comma}{code.code}", help=code.name)


def _jobs(incomplete: str) -> Iterator[CompletionItem]:
    """Yield what asks for as many processes as help; a number says itself."""
    if AUTO.startswith(incomplete):
        yield CompletionItem(AUTO)


def _places(incomplete: str) -> Iterator[CompletionItem]:
    for place in PLACES:
        if place.startswith(incomplete):
            yield CompletionItem(place)


def _stands(incomplete: str) -> Iterator[CompletionItem]:
    for stand in STANDS:
        if stand.startswith(incomplete):
            yield CompletionItem(stand)


def _numberings(incomplete: str) -> Iterable[CompletionItem]:
    from ..convert.numbering import ALGEBRAIC, OWN

    own = [CompletionItem(name) for name in (ALGEBRAIC, OWN) if name.startswith(incomplete)]
    return [*own, *_variants(incomplete)]


def _gametypes(incomplete: str) -> Iterator[CompletionItem]:
    from ..rules.gametype import VARIANTS

    for number, name in VARIANTS.items():
        if str(number).startswith(incomplete):
            yield CompletionItem(str(number), help=name)


def _listed(incomplete: str, words: Iterable[str]) -> Iterator[CompletionItem]:
    """Yield what the last of some words parted by commas may be, each after the others."""
    at = max(incomplete.rfind(","), incomplete.rfind("+")) + 1
    for word in words:
        if word.lower().startswith(incomplete[at:].lower()):
            yield CompletionItem(incomplete[:at] + word)


def _rules_of_copies(incomplete: str) -> Iterator[CompletionItem]:
    from ..archive.sameness import FINAL, MOVES
    from ..convert.pdn_format import TAG_ORDER

    return _listed(incomplete, TAG_ORDER if "+" in incomplete else (MOVES, FINAL))


def _sort_keys(incomplete: str) -> Iterator[CompletionItem]:
    from ..archive.ordering import KEYS
    from ..convert.pdn_format import TAG_ORDER

    tags = [name for name in TAG_ORDER if name.casefold() not in KEYS]
    return _listed(incomplete, [*KEYS, *tags])


def _tie_breaks(incomplete: str) -> Iterator[CompletionItem]:
    from ..archive.tournament.standings import TIE_BREAKS

    return _listed(incomplete, TIE_BREAKS)


def _groupings(incomplete: str) -> Iterator[CompletionItem]:
    from ..archive.grouping import VARIANT, YEAR
    from ..convert.pdn_format import TAG_ORDER

    return _listed(incomplete, [VARIANT, YEAR, *TAG_ORDER])


def _parts(incomplete: str) -> Iterator[CompletionItem]:
    """Yield the parts of games that the last of some parted by commas may be."""
    from ..convert.pdn_words import PARTS

    before, comma, last = incomplete.rpartition(",")
    for part in PARTS:
        if part.startswith(last):
            yield CompletionItem(f"{before}{comma}{part}")


# By the names of parameters: how to complete what their types do not tell.
COMPLETED: dict[str, Callable[[str], Iterable[CompletionItem]]] = {
    **dict.fromkeys(
        (
            "file",
            "files",
            "config",
            "index",
            "openings",
            "output",
            "output_file",
            "query_file",
            "report_file",
            "rules",
            "stdin_filename",
            "suite",
            "svg",
        ),
        _files,
    ),
    **dict.fromkeys(("name", "variant"), _variants),
    **dict.fromkeys(("codes", "ignore", "select"), _codes),
    **dict.fromkeys(("numbering", "from_numbering"), _numberings),
    "gametype": _gametypes,
    "drop": _parts,
    "copies_by": _rules_of_copies,
    "sort_by": _sort_keys,
    "split_by": _groupings,
    "at": _places,
    "stand": _stands,
    "jobs": _jobs,
    "tie_breaks": _tie_breaks,
}


class _Completed(_Type):
    """A type that takes any text, and completes it by a function of `COMPLETED`."""

    name = "text"

    def __init__(self, completed: Callable[[str], Iterable[CompletionItem]]) -> None:
        self._completed = completed

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return list(self._completed(incomplete))


def complete(env: Environment, root: Any, instruction: str) -> ExitStatus:
    """Answer the script of a shell; what cannot be completed is answered with nothing.

    `instruction` is `bash_complete` and the like; the line stands in the process's variables.
    """
    shell, _, _ = instruction.partition("_")
    if shell not in SHELLS:
        return ExitStatus.USAGE
    completion = SHELLS[shell](root, {"obj": env}, env.program, COMPLETING)
    try:
        words, _ = completion.get_completion_args()
        with _taught(_commands(words)):
            answer = completion.complete()
    except (click.ClickException, KeyError, OSError, ValueError):
        return ExitStatus.OK  # a line that makes no sense so far, or variables that do not
    env.print(answer)
    return ExitStatus.OK


def _commands(words: list[str]) -> list[click.Command]:
    """Return the command that a line is about, or the one of its subcommands."""
    modules: Mapping[str, str] = COMMANDS
    found: list[click.Command] = []
    for word in words:
        if word in modules:
            found = [import_module(f".{modules[word]}", __package__).command]
            modules = getattr(found[0], "modules", {})
    return found


@contextmanager
def _taught(commands: list[click.Command]) -> Iterator[None]:
    """Give the parameters of `commands` the types that complete them, for a while."""
    types = []
    for command in commands:
        for parameter in command.params:
            if parameter.name in COMPLETED:
                types.append((parameter, parameter.type))
                parameter.type = _Completed(COMPLETED[parameter.name])
    try:
        yield
    finally:
        for parameter, its_type in types:
            parameter.type = its_type


def script(shell: str, program: str) -> str:
    """Return the script for `shell`; nobody asks here which version of the shell there is."""
    completion = SHELLS[shell](click.Command(program), {}, program, COMPLETING)
    return completion.source_template % completion.source_vars()


def _arguments(
    context: typer.Context,
    shell: Annotated[
        Literal["bash", "zsh", "fish"] | None,
        typer.Argument(
            metavar="[bash|zsh|fish]",
            show_default=False,
            help=mark("Your shell; without it, that of $SHELL."),
        ),
    ] = None,
) -> ExitStatus:
    env: Environment = context.obj
    chosen = shell or os.path.basename(env.variables.get("SHELL", ""))
    if chosen not in SHELLS:
        raise typer.BadParameter(env.words("bash, zsh or fish"), param_hint="'SHELL'")
    env.print(script(chosen, env.program))
    return ExitStatus.OK


command = as_command(
    _arguments,
    name="completion",
    short_help=mark("Print the script by which a shell completes commands."),
    help=mark("Print the script that lets your shell complete commands, options and codes."),
    epilog="\b\n{}\n  {}\n  {}\n  {}\n".format(
        mark("Put it where your shell looks for it:"),
        "damas completion bash > ~/.local/share/bash-completion/completions/damas",
        "damas completion zsh > ~/.zfunc/_damas",
        "damas completion fish > ~/.config/fish/completions/damas.fish",
    ),
)
