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
        state = _State(game, self._found(game), before, after)
        fixes = self._fixes(state)
        if not fixes:
            return None
        pieces = Pieces(game.raw)
        # Codes whose fixes do not go as the game is now; another fix may make room for them.
        refused: set[str] = set()
        for _ in range(MOST_ROUNDS):
            chosen = apart(fix for fix in fixes if self._is_made(fix) and fix.code not in refused)
            if not chosen:
                break
            made = self._make(state, chosen, refused)
            if made:
                pieces.apply(edits_of(made))
                self._count(made)
                fixes = self._fixes(state)
                refused.clear()
        for code in sorted(refused):
            self._note(game.number, code)
        self.unsafe.update(fix.code for fix in fixes if not self._is_made(fix))
        return pieces if state.game.raw != game.raw else None

    def _make(self, state: _State, chosen: list[Fix], refused: set[str]) -> list[Fix]:
        """Make the chosen fixes, else those of the first code for which it goes; return them.

        The codes before that one are refused.
        """
        if self._try(state, chosen):
            return chosen
        codes = dict.fromkeys(fix.code for fix in chosen)
        for code in codes:
            fixes = [fix for fix in chosen if fix.code == code]
            if len(codes) > 1 and self._try(state, fixes):
                return fixes
            refused.add(code)
        return []

    def _try(self, state: _State, fixes: list[Fix]) -> bool:
        """Make `fixes` if the game is the same one afterwards, and the better for it."""
        pieces = Pieces(state.game.raw)
        pieces.apply(edits_of(fixes))
        raws = [pieces.text(), state.after]
        if state.before:
            raws.insert(0, state.before)
        mended = reread(raws, len(raws) - 2, self._parser)
        if mended is None or not means_the_same(state.game, mended, fixes, self._rulebook):
            return False
        left = self._found(mended)
        codes = {fix.code for fix in fixes} - {"S005"}
        if any(_number(left, code) >= _number(state.found, code) for code in codes):
            return False
        state.game, state.found = mended, left
        return True

    def _found(self, game: Game) -> list[Finding]:
        self._rulebook.misfits.clear()
        return self._judge(game)

    def _fixes(self, state: _State) -> list[Fix]:
        """Return the fixes that there are for a game just judged."""
        recoding = utf_8(state.game) if self._fixes_encoding else None
        if not state.found and recoding is None:
            return []
        place = Place(state.game, self._line_end, bool(self._rulebook.misfits))
        fixes = fixes_of(place, state.found)
        return fixes if recoding is None else [recoding, *fixes]

    def _is_made(self, fix: Fix) -> bool:
        return fix.safe or self._makes_unsafe

    def _count(self, fixes: list[Fix]) -> None:
        for fix in fixes:
            # S005 stands once a file.
            self.fixed[fix.code] += fix.code != "S005" or not self._recoded
            self._recoded |= fix.code == "S005"


def _number(findings: list[Finding], code: str) -> int:
    return sum(finding.code == code for finding in findings)


def _with_next(games: Iterator[Game]) -> Iterator[tuple[Game, Game | None]]:
    """Yield each game with the one after it."""
    present = next(games, None)
    while present is not None:
        following = next(games, None)
        yield present, following
        present = following


class _State:
    """A game as it has become, its findings, and the texts of its neighbours."""

    __slots__ = ("after", "before", "found", "game")

    def __init__(self, game: Game, found: list[Finding], before: bytes, after: bytes) -> None:
        self.game = game
        self.found = found
        self.before = before
        self.after = after


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
