"""Colours of the reports, where they are asked for."""

from __future__ import annotations

_COLOURS = {"error": "31", "warning": "33", "info": "36"}


class Style:
    """Colours a text for a terminal, or leaves it as it is."""

    __slots__ = ("colour",)

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def _sgr(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def path(self, text: str) -> str:
        """A place in a file."""
        return self._sgr("1", text)

    def severity(self, text: str, severity: str) -> str:
        """A code, or a caret, in the colour of its severity."""
        return self._sgr(f"1;{_COLOURS[severity]}", text)

    def faint(self, text: str) -> str:
        """What frames the rest."""
        return self._sgr("2", text)

    def marked(self, text: str) -> str:
        """A square of a board that the finding is about."""
        return self._sgr("7", text)
