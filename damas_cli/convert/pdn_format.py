"""Games as canonical PDN 3.0.

A game that is written anew has to read as the game it was: where it would not, it is written with
its moves and numbers as they stand, and else it is copied. So is a game that cannot be read whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from damas_cli.check.fixes.net import Masks
from damas_cli.check.regulation import Rulebook
from damas_cli.check.results import read_result
from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game, Tag
from damas_cli.pdn.reader import read_games
from damas_cli.pdn.writer import WIDTH, filled
from damas_cli.rules.fen import FenError
from damas_cli.rules.variant import Variant

from .numbering import Conversion, Relabelling, read_as
from .pdn_relabelled import relabelled_fen, relabelled_moves, relabelled_setups
from .pdn_spelling import Judged, canonical_counts, canonical_moves
from .pdn_words import Spelling, Words, comment_text, plain_words, without_clocks

# The standard's seven, and what says how the moves are to be read; the others as they came.
TAG_ORDER = (
    *("Event", "Site", "Date", "Round", "White", "Black", "Result"),
    *("GameType", "SetUp", "FEN"),
)
_PLACES = {name: place for place, name in enumerate(TAG_ORDER)}
BLANKS = b" \t\r\n\f\v\0\x1a"
# Of a plain game nothing can become something else: only these tokens, and no suppression.
_PLAIN = 1 << k.TAG | 1 << k.MOVE_NUMBER | 1 << k.MOVE | 1 << k.RESULT | 1 << k.STAR


# What may hold comments that hide findings.
_MAY_HIDE = frozenset(("comments", "variations"))
# What is told of moves, by the first letter of the code.
_OF_MOVES = frozenset("SMN")
# A token: its kind, its start and its end.
Span = tuple[int, int, int]
# The positions of each line, by its label.
Lines = dict[str | None, Masks]


class Layout:
    """How canonical PDN is laid out.

    Attributes:
        width: of a line, in characters; 0 for lines as long as they come.
        drop: which of `pdn_words.PARTS` are left out.
    """

    __slots__ = ("drop", "width")

    def __init__(self, width: int = WIDTH, drop: frozenset[str] = frozenset()) -> None:
        self.width = width
        self.drop = drop


class Written:
    """A game as it is written.

    Attributes:
        text: without an end of line at its end.
        is_copy: whether that is its own text.
        is_converted: whether it is what the conversion makes of it, where there is one.
    """

    __slots__ = ("is_converted", "is_copy", "text")

    def __init__(self, text: bytes, *, is_copy: bool = False, is_converted: bool = False) -> None:
        self.text = text
        self.is_copy = is_copy
        self.is_converted = is_converted


class Formatter:
    """Writes games as canonical PDN, one after the other."""

    __slots__ = ("_conversion", "_layout", "_rulebook", "_rulebooks", "_source")

    def __init__(
        self,
        rulebook: Rulebook,
        layout: Layout,
        conversion: Conversion | None = None,
        source: str | None = None,
    ) -> None:
        """Judge games by `rulebook`, and lay them out so.

        `conversion` gives them another numbering or GameType, `source` is the numbering that they
        have where their GameType does not tell.
        """
        self._rulebook = rulebook
        self._layout = layout
        self._conversion = conversion
        self._source = source
        self._rulebooks: dict[Variant, Rulebook] = {}

    def written(self, game: Game) -> Written:
        """Return a game as canonical PDN, or as it is where it cannot be written anew."""
        if game.problems:
            return Written(copied(game), is_copy=True)
        if self._conversion is not None:
            text = self._converted(game, self._conversion)
            if text is not None:
                return Written(text.encode(), is_converted=True)
        found = Judged(game, self._rulebook)
        moves = canonical_moves(found)
        if not moves and found.check is None and not game.kinds & ~_PLAIN:
            words = plain_words(game)
            if words is not None:
                return Written(self._filled(game, [*words, terminator(game)]).encode())
        spelling = Spelling(moves, canonical_counts(found))
        text = self._text(game, spelling, terminator(game))
        lines, codes = found.positions(), found.codes()
        after = self._reread(game, text)
        if after is not None and self._means_the_same(lines, codes, after):
            return Written(text.encode())
        text = self._text(game, Spelling({}, None), game.result or "")
        if self._reread(game, text) is not None:
            return Written(text.encode())
        return Written(copied(game), is_copy=True)

    def _converted(self, game: Game, conversion: Conversion) -> str | None:
        """Return what a conversion makes of a game; None if nothing, or nothing certain."""
        rulebook = self._rulebook
        reading, regulation = rulebook.of(game)
        if reading is not None and reading.variant is None:
            return None
        if self._source is not None:
            rulebook = self._rulebook_of(read_as(regulation.variant, self._source))
        found = Judged(game, rulebook)
        aim = conversion.aim(found.variant)
        if aim is None:
            return None
        moves, counts = canonical_moves(found), canonical_counts(found)
        lines, codes = found.positions(), found.codes()
        squares = Relabelling(found.variant.board, aim.variant.board)
        try:
            spelling = Spelling(
                relabelled_moves(game, moves, squares), counts, relabelled_setups(game, squares)
            )
            values = {"FEN": relabelled_fen(game, squares), "GameType": aim.gametype}
        except FenError:
            return None
        tags = {name: value for name, value in values.items() if value}
        text = self._text(game, spelling, terminator(game), tags)
        after = self._reread(game, text, adds_tag=game.tag("GameType") is None)
        if after is None:
            return None
        new = Judged(after, self._rulebook_of(aim.variant))
        # Of several ways to the same capture another one may be written by the other numbers.
        moves = canonical_moves(new)
        if moves:
            text = self._text(after, Spelling(moves, canonical_counts(new)), terminator(after))
            again = self._reread(after, text)
            if again is None:
                return None
            new = Judged(again, self._rulebook_of(aim.variant))
        if "variations" in self._layout.drop:
            lines = {label: masks for label, masks in lines.items() if label is None}
        faults = [code for code in new.codes() - codes if code[0] in _OF_MOVES]
        return text if lines == new.positions() and not faults else None

    def _rulebook_of(self, variant: Variant) -> Rulebook:
        """Return the rulebook by which all games are of one variant."""
        if variant not in self._rulebooks:
            self._rulebooks[variant] = Rulebook(variant)
        return self._rulebooks[variant]

    def _text(
        self, game: Game, spelling: Spelling, end: str, values: Mapping[str, str] | None = None
    ) -> str:
        """Return the text of a game, with what ends it; `values` are new ones of tags."""
        first = _first_of_moves(game)
        last = len(game.tape) - 3 * (game.result_token is not None or _ends_with_dash(game))
        words = Words(game, spelling, self._layout.drop).written(first, last)
        return self._filled(game, [*words, *([end] if end else [])], values)

    def _filled(self, game: Game, words: list[str], values: Mapping[str, str] | None = None) -> str:
        """Return the text of a game whose moves have these words."""
        body = filled(words, self._layout.width).rstrip("\n")
        header = tag_section(game, values or {})
        parts = ["\n".join(self.leading_comments(game)), header, body]
        return "\n\n".join(filter(None, parts))

    def leading_comments(self, game: Game) -> list[str]:
        """Return the comments before the first tag, but for those behind the game before."""
        behind = leading_comments(game, behind=True)
        return self.comments(game, leading_comments(game)[len(behind) :])

    def comments(self, game: Game, spans: list[Span]) -> list[str]:
        """Return comments as they are written, without an end of line."""
        if "comments" in self._layout.drop:
            return []
        texts = [comment_text(game, *span).rstrip("\n") for span in spans]
        if "clocks" in self._layout.drop:
            texts = [without_clocks(text) for text in texts]
        return [text for text in texts if text]

    def _reread(self, game: Game, text: str, *, adds_tag: bool = False) -> Game | None:
        """Return the game that the text reads as; None if that is not all of it, or another one.

        `adds_tag` tells that it has a tag more.
        """
        games = list(read_games([text.encode()]))
        if len(games) != 1 or games[0].problems or len(games[0].raw) != len(text.encode()):
            return None
        after = games[0]
        added = [k.TAG] if adds_tag else []
        if self._layout.drop or sorted(_kinds(game) + added) == _kinds(after):
            return after
        return None

    def _means_the_same(self, lines: Lines, codes: Counter[str], after: Game) -> bool:
        """Tell whether a game that was written anew plays as before, and has no new findings."""
        found = Judged(after, self._rulebook)
        if "variations" in self._layout.drop:
            lines = {label: masks for label, masks in lines.items() if label is None}
        if lines != found.positions():
            return False
        # What is left out may have been what hid a finding.
        return bool(self._layout.drop & _MAY_HIDE) or not found.codes() - codes


def _kinds(game: Game) -> list[int]:
    """Return the kinds of a game's tokens, as far as they stay when it is written anew."""
    same = {k.LINE_COMMENT: k.COMMENT, k.STAR: k.NAG}
    own_end = game.result_token is not None or _ends_with_dash(game)
    behind = len(leading_comments(game, behind=True))
    kinds = game.tape[3 * behind : len(game.tape) - 3 * own_end : 3]
    left = (same.get(kind, kind) for kind in kinds)
    return sorted(kind for kind in left if kind not in (k.MOVE_NUMBER, k.STRENGTH))


def copied(game: Game) -> bytes:
    """Return the text of a game as it is, without the blanks around it."""
    behind = leading_comments(game, behind=True)
    start = behind[-1][2] if behind else 0
    return game.raw[start:].strip(BLANKS)


# Tags.


def tag_section(game: Game, values: Mapping[str, str]) -> str:
    """Return the tags in their order, one a line; `values` are what some of them say now.

    Where one is given twice the order tells which ones belong together: it stays, and so do the
    empty lines between them.
    """
    tags = game.tags
    names = {tag.name for tag in tags}
    added = [f'[{name} "{value}"]' for name, value in values.items() if name not in names]
    if len(names) == len(tags):
        pairs = [(tag.name, _written_tag(game, tag, values.get(tag.name))) for tag in tags]
        pairs += [(text[1:].partition(" ")[0], text) for text in added]
        pairs.sort(key=lambda pair: _PLACES.get(pair[0], len(_PLACES)))
        return "\n".join(text for _, text in pairs)
    parts = []
    before: Tag | None = None
    for tag in tags:
        if before is not None:
            between = game.raw[before.end : tag.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            parts.append("\n\n" if between.count(b"\n") > 1 else "\n")
        parts.append(_written_tag(game, tag, values.get(tag.name)))
        before = tag
    return "\n".join(["".join(parts), *added])


def _written_tag(game: Game, tag: Tag, value: str | None) -> str:
    """Return a tag as it is written; its value stays to the letter, or is `value`."""
    text = game.text(tag.value_start, tag.value_end) if value is None else value
    return f'[{tag.name} "{text}"]'


# What stands around the moves.


def leading_comments(game: Game, *, behind: bool = False) -> list[Span]:
    """Return the comments before a game's first tag, and those behind the game before.

    With `behind` only the latter: they stand in the line in which that one ended. In a game without
    tags the others belong to its moves.
    """
    found = []
    takes_all = not behind and bool(game.kinds >> k.TAG & 1)
    tape = game.tape
    for at in range(0, len(tape), 3):
        kind, start, end = tape[at : at + 3]
        if not k.COMMENTS >> kind & 1 or not (takes_all or _is_behind_another_game(game, start)):
            break
        found.append((kind, start, end))
    return found


def _is_behind_another_game(game: Game, start: int) -> bool:
    lead = game.raw[:start]
    return game.offset > 0 and b"\n" not in lead and b"\r" not in lead


def _first_of_moves(game: Game) -> int:
    """Return the index on the tape of what follows the leading comments."""
    return 3 * len(leading_comments(game))


def _ends_with_dash(game: Game) -> bool:
    """Tell whether a `-` that reads as an unknown move repeats a Result tag of `-`."""
    tape = game.tape
    if not len(tape) or tape[-3] != k.UNKNOWN_MOVE or game.raw[tape[-2] : tape[-1]] != b"-":
        return False
    tag = game.tag("Result")
    return tag is not None and tag.value.strip() == "-"


def terminator(game: Game) -> str:
    """Return what ends a game: what ends it now, or what its Result tag says, or `*`."""
    if game.result is not None:
        return game.result
    texts = {tag.value.strip() for tag in game.tags if tag.name == "Result"}
    text = texts.pop() if len(texts) == 1 else ""
    result = read_result(text)
    return text if result.known and result.meaning else "*"
