"""Which rules and which start a game is read by: those that its moves bear out."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.check.gametype import read_gametype
from damas_cli.check.messages import side
from damas_cli.check.ruling import FROM_THE_TOP
from damas_cli.language import ENGLISH, Phrase, Words, mark
from damas_cli.rules.fen import FenError
from damas_cli.rules.gametype import VARIANTS, parse_gametype
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant

from . import items as kinds
from .items import Draft, Item
from .points import Point
from .replaying import Played, play

# So many moves at most are taken for mentions, each shortly before the line breaks.
MOST_MENTIONS = 8
MENTIONED_WITHIN = 6
# So many moves that fit other rules from the first one on are hardly chance.
ENOUGH_PLIES = 6


class Reading:
    """A way to read a game: from where, and what its moves are then."""

    __slots__ = ("draft", "played", "start", "variant")

    def __init__(self, start: Position, items: list[Item]) -> None:
        self.start = start
        self.variant = start.variant
        self.played: Played = play(start, items, mend=True)

    @property
    def score(self) -> tuple[bool, int]:
        """How well it bears out: all of it, or how far."""
        return self.played.whole, self.played.legal


class Start:
    """What a draft says of where it starts.

    Attributes:
        turn: who is to move, empty where nothing tells.
        fen: the lists of the pieces, empty for the start of the game.
    """

    __slots__ = ("fen", "offset", "turn")

    def __init__(self, draft: Draft) -> None:
        self.turn = draft.turn
        self.fen = ""
        self.offset = draft.start
        if draft.pieces:
            white, black = (draft.pieces.get(letter, ("", 0))[0] for letter in "WB")
            self.fen = f"W{white}:B{black}"
            self.offset = min(place for _, place in draft.pieces.values())
        tag = draft.tags.get("FEN")
        if tag is not None and tag[0].strip():
            letter, _, rest = tag[0].strip().partition(":")
            self.turn, self.fen, self.offset = letter.strip().upper(), rest, tag[1]

    def position(self, variant: Variant, turn: str) -> Position:
        """Return the position with `turn` to move.

        Raises:
            FenError: the lists give none on this board.
        """
        if self.fen:
            return Position.from_fen(f"{turn}:{self.fen}", variant)
        return Position(variant, turn, *variant.start_masks)


def read_game(
    draft: Draft, default: Variant, forced: bool, before: Position | None, points: list[Point]
) -> Reading | FenError:
    """Return the reading of a draft that its moves bear out best; FenError for lists that are none.

    `before` is where the game above it starts, for a second solution of one problem.
    """
    variant = variant_of(draft, default, forced)
    start = Start(draft)
    items = [item for item in draft.items if item.kind == kinds.MOVE]
    first = _opening_turn(draft, variant)
    own = start.turn or first or variant.first
    try:
        best = Reading(start.position(variant, own), items)
    except (FenError, ValueError) as error:
        found = _first_that_reads(start, variant, own, items, forced)
        if found is None:
            return error if isinstance(error, FenError) else FenError("no-fen", start.fen, 0)
        best = found
    best = _without_mentions(best, items)
    stated = bool(start.turn or first) if start.fen else not first
    if draft.adjoins and not start.fen and before is not None:
        again = Reading(before, items)
        if items and before != best.start and again.score >= best.score:
            told = mark("taken for another line from the position above")
            points.append(Point(draft.start, Phrase(told)))
            return again
    if best.played.whole and (stated or not items):
        return _told(best, variant, start, points)
    if not start.fen and not first:
        # Games begin with the side that begins: other numbers are likelier than another side.
        best = _by_other_rules(best, start, items, forced, points)
        if best.played.whole:
            return _told(best, variant, start, points)
    other = Reading(start.position(best.variant, "B" if own == "W" else "W"), items)
    if other.score > best.score and (other.played.whole or other.played.legal > 1):
        _tell_turn(other, start, points)
        best = other
    elif not stated:
        _tell_turn(best, start, points)
    if best.played.whole:
        return _told(best, variant, start, points)
    if start.fen or first:
        best = _by_other_rules(best, start, items, forced, points)
    return _told(best, variant, start, points)


def _without_mentions(reading: Reading, items: list[Item]) -> Reading:
    """Return the reading without the moves that are mere words of a remark.

    Such a move may be legal where it is named; it is the line after it that is not.
    """
    left = items
    for _ in range(MOST_MENTIONS):
        played = reading.played
        if played.whole:
            break
        near = played.items[max(played.legal - MENTIONED_WITHIN, 0) : played.legal]
        suspects = [item for item in reversed(near) if item.after_words]
        tried = [
            (item, Reading(reading.start, [other for other in left if other is not item]))
            for item in suspects
        ]
        better = [pair for pair in tried if pair[1].played.legal > played.legal + 1]
        if not better:
            break
        item, reading = better[0]
        left = [other for other in left if other is not item]
    return reading


def _opening_turn(draft: Draft, variant: Variant) -> str:
    """Return the side whose move the first one is, if `...` before it tells."""
    for item in draft.items:
        if item.kind == kinds.ELLIPSIS:
            return "B" if variant.first == "W" else "W"
        if item.kind == kinds.MOVE:
            return ""
    return ""


def variant_of(draft: Draft, default: Variant, forced: bool) -> Variant:
    """Return the variant of a GameType tag, or the default."""
    tag = draft.tags.get("GameType")
    if tag is None or forced:
        return default
    return read_gametype(tag[0], default).variant or default


def _others(variant: Variant, forced: bool) -> Iterator[Variant]:
    """Yield what else the moves may be written by: first the same rules, numbered otherwise."""
    for text in FROM_THE_TOP.get(variant.family, ()):
        gametype = parse_gametype(text)
        assert gametype is not None
        yield variant.as_written(gametype)
    if forced:
        return
    families = {(variant.family, variant.rows)}
    for name in VARIANTS.values():
        other = get_variant(name)
        if (other.family, other.rows) not in families:
            families.add((other.family, other.rows))
            yield other


def _first_that_reads(
    start: Start, variant: Variant, turn: str, items: list[Item], forced: bool
) -> Reading | None:
    """Return the reading by the first rules whose board has all squares of the lists."""
    for other in _others(variant, forced):
        try:
            return Reading(start.position(other, turn), items)
        except (FenError, ValueError):
            continue
    return None


def _by_other_rules(
    best: Reading, start: Start, items: list[Item], forced: bool, points: list[Point]
) -> Reading:
    """Return the reading by other numbers or rules that the whole game fits, or `best`."""
    if len(items) < ENOUGH_PLIES:
        return best
    far = best
    fits: list[Reading] = []
    for variant in _others(best.variant, forced):
        turn = best.start.turn if start.fen else variant.first
        try:
            reading = Reading(start.position(variant, turn), items)
        except (FenError, ValueError):
            continue
        if reading.played.whole:
            if reading.variant.family == best.variant.family:
                return reading
            fits.append(reading)
        elif reading.played.legal > far.played.legal:
            far = reading
    if len(fits) == 1:
        return fits[0]
    if fits:
        titles = _Titles([reading.variant for reading in fits])
        told = mark("the moves fit {titles}; --variant reads them as one of these")
        points.append(Point(max(start.offset, 0), Phrase(told, titles=titles)))
        return best
    # A slip is no reason to read a game by the wrong rules, if it fits these for long.
    if best.played.legal < ENOUGH_PLIES // 2 and far.played.legal >= 2 * ENOUGH_PLIES:
        return far
    return best


def _tell_turn(reading: Reading, start: Start, points: list[Point]) -> None:
    """Tell that nobody said who is to move, or that it was said wrong."""
    told = _SpokenSide(reading.start.turn)
    if start.turn:
        template = mark("the moves begin with {side}, whatever is said of who is to move")
    else:
        template = mark("taken to begin with {side}")
    points.append(Point(max(start.offset, 0), Phrase(template, side=told)))


class _SpokenSide(Phrase):
    """The name of a side."""

    def __init__(self, colour: str) -> None:
        super().__init__("")
        self.colour = colour

    def __str__(self) -> str:
        return side(self.colour, ENGLISH)

    def said(self, words: Words) -> str:
        return side(self.colour, words)


class _Title(Phrase):
    """The name of a variant."""

    def __init__(self, variant: Variant) -> None:
        super().__init__("")
        self.variant = variant

    def __str__(self) -> str:
        return self.variant.title["en"]

    def said(self, words: Words) -> str:
        return self.variant.title[words.language]


class _Titles(Phrase):
    """The names of variants."""

    def __init__(self, variants: list[Variant]) -> None:
        super().__init__("")
        self.variants = variants

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, words: Words) -> str:
        return ", ".join(variant.title[words.language] for variant in self.variants)


def _told(reading: Reading, expected: Variant, start: Start, points: list[Point]) -> Reading:
    """Tell of other rules or numbers than were expected."""
    if reading.variant != expected:
        same_rules = reading.variant.family == expected.family
        if same_rules:
            template = mark(
                "the squares are not numbered as in {title}; read with the numbers of GameType"
                " {gametype}"
            )
        else:
            template = mark("the moves fit {fits}, not {title}: read as that, GameType {gametype}")
        told = Phrase(
            template,
            title=_Title(expected),
            fits=_Title(reading.variant),
            gametype=reading.variant.gametype if same_rules else reading.variant.number,
        )
        points.append(Point(max(start.offset, 0), told))
    return reading
