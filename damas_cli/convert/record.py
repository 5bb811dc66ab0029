"""A game as a record: what the formats of data tell of it, under names that do not change.

`docs/formats.md` describes the keys, `docs/jsonl.schema.json` holds them. A record is the same
whichever of two ways of writing a game it comes from, so that a game can go to PDN and back.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from damas_cli.check.finding import Finding
from damas_cli.check.results import FIRST_WINS, SECOND_WINS, read_result
from damas_cli.language import ENGLISH
from damas_cli.pdn import engine, kinds
from damas_cli.pdn.model import Game
from damas_cli.pdn.moves import MoveNode
from damas_cli.pdn.reader import read_games

from .record_movetext import NUMBER, Texts, movetext
from .record_text import as_utf_8

if TYPE_CHECKING:
    from .options import ConvertOptions
    from .played import Played

VERSION = 1
#: The tags that PDN names first. Tags have no order of their own; in a record they have this one.
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_RANK = {name: rank for rank, name in enumerate(ROSTER)}
# What is more in the moves than moves and their numbers.
_MORE = (
    kinds.COMMENTS
    | 1 << kinds.LPAR
    | 1 << kinds.NAG
    | 1 << kinds.SETUP
    | 1 << kinds.ELLIPSIS
    | 1 << kinds.UNKNOWN_MOVE
    | 1 << kinds.STRENGTH
)
_LONGEST_WORD = 40
# Numbers are settled after one turn, or two.
_MOST_TURNS = 4


def record(played: Played, options: ConvertOptions) -> dict[str, Any]:
    """Return the record of a game, its keys in their order."""
    played = readable(played)
    found = _record(played, options)
    for _ in range(_MOST_TURNS):
        items = found["movetext"]
        if not items or not played.is_whole or all(item["type"] != NUMBER for item in items):
            break
        # Which numbers are wrong, and which of these stay, is settled where PDN is written.
        before, found = found, _with_settled_numbers(played, found, options)
        if found == before:
            break
    return found


def _with_settled_numbers(
    played: Played, found: dict[str, Any], options: ConvertOptions
) -> dict[str, Any]:
    """Return the record that there is once a game has gone to PDN and back."""
    from damas_cli.check.regulation import Rulebook

    from .pdn_format import Formatter, Layout
    from .record_reading import to_pdn

    games = [*read_games([to_pdn(found, 1)])]
    if len(games) == 1:
        formatter = Formatter(Rulebook(options.variant), Layout())
        games = [*read_games([formatter.written(games[0]).text])]
    return _record(played.read_again(games[0]), options) if len(games) == 1 else found


def _record(played: Played, options: ConvertOptions) -> dict[str, Any]:
    game = played.game
    found: dict[str, Any] = {"version": VERSION, "game": played.number}
    if options.source:
        found["path"] = played.path
        found["line"] = played.line
    tags, tag_list = _tags(game)
    variant = played.variant
    moves, result = moves_of(played), result_of(game)
    outcome = read_result(result).meaning or read_result(tags.get("Result", "")).meaning
    start = start_of(played)
    whole = played.is_whole
    found["variant"] = variant.name if variant else None
    found["gametype"] = tags.get("GameType")
    found["tags"] = tags
    found["tag_list"] = tag_list
    found["start"] = start
    found["moves"] = moves
    found["plies"] = len(moves)
    found["movetext"] = _movetext(played, moves, start)
    found["result"] = result
    found["outcome"] = outcome or None
    found["winner"] = winner(outcome, variant.first if variant else "")
    found["legal"] = _is_legal(played, moves)
    found["illegal_ply"] = played.first_illegal
    found["error"] = None if whole else _error(played)
    found["raw"] = None if whole else game.raw.decode()
    if options.positions:
        found["positions"] = [_fen(move) for move in played.main[: len(moves)]]
    return found


# ---- text that may be broken or in another encoding


def readable(played: Played) -> Played:
    """Return a game that stands alone in UTF-8: another one for a game that does not.

    What could not be read is told as text. Read again it has to be the same game, wherever it
    stands and whatever encoding it was in.
    """
    game = played.game
    if played.is_whole and game.encoding == "utf-8":
        return played
    raw = as_utf_8(game.raw)
    if not played.is_whole:
        raw = _without_blanks(raw)
    again = [*read_games([raw])]
    if len(again) != 1 or [p.reason for p in again[0].problems] != [
        p.reason for p in game.problems
    ]:
        return played
    return played.read_again(again[0])


def _without_blanks(raw: bytes) -> bytes:
    """Return a game's text without the blanks around it, and without byte order marks there."""
    return raw.decode().strip(_BLANKS).encode()


_BLANKS = " \t\r\n\f\v\0\x1a\ufeff"


def _error(played: Played) -> dict[str, object]:
    """Return what could not be read first, and where in the raw text."""
    game = played.game
    problem = game.problems[0]
    before = game.raw[: problem.start].decode("utf-8", "replace")
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rest = game.raw[problem.start :].decode("utf-8", "replace")
    word = rest.split(maxsplit=1)[0][:_LONGEST_WORD] if rest.strip() else ""
    finding = Finding(problem.code, problem.reason, 0, 0, {"text": word})
    return {
        "code": finding.code,
        "name": finding.name,
        "message": finding.say(ENGLISH),
        "line": len(lines),
        "column": len(lines[-1]) + 1,
    }


# ---- tags and result


def _tags(game: Game) -> tuple[dict[str, str], list[list[str]] | None]:
    """Return the tags by name, and all of them in their order where a name repeats."""
    pairs = _plain_pairs(game)
    if pairs is None:
        pairs = [(tag.name, tag.value) for tag in game.tags]
    order = _order(tuple([name for name, _ in pairs]))
    if order is not None:
        pairs = [pairs[at] for at in order]
    tags = dict(pairs)
    return tags, None if len(tags) == len(pairs) else [[*pair] for pair in pairs]


def _plain_pairs(game: Game) -> list[tuple[str, str]] | None:
    """Return the tags quickly; None where they are not written as they mostly are."""
    if game.problems or game.kinds & kinds.COMMENTS:
        return None
    spans = game.spans(kinds.TAG)
    if not spans:
        return []
    pairs = _PLAIN_TAG.findall(game.raw[spans[0] : spans[-1]].decode())
    return pairs if 2 * len(pairs) == len(spans) else None


_PLAIN_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "([^"\\\r\n]*)"\]', re.ASCII)


@lru_cache(1000)
def _order(names: tuple[str, ...]) -> list[int] | None:
    """Return which tag comes where, by their names; None where all stay in their places."""
    order = sorted(range(len(names)), key=lambda at: (_RANK.get(names[at], len(ROSTER)), names[at]))
    return None if order == [*range(len(names))] else order


def result_of(game: Game) -> str:
    """Return what ends the game, as it is written; `*` where nothing does, or a dash."""
    return game.result or "*"


def winner(outcome: str, first: str) -> str | None:
    """Return the colour that wins, where `first` is the side that moves first in the variant.

    >>> winner("1-0", "W"), winner("1-0", "B"), winner("1/2-1/2", "W")
    ('white', 'black', None)
    """
    if outcome not in (FIRST_WINS, SECOND_WINS) or not first:
        return None
    return "white" if (outcome == FIRST_WINS) == (first == "W") else "black"


def start_of(played: Played) -> str | None:
    """Return the position of the FEN tag, in the writer's form; None where there is none."""
    game = played.game
    tag = game.tag("FEN") if b"FEN" in game.raw else None
    if tag is None or not tag.value.strip() or played.start is None:
        return None
    return played.start.fen()


# ---- moves


def moves_of(played: Played) -> list[str]:
    """Return the moves of the main line: as written from the first that may be illegal on."""
    texts, unsettled = played.texts, played.first_unsettled
    if unsettled is None:
        return texts
    game = played.game
    written = [node.plain for node in game.main_line().moves if node.kind != kinds.ELLIPSIS]
    moves = texts[: unsettled - 1] + written[unsettled - 1 :]
    if _ends_with_dash(game):
        del moves[-1]
    return moves


def _ends_with_dash(game: Game) -> bool:
    """Tell whether the game ends with a `-` that repeats its Result tag, and is no move."""
    tape = game.tape
    if tape[-3] != kinds.UNKNOWN_MOVE or game.raw[tape[-2] : tape[-1]] != b"-":
        return False
    tag = game.tag("Result")
    return tag is not None and tag.value.strip() == "-"


def _is_legal(played: Played, moves: list[str]) -> bool | None:
    """Tell whether all of the moves are legal; None where that is not known."""
    if played.first_illegal is not None:
        return False
    unsettled = played.first_unsettled
    # What ends the game may be a dash, which is no move.
    return True if unsettled is None or unsettled > len(moves) else None


def _movetext(played: Played, moves: list[str], start: str | None) -> list[dict[str, str]] | None:
    """Return all that stands among the moves; None where the moves say it all."""
    game = played.game
    if _has_moves_alone(game):
        return None
    variant = played.variant
    second = variant is not None and start is not None and start[0] != variant.first
    return movetext(game.main_line(), _TextsOf(played, moves), second)


def _has_moves_alone(game: Game) -> bool:
    """Tell quickly whether nothing but moves and the numbers they have anyway is in a game."""
    tape = game.tape
    if game.kinds & _MORE or b"FEN" in game.raw:
        return False
    # A `*` that does not end the game marks a move.
    if game.kinds >> kinds.STAR & 1 and (tape[-3] != kinds.STAR or game.raw.count(b"*") > 1):
        return False
    return engine.counts_up(game.raw, tape, kinds.MOVE_NUMBER, kinds.MOVE)


class _TextsOf(Texts):
    """The texts of a game's moves, as its record has them."""

    def __init__(self, played: Played, moves: list[str]) -> None:
        self.moves = moves
        self._played = played

    def legal(self, node: MoveNode) -> str | None:
        """Return the move in the writer's form; None if it is not legal."""
        move = self._played.at(node.start)
        return move.canonical if move is not None and move.is_legal else None


def _fen(move: object) -> str | None:
    before = move.before  # type: ignore[attr-defined]
    return before.fen() if before is not None else None


# ---- JSON

# JSON leaves these as they are. A terminal may obey some, and some end a line for some programs.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(value: object) -> bytes:
    """Return `value` as JSON in one line.

    >>> encode({"a": "ñ\\x85"})
    b'{"a":"\\xc3\\xb1\\\\u0085"}'
    """
    return _safe(_ENCODER.encode(value))


def encode_record(found: dict[str, Any]) -> bytes:
    """Return `encode(found)` of a record in less time: its moves hold nothing special."""
    moves = found["moves"]
    text = _ENCODER.encode({**found, "moves": None})
    # No text has a quote without a backslash, so that this stands there once.
    listed = '"moves":["' + '","'.join(moves) + '"]' if moves else '"moves":[]'
    return _safe(text.replace('"moves":null', listed, 1))


def _safe(text: str) -> bytes:
    data = text.encode()
    if b"\xc2" in data or b"\xe2" in data or b"\x7f" in data:
        data = _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()
    return data
