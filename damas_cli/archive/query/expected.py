"""What could have stood where a query goes wrong, in words."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from damas_cli.language import Phrase, mark

_TESTS = frozenset(
    (
        *("CAPTURES", "COUNT", "COUNTED", "FINAL", "FLAG", "HAS", "INTEGER", "LPAR", "NAME"),
        *("NOT", "POSITION", "REACHES", "SHAPE", "SIGN", "STARTS", "TAG", "TURN"),
    )
)
# Terminals that show together what is expected, what they leave unsaid, and the words for it.
_WORDS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (
        frozenset(("NAME", "NOT")),
        _TESTS,
        mark('a test such as white ~ "garcia", date >= 1987 or kings(white) = 2'),
    ),
    (
        frozenset(("TURN", "NOT")),
        _TESTS,
        mark("a test of a position such as men(white) = 3 or turn = white"),
    ),
    (
        frozenset(("COUNT", "INTEGER")),
        frozenset(("SIGN",)),
        mark("a number of pieces such as men(white) or 2"),
    ),
    (frozenset(("COUNT",)), frozenset(), mark("men, kings or pieces")),
    (frozenset(("WORD",)), frozenset(("STRING",)), mark("a value, in quotes if it has blanks")),
    (frozenset(("STRING",)), frozenset(), mark("a text in quotes")),
    (frozenset(("CODE",)), frozenset(), mark("a code such as M003")),
    (frozenset(("INTEGER",)), frozenset(), mark("a whole number")),
    (frozenset(("NAME",)), frozenset(), mark("the name of a tag")),
)
_SIGNS = {
    "LPAR": ("(",),
    "ORDER": ("=", "!=", "<", "<=", ">", ">="),
    "LIKE": ("~",),
    "IN": ("in",),
    "DOTS": ("..",),
    "SIGN": ("+", "-"),
    "_TIMES": ("*",),
    "SIDE": ("white", "black", "any"),
    "COLOUR": ("white", "black"),
    "MIRROR": ("mirror",),
    "TRANSPOSED": ("transposed",),
    "_COMMA": (",",),
    "_RPAR": (")",),
    "_AND": ("and",),
    "_OR": ("or",),
}
# Without its parenthesis the name of a function looks like that of a tag.
FUNCTIONS = frozenset(
    ("has", "reaches", "starts", "captures", "position", "final", "like", "men", "kings", "pieces")
)


def expected(accepted: AbstractSet[str], name: str = "") -> Phrase:
    """Return that one of the terminals `accepted` was expected; `name` is the name before, if any.

    >>> print(expected({"_AND", "_OR", "$END"}))
    expected 'and', 'or' or the end
    >>> print(expected({"ORDER", "LIKE", "IN"}, "kings"))
    expected '(' after kings
    >>> print(expected({"STRING", "WORD"}))
    expected a value, in quotes if it has blanks
    """
    if name.lower() in FUNCTIONS:
        return Phrase("expected '(' after {name}", name=name)
    rest = set(accepted)
    said: list[Phrase | str] = []
    for shown, unsaid, words in _WORDS:
        if shown <= rest:
            said.append(Phrase(words))
            rest -= shown | unsaid
    for kind, signs in _SIGNS.items():
        if kind in rest:
            said += map(repr, signs)
    if "$END" in rest:
        said.append(Phrase("the end"))
    return Phrase("expected {what}", what=_listed(said))


def _listed(said: list[Phrase | str]) -> Phrase | str:
    *others, last = said or [Phrase("the end")]
    if not others:
        return last
    listed = others[0]
    for other in others[1:]:
        listed = Phrase("{one}, {other}", one=listed, other=other)
    return Phrase("{some} or {last}", some=listed, last=last)
