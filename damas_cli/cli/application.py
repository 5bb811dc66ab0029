"""The command line of `damas`: typer turns arguments into calls of the commands.

A subcommand is loaded when it is named, so that none pays for what another one imports. Help and
usage errors are plain text, written through the `Environment`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any, get_type_hints

import click
import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from .environment import Environment
from .status import ExitStatus
from .version import version_text

# name of the command -> the module in this folder whose `command` it is
COMMANDS = {"check": "check", "rule": "rule", "perft": "perft", "variants": "variants"}

_SETTINGS = {"help_option_names": ["-h", "--help"]}

_EPILOG = """\b
Exit status: 0 nothing to complain about, 1 findings, 2 wrong usage, 3 unreadable input,
70 a fault of damas, 130 interrupted, 141 broken pipe, 143 terminated.
"""


def dispatch(arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Run what `arguments` ask for in `env` and return the status to end with."""
    try:
        with application.make_context(env.program, list(arguments), obj=env) as context:
            status: ExitStatus = application.invoke(context)
            return status
    except click.exceptions.Exit as error:
        return ExitStatus(error.exit_code)
    except click.UsageError as error:
        _report_usage(error, env)
        return ExitStatus.USAGE


def as_command(
    function: Callable[..., ExitStatus], name: str, epilog: str | None = None
) -> click.Command:
    """Return `function`, whose parameters typer understands, as the command `name`."""
    app = _new_typer()
    app.command(name, cls=_PlainCommand, context_settings=_SETTINGS, epilog=epilog)(function)
    command = typer.main.get_command(app)
    _describe_arguments(command, function)
    return command


def _describe_arguments(command: click.Command, function: Callable[..., ExitStatus]) -> None:
    """Give the arguments their descriptions: from 8.5 on click takes away what typer sets."""
    declared = get_type_hints(function, include_extras=True)
    for parameter in command.params:
        for info in getattr(declared.get(parameter.name or ""), "__metadata__", ()):
            if isinstance(info, typer.models.ArgumentInfo) and isinstance(parameter, TyperArgument):
                parameter.help = info.help


def _new_typer() -> typer.Typer:
    return typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _show_help(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Print the help of the command of `context` and end."""
    if wanted and not context.resilient_parsing:
        env: Environment = context.obj
        env.print(context.get_help())
        context.exit()


class _PlainCommand(TyperCommand):
    """A command whose help goes to the environment's standard output."""

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing: typer lists the arguments itself, as click does from 8.5 on."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option


class _Commands(TyperGroup):
    """The subcommands of `COMMANDS`, each loaded when it is asked for."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(f".{module}", __package__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        command = self.get_command(ctx, args[0])
        if command is None:
            raise click.UsageError(f"No such command {args[0]!r}.{_hint(args[0])}", ctx)
        return args[0], command, args[1:]


def _hint(typed: str) -> str:
    """Return a sentence that names the commands which `typed` looks like, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(typed.lower(), COMMANDS)
    return f" Did you mean {' or '.join(repr(name) for name in close)}?" if close else ""


def _report_usage(error: click.UsageError, env: Environment) -> None:
    """Say what is wrong with the command line, and where to read more."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        env.say(error.format_message())
        return
    path = env.program if error.ctx is None else error.ctx.command_path
    env.say(f"{path}: error: {error.format_message()}")
    env.say(f"Try '{path} --help'.")


def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version and exit.")
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="With --version: also tell what runs underneath."),
    ] = False,
) -> None:
    """Read, check and count draughts games, Spanish draughts first."""
    env: Environment = context.obj
    if version:
        env.print(version_text(env.program, verbose=verbose))
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(context)


def _build() -> Any:
    app = _new_typer()
    app.callback(
        cls=_Commands,
        context_settings=_SETTINGS,
        epilog=_EPILOG,
        invoke_without_command=True,
        subcommand_metavar="COMMAND [ARGS]...",
    )(_root)
    return typer.main.get_command(app)


application = _build()
