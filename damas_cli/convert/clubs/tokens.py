"""A line of text as tokens: moves, numbers, results, brackets and words.

Every alternative reads a bounded stretch or goes over each character once: time is linear.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .vocabulary import RESULT_WORDS, folded

MOVE = "move"
NUMBER = "number"
ELLIPSIS = "ellipsis"
STRENGTH = "strength"
NAG = "nag"
STAR = "star"
OPEN = "open"
CLOSE = "close"
RESULT = "result"
WORD = "word"
DIGITS = "digits"
PUNCTUATION = "punctuation"


class Token(NamedTuple):
    """A token of a line; `text` is what it means: a move with `-` or `x`, a result as PDN has it.

    `start` to `end` are offsets in the whole document.
    """

    kind: str
    text: str
    start: int
    end: int


_SIGN = r"[-x:]"
_TOKEN = re.compile(
    # Dates look like moves.
    r"(?P<date>(?<![0-9])(?:[0-9]{4}([-/.])[0-9]{1,2}\2[0-9]{1,2}"
    r"|[0-9]{1,2}([-/.])[0-9]{1,2}\3[0-9]{4})(?![0-9]))"
    r"|(?P<score>(?<![0-9:x/-])(?:[12]\ ?[-:]\ ?0|0\ ?[-:]\ ?[12]|1[-:]1|0[-:]0"
    r"|½\ ?[-:]\ ?½|1/2\ ?[-:]\ ?1/2|0[.,]5[-:]0[.,]5|½|1/2)(?![0-9:x/-]))"
    # Two squares with blanks between, or any number of them without.
    rf"|(?P<move>(?<![0-9/])(?<![0-9][:-])[0-9]{{1,2}}(?:(?:\ {{0,2}}{_SIGN}\ {{1,2}}"
    rf"|\ {{1,2}}{_SIGN})[0-9]{{1,2}}|(?:{_SIGN}[0-9]{{1,2}}){{1,30}})(?![0-9])(?!{_SIGN}[0-9])"
    rf"|(?<![a-z0-9])[a-h][1-8](?:{_SIGN}?[a-h][1-8]){{1,30}}(?![a-z0-9]))"
    r"|(?P<number>(?<![0-9:/-])[0-9]{1,3}\ ?(?:\.-|\.|(?<!\([0-9])(?<!\([0-9]{2})\)|º\.?|ª\.?)"
    r"(?:-(?=\ ))?)"
    r"|(?P<ellipsis>\.{2,5}|…)"
    r"|(?P<strength>[!?]{1,3}|\([!?]{1,2}\))"
    r"|(?P<nag>\$[0-9]{1,3})"
    r"|(?P<star>\*)"
    r"|(?P<open>[\[({])"
    r"|(?P<close>[\])}])"
    rf"|{RESULT_WORDS}"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<word>[^\s\[\](){}0-9,;:.*!?…$/|-][^\s\[\](){},;:*!?…$|]*)"
    r"|(?P<punctuation>[^\s])"
)
# Results as they are shortened in print: capital letters, so that no word is taken for one.
WHITE_WINS, BLACK_WINS, DRAWN = "white", "black", "1/2-1/2"
_SHORT = {"GB": WHITE_WINS, "GN": BLACK_WINS, "GP": BLACK_WINS, "EMP": DRAWN, "E": DRAWN}
_LEADING_ZERO = re.compile(r"(?<![0-9])0(?=[0-9])")


def scan(line: str, offset: int) -> list[Token]:
    """Return the tokens of a line that begins at `offset` of the document.

    >>> [token.text for token in scan("2.*16- 20, 04:21! [GB]", 0) if token.kind != PUNCTUATION]
    ['2', '*', '16-20', '4x21', '!', '[', 'white', ']']
    """
    low = folded(line)
    tokens = []
    for found in _TOKEN.finditer(low):
        kind = found.lastgroup or ""
        start, end = found.span()
        text = line[start:end]
        if kind == "move":
            text = plain_move(low[start:end])
            # There is no square 0, and 1-1 is a result at the most.
            if text == "1-1" or "0" in re.split("[-x]", text):
                kind = WORD
        elif kind == "number":
            text = _digits(low, start)
        elif kind == "score":
            kind, text = RESULT, _score(low[start:end])
        elif kind in ("white_wins", "black_wins", "drawn"):
            if _within_a_word(low, start, end):
                kind = WORD
            else:
                names = {"white_wins": WHITE_WINS, "black_wins": BLACK_WINS, "drawn": DRAWN}
                kind, text = RESULT, names[kind]
        elif kind == "date":
            kind = WORD
        elif kind == "strength":
            text = text.strip("()")
        elif kind == "word" and text.rstrip(".") in _SHORT and _is_short_result(line, start, end):
            kind, text = RESULT, _SHORT[text.rstrip(".")]
        tokens.append(Token(kind, text, offset + start, offset + end))
    return tokens


def plain_move(text: str) -> str:
    """Return a folded move without blanks and leading zeros, with `x` for every sign but `-`."""
    return _LEADING_ZERO.sub("", text.replace(" ", "").replace(":", "x"))


def _score(text: str) -> str:
    plain = text.replace(" ", "").replace(":", "-").replace(",", ".")
    halves = plain in ("½", "1/2") or plain.startswith(("½-", "1/2-", "0.5-"))
    return DRAWN if halves else plain


def _within_a_word(low: str, start: int, end: int) -> bool:
    return low[start - 1 : start].isalpha() or low[end : end + 1].isalpha()


def _is_short_result(line: str, start: int, end: int) -> bool:
    """Tell whether letters are a result: a lone E is a word of its own but at the end of a line."""
    if line[start] != "E" or line.startswith("EMP", start):
        return True
    return not line[end : end + 3].strip(" .])\r\t")


def _digits(low: str, start: int) -> str:
    end = start
    while low[end : end + 1].isdigit():
        end += 1
    return low[start:end]


# What the end of a line breaks in two: a move, a number and its move, the words of a result.
_BROKEN = re.compile(
    rf"(?<=[0-9])(?:{_SIGN}[ \t]*\n[ \t]*|[ \t]?\n{_SIGN}[ \t]?)(?=[0-9]{{1,2}}(?![0-9-]))"
    # A number and its move.
    rf"|(?<![0-9])[0-9]{{1,3}}[.)][ \t]*\n[ \t]*(?=…|\.\.\.|\*?[0-9]{{1,2}}\ ?{_SIGN}\ ?[0-9])"
    # The label of a list of pieces is no end of a result.
    rf"|\b(?:{RESULT_WORDS})(?!\s*[:(])"
)


def joined(text: str) -> str:
    """Return `text`, as long as it was, without the ends of lines within moves and results.

    >>> joined("10-\\n14, ganan\\nblancas")
    '10- 14, ganan blancas'
    """
    parts = []
    at = 0
    for found in _BROKEN.finditer(folded(text)):
        start, end = found.span()
        if "\n" in text[start:end]:
            parts += [text[at:start], text[start:end].replace("\n", " ")]
            at = end
    return "".join([*parts, text[at:]])
