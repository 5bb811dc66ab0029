"""The format `text`: games the way clubs print them.

A heading, the pieces where a game begins from a position of its own, pairs such as
`1.10-14, 22-18;`, remarks and variations in brackets, the result. What it writes it reads again as
the same games; `damas_cli.convert.clubs` reads whatever else clubs print.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from damas_cli.language import Words, mark
from damas_cli.pdn import kinds as k
from damas_cli.pdn.blocks import Block
from damas_cli.pdn.model import Game, Place
from damas_cli.pdn.moves import Line, MoveNode, Note
from damas_cli.rules.position import Position

from . import NotUnderstood
from . import Reader as BaseReader
from . import Writer as BaseWriter
from .clubs import read_document
from .clubs.movetext import DEEPEST
from .clubs.pieces import documents
from .clubs.tokens import MOVE, RESULT, scan
from .played import Played

WIDTH = 80
# White's and Black's move of one number, as no other format has them.
_MOVE = rb"[0-9]{1,2} ?(?:[-:x]|\xc3\x97|\xd7) ?[0-9]{1,2}[!?*]{0,2}"
_NUMBERED = re.compile(rb"(?<![0-9])[0-9]{1,3}[.)] ?\*?" + _MOVE)
_COMMA = re.compile(rb" ?, *\*?" + _MOVE)


def looks_like(head: bytes) -> bool:
    """Tell whether an input is print and not PDN: a comma parts White's move from Black's.

    >>> looks_like(b"1.10-14, 22-18; 2.12-15"), looks_like(b"1. 10-14 22-18")
    (True, False)
    """
    found = _NUMBERED.search(head)
    return found is not None and _COMMA.match(head, found.end()) is not None


class Reader(BaseReader):
    """The reader."""

    def blocks(self, path: str, chunks: Iterable[bytes]) -> Iterator[Block]:
        """Give the whole document; one that is very long is cut at its empty lines."""
        offset = 0
        for line, data in documents(chunks):
            yield Block(data, path, Place(offset, line, 0))
            offset += len(data)

    def split(self, block: Block) -> list[Block]:
        """Return the paragraphs of a block: no game has an empty line among its moves."""
        found = []
        offset, line = block.offset, block.line
        for part in re.split(rb"(?<=\n)(?=\r?\n)", block.data):
            found.append(Block(part, block.path, Place(offset, line, 0)))
            offset += len(part)
            line += part.count(b"\n")
        return found

    def texts(self, data: bytes, faults: list[NotUnderstood]) -> Iterator[tuple[int, bytes]]:
        """Yield the PDN of each game of a document."""
        document = read_document(data, self.options.variant)
        for point in document.points:
            if point.is_error:
                faults.append(NotUnderstood(point.line, point.phrase))
        for game in document.games:
            yield game.first_line, game.pdn.encode("utf-8", "replace")


# The tags that a heading names, with the words for them.
_LABELS = (
    ("Event", mark("Event: {value}")),
    ("Site", mark("Site: {value}")),
    ("Date", mark("Date: {value}")),
    ("Round", mark("Round: {value}")),
    ("White", mark("White: {value}")),
    ("Black", mark("Black: {value}")),
)
_UNKNOWN = frozenset(("", "?", "????.??.??"))
_NO_RESULT = frozenset(("", "?", "*"))
_TO_MOVE = {"W": mark("White to move"), "B": mark("Black to move")}
_FULL_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
# A name that reads as nothing else after its label.
_PLAIN_VALUE = re.compile(r"[^\W\d_][^\d:;\[\]{}|/()\n]*[^\W\d_]\.?")
# A remark that parentheses can hold without being taken for something else.
_PLAIN_REMARK = re.compile(r"[^\W\d_][^\d()\[\]{}$*\n\r\t]*[^\W\d_.]")


class Writer(BaseWriter):
    """The writer."""

    def game(self, played: Played) -> bytes:
        """Return a game as clubs print it; one that cannot be read whole, as it stands."""
        text = text_of(played, self.words)
        return (played.raw.strip() + "\n\n\n" if text is None else text).encode("utf-8", "replace")


def text_of(played: Played, words: Words) -> str | None:
    """Return a game in print, None for one that is kept as it stands: print has no form for it."""
    game = played.game
    variant = played.variant
    specials = 1 << k.SETUP | 1 << k.UNKNOWN_MOVE
    start = played.start
    if variant is None or start is None or not played.is_whole or game.kinds & specials:
        return None
    if game.kinds >> k.ELLIPSIS & 1 and _passes_a_turn(played):
        return None
    if _depth(game) > DEEPEST:
        return None
    line = game.main_line()
    result = game.result or "*"
    parts = [_heading(played, words, start, result, bool(line.moves))]
    body = [*_words(played, line, int(start.turn != variant.first))]
    if line.moves:
        tag = game.tag("Result")
        told = result != "*" or (tag is not None and tag.value not in _NO_RESULT)
        body += [_result(result, variant.first, words)] if told else []
    else:
        body.append(result)
    parts.append(_filled(body))
    return "\n".join(part for part in parts if part) + "\n\n"


def _depth(game: Game) -> int:
    """Return how deep variations are nested."""
    depth = deepest = 0
    for kind in game.tape[::3]:
        depth += (kind == k.LPAR) - (kind == k.RPAR)
        deepest = max(deepest, depth)
    return deepest


def _passes_a_turn(played: Played) -> bool:
    return any((f.code, f.reason) == ("M007", "ellipsis") for f in played.check.findings)


def _heading(played: Played, words: Words, start: Position, result: str, moves: bool) -> str:
    """Return the lines above the moves: tags, and the pieces of a position."""
    lines = []
    tags = {tag.name: tag.value for tag in played.game.tags}
    for name, template in _LABELS:
        value = tags.get(name, "")
        if value in _UNKNOWN:
            tags.pop(name, None)
            continue
        date = _FULL_DATE.fullmatch(value)
        if name == "Date" and date:
            lines.append(words(template, value="/".join(reversed(date.groups()))))
        elif name != "Date" and _is_plain(value, name):
            lines.append(words(template, value=value))
        else:
            continue
        tags.pop(name)
    for name in ("SetUp", "FEN"):
        tags.pop(name, None)
    if tags.get("GameType", "").partition(",")[0] == "24" and start.variant.gametype[:2] == "24":
        tags.pop("GameType")
    if moves and tags.get("Result") in (result, "", "?"):
        tags.pop("Result")
    elif not moves:
        tags.setdefault("Result", result)
    lines += [f'[{name} "{_protected(value)}"]' for name, value in tags.items()]
    if start != Position.start(start.variant):
        lines += _pieces(start, words)
    return "".join(f"{line}\n" for line in lines)


def _is_plain(value: str, name: str) -> bool:
    """Tell whether a tag's value can stand after its label."""
    if name in ("Event", "Site", "Round"):
        return bool(value.strip()) and value == " ".join(value.split()) and not _moves_in(value)
    return _PLAIN_VALUE.fullmatch(value) is not None and value == " ".join(value.split())


def _moves_in(text: str) -> bool:
    return any(token.kind == MOVE for token in scan(text, 0)) or not text.isprintable()


def _protected(value: str) -> str:
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\r", " ").replace("\n", " ")


def _pieces(start: Position, words: Words) -> list[str]:
    """Return the list of each side's pieces, kings in parentheses, and who is to move."""
    lines = []
    board = start.variant.board
    sides = ((start.white, mark("White: {value}")), (start.black, mark("Black: {value}")))
    for mask, template in sides:
        squares = [square for square in board.order if board.bits[square] & mask]
        names = [
            f"({board.label(square)})" if board.bits[square] & start.kings else board.label(square)
            for square in squares
        ]
        if names:
            lines.append(words(template, value=", ".join(names)))
    return [*lines, words(_TO_MOVE[start.turn])]


def _result(result: str, first: str, words: Words) -> str:
    """Return a result: letters in Spanish, as clubs have them, else its score."""
    if words.language != "es":
        return result
    wins = ("GB", "GN") if first == "W" else ("GN", "GB")
    return {"1-0": wins[0], "0-1": wins[1], "1/2-1/2": "EMP"}.get(result, result)


def _words(played: Played, line: Line, ply: int) -> Iterator[str]:
    """Yield the parts of the moves between which a line of text may be broken."""
    yield from _notes(played, line.notes, ply, plainly=False)
    moves = sum(node.kind == k.MOVE for node in line.moves)
    index = -1
    for node in line.moves:
        if node.kind == k.ELLIPSIS:  # the number of the next move tells the same
            yield from _notes(played, node.notes, ply + index, plainly=index >= 0)
            continue
        index += 1
        at = ply + index
        if at % 2 == 0:
            number = f"{at // 2 + 1}."
        elif index == 0:
            yield f"{at // 2 + 1}."
            number = "\u2026 "
        else:
            number = ""
        notes = list(node.notes)
        star = ""
        if notes and isinstance(notes[0], Note) and (notes[0].kind, notes[0].text) == (k.NAG, "$7"):
            star = "*"
            notes.pop(0)
        found = [f"{number}{star}{_move(played, node)}{node.strength}"]
        found += _notes(played, notes, at, plainly=True)
        if index + 1 < moves:
            found[-1] += ";" if at % 2 else ","
        yield from found


def _move(played: Played, node: MoveNode) -> str:
    move = played.at(node.start)
    return node.plain if move is None else move.canonical


def _notes(played: Played, notes: list[Note | Line], ply: int, *, plainly: bool) -> Iterator[str]:
    """Yield remarks, NAGs and variations; `plainly` allows parentheses for remarks."""
    for note in notes:
        if isinstance(note, Line):
            inside = list(_words(played, note, ply))
            inside = inside or [""]
            inside[0] = "[" + inside[0]
            inside[-1] += "]"
            yield from inside
        elif note.kind == k.COMMENT:
            yield from _remark(note.text, plainly)
        elif note.kind == k.NAG:
            yield note.text


def _remark(text: str, plainly: bool) -> list[str]:
    """Return a remark, broken at its blanks where they are single."""
    text = re.sub(r"[ \t]*[\r\n]+[ \t]*", " ", text).replace("}", ")")
    plain = plainly and _PLAIN_REMARK.fullmatch(text) and "  " not in text
    if plain and not any(token.kind == RESULT for token in scan(text, 0)):
        return f"({text})".split(" ")
    whole = "{" + text + "}"
    breakable = text == " ".join(text.split())
    return whole.split(" ") if breakable else [whole]


def _filled(words: list[str]) -> str:
    """Return words in lines of at most 80 characters, as far as they are not longer themselves."""
    lines: list[list[str]] = [[]]
    width = -1
    for word in words:
        if lines[-1] and width + 1 + len(word) > WIDTH:
            lines.append([])
            width = -1
        lines[-1].append(word)
        width += 1 + len(word)
    return "".join(" ".join(line) + "\n" for line in lines if line)
