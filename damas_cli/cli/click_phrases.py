"""What click and typer say by themselves, in the reader's language.

They look their phrases up by gettext's global domain, in the language of the system's variables.
`spoken_in` puts the catalogue of damas and the reader's language there for the time of one run. The
English phrases are listed here so that the catalogue has them.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ..language import CATALOGUES, DEFAULT, Words, mark

# What gettext asks first, before LC_ALL and the others.
_VARIABLE = "LANGUAGE"
_DOMAIN = "damas"


def plural(one: str, many: str) -> tuple[str, str]:
    """Return both texts; the catalogue then has them, as for `mark`."""
    return one, many


PHRASES = (
    mark("Usage:"),
    mark("Arguments"),
    mark("Options"),
    mark("Commands"),
    mark("Show this message and exit."),
    mark("default: {default}"),
    mark("required"),
    mark("No such option {name!r}."),
    mark("Option {name!r} does not take a value."),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Missing parameter"),
    mark("Missing command."),
    mark("Choose from:\n\t{choices}"),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
)

PLURALS = (
    plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    plural("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    plural("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
# Said by click 8.2 to 8.4 in the place of some of these.
OLDER = (mark("No such option: {name}"),)


@contextmanager
def spoken_in(words: Words) -> Iterator[None]:
    """Let click speak the language of `words` within this block; English is its own."""
    if words.language == DEFAULT:
        yield
        return
    before, domain = os.environ.get(_VARIABLE), gettext.textdomain()
    gettext.bindtextdomain(_DOMAIN, str(CATALOGUES))
    gettext.textdomain(_DOMAIN)
    os.environ[_VARIABLE] = words.language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
