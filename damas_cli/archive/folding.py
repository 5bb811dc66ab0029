"""Texts as they are compared: without case, accents, and differences of blanks."""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not take for another with a mark.
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "\u0131": "i",
        "ħ": "h",
    }
)


def folded(text: str) -> str:
    """Return `text` as it is compared where case and accents do not matter.

    >>> folded("  MUÑOZ   García "), folded("Straße, Øre")
    ('munoz garcia', 'strasse, ore')
    """
    folds = text.casefold()
    if not folds.isascii():
        parts = unicodedata.normalize("NFKD", folds)
        folds = "".join(part for part in parts if not unicodedata.combining(part))
        # What a letter is made of may have a capital in it.
        folds = folds.casefold().translate(_LETTERS)
    return " ".join(folds.split())
