"""A game to read: its heading and its moves as rows of a terminal.

The main line stands in two columns, as on a score sheet; below a move stands what is wrong with it,
what is said of it, and the variations that replace it, indented.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.check.finding import Finding
from damas_cli.check.reporters import visible
from damas_cli.language import Words
from damas_cli.pdn import kinds as k

from .played import Played
from .score import Score, Step, Track
from .spans import BOLD, FAINT, Row, Span, clean, filled, padded, row_width, words_of_text

_INDENT = 6
# Deeper variations are indented no more, so that there is room for them.
_DEEPEST_INDENT = 6
_NARROWEST_COLUMN = 10
_WIDEST_COLUMN = 24
_UNKNOWN = frozenset(("", "?", "-", "*", "????.??.??"))
_PLACES = ("Event", "Site", "Date", "Round")
_TOLD_ELSEWHERE = frozenset((*_PLACES, "White", "Black", "Result", "GameType", "FEN", "SetUp"))
_COLOURS = {"error": "1;31", "warning": "33", "info": "36"}


def severity_style(finding: Finding) -> str:
    """Return the style that the severity of a finding is shown in."""
    return _COLOURS[finding.severity]


def short(finding: Finding, words: Words) -> list[Span]:
    """Return a finding in few words: its code and what is wrong."""
    return [Span(finding.code, severity_style(finding)), *words_of_text(finding.say(words))]


def heading(played: Played, words: Words, room: int, count: str = "") -> list[Row]:
    """Return who plays, where and when, by which rules, and the other tags; `count` is said first.

    A tag that tells nothing is left out.
    """
    tags = {tag.name: tag.value for tag in played.game.tags}
    rows: list[Row] = []
    players = [tags.get(name, "").strip() for name in ("White", "Black")]
    result = played.game.result or tags.get("Result", "")
    if any(player not in _UNKNOWN for player in players):
        names = " - ".join(clean(player) or "?" for player in players)
        title = [Span(word, BOLD) for word in names.split(" ")]
    else:
        title = []
    if result not in _UNKNOWN:
        title.append(Span(clean(result), BOLD))
    if count:
        title.append(Span(f"({count})", FAINT))
    rows += filled(title, room)
    places = {name: tags.get(name, "").strip() for name in _PLACES}
    if places["Round"] not in _UNKNOWN:
        places["Round"] = words("round {round}", round=places["Round"])
    told = ", ".join(place for place in places.values() if place not in _UNKNOWN)
    rows += filled(words_of_text(told), room)
    rows += filled(words_of_text(_rules(played, words)), room)
    others = [
        f"{name}: {value}"
        for name, value in tags.items()
        if name not in _TOLD_ELSEWHERE and value.strip() not in _UNKNOWN
    ]
    rows += filled(words_of_text("; ".join(others), FAINT), room)
    return rows


def _rules(played: Played, words: Words) -> str:
    """Return the variant, and how long the game is."""
    variant = played.variant
    if variant is None:
        title = words("a game that damas does not play")
    else:
        name = variant.title[words.language]
        title = name[:1].upper() + name[1:]
    plies = len(played.game.spans(k.MOVE)) // 2
    if not plies:
        return title
    return f"{title}, {words.plural('{number} ply', '{number} plies', plies)}"


def score_rows(score: Score, words: Words, room: int) -> Iterator[Row]:
    """Yield the moves of a game, with all that belongs to them; spans of moves are tagged with
    their `Step`.
    """
    for finding in score.before:
        yield from filled(short(finding, words), room, rest="  ")
    writing = _Writing(score, words, room)
    # The lines that are being written, each inside of the one before.
    lines: list[Iterator[Row | Track]] = [writing.main_line()]
    while lines:
        item = next(lines[-1], None)
        if item is None:
            lines.pop()
        elif isinstance(item, Track):
            lines.append(writing.variation(item))
        else:
            yield item
    result = score.played.game.result
    if result is not None and (score.steps or result != "*"):
        yield [Span("     "), Span(clean(result), BOLD)]
    for finding in score.after:
        yield from filled(short(finding, words), room, rest="  ")


class _Writing:
    def __init__(self, score: Score, words: Words, room: int) -> None:
        self.score = score
        self.words = words
        self.room = room
        self.offset = score.first_number
        longest = max((row_width(self._move(step)) for step in score.main.steps), default=0)
        fits = max((room - 5) // 2, 1)
        self.column = min(max(longest + 2, _NARROWEST_COLUMN), _WIDEST_COLUMN, fits)

    def main_line(self) -> Iterator[Row | Track]:
        """Yield the rows of the main line, and its variations where they stand."""
        yield from self._notes(self.score.main.notes, 0)
        row: Row = []
        number = -1
        for step in self.score.main.steps:
            at = step.ply - 1 + self.offset
            if at // 2 != number and row:
                yield row
                row = []
            number = at // 2
            if not row:
                row = [Span(f"{number + 1:>4}. ", FAINT)]
                if at % 2:
                    row = padded([*row, Span("...", FAINT)], _INDENT + self.column)
            elif at % 2:
                row = [*row, Span(" ")] if _is_full(row, self.column) else row
                row = padded(row, max(_INDENT + self.column, row_width(row)))
            row += self._move(step)
            if step.notes or step.findings:
                yield row
                row = []
                yield from self._findings(step, _INDENT)
                yield from self._notes(step.notes, 0)
        if row:
            yield row

    def _move(self, step: Step) -> Row:
        text = clean(step.text) + step.marks.partition(" ")[0]
        row = [Span(text, "", step)]
        if " " in step.marks:
            row.append(Span(f" {clean(step.marks.partition(' ')[2])}", FAINT))
        if step.findings:
            worst = min(step.findings, key=lambda finding: list(_COLOURS).index(finding.severity))
            row.append(Span(f" {worst.code}", severity_style(worst)))
        return row

    def _findings(self, step: Step, indent: int) -> Iterator[Row]:
        for finding in step.findings:
            blanks = " " * indent
            yield from filled(short(finding, self.words), self._room(indent), blanks, blanks + "  ")

    def _room(self, indent: int) -> int:
        return max(self.room, indent + 12)

    def _notes(self, notes: list[str | Track], depth: int) -> Iterator[Row | Track]:
        indent = " " * self._indent(depth)
        for note in notes:
            if isinstance(note, Track):
                yield note
            else:
                yield from filled(words_of_text(note), self._room(len(indent)), indent, indent)

    def _indent(self, depth: int) -> int:
        return _INDENT + 2 * min(depth, _DEEPEST_INDENT)

    def variation(self, track: Track) -> Iterator[Row | Track]:
        """Yield the rows of a variation, and those in it where they stand."""
        depth = track.depth
        indent = self._indent(depth - 1)
        first, rest = " " * indent, " " * (indent + 1)
        yield from self._notes(track.notes, depth)
        words: list[Span] = []
        opened = False
        for step in track.steps:
            at = step.ply - 1 + self.offset
            lead = "" if opened else "("
            opened = True
            numbered = at % 2 == 0 or not words
            number = f"{at // 2 + 1}.{'' if at % 2 == 0 else '..'} " if numbered else ""
            move = self._move(step)
            move[0] = Span(f"{lead}{number}{move[0].text}", "", step)
            words += [span._replace(text=span.text.strip()) for span in move]
            last = step is track.steps[-1]
            if step.notes or step.findings:
                yield from filled(words, self._room(indent), first if lead else rest, rest)
                words = []
                first = rest
                yield from self._findings(step, indent + 2)
                yield from self._notes(step.notes, depth)
            if last:
                words.append(Span(")"))
        if not opened:
            words = [Span("()")]
        yield from filled(_closed(words), self._room(indent), first, rest)


def _is_full(row: Row, column: int) -> bool:
    return row_width(row) >= _INDENT + column


def _closed(words: list[Span]) -> list[Span]:
    """Put the closing parenthesis to the word before it."""
    if len(words) > 1 and words[-1].text == ")":
        last = words[-2]
        return [*words[:-2], last._replace(text=last.text + ")")]
    return words


def text_as_it_stands(played: Played, words: Words, most: int | None = None) -> Iterator[Row]:
    """Yield the text of a game that could not be read whole, with all in it made visible.

    No more than `most` lines of it.
    """
    lines: Iterable[str] = played.raw.strip().splitlines()
    yield [Span(words("The text as it stands:"), FAINT)]
    for number, line in enumerate(lines):
        if number == most:
            yield [Span("  …")]
            return
        yield [Span(f"  {visible(line)}".rstrip())]
