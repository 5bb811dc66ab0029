"""What a GameType tag is taken for: the variant to judge by, and what is odd about the tag."""

from __future__ import annotations

from functools import cache

from damas_cli.language import mark
from damas_cli.rules.gametype import VARIANTS, parse_gametype
from damas_cli.rules.variant import Variant, get_variant, variant_names

# Numbers of PDN's table that damas does not play.
OTHER_GAMES = {
    0: mark("chess"),
    1: mark("xiangqi"),
    30: mark("Turkish draughts"),
    40: mark("Frisian draughts"),
    41: mark("Spantsiretti"),
    50: mark("Othello"),
    # Private numbers of lidraughts.
    96: mark("breakthrough draughts"),
    97: mark("Frysk!"),
    98: mark("antidraughts"),
}
# Numbers that the table does not have and programs write all the same.
PRIVATE = {
    32: "english",  # PlayStrategy
    99: "international",  # lidraughts, for a game from a position
}
# PlayStrategy's own numbers, where PDN has others: the variant and how its squares are written.
# It numbers Portuguese draughts from the top, as English draughts are.
OTHER_USES = {27: ("pool", "23,B,8,8,N1,0"), 31: ("portuguese", "28,W,8,8,N2,0")}
JAMAICAN = "23,B,8,8,A1,1"
UNKNOWN = ("", "?", "-")


class GameTypeReading:
    """What a GameType tag is taken for.

    Attributes:
        value: the tag's value.
        variant: the variant to judge by; None for a game that damas does not play.
        reason: what is odd about the tag, a reason of T003; empty for nothing.
        game: what the number stands for, where damas does not play it.
        others: what else the tag may be meant for, if the moves do not fit: variants, each with the
            reason of T003 that tells of it.
    """

    __slots__ = ("game", "others", "reason", "value", "variant")

    def __init__(
        self,
        value: str,
        variant: Variant | None,
        reason: str = "",
        game: str = "",
        others: tuple[tuple[Variant, str], ...] = (),
    ) -> None:
        self.value = value
        self.variant = variant
        self.reason = reason
        self.game = game
        self.others = others


def read_gametype(value: str, default: Variant) -> GameTypeReading:
    """Return what the value of a GameType tag is taken for.

    >>> spanish = get_variant("spanish")
    >>> for value in ("20", "23,B,8,8,A1,1", "20,W,0,0,N,0", "40", "77"):
    ...     reading = read_gametype(value, spanish)
    ...     print(reading.variant, reading.reason or "-")
    <Variant international> -
    <Variant jamaican> -
    <Variant international> malformed
    None not-played
    <Variant spanish> unknown
    """
    text = value.strip()
    if text in UNKNOWN:
        return GameTypeReading(text, default)
    digits = text.partition(",")[0].strip()
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else -1
    if number in OTHER_GAMES:
        return GameTypeReading(text, None, "not-played", OTHER_GAMES[number])
    if number in VARIANTS:
        return _of_the_table(text, number, digits)
    if number in PRIVATE:
        return GameTypeReading(text, get_variant(PRIVATE[number]), "private")
    named = _named(text)
    if named is not None:
        return GameTypeReading(text, named, "name" if named.gametype else "no-number")
    return GameTypeReading(text, default, "unknown")


def _of_the_table(text: str, number: int, digits: str) -> GameTypeReading:
    """Read a tag whose number is in the table."""
    variant = get_variant(VARIANTS[number])
    if text == digits:
        return GameTypeReading(text, variant, others=_other_uses(number))
    full = parse_gametype(text)
    if full is None:
        return GameTypeReading(text, variant, "malformed")
    if str(full) == JAMAICAN:
        return GameTypeReading(text, get_variant("jamaican"))
    if (full.width, full.height) != (variant.board.width, variant.board.height):
        return GameTypeReading(text, variant, "board")
    written = variant.as_written(full)
    # Many a tag is wrong about how the squares are written.
    table = () if written is variant else ((variant, "squares"),)
    return GameTypeReading(text, written, others=(*table, *_other_uses(number)))


def _other_uses(number: int) -> tuple[tuple[Variant, str], ...]:
    """Return what a program that has a table of its own means by that number."""
    found = OTHER_USES.get(number)
    if found is None:
        return ()
    name, text = found
    variant, gametype = get_variant(name), parse_gametype(text)
    assert gametype is not None
    return ((variant.as_written(gametype), "other-use"),)


def _named(text: str) -> Variant | None:
    """Return the variant whose name or title is written in place of a number."""
    return _by_name().get(text.casefold())


@cache
def _by_name() -> dict[str, Variant]:
    variants = [get_variant(name) for name in variant_names()]
    titles = {title.casefold(): v for v in variants for title in v.title.values()}
    return titles | {variant.name: variant for variant in variants}
