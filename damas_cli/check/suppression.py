"""Findings that a comment in the file hides: `{damas: ignore D001}`.

Before the game's first move it hides findings of the whole game, at the beginning of a variation
those of that variation, and after a move those at that ply of its line. What follows `--` is the
reason, for people. A comment that hides nothing is told itself (S007), and so is one in which the
keyword seems to be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
# A file that is no PDN at all must not fill the memory with findings.
MOST_UNUSED = 100
# Of what is no code so many characters are told.
LONGEST_SELECTOR = 40


class Suppression:
    """One code, or beginning of codes, that a comment names.

    Attributes:
        start, end: where it stands in the game's raw text.
        selector: as written; empty in a comment that names none.
        codes: the codes it stands for.
        has_keyword: whether the comment has the keyword, and not one like it.
        used: whether it hid something.
    """

    __slots__ = ("codes", "end", "has_keyword", "selector", "start", "used")

    def __init__(self, selector: str, start: int, end: int, *, has_keyword: bool = True) -> None:
        self.selector = selector
        self.start = start
        self.end = end
        self.codes = codes_of(selector)
        self.has_keyword = has_keyword
        self.used = False

    @property
    def reason(self) -> str:
        """What is wrong with one that hid nothing, a reason of S007."""
        if not self.has_keyword:
            return "keyword"
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

    __slots__ = ("_by_scope", "all", "last_ply")

    def __init__(self, game: Game) -> None:
        self.all: list[Suppression] = []
        self._by_scope: dict[Scope, dict[str, list[Suppression]]] = {}
        self.last_ply = self._read(game)

    def _read(self, game: Game) -> int:
        """Read the comments; return how many plies the main line has."""
        tape = game.tape
        main = line = Line(1)
        around: list[Line] = []
        for at in range(0, len(tape), 3):
            kind, start, end = tape[at : at + 3]
            if kind in (kinds.MOVE, kinds.UNKNOWN_MOVE):
                line.spans.extend((start, end))
            elif kind == kinds.LPAR:
                around.append(line)
                line = line.new_variation()
            elif kind == kinds.RPAR:
                line = around.pop()
            elif kinds.COMMENTS >> kind & 1:
                asked = _IGNORE.match(game.raw, start, end)
                if asked:
                    self._add(game, line, start, end, asked.span(1))
                elif _is_near_miss(game.raw, start, end):
                    self.all.append(Suppression("", start, end, has_keyword=False))
        return len(main)

    def _add(self, game: Game, line: Line, start: int, end: int, rest: tuple[int, int]) -> None:
        """Note a comment at `start` to `end` that asks to hide the codes in its `rest`."""
        reason = game.raw.find(REASON, *rest)
        asked = rest if reason < 0 else (rest[0], reason)
        spans = [selector.span() for selector in _SELECTOR.finditer(game.raw, *asked)]
        found = [Suppression(game.text(*span), *span) for span in spans]
        ply = line.first_ply + len(line) - 1 if len(line) else None
        by_code = self._by_scope.setdefault((line.label, ply), {})
        for suppression in found:
            for code in suppression.codes - {UNUSED}:
                by_code.setdefault(code, []).append(suppression)
        # A sentence is told of once, and not word by word.
        words = [suppression for suppression in found if not suppression.codes]
        self.all += [each for each in found if each.codes or each is words[0]]
        if not found:
            self.all.append(Suppression("", start, end))

    def hide(self, finding: Finding) -> bool:
        """Tell whether a comment hides a finding, and note all that do."""
        hidden = False
        for scope in self._scopes(finding):
            asking = self._by_scope.get(scope, {}).get(finding.code)
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


def _is_near_miss(raw: bytes, start: int, end: int) -> bool:
    """Tell whether a comment without the keyword seems to be meant to have it."""
    if _NO_COLON.match(raw, start, end):
        return True
    other = _OTHER_WORD.match(raw, start, end)
    if other is None:
        return False
    word = other[1].lower()
    return word in _OTHER_KEYWORDS or _is_like_ignore(word.decode()) or bool(_CODE.search(other[0]))


def _is_like_ignore(word: str) -> bool:
    """Tell whether a word is `ignore` with a slip.

    >>> [_is_like_ignore(word) for word in ("ignroe", "ignored", "ignora", "good", "ignorelo")]
    [True, True, True, False, False]
    """
    from difflib import SequenceMatcher  # only here: few comments begin with our name

    close = abs(len(word) - len("ignore")) <= 1
    return close and SequenceMatcher(None, word, "ignore").ratio() > 0.75


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
