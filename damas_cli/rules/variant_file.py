"""A user's own rules: a TOML file with the keys of `variants/NAME.toml`, checked key by key.

`damas variants --rules FILE` shows what a file says; docs/variants.md tells how to write one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from damas_cli.language import Phrase, SpokenError, mark

from .fen import FenError, parse_fen
from .gametype import parse_gametype
from .variant import UnknownVariant, Variant, load_variant_data, variant_names
from .variant_keys import RULES, WITH_BASE, WrongKey, known_key, printable, question, shown

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


class RulesError(SpokenError, ValueError):
    """A rules file says what damas cannot play; the text is one line that names file and key.

    Attributes:
        path: the file, as it was named.
        key: the key at fault, with its tables, such as `capture.priority`; empty at bad syntax.
        line: the line of bad syntax, counted from 1; 0 where a key is at fault.
    """

    def __init__(self, path: str, problem: Phrase, key: str = "", line: int = 0) -> None:
        place = f"{path}:{line}" if line else path
        place = printable(f"{place}: {key}" if key else place)
        super().__init__(Phrase("{path}: {problem}", path=place, problem=problem))
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
    except WrongKey as error:
        raise RulesError(name, error.phrase, error.key) from None


def read_toml(text: bytes, name: str) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises:
        RulesError: it is no TOML; the text names the file `name` and the line.
    """
    try:
        return tomllib.loads(text.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise RulesError(name, Phrase("not UTF-8"), line=line) from None
    except tomllib.TOMLDecodeError as error:
        # The place is told in words: "Invalid value (at line 3, column 9)".
        found = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        words = str(error) if found is None else str(error)[: found.start()]
        line = text.count(b"\n") + 1 if found is None else int(found[1])
        raise RulesError(
            name, Phrase("not TOML: {fault}", fault=printable(words)), line=line
        ) from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, lists of lists
        raise RulesError(
            name, Phrase("not TOML that can be read: {fault}", fault=printable(str(error))), line=1
        ) from None


def complete_rules(data: dict[str, Any], known: list[str] | None = None) -> dict[str, Any]:
    """Return the tables of a rules file, checked and with everything that may be left out.

    `known` holds names that are taken; without it the tables are a shipped variant's own.
    """
    own = known is not None
    _check_keys(data)
    if "base" in data:
        data = _on_base(data)
    RULES.check("", data)
    if known is not None and data["name"] in known:
        raise WrongKey(
            "name",
            Phrase("{name} is a variant of damas; take another name", name=shown(data["name"])),
        )
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
        hint = question(data["base"].lower(), tuple(error.known))
        raise WrongKey("base", Phrase("{problem}{hint}", problem=error.phrase, hint=hint)) from None
    # What names the variant is not handed on, nor what follows from other keys.
    for key in ("name", "title", "family"):
        base.pop(key, None)
    base["setup"].pop("fen", None)
    _drop_articles(base, data)
    merged = _merged(base, data)
    merged.pop("base")
    if "gametype" in merged and "gametype" not in data:
        # A board of its own is no longer the one that the GameType stands for.
        RULES.check("", {"name": "any", **merged})
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


def _check_keys(data: dict[str, Any]) -> None:
    """Refuse unknown keys and a base that is no text, before anything is put together."""
    for key in data:
        known_key("", key, WITH_BASE)
    if "base" in data:
        WITH_BASE.keys["base"].check("base", data["base"])


# ---- what values must be together


def _check_together(data: dict[str, Any]) -> None:
    board, setup = data["board"], data["setup"]
    width, height = board["width"], board["height"]
    if width != height:
        raise WrongKey(
            "board.height",
            Phrase(
                "{height} is not the width, {width}: boards are square", height=height, width=width
            ),
        )
    most = (height - 2) // 2
    if setup["rows"] > most:
        raise WrongKey(
            "setup.rows",
            Phrase(
                "{rows} rows a side leave no two free on {height}: {most} do",
                rows=setup["rows"],
                height=height,
                most=most,
            ),
        )
    fault = _gametype_fault(data) if "gametype" in data else ""
    if fault:
        raise WrongKey("gametype", Phrase(fault, gametype=shown(data["gametype"])))
    if data["draw"].get("repetition", {}).get("times") == 1:
        raise WrongKey(
            "draw.repetition.times", Phrase("it is at least 2: a position stands once anyway")
        )
    for number, ending in enumerate(data["draw"].get("ending", [])):
        _check_ending(f"draw.ending[{number}]", ending)
    if "fen" in setup:
        _check_fen(setup["fen"], Variant(data))


def _check_ending(key: str, ending: dict[str, Any]) -> None:
    if ("strong" in ending) != ("weak" in ending):
        raise WrongKey(key, Phrase("strong and weak go together"))
    if not ending.keys() & {"strong", "pieces", "most_each"}:
        raise WrongKey(
            key, Phrase("it needs strong and weak, pieces or most_each to tell when it begins")
        )
    if "diagonal_lost" in ending and "diagonal" not in ending:
        raise WrongKey(f"{key}.diagonal_lost", Phrase("it needs diagonal beside it"))
    pieces = ending.get("pieces", {"least": 1, "most": 1})
    if pieces["least"] > pieces["most"]:
        raise WrongKey(f"{key}.pieces", Phrase("least is more than most"))
    if ending["moves_each"] < 1:
        raise WrongKey(f"{key}.moves_each", Phrase("it is at least 1"))


def _gametype_fault(data: dict[str, Any]) -> str:
    """Return what a GameType has against the file's own board, empty where that is nothing."""
    gametype = parse_gametype(data["gametype"])
    if gametype is None:
        return mark("{gametype} is not a GameType in full, such as 24,W,8,8,N1,1")
    board = data["board"]
    first = data["setup"]["first"][0].upper()
    if gametype.first != first:
        return mark("{gametype} has another side start than setup.first")
    if (gametype.width, gametype.height) != (board["width"], board["height"]):
        return mark("{gametype} has another size than board.width and board.height")
    if gametype.bottom_left_plays != board["bottom_left_plays"]:
        return mark("{gametype} has another corner play than board.bottom_left_plays")
    if gametype.algebraic != (board["squares"] == "algebraic"):
        return mark("{gametype} writes squares otherwise than board.squares")
    a1 = board.get("a1", "bottom-left" if first == "W" else "top-right")
    if gametype.corner != (a1 if gametype.algebraic else board["first_square"]):
        if gametype.algebraic:
            return mark("{gametype} has another corner than board.a1")
        return mark("{gametype} has another corner than board.first_square")
    return ""


def _check_fen(fen: str, variant: Variant) -> None:
    try:
        given = parse_fen(fen, variant.board)
    except FenError as error:
        raise WrongKey(
            "setup.fen",
            Phrase(
                "no FEN of this board, at {text!r}; the start is {start}",
                text=error.text,
                start=variant.start,
            ),
        ) from None
    if given != (variant.first, *variant.start_masks):
        raise WrongKey(
            "setup.fen",
            Phrase("not the start that board and rows give: {start}", start=variant.start),
        )
