"""Names of players and events, which files spell in several ways."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from damas_cli.archive.folding import folded

_POINTS = re.compile(r" ?([,.;]) ?")
_NO_LETTERS = re.compile(r"[^a-z]+")
# What stands in the place of an opponent whom there was not.
_BYES = {
    *("bye", "a bye", "free", "descansa", "descanso", "libre", "exento", "exenta", "exempt"),
    *("vrij", "freilos", "spielfrei", "riposo", "riposa", "wolny", "folga"),
}


@lru_cache(100_000)
def name_key(name: str) -> str:
    """Return what all spellings of a name have in common: without case, accents and blanks.

    An initial is no first name, and a name without its point another one.

    >>> name_key("GARCIA,J. M.") == name_key("García, J.M. "), name_key("García, Juan")
    (True, 'garcia,juan')
    """
    return _POINTS.sub(r"\1", folded(name))


@lru_cache(100_000)
def is_bye(name: str) -> bool:
    """Tell whether that is no player but says that there is no opponent.

    >>> is_bye("BYE"), is_bye("-- descansa --"), is_bye("Bye, Ana")
    (True, True, False)
    """
    return _NO_LETTERS.sub(" ", folded(name)).strip() in _BYES


class Spellings:
    """How each name is spelled, and how often."""

    def __init__(self) -> None:
        self._found: dict[str, Counter[str]] = {}

    def add(self, name: str) -> str:
        """Count a name as it is written; return its key.

        >>> spellings = Spellings()
        >>> keys = {spellings.add(name) for name in ("Pena, Eva", "PEÑA, EVA", "Peña, Eva")}
        >>> [(spellings.best(key), spellings.of(key)) for key in keys]
        [('Peña, Eva', ['Peña, Eva', 'Pena, Eva', 'PEÑA, EVA'])]
        """
        key = name_key(name)
        self._found.setdefault(key, Counter())[" ".join(name.split())] += 1
        return key

    def best(self, key: str) -> str:
        """Return the commonest spelling; of several the one with small letters and accents."""
        return self.of(key)[0]

    def of(self, key: str) -> list[str]:
        """Return all spellings, the best one first."""
        found = self._found[key]
        if len(found) == 1:
            return [*found]
        return sorted(
            found, key=lambda text: (-found[text], -_care(text)[0], -_care(text)[1], text)
        )

    def joined(self) -> list[str]:
        """Return the keys of names that have several spellings."""
        return sorted(key for key, found in self._found.items() if len(found) > 1)


def _care(text: str) -> tuple[bool, int]:
    """Return how carefully a name is written: with small letters, and with how many accents."""
    parts = unicodedata.normalize("NFKD", text)
    return (text not in (text.upper(), text.lower()), sum(map(unicodedata.combining, parts)))
