"""A text fixed game by game as it streams, in memory that does not grow with it.

Each game is judged, fixed, read again among its neighbours and judged again, until nothing more can
be fixed. Fixes after which a game would not read as the same one are not made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

from ..finding import Finding
from ..regulation import Rulebook
from . import fixes_of
from .encoding import utf_8
from .fix import Fix, apart, edits_of
from .net import means_the_same, reread
from .pieces import Pieces
from .places import Place, line_end_of

# A fix may make room for another one, but never for so many.
MOST_ROUNDS = 20
# Of what follows the last game so much is looked at.
_TAIL = 1 << 20
# What was in the text, and what takes its place; None where it stays.
Change = tuple[bytes, bytes | None]
# Gives the findings of a game that are to be fixed.
Judge = Callable[[Game], list[Finding]]
# Is told the number of a game and the code whose fixes could not be made.
Note = Callable[[int, str], None]


class Fixer:
    """Fixes texts, one after the other.

    Attributes:
        fixed: how many findings were fixed, by code.
        unsafe: how many more could be, by code, if unsafe fixes were made.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        judge: Judge,
        note: Note,
        *,
        unsafe: bool = False,
        encoding: bool = True,
        parser: str = "compiled",
    ) -> None:
        """Fix what `judge` finds, and, if `encoding` says so, the games that are not UTF-8.

        `rulebook` is the one that `judge` goes by.
        """
        self.fixed: Counter[str] = Counter()
        self.unsafe: Counter[str] = Counter()
        self._rulebook = rulebook
        self._judge = judge
        self._note = note
        self._makes_unsafe = unsafe
        self._fixes_encoding = encoding
        self._parser = parser
        self._recoded = False
        self._line_end = b"\n"

    def changes(self, chunks: Iterable[bytes]) -> Iterator[Change]:
        """Yield the text in stretches, each with what takes its place."""
        text = _Text(chunks)
        self._recoded = False
        self._line_end = b"\n"
        # The game before, as it reads now, if nothing stands between it and the present one.
        before = b""
        for game, following in _with_next(read_games(text.chunks(), self._parser)):
            gap = text.take(game.offset)
            if gap:
                yield gap, None
                before = b""
            raw = text.take(game.offset + len(game.raw))
            adjoins = following is None or following.offset == text.position
            after = text.peek(_TAIL) if following is None else following.raw
            self._line_end = line_end_of(raw) or self._line_end
            pieces = None if gap or not adjoins else self._mended(game, before, after)
            if pieces is None:
                yield raw, None
                before = raw
            else:
                yield from pieces.changes()
                before = pieces.text()
        yield text.rest(), None

    def _mended(self, game: Game, before: bytes, after: bytes) -> Pieces | None:
        """Return what becomes of a game between its neighbours; None if it stays as it is."""
        found = self._found(game)
        fixes = self._fixes(game, found)
        if not fixes:
            return None
        pieces = Pieces(game.raw)
        refused: set[str] = set()
        number = game.number
        for _ in range(MOST_ROUNDS):
            chosen = apart(fix for fix in fixes if self._is_made(fix) and fix.code not in refused)
            if not chosen:
                break
            done, fresh = self._tried(game, chosen, found, before, after), chosen
            if done is None:
                done, fresh = self._one_by_one(number, game, chosen, found, before, after, refused)
            if done is None:
                continue
            game, found = done
            pieces.apply(edits_of(fresh))
            self._count(fresh)
            fixes = self._fixes(game, found)
        self.unsafe.update(fix.code for fix in fixes if not fix.safe and fix.code not in refused)
        return pieces if game.raw != pieces.original else None

    def _found(self, game: Game) -> list[Finding]:
        self._rulebook.misfits.clear()
        return self._judge(game)

    def _fixes(self, game: Game, findings: list[Finding]) -> list[Fix]:
        """Return the fixes that there are for a game just judged."""
        recoding = utf_8(game) if self._fixes_encoding else None
        if not findings and recoding is None:
            return []
        place = Place(game, self._line_end, bool(self._rulebook.misfits))
        fixes = fixes_of(place, findings)
        return fixes if recoding is None else [recoding, *fixes]

    def _is_made(self, fix: Fix) -> bool:
        return fix.safe or self._makes_unsafe

    def _one_by_one(
        self,
        number: int,
        game: Game,
        chosen: list[Fix],
        found: list[Finding],
        before: bytes,
        after: bytes,
        refused: set[str],
    ) -> tuple[tuple[Game, list[Finding]] | None, list[Fix]]:
        """Make the fixes of the first code for which that is possible; refuse those before it."""
        for code in dict.fromkeys(fix.code for fix in chosen):
            fixes = [fix for fix in chosen if fix.code == code]
            done = self._tried(game, fixes, found, before, after)
            if done is not None:
                return done, fixes
            refused.add(code)
            self._note(number, code)
        return None, []

    def _tried(
        self, game: Game, fixes: list[Fix], found: list[Finding], before: bytes, after: bytes
    ) -> tuple[Game, list[Finding]] | None:
        """Return the fixed game and its findings; None if it is not the same game, or no better."""
        pieces = Pieces(game.raw)
        pieces.apply(edits_of(fixes))
        raws = [before, pieces.text(), after] if before else [pieces.text(), after]
        mended = reread(raws, len(raws) - 2, self._parser)
        if mended is None or not means_the_same(game, mended, fixes, self._rulebook):
            return None
        left = self._found(mended)
        worse = any(_number(left, code) >= _number(found, code) for code in _codes(fixes))
        return None if worse else (mended, left)

    def _count(self, fixes: list[Fix]) -> None:
        for fix in fixes:
            # S005 stands once a file.
            self.fixed[fix.code] += fix.code != "S005" or not self._recoded
            self._recoded |= fix.code == "S005"


def _codes(fixes: list[Fix]) -> set[str]:
    return {fix.code for fix in fixes} - {"S005"}


def _number(findings: list[Finding], code: str) -> int:
    return sum(finding.code == code for finding in findings)


def _with_next(games: Iterator[Game]) -> Iterator[tuple[Game, Game | None]]:
    """Yield each game with the one after it."""
    present = next(games, None)
    while present is not None:
        following = next(games, None)
        yield present, following
        present = following


class _Text:
    """The bytes that a reader takes, kept until they are taken here, too."""

    __slots__ = ("_chunks", "_kept", "position")

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks
        self._kept = bytearray()
        self.position = 0

    def chunks(self) -> Iterator[bytes]:
        """Yield the chunks, for the reader."""
        for chunk in self._chunks:
            self._kept += chunk
            yield chunk

    def take(self, end: int) -> bytes:
        """Return the bytes up to place `end` of the text, which nobody needs any more."""
        size = end - self.position
        taken = bytes(self._kept[:size])
        del self._kept[:size]
        self.position = end
        return taken

    def peek(self, size: int) -> bytes:
        """Return the next bytes that were read."""
        return bytes(self._kept[:size])

    def rest(self) -> bytes:
        """Return what was read and not taken."""
        return self.take(self.position + len(self._kept))
