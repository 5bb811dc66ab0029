"""Names of openings: a small table that users may edit, as tab-separated values.

A line has the variant, the moves from the start position, and the name; after one more tab the
name in Spanish, if it has another one there. Without a name an opening is called as its moves.
Empty lines, and those that begin with `#`, say nothing. `openings.tsv` in this folder comes with
damas.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from damas_cli.language import Phrase, SpokenError
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.judge import AmbiguousMove, IllegalMove
from damas_cli.rules.position import Position
from damas_cli.rules.variant import UnknownVariant, Variant, get_variant

SHIPPED = Path(__file__).with_name("openings.tsv")


class Opening(NamedTuple):
    """An opening.

    Attributes:
        variant: the name of its variant.
        moves: its moves, each as the variant writes it.
        names: what it is called, by language.
        position: what it leads to.
    """

    variant: str
    moves: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    position: Position

    def name(self, language: str) -> str:
        """Return what it is called in a language."""
        return dict(self.names).get(language) or " ".join(self.moves)


class OpeningsError(SpokenError, ValueError):
    """A table of openings makes no sense; the text names the line."""


def read_openings(path: Path, own: Variant | None = None) -> tuple[Opening, ...]:
    """Return the openings of a table; `own` are rules of the user's, which it may name.

    Raises:
        OpeningsError: a line makes no sense.
        OSError: the file cannot be read.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OpeningsError(Phrase("the table of openings is not UTF-8")) from None
    lines = enumerate(text.splitlines(), 1)
    return tuple(_opening(n, line, own) for n, line in lines if line.strip() and line[:1] != "#")


def _opening(number: int, line: str, own: Variant | None) -> Opening:
    variant_name, *fields = (field.strip() for field in line.split("\t"))
    moves, english, spanish, *more = [*fields, "", "", ""]
    if not moves or any(more):
        problem = Phrase("wanted are variant, moves, name and perhaps a Spanish name, with tabs")
        raise _error(number, problem)
    try:
        is_own = own is not None and own.name == variant_name
        variant = own if own is not None and is_own else get_variant(variant_name)
        position, played = Position.start(variant), []
        for text in moves.split():
            move = position.move(text)
            played.append(move.text)
            position = position.play(move)
    except UnknownVariant as error:
        raise _error(number, error.phrase) from None
    except IllegalMove as error:
        raise _error(number, Phrase("{move!r} is no legal move there", move=error.text)) from None
    except AmbiguousMove as error:
        meant = ", ".join(map(str, error.readings))
        problem = Phrase("{move} may mean several moves: {meant}", move=error.text, meant=meant)
        raise _error(number, problem) from None
    except TooManyCaptures as error:
        raise _error(number, error.phrase) from None
    names = (("en", english or spanish), ("es", spanish or english))
    return Opening(variant.name, tuple(played), names, position)


def _error(line: int, problem: Phrase) -> OpeningsError:
    return OpeningsError(Phrase("line {line}: {problem}", line=line, problem=problem))
