"""A whole document to its games, each as PDN that `damas check` finds the same faults in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from damas_cli.check.codes import CODES, ERROR
from damas_cli.check.finding import Finding
from damas_cli.check.regulation import Rulebook
from damas_cli.check.ruling import judged
from damas_cli.language import Phrase, Words, mark
from damas_cli.pdn.model import Game, decoded
from damas_cli.pdn.moves import Line
from damas_cli.pdn.reader import read_games
from damas_cli.rules.fen import FenError
from damas_cli.rules.gametype import VARIANTS
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant

from .assembling import Assembler
from .cutting import cut
from .items import TEXT, Draft, Item
from .points import Point, line_starts, place
from .ruling import Reading, read_game
from .tokens import BLACK_WINS, RESULT, WHITE_WINS, joined, scan
from .unnumbered import split
from .writing import pdn_text

# The tags that every game has, in their order.
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


class FoundGame:
    """A game of a document.

    Attributes:
        start: the position it begins from.
        tags: in the order in which they are written.
        line: the moves, with remarks and variations.
        result: as PDN has it, `*` for none.
        pdn: the whole game as PDN.
        points: what was assumed about it, and what is wrong with it, by place.
        first_line: the line of the document that it begins in, from 1.
    """

    def __init__(self, start: Position, tags: dict[str, str], line: Line, result: str) -> None:
        self.start = start
        self.tags = tags
        self.line = line
        self.result = result
        second = start.turn != start.variant.first
        self.pdn = pdn_text(tags, line, result, second)
        self.points: list[Point] = []
        self.first_line = 0

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong with it."""
        return any(point.is_error for point in self.points)


class Document:
    """What was found in a document: its games, and the points that belong to none of them."""

    def __init__(self) -> None:
        self.games: list[FoundGame] = []
        self.points: list[Point] = []

    def all_points(self) -> list[Point]:
        """Return the points of the document and its games, by place."""
        found = self.points + [point for game in self.games for point in game.points]
        return sorted(found, key=lambda point: (point.line, point.column))


def read_document(
    source: bytes | str,
    variant: Variant | None = None,
    *,
    line_a_game: bool = False,
) -> Document:
    """Return the games in a whole document.

    Args:
        source: its bytes, in UTF-8 or Windows-1252, or its text.
        variant: the rules of all games; without it a GameType tag decides, else Spanish draughts.
        line_a_game: whether a line without numbers is a game, where the board does not tell.
    """
    document = Document()
    text = source if isinstance(source, str) else _text_of(source, document)
    text = _plain(text.replace("\r\n", "\n").replace("\r", "\n"))
    forced = variant is not None
    default = variant or get_variant()
    rulebook = Rulebook(variant)
    before: Position | None = None
    starts = line_starts(text)
    text = joined(text)
    for whole in cut(text, document.points):
        points: list[Point] = []
        parts = split(whole, default, forced, line_a_game, points)
        document.points += points
        for draft in parts:
            game = _read(text, draft, default, forced, before, rulebook)
            game.points = place(game.points, starts)
            game.first_line = _line_of(draft, starts)
            document.games.append(game)
            before = game.start
    document.points = place(document.points, starts)
    return document


def _plain(text: str) -> str:
    """Return a text without the marks of bold print and of line ends, all else in its place."""
    return _MARKS.sub(lambda found: " " * len(found[0]), text)


# Of Markdown, which chats know, too, around numbers and moves; and of HTML at the end of a line.
_MARKS = re.compile(
    r"(?:\*\*|__)(?=[ \t]*[0-9])|(?<=[0-9.;,!?)])(?:\*\*|__)|<(?:br|BR) ?/?>(?=[ \t]*$)",
    re.MULTILINE,
)


def _line_of(draft: Draft, starts: list[int]) -> int:
    from bisect import bisect

    return bisect(starts, max(draft.start, 0))


def _text_of(data: bytes, document: Document) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        at = len(before) - before.count("\r\n")
        told = Phrase(mark("not UTF-8: read as Windows-1252"))
        document.points.append(Point(at, told))
        return decoded(data)


def _read(
    text: str,
    draft: Draft,
    default: Variant,
    forced: bool,
    before: Position | None,
    rulebook: Rulebook,
) -> FoundGame:
    points: list[Point] = []
    reading = read_game(draft, default, forced, before, points)
    if isinstance(reading, FenError):
        reading = _without_position(draft, default, reading, points)
    assembler = Assembler(text, reading.start, points)
    line = assembler.main_line(draft.items, reading.played, draft.head)
    _read_result_tag(draft, reading.variant)
    result = _result(assembler.result, reading.variant)
    if assembler.result is None and "Result" in draft.tags:
        result = draft.tags["Result"][0] or "*"
    tags = _tags(draft, reading, result)
    game = FoundGame(reading.start, tags, line, result)
    game.points = points + list(_errors(game, assembler, draft, rulebook))
    return game


def _without_position(
    draft: Draft, default: Variant, error: FenError, points: list[Point]
) -> Reading:
    """Read a game whose position cannot be read: its lists stay as a remark."""
    places = [offset for _, offset in draft.pieces.values()]
    tag = draft.tags.pop("FEN", None)
    at = tag[1] if tag else min(places)
    lists = [f"{letter}: {squares}" for letter, (squares, _) in sorted(draft.pieces.items())]
    kept = tag[0] if tag else "; ".join(reversed(lists))
    draft.head.append(Item(TEXT, kept, at, at))
    draft.pieces.clear()
    told = Phrase(mark("no position: {text} is wrong in it"), text=error.text)
    points.append(Point(at, told, "T005", is_error=True))
    items = [item for item in draft.items if item.kind == "move"]
    return Reading(Position.start(default), items)


def _result(item: Item | None, variant: Variant) -> str:
    """Return the result as PDN has it: 1-0 is a win of the side that begins."""
    if item is None:
        return "*"
    if item.text == WHITE_WINS:
        return "1-0" if variant.first == "W" else "0-1"
    if item.text == BLACK_WINS:
        return "0-1" if variant.first == "W" else "1-0"
    return item.text


def _read_result_tag(draft: Draft, variant: Variant) -> None:
    """Make of a heading's result what PDN has for it; a heading that is none is a remark."""
    if "Result" not in draft.tags:
        return
    value, offset = draft.tags["Result"]
    found = [token for token in scan(value, offset) if token.kind == RESULT]
    if len(found) == 1:
        item = Item(RESULT, found[0].text, offset, offset)
        draft.tags["Result"] = _result(item, variant), offset
    elif value not in ("*", "?"):
        del draft.tags["Result"]
        draft.head.append(Item(TEXT, value, offset, offset))


def _tags(draft: Draft, reading: Reading, result: str) -> dict[str, str]:
    """Return all tags, in PDN's order."""
    said = {name: value for name, (value, _) in draft.tags.items()}
    found = {name: said.pop(name, "") or "?" for name in ROSTER}
    if found["Date"] == "?":
        found["Date"] = "????.??.??"
    if found["Result"] == "?" or (found["Result"] == "*" and result != "*"):
        found["Result"] = result
    variant = reading.variant
    said.pop("GameType", None)
    if variant.gametype:
        plain = variant.gametype.partition(",")[0]
        standard = variant.number in VARIANTS and get_variant(VARIANTS[variant.number]) == variant
        found["GameType"] = plain if standard else variant.gametype
    said.pop("SetUp", None)
    said.pop("FEN", None)
    start = reading.start
    if start != Position.start(variant):
        found["SetUp"] = "1"
        found["FEN"] = start.fen()
    return {**found, **said}


class _Said(Phrase):
    """What is wrong at a ply."""

    def __init__(self, finding: Finding) -> None:
        super().__init__("")
        self.finding = finding

    def __str__(self) -> str:
        return self.finding.message

    def said(self, words: Words) -> str:
        return self.finding.say(words)


def _errors(
    game: FoundGame, assembler: Assembler, draft: Draft, rulebook: Rulebook
) -> Iterator[Point]:
    """Yield what `damas check` calls an error in the PDN of the game, at its place in the text."""
    for read in read_games([game.pdn.encode()]):
        yield from _errors_in(read, assembler, draft, rulebook)


def _errors_in(
    read: Game, assembler: Assembler, draft: Draft, rulebook: Rulebook
) -> Iterator[Point]:
    check = judged(read, rulebook)
    for finding in check.placed() if check is not None else ():
        if CODES[finding.code].severity != ERROR:
            continue
        offset = draft.start
        if finding.variation is None and finding.ply and finding.code[0] in "MN":
            item = assembler.places[finding.ply - 1]
            written = " ".join(assembler.document[item.start : item.end].split())
            yield Point(item.start, _at_ply(finding, written), finding.code, is_error=True)
            continue
        if assembler.result is not None and finding.code[0] == "R":
            offset = assembler.result.start
        yield Point(max(offset, 0), _Said(finding), finding.code, is_error=True)


# So many legal moves are named; more help nobody.
MOST_NAMED = 6


def _at_ply(finding: Finding, move: str) -> Phrase:
    said = _Said(finding)
    legal = finding.expected
    if not legal or len(legal) > MOST_NAMED:
        template = mark("ply {ply}, {move}: {said}")
        return Phrase(template, ply=finding.ply, move=move, said=said)
    template = mark("ply {ply}, {move}: {said} (legal: {legal})")
    return Phrase(template, ply=finding.ply, move=move, said=said, legal=", ".join(legal))
