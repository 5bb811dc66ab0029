"""The keys of a rules file: what each may hold, and what is said where it holds something else."""

from __future__ import annotations

import json
import re

from damas_cli.language import Phrase, SpokenError

from .family import LAWS
from .gametype import CORNERS

SIZES = (8, 10, 12)
# What an article may be cited for; `document` is the title of the rules.
TOPICS = (
    *("document", "board", "turn", "man", "man_captures", "promotion", "king", "compulsory"),
    *("most_pieces", "most_kings", "with_king", "kings_first", "completion", "end"),
    *("repetition", "no_progress"),
)
# More than this no tournament plays, and twice as many plies still fit the kernel's counters.
_MOST_MOVES = 1_000_000
# Of the value at fault an error shows so many characters.
_SHOWN = 40
# What is said where there is nothing to hint at.
NOTHING = Phrase("")


class WrongKey(SpokenError):
    """A key at fault, and what is wrong with it."""

    def __init__(self, key: str, problem: Phrase) -> None:
        super().__init__(problem)
        self.key = key


class _Kind:
    """A kind of value; `wanted` says what is expected."""

    wanted = NOTHING

    def fits(self, value: object) -> bool:
        """Tell whether `value` is of this kind; every kind says so for itself."""
        raise NotImplementedError

    def check(self, key: str, value: object) -> None:
        """Raise WrongKey unless `value` may be that of `key`."""
        if not self.fits(value):
            wanted, hint = self.wanted, _meant(value, self)
            raise WrongKey(
                key,
                Phrase(
                    "{value} is not {wanted}{hint}", value=shown(value), wanted=wanted, hint=hint
                ),
            )

    def choices(self) -> tuple[str, ...]:
        return ()


class _Flag(_Kind):
    wanted = Phrase("true or false")

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)


class _Number(_Kind):
    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.wanted = Phrase("a whole number from {low} to {high}", low=low, high=high)

    def fits(self, value: object) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and self.low <= value <= self.high  # type: ignore[operator]


class _Choice(_Kind):
    def __init__(self, *values: str | int) -> None:
        self.values = values
        *others, last = map(shown, values)
        self.wanted = Phrase("{others} or {last}", others=", ".join(others), last=last)

    def fits(self, value: object) -> bool:
        return not isinstance(value, bool) and value in self.values

    def choices(self) -> tuple[str, ...]:
        return tuple(value for value in self.values if isinstance(value, str))


class _Text(_Kind):
    wanted = Phrase("a text of one line")

    def __init__(self, pattern: str = r".*\S.*", wanted: Phrase = wanted) -> None:
        self.pattern = re.compile(pattern)
        self.wanted = wanted

    def fits(self, value: object) -> bool:
        # A control character might be obeyed by the terminal that shows the text.
        return (
            isinstance(value, str) and value.isprintable() and bool(self.pattern.fullmatch(value))
        )


class _List(_Kind):
    def __init__(self, item: _Kind, wanted: Phrase, least: int = 0) -> None:
        self.item, self.wanted, self.least = item, wanted, least

    def fits(self, value: object) -> bool:
        return isinstance(value, list) and len(value) >= self.least

    def check(self, key: str, value: object) -> None:
        super().check(key, value)
        assert isinstance(value, list)
        for number, item in enumerate(value):
            place = f"{key}[{number}]" if isinstance(self.item, _Table) else key
            self.item.check(place, item)
            if item in value[:number] and not isinstance(item, dict):
                raise WrongKey(key, Phrase("{value} stands there twice", value=shown(item)))


class _Table(_Kind):
    """A table with known keys; those in `optional` may be left out."""

    wanted = Phrase("a table")

    def __init__(self, keys: dict[str, _Kind], optional: str = "") -> None:
        self.keys = keys
        self.optional = frozenset(optional.split())

    def fits(self, value: object) -> bool:
        return isinstance(value, dict)

    def check(self, key: str, value: object) -> None:
        super().check(key, value)
        assert isinstance(value, dict)
        for name, item in value.items():
            known_key(key, name, self).check(_joined(key, name), item)
        for name, kind in self.keys.items():
            if name not in value and name not in self.optional:
                raise WrongKey(
                    _joined(key, name), Phrase("missing; it is {wanted}", wanted=kind.wanted)
                )


class _Texts(_Kind):
    """A table of texts with keys of the writer's choice; a text may be a table by language."""

    wanted = Phrase("a table of texts")

    def fits(self, value: object) -> bool:
        return isinstance(value, dict)

    def check(self, key: str, value: object) -> None:
        super().check(key, value)
        assert isinstance(value, dict)
        for name, item in value.items():
            kind = _IN_LANGUAGES if isinstance(item, dict) else _Text()
            kind.check(_joined(key, name), item)


def _joined(table: str, key: str) -> str:
    return f"{table}.{key}" if table else key


def printable(text: str) -> str:
    """Return `text` with escapes for what cannot be printed: names and keys may hold anything."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shown(value: object) -> str:
    """Return a value as a message shows it, shortened."""
    try:
        text = printable(json.dumps(value, ensure_ascii=False, default=str))
    except (ValueError, RecursionError):
        return "…"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _meant(value: object, kind: _Kind) -> Phrase:
    """Return a question that names the choice which `value` looks like, or nothing."""
    return question(value.lower(), kind.choices()) if isinstance(value, str) else NOTHING


def question(typed: str, choices: tuple[str, ...]) -> Phrase:
    """Return a question that names the choice which `typed` looks like, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(typed, choices, 1)
    return Phrase("; did you mean {choice}?", choice=shown(close[0])) if close else NOTHING


def known_key(table: str, key: str, kind: _Table) -> _Kind:
    """Return the kind of a table's `key`; raise WrongKey at an unknown one."""
    if key in kind.keys:
        return kind.keys[key]
    hint = question(key.lower(), tuple(kind.keys))
    if hint is NOTHING:
        hint = Phrase("; known: {keys}", keys=", ".join(kind.keys))
    homes = [f"[{name}]" for name, other in _TABLES.items() if key in other.keys]
    if not table and homes:
        hint = Phrase("; it belongs into {tables}", tables=", ".join(homes))
    raise WrongKey(_joined(table, key), Phrase("unknown key{hint}", hint=hint))


_IN_LANGUAGES = _Table({"en": _Text(), "es": _Text()}, optional="en es")
_CORNER = _Choice(*CORNERS)
_MATERIAL = _List(
    _Text(r"(?=[KM])K*M*\+?", Phrase('kings, then men, such as "KKM"; "KKK+" is three or more')),
    Phrase('a list of materials (kings, then men), such as ["KKM", "KMM"]'),
    1,
)
_MOVES = _Number(0, _MOST_MOVES)
_ENDING = _Table(
    {
        "name": _Text(r"[a-z0-9-]+", Phrase("a name of small letters, digits and hyphens")),
        "title": _IN_LANGUAGES,
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
                _Choice(*LAWS),
                Phrase("a list of {laws}, most important first; [] for none", laws=", ".join(LAWS)),
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
            "ending": _List(_ENDING, Phrase("tables, each under [[draw.ending]]")),
        },
        optional="repetition no_progress ending",
    ),
}
RULES = _Table(
    {
        "name": _Text(r"[a-z][a-z0-9-]*", Phrase("a name of small letters, digits and hyphens")),
        "title": _IN_LANGUAGES,
        "gametype": _Text(wanted=Phrase("a GameType")),
        "family": _Text(),
        **_TABLES,
        "articles": _Table({topic: _Text() for topic in TOPICS}, optional=" ".join(TOPICS)),
        "open": _Texts(),
    },
    optional="title gametype family results draw articles open",
)
WITH_BASE = _Table({"base": _Text(wanted=Phrase("the name of a variant")), **RULES.keys})
