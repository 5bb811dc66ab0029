"""A user's own rules: a TOML file with the keys of `variants/NAME.toml`, checked key by key.

`damas variants --rules FILE` shows what a file says; docs/variants.md tells how to write one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .family import LAWS
from .fen import FenError, parse_fen
from .gametype import CORNERS, parse_gametype
from .variant import UnknownVariant, Variant, load_variant_data, variant_names

SIZES = (8, 10, 12)
# What an article may be cited for; `document` is the title of the rules.
TOPICS = (
    *("document", "board", "turn", "man", "man_captures", "promotion", "king", "compulsory"),
    *("most_pieces", "most_kings", "with_king", "kings_first", "completion", "end"),
    *("repetition", "no_progress"),
)
# By table of a file with a base: the topics on which the base's document has no word any more.
_OF_TABLE = {
    "board": ("board",),
    "setup": ("turn",),
    "man": ("man", "man_captures", "promotion"),
    "king": ("king",),
    "capture": (
        "compulsory",
        "most_pieces",
        "most_kings",
        "with_king",
        "kings_first",
        "completion",
    ),
}
# More than this no tournament plays, and twice as many plies still fit the kernel's counters.
_MOST_MOVES = 1_000_000
# Of the value at fault an error shows so many characters.
_SHOWN = 40


class RulesError(ValueError):
    """A rules file says what damas cannot play; the text is one line that names file and key.

    Attributes:
        path: the file, as it was named.
        key: the key at fault, with its tables, such as `capture.priority`; empty at bad syntax.
        line: the line of bad syntax, counted from 1; 0 where a key is at fault.
    """

    def __init__(self, path: str, message: str, key: str = "", line: int = 0) -> None:
        place = f"{path}:{line}" if line else path
        text = f"{place}: {key}: {message}" if key else f"{place}: {message}"
        # Names and keys of a file may hold anything; a message is one line and no more than that.
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in text))
        self.path = path
        self.key = key
        self.line = line


def load_rules(path: str | Path) -> Variant:
    """Return the variant that the rules file `path` describes.

    The file has the keys of the variants that come with damas, or `base = "NAME"` and only the keys
    that differ from that variant. It plays on a compiled kernel where one has the same laws of
    moving, else on the uncompiled one; `variant.kernel.compiled` tells which.

    Raises:
        RulesError: the file is no TOML, or a key is missing, unknown or has a wrong value.
        OSError: the file cannot be read.
    """
    name = str(path)
    data = read_toml(Path(path).read_bytes(), name)
    try:
        return Variant(complete_rules(data, known=variant_names()))
    except _WrongKey as error:
        raise RulesError(name, error.message, error.key) from None


def read_toml(text: bytes, name: str) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises:
        RulesError: it is no TOML; the text names the file `name` and the line.
    """
    try:
        return tomllib.loads(text.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise RulesError(name, "not UTF-8", line=line) from None
    except tomllib.TOMLDecodeError as error:
        # The place is told in words: "Invalid value (at line 3, column 9)".
        found = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        words = str(error) if found is None else str(error)[: found.start()]
        line = text.count(b"\n") + 1 if found is None else int(found[1])
        raise RulesError(name, f"not TOML: {words}", line=line) from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, lists of lists
        raise RulesError(name, f"not TOML that can be read: {error}", line=1) from None


class _WrongKey(Exception):
    def __init__(self, key: str, message: str) -> None:
        super().__init__(key, message)
        self.key = key
        self.message = message


def complete_rules(data: dict[str, Any], known: list[str] | None = None) -> dict[str, Any]:
    """Return the tables of a rules file, checked and with everything that may be left out.

    `known` holds names that are taken; without it the tables are a shipped variant's own.
    """
    own = known is not None
    _check_keys(data)
    if "base" in data:
        data = _on_base(data)
    _RULES.check("", data)
    if known is not None and data["name"] in known:
        raise _WrongKey("name", f"{_shown(data['name'])} is a variant of damas; take another name")
    if own:
        # Kernels are found by what they play, not by the name that a file gives them.
        data = {key: value for key, value in data.items() if key != "family"}
    title = data.get("title", {})
    words = next(iter(title.values()), data["name"])
    data = {
        "results": {"scores": "default"},
        "draw": {},
        "articles": {},
        "open": {},
        **data,
        "title": {"en": words, "es": words, **title},
    }
    _check_together(data)
    return data


def _drop_articles(base: dict[str, Any], data: dict[str, Any]) -> None:
    """Leave no article of the base under another document, nor a word on what `data` changes."""
    articles = base["articles"]
    if "document" in _table(data, "articles"):
        articles.clear()
        for ending in base["draw"].get("ending", []):
            ending.pop("article", None)
    changed = [topic for table, topics in _OF_TABLE.items() if table in data for topic in topics]
    # A draw law has its key's name.
    for topic in (*changed, *_table(data, "draw")):
        articles.pop(topic, None)
    # What was open there is settled here.
    for key in [key for key in base.get("open", {}) if key.partition(".")[0] in data]:
        del base["open"][key]


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a table that may be missing, or be none: that is refused later."""
    table = data.get(key, {})
    return table if isinstance(table, dict) else {}


def _on_base(data: dict[str, Any]) -> dict[str, Any]:
    """Return `data` put over the variant that it names as its base."""
    try:
        base = load_variant_data(data["base"])
    except UnknownVariant as error:
        hint = _question(data["base"].lower(), tuple(error.known))
        raise _WrongKey("base", f"{error}{hint}") from None
    # What names the variant is not handed on, nor what follows from other keys.
    for key in ("name", "title", "family"):
        base.pop(key, None)
    base["setup"].pop("fen", None)
    _drop_articles(base, data)
    merged = _merged(base, data)
    merged.pop("base")
    if "gametype" in merged and "gametype" not in data:
        # A board of its own is no longer the one that the GameType stands for.
        _RULES.check("", {"name": "any", **merged})
        if _gametype_fault(merged):
            del merged["gametype"]
    return merged


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            value = _merged(below, value)
        merged[key] = value
    return merged


# ---- what a value may be


class _Kind:
    """A kind of value; `words` say what is expected."""

    words = ""

    def fits(self, value: object) -> bool:
        """Tell whether `value` is of this kind; every kind says so for itself."""
        raise NotImplementedError

    def check(self, key: str, value: object) -> None:
        """Raise _WrongKey unless `value` may be that of `key`."""
        if not self.fits(value):
            raise _WrongKey(key, f"{_shown(value)} is not {self.words}{_meant(value, self)}")

    def choices(self) -> tuple[str, ...]:
        return ()


class _Flag(_Kind):
    words = "true or false"

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)


class _Number(_Kind):
    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.words = f"a whole number from {low} to {high}"

    def fits(self, value: object) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and self.low <= value <= self.high  # type: ignore[operator]


class _Choice(_Kind):
    def __init__(self, *values: str | int) -> None:
        self.values = values
        shown = [_shown(value) for value in values]
        self.words = " or ".join([", ".join(shown[:-1]), shown[-1]])

    def fits(self, value: object) -> bool:
        return not isinstance(value, bool) and value in self.values

    def choices(self) -> tuple[str, ...]:
        return tuple(value for value in self.values if isinstance(value, str))


class _Text(_Kind):
    def __init__(self, pattern: str = r".*\S.*", words: str = "a text of one line") -> None:
        self.pattern = re.compile(pattern)
        self.words = words

    def fits(self, value: object) -> bool:
        # A control character might be obeyed by the terminal that shows the text.
        return (
            isinstance(value, str) and value.isprintable() and bool(self.pattern.fullmatch(value))
        )


class _List(_Kind):
    def __init__(self, item: _Kind, words: str, least: int = 0) -> None:
        self.item, self.words, self.least = item, words, least

    def fits(self, value: object) -> bool:
        return isinstance(value, list) and len(value) >= self.least

    def check(self, key: str, value: object) -> None:
        super().check(key, value)
        assert isinstance(value, list)
        for number, item in enumerate(value):
            place = f"{key}[{number}]" if isinstance(self.item, _Table) else key
            self.item.check(place, item)
            if item in value[:number] and not isinstance(item, dict):
                raise _WrongKey(key, f"{_shown(item)} stands there twice")


class _Table(_Kind):
    """A table with known keys; those in `optional` may be left out."""

    words = "a table"

    def __init__(self, keys: dict[str, _Kind], optional: str = "") -> None:
        self.keys = keys
        self.optional = frozenset(optional.split())

    def fits(self, value: object) -> bool:
        return isinstance(value, dict)

    def check(self, key: str, value: object) -> None:
        super().check(key, value)
        assert isinstance(value, dict)
        for name, item in value.items():
            _known(key, name, self).check(_joined(key, name), item)
        for name, kind in self.keys.items():
            if name not in value and name not in self.optional:
                raise _WrongKey(_joined(key, name), f"missing; it is {kind.words}")


class _Texts(_Kind):
    """A table of texts with keys of the writer's choice."""

    words = "a table of texts"

    def fits(self, value: object) -> bool:
        return isinstance(value, dict)

    def check(self, key: str, value: object) -> None:
        super().check(key, value)
        assert isinstance(value, dict)
        for name, item in value.items():
            _Text().check(_joined(key, name), item)


def _joined(table: str, key: str) -> str:
    return f"{table}.{key}" if table else key


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return "this"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _meant(value: object, kind: _Kind) -> str:
    """Return a question that names the choice which `value` looks like, or nothing."""
    return _question(value.lower(), kind.choices()) if isinstance(value, str) else ""


def _question(typed: str, choices: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(typed, choices, 1)
    return f"; did you mean {_shown(close[0])}?" if close else ""


def _known(table: str, key: str, kind: _Table) -> _Kind:
    """Return the kind of a table's `key`; raise _WrongKey at an unknown one."""
    if key in kind.keys:
        return kind.keys[key]
    hint = _question(key.lower(), tuple(kind.keys)) or f"; known: {', '.join(kind.keys)}"
    homes = [f"[{name}]" for name, other in _TABLES.items() if key in other.keys]
    if not table and homes:
        hint = f"; it belongs into {' or '.join(homes)}"
    raise _WrongKey(_joined(table, key), f"unknown key{hint}")


_CORNER = _Choice(*CORNERS)
_MATERIAL = _List(
    _Text(r"(?=[KM])K*M*\+?", 'kings, then men, such as "KKM"; "KKK+" is three or more'),
    'a list of materials (kings, then men), such as ["KKM", "KMM"]',
    1,
)
_TITLE = _Table({"en": _Text(), "es": _Text()}, optional="en es")
_MOVES = _Number(0, _MOST_MOVES)
_ENDING = _Table(
    {
        "name": _Text(r"[a-z0-9-]+", "a name of small letters, digits and hyphens"),
        "title": _TITLE,
        "article": _Text(),
        "strong": _MATERIAL,
        "weak": _MATERIAL,
        "pieces": _Table({"least": _Number(1, 60), "most": _Number(1, 60)}),
        "most_each": _Number(1, 30),
        "kings": _Choice("both"),
        "diagonal": _Choice("weak", "strong"),
        "diagonal_lost": _Choice("stops", "runs"),
        "moves_each": _MOVES,
        "continues": _MATERIAL,
        "restarts": _Choice("never", "material", "progress"),
        "claimed": _Flag(),
    },
    optional="title article strong weak pieces most_each kings diagonal diagonal_lost continues "
    "restarts claimed",
)
_TABLES = {
    "board": _Table(
        {
            "width": _Choice(*SIZES),
            "height": _Choice(*SIZES),
            "bottom_left_plays": _Flag(),
            "first_square": _CORNER,
            "a1": _CORNER,
            "squares": _Choice("numbers", "algebraic"),
            "capture_sign": _Choice("x", ":", "-"),
        },
        optional="a1",
    ),
    "setup": _Table(
        {"rows": _Number(1, 5), "first": _Choice("white", "black"), "fen": _Text()},
        optional="fen",
    ),
    "results": _Table({"scores": _Choice("default", "international")}),
    "man": _Table(
        {
            "captures_backward": _Flag(),
            "captures_kings": _Flag(),
            "on_reaching_last_row_in_capture": _Choice("stop", "pass", "king"),
        }
    ),
    "king": _Table({"flying": _Flag(), "landing": _Choice("any", "behind")}),
    "capture": _Table(
        {
            "priority": _List(
                _Choice(*LAWS), f"a list of {', '.join(LAWS)}, most important first; [] for none"
            ),
            "removal": _Choice("after-move", "at-once"),
        }
    ),
    "draw": _Table(
        {
            "repetition": _Table(
                {"times": _Number(0, 100), "claimed": _Flag()}, optional="claimed"
            ),
            "no_progress": _Table({"moves_each": _MOVES, "claimed": _Flag()}, optional="claimed"),
            "ending": _List(_ENDING, "tables, each under [[draw.ending]]"),
        },
        optional="repetition no_progress ending",
    ),
}
_RULES = _Table(
    {
        "name": _Text(r"[a-z][a-z0-9-]*", "a name of small letters, digits and hyphens"),
        "title": _TITLE,
        "gametype": _Text(words="a GameType"),
        "family": _Text(),
        **_TABLES,
        "articles": _Table({topic: _Text() for topic in TOPICS}, optional=" ".join(TOPICS)),
        "open": _Texts(),
    },
    optional="title gametype family results draw articles open",
)
_WITH_BASE = _Table({"base": _Text(words="the name of a variant"), **_RULES.keys})


def _check_keys(data: dict[str, Any]) -> None:
    """Refuse unknown keys and a base that is no text, before anything is put together."""
    for key in data:
        _known("", key, _WITH_BASE)
    if "base" in data:
        _WITH_BASE.keys["base"].check("base", data["base"])


# ---- what values must be together


def _check_together(data: dict[str, Any]) -> None:
    board, setup = data["board"], data["setup"]
    width, height = board["width"], board["height"]
    if width != height:
        raise _WrongKey("board.height", f"{height} is not the width, {width}: boards are square")
    most = (height - 2) // 2
    if setup["rows"] > most:
        raise _WrongKey(
            "setup.rows", f"{setup['rows']} rows a side leave no two free on {height}: {most} do"
        )
    fault = _gametype_fault(data) if "gametype" in data else ""
    if fault:
        raise _WrongKey("gametype", f"{_shown(data['gametype'])} {fault}")
    if data["draw"].get("repetition", {}).get("times") == 1:
        raise _WrongKey("draw.repetition.times", "it is at least 2: a position stands once anyway")
    for number, ending in enumerate(data["draw"].get("ending", [])):
        _check_ending(f"draw.ending[{number}]", ending)
    if "fen" in setup:
        _check_fen(setup["fen"], Variant(data))


def _check_ending(key: str, ending: dict[str, Any]) -> None:
    if ("strong" in ending) != ("weak" in ending):
        raise _WrongKey(key, "strong and weak go together")
    if not ending.keys() & {"strong", "pieces", "most_each"}:
        raise _WrongKey(key, "it needs strong and weak, pieces or most_each to tell when it begins")
    if "diagonal_lost" in ending and "diagonal" not in ending:
        raise _WrongKey(f"{key}.diagonal_lost", "it needs diagonal beside it")
    pieces = ending.get("pieces", {"least": 1, "most": 1})
    if pieces["least"] > pieces["most"]:
        raise _WrongKey(f"{key}.pieces", "least is more than most")
    if ending["moves_each"] < 1:
        raise _WrongKey(f"{key}.moves_each", "it is at least 1")


def _gametype_fault(data: dict[str, Any]) -> str:
    """Return in what a GameType differs from the file's own board, empty where it does not."""
    gametype = parse_gametype(data["gametype"])
    if gametype is None:
        return "is not a GameType in full, such as 24,W,8,8,N1,1"
    board = data["board"]
    first = data["setup"]["first"][0].upper()
    if gametype.first != first:
        return "has another side start than setup.first"
    if (gametype.width, gametype.height) != (board["width"], board["height"]):
        return "has another size than board.width and board.height"
    if gametype.bottom_left_plays != board["bottom_left_plays"]:
        return "has another corner play than board.bottom_left_plays"
    if gametype.algebraic != (board["squares"] == "algebraic"):
        return "writes squares otherwise than board.squares"
    a1 = board.get("a1", "bottom-left" if first == "W" else "top-right")
    if gametype.corner != (a1 if gametype.algebraic else board["first_square"]):
        return f"has another corner than board.{'a1' if gametype.algebraic else 'first_square'}"
    return ""


def _check_fen(fen: str, variant: Variant) -> None:
    try:
        given = parse_fen(fen, variant.board)
    except FenError as error:
        raise _WrongKey("setup.fen", f"no FEN of this board: {error}") from None
    if given != (variant.first, *variant.start_masks):
        raise _WrongKey("setup.fen", f"not the start that board and rows give: {variant.start}")
