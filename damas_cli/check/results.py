"""What the text of a result means.

Meaning, not text, is compared: `2-0` is `1-0`, `1-1` and `½-½` are `1/2-1/2`.
"""

from __future__ import annotations

FIRST_WINS = "1-0"
SECOND_WINS = "0-1"
DRAW = "1/2-1/2"
DOUBLE_LOSS = "0-0"
NONE = ""

# What typesetters make of a hyphen.
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"

# PDN 3.0, result types Default and International; `½` as files write it; and the scores of matches
# that count twelve or twenty-four points.
KNOWN = {
    "12-0": FIRST_WINS,
    "0-12": SECOND_WINS,
    "24-0": FIRST_WINS,
    "0-24": SECOND_WINS,
    "1-0": FIRST_WINS,
    "2-0": FIRST_WINS,
    "0-1": SECOND_WINS,
    "0-2": SECOND_WINS,
    "1/2-1/2": DRAW,
    "½-½": DRAW,
    "1-1": DRAW,
    "0-0": DOUBLE_LOSS,
    # No result: PDN 3.0 "unknown", and what programs write for it.
    "*": NONE,
    "?": NONE,
    "-": NONE,
    "": NONE,
}


class Result:
    """A result as written and what it means.

    Attributes:
        text: as written.
        meaning: `1-0`, `0-1`, `1/2-1/2`, `0-0`, or empty for none; 1-0 is a win of the side that
            moves first in the variant.
        known: whether the text is on the list of results; an unknown text may have a meaning.
    """

    __slots__ = ("known", "meaning", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        word = text.strip()
        for dash in DASHES:
            word = word.replace(dash, "-")
        self.known = word in KNOWN
        self.meaning = KNOWN[word] if self.known else _meaning_of_score(word)

    @property
    def decisive(self) -> bool:
        """Whether one side wins."""
        return self.meaning in (FIRST_WINS, SECOND_WINS)


def _meaning_of_score(word: str) -> str:
    """Read the score in a text that is not on the list: `0-2t` (won on time), `1:0`.

    >>> _meaning_of_score("0-2t"), _meaning_of_score("3:0"), _meaning_of_score("NERO VINCE")
    ('0-1', '1-0', '')
    """
    first, _, second = word.replace(":", "-").partition("-")
    second = second.strip().rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+ ")
    first = first.strip()
    if first.replace(" ", "") in ("1/2", "½", "0.5", "0,5") and second == first:
        return DRAW
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in (first, second)):
        return NONE
    if int(first) == int(second):
        return DRAW if int(first) else DOUBLE_LOSS
    return FIRST_WINS if int(first) > int(second) else SECOND_WINS


_READ = {text: Result(text) for text in KNOWN}
NO_RESULT = _READ[""]


def read_result(text: str) -> Result:
    """Return the result that `text` is.

    >>> read_result("2-0").meaning, read_result(" 0-1").meaning, read_result("0-2t").known
    ('1-0', '0-1', False)
    """
    return _READ.get(text) or Result(text)
