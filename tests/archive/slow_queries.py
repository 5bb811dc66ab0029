"""Queries and archives at random, with what each query means worked out slowly and plainly.

Games are played by the oracle's rules; a query is made together with the functions that say which
games it fits. Nothing here comes from the product: neither its parser nor what it knows of games.
"""

from __future__ import annotations

import operator
import random
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from tests.oracle import slow_notation, slow_rules
from tests.oracle.slow_notation import from_fen, to_fen
from tests.oracle.slow_rules import Position
from tests.strategies import Line, played, turned

ORDERS: dict[str, Callable[[object, object], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
STARTS = ("W:W1-12:B21-32", "W:WK1,5:BK30,32", "B:W9,K10:B24,K31", "W:W13,K4:BK17,26,29")
NAMES = ("García, Ana", "GARCIA, Ana", "Muñoz, José", "Munoz", "de la Peña,  A", 'A "B" C', "?", "")
NUMBERS = ("3", "03", "12", "3.5", "-1", "?", "first", "")
RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "2-0": "1-0",
    "1/2-1/2": "1/2-1/2",
    "1-1": "1/2-1/2",
    "0-0": "0-0",
    "*": "",
}
# What is written, and what is known of it: the century, the year in it, the month, the day.
DATES = {
    "1987.05.03": (19, 87, 5, 3),
    "1987.05.29": (19, 87, 5, 29),
    "1987.05.??": (19, 87, 5),
    "1987.??.03": (19, 87),
    "1987.??.??": (19, 87),
    "1986.12.31": (19, 86, 12, 31),
    "19??.??.??": (19,),
    "2004.02.30": (20, 4, 2),
    "2004.13.01": (20, 4),
    "2004-2-3": (20, 4, 2, 3),
    "03.07.2004": (20, 4),
    "25.11.2004": (20, 4, 11, 25),
    "????.??.??": (),
    "1987/88": (),
    "": (),
}
ASKED_DATES = {
    "1987": (19, 87),
    "1987.05": (19, 87, 5),
    "1987-5-3": (19, 87, 5, 3),
    "1987.05.??": (19, 87, 5),
    "19??": (19,),
    "2004.2": (20, 4, 2),
    '"2004.02.03"': (20, 4, 2, 3),
}
COMMENTS = ("", "Una buena jugada", "UNA  CAPTURA\nmás", "[%clk 1:00]")


class SlowGame(NamedTuple):
    """A game with all that is known of it."""

    number: int
    tags: dict[str, str]
    line: Line
    result: str
    comments: tuple[str, ...]
    nags: int
    variations: int
    raw: bytes

    def tag(self, name: str) -> str | None:
        return {key.lower(): value for key, value in self.tags.items()}.get(name.lower())

    @property
    def meaning(self) -> str:
        return RESULTS[self.result] or RESULTS[self.tag("Result") or "*"]


@cache
def pool() -> list[Line]:
    """Return lines of all kinds, the same ones every time."""
    chance = random.Random(4)
    return [
        played(
            from_fen(STARTS[index % 4 if index % 3 else 0]),
            [chance.randrange(30) for _ in range(chance.choice((0, 1, 2, 5, 9, 16, 24)))],
            slow_notation.texts,
        )
        for index in range(40)
    ]


def _first(line: Line, plies: int) -> Line:
    return Line(line.positions[: plies + 1], line.moves[:plies], line.texts[:plies])


@st.composite
def games(draw: st.DrawFn, number: int) -> SlowGame:
    line = draw(st.sampled_from(pool()))
    line = _first(line, draw(st.integers(0, len(line.texts))))
    some = {
        "White": NAMES,
        "Black": NAMES,
        "Event": NAMES,
        "Date": tuple(DATES),
        "Round": NUMBERS,
        "Result": tuple(RESULTS),
    }
    tags = {"White": "nobody"} | {
        name: draw(st.sampled_from(values)) for name, values in some.items() if draw(st.booleans())
    }
    if line.positions[0] != slow_rules.START:
        tags |= {"SetUp": "1", "FEN": to_fen(line.positions[0])}
    result = draw(st.sampled_from(tuple(RESULTS)))
    comments = tuple(draw(st.lists(st.sampled_from(COMMENTS), max_size=2)))
    nags = draw(st.integers(0, 2)) if line.texts else 0
    variations = draw(st.integers(0, 2)) if line.texts else 0
    words = [*line.texts[:1], *["$1"] * nags, *["(32-28)"] * variations, *line.texts[1:]]
    words += ["{" + text + "}" for text in comments]
    newline = draw(st.sampled_from(("\n", "\n", "\r\n")))
    form = draw(st.sampled_from(('[{} "{}"]', '[{} "{}"]', '[{} "{}"]', '[ {}\t"{}" ]')))
    capital = draw(st.booleans())
    header = newline.join(
        form.format(name.upper() if capital and name != "FEN" else name, _protected(value))
        for name, value in tags.items()
    )
    text = header + newline * 2 + " ".join([*words, result]) + newline * 2
    raw = text.encode(draw(st.sampled_from(("utf-8", "utf-8", "cp1252"))))
    return SlowGame(number, tags, line, result, comments, nags, variations, raw)


def _protected(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


@st.composite
def archives(draw: st.DrawFn) -> list[SlowGame]:
    return [draw(games(number)) for number in range(1, draw(st.integers(1, 8)) + 1)]


# ---- queries: what each says, and what it means

Where = Callable[[Position], bool]
Which = Callable[[SlowGame], bool]


class Query(NamedTuple):
    """A query: of a game as long as it stands alone, or of a position of one.

    `holds` says whether it holds in a game and one of its positions.
    """

    text: str
    holds: Callable[[SlowGame, Position], bool]

    def fits(self, game: SlowGame) -> bool:
        """Tell whether there is a position in which all of it holds."""
        return any(self.holds(game, position) for position in game.line.positions)


def of_game(text: str, which: Which) -> Query:
    return Query(text, lambda game, position: which(game))


def of_position(text: str, where: Where) -> Query:
    return Query(text, lambda game, position: where(position))


def fold(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.lower())
    return " ".join("".join(p for p in parts if unicodedata.category(p) != "Mn").split())


def number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def is_so(value: str | None, relation: str, asked: str) -> bool:
    """Tell whether a tag's value relates so to the one that is asked for."""
    if relation == "!=":
        return not is_so(value, "=", asked)
    if value is None:
        return False
    if relation == "~":
        return fold(asked) in fold(value)
    if number(asked) is not None:
        own = number(value)
        return own is not None and ORDERS[relation](own, number(asked))
    if ORDERS[relation] is operator.eq:
        return value.strip() == asked.strip()
    return value.strip("?- ") != "" and ORDERS[relation](fold(value), fold(asked))


def date_is_so(value: str | None, relation: str, asked: tuple[int, ...]) -> bool:
    if relation == "!=":
        return not date_is_so(value, "=", asked)
    known = () if value is None else DATES[value]
    both = min(len(known), len(asked))
    return both > 0 and ORDERS[relation](known[:both], asked[:both])


def quoted(text: str) -> str:
    return '"' + _protected(text) + '"'


@st.composite
def tag_tests(draw: st.DrawFn) -> Query:
    name = draw(st.sampled_from(("White", "black", "EVENT", "Round", "Nothing")))
    relation = draw(st.sampled_from((*ORDERS, "~", "~")))
    values = ("garcia", "MUÑOZ", "jose", "peña, a", "zz", "3", "12", "3.50", *NAMES, *NUMBERS)
    asked = draw(st.sampled_from(values))
    said = draw(st.sampled_from((name, f"tag({name})")))
    text = f"{said} {relation} {quoted(asked)}"
    return of_game(text, lambda game: is_so(game.tag(name), relation, asked))


@st.composite
def player_tests(draw: st.DrawFn) -> Query:
    relation = draw(st.sampled_from(("=", "~", "!=")))
    asked = draw(st.sampled_from(("garcia", "munoz", *NAMES)))

    def fits(game: SlowGame) -> bool:
        plain = "=" if relation == "!=" else relation
        either = any(is_so(game.tag(name), plain, asked) for name in ("White", "Black"))
        return either != (relation == "!=")

    return of_game(f"player {relation} {quoted(asked)}", fits)


@st.composite
def date_tests(draw: st.DrawFn) -> Query:
    relation = draw(st.sampled_from(tuple(ORDERS)))
    text, asked = draw(st.sampled_from(list(ASKED_DATES.items())))
    return of_game(
        f"date {relation} {text}", lambda game: date_is_so(game.tag("Date"), relation, asked)
    )


@st.composite
def result_tests(draw: st.DrawFn) -> Query:
    if draw(st.booleans()):
        asked = draw(st.sampled_from(tuple(RESULTS)))
        relation = draw(st.sampled_from(("=", "!=")))
        return of_game(
            f"result {relation} {asked}",
            lambda game: (game.meaning == RESULTS[asked]) == (relation == "="),
        )
    who = draw(st.sampled_from(("white", "first", "black", "second", "none")))
    won = {"white": "1-0", "first": "1-0", "black": "0-1", "second": "0-1"}
    return of_game(
        f"winner = {who}",
        lambda game: game.meaning == won[who] if who in won else game.meaning not in ("1-0", "0-1"),
    )


@st.composite
def amount_tests(draw: st.DrawFn) -> Query:
    amounts: dict[str, Callable[[SlowGame], int]] = {
        "number": lambda game: game.number,
        "plies": lambda game: len(game.line.texts),
        "comments": lambda game: len(game.comments),
        "nags": lambda game: game.nags,
        "variations": lambda game: game.variations,
    }
    name = draw(st.sampled_from(("number", *amounts)))
    amount = amounts[name]
    low, high = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    form = draw(st.integers(0, 3))
    if form == 0 and name not in ("number", "plies"):
        return of_game(name, lambda game: amount(game) > 0)
    if form == 1:
        return of_game(f"{name} in {low}..{high}", lambda game: low <= amount(game) <= high)
    if form == 2:
        return of_game(f"{name} in {low} ..", lambda game: low <= amount(game))
    relation = draw(st.sampled_from(tuple(ORDERS)))
    return of_game(f"{name} {relation} {low}", lambda game: ORDERS[relation](amount(game), low))


@st.composite
def capture_tests(draw: st.DrawFn) -> Query:
    relation = draw(st.sampled_from(("", *ORDERS)))
    asked = draw(st.integers(0, 3))
    compare = ORDERS[relation or "="]
    return of_game(
        f"captures({relation} {asked})",
        lambda game: any(compare(len(move.captured), asked) for move in game.line.moves),
    )


@st.composite
def start_tests(draw: st.DrawFn) -> Query:
    from_start = [line for line in pool() if line.positions[0] == slow_rules.START]
    line = draw(st.sampled_from(from_start))
    line = _first(line, draw(st.integers(1, 4)))
    plies = len(line.texts)
    if draw(st.booleans()) or not plies:
        moves = line.texts or ["10-14"]
        return of_game(
            f'starts("{" ".join(moves)}")',
            lambda game: (
                game.line.positions[0] == slow_rules.START
                and game.line.texts[: len(moves)] == moves
            ),
        )
    return of_game(
        f'starts("1. {" ".join(line.texts)}", transposed)',
        lambda game: (
            game.line.positions[0] == slow_rules.START
            and game.line.positions[plies : plies + 1] == [line.positions[plies]]
        ),
    )


def positions_of_pool() -> st.SearchStrategy[Position]:
    return st.sampled_from(pool()).flatmap(lambda line: st.sampled_from(line.positions))


@st.composite
def reach_tests(draw: st.DrawFn) -> Query:
    wanted = draw(positions_of_pool())
    if draw(st.booleans()):
        return of_game(f'reaches("{to_fen(wanted)}")', lambda game: wanted in game.line.positions)
    both = (wanted, turned(wanted))
    return of_game(
        f'reaches("{to_fen(wanted)}", mirror)',
        lambda game: any(position in game.line.positions for position in both),
    )


@st.composite
def other_tests(draw: st.DrawFn) -> Query:
    words = draw(st.sampled_from(("captura mas", "una", "clk", "nunca")))
    return draw(
        st.sampled_from(
            [
                of_game("draw", lambda game: game.meaning == "1/2-1/2"),
                of_game("tag(date)", lambda game: game.tag("Date") is not None),
                of_game("variant = spanish", lambda game: True),
                of_game("variant != 24", lambda game: False),
                of_game(
                    f"comment ~ {quoted(words)}",
                    lambda game: any(fold(words) in fold(text) for text in game.comments),
                ),
            ]
        )
    )


@cache
def count(position: Position, kind: str, side: str) -> int:
    letters = {"men": "wb", "kings": "WB", "pieces": "wWbB"}[kind]
    colours = {"white": "wW", "black": "bB", "any": "wWbB"}[side]
    return sum(piece in letters and piece in colours for _, piece in slow_rules.pieces(position))


@st.composite
def sums(draw: st.DrawFn) -> tuple[str, Callable[[Position], int]]:
    text = draw(st.sampled_from(("", "-")))
    terms: list[tuple[int, str, str]] = []
    for place in range(draw(st.integers(1, 3))):
        sign = draw(st.sampled_from("+-")) if place else ""
        times = draw(st.integers(0, 3))
        kind = draw(st.sampled_from(("men", "kings", "pieces", "")))
        side = draw(st.sampled_from(("white", "black", "any")))
        factor = -1 if (sign or text) == "-" else 1
        form = draw(st.booleans()) and times == 1
        said = f"{kind}({side})" if form else f"{times}*{kind}({side})"
        text += f" {sign} {said if kind else times}"
        terms.append((factor * times, kind, side))
    return text, lambda position: sum(
        times * (count(position, kind, side) if kind else 1) for times, kind, side in terms
    )


@st.composite
def position_tests(draw: st.DrawFn) -> Query:
    form = draw(st.integers(0, 9))
    if form == 0:
        side, relation = (
            draw(st.sampled_from(("white", "black"))),
            draw(st.sampled_from(["=", "!="])),
        )
        return of_position(
            f"turn {relation} {side}",
            lambda position: ORDERS[relation](position.turn, side[0].upper()),
        )
    if form == 1:
        wanted = draw(positions_of_pool())
        mirror = draw(st.booleans())
        both = (wanted, turned(wanted)) if mirror else (wanted,)
        return of_position(
            f'like("{to_fen(wanted)}"{", mirror" if mirror else ""})',
            lambda position: position in both,
        )
    text, total = draw(sums())
    # What is true of some position of some game.
    middle = total(draw(positions_of_pool()))
    if form == 2:
        low, high = middle - draw(st.integers(0, 1)), middle + draw(st.integers(0, 1))
        if low >= 0:
            return of_position(f"{text} in {low}..{high}", lambda p: low <= total(p) <= high)
    relation = draw(st.sampled_from(tuple(ORDERS)))
    if form == 3:
        other, value = draw(sums())
        return of_position(
            f"{text} {relation} {other}", lambda p: ORDERS[relation](total(p), value(p))
        )
    bound = middle + draw(st.integers(-1, 1))
    return of_position(f"{text} {relation} {bound}", lambda p: ORDERS[relation](total(p), bound))


def _joined(word: str, parts: list[Query]) -> Query:
    everyone = all if word == "and" else any
    return Query(
        f" {word} ".join(f"({part.text})" for part in parts),
        lambda game, position: everyone(part.holds(game, position) for part in parts),
    )


def _inside(part: Query) -> Query:
    return Query(f"not ({part.text})", lambda game, position: not part.holds(game, position))


def _outside(part: Query) -> Query:
    """Return `not` of what stands alone: of a position it says that there is none."""
    return Query(f"not ({part.text})", lambda game, position: not part.fits(game))


groups = st.recursive(
    position_tests(),
    lambda inner: st.one_of(
        st.builds(_joined, st.sampled_from(("and", "or")), st.lists(inner, min_size=2, max_size=3)),
        inner.map(_inside),
    ),
    max_leaves=4,
)


@st.composite
def grouped(draw: st.DrawFn) -> Query:
    inner = draw(groups)
    if draw(st.booleans()):
        return of_game(f"position({inner.text})", inner.fits)
    return of_game(f"final({inner.text})", lambda game: inner.holds(game, game.line.positions[-1]))


def _queries(*leaves: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
    return st.recursive(
        st.one_of(*leaves),
        lambda inner: st.one_of(
            st.builds(
                _joined, st.sampled_from(("and", "or")), st.lists(inner, min_size=2, max_size=3)
            ),
            inner.map(_outside),
        ),
        max_leaves=4,
    )


tag_queries = _queries(tag_tests(), player_tests(), date_tests(), date_tests(), result_tests())
text_queries = _queries(amount_tests(), other_tests(), result_tests())
move_queries = _queries(capture_tests(), start_tests(), reach_tests())
position_queries = _queries(position_tests(), position_tests(), grouped(), grouped())
queries = _queries(
    tag_tests(), amount_tests(), position_tests(), position_tests(), grouped(), reach_tests()
)
