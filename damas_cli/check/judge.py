"""The task of `damas check`: a block of games to a report of them, with what the parent counts.

A worker knows its block alone. Numbers of games are tokens until the parent settles them, and of a
block with games that are not UTF-8 it gives two readings: S005 stands once a file, so that what the
first such game tells depends on the blocks before.
"""

from __future__ import annotations

import io
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator

from damas_cli.batch.numbers import Numbers
from damas_cli.language import Phrase, words_of
from damas_cli.pdn import kinds
from damas_cli.pdn.blocks import Block, games_of
from damas_cli.pdn.model import Game
from damas_cli.rules.variant import Variant

from .finding import Finding
from .regulation import Rulebook
from .reporters import Look, Reporter, reporter
from .ruling import check_game
from .run import told
from .selection import Selection
from .tally import Tally

_BLANKS = b" \t\r\n\f\v\0\x1a"


class Part:
    """A report on some games in a row, and what was counted of them."""

    __slots__ = ("_texts", "tally", "text")

    def __init__(self) -> None:
        self._texts: list[str] = []
        self.text = b""
        self.tally = Tally()

    def add(self, texts: Iterable[str], findings: list[Finding]) -> None:
        """Add a game with its texts."""
        self.tally.add(findings)
        self._texts.extend(texts)

    def close(self, separator: str) -> None:
        """Put the texts together, when all games are there."""
        # A path of odd bytes becomes escapes, which JSON has too.
        self.text = separator.join(self._texts).encode("utf-8", "backslashreplace")
        self._texts = []


class Judged:
    """What became of a block.

    Attributes:
        before: the games before the first that may tell S005; all, where none does.
        first, later: those from there to the one that tells it, as they are told if the file has
            not had an S005 yet, and if it has.
        after: the rest.
        tells_encoding: whether S005 is told in `first`.
        misfits: the rulebook's.
    """

    __slots__ = ("after", "before", "first", "later", "misfits", "tells_encoding")

    def __init__(self) -> None:
        self.before = Part()
        self.first = Part()
        self.later = Part()
        self.after = Part()
        self.tells_encoding = False
        self.misfits: Counter[str] = Counter()

    def parts(self, *, encoding_told: bool) -> list[Part]:
        """Return the parts of the report, given whether the file has had an S005 before."""
        return [self.before, self.later if encoding_told else self.first, self.after]


class Lost:
    """A game that could not be judged, since every process that tried was ended."""

    __slots__ = ("line", "reason")

    def __init__(self, line: int, reason: Phrase) -> None:
        self.line = line
        self.reason = reason


def results_of(data: bytes) -> Iterator[Judged | Lost]:
    """Yield what `Judge` made of a block, or of the pieces of one."""
    stream = io.BytesIO(data)
    while stream.tell() < len(data):
        yield pickle.load(stream)


class Judge:
    """The task: judges the games of a block and reports what is wrong with them.

    Attributes:
        numbers: the tokens that stand for the numbers of games.
    """

    def __init__(
        self,
        *,
        output_format: str = "full",
        look: Look | None = None,
        statistics: bool = False,
        variant: Variant | None = None,
        no_progress_each: int | None = None,
        selection: Selection | None = None,
        parser: str = "compiled",
    ) -> None:
        look = Look() if look is None else look
        self.numbers = Numbers()
        self._format = output_format, statistics
        self._look = look.words.language, look.colour, look.terminal
        self._rules = variant, no_progress_each
        self._selection = selection
        self._parser = parser
        self._tools: tuple[Rulebook, Reporter] | None = None

    def __getstate__(self) -> dict[str, object]:
        """Leave out what each process makes for itself."""
        return {**self.__dict__, "_tools": None}

    def block(self, block: Block, *, utf_16: bool = False) -> bytes:
        """Return a block as the task takes it; `utf_16` tells that the file was that."""
        return (b"\1" if utf_16 else b"\0") + block.to_bytes()

    def __call__(self, data: bytes) -> bytes:
        """Judge a block."""
        if self._tools is None:
            language, colour, terminal = self._look
            look = Look(words_of(language), colour, terminal)
            form, statistics = self._format
            self._tools = Rulebook(*self._rules), reporter(form, look, statistics=statistics)
        rulebook, made = self._tools
        rulebook.misfits = Counter()
        block = Block.from_bytes(data[1:])
        judged = self._judged(block, utf_16=data[:1] == b"\1")
        judged.misfits = rulebook.misfits
        for part in (judged.before, judged.first, judged.later, judged.after):
            part.close(made.separator)
        return pickle.dumps(judged, pickle.HIGHEST_PROTOCOL)

    def split(self, data: bytes) -> list[bytes]:
        """Return the games of a block."""
        singles = Block.from_bytes(data[1:]).single_games(self._parser)
        return [data[:1] + single.to_bytes() for single in singles]

    def give_up(self, data: bytes, reason: Phrase) -> bytes:
        """Return that a game could not be judged."""
        block = Block.from_bytes(data[1:])
        lead = block.data[: len(block.data) - len(block.data.lstrip(_BLANKS))]
        return pickle.dumps(Lost(block.line + lead.count(b"\n"), reason), pickle.HIGHEST_PROTOCOL)

    def _judged(self, block: Block, *, utf_16: bool) -> Judged:
        assert self._tools is not None
        rulebook, _ = self._tools
        judged = Judged()
        part, is_open = judged.before, False
        for game in games_of(block, self.numbers.first, self._parser):
            findings = check_game(game, rulebook)
            if part is not judged.after and (utf_16 or game.encoding != "utf-8"):
                is_open = True
                first = self._told(game, findings, tells_encoding=True)
                self._add(judged.first, block.path, game, first)
                self._add(judged.later, block.path, game, self._told(game, findings))
                # A comment hides it in its own game; the next one tells.
                if any(finding.code == "S005" for finding in first):
                    judged.tells_encoding = True
                    part, is_open = judged.after, False
                continue
            if findings or game.kinds & kinds.COMMENTS:
                findings = self._told(game, findings)
            if is_open:
                self._add(judged.first, block.path, game, findings)
                self._add(judged.later, block.path, game, findings)
            else:
                self._add(part, block.path, game, findings)
        return judged

    def _told(
        self, game: Game, findings: list[Finding], *, tells_encoding: bool = False
    ) -> list[Finding]:
        return told(game, findings, self._selection, tells_encoding=tells_encoding)

    def _add(self, part: Part, path: str, game: Game, findings: list[Finding]) -> None:
        assert self._tools is not None
        part.add(self._tools[1].report(path, game, findings) if findings else (), findings)
