"""The command line of `damas`: typer turns arguments into calls of the commands.

A subcommand is loaded when it is named, so that none pays for what another one imports. Help and
usage errors are plain text, written through the `Environment`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from importlib import import_module
from typing import Annotated, Any, cast, get_type_hints

import click
import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from ..language import DEFAULT, LANGUAGES, Words, mark, words_of
from .click_phrases import spoken_in
from .environment import Environment
from .settings import (
    SETTINGS,
    apply_settings,
    config_options,
    configured_words,
    heeds_config,
    name_origin,
    with_variables,
)
from .status import ExitStatus
from .version import version_text

# name of the command -> the module in this folder whose `command` it is
COMMANDS = {
    "check": "check",
    "convert": "convert",
    "fmt": "fmt",
    "import": "importing",
    "show": "show",
    "filter": "filter",
    "dedupe": "dedupe",
    "sort": "sort",
    "split": "split",
    "merge": "merge",
    "stats": "stats",
    "index": "index",
    "rule": "rule",
    "perft": "perft",
    "variants": "variants",
    "completion": "completion",
}

# The variable in which a shell's script of `damas completion` asks how the line goes on.
COMPLETING = "_DAMAS_COMPLETE"

_SETTINGS = {"help_option_names": ["-h", "--help"]}

_LANG = "--lang"

# Heads the epilog of a command; the command lines below it are the same in every language.
_EXAMPLES = mark("Examples:")

_EPILOG = "\b\n{}\n{}\n".format(
    mark(
        "Exit status: 0 nothing to complain about, 1 findings, 2 wrong usage, 3 unreadable input,"
    ),
    mark("70 a fault of damas, 130 interrupted, 141 broken pipe, 143 terminated."),
)


def dispatch(arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Run what `arguments` ask for in `env` and return the status to end with."""
    language = asked_language(arguments)
    if language:
        env.words = words_of(language)
    elif not env.variables.get(SETTINGS["lang"].variable):
        env.words = configured_words(env, arguments) or env.words
    with spoken_in(env.words):
        return _dispatch(arguments, env)


def _dispatch(arguments: Sequence[str], env: Environment) -> ExitStatus:
    root = in_words(application, env.words)
    if COMPLETING in env.variables:
        from .completion import complete  # only here: most runs are no questions of a shell

        return complete(env, root, env.variables[COMPLETING])
    try:
        with root.make_context(env.program, list(arguments), obj=env) as context:
            status: ExitStatus = root.invoke(context)
            return status
    except click.exceptions.Exit as error:
        return ExitStatus(error.exit_code)
    except click.UsageError as error:
        _report_usage(error, env)
        return ExitStatus.USAGE


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language that `--lang` asks for, wherever it stands; empty where none does.

    It is looked for before the arguments are parsed, so that what is wrong with them is said in it.

    >>> asked_language(["check", "--lang", "es", "--", "--lang=en"]), asked_language(["--lang=fr"])
    ('es', '')
    """
    asked = ""
    before = ""
    for argument in arguments:
        if argument == "--":
            break
        value = argument if before == _LANG else argument.removeprefix(f"{_LANG}=")
        if value in LANGUAGES and (before == _LANG or value != argument):
            asked = value
        before = argument
    return asked


def as_command(
    function: Callable[..., ExitStatus],
    name: str,
    epilog: str | None = None,
    help: str | None = None,
    short_help: str | None = None,
) -> click.Command:
    """Return `function`, whose parameters typer understands, as the command `name`.

    `help` says what the command does, `short_help` the same in at most 60 characters, for the list
    of all commands. They and the help of the parameters are marked for the catalogue; of the
    epilog, those lines that are prose.
    """
    app = _new_typer()
    app.command(
        name,
        cls=_PlainCommand,
        context_settings=_SETTINGS,
        epilog=epilog,
        help=help,
        short_help=short_help,
    )(function)
    command = typer.main.get_command(app)
    _describe_arguments(command, function)
    command.params += [_lang_option(), *(config_options() if heeds_config(name) else ())]
    return command


def _lang_option() -> click.Option:
    """Return the option `--lang`; `dispatch` has obeyed it when click comes to it."""
    return click.Option(
        [_LANG],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=mark("The language of messages; else DAMAS_LANG or the system's language decides."),
    )


def in_words(command: Any, words: Words) -> Any:
    """Return a copy of `command` whose help is in the language of `words`.

    A command is made once a process and shared; in English it is given back as it is.
    """
    if words.language == DEFAULT:
        return command
    said = copy(command)
    said._help_option = None  # click keeps the one it made, which speaks the language of then
    said.params = [_parameter_in_words(parameter, words) for parameter in command.params]
    said.help = words(command.help or "")
    said.short_help = words(command.short_help or "")
    said.epilog = "\n".join(map(words, (command.epilog or "").split("\n")))
    said.options_metavar = words(command.options_metavar)
    if isinstance(command, click.Group):
        said.subcommand_metavar = words(command.subcommand_metavar)
    return said


def _parameter_in_words(parameter: Any, words: Words) -> Any:
    said = copy(parameter)
    said.help = words(said.help or "")
    said.metavar = said.metavar and words(said.metavar)
    return said


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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            apply_settings(self, ctx, args)
            return super().parse_args(ctx, args)
        except click.BadParameter as error:
            name_origin(ctx, error)
            raise
        except click.UsageError as error:
            # What the parser of options refuses comes without the command.
            error.ctx = error.ctx or ctx
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, with the variables that may stand for them."""
        told = copy(self)
        told.params = with_variables(self, ctx.obj.words)
        super(_PlainCommand, told).format_options(ctx, formatter)

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing: typer lists the arguments itself, as click does from 8.5 on."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option


class _Commands(TyperGroup):
    """Subcommands, each loaded when it is asked for; those of `COMMANDS`, or of a command."""

    modules: Mapping[str, str] = COMMANDS

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = self.modules.get(cmd_name)
        if module is None:
            return None
        env: Environment = ctx.obj
        command = import_module(f".{module}", __package__).command
        translated: click.Command = in_words(command, env.words)
        return translated

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        command = self.get_command(ctx, args[0])
        if command is None:
            env: Environment = ctx.obj
            raise click.UsageError(_no_command(args[0], env.words, self.modules), ctx)
        return args[0], command, args[1:]


def _no_command(typed: str, words: Words, known: Iterable[str]) -> str:
    """Return that there is no such command, and which ones `typed` looks like."""
    from difflib import get_close_matches

    told = words("No such command {name!r}.", name=typed)
    close = get_close_matches(typed.lower(), known)
    if not close:
        return told
    meant = words(" or ").join(repr(name) for name in close)
    return f"{told} {words('Did you mean {names}?', names=meant)}"


def _report_usage(error: click.UsageError, env: Environment) -> None:
    """Say what is wrong with the command line, and where to read more."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        env.say(error.format_message())
        return
    path = env.program if error.ctx is None else error.ctx.command_path
    message = error.format_message()
    env.say(env.words("{program}: error: {message}", program=path, message=message))
    env.say(env.words("Try '{command} --help'.", command=path))


def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", "-V", help=mark("Print the version and exit."))
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", "-v", help=mark("With --version: also tell what runs underneath.")
        ),
    ] = False,
) -> None:
    env: Environment = context.obj
    if version:
        env.print(version_text(env.program, verbose=verbose))
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(context)


def as_group(name: str, modules: Mapping[str, str], help: str, short_help: str) -> click.Group:
    """Return the command `name` that is nothing but its subcommands.

    `modules` are those in this folder whose `command` each of them is, by its name.
    """
    app = _new_typer()
    app.callback(
        cls=_Commands,
        context_settings=_SETTINGS,
        help=help,
        short_help=short_help,
        invoke_without_command=True,
        options_metavar=mark("[OPTIONS]"),
        subcommand_metavar=mark("COMMAND [ARGS]..."),
    )(_without_command)
    group: Any = typer.main.get_command(app)
    group.name = name
    group.modules = modules
    group.params.append(_lang_option())
    return cast(click.Group, group)


def _without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(context)


def _build() -> Any:
    app = _new_typer()
    app.callback(
        cls=_Commands,
        context_settings=_SETTINGS,
        help=mark("Read, check and count draughts games, Spanish draughts first."),
        epilog=_EPILOG,
        invoke_without_command=True,
        options_metavar=mark("[OPTIONS]"),
        subcommand_metavar=mark("COMMAND [ARGS]..."),
    )(_root)
    root = typer.main.get_command(app)
    root.params.append(_lang_option())
    return root


application = _build()
