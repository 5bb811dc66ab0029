"""Games and their plies as rows of tables: the columns that `csv` and `parquet` share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from damas_cli.pdn import kinds
from damas_cli.pdn.moves import MoveNode, Note

from .record import encode, moves_of, readable, record, start_of
from .record_movetext import Count

if TYPE_CHECKING:
    from .options import ConvertOptions
    from .played import Played, PlayedMove

#: The tags that have a column of their own, which is called as they are, in small letters.
TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_SOURCE = {"path": str, "line": int}
#: The columns of the table of games, with their types.
GAMES: dict[str, type] = {
    "game": int,
    "variant": str,
    **{tag.lower(): str for tag in TAGS},
    "tags": str,
    "terminator": str,
    "outcome": str,
    "winner": str,
    "start": str,
    "plies": int,
    "moves": list,
    "legal": bool,
    "illegal_ply": int,
    "error": str,
    "raw": str,
}
#: The columns of the table of plies.
PLIES: dict[str, type] = {
    "game": int,
    "ply": int,
    "number": int,
    "colour": str,
    "move": str,
    "written": str,
    "fen": str,
    "legal": bool,
    "captured": int,
    "promotion": bool,
    "strength": str,
    "nags": str,
    "comment": str,
    "clock": str,
}

Row = dict[str, Any]


def columns(options: ConvertOptions) -> dict[str, type]:
    """Return the columns of the table that is asked for, in their order, with their types."""
    found = PLIES if options.plies else GAMES
    if not options.source:
        return found
    names = [*found]
    return {"game": int, **_SOURCE, **{name: found[name] for name in names[1:]}}


def rows(played: Played, options: ConvertOptions) -> Iterator[Row]:
    """Yield the rows of a game, with the columns of the table that is asked for."""
    yield from _ply_rows(played, options) if options.plies else [_game_row(played, options)]


def _game_row(played: Played, options: ConvertOptions) -> Row:
    found = record(played, options)
    tags = dict(found["tags"])
    error = found["error"]
    row = {name: found.get(name) for name in columns(options)}
    row |= {tag.lower(): tags.pop(tag, None) for tag in TAGS}
    row["tags"] = encode(tags).decode() if tags else None
    row["terminator"] = found["result"]
    row["error"] = None if error is None else "{code} {name}: {message}".format(**error)
    return row


def _ply_rows(played: Played, options: ConvertOptions) -> Iterator[Row]:
    played = readable(played)
    game, variant = played.game, played.variant
    shared: Row = {"game": played.number}
    if options.source:
        shared |= {"path": played.path, "line": played.line}
    start = start_of(played)
    second = variant is not None and start is not None and start[0] != variant.first
    count = Count(second=second)
    moves, main = moves_of(played), played.main
    nodes = [node for node in game.main_line().moves if node.kind != kinds.ELLIPSIS]
    for index, (text, node) in enumerate(zip(moves, nodes, strict=False)):
        yield {
            **shared,
            "ply": index + 1,
            "number": count.number,
            "move": text,
            "written": node.text,
            **_played(main[index] if index < len(main) else None),
            **_noted(node),
        }
        count.plies += 1


def _played(move: PlayedMove | None) -> Row:
    """Return what the board tells of a move; nothing is known of one that was not reached."""
    before = move.before if move is not None else None
    captured, promotes = (None, None) if move is None else move.effect
    return {
        "colour": None if before is None else {"W": "white", "B": "black"}[before.turn],
        "fen": None if before is None else before.fen(),
        "legal": None if move is None or before is None else move.is_legal,
        "captured": captured,
        "promotion": promotes,
    }


def _noted(node: MoveNode) -> Row:
    """Return what is noted beside a move; None where there is nothing."""
    if not node.notes and not node.strengths:
        return dict.fromkeys(("strength", "nags", "comment", "clock"))
    notes = [note for note in node.notes if isinstance(note, Note)]
    comments = [note.text.strip() for note in notes if note.kind == kinds.COMMENT]
    return {
        "strength": node.strength or None,
        "nags": " ".join(node.nags) or None,
        "comment": " ".join(filter(None, comments)) or None,
        "clock": next((value for _, value in node.clocks), None),
    }
