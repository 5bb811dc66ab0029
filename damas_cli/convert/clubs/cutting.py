"""A document to drafts of games: what is heading, position, movetext, and where a game ends."""

from __future__ import annotations

from damas_cli.language import Phrase, mark

from . import items as kinds
from . import tokens as t
from .headings import labelled, pieces_of, players_of, tag_pairs
from .items import Draft, Item
from .movetext import Movetext, clean
from .points import Point
from .tokens import Token, scan
from .vocabulary import ONLY_TO_MOVE, SIDE_LABEL, SIDE_OF_LIST, TO_MOVE, folded

# No line of print is as long, and no game has as many parts.
LONGEST_LINE = 100_000
MOST_ITEMS = 20_000

PASSED_OVER = mark("{number} line of text passed over: no game follows")
PASSED_OVER_MANY = mark("{number} lines of text passed over: no game follows")


def cut(document: str, points: list[Point]) -> list[Draft]:
    """Return the drafts of the games in `document`, adding to `points` what was assumed."""
    cutter = _Cutter(document, points)
    start = 0
    while start < len(document):
        end = document.find("\n", start)
        end = len(document) if end < 0 else end
        cutter.line(start, end)
        start = end + 1
    cutter.finish()
    return cutter.drafts


class _Cutter:
    """Goes through a document line by line."""

    def __init__(self, document: str, points: list[Point]) -> None:
        self.document = document
        self.points = points
        self.drafts: list[Draft] = []
        self.draft = Draft()
        # Lines of prose after the moves of `draft`: a remark of it, or the heading of the next.
        self.pending: list[Item] = []
        self.gap = False
        self.full = False
        self.moves = Movetext(document, self._add, self._begins, self._next_game, points)

    def line(self, start: int, end: int) -> None:
        """Take the line from `start` to `end`."""
        text = self.document[start:end]
        if not text.strip():
            self.moves.close_all()
            self.gap = self.moves.gap = True
            return
        if end - start > LONGEST_LINE:
            told = Phrase(mark("a line of {length} characters was passed over"), length=end - start)
            self.points.append(Point(start, told, is_error=True))
            return
        if self.moves.skip_until > start:
            if self.moves.skip_until < end:
                self.moves.feed(scan(text, start))
            return
        if not self.moves.is_open and (
            self._tags(text, start) or self._sides(text, start) or self._label(text, start)
        ):
            return
        tokens = scan(text, start)
        if self.moves.is_open:
            self.moves.feed(tokens)
            return
        first = 0 if self._is_remark(text, end) else self._movetext_from(tokens)
        if first < 0:
            self._prose(text, start, tokens)
            return
        if first:
            self._prose(self.document[start : tokens[first].start], start, tokens[:first])
        self.moves.feed(tokens[first:])

    def finish(self) -> None:
        """End the document."""
        self.moves.close_all()
        if self.draft.is_game and self.pending and not self.gap:
            self._take_pending()
        self._end_game()
        rest = self.draft.head + self.pending
        if rest:
            lines = len({item.start for item in rest})
            template = PASSED_OVER if lines == 1 else PASSED_OVER_MANY
            self.points.append(Point(rest[0].start, Phrase(template, number=lines)))

    # Where a game ends.

    def _add(self, item: Item) -> None:
        """Add an item to the present game."""
        if item.kind != kinds.BREAK:
            self.gap = False
            if self.pending:
                self._take_pending()
        if len(self.draft.items) < MOST_ITEMS:
            self.draft.add(item)
            self.full = False
        elif not self.full:
            self.full = True
            told = Phrase(mark("no game is as long: the rest of it was passed over"))
            self.points.append(Point(item.start, told, is_error=True))

    def _begins(self, number: int | None, ellipsis: bool) -> bool:
        """Tell whether a move, or a move number, begins another game."""
        draft = self.draft
        if draft.ended:
            return True
        return number == 1 and draft.plies > (1 if ellipsis else 0)

    def _next_game(self, offset: int) -> None:
        adjoins = not self.gap
        self._end_game()
        self.draft.begin(offset)
        self.draft.adjoins = adjoins

    def _end_game(self) -> None:
        """End the present game; prose after it is the heading of the next one."""
        if not self.draft.is_game:
            return
        players_of(self.draft, self.points)
        self.drafts.append(self.draft)
        self.draft = Draft()
        self.draft.head = self.pending
        if self.pending:
            self.draft.begin(self.pending[0].start)
        self.pending = []

    def _take_pending(self) -> None:
        """Make the prose that waited a remark of the present game."""
        pending, self.pending = self.pending, []
        for item in pending:
            self.draft.add(item)

    def _heading(self, offset: int) -> Draft:
        """Return the draft that a heading belongs to."""
        if self.draft.items:
            self._end_game()
        self.draft.begin(offset)
        return self.draft

    # What a line is.

    def _tags(self, text: str, start: int) -> bool:
        """Take a line of PDN tags."""
        pairs = tag_pairs(text)
        for name, value, place in pairs:
            self._tag(start, name, value, start + place)
        return bool(pairs)

    def _label(self, text: str, start: int) -> bool:
        """Take a line that names the event, the date and so on."""
        found = labelled(text)
        if found is None or any(token.kind == t.MOVE for token in scan(found[1], 0)):
            return False
        name, value, place = found
        self._tag(start, name, value, start + place)
        return True

    def _tag(self, line: int, name: str, value: str, place: int) -> None:
        """Give the present game a tag; one that it has is the next game's."""
        if name in self._heading(line).tags:
            self._end_game()
        self._heading(line).tags[name] = value, place

    def _sides(self, text: str, start: int) -> bool:
        """Take a line that lists the pieces of a side or both, or names who plays them."""
        low = folded(text)
        labels = list(SIDE_LABEL.finditer(low))
        if not labels:
            # Without a colon it has to be nothing but lists.
            labels = list(SIDE_OF_LIST.finditer(low))
            if not labels:
                return False
            values = [pieces_of(text[label.end() :])[0] for label in labels]
            if None in values or any(token.kind == t.MOVE for token in scan(text, 0)):
                return False
        before = low[: labels[0].start()].strip(" \t*-.#>(")
        if before and not before.endswith(":"):
            return False
        ends = [label.start() for label in labels[1:]] + [len(text)]
        found = []
        for label, end in zip(labels, ends, strict=True):
            value = text[label.end() : end]
            side = "W" if label["white"] else "B"
            squares, rest = pieces_of(value)
            if squares is None and (len(value) > 60 or any(c.isdigit() for c in value)):
                return False
            found.append((side, squares, rest, value, label.end()))
        draft = self._heading(start)
        if any(squares is not None and side in draft.pieces for side, squares, *_ in found):
            self._end_game()
            draft = self._heading(start)
        for side, squares, rest, value, place in found:
            if squares is not None:
                draft.pieces[side] = squares, start + place
                if rest:
                    at = start + place + value.index(rest[0])
                    self._prose(rest, at, scan(rest, at))
            elif value.strip(" \t.,;"):
                name = "White" if side == "W" else "Black"
                self._tag(start, name, clean(value).strip(",; "), start + place)
        return True

    def _prose(self, text: str, start: int, tokens: list[Token]) -> None:
        """Take a line, or the beginning of one, that is no movetext."""
        words = clean(text)
        if not words.strip(".:;,-*_=~+# "):
            return
        start += len(text) - len(text.lstrip())
        item = Item(kinds.TEXT, words, start, start + len(text.strip()))
        turn = TO_MOVE.search(folded(text))
        if turn and not self.draft.items and ONLY_TO_MOVE.fullmatch(folded(text)):
            self.draft.turn = "W" if turn["white"] or turn["white2"] else "B"
            return
        if self.draft.items:
            self.pending.append(item)
            if turn and not any(token.kind == t.MOVE for token in tokens):
                # Who is to move is said of a position that follows, or that stands above.
                self._end_game()
        else:
            self.draft.head.append(item)
            self.draft.begin(start)
        if turn:
            self.draft.turn = "W" if turn["white"] or turn["white2"] else "B"
        moves = [token for token in tokens if token.kind == t.MOVE]
        if moves:
            told = Phrase(mark("taken as a remark, though it names a move"))
            self.points.append(Point(moves[0].start, told))

    def _is_remark(self, text: str, end: int) -> bool:
        """Tell whether a line begins with a remark in braces, which may end below."""
        if not text.lstrip().startswith("{"):
            return False
        limit = self.document.find("\n\n", end)
        return "}" in text or self.document.find("}", end, limit if limit >= 0 else None) >= 0

    def _movetext_from(self, tokens: list[Token]) -> int:
        """Return the index of the token from which a line is movetext, -1 if it is not."""
        moves = [index for index, token in enumerate(tokens) if token.kind == t.MOVE]
        outside = _outside_of_brackets(tokens)
        words = sum(token.kind == t.WORD for token in outside)
        if not moves and not self.draft.plies and "Result" in self.draft.tags:
            # The end of a game without moves.
            return 0 if len(tokens) == 1 and tokens[0].kind in (t.RESULT, t.STAR) else -1
        if not moves:
            return 0 if self.draft.plies and not words and self._goes_on(outside) else -1
        numbered = _first_numbered(tokens)
        if numbered >= 0:
            words = sum(token.kind == t.WORD for token in tokens[:numbered])
            return numbered if words else 0
        if words > 2 * len(moves) + 2:
            return -1
        first = moves[0]
        before = sum(token.kind == t.WORD for token in tokens[:first])
        if before and not self.draft.plies and len(moves) < 2:
            return -1
        if before and self.draft.plies:
            return 0
        while first and tokens[first - 1].kind in (t.STAR, t.ELLIPSIS, t.DIGITS, t.OPEN):
            first -= 1
        return first if before or not self.draft.plies else 0

    @staticmethod
    def _goes_on(tokens: list[Token]) -> bool:
        """Tell whether a line without a move and a word belongs to the moves above it."""
        kinds_ = {token.kind for token in tokens}
        if kinds_ & {t.RESULT, t.STAR}:
            return True
        return kinds_ <= {t.NUMBER, t.STRENGTH, t.NAG, t.OPEN, t.CLOSE, t.PUNCTUATION}


def _outside_of_brackets(tokens: list[Token]) -> list[Token]:
    """Return the tokens that stand in no brackets, and the brackets."""
    depth = 0
    found = []
    for token in tokens:
        depth -= token.kind == t.CLOSE and depth > 0
        if not depth:
            found.append(token)
        depth += token.kind == t.OPEN
    return found


def _first_numbered(tokens: list[Token]) -> int:
    """Return the index of the first number with a move after it, -1 if there is none.

    A bracket that the number stands in comes along.
    """
    for index, token in enumerate(tokens):
        if token.kind != t.NUMBER:
            continue
        ahead = index + 1
        while ahead < len(tokens) and tokens[ahead].kind in (t.ELLIPSIS, t.STAR):
            ahead += 1
        if ahead < len(tokens) and tokens[ahead].kind == t.MOVE:
            opening = next((i for i in range(index) if tokens[i].kind == t.OPEN), index)
            first_move = next((i for i in range(index) if tokens[i].kind == t.MOVE), index)
            return min(index, opening, first_move)
    return -1
