"""`--variant NAME` and `--rules FILE`: which rules a command works by."""

from __future__ import annotations

from typing import Annotated

import click
import typer

from ..rules import kernels
from ..rules.variant import UnknownVariant, Variant, get_variant
from .environment import Environment
from .settings import origin_of
from .status import ExitStatus

#: The types of the two options; both default to None.
VariantName = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help="The rules; `damas variants` lists them."),
]
RulesFile = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="FILE", help="Rules of your own, a TOML file; see docs/variants.md."
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
            raise bad(
                parameter, f"{error}{_hint(error)}; `{env.program} variants` tells more"
            ) from None
    if name is not None:
        raise bad("--rules", f"goes without {parameter}")
    return _own_variant(env, file)


def _own_variant(env: Environment, file: str) -> Variant:
    from ..rules.variant_file import RulesError, load_rules  # only here: most runs need none of it

    try:
        variant = load_rules(file)
    except RulesError as error:
        raise bad("--rules", str(error)) from None
    except OSError as error:
        env.complain(f"cannot read {file}: {error.strerror or error}")
        raise typer.Exit(ExitStatus.UNREADABLE) from None
    if not variant.kernel.compiled and kernels.load().compiled:
        env.say(f"{file}: no compiled kernel has these rules; the uncompiled one is slow")
    return variant


def bad(parameter: str, message: str) -> typer.BadParameter:
    """Return the usage error that `parameter` makes no sense, to be raised.

    A value that comes from a variable or a configuration file is blamed on that.
    """
    context = click.get_current_context(silent=True)
    name = parameter.lstrip("-").replace("-", "_")
    origin = None if context is None else origin_of(context, name)
    return typer.BadParameter(message, param_hint=origin or f"'{parameter}'")


def _hint(error: UnknownVariant) -> str:
    """Return which variant may be meant: by a name, a title or the number of its GameType."""
    from difflib import get_close_matches

    variants = [get_variant(name) for name in error.known]
    words = {str(v.number): v.name for v in variants if v.number is not None}
    words |= {word: v.name for v in variants for t in v.title.values() for word in _words(t)}
    words |= {name: name for name in error.known}
    close = get_close_matches(error.name.lower(), words, 1)
    return f"; did you mean {words[close[0]]!r}?" if close else ""


def _words(title: str) -> list[str]:
    """Return a title and its last word, `inglesas` of `Damas inglesas`."""
    whole = title.lower()
    return [whole, whole.rpartition(" ")[2]]
