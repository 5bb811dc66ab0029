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
from ..game import MOST_FINDINGS, GameCheck
from ..regulation import Rulebook
from ..ruling import judged
from ..run import told
from ..selection import Selection
from . import fixes_of
from .fix import Fix, apart, edits_of
from .net import Lines, means_the_same, positions, reread
from .pieces import Pieces
from .places import Place, line_end_of

# A fix may make room for another one, but never for so many: so many rounds there are at the most,
# and twice as many as the findings of all of its tokens need, of which not more than some are told.
MOST_ROUNDS = 20
# Of what follows the last game so much is looked at.
_TAIL = 1 << 20
# Only a line that can be played to its end is told from its result: where the rest of it becomes a
# comment, these may be new.
_TOLD_OF_ENDS = ("R002", "R005")
# What was in the text, and what takes its place; None where it stays.
Change = tuple[bytes, bytes | None]
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
        selection: Selection | None,
        note: Note,
        *,
        unsafe: bool = False,
        parser: str = "compiled",
    ) -> None:
        """Judge by `rulebook` and fix what is told and in `selection`."""
        self.fixed: Counter[str] = Counter()
        self.unsafe: Counter[str] = Counter()
        self._rulebook = rulebook
        self._selection = selection
        self._note = note
        self._makes_unsafe = unsafe
        self._parser = parser
        self._line_end = b"\n"

    def changes(self, chunks: Iterable[bytes]) -> Iterator[Change]:
        """Yield the text in stretches, each with what takes its place; count anew."""
        text = Text(chunks)
        self.fixed.clear()
        self.unsafe.clear()
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
        state = self._judged(game)
        fixes = self._fixes(state)
        if not fixes:
            return None
        pieces = Pieces(game.raw)
        # Codes whose fixes do not go as the game is now; another fix may make room for them.
        refused: set[str] = set()
        for _ in range(MOST_ROUNDS + 2 * len(game.tape) // (3 * MOST_FINDINGS)):
            chosen = apart(fix for fix in fixes if self._is_made(fix) and fix.code not in refused)
            if not chosen:
                break
            state, made = self._make(state, chosen, (before, after), refused)
            if made:
                pieces.apply(edits_of(made))
                self._count(made)
                fixes = self._fixes(state)
                refused.clear()
        else:
            refused.update(fix.code for fix in fixes if self._is_made(fix))
        for code in sorted(refused):
            self._note(game.number, code)
        self.unsafe.update(fix.code for fix in fixes if not self._is_made(fix))
        return pieces if state.game.raw != game.raw else None

    def _make(
        self, state: _State, chosen: list[Fix], around: tuple[bytes, bytes], refused: set[str]
    ) -> tuple[_State, list[Fix]]:
        """Make the chosen fixes, else those of the first code for which it goes; return them.

        The codes before that one are refused.
        """
        mended = self._tried(state, chosen, around)
        if mended is not None:
            return mended, chosen
        codes = dict.fromkeys(fix.code for fix in chosen)
        for code in codes:
            fixes = [fix for fix in chosen if fix.code == code]
            mended = self._tried(state, fixes, around) if len(codes) > 1 else None
            if mended is not None:
                return mended, fixes
            refused.add(code)
        return state, []

    def _tried(self, state: _State, fixes: list[Fix], around: tuple[bytes, bytes]) -> _State | None:
        """Return the game with `fixes`; None unless it is the same one, and the better for it."""
        pieces = Pieces(state.game.raw)
        pieces.apply(edits_of(fixes))
        before, after = around
        raws = [before, pieces.text(), after] if before else [pieces.text(), after]
        game = reread(raws, len(raws) - 2, self._parser)
        if game is None:
            return None
        mended = self._judged(game)
        hides = any(fix.hides for fix in fixes)
        better = _is_better(state, mended, fixes)
        better = better and mended.adds_nothing_to(state, *(_TOLD_OF_ENDS if hides else ()))
        lines, mended_lines = self._lines(state), self._lines(mended)
        same = better and means_the_same(state.game, game, fixes, lines, mended_lines)
        return mended if same else None

    def _judged(self, game: Game) -> _State:
        misfits = self._rulebook.misfits
        misfits.clear()
        check = judged(game, self._rulebook)
        found = [] if check is None else check.placed()
        is_odd = game.encoding != "utf-8"
        found = told(game, found, None, tells_encoding=is_odd)
        chosen = found if self._selection is None else self._selection(found)
        return _State(game, check, found, chosen, bool(misfits))

    def _lines(self, state: _State) -> Lines:
        """Return the positions of a game, which are worked out once."""
        if state.lines is None:
            state.lines = positions(state.game, self._rulebook, state.check)
        return state.lines

    def _fixes(self, state: _State) -> list[Fix]:
        """Return the fixes that there are for a game just judged."""
        if not state.found:
            return []
        place = Place(
            state.game,
            self._line_end,
            state.check,
            fits_others=state.fits_others,
            is_forced=self._rulebook.forced,
        )
        return fixes_of(place, state.found)

    def _is_made(self, fix: Fix) -> bool:
        return fix.safe or self._makes_unsafe

    def _count(self, fixes: list[Fix]) -> None:
        for fix in fixes:
            # S005 stands once a file.
            if fix.code != "S005":
                self.fixed[fix.code] += fix.count
            else:
                self.fixed["S005"] = 1


def _is_better(before: _State, after: _State, fixes: list[Fix]) -> bool:
    """Tell whether fewer findings of the codes that were fixed are left.

    Where not all findings are told, others come in the place of those that were fixed; then there
    must be none left where something was fixed.
    """
    if not before.is_full:
        return all(after.number(code) < before.number(code) for code in {f.code for f in fixes})
    left = {(finding.code, finding.start) for finding in after.found}
    grown = 0
    for fix in sorted(fixes, key=lambda fix: fix.start):
        if (fix.code, fix.start + grown) in left:
            return False
        grown += sum(len(edit.text) - (edit.end - edit.start) for edit in fix.edits)
    return True


def _with_next(games: Iterator[Game]) -> Iterator[tuple[Game, Game | None]]:
    """Yield each game with the one after it."""
    present = next(games, None)
    while present is not None:
        following = next(games, None)
        yield present, following
        present = following


class _State:
    """A game as it has become.

    Attributes:
        game: as it reads now.
        check: its judgement; None where nothing is wrong.
        numbers: how many findings it has, by code, whether chosen or not.
        found: the findings that are to be fixed.
        fits_others: whether it fits several other variants, and not its own.
        lines: its positions, once they are known.
    """

    __slots__ = ("check", "fits_others", "found", "game", "lines", "numbers")

    def __init__(
        self,
        game: Game,
        check: GameCheck | None,
        findings: list[Finding],
        chosen: list[Finding],
        fits_others: bool,
    ) -> None:
        self.game = game
        self.check = check
        self.numbers = Counter(finding.code for finding in findings)
        self.found = chosen
        self.fits_others = fits_others
        self.lines: Lines | None = None

    @property
    def is_full(self) -> bool:
        """Whether the game has more findings than are told."""
        return self.check is not None and len(self.check.findings) > MOST_FINDINGS

    def number(self, code: str) -> int:
        """Return how many findings of a code there are."""
        return self.numbers[code]

    def adds_nothing_to(self, before: _State, *but: str) -> bool:
        """Tell whether no code, `but` for some, is found more often than before."""
        # Where there were too many to tell, those that are told now may have been there.
        return before.numbers["S006"] > 0 or set(self.numbers - before.numbers) <= {*but}


class Text:
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
