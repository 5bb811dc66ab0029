"""`--variant NAME` and `--rules FILE`: which rules a command works by."""

from __future__ import annotations

from typing import Annotated

import click
import typer

from ..language import ENGLISH, Phrase, mark, system_reason
from ..rules import kernels
from ..rules.variant import UnknownVariant, Variant, get_variant
from .environment import Environment
from .settings import origin_of
from .status import ExitStatus

#: The types of the two options; both default to None.
VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant", metavar=mark("NAME"), help=mark("The variant; `damas variants` lists them.")
    ),
]
RulesFile = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar=mark("FILE"),
        help=mark("Rules of your own, a TOML file; see docs/variants.md."),
    ),
]


def chosen_variant(
    env: Environment, name: str | None, file: str | None, parameter: str = "--variant"
) -> Variant | None:
    """Return the variant that `--variant name` or `--rules file` asks for, None without either.

    Rules that no compiled kernel plays are told of on standard error. `parameter` is what the
    command calls the name.

    Raises:
        typer.BadParameter: there is no such variant, or the file makes no sense.
        typer.Exit: the file cannot be read; that has been said.
    """
    if file is None:
        try:
            return None if name is None else get_variant(name)
        except UnknownVariant as error:
            told = Phrase(
                "{problem}{hint}; `{program} variants` tells more",
                problem=error.phrase,
                hint=_hint(error),
                program=env.program,
            )
            raise bad(parameter, told) from None
    if name is not None:
        raise bad("--rules", Phrase("goes without {options}", options=Phrase(parameter)))
    return _own_variant(env, file)


def _own_variant(env: Environment, file: str) -> Variant:
    # Only here: most runs need none of it.
    from ..rules.variant_file import RulesError, load_rules
    from ..rules.variant_keys import printable

    try:
        variant = load_rules(file)
    except RulesError as error:
        raise bad("--rules", error.phrase) from None
    except (OSError, ValueError) as error:  # the latter at a path that no file can have
        reason = system_reason(error)
        path = printable(file)
        env.complain(env.words("cannot read {path}: {reason}", path=path, reason=reason))
        raise typer.Exit(ExitStatus.UNREADABLE) from None
    if not variant.kernel.compiled and kernels.load().compiled:
        env.say(
            env.words("{path}: these rules have no compiled kernel: all will be slower", path=file)
        )
    return variant


def bad(parameter: str, problem: Phrase | str) -> typer.BadParameter:
    """Return the usage error that `parameter` makes no sense, to be raised.

    It is in the language of the command that runs. A value that comes from a variable or a
    configuration file is blamed on that.
    """
    context = click.get_current_context(silent=True)
    words = ENGLISH if context is None else context.obj.words
    name = parameter.lstrip("-").replace("-", "_")
    origin = None if context is None else origin_of(context, name)
    return typer.BadParameter(words.say(problem), param_hint=origin or f"'{words(parameter)}'")


def _hint(error: UnknownVariant) -> Phrase:
    """Return which variant may be meant, by a name, a title or a GameType's number; or nothing."""
    from difflib import get_close_matches

    variants = [get_variant(name) for name in error.known]
    words = {str(v.number): v.name for v in variants if v.number is not None}
    words |= {word: v.name for v in variants for t in v.title.values() for word in _words(t)}
    words |= {name: name for name in error.known}
    close = get_close_matches(error.name.lower(), words, 1)
    return Phrase("; did you mean {choice!r}?", choice=words[close[0]]) if close else Phrase("")


def _words(title: str) -> list[str]:
    """Return a title and its last word, `inglesas` of `Damas inglesas`."""
    whole = title.lower()
    return [whole, whole.rpartition(" ")[2]]
