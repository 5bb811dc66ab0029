"""Tokens of movetext to the items of a game: numbers, moves, remarks and brackets."""

from __future__ import annotations

from collections.abc import Callable

from damas_cli.language import Phrase, mark

from . import items as kinds
from . import tokens as t
from .items import Item
from .points import Point
from .tokens import Token

# Brackets within more brackets than these are read as words.
DEEPEST = 30
_CLOSING = {"[": "]", "(": ")"}
UNCLOSED = mark("this bracket is never closed: taken as closed at the end of the paragraph")


class Movetext:
    """Builds items from tokens, line by line; `add` takes those that stand outside of brackets.

    `next_game` is called before a token that begins another game, as `begins` tells it by a
    number, which is None for a move without one.
    """

    def __init__(
        self,
        document: str,
        add: Callable[[Item], None],
        begins: Callable[[int | None, bool], bool],
        next_game: Callable[[int], None],
        points: list[Point],
    ) -> None:
        self.document = document
        self.add = add
        self.begins = begins
        self.next_game = next_game
        self.points = points
        self.groups: list[Item] = []
        # Whether an empty line stands before the line to come.
        self.gap = False
        self.skip_until = 0
        self._no_brace_before = 0
        self._words: list[int] = []
        self._last: Item | None = None
        self._star_waits = False

    @property
    def is_open(self) -> bool:
        """Whether a bracket is open."""
        return bool(self.groups)

    def close_all(self) -> None:
        """Close the brackets that are open, at the end of a paragraph."""
        if self.groups:
            self.points.append(Point(self.groups[0].start, Phrase(UNCLOSED)))
        while self.groups:
            self._close(self.groups[-1].children[-1].end if self.groups[-1].children else 0)

    def feed(self, line: list[Token]) -> None:
        """Take the tokens of a line."""
        if line and not self.groups:
            gap, self.gap = self.gap, False
            self._put(Item(kinds.BREAK, "\n" if gap else "", line[0].start, line[0].start))
        for index, token in enumerate(line):
            if token.start < self.skip_until:
                continue
            following = line[index + 1] if index + 1 < len(line) else None
            after = line[index + 2] if index + 2 < len(line) else None
            self._take(token, following, after)
        self._flush()

    def _take(self, token: Token, following: Token | None, after: Token | None) -> None:
        kind = token.kind
        ahead = following.kind if following else ""
        if kind == t.MOVE:
            self._move(token)
        elif kind == t.NUMBER and ahead in ("", t.MOVE, t.ELLIPSIS, t.STAR, t.OPEN):
            self._number(token, ahead == t.ELLIPSIS)
        elif kind == t.DIGITS and not self._words and self._is_bare_number(following, after):
            self._number(token, False)
        elif kind == t.ELLIPSIS and (not self._words or ahead == t.MOVE):
            self._simple(kinds.ELLIPSIS, token)
        elif kind in (t.STRENGTH, t.NAG) and not self._words and self._follows_move():
            self._simple(kind, token)
        elif kind == t.STAR:
            self._star(token, ahead)
        elif kind == t.OPEN:
            self._open(token)
        elif kind == t.CLOSE:
            self._close_at(token)
        elif kind == t.RESULT and not self._is_mere_word(token, ahead):
            self._simple(kinds.RESULT, token)
        elif kind != t.PUNCTUATION:
            self._word(token)
        elif self._words and token.start == self._words[1] and token.text not in ",;/|":
            self._words[1] = token.end

    @staticmethod
    def _is_bare_number(following: Token | None, after: Token | None) -> bool:
        """Tell whether digits number the move after them: `1 10-14`, `1 - 10-14`, `1 *10-14`."""
        if following is not None and following.text in ("-", "*"):
            following = after
        return following is not None and following.kind == t.MOVE

    def _is_mere_word(self, token: Token, ahead: str) -> bool:
        """Tell whether words that can be a result are part of a sentence."""
        written = self.document[token.start : token.end]
        in_words = len(written) > 2 and written[:1].isalpha() and not written.startswith("EMP")
        return in_words and (bool(self._words) or ahead == t.WORD)

    def _follows_move(self) -> bool:
        last = self._last
        return last is not None and last.kind in (kinds.MOVE, kinds.STRENGTH, kinds.NAG)

    def _move(self, token: Token) -> None:
        after_words = bool(self._words)
        self._flush()
        if not self.groups and self.begins(None, False):
            self.next_game(token.start)
        item = Item(kinds.MOVE, token.text, token.start, token.end)
        item.after_words = after_words
        item.starred, self._star_waits = self._star_waits, False
        self._put(item)

    def _number(self, token: Token, ellipsis: bool) -> None:
        self._flush()
        if not self.groups and self.begins(int(token.text), ellipsis):
            self.next_game(token.start)
        self._put(Item(kinds.NUMBER, token.text, token.start, token.end))

    def _simple(self, kind: str, token: Token) -> None:
        self._flush()
        self._put(Item(kind, token.text, token.start, token.end))

    def _star(self, token: Token, ahead: str) -> None:
        last = self._last
        if last is not None and last.kind == kinds.MOVE and last.end == token.start:
            last.starred = True
        elif ahead in (t.MOVE, t.NUMBER, t.ELLIPSIS):
            self._star_waits = True
        elif not self.groups:
            self._simple(kinds.RESULT, token)

    def _word(self, token: Token) -> None:
        if self._words:
            self._words[1] = token.end
        else:
            self._words = [token.start, token.end]

    def _flush(self) -> None:
        """End a stretch of words."""
        if self._words:
            start, end = self._words
            self._words = []
            self._put(Item(kinds.TEXT, clean(self.document[start:end]), start, end))

    def _put(self, item: Item) -> None:
        if item.kind != kinds.BREAK:
            self._last = item
        if self.groups:
            self.groups[-1].children.append(item)
        else:
            self.add(item)

    # Brackets.

    def _open(self, token: Token) -> None:
        if token.text == "{":
            self._remark(token)
        elif len(self.groups) < DEEPEST:
            self._flush()
            group = Item(kinds.GROUP, token.text, token.start, token.end)
            self._last = None
            self.groups.append(group)
        else:
            self._word(token)

    def _close_at(self, token: Token) -> None:
        closes = [i for i, group in enumerate(self.groups) if _CLOSING[group.text] == token.text]
        if not closes:
            if self._words:
                self._words[1] = token.end
            return
        while len(self.groups) > closes[-1]:
            self._close(token.end)

    def _close(self, end: int) -> None:
        self._flush()
        group = self.groups.pop()
        group.end = max(end, group.end)
        inside = [item for item in group.children if item.kind != kinds.BREAK]
        if not self.groups and [item.kind for item in inside] == [kinds.RESULT]:
            group = inside[0]
        self._put(group)

    def _remark(self, token: Token) -> None:
        """Take a remark in braces, whatever is in it; it ends with its paragraph at the latest."""
        self._flush()
        end = -1
        if token.end >= self._no_brace_before:
            limit = self.document.find("\n\n", token.end)
            limit = len(self.document) if limit < 0 else limit
            end = self.document.find("}", token.end, limit)
            if end < 0:
                self._no_brace_before = limit
        if end < 0:
            self._word(token)
            return
        text = unwrapped(self.document[token.end : end])
        self.skip_until = end + 1
        self._put(Item(kinds.TEXT, text, token.start, end + 1))


def clean(text: str) -> str:
    """Return words with one blank wherever blanks or ends of lines stand."""
    return " ".join(text.split())


def unwrapped(text: str) -> str:
    """Return a text with one blank for each end of line, and nothing else changed."""
    if "\n" not in text:
        return text
    return " ".join(part.strip(" \t\r") for part in text.split("\n"))
