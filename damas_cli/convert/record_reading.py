"""Records to PDN: those that damas writes, and those of others that have less in them.

A record needs tags, moves or a result; whatever else is missing is missing in the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from damas_cli.language import Phrase
from damas_cli.rules.gametype import VARIANTS
from damas_cli.rules.variant import get_variant, variant_names

from . import NotUnderstood
from .record_movetext import (
    COMMENT,
    ELLIPSIS,
    MOVE,
    NAG,
    NUMBER,
    RESULT,
    SETUP,
    STRENGTH,
    TYPES,
    VARIATION,
    Count,
)
from .record_text import as_characters

# As in grammar/pdn.lark, in characters.
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_SEPARATOR = f" ?[{_DASHES}xX:\u00d7] ?"
_FIELD = "[A-La-l](?:1[0-2]|[1-9])"
_MOVE = re.compile(
    rf"[0-9]{{1,2}}(?:{_SEPARATOR}[0-9]{{1,2}})+"
    rf"|{_FIELD}(?:(?:{_SEPARATOR})?{_FIELD})+"
    rf"|[A-La-l][{_DASHES}xX:\u00d7]?{_FIELD}(?:(?:{_SEPARATOR})?{_FIELD})*"
    r"|- ?-|-",
    re.ASCII,
)
_SCORE = rf"(?:[12]|12|24)[{_DASHES}]0|0[{_DASHES}](?:[12]|12|24)|1[{_DASHES}]1|0[{_DASHES}]0"
_HALF = "(?:1/2|\u00bd|0[.,]5)"
_RESULT = re.compile(rf"(?:{_SCORE}|{_HALF}[{_DASHES}]{_HALF})t?|\*|-", re.ASCII)
_TAG_NAME = re.compile("[A-Za-z\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*")
_SHAPES = {
    MOVE: _MOVE,
    NUMBER: re.compile(r"[0-9]{1,5}\.+", re.ASCII),
    STRENGTH: re.compile(r"[!?]+"),
    NAG: re.compile(r"\$[0-9]{1,5}", re.ASCII),
    COMMENT: re.compile(r".*", re.DOTALL),
    SETUP: re.compile(r"[^/\r\n]*"),
    ELLIPSIS: re.compile(r"\.\.\.|\u2026"),
    VARIATION: re.compile(r"[()]"),
    RESULT: _RESULT,
}
# What ends a comment before a line that looks like a tag; a blank makes it another line.
_LIKE_TAG = re.compile(r'(?<=[\r\n])\[(?=[A-Za-z][A-Za-z0-9_]*[ \t]*")')
_GAMETYPES = {name: str(number) for number, name in VARIANTS.items()}


class _Fault(Exception):
    """A value that is not understood; `key` is the way to it."""

    def __init__(self, key: str, problem: Phrase) -> None:
        super().__init__(key)
        self.key = key
        self.problem = problem


def to_pdn(record: object, line: int) -> bytes:
    r"""Return the game of a record, which stands in `line` of its block, as PDN.

    >>> print(to_pdn({"tags": {"White": "Ana"}, "moves": ["10-14", "23-20"]}, 1).decode())
    [White "Ana"]
    <BLANKLINE>
    1. 10-14 23-20 *

    Raises:
        NotUnderstood: a value is none that the key can have.
    """
    if not isinstance(record, dict):
        raise NotUnderstood(line, Phrase("is no record of a game"))
    try:
        return _text(record).encode()
    except _Fault as fault:
        problem = Phrase("{key}: {problem}", key=fault.key, problem=fault.problem)
        raise NotUnderstood(line, problem) from fault


def _text(record: dict[str, object]) -> str:
    raw = record.get("raw")
    if raw is not None:
        return as_characters(_text_of(raw, "raw"))
    pairs = _tags(record)
    words = _words(record)
    result = _result(record, dict(pairs))
    if not pairs and not words and result is None:
        raise _Fault("moves", Phrase("there are neither tags nor moves nor a result"))
    header = "".join(f'[{name} "{_value(value)}"]\n' for name, value in pairs)
    body = " ".join([*words, result or ""])
    return f"{header}\n{body}" if header else body


def _value(value: str) -> str:
    text = as_characters(value).replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\r", " ").replace("\n", " ")


# ---- tags


def _tags(record: dict[str, object]) -> list[tuple[str, str]]:
    """Return the tags, with those that other keys stand for."""
    pairs = [*_own_tags(record)]
    names = {name for name, _ in pairs}
    gametype = record.get("gametype")
    if "gametype" not in record:
        gametype = _gametype_of(record.get("variant"))
    if gametype is not None and "GameType" not in names:
        pairs.append(("GameType", _value_of(gametype, "gametype")))
    start = record.get("start")
    if start is not None and "FEN" not in names:
        pairs += [("SetUp", "1")] if "SetUp" not in names else []
        pairs.append(("FEN", _text_of(start, "start")))
    return pairs


def _own_tags(record: dict[str, object]) -> Iterable[tuple[str, str]]:
    listed = record.get("tag_list")
    if listed is not None:
        for at, pair in enumerate(_list_of(listed, "tag_list")):
            key = f"tag_list[{at}]"
            if not isinstance(pair, list) or len(pair) != 2:
                raise _Fault(key, Phrase("is no pair of a name and a value"))
            yield _name_of(pair[0], key), _value_of(pair[1], key)
        return
    tags = record.get("tags")
    if tags is None:
        return
    if not isinstance(tags, dict):
        raise _Fault("tags", Phrase("is no object"))
    for name, value in tags.items():
        # What writes a table gives every record the names of all.
        if value is not None:
            yield _name_of(name, "tags"), _value_of(value, f"tags.{name}")


def _name_of(name: object, key: str) -> str:
    text = as_characters(_text_of(name, key))
    if not _TAG_NAME.fullmatch(text):
        raise _Fault(key, Phrase("{text!r} is no name of a tag", text=text))
    return text


def _value_of(value: object, key: str) -> str:
    return str(value) if isinstance(value, (int, float)) else _text_of(value, key)


def _gametype_of(variant: object) -> str | None:
    """Return the GameType of a variant that is named; Spanish needs none."""
    if variant is None or variant == "spanish":
        return None
    text = _text_of(variant, "variant")
    # A name is read as well, if not as PDN has it.
    return _GAMETYPES.get(text, text)


# ---- moves and result


def _words(record: dict[str, object]) -> list[str]:
    """Return the parts of the movetext, which blanks may part."""
    items = record.get("movetext")
    if items is not None:
        return _words_of_items(_list_of(items, "movetext"), Count(second=_begins_second(record)))
    moves = record.get("moves")
    if moves is None:
        return []
    if isinstance(moves, str):
        moves = [word for word in moves.split() if not _SHAPES[NUMBER].fullmatch(word)]
    words = []
    for ply, text in enumerate(_list_of(moves, "moves")):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(_move(_shaped(text, MOVE, f"moves[{ply}]")))
    return words


def _move(text: str) -> str:
    if text in ("-", "--"):
        return "- -"
    # A text that would read as a result is no move of any rules, but it may stand in a file.
    return text.replace("-", " - ") if _RESULT.fullmatch(text) else text


def _begins_second(record: dict[str, object]) -> bool:
    """Tell whether the side begins that moves second in the variant, as the record tells it."""
    name, start = record.get("variant"), record.get("start")
    if not isinstance(start, str) or name not in variant_names():
        return False
    return start[:1] != get_variant(str(name)).first


def _words_of_items(items: list[object], count: Count) -> list[str]:
    words: list[str] = []
    counts = [count]
    # Whether a number was written for the next move, and whether it has to have one.
    numbered = begins = False
    for at, item in enumerate(items):
        key = f"movetext[{at}]"
        if not isinstance(item, dict):
            raise _Fault(key, Phrase("is no object"))
        kind = item.get("type")
        if kind not in TYPES:
            types = ", ".join(TYPES)
            raise _Fault(f"{key}.type", Phrase("is none of {types}", types=types))
        text = _shaped(item.get("text"), str(kind), f"{key}.text")
        count = counts[-1]
        if kind == MOVE:
            if not numbered and (begins or not count.is_second):
                words.append(f"{count.number}..." if count.is_second else f"{count.number}.")
            words.append(_move(text))
            count.plies += 1
            begins = False
        elif kind == NUMBER:
            digits = text.rstrip(".")
            count.begin(int(digits), len(text) > len(digits) + 1)
            words.append(text)
        elif kind == VARIATION and text == "(":
            counts.append(Count(max(count.plies - 1, 0), like=count))
            words.append(text)
            begins = True
        elif kind == VARIATION:
            counts.pop()
            if not counts:
                raise _Fault(key, Phrase("closes no variation"))
            words.append(text)
            begins = False
        else:
            words.append(_note(str(kind), text))
        numbered = kind == NUMBER or (numbered and kind not in (MOVE, ELLIPSIS, VARIATION))
    if len(counts) > 1:
        raise _Fault("movetext", Phrase("a variation is not closed"))
    return words


def _note(kind: str, text: str) -> str:
    if kind == SETUP:
        return f"/{as_characters(text)}/"
    return _comment(as_characters(text)) if kind == COMMENT else text


def _comment(text: str) -> str:
    if "}" in text:
        # A comment to the end of its line is the only form that can hold a brace.
        return ";" + text.replace("\r", " ").replace("\n", " ") + "\n"
    return "{" + _LIKE_TAG.sub(" [", text) + "}"


def _result(record: dict[str, object], tags: dict[str, str]) -> str | None:
    """Return what ends the game; without a word about it, what the Result tag says, or `*`."""
    result = record.get("result")
    if result is not None:
        return _shaped(result, RESULT, "result")
    if record.get("moves") is None and record.get("movetext") is None and not tags:
        return None
    text = tags.get("Result", "").strip()
    return text if _RESULT.fullmatch(text) and text != "-" else "*"


# ---- values


def _shaped(value: object, kind: str, key: str) -> str:
    text = _text_of(value, key)
    text = text if kind in (COMMENT, SETUP) else text.strip()
    if not _SHAPES[kind].fullmatch(text):
        kinds = {MOVE: Phrase("{text!r} is no move", text=text)}
        raise _Fault(key, kinds.get(kind, Phrase("{text!r} cannot stand here", text=text)))
    return text


def _text_of(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise _Fault(key, Phrase("is no text"))
    return value


def _list_of(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise _Fault(key, Phrase("is no list"))
    return value
