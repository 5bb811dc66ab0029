"""A game as it stands in its file: raw text, tape, and views of it made on demand."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from . import kinds as k
from .engine import spans

if TYPE_CHECKING:
    from .moves import Line


class Place(NamedTuple):
    """A place in a file: bytes before it, its line from 1, and the characters before it there."""

    offset: int
    line: int
    column: int


START = Place(0, 1, 0)


class Problem:
    """Something that could not be read, at `start` to `end` of a game's raw text.

    `reason` is a short key that tells cases of one code apart, such as "unclosed-setup".
    """

    __slots__ = ("code", "end", "reason", "start")

    def __init__(self, code: str, start: int, end: int, reason: str) -> None:
        """Note the finding `code` for the bytes from `start` to `end`."""
        self.code = code
        self.start = start
        self.end = end
        self.reason = reason

    def _key(self) -> tuple[str, int, int, str]:
        return (self.code, self.start, self.end, self.reason)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same problem at the same place."""
        return isinstance(other, Problem) and self._key() == other._key()

    def __hash__(self) -> int:
        """Return a hash that fits `==`."""
        return hash(self._key())

    def __repr__(self) -> str:
        """Return the call that makes the problem."""
        return "Problem({!r}, {!r}, {!r}, {!r})".format(*self._key())


class Tag:
    """A tag pair; `start` to `end` is the whole of it, `value_start` to `value_end` the value.

    `value` is the text between the quotes, without the backslashes that protect characters.
    """

    __slots__ = ("end", "name", "start", "value", "value_end", "value_start")

    def __init__(
        self, name: str, value: str, start: int, end: int, value_start: int, value_end: int
    ) -> None:
        """Describe a tag pair in a game's raw text."""
        self.name = name
        self.value = value
        self.start = start
        self.end = end
        self.value_start = value_start
        self.value_end = value_end

    def __repr__(self) -> str:
        """Return the pair as it would be written."""
        return f"<Tag {self.name} {self.value!r} at {self.start}>"


class Game:
    """One game of a file.

    `raw` is the text from the end of the game before to the end of this one, as bytes. `tape`
    holds three numbers a token (kind, start, end; offsets in `raw`), `kinds` the bit mask of their
    kinds. `problems` are the faults found while reading. Everything else is worked out on demand.
    """

    __slots__ = (
        "_column",
        "_cursor",
        "_encoding",
        "_line",
        "_tag_spans",
        "_tags",
        "kinds",
        "number",
        "offset",
        "problems",
        "raw",
        "tape",
    )

    def __init__(
        self,
        raw: bytes,
        number: int,
        offset: int,
        tape: array[int],
        kinds: int,
        problems: tuple[Problem, ...],
        line: int,
        column: int,
    ) -> None:
        """Take what the reader found; `raw` begins in `line`, after `column` characters of it."""
        self.raw = raw
        self.number = number
        self.offset = offset
        self.tape = tape
        self.kinds = kinds
        self.problems = problems
        self._line = line
        self._column = column
        self._cursor = (0, line, column)
        self._encoding: str | None = None
        self._tag_spans: array[int] | None = None
        self._tags: list[Tag] | None = None

    def __repr__(self) -> str:
        """Return a short description."""
        return f"<Game {self.number} at {self.offset}, {len(self.raw)} bytes>"

    @property
    def place(self) -> Place:
        """Where the raw text begins in the file."""
        return Place(self.offset, self._line, self._column)

    # ---- text

    @property
    def encoding(self) -> str:
        """The game's encoding: "utf-8", or "cp1252" if it is not that."""
        if self._encoding is None:
            self._encoding = encoding_of(self.raw)
        return self._encoding

    def text(self, start: int, end: int) -> str:
        """Return the raw text from `start` to `end`, decoded.

        >>> from damas_cli.pdn.reader import read_games
        >>> game = next(read_games([b'[White "Mu\\xf1oz"] *']))
        >>> game.encoding, game.text(8, 13)
        ('cp1252', 'Muñoz')
        """
        data = self.raw[start:end]
        if data.isascii():
            return data.decode("ascii")
        return _decode(data, self.encoding)

    def locate(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, both from 1, of a place in the raw text.

        Columns are characters of the decoded text; a tab is one, a byte order mark none.

        >>> from damas_cli.pdn.reader import read_games
        >>> first, second = read_games([b"1. 9-13 1-0 1. 9-14\\r\\n 22-18 0-1"])
        >>> second.raw, second.locate(4), second.locate(11)
        (b' 1. 9-14\\r\\n 22-18 0-1', (1, 16), (2, 2))
        """
        raw = self.raw
        at, line, column = self._cursor
        if offset < at:
            at, line, column = 0, self._line, self._column
        # "\r\n" ends a line once, after its second half.
        ends = raw.count(b"\n", at, offset) + raw.count(b"\r", at, offset)
        ends -= raw.count(b"\r\n", at, offset + 1)
        if ends:
            line += ends
            column = 0
            halved = raw.endswith(b"\r", at, offset) and raw.startswith(b"\n", offset)
            last_return = raw.rfind(b"\r", at, offset - halved)
            at = max(raw.rfind(b"\n", at, offset), last_return) + 1
        column += self._characters(at, offset)
        # Places are mostly asked for in their order: the next one is counted from here.
        self._cursor = offset, line, column
        return line, column + 1

    def _characters(self, start: int, end: int) -> int:
        data = self.raw[start:end]
        if data.isascii():
            return len(data)
        return len(_decode(data, self.encoding).replace("\ufeff", ""))

    # ---- tokens

    def spans(self, kind: int) -> array[int]:
        """Return start and end of each token of `kind` outside of variations."""
        if not self.kinds >> kind & 1:
            return array("I")
        return spans(self.tape, kind, k.LPAR, k.RPAR)

    @property
    def result_token(self) -> tuple[int, int] | None:
        """Start and end of the result, or of the `*`, that ends the game."""
        if len(self.tape) and self.tape[-3] in (k.RESULT, k.STAR):
            return self.tape[-2], self.tape[-1]
        return None

    @property
    def tags(self) -> list[Tag]:
        """The well-formed tag pairs, in their order.

        >>> from damas_cli.pdn.reader import read_games
        >>> game = next(read_games([b'[Event "A \\\\"B\\\\""] [Site ""] *']))
        >>> [(tag.name, tag.value) for tag in game.tags]
        [('Event', 'A "B"'), ('Site', '')]
        """
        if self._tags is None:
            self._tags = [self._tag(start, end) for start, end in _pairs(self.spans(k.TAG))]
        return self._tags

    def _tag(self, start: int, end: int) -> Tag:
        raw = self.raw
        opening = raw.index(b'"', start)
        closing = raw.rindex(b'"', start, end)
        name = self.text(start + 1, opening).strip(" \t\r\n\0")
        value = self.text(opening + 1, closing)
        if "\\" in value:
            value = _unprotected(value)
        return Tag(name, value, start, end, opening + 1, closing)

    def tag(self, name: str) -> Tag | None:
        """Return the last tag of that name."""
        if name.encode() not in self.raw:
            return None
        if self._tag_spans is None:
            self._tag_spans = self.spans(k.TAG)
        found = self._tag_spans
        for at in range(len(found) - 2, -1, -2):
            tag_start = found[at]
            # Most tags are another one: not all of them are taken apart.
            if (
                self.raw.startswith(name.encode(), tag_start + 1)
                or not self.raw[tag_start + 1 : tag_start + 2].isalpha()
            ):
                tag = self._tag(tag_start, found[at + 1])
                if tag.name == name:
                    return tag
        return None

    @property
    def result(self) -> str | None:
        """The text of the result, or of the `*`, that ends the game."""
        token = self.result_token
        if token is None:
            return None
        # "½" and dashes are read in either encoding, whatever the rest of the game is in.
        return decoded(self.raw[slice(*token)])

    def main_line(self) -> Line:
        """Return the moves with all that belongs to them, as nodes."""
        from .moves import read_line

        return read_line(self)


def _pairs(numbers: array[int]) -> zip[tuple[int, int]]:
    return zip(numbers[::2], numbers[1::2], strict=True)


def _unprotected(value: str) -> str:
    parts = []
    characters = iter(value)
    for character in characters:
        parts.append(next(characters, "") if character == "\\" else character)
    return "".join(parts)


def encoding_of(data: bytes) -> str:
    """Return "utf-8" if `data` is that, else "cp1252"."""
    if data.isascii():
        return "utf-8"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def decoded(data: bytes) -> str:
    """Return `data` as text in the encoding it seems to have."""
    return _decode(data, encoding_of(data))


def _decode(data: bytes, encoding: str) -> str:
    if encoding == "utf-8":
        return data.decode("utf-8", "replace")
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        # Five bytes have no character in CP1252; as everywhere on the web they stay controls.
        return "".join(
            chr(byte) if byte in b"\x81\x8d\x8f\x90\x9d" else bytes((byte,)).decode("cp1252")
            for byte in data
        )
