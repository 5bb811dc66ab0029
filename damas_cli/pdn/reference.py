"""The reference parser: plain Lark on the same grammar, one token after the other.

It offers what the reader asks of the compiled driver and is several hundred times slower. Lark
cannot parse a prefix by itself, so its interactive parser is fed token by token, and the text ends
where a token is refused, `$END` is accepted and the token could begin another text.
"""

from __future__ import annotations

from array import array
from typing import Any

from . import driver_codes as codes
from . import kinds as k
from . import tables
from .compiler import open_grammar

# No token but those that have an end of their own looks further ahead than this.
_NEAR = 8


class LarkEngine:
    """Parses one text after the other out of a window of bytes, as `driver.Driver` does.

    The text is given to Lark with one character a byte. A regular expression cannot tell that more
    text could make another token, so a token near the window's end waits for more.
    """

    def __init__(self, depth_limit: int) -> None:
        """Compile the grammar with Lark."""
        path = tables.grammar_path()
        if path is None:
            raise FileNotFoundError("grammar/pdn.lark is missing")
        with open(path, encoding="ascii") as file:
            self._lark: Any = open_grammar(file.read())
        self._depth_limit = depth_limit
        self._numbers = {name: number for number, name in enumerate(k.NAMES)}
        ignored = self._lark.parser.lexer_conf.ignore
        self._ignored = {self._numbers[name] for name in ignored}
        self._firsts = set(self._lark.parse_interactive("").accepts())
        self._lexer: Any = self._lark.parser.lexer
        self._text = ""
        self._slice = _whole("")
        self._limit = 0
        self._final = False
        self._base = 0
        self.position = 0
        self.token_end = 0
        self.kind = -1
        self.passed = 0
        self.previous = -1
        self.begin(0, 0)

    def feed(self, data: bytes, shift: int) -> None:
        """Take a new window; the byte at `shift` of the old one is its first."""
        self._text = data.decode("latin-1")
        self._base -= shift
        self.position -= shift

    def bound(self, limit: int, final: bool) -> None:
        """Read no byte at `limit` or after it; `final` says that the input ends there."""
        self._limit = limit
        self._final = final
        self._slice = _whole(self._text if limit >= len(self._text) else self._text[:limit])

    def begin(self, base: int, position: int) -> None:
        """Begin a text at `position`; offsets on the tape count from `base`."""
        self._base = base
        self.position = position
        self._parser: Any = self._lark.parse_interactive("")
        self._tape: list[tuple[int, int, int]] = []
        self.depth = 0
        self.mark = -1
        self.mark_depth = 0

    @property
    def count(self) -> int:
        """The number of tokens on the tape."""
        return len(self._tape)

    @property
    def kinds(self) -> int:
        """The bit mask of the kinds on the tape."""
        mask = 0
        for kind, _, _ in self._tape:
            mask |= 1 << kind
        return mask

    def run(self) -> int:
        """Parse on from `position`; return the status."""
        status = self._run()
        decided = status not in (codes.MORE, codes.PAUSED)
        if decided and self.mark >= 0 and self.mark_depth == 0:
            self.cut()
            return codes.DONE
        return status

    def _run(self) -> int:
        while True:
            kind = self.kind = self._next_token()
            if kind == codes.UNDECIDED:
                return codes.MORE
            if kind == codes.NO_MATCH:
                return codes.NO_TOKEN
            if kind == len(k.NAMES):
                if not self._tape:
                    return codes.NOTHING
                return codes.DONE if self._may_end() else codes.BAD_END
            if kind == k.LPAR and self.depth >= self._depth_limit:
                return codes.TOO_DEEP
            if self.mark >= 0 and self.depth == self.mark_depth:
                if kind == k.RPAR and self.depth > 0:
                    self.mark = -1
                elif kind != k.RPAR and not k.FILLERS >> kind & 1:
                    return codes.PAUSED
            if not self._shift(kind):
                begins = k.NAMES[kind] in self._firsts and self._tape
                return codes.DONE if begins and self._may_end() else codes.BAD_TOKEN
            if self._is_final():
                return codes.DONE

    def _may_end(self) -> bool:
        return "$END" in self._parser.accepts()

    def _is_final(self) -> bool:
        """Tell whether nothing but the end may follow."""
        return not any(symbol in self._numbers for symbol in self._parser.choices())

    def _shift(self, kind: int) -> bool:
        """Give the token at `position` to Lark; tell whether it fits."""
        from lark import Token, UnexpectedToken

        text = self._text[self.position : self.token_end]
        try:
            self._parser.feed_token(Token(k.NAMES[kind], text))
        except UnexpectedToken:
            return False
        self._tape.append((kind, self.position - self._base, self.token_end - self._base))
        self.position = self.token_end
        if kind == k.LPAR:
            self.depth += 1
        elif kind == k.RPAR:
            self.depth -= 1
        elif kind == k.STAR and self.mark < 0:
            self.mark = len(self._tape) - 1
            self.mark_depth = self.depth
        return True

    def _next_token(self) -> int:
        """Pass what is ignored; return the kind at `position`, or the number after them all."""
        while True:
            kind = self._match()
            if kind not in self._ignored:
                return kind
            self.position = self.token_end

    def _match(self) -> int:
        position = self.position
        self.token_end = position
        if position >= self._limit:
            return len(k.NAMES) if self._final else codes.UNDECIDED
        found = self._lexer.match(self._slice, position)
        near = position + _NEAR > self._limit
        if found is None:
            # What has an end of its own may have it beyond the limit.
            near = near or self._text[position] in "{/"
            return codes.UNDECIDED if near and not self._final else codes.NO_MATCH
        text, name = found
        self.token_end = position + len(text)
        kind = self._numbers[name]
        near = self.token_end + _NEAR > self._limit and kind not in self._ignored
        return codes.UNDECIDED if near and not self._final else kind

    def confirm(self) -> None:
        """Say that the text goes on after the tentative token; then `run` again."""
        self.mark = -1

    def cut(self) -> None:
        """Say that the text ended with the tentative token."""
        del self._tape[self.mark + 1 :]
        self.position = self.end_of(self.mark)
        self.mark = -1

    def cut_before(self) -> None:
        """Take back the tentative token and what came after it."""
        self.position = self.start_of(self.mark)
        del self._tape[self.mark :]
        self.mark = -1

    def find_back(self, kind: int) -> int:
        """Return the last token of `kind` before the tentative one, on its level; -1 if none."""
        depth = 0
        for index in range(self.mark - 1, -1, -1):
            token = self._tape[index][0]
            if token == k.RPAR:
                depth += 1
            elif token == k.LPAR:
                depth -= 1
                if depth < 0:
                    break
            elif token == kind and depth == 0:
                return index
        return -1

    def start_of(self, index: int) -> int:
        """Return where the token number `index` on the tape begins, in the window."""
        return self._base + self._tape[index][1]

    def end_of(self, index: int) -> int:
        """Return where the token number `index` on the tape ends, in the window."""
        return self._base + self._tape[index][2]

    def tape(self) -> array[int]:
        """Return the tape as one array."""
        return array("I", [number for token in self._tape for number in token])

    def go(self, position: int) -> None:
        """Stand at `position`; the tape stays."""
        self.position = position

    def seek(self, targets: int, heads: int, previous: int, given_up: int) -> int:
        """Go on from `position`, whatever stands there, to a token of `targets`."""
        self.passed = 0
        self.previous = previous
        while self.position < self._limit:
            kind = self._match()
            if kind == codes.UNDECIDED and self.position >= given_up:
                return codes.MORE
            if kind < 0:
                self.previous = -1
                self.position = max(self.position + 1, self.token_end)
                continue
            if kind not in self._ignored:
                after_head = self.previous >= 0 and heads >> self.previous & 1
                if targets >> kind & 1 and not (heads >> kind & 1 and after_head):
                    self.kind = kind
                    return codes.FOUND
                self.passed |= 1 << kind
                self.previous = kind
            self.position = self.token_end
        return codes.NOTHING if self._final else codes.MORE


def _whole(text: str) -> Any:
    """Return `text` in the form that the lexer of this version of Lark takes."""
    from lark import lexer

    text_slice = getattr(lexer, "TextSlice", None)
    return text if text_slice is None else text_slice(text, 0, len(text))
