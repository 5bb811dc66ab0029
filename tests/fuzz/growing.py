"""Hostile texts of any size: each kind makes one of about `size` of its parts."""

from __future__ import annotations

import itertools
from collections.abc import Callable

HEADER = b'[Event "a"]\n[GameType "24"]\n[Result "1-0"]\n'
START = b"1. 10-13 23-19 2. 13-18 "
# Kings that go to and fro: a legal line as long as one likes, drawn by rule again and again.
KINGS = b'[FEN "W:WK4:BK3"]\n'
ROUND = b"4-8 3-7 8-4 7-3 "
# White may capture by two ways that end on one square, and nothing that follows tells which it was.
RIVALS = b'/FEN "W:W10,K2:BK1,13,14,21,22"/ 10x26 '
AFTER_RIVALS = b"1-10 2-15 10-1 15-2 "


def repeated(part: bytes, first: bytes = b"", last: bytes = b"") -> Callable[[int], bytes]:
    """Return the kind that repeats `part` between `first` and `last`."""
    return lambda size: first + part * size + last


def numbered(part: str, first: bytes = b"", last: bytes = b"") -> Callable[[int], bytes]:
    """Return the kind that repeats `part`, filled with a number that grows."""
    return lambda size: first + "".join(part.format(n) for n in range(size)).encode() + last


def nested(opening: bytes, closing: bytes, depth: int = 900) -> Callable[[int], bytes]:
    """Return the kind whose parts are nested to `depth`, which is within the limit of a game."""

    def made(size: int) -> bytes:
        full, rest = divmod(size, depth)
        depths = [depth] * full + [rest]
        return HEADER + START + b"".join(opening * d + closing * d for d in depths) + b"1-0"

    return made


def widening(size: int) -> bytes:
    """Return a line in which each ply has a variation of its own."""
    plies = itertools.islice(itertools.cycle(ROUND.split()), size)
    return KINGS + b"".join(b"%s (%s 99-1) " % (ply, ply) for ply in plies) + b"1-0"


def long_fen(size: int) -> bytes:
    """Return a position that names squares again and again."""
    return b'[FEN "W:W' + b",".join(b"%d" % (n % 32 + 1) for n in range(size)) + b':B"]\n1-0'


GROWING: dict[str, Callable[[int], bytes]] = {
    # Tags.
    "tags": numbered('[T{} "x"]\n', last=START + b"1-0"),
    "tags of one name": repeated(b'[Event "x"]\n', last=START + b"1-0"),
    "results in tags": repeated(b'[Result "0-1"]\n', last=START + b"1-0"),
    "tags in one line": repeated(b'[Event "x"] ', last=START + b"1-0"),
    "headers without moves": repeated(HEADER + b"*\n"),
    "malformed tags": repeated(b"[Empty]\n", first=HEADER, last=START + b"1-0"),
    "malformed tags among moves": repeated(b"10-13 [x] ", first=HEADER),
    "a long tag": repeated(b"x", first=b'[Event "', last=b'"]\n1-0'),
    "quotes in a tag": repeated(b'\\"', first=b'[Event "', last=b'"]\n1-0'),
    "an endless tag": repeated(b"x ", first=b'[Event "'),
    "quotes": repeated(b'"', first=HEADER + START),
    "backslashes": repeated(b"\\", first=HEADER + START),
    "brackets": repeated(b"[", first=HEADER + START),
    "brackets alone": repeated(b"["),
    "closing brackets": repeated(b"]", first=HEADER + START),
    "blanks in a tag": repeated(b"\n", first=b"[Event", last=b'"x"]\n1-0'),
    "tags broken by lines": repeated(b"[Event\n\n"),
    # Comments.
    "comments": repeated(b"{x} ", first=HEADER + START, last=b"1-0"),
    "comments alone": repeated(b"{x}\n"),
    "a long comment": repeated(b"x\n", first=HEADER + START + b"{", last=b"} 1-0"),
    "diagrams in a comment": repeated(b"[#]\n", first=HEADER + b"{", last=b"} 1-0"),
    "braces": repeated(b"{", first=HEADER + START),
    "closing braces": repeated(b"} ", first=HEADER + START),
    "unclosed comments": repeated(b"1. 10-13 {\n"),
    "unclosed comments of games": repeated(HEADER + b"1. 10-13 { x\n"),
    "unclosed comments in headers": repeated(b'{ [\n[Event "x"]\n'),
    "comments to the end of the line": repeated(b"; x\n% y\n", first=HEADER, last=b"1-0"),
    "comments before a move": repeated(b"10-13 {x} $1 ! "),
    "suppressions": repeated(b"{damas: ignore M001} ", first=HEADER + START, last=b"1-0"),
    "suppressions of moves": repeated(b"1-9 {damas: ignore M001} ", first=HEADER, last=b"1-0"),
    # Variations.
    "variations in a row": repeated(b"(2. 12-16) ", first=HEADER + START, last=b"1-0"),
    "variations nested": nested(b"(2. 13-18 ", b")"),
    "variations nested and wrong": nested(b"(2. 13-99 ", b")"),
    "variations nested in a row": nested(b"(2. 13-18 (2. 12-16) ", b")", 400),
    "variations of a long line": widening,
    "empty variations": repeated(b"() ", first=HEADER + START, last=b"1-0"),
    "parentheses": repeated(b"(", first=HEADER + START),
    "closing parentheses": repeated(b") ", first=HEADER + START),
    "games of unclosed variations": repeated(HEADER + START + b"(2. 12-16 1-0\n"),
    "unclosed variations": repeated(b"10-13 (23-19 *\n"),
    "results in variations": repeated(b"(2. 12-16 1-0) ", first=HEADER + START, last=b"1-0"),
    # Moves.
    "a legal line": repeated(ROUND, first=KINGS, last=b"1-0"),
    "a legal line in variations": repeated(ROUND, first=KINGS + b"4-8 (", last=b") 1-0"),
    "a line after its first slip": repeated(ROUND, first=HEADER + b"1. 9-9 ", last=b"1-0"),
    "wrong separators": repeated(ROUND.replace(b"-", b"x"), first=KINGS, last=b"1-0"),
    "missed captures": repeated(ROUND, first=b'[FEN "W:WK4,10:BK3,14"]\n', last=b"1-0"),
    "many slips": repeated(b"10-11 23-24 ", first=HEADER + START, last=b"1-0"),
    "unknown moves": repeated(b"- - ", first=HEADER + START, last=b"1-0"),
    "dashes": repeated(b"-", first=HEADER + START),
    "ellipses": repeated(b"... ", first=HEADER + START, last=b"12-16 1-0"),
    "dots": repeated(b".", first=HEADER + START + b"1"),
    "digits": repeated(b"1", first=HEADER + START),
    "move numbers": repeated(b"1. ", first=HEADER, last=b"1-0"),
    "move numbers that grow": numbered("{}. ", first=HEADER, last=b"1-0"),
    "a move of many squares": repeated(b"x1", first=HEADER + b"10"),
    "short moves": repeated(b"cb4 c:e5 ", first=HEADER.replace(b"24", b"25")),
    "ambiguous captures": repeated(RIVALS, first=HEADER, last=b"1-0"),
    "ambiguous captures before a long line": repeated(
        AFTER_RIVALS, first=HEADER + RIVALS, last=b"1-0"
    ),
    "strengths": repeated(b"! ? (!) ", first=HEADER + START, last=b"1-0"),
    "annotations": repeated(b"$1 ", first=HEADER + START, last=b"1-0"),
    "zero-padded moves": repeated(b"04-08 03-07 08-04 07-03 ", first=KINGS, last=b"1-0"),
    # Setups.
    "setups": repeated(b'/FEN "W:WK1:BK32"/ 1-6 ', first=HEADER, last=b"1-0"),
    "setups at one place": repeated(b'/FEN "W:WK1:BK32"/ ', first=HEADER, last=b"1-0"),
    "setups that are none": repeated(b"/x/ ", first=HEADER + START, last=b"1-0"),
    "setups after a slip": repeated(b'/FEN "W:WK1:BK32"/ ', first=HEADER + b"9-9 ", last=b"1-0"),
    "slashes": repeated(b"/", first=HEADER + START),
    "slashes of lines": repeated(b"/\n", first=HEADER + START),
    "a long FEN": long_fen,
    "a FEN of commas": repeated(b",", first=b'[FEN "W:W1', last=b':B"]\n1-0'),
    "a FEN of colons": repeated(b":", first=b'[FEN "W:W1', last=b'"]\n1-0'),
    "a FEN of kings": repeated(b"K", first=b'[FEN "W:W', last=b'"]\n1-0'),
    "a FEN of digits": repeated(b"1", first=b'[FEN "W:W', last=b'"]\n1-0'),
    "a FEN of ranges": repeated(b"1-32,", first=b'[FEN "W:W', last=b'"]\n1-0'),
    # Results.
    "results": repeated(b"1-0 "),
    "results at ends of lines": repeated(b"1-0\n"),
    "results far from ends of lines": repeated(b"@ 1-0" + b" " * 40),
    "unfinished games": repeated(b"10-13 * "),
    "forced moves": repeated(b"10-13* "),
    "stars": repeated(b"*"),
    "stars of a game": repeated(b"* ", first=HEADER + START),
    "numbers after stars": repeated(b"* 1. 10-13 "),
    "results like moves": repeated(b"1-1 1-10 ", first=HEADER + START),
    "a long result": repeated(b"0", first=b'[Result "', last=b'"]\n10-13 *'),
    # Bytes.
    "unreadable words": repeated(b"@ ", first=HEADER + START),
    "unreadable games": repeated(b"@ 1-0\n"),
    "unreadable games with tags": repeated(b'[Event "x"]\n1. 9-13 @ 1-0\n'),
    "high bytes": repeated(b"\xff", first=HEADER + START),
    "games of two encodings in a line": repeated(b"{\xf1} 1-0 {\xc3\xb1} 1-0 "),
    "no-break spaces": repeated(b"\xa0", first=HEADER + START, last=b"1-0"),
    "marks": repeated(b"\xef\xbb\xbf", first=HEADER + START, last=b"1-0"),
    "NUL bytes": repeated(b"\0", first=HEADER + START, last=b"1-0"),
    "written returns": repeated(b"\\r", first=HEADER + START, last=b"1-0"),
    "returns": repeated(b"\r", first=HEADER + START, last=b"1-0"),
    "games in one line": repeated(b"1. 10-13 24-24 1-0 "),
    "games in one line of wide letters": repeated(b"{\xe4\xb8\x96} 1. 10-13 24-24 1-0 "),
    "games of a slip": repeated(b'[Event "x"]\n1. 10-13 24-24 1-0\n'),
    "slips in a long line": repeated(b"(1. 10-24) {\xe4\xb8\x96} ", first=b"10-13 ", last=b"1-0"),
}
