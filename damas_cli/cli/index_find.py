"""`damas index find`: games of an indexed archive, by position, material or tags."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Annotated

import typer

from ..archive.index_finding import (
    ArchiveIndex,
    Hit,
    TagWish,
    Wish,
    WishError,
    material_condition,
)
from ..archive.index_store import IndexFault
from ..check.reporters import visible
from ..language import Phrase, mark
from ..pdn.sources import Source
from .application import as_command
from .archive_options import Force, Output, Quiet, checked_output
from .archive_run import fault_of_output
from .environment import Environment
from .output_file import OutputFileError, refuse_as_output, written
from .rules_option import bad
from .status import ExitStatus, highest

PDN, LIST, JSONL, COUNT = "pdn", "list", "jsonl", "count"
_TAGS = ("White", "Black", "Result", "Date", "Event")

_FAULTS = {
    "missing": mark("{path} is gone: its games are left out"),
    "unreadable": mark("{path} cannot be read: its games are left out"),
    "changed": mark("{path} has changed since it was indexed: its games are left out"),
    "grown": mark("{path} has grown since it was indexed: its new games are left out"),
}


class Finding:
    """One run of `damas index find`.

    Attributes:
        form: what is printed of a game: one of `PDN`, `LIST`, `JSONL` and `COUNT`.
        most: how many games are enough; None for all.
    """

    def __init__(
        self, env: Environment, index: ArchiveIndex, form: str, most: int | None, quiet: bool
    ) -> None:
        self.env = env
        self.index = index
        self.form = form
        self.most = most
        self.quiet = quiet
        self.games = 0

    def run(self, wish: Wish, output: str | None) -> ExitStatus:
        """Print what is found, or write it to the file `output`."""
        with self._output(output) as write:
            for text in self._texts(wish):
                write(text)
            if self.form == COUNT:
                write(f"{self.games}\n".encode())
        faults = self._tell_faults()
        if not self.quiet and self.form != COUNT:
            self.env.say(self.env.words.plural("{number} game", "{number} games", self.games))
        found = ExitStatus.OK if self.games else ExitStatus.FINDINGS
        return highest([found, ExitStatus.UNREADABLE]) if faults else found

    @contextmanager
    def _output(self, output: str | None) -> Iterator[Callable[[bytes], object]]:
        if output is None:
            yield self.env.write
            return
        with written(output) as write:
            yield write

    def _texts(self, wish: Wish) -> Iterator[bytes]:
        found = self._counted(islice(self.index.find(wish), self.most))
        if self.form == PDN:
            from ..archive.joining import Joiner, joins_of  # only here: it takes long to import

            joiner = Joiner()
            for hit in found:
                yield joiner.add(hit.text, joins_of(hit.game, hit.text))
            yield joiner.end()
            return
        for hit in found:
            if self.form == LIST:
                yield f"{visible(self._line(hit))}\n".encode("utf-8", "replace")
            elif self.form == JSONL:
                yield f"{json.dumps(record_of(hit), ensure_ascii=False)}\n".encode(
                    "utf-8", "replace"
                )

    def _counted(self, hits: Iterable[Hit]) -> Iterator[Hit]:
        for hit in hits:
            self.games += 1
            yield hit

    def _line(self, hit: Hit) -> str:
        """Return a hit as a line for people."""
        words = self.env.words
        white, black, result, date, event = (_tag(hit, name) for name in _TAGS)
        told = words("game {number}", number=hit.number)
        if hit.ply is not None:
            told = words("{game}, ply {ply}", game=told, ply=hit.ply)
        return f"{hit.path}:{hit.line}: {told}: {white} - {black} {result} ({event}, {date})"

    def _tell_faults(self) -> bool:
        faults = self.index.faults
        for path, change in faults:
            self.env.complain(visible(self.env.words(_FAULTS[change], path=path)))
        if faults:
            self.env.say(
                visible(
                    self.env.words(
                        "`{command}` brings the index up to date.",
                        command=f"{self.env.program} index build {self.index.path}",
                    )
                )
            )
        return bool(faults)


def record_of(hit: Hit) -> dict[str, object]:
    """Return a hit as a line of `--jsonl`."""
    line = hit.main_line if hit.ply is not None else None
    record: dict[str, object] = {
        "path": hit.path,
        "game": hit.number,
        "line": hit.line,
        "offset": hit.offset,
        "length": len(hit.text),
        "ply": hit.ply,
        "fen": line.position(hit.ply or 0).fen() if line is not None else None,
    }
    return record | {name.lower(): _tag(hit, name) or None for name in _TAGS}


def _tag(hit: Hit, name: str) -> str:
    tag = hit.game.tag(name)
    return tag.value if tag is not None else ""


def find(
    env: Environment,
    path: str,
    wish: Wish,
    form: str,
    *,
    output: str | None = None,
    most: int | None = None,
    quiet: bool = False,
) -> ExitStatus:
    """Print the games that the index at `path` has for a wish."""
    try:
        with ArchiveIndex(path) as index:
            if output is not None:
                for name in (path, *index.files):
                    refuse_as_output(
                        env, "--output", output, Source(name, lambda: iter(()), "file")
                    )
            return Finding(env, index, form, most, quiet).run(wish, output)
    except IndexFault as error:
        env.complain(visible(env.words.say(error.phrase)))
        return ExitStatus.UNREADABLE
    except WishError as error:
        raise bad("--fen", error.phrase) from None
    except OutputFileError as error:
        return fault_of_output(env, output or "", error.phrase)


def _wish(
    fen: str | None, mirror: bool, materials: list[str] | None, tags: list[str] | None
) -> Wish:
    """Return what the options ask for.

    Raises:
        typer.BadParameter: they make no sense.
    """
    wish = Wish(fen or "", mirror)
    if mirror and not fen:
        raise bad("--mirror", Phrase("goes only with {options}", options="--fen"))
    try:
        wish.materials = [material_condition(text) for text in materials or ()]
    except WishError as error:
        raise bad("--material", error.phrase) from None
    try:
        wish.tags = [TagWish.read(text) for text in tags or ()]
    except WishError as error:
        raise bad("--tag", error.phrase) from None
    if wish.is_empty:
        raise bad("--fen", Phrase("needed, or --material or --tag: what is to be found"))
    return wish


def _form(as_list: bool, as_jsonl: bool, count: bool) -> str:
    """Return what is printed of a game."""
    chosen = {"--list": as_list, "--jsonl": as_jsonl, "--count": count}
    named = [option for option, is_chosen in chosen.items() if is_chosen]
    if len(named) > 1:
        raise bad(named[0], Phrase("goes without {options}", options=", ".join(named[1:])))
    return named[0].lstrip("-") if named else PDN


def _arguments(
    context: typer.Context,
    index: Annotated[
        str,
        typer.Argument(metavar=mark("INDEX"), help=mark("The file that `damas index build` made.")),
    ],
    fen: Annotated[
        str | None,
        typer.Option(metavar="FEN", help=mark("Games with exactly this position.")),
    ] = None,
    mirror: Annotated[
        bool,
        typer.Option(
            "--mirror",
            help=mark("The position with the colours swapped and the board turned will do, too."),
        ),
    ] = False,
    material: Annotated[
        list[str] | None,
        typer.Option(
            metavar=mark("CONDITION"),
            help=mark(
                "Games with such pieces on the board at a time: `kings(white) >= 2 and men(any) ="
                " 0`."
            ),
        ),
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option(
            metavar=mark("NAME=VALUE"),
            help=mark(
                "Games with this tag; NAME~PART finds what holds PART, whatever the accents and"
                " capitals. The name player is either player."
            ),
        ),
    ] = None,
    as_list: Annotated[
        bool, typer.Option("--list", help=mark("Print a line a game: where it is, who played."))
    ] = False,
    as_jsonl: Annotated[
        bool, typer.Option("--jsonl", help=mark("Print one JSON object a game."))
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help=mark("Print only how many games there are."))
    ] = False,
    head: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help=mark("Be content with the first N games.")),
    ] = None,
    output: Output = None,
    force: Force = False,
    quiet: Quiet = False,
) -> ExitStatus:
    env: Environment = context.obj
    wish = _wish(fen, mirror, material, tag)
    form = _form(as_list, as_jsonl, count)
    target = checked_output(output, force)
    return find(env, index, wish, form, output=target, most=head, quiet=quiet)


command = as_command(
    _arguments,
    name="index find",
    short_help=mark("Find games of an indexed archive at once."),
    help=mark(
        "Find games by the index that `damas index build` made: those with a position, with some"
        " material, with some tags, or with all of what is asked for. Prints the games as they"
        " stand in their files."
    ),
    epilog="""\b
Examples:
  damas index find archive.db --fen W:WK12:BK2,30 --mirror
  damas index find archive.db --material "kings(white) >= 3" --tag player~garcia --list
""",
)
