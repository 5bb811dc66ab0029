"""Findings that a comment in the file hides: `{damas: ignore D001}`.

Before the game's first move it hides findings of the whole game, at the beginning of a variation
those of that variation, after a move those at that ply of its line, and right after a number, a
setup or `...` those about that. What follows `--` is the reason, for people. A comment that hides
nothing is told itself (S007), and so is one in which the keyword seems to be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from .codes import codes_of
from .finding import Finding
from .lines import Line

UNUSED = "S007"
KEYWORD = b"damas"
_IGNORE = re.compile(rb"[{;%]\s*damas\s*:\s*ignore(?![^\s,}])([^}]*)", re.IGNORECASE)
_SELECTOR = re.compile(rb"[^\s,]+")
REASON = b"--"
# What may be meant for the keyword: another word after `damas:`, or `damas ignore`. Ladies are
# called so in Spanish, and kings; most comments that begin like that are not for us.
_OTHER_WORD = re.compile(rb"[{;%]\s*damas\s*:\s*([a-z]*)[^}]*", re.IGNORECASE)
_NO_COLON = re.compile(rb"[{;%]\s*damas\b[\s,;.=-]*ignore\b", re.IGNORECASE)
_CODE = re.compile(rb"[STNMDR]\d{3}(?!\w)", re.IGNORECASE)
_OTHER_KEYWORDS = frozenset(
    (b"noqa", b"nolint", b"disable", b"suppress", b"skip", b"hide", b"allow")
)
# What has no ply of its own, so that a comment about it stands right behind it.
_BETWEEN_MOVES = 1 << kinds.SETUP | 1 << kinds.ELLIPSIS | 1 << kinds.MOVE_NUMBER
# A file that is no PDN at all must not fill the memory: of a game so many are heeded, and so many
# of those that hide nothing are told.
MOST_SUPPRESSIONS = 1000
MOST_UNUSED = 100
# Of what is no code so many characters are told.
LONGEST_SELECTOR = 40


class Suppression:
    """One code, or beginning of codes, that a comment names.

    Attributes:
        start, end: where it stands in the game's raw text.
        selector: as written; empty in a comment that names none.
        codes: the codes it stands for.
        fault: why it can hide nothing, a reason of S007: `keyword` where the comment has not the
            keyword but one like it, `after-result` where it stands behind another game; else empty.
        used: whether it hid something.
    """

    __slots__ = ("codes", "end", "fault", "selector", "start", "used")

    def __init__(self, selector: str, start: int, end: int, fault: str = "") -> None:
        self.selector = selector
        self.start = start
        self.end = end
        self.codes = codes_of(selector)
        self.fault = fault
        self.used = False

    @property
    def reason(self) -> str:
        """What is wrong with one that hid nothing, a reason of S007."""
        if self.fault:
            return self.fault
        if not self.selector:
            return "no-code"
        return "nothing" if self.codes else "unknown-code"


# The label of a line (None for the main line) and a ply, or None for all of the line.
Scope = tuple[str | None, int | None]


class Suppressions:
    """What the comments of one game ask to hide.

    Attributes:
        all: the suppressions, in the order of the text.
        last_ply: the last ply of the main line, where findings about the result belong.
    """

    __slots__ = ("_by_place", "_by_scope", "all", "last_ply")

    def __init__(self, game: Game) -> None:
        self.all: list[Suppression] = []
        # By the place of a token between moves, such as a setup, that a comment stands behind.
        self._by_place: dict[int, dict[str, list[Suppression]]] = {}
        self._by_scope: dict[Scope, dict[str, list[Suppression]]] = {}
        self.last_ply = self._read(game)

    def _read(self, game: Game) -> int:
        """Read the comments; return how many plies the main line has."""
        tape = game.tape
        main = line = Line(1)
        around: list[Line] = []
        place = -1
        for at in range(0, len(tape), 3):
            kind, start, end = tape[at : at + 3]
            if not kinds.FILLERS >> kind & 1:
                place = start if _BETWEEN_MOVES >> kind & 1 else -1
            if kind in (kinds.MOVE, kinds.UNKNOWN_MOVE):
                line.spans.extend((start, end))
            elif kind == kinds.LPAR:
                around.append(line)
                line = line.new_variation()
            elif kind == kinds.RPAR:
                line = around.pop()
            elif kinds.COMMENTS >> kind & 1 and len(self.all) < MOST_SUPPRESSIONS:
                asked = _IGNORE.match(game.raw, start, end)
                if asked and _is_behind_another_game(game, start):
                    self.all.append(Suppression("", start, end, "after-result"))
                elif asked:
                    self._add(game, line, start, end, asked.span(1), place)
                elif _is_near_miss(game.raw, start, end):
                    self.all.append(Suppression("", start, end, "keyword"))
        return len(main)

    def _add(
        self, game: Game, line: Line, start: int, end: int, rest: tuple[int, int], place: int
    ) -> None:
        """Note a comment at `start` to `end` that asks to hide the codes in its `rest`.

        `place` is where the token between moves stands that is right before it, -1 without one.
        """
        reason = game.raw.find(REASON, *rest)
        asked = rest if reason < 0 else (rest[0], reason)
        selectors = islice(_SELECTOR.finditer(game.raw, *asked), MOST_SUPPRESSIONS)
        spans = [selector.span() for selector in selectors]
        found = [Suppression(game.text(*span), *span) for span in spans]
        ply = line.first_ply + len(line) - 1 if len(line) else None
        scopes = [self._by_scope.setdefault((line.label, ply), {})]
        if place >= 0:
            scopes.append(self._by_place.setdefault(place, {}))
        for suppression in found:
            for code in suppression.codes - {UNUSED}:
                for by_code in scopes:
                    by_code.setdefault(code, []).append(suppression)
        # A sentence is told of once, and not word by word.
        words = [suppression for suppression in found if not suppression.codes]
        self.all += [each for each in found if each.codes or each is words[0]]
        if not found:
            self.all.append(Suppression("", start, end))

    def hide(self, finding: Finding) -> bool:
        """Tell whether a comment hides a finding, and note all that do."""
        hidden = False
        scopes = [self._by_scope.get(scope) for scope in self._scopes(finding)]
        for by_code in (*scopes, self._by_place.get(finding.start)):
            asking = by_code.get(finding.code) if by_code else None
            if asking is not None:
                hidden = True
                for suppression in asking:
                    suppression.used = True
                # They are asked again for the next finding, but need no second mark.
                asking.clear()
        return hidden

    def _scopes(self, finding: Finding) -> Iterator[Scope]:
        """Yield where a comment about a finding may stand."""
        yield None, None
        variation = finding.variation
        if finding.ply is not None:
            yield variation, finding.ply
        if finding.code[0] == "R" and finding.ply != self.last_ply:
            yield None, self.last_ply
        while variation:
            yield variation, None
            variation = variation.rpartition("/")[0]


def _is_behind_another_game(game: Game, start: int) -> bool:
    """Tell whether a comment stands on the line on which the game before ended.

    It is about that game, or meant to be, and must hide nothing of this one.
    """
    lead = game.raw[:start]
    behind = game.offset > 0 and b"\n" not in lead and b"\r" not in lead
    if not behind:
        return False
    first = next((at for at in range(0, len(game.tape), 3) if not _is_comment(game, at)), None)
    return first is None or game.tape[first + 1] > start


def _is_comment(game: Game, at: int) -> bool:
    return kinds.COMMENTS >> game.tape[at] & 1 != 0


def _is_near_miss(raw: bytes, start: int, end: int) -> bool:
    """Tell whether a comment without the keyword seems to be meant to have it."""
    other = _OTHER_WORD.match(raw, start, end)
    word = other[1].lower() if other else b""
    if word in _OTHER_KEYWORDS:
        return True
    # A sentence that begins with ladies or kings is no slip, unless it names one of our codes.
    names_code = any(codes_of(code.decode()) for code in _CODE.findall(raw, start, end))
    return names_code and (other is not None or bool(_NO_COLON.match(raw, start, end)))


def suppressed(game: Game, findings: list[Finding]) -> list[Finding]:
    """Return the findings of a game that no comment hides, and those about comments that hide none.

    They are in the order of their places, as `findings` are.
    """
    if not game.kinds & kinds.COMMENTS or KEYWORD not in game.raw.lower():
        return findings
    suppressions = Suppressions(game)
    left = [finding for finding in findings if not suppressions.hide(finding)]
    unused = [suppression for suppression in suppressions.all if not suppression.used]
    told = [_unused(game, suppression) for suppression in unused[:MOST_UNUSED]]
    return sorted([*left, *told], key=lambda finding: (finding.start, finding.code))


def _unused(game: Game, suppression: Suppression) -> Finding:
    start, end = suppression.start, suppression.end
    selector = suppression.selector[:LONGEST_SELECTOR]
    finding = Finding(UNUSED, suppression.reason, start, end, {"selector": selector})
    finding.game = game.number
    finding.line, finding.column = game.locate(start)
    finding.end_line, finding.end_column = game.locate(end)
    return finding
