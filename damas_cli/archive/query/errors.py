"""What is wrong with a query, and where it stands."""

from __future__ import annotations

from damas_cli.check.reporters import visible
from damas_cli.check.reporters.full import width
from damas_cli.language import Phrase, SpokenError, Words

# Of a long line so many columns are shown, at the most.
_WIDEST = 78


class QueryError(SpokenError, ValueError):
    """A text is no query.

    Attributes:
        text: the query.
        place: where in it the fault is, in characters from 0; its length for its end.
    """

    def __init__(self, phrase: Phrase, text: str, place: int) -> None:
        super().__init__(phrase)
        self.text = text
        self.place = place

    def shown(self, words: Words) -> str:
        """Return what is wrong, and below it the line with a caret under the place.

        >>> from damas_cli.language import ENGLISH
        >>> error = QueryError(Phrase("expected {what}", what="a value"), "white =", 7)
        >>> print(error.shown(ENGLISH))
        expected a value
          white =
                 ^
        """
        start = self.text.rfind("\n", 0, self.place) + 1
        before = visible(self.text[start : self.place])
        after = visible(self.text[self.place :].partition("\n")[0])
        if width(before) > _WIDEST - 10:
            before = "…" + before[-(_WIDEST - 10) :]
        after = after[: max(_WIDEST - len(before), 10)]
        lines = [words.say(self.phrase), f"  {before}{after}".rstrip()]
        number = self.text.count("\n", 0, self.place) + 1
        if number > 1:
            lines[0] = words("line {number}: {problem}", number=number, problem=lines[0])
        return "\n".join([*lines, f"  {' ' * width(before)}^"])
