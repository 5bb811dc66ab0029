"""Settings: options whose value may also come from a variable or from a configuration file.

The command line goes before a `DAMAS_*` variable, that before the file, and that before the
default. Values reach click as its `default_map`, so that each is checked as on the command line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..language import LANGUAGES, Words, mark, system_reason, words_of
from .environment import Environment
from .status import ExitStatus

if TYPE_CHECKING:
    from .config import Config

_PREFIX = "DAMAS_"
_ORIGINS = "damas.origins"
_CONFIG = "--config"
_ISOLATED = "--isolated"


class Setting:
    """One setting.

    Attributes:
        key: its key in a file; its option is called the same.
        kind: `text`, `number`, `jobs`, which is a number or `auto`, or `list`, one of texts.
        commands: those that heed it; None means all.
        is_path: whether its value is a path, which in a file is relative to that.
    """

    __slots__ = ("commands", "is_path", "key", "kind")

    def __init__(
        self,
        key: str,
        kind: str = "text",
        commands: Sequence[str] | None = ("check",),
        is_path: bool = False,
    ) -> None:
        self.key = key
        self.kind = kind
        self.commands = commands
        self.is_path = is_path

    @property
    def option(self) -> str:
        """The option of the command line."""
        return f"--{self.key}"

    @property
    def variable(self) -> str:
        """The variable."""
        return _PREFIX + self.key.upper().replace("-", "_")

    @property
    def parameter(self) -> str:
        """The name of the option within Python."""
        return self.key.replace("-", "_")


# The commands that read games, and those of them that have several processes work on them.
_MANY_GAMES = (
    "check",
    "convert",
    "fmt",
    "import",
    "filter",
    "dedupe",
    "sort",
    "split",
    "merge",
    "stats",
    "index build",
)

# The commands that read games, and those of them that have several processes work on them.
_MANY_GAMES = (
    "check",
    "convert",
    "fmt",
    "import",
    "filter",
    "dedupe",
    "sort",
    "split",
    "merge",
    "stats",
    "index build",
)

# The commands that read games, and those of them that have several processes work on them.
_MANY_GAMES = (
    "check",
    "convert",
    "fmt",
    "import",
    "filter",
    "dedupe",
    "sort",
    "split",
    "merge",
    "stats",
    "index build",
)
_GAMES = (*_MANY_GAMES, "show")

SETTINGS = {
    setting.key: setting
    for setting in (
        Setting("select", "list"),
        Setting("ignore", "list"),
        Setting("fail-on"),
        Setting("output-format"),
        Setting("variant", commands=(*_GAMES, "perft")),
        Setting("rules", commands=(*_GAMES, "perft"), is_path=True),
        Setting("no-progress", "number"),
        Setting("parser"),
        Setting("jobs", "jobs", commands=_MANY_GAMES),
        Setting("color", commands=("check", "show")),
        Setting("lang", commands=None),
    )
}
# Two ways to say one thing: the one that is said from nearer by overrules the other.
_RIVALS = ("variant", "rules")


def settings_of(command: str | None) -> list[Setting]:
    """Return the settings that a command heeds."""
    return [
        setting
        for setting in SETTINGS.values()
        if setting.commands is None or command in setting.commands
    ]


def heeds_config(command: str | None) -> bool:
    """Tell whether a command heeds more of a configuration file than its language."""
    return any(setting.commands is not None for setting in settings_of(command))


def config_options() -> list[click.Option]:
    """Return `--config` and `--isolated`; when click comes to them, they have been obeyed."""
    return [
        click.Option(
            [_CONFIG],
            metavar=mark("FILE"),
            expose_value=False,
            help=mark("Read the settings of this file, and of no other."),
        ),
        click.Option(
            [_ISOLATED],
            is_flag=True,
            expose_value=False,
            help=mark("Read no configuration file."),
        ),
    ]


def apply_settings(command: click.Command, context: click.Context, arguments: list[str]) -> None:
    """Make what variables and the configuration file say the defaults of `command`.

    Raises:
        click.UsageError: the configuration file makes no sense.
        click.exceptions.Exit: it cannot be read; that has been said.
    """
    given = command.make_parser(context).parse_args(args=list(arguments))[0]
    asked = command.get_help_option(context)
    if asked is not None and given.get(asked.name or ""):
        return
    env: Environment = context.obj
    config = None
    if heeds_config(command.name):
        config = _config(env, context, given.get("config"), bool(given.get("isolated")))
    found = _layered(settings_of(command.name), env.variables, config, given)
    context.default_map = {parameter: value for parameter, (value, _) in found.items()}
    context.meta[_ORIGINS] = {parameter: origin for parameter, (_, origin) in found.items()}


def _config(
    env: Environment, context: click.Context, file: str | None, isolated: bool
) -> Config | None:
    if file is not None and isolated:
        raise click.BadParameter(
            env.words("goes without {options}", options=_CONFIG),
            ctx=context,
            param_hint=f"'{_ISOLATED}'",
        )
    if isolated or (file is None and env.folder is None):
        return None
    from .config import ConfigError, find_config, read_config, shown

    try:
        return read_config(file) if file is not None else find_config(env.folder or "")
    except ConfigError as error:
        raise click.UsageError(env.words.say(error.phrase), ctx=context) from None
    except OSError as error:
        path, reason = shown(error.filename or file or ""), system_reason(error)
        env.complain(env.words("cannot read {path}: {reason}", path=path, reason=reason))
        raise click.exceptions.Exit(ExitStatus.UNREADABLE) from None


def _layered(
    settings: list[Setting],
    variables: Mapping[str, str],
    config: Config | None,
    given: Mapping[str, object],
) -> dict[str, tuple[Any, str]]:
    """Return value and origin of each setting that has any, the command line left aside."""
    found: dict[str, tuple[Any, str]] = {}
    ranks: dict[str, int] = {}
    for setting in settings:
        name = setting.parameter
        if given.get(name) is not None:
            ranks[name] = 0
        elif text := variables.get(setting.variable):
            found[name] = ([text] if setting.kind == "list" else text), setting.variable
            ranks[name] = 1
        elif config is not None and setting.key in config.values:
            value = config.values[setting.key]
            if setting.kind == "list" and isinstance(value, str):
                value = [value]
            found[name] = value, f"{config.shown_path}: {setting.key}"
            ranks[name] = 2
    if all(name in ranks for name in _RIVALS):
        nearest = min(ranks[name] for name in _RIVALS)
        for name in _RIVALS:
            if ranks[name] > nearest:
                found.pop(name, None)
    return found


def origin_of(context: click.Context, parameter: str) -> str | None:
    """Return the variable, or file and key, that `parameter` has its value from, if from any."""
    if context.get_parameter_source(parameter) is not ParameterSource.DEFAULT_MAP:
        return None
    origins: Mapping[str, str] = context.meta.get(_ORIGINS, {})
    return origins.get(parameter)


def name_origin(context: click.Context, error: click.BadParameter) -> None:
    """Let `error` name the variable or the file that the bad value comes from, not the option."""
    if error.param is not None and error.param.name is not None:
        error.param_hint = origin_of(context, error.param.name) or error.param_hint


def with_variables(command: click.Command, words: Words) -> list[click.Parameter]:
    """Return the parameters of `command`, with their variables in their help."""
    told = []
    variables = {setting.parameter: setting.variable for setting in settings_of(command.name)}
    for parameter in command.params:
        variable = variables.get(parameter.name or "")
        if variable is not None and isinstance(parameter, click.Option):
            parameter = copy(parameter)
            parameter.help = f"{parameter.help} [{words('env: {variable}', variable=variable)}]"
        told.append(parameter)
    return told


def configured_words(env: Environment, arguments: Sequence[str]) -> Words | None:
    """Return the words of the language that a configuration file asks for.

    What is wrong with the file is said when the settings are applied, and no reason to fail here.
    """
    file, isolated = _asked_config(arguments)
    if isolated or (file is None and env.folder is None):
        return None
    from .config import ConfigError, find_config, read_config

    try:
        config = read_config(file) if file is not None else find_config(env.folder or "")
    except (ConfigError, OSError):
        return None
    language = config.values.get("lang") if config is not None else None
    return words_of(language) if language in LANGUAGES else None


def _asked_config(arguments: Sequence[str]) -> tuple[str | None, bool]:
    """Return what `--config` and `--isolated` say, before the arguments are parsed.

    >>> _asked_config(["check", "--config", "a.toml"]), _asked_config(["--", "--isolated"])
    (('a.toml', False), (None, False))
    """
    file, isolated, before = None, False, ""
    for argument in arguments:
        if argument == "--":
            break
        if before == _CONFIG:
            file = argument
        elif argument.startswith(f"{_CONFIG}="):
            file = argument.removeprefix(f"{_CONFIG}=")
        isolated = isolated or argument == _ISOLATED
        before = argument
    return file, isolated


def show_settings(context: click.Context) -> ExitStatus:
    """Print the settings in force, as a configuration file that says where each comes from."""
    from ..check.reporters.jsonl import encode

    env: Environment = context.obj
    for setting in settings_of(context.command.name):
        value = _value(context, setting)
        if value is None:
            env.print(f"# {setting.key}: {env.words('not set')}")
        else:
            env.print(f"{setting.key} = {encode(value)}  # {_origin(context, setting)}")
    return ExitStatus.OK


def _value(context: click.Context, setting: Setting) -> object:
    env: Environment = context.obj
    if setting.key == "lang":
        return env.words.language
    value = context.params.get(setting.parameter)
    if setting.kind == "list":
        return list(value or (["ALL"] if setting.key == "select" else []))
    return value


def _origin(context: click.Context, setting: Setting) -> str:
    env: Environment = context.obj
    origin = origin_of(context, setting.parameter)
    if origin is not None:
        return origin
    source = context.get_parameter_source(setting.parameter)
    if source is ParameterSource.COMMANDLINE:
        return env.words("command line")
    return env.words("default")
