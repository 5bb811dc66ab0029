"""Which file a game goes to, and what that file is called, on any system."""

from __future__ import annotations

import unicodedata

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Phrase, SpokenError
from damas_cli.pdn.model import Game

from .folding import folded
from .line import main_line_of
from .tag_values import date_parts, is_tag_name, tag_value

VARIANT, YEAR = "variant", "year"
SUFFIX = ".pdn"
# Windows takes these for devices, whatever stands behind a point.
_DEVICES = frozenset(
    (
        *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
        *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"),
    )
)
# What Windows or a shell takes for something else.
_FORBIDDEN = frozenset('<>:"/\\|?*')
_INSTEAD = "_"
# Systems take 255 bytes; some room is left for numbers that part names.
_MOST_BYTES = 200


class GroupingError(SpokenError):
    """Games cannot be parted like that."""


class Grouping:
    """What games of one file have in common: the value of a tag, the variant, or the year.

    Attributes:
        name: of the tag, or `variant`, or `year`.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        """Part games by `name`.

        Raises:
            GroupingError: no tag is called so.
        """
        if not is_tag_name(name):
            raise GroupingError(Phrase("{name!r} is no name of a tag", name=name))
        self.name = name

    def group(self, game: Game, rulebook: Rulebook) -> str:
        """Return what a game has; empty where that is not known."""
        kind = self.name.casefold()
        if kind == VARIANT:
            line = main_line_of(game, rulebook)
            return "" if line is None else line.variant.name
        if kind == YEAR:
            year = date_parts(tag_value(game, "Date"))[0]
            return year if year.isdigit() else ""
        return " ".join(tag_value(game, self.name).split())


class Names:
    """Names of files for groups, each name given once.

    Values that differ only by case, accents and blanks are one group, named as the first one is
    written.

    >>> names = Names("White")
    >>> [names.of(value) for value in ("Ñíguez", "NIGUEZ ", "", "a/b", "a:b", "con", "..")]
    ['Ñíguez.pdn', 'Ñíguez.pdn', 'no-White.pdn', 'a_b.pdn', 'a_b-2.pdn', '_con.pdn', '_.pdn']
    """

    __slots__ = ("_by_group", "_given", "_without")

    def __init__(self, what: str) -> None:
        """Call the file of games without a value `no-WHAT`."""
        self._without = f"no-{what}{SUFFIX}"
        self._by_group: dict[str, str] = {"": self._without}
        self._given = {_alike(self._without)}

    def of(self, value: str) -> str:
        """Return the name of the file for a value."""
        group = folded(value)
        name = self._by_group.get(group)
        if name is None:
            name = self._by_group[group] = self._new(safe_name(value))
        return name

    def _new(self, stem: str) -> str:
        name, count = stem + SUFFIX, 1
        while _alike(name) in self._given:
            count += 1
            name = f"{stem}-{count}{SUFFIX}"
        self._given.add(_alike(name))
        return name


def _alike(name: str) -> str:
    """Return what two names have in common that some systems take for the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def safe_name(value: str) -> str:
    """Return a name for a file that means the same on any system, without its ending.

    Letters stay as they are, accents too; what a path, a shell or Windows would take for something
    else becomes `_`.

    >>> [safe_name(text) for text in ("../etc", ".hidden", "-rf", "LPT1.x", "end. ", "?")]
    ['_.._etc', '_.hidden', '_-rf', '_LPT1.x', 'end', '_']
    """
    text = unicodedata.normalize("NFC", value)
    text = "".join(_INSTEAD if _is_unsafe(character) else character for character in text)
    text = _shortened(text).strip(" ").rstrip(". ")
    if text[:1] in ("", ".", "-", "~") or text.partition(".")[0].strip().casefold() in _DEVICES:
        text = _INSTEAD + text
    return text


def _is_unsafe(character: str) -> bool:
    # Controls, what turns the way of writing, halves of characters, ends of lines.
    return character in _FORBIDDEN or unicodedata.category(character) in (
        *("Cc", "Cf", "Cs", "Co", "Cn"),
        *("Zl", "Zp"),
    )


def _shortened(text: str) -> str:
    data = text.encode("utf-8", "replace")
    return text if len(data) <= _MOST_BYTES else data[:_MOST_BYTES].decode("utf-8", "ignore")
