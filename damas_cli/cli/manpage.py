"""The manual page, made of what the command line itself knows.

    python -m damas_cli.cli.manpage [en|es]

It is text for `man` (roff with the macros of man(7)). `make man` writes both languages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import click

from .. import __version__
from ..language import DEFAULT, Words, mark, words_of
from .application import COMMANDS, application, in_words
from .click_phrases import spoken_in
from .environment import PROGRAM, Environment
from .process import TRACEBACK_VARIABLE
from .settings import SETTINGS, with_variables

_VARIABLES = (
    ("NO_COLOR, FORCE_COLOR", mark("Never or always colour the report; NO_COLOR goes first.")),
    ("LC_ALL, LC_MESSAGES, LANG", mark("The language, where neither option nor setting names it.")),
    (TRACEBACK_VARIABLE, mark("With 1, an internal error also says where it happened.")),
    ("DAMAS_PURE", mark("With 1, the uncompiled kernel and parser run, which are slow.")),
)
_FILES = (
    (
        "damas.toml, pyproject.toml",
        mark(
            "Settings: the names of long options and their values; in the second below"
            " [tool.damas]. The first such file from the working directory upwards is read."
        ),
    ),
)
_STATUSES = (
    ("0", mark("Nothing to complain about.")),
    ("1", mark("There are findings.")),
    ("2", mark("The command line makes no sense.")),
    ("3", mark("Something could not be read or written.")),
    ("70", mark("A fault of damas.")),
    ("130, 141, 143", mark("Interrupted; the reader of a pipe went away; terminated.")),
)


def manual(words: Words) -> str:
    """Return the manual page in the language of `words`."""
    with spoken_in(words):
        return "\n".join(_lines(words)) + "\n"


def _lines(words: Words) -> Iterator[str]:
    env = Environment()
    env.words = words
    root = in_words(application, words)
    context = click.Context(root, info_name=PROGRAM, obj=env, **root.context_settings)
    commands = [*_commands(root, context, COMMANDS)]
    yield f'.TH {PROGRAM.upper()} 1 "" "{PROGRAM} {__version__}" "{words("User Commands")}"'
    yield _heading(words("NAME"))
    yield rf"{PROGRAM} \- {_text(root.help or '')}"
    yield _heading(words("SYNOPSIS"))
    yield from _synopsis(context)
    for inner in commands:
        yield ".br"
        yield from _synopsis(inner)
    yield _heading(words("OPTIONS"))
    yield from _options(context)
    yield _heading(words("COMMANDS"))
    for inner in commands:
        yield f'.SS "{_text(inner.command_path)}"'
        yield from _paragraphs(inner.command.help or "")
        yield from _options(inner)
    yield _heading(words("EXIT STATUS"))
    yield from _list((status, words(text)) for status, text in _STATUSES)
    yield _heading(words("ENVIRONMENT"))
    standing = words("Stands for {option}.")
    yield from _list(
        (setting.variable, standing.format(option=setting.option)) for setting in SETTINGS.values()
    )
    yield from _list((name, words(text)) for name, text in _VARIABLES)
    yield _heading(words("FILES"))
    yield from _list((name, words(text)) for name, text in _FILES)
    yield _heading(words("EXAMPLES"))
    yield ".nf"
    for inner in commands:
        yield from map(_text, _examples(inner.command))
    yield ".fi"
    yield _heading(words("SEE ALSO"))
    yield _text(words("{program} rule CODE explains a finding.", program=PROGRAM))


def _commands(
    group: click.Group, context: click.Context, names: Iterable[str]
) -> Iterator[click.Context]:
    """Yield the commands of a group, and after one that is a group itself those in it."""
    for name in names:
        command = group.get_command(context, name)
        assert command is not None
        inner = _inside(command, name, context)
        yield inner
        if isinstance(command, click.Group):
            yield from _commands(command, inner, command.list_commands(inner))


def _inside(command: click.Command, name: str, parent: click.Context) -> click.Context:
    return click.Context(command, info_name=name, parent=parent, obj=parent.obj)


def _synopsis(context: click.Context) -> Iterator[str]:
    yield f".B {_text(context.command_path)}"
    yield _text(" ".join(context.command.collect_usage_pieces(context)))


def _options(context: click.Context) -> Iterator[str]:
    """Yield the arguments and options of a command, as its help has them."""
    help_option = context.command.get_help_option(context)
    parameters = [
        *with_variables(context.command, context.obj.words),
        *([help_option] if help_option else []),
    ]
    records = (parameter.get_help_record(context) for parameter in parameters)
    yield from _list(record for record in records if record is not None)


def _examples(command: click.Command) -> Iterator[str]:
    """Yield the lines of a command's epilog that are typed."""
    for line in (command.epilog or "").splitlines():
        if line.startswith("  "):
            yield line.strip()


def _list(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in entries:
        yield ".TP"
        yield rf"\fB{_text(name)}\fR"
        yield _text(" ".join(text.split()))


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ".PP"
        yield _text(" ".join(paragraph.split()))


def _heading(text: str) -> str:
    return f'.SH "{_text(text)}"'


def _text(text: str) -> str:
    """Return `text` so that it stands on the page as it is.

    A hyphen is one that can be copied, and nothing is taken for a request.
    """
    text = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    text = text.replace("`", r"\(ga").replace("^", r"\(ha").replace("~", r"\(ti")
    return rf"\&{text}" if text[:1] in (".", "'") else text


def main() -> None:
    """Write the page to standard output."""
    language = sys.argv[1] if len(sys.argv) > 1 else DEFAULT
    sys.stdout.buffer.write(manual(words_of(language)).encode())


if __name__ == "__main__":
    main()
