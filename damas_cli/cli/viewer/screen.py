"""What is seen of a viewer: lines of text for a terminal of a given size."""

from __future__ import annotations

from ...convert.board_text import board_rows, legend
from ...convert.score import Score, Step, Track
from ...convert.score_rows import heading, score_rows, short, text_as_it_stands
from ...convert.spans import (
    BOLD,
    FAINT,
    REVERSE,
    Row,
    Span,
    clean,
    clipped,
    filled,
    line_of,
    padded,
    words_of_text,
)
from ...convert.svg_words import to_move
from ...language import Words, mark
from .model import Viewer

# Between the board and the moves, and how narrow those may be.
_GAP = 3
_NARROWEST_LIST = 28
# More of a broken text is not shown beside a board.
_MOST_LINES = 200

_KEYS = (
    ("→ ←", mark("a move on, a move back")),
    ("PgDn PgUp", mark("ten moves on, ten back")),
    ("Home End", mark("to the start of the game, to the end of the line")),
    ("↓ ↑, n p", mark("the next game, the one before")),
    ("v", mark("into the variations of this move, one after the other, and back")),
    ("b", mark("back from the variation")),
    ("c", mark("to the next move that damas finds fault with")),
    ("Space", mark("let the game play; any key stops it")),
    ("f", mark("turn the board around")),
    ("?", mark("these keys")),
    ("q, Esc", mark("leave")),
)


class Screen:
    """Draws a viewer; what is costly to lay out is kept for as long as it holds."""

    def __init__(self, viewer: Viewer, *, colour: bool) -> None:
        self.viewer = viewer
        self.colour = colour
        self._laid_out: tuple[Score, int] | None = None
        self._rows: list[Row] = []
        self._row_of: dict[Step, int] = {}

    @property
    def words(self) -> Words:
        """The language that is spoken."""
        return self.viewer.words

    def lines(self, width: int, height: int) -> list[str]:
        """Return `height` lines of at most `width` columns."""
        rows = self._help(width) if self.viewer.shows_help else self._view(width, height)
        rows = [clipped(row, width) for row in rows[:height]]
        rows += [[] for _ in range(height - len(rows))]
        return [line_of(row, self.colour) for row in rows]

    def _help(self, width: int) -> list[Row]:
        rows: list[Row] = [[Span(self.words("Keys"), BOLD)], []]
        column = max(len(key) for key, _ in _KEYS) + 2
        for key, told in _KEYS:
            first = f"{key:<{column}}"
            rows += filled(words_of_text(self.words(told)), width, first, " " * column)
        return [*rows, [], [Span(self.words("any key: back to the game"), FAINT)]]

    def _view(self, width: int, height: int) -> list[Row]:
        viewer = self.viewer
        stand = viewer.stand
        board: list[Row] = []
        if stand.position is not None:
            board = board_rows(stand.position, viewer.look, stand.last_move)
        board_width = viewer.look.width(stand.position.variant.board) if stand.position else 0
        too_small = bool(board) and (board_width > width or len(board) + 1 > height)
        if too_small:
            board, board_width = [], 0
        # What is least needed goes first where there is little room.
        room = height - len(board)
        hint = [clipped([Span(self._hint(), FAINT)], width)] if room >= 4 else []
        top = self._heading(width)[: max(0, min(4, room - len(hint) - 2))]
        if top and room - len(hint) - len(top) >= 4:
            top.append([])
        room -= len(hint) + len(top)
        notes = self._notes(width, too_small=too_small)
        beside = width - board_width - (_GAP if board else 0)
        has_list = beside >= min(_NARROWEST_LIST, width)
        spare = room if board or not has_list else room - min(room // 2, 6)
        notes = _shortened(notes, max(spare, 0))
        middle = height - len(top) - len(hint) - len(notes)
        listed = self._list(beside, middle) if has_list else []
        rows: list[Row] = []
        for at in range(middle):
            left = board[at] if at < len(board) else []
            if at < len(listed) and listed[at]:
                left = [*padded(left, board_width), *([Span(" " * _GAP)] if board else [])]
                left = [*left, *listed[at]]
            rows.append(left)
        return [*top, *rows, *notes, *hint]

    def _heading(self, width: int) -> list[Row]:
        viewer, games = self.viewer, self.viewer.games
        count = self.words("game {number}", number=viewer.number)
        if games.is_complete:
            count = self.words("game {number} of {games}", number=viewer.number, games=games.known)
        return heading(viewer.score.played, self.words, width, count)

    def _hint(self) -> str:
        return self.words("? keys   q leave")

    def _notes(self, width: int, *, too_small: bool) -> list[Row]:
        """Return what is to be said of the present move; first, which it is."""
        viewer, step = self.viewer, self.viewer.step
        rows: list[Row] = [self._status(step)]
        score = viewer.score
        findings = list(step.findings) if step is not None else list(score.before)
        if viewer.is_at_end and viewer.track is score.main:
            findings += score.after
        for finding in findings:
            rows += filled(short(finding, self.words), width, rest="  ")
        notes = step.comments if step is not None else _texts(viewer.track.notes)
        if step is not None and step.index == 0:
            notes = [*_texts(step.track.notes), *notes]
        for note in notes:
            rows += filled(words_of_text(note), width)
        if step is not None and step.variations:
            count = len(step.variations)
            told = self.words.plural(
                "v: {number} variation here", "v: {number} variations here", count
            )
            rows.append([Span(told, FAINT)])
        if viewer.message:
            rows.insert(1, [Span(viewer.message, BOLD)])
        if too_small:
            told = self.words("the window is too small for the board")
            rows.insert(1, [Span(told, FAINT)])
        return rows

    def _status(self, step: Step | None) -> Row:
        """Return which move was played last, and who is to move."""
        viewer, words = self.viewer, self.words
        stand = viewer.stand
        if step is None:
            row = [Span(words("start position"), BOLD)]
        else:
            at = step.ply - 1 + viewer.score.first_number
            number = f"{at // 2 + 1}.{'..' if at % 2 else ''}"
            row = [Span(f"{number} {clean(step.text)}{step.marks}", BOLD)]
            if step.track.replaces is not None:
                row.append(Span(f" ({words('variation')})", FAINT))
            if step.played is None or not step.played.is_played:
                row.append(Span(f" ({words('not played on the board')})", FAINT))
        if stand.position is None:
            row.append(Span(f"   {words('its position cannot be drawn')}"))
        else:
            row.append(Span(f"   {to_move(stand.position, words)}"))
        if not self.colour:
            row.append(Span(f"   {legend(viewer.look, words)}"))
        if viewer.is_playing:
            row.append(Span(f"   ▶ {words('playing')}", FAINT))
        return row

    # ---- the list of moves

    def _list(self, width: int, height: int) -> list[Row]:
        """Return the part of the moves around the present one, which is marked."""
        if height <= 0:
            return []
        score, step = self.viewer.score, self.viewer.step
        self._lay_out(score, width)
        here = self._row_of.get(step, 0) if step is not None else 0
        top = max(0, min(here - height // 2, len(self._rows) - height))
        return [self._marked(row, step) for row in self._rows[top : top + height]]

    def _marked(self, row: Row, step: Step | None) -> Row:
        if step is None:
            return row
        return [_mark(span, self.colour) if span.tag is step else span for span in row]

    def _lay_out(self, score: Score, width: int) -> None:
        if self._laid_out == (score, width):
            return
        self._laid_out = score, width
        self._rows = [clipped(row, width) for row in score_rows(score, self.words, width)]
        if not score.played.is_whole:
            lines = text_as_it_stands(score.played, self.words, _MOST_LINES)
            self._rows += [clipped(row, width) for row in lines]
        self._row_of = {}
        for at, row in enumerate(self._rows):
            for span in row:
                if isinstance(span.tag, Step):
                    self._row_of.setdefault(span.tag, at)


def _mark(span: Span, colour: bool) -> Span:
    """Return the present move, marked; without colours, by the only sign that is left."""
    return span._replace(style=REVERSE) if colour else span._replace(text=f">{span.text}")


def _texts(notes: list[str | Track]) -> list[str]:
    return [note for note in notes if isinstance(note, str)]


def _shortened(rows: list[Row], room: int) -> list[Row]:
    """Return as many rows as there is room for; a last one tells that there are more."""
    if len(rows) <= room:
        return rows
    return [*rows[: room - 1], [*rows[room - 1], Span(" …")]] if room > 0 else []
