"""The format `full`: each finding with its source line, what should have been played, a board."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.language import Words
from damas_cli.pdn.model import Game
from damas_cli.rules.notation import read_move
from damas_cli.rules.position import Position

from ..finding import Finding
from ..messages import HELP, PLAYED_ON, STOPPED, side
from ..style import Style
from . import Look, Reporter, visible
from .concise import grade, place

# Of a long source line so many columns are shown, around the span.
WIDEST = 100
# Before the combining marks every letter takes one column.
_NARROW = "\u0300"
# How many legal moves are named.
MOST_MOVES = 12


class Full(Reporter):
    """The reporter."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.style = Style(look.colour)

    def report(self, path: str, game: Game, findings: list[Finding]) -> Iterator[str]:
        """Return a few lines a finding."""
        for finding in findings:
            yield _finding(path, game, finding, self.style, self.look)


make = Full


def _finding(path: str, game: Game, finding: Finding, style: Style, look: Look) -> str:
    words = look.words
    before, span, after = excerpt(game, finding)
    number = str(finding.line)
    gutter = " " * len(number)
    bar = style.faint("|")
    at = style.path(f"{visible(path)}:{finding.line}:{finding.column}:")
    code = style.severity(f"{finding.code} {finding.name}", finding.severity)
    carets = style.severity("^" * max(width(span), 1), finding.severity)
    lines = [
        f"{at} {code}{grade(finding, words)}{place(finding, words)}",
        f"{gutter} {bar}",
        f"{style.faint(number)} {bar} {before}{span}{after}".rstrip(),
        f"{gutter} {bar} {' ' * width(before)}{carets} {visible(finding.say(words))}",
    ]
    notes = [*_who_moved(game, finding, words), *_notes(finding, words)]
    lines += [f"{gutter} {style.faint('=')} {note}" for note in notes]
    if look.terminal and finding.fen is not None:
        lines += [f"{gutter}   {row}" for row in board(finding, style, words)]
    return "\n".join(lines) + "\n\n"


def _who_moved(game: Game, finding: Finding, words: Words) -> list[str]:
    """Return a note on the players and on whose move it is, as far as the game tells."""
    if finding.ply is None:
        return []
    tags = (game.tag(name) for name in ("White", "Black"))
    players = [tag.value.strip() if tag is not None else "" for tag in tags]
    names = [visible(player) for player in players if player.strip("?")]
    parts = [" - ".join(names)] if len(names) == len(players) else []
    # Who begins from another position may count from anywhere.
    if finding.rules is not None and b"FEN" not in game.raw:
        first = finding.rules.first
        second = "B" if first == "W" else "W"
        colour = first if finding.ply % 2 else second
        number = (finding.ply + 1) // 2
        parts.append(words("move {number} of {side}", number=number, side=side(colour, words)))
    return ["; ".join(parts)] if parts else []


def _notes(finding: Finding, words: Words) -> list[str]:
    notes = []
    if finding.code in HELP:
        notes.append(words(HELP[finding.code]))
    # How a legal move is written, and what has no move, is no question of what was legal.
    if finding.code[0] != "N" and finding.expected:
        shown = finding.expected[:MOST_MOVES]
        more = len(finding.expected) - len(shown)
        moves = ", ".join(shown)
        if more:
            notes.append(words("Legal: {moves} and {more} more", moves=moves, more=more))
        else:
            notes.append(words("Legal: {moves}", moves=moves))
    if finding.article is not None:
        document = finding.rules.articles.get("document") if finding.rules else None
        cited = f"{document}: {finding.article}" if document else finding.article
        notes.append(words("Article: {article}", article=cited))
    if finding.stopped:
        notes.append(words(STOPPED))
    elif finding.code in ("M002", "M003", "M004", "M005", "M008"):
        notes.append(words(PLAYED_ON))
    return notes


def excerpt(game: Game, finding: Finding) -> tuple[str, str, str]:
    """Return what stands before, in and after the finding's span on its first line.

    At most `WIDEST` columns in all; a cut is shown as `…`.
    """
    reach = 4 * WIDEST
    raw = game.raw
    start = finding.start
    left = raw[max(0, start - reach) : start]
    left = left[max(left.rfind(b"\n"), left.rfind(b"\r")) + 1 :]
    right = raw[start : start + reach]
    ends = [at for at in (right.find(b"\n"), right.find(b"\r")) if at >= 0]
    right = right[: min(ends, default=len(right))]
    length = min(finding.end - start, len(right))
    encoding = game.encoding

    def decode(data: bytes) -> str:
        return visible(data.decode(encoding, "replace"))

    before, span, after = decode(left), decode(right[:length]), decode(right[length:])
    if width(before) + width(span) + width(after) <= WIDEST:
        return before, span, after
    span = _head(span, WIDEST - 2)
    room = WIDEST - width(span)
    keep_left = max(min(width(before), room // 2), room - width(after))
    return _head(before[::-1], keep_left)[::-1], span, _head(after, room - keep_left)


def _head(text: str, room: int) -> str:
    """Return the beginning of `text` that takes at most `room` columns."""
    if width(text) <= room:
        return text
    kept = text[: max(room - 1, 0)]
    while width(kept) >= room > 0:
        kept = kept[:-1]
    return kept + "…" if room > 0 else ""


def width(text: str) -> int:
    """Return how many columns of a terminal `text` takes.

    >>> width("Muñoz…"), width("\u68cb"), width("e\u0301")
    (6, 2, 1)
    """
    if text.isascii() or max(text.replace("…", "").replace("\ufffd", ""), default="") < _NARROW:
        return len(text)
    from rich.cells import cell_len  # only here: few games are written in such letters

    return cell_len(text)


def board(finding: Finding, style: Style, words: Words) -> list[str]:
    """Return the rows of the finding's position, White below, the move's squares in brackets.

    `o` is a white man, `x` a black one, capitals are kings, `.` is an empty playing square.
    """
    if finding.rules is None or finding.fen is None:
        return []
    position = Position.from_fen(finding.fen, finding.rules)
    layout = position.variant.board
    # Of a short form such as c:e5 what it names for certain.
    readings = [set(squares) for squares in read_move(finding.move or "", layout)]
    marked: set[int] = set.intersection(*readings) if readings else set()
    signs = {"": ".", "w": "o", "W": "O", "b": "x", "B": "X"}
    rows = []
    for row in range(layout.height - 1, -1, -1):
        cells = []
        for file in range(layout.width):
            square = layout.numbers.get((file, row))
            sign = " " if square is None else signs[position.piece(square)]
            cells.append(style.marked(f"[{sign}]") if square in marked else f" {sign} ")
        first = [n for f in range(layout.width) if (n := layout.numbers.get((f, row)))]
        ends = (layout.label(square) for square in (first[0], first[-1]))
        rows.append("{:>3} {} {}".format(next(ends), "".join(cells), next(ends)))
    legend = words("o, x men; O, X kings (o White, x Black); [ ] the move")
    rows.append(f"    {legend}")
    return rows
