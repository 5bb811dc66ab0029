"""A position as a diagram: an SVG picture that needs nothing but itself.

Shapes carry their colours as attributes, without styles, scripts, identifiers or references, so
that a diagram may stand alone, in a web page beside others, or in a word processor. A square is
100 units wide. Men are discs, kings two discs with a crown: they are told apart in print too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from damas_cli.language import ENGLISH, Words
from damas_cli.rules.board import Board
from damas_cli.rules.move import Move
from damas_cli.rules.position import Position

from .svg_words import describe, listed, to_move

DEFAULT_SIZE = 360
# Numbers in squares of fewer pixels cannot be read.
SMALLEST_NUMBERED = 26

CELL = 100
FRAME = 30
FRAME_WITH_COORDINATES = 46

LIGHT, DARK = "#f2e6cf", "#b08a66"
EDGE, BORDER, INK = "#d9c4a0", "#6b5138", "#2e2013"
# By colour: the disc, its rim, the groove in it, the crown.
PIECES = {
    "w": ("#fdf9ef", "#54422f", "#d9cbb0", "#5a3a12"),
    "b": ("#2f2925", "#100c09", "#6a6058", "#f2cf7a"),
}
HIGHLIGHT, TRACK, CASING, TAKEN = "#e2bd4c", "#1d5b86", "#ffffff", "#a3201a"
# Around the middle of a square; the page draws it as well.
CROWN = "M-25-13-12-3 0-24 12-3 25-13 20 15-20 15ZM-20 20 20 20 20 26-20 26Z"
FONT = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif"


class LastMove(NamedTuple):
    """The move that led to a position, to be marked in it.

    Attributes:
        path: the squares it went over, from the first to the last.
        captured: the squares of the pieces it took.
        captured_kings: those of them on which kings stood.
        text: how it is written.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    captured_kings: frozenset[int] = frozenset()
    text: str = ""

    @classmethod
    def of(cls, move: Move, before: Position, text: str = "") -> LastMove:
        """Return the mark of `move`, played in `before`."""
        kings = frozenset(square for square in move.captured if before.piece(square).isupper())
        return cls(move.path, move.captured, kings, text or move.text)


def diagram(
    position: Position,
    *,
    last_move: LastMove | None = None,
    orientation: str = "white",
    squares: str = "dark",
    labels: str = "auto",
    size: int = DEFAULT_SIZE,
    title: str = "",
    words: Words = ENGLISH,
) -> str:
    """Return `position` as the text of an SVG file.

    Args:
        position: what is drawn; its variant's board says where the squares are.
        last_move: the move before it, whose way and captures are marked.
        orientation: the side at the bottom, `white` or `black`.
        squares: the colour of the squares that pieces stand on, `dark` or `light`.
        labels: `numbers` in the squares, `coordinates` around the board, `none`; `auto` is what the
            variant writes, if it can be read at that size.
        size: the width in pixels; the picture stays sharp at any other.
        title: what the diagram is of; without it, who is to move.
        words: the language of title and description.

    >>> from damas_cli.rules.position import Position
    >>> diagram(Position.start()).count("<circle")
    49
    """
    drawing = _Drawing(position, orientation, squares, _labels(position, labels, size))
    parts = list(drawing.parts(last_move))
    height = round(size * drawing.height / drawing.width)
    description = describe(position, words)
    if last_move is not None and last_move.text:
        description += " " + _told(last_move, position.variant.board, words)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{height}" '
        f'viewBox="0 0 {drawing.width} {drawing.height}" role="img">',
        f"<title>{_text(title or to_move(position, words))}</title>",
        f"<desc>{_text(description)}</desc>",
    )
    return "\n".join([*head, *parts, "</svg>\n"])


def _labels(position: Position, labels: str, size: int) -> str:
    """Return what `labels` means for this board: `auto` is never left."""
    board = position.variant.board
    if labels != "auto":
        return labels
    if board.algebraic:
        return "coordinates"
    return "numbers" if size / board.width >= SMALLEST_NUMBERED else "none"


def _told(move: LastMove, board: Board, words: Words) -> str:
    if not move.captured:
        return words("Last move: {move}.", move=move.text)
    taken = listed([board.label(square) for square in move.captured])
    return words("Last move: {move}, which captured {squares}.", move=move.text, squares=taken)


def _text(text: str) -> str:
    """Return `text` for XML, which has no control characters."""
    return escape("".join(c if c.isprintable() else " " for c in text))


def placard(lines: list[str], size: int = DEFAULT_SIZE) -> str:
    """Return a picture that says `lines`, in place of a position that nobody knows."""
    # Letters are about half as wide as high: the longest line has to fit.
    height = min(34, 1350 // max(map(len, lines), default=1))
    middle = 100 + height // 3 - (len(lines) - 1) * height * 2 // 3
    texts = "".join(
        f'<text x="400" y="{middle + at * height * 4 // 3}">{_text(line)}</text>'
        for at, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size // 4}" '
        'viewBox="0 0 800 200" role="img">\n'
        f"<title>{_text(': '.join(lines))}</title>\n"
        f'<rect x="3" y="3" width="794" height="194" rx="10" fill="{LIGHT}" stroke="{BORDER}" '
        'stroke-width="6"/>\n'
        f'<g fill="{INK}" font-family="{FONT}" font-size="{height}" text-anchor="middle">'
        f"{texts}</g>\n</svg>\n"
    )


class _Drawing:
    """A board seen from one side, and the shapes on it."""

    def __init__(self, position: Position, orientation: str, squares: str, labels: str) -> None:
        self.position = position
        self.board = position.variant.board
        self.turned = orientation == "black"
        self.on_light = squares == "light"
        self.labels = labels
        self.frame = FRAME_WITH_COORDINATES if labels == "coordinates" else FRAME
        self.width = self.board.width * CELL + 2 * self.frame
        self.height = self.board.height * CELL + 2 * self.frame

    def parts(self, last_move: LastMove | None) -> Iterator[str]:
        """Yield the elements, from the bottom to the top."""
        yield from self._ground()
        if last_move is not None:
            yield self._highlights(last_move.path)
        if self.labels == "numbers":
            yield self._numbers()
        elif self.labels == "coordinates":
            yield self._coordinates()
        if last_move is not None:
            yield from self._ghosts(last_move)
            yield from self._track(last_move.path)
            yield from self._crosses(last_move)
        yield from self._pieces()
        yield self._side_to_move()

    def corner(self, file: int, row: int) -> tuple[int, int]:
        """Return the top left corner of a place, which is counted from White's left."""
        board = self.board
        column = board.width - 1 - file if self.turned else file
        line = row if self.turned else board.height - 1 - row
        return self.frame + column * CELL, self.frame + line * CELL

    def middle(self, square: int) -> tuple[int, int]:
        """Return the middle of a square."""
        x, y = self.corner(*self.board.places[square])
        return x + CELL // 2, y + CELL // 2

    def _ground(self) -> Iterator[str]:
        """Yield the frame and the squares: all light ones as one shape, without seams."""
        board, frame = self.board, self.frame
        across, down = board.width * CELL, board.height * CELL
        playing, other = (LIGHT, DARK) if self.on_light else (DARK, LIGHT)
        corners = (self.corner(*place) for place in board.places[1:])
        path = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
        yield (
            f'<rect x="3" y="3" width="{self.width - 6}" height="{self.height - 6}" rx="10" '
            f'fill="{EDGE}" stroke="{BORDER}" stroke-width="6"/>'
        )
        yield (
            f'<rect x="{frame}" y="{frame}" width="{across}" height="{down}" fill="{other}" '
            'shape-rendering="crispEdges"/>'
        )
        yield f'<path d="{path}" fill="{playing}" shape-rendering="crispEdges"/>'
        yield (
            f'<rect x="{frame}" y="{frame}" width="{across}" height="{down}" fill="none" '
            f'stroke="{BORDER}" stroke-width="4"/>'
        )

    def _highlights(self, path: tuple[int, ...]) -> str:
        corners = (self.corner(*self.board.places[square]) for square in {path[0], path[-1]})
        outline = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in sorted(corners))
        return f'<path d="{outline}" fill="{HIGHLIGHT}" fill-opacity=".75"/>'

    def _numbers(self) -> str:
        board = self.board
        places = ((n, *self.corner(*board.places[n])) for n in range(1, board.size + 1))
        texts = "".join(f'<text x="{x + 5}" y="{y + 20}">{n}</text>' for n, x, y in places)
        return f'<g fill="{INK}" font-family="{FONT}" font-size="20">{texts}</g>'

    def _coordinates(self) -> str:
        """Return letters below and above the board and rows at both sides."""
        board, half = self.board, self.frame // 2
        texts = []
        for square in range(1, board.size + 1):
            file, row = board.places[square]
            name = board.name(square)
            x, y = self.middle(square)
            if row < 2:
                texts += [(name[0], x, half), (name[0], x, self.height - half)]
            if file < 2:
                texts += [(name[1:], half, y), (name[1:], self.width - half, y)]
        shown = "".join(f'<text x="{x}" y="{y + 10}">{text}</text>' for text, x, y in texts)
        return (
            f'<g fill="{INK}" font-family="{FONT}" font-size="28" font-weight="600" '
            f'text-anchor="middle">{shown}</g>'
        )

    def _ghosts(self, move: LastMove) -> Iterator[str]:
        """Yield what is left to see of the pieces that were taken."""
        disc, rim, _, crown_colour = PIECES[self.position.turn.lower()]
        for square in move.captured:
            x, y = self.middle(square)
            crown = f'<path d="{CROWN}" fill="{crown_colour}"/>'
            yield (
                f'<g transform="translate({x} {y})" opacity=".6"><circle r="34" fill="{disc}" '
                f'fill-opacity=".7" stroke="{rim}" stroke-width="4" stroke-dasharray="12 8"/>'
                f"{crown if square in move.captured_kings else ''}</g>"
            )

    def _crosses(self, move: LastMove) -> Iterator[str]:
        """Yield what crosses out the pieces that were taken."""
        for square in move.captured:
            x, y = self.middle(square)
            for colour, wide in ((CASING, 17), (TAKEN, 9)):
                yield (
                    f'<path d="M{x - 17} {y - 17}l34 34m0-34l-34 34" fill="none" stroke="{colour}" '
                    f'stroke-width="{wide}" stroke-linecap="round"/>'
                )

    def _track(self, path: tuple[int, ...]) -> Iterator[str]:
        """Yield the way of the move: an empty ring, a line by its landings, an arrow head."""
        points = [self.middle(square) for square in path]
        if len(points) < 2:
            return
        (x, y), before = points[-1], points[-2]
        right, down = _step(x - before[0]), _step(y - before[1])
        # The line stops short of the piece, the head touches it.
        tip = (x - right * 28, y - down * 28)
        end = (x - right * 46, y - down * 46)
        wing, back = 17, 52
        head = [
            tip,
            (x - right * back - down * wing, y - down * back + right * wing),
            (x - right * back + down * wing, y - down * back - right * wing),
        ]
        line = " ".join(f"{a} {b}" for a, b in [*points[:-1], end])
        triangle = " ".join(f"{a} {b}" for a, b in head)
        for colour, wide in ((CASING, 16), (TRACK, 8)):
            around = 8 if colour == CASING else 0
            yield (
                f'<g stroke="{colour}" stroke-linejoin="round" stroke-linecap="round">'
                f'<polyline points="{line}" fill="none" stroke-width="{wide}"/>'
                f'<polygon points="{triangle}" fill="{colour}" stroke-width="{around}"/></g>'
            )
        x, y = points[0]
        yield (
            f'<circle cx="{x}" cy="{y}" r="16" fill="{HIGHLIGHT}" stroke="{TRACK}" '
            'stroke-width="7"/>'
        )

    def _pieces(self) -> Iterator[str]:
        for square in range(1, self.board.size + 1):
            piece = self.position.piece(square)
            if piece:
                yield piece_shape(piece, *self.middle(square))

    def _side_to_move(self) -> str:
        """Return the mark in the corner, at the edge where the side to move sits."""
        own_edge_is_below = (self.position.turn == "W") != self.turned
        y = self.height - self.frame / 2 if own_edge_is_below else self.frame / 2
        disc, _, _, _ = PIECES[self.position.turn.lower()]
        return (
            f'<circle cx="{self.width - self.frame / 2:g}" cy="{y:g}" r="9" fill="{disc}" '
            f'stroke="{BORDER}" stroke-width="3"/>'
        )


def _step(distance: int) -> int:
    return (distance > 0) - (distance < 0)


def piece_shape(piece: str, x: int, y: int) -> str:
    """Return a piece (`w`, `W`, `b`, `B`) with its middle at a point."""
    disc, rim, groove, crown = PIECES[piece.lower()]
    body = f'fill="{disc}" stroke="{rim}" stroke-width="5"'
    if piece.islower():
        return (
            f'<circle cx="{x}" cy="{y}" r="36" {body}/>'
            f'<circle cx="{x}" cy="{y}" r="25" fill="none" stroke="{groove}" stroke-width="3"/>'
        )
    return (
        f'<circle cx="{x}" cy="{y + 7}" r="36" {body}/>'
        f'<circle cx="{x}" cy="{y - 2}" r="36" {body}/>'
        f'<path transform="translate({x} {y - 2})" d="{CROWN}" fill="{crown}"/>'
    )
