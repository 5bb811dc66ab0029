"""The words of the findings, by code and reason; the only place in `check` that holds prose.

`message` fills a template with the values of a finding, in the reader's language; what more there
is to say in the `full` format stands in `HELP`. How a value is said stands after its name in the
template: `{colour:side}` is `White`, `{taken:pieces}` is `2 pieces`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

from damas_cli.language import ENGLISH, Phrase, Words, mark
from damas_cli.rules.board import Board
from damas_cli.rules.fen import FenError
from damas_cli.rules.variant import Variant

# A key is a code, or a code and a reason.
TEMPLATES = {
    "S001": mark("{text!r} is no move, result or comment; the rest of this game was not judged"),
    "S001 unexpected-token": mark(
        "{text!r} cannot stand here; the rest of this game was not judged"
    ),
    "S001 before-the-game": mark("{text!r} is no tag, move or comment; read over"),
    "S001 unclosed-setup": mark("this setup is never closed with /"),
    "S002": mark("this comment is never closed with }}"),
    "S003": mark("this variation is never closed with )"),
    "S003 unopened-variation": mark("this ) closes no variation"),
    "S004": mark('not a tag; write [Name "value"], and \\" for a quote in the value'),
    "S005": mark("not UTF-8; read as CP1252 (Windows). Save the file as UTF-8"),
    "S005 utf-16": mark("UTF-16, which few programs read. Save the file as UTF-8"),
    "S006": mark("more than a game may hold; what follows of it was left out"),
    "S006 too-many": mark("more than {most} findings in one game; the rest of it was not judged"),
    "S006 too-many-captures": mark(
        "more ways to capture than are told apart; the rest of this line was not judged"
    ),
    "S006 too-many-malformed-tags": mark("more malformed tags than are told"),
    "S006 too-deep": mark(
        "more than 1,000 variations inside one another; the rest of it was left out"
    ),
    "S006 too-large": mark("a game of more than 16 MiB; the rest of it was left out"),
    "S007 nothing": mark("suppresses nothing: there is no {selector} here"),
    "S007 after-result": mark(
        "suppresses nothing: the game before ends on this line; write it before the result"
    ),
    "S007 no-code": mark("suppresses nothing: name a code, as in {{damas: ignore D001}}"),
    "S007 keyword": mark(
        "suppresses nothing: damas: is followed by ignore and codes, as in {{damas: ignore D001}}"
    ),
    "S007 unknown-code": mark("{selector!r} is no code and no rule's name"),
    "T001": mark("there is no tag {tags}"),
    "T001 several": mark("there are no tags {tags}"),
    "T002 same": mark("{name} was given before, with the same value: leave one of them out"),
    "T002 other": mark("{name} was given before, as {before!r}; the last one holds"),
    "T003 unknown": mark("no game has the GameType {text}; judged as {assumed:title}"),
    "T003 private": mark("{text} is no GameType of PDN's table; read as {right}, {assumed:title}"),
    "T003 malformed": mark("not as PDN writes a GameType; read as {right}, {assumed:title}"),
    "T003 board": mark("{assumed:title} has another board; read as {right}"),
    "T003 name": mark("the GameType of {assumed:title} is {right}"),
    "T003 no-number": mark(
        "{text} is no GameType: PDN has none for {assumed:title}; judged as that"
    ),
    "T003 squares": mark(
        "the squares are not written as this GameType says; read as {right}, {assumed:title}"
    ),
    "T003 other-use": mark(
        "the moves fit {assumed:title}, for which some programs write {text}; read as {right}"
    ),
    "T003 not-played": mark(
        "{text} is {game:word}, which damas does not play; the moves were not judged"
    ),
    "T004": mark(
        "the moves are not those of {own:title}; judged as {fits:title}, which they fit: write "
        '[GameType "{gametype}"]'
    ),
    "T004 numbering": mark(
        "the squares are not numbered as in {own:title}; judged with the numbers of "
        '[GameType "{gametype}"], which the moves fit'
    ),
    "T004 laws-broken": mark(
        "not all of the moves fit {own:title}, and all fit {fits:title}: is it "
        '[GameType "{gametype}"]?'
    ),
    "T005 no-fen": mark("not a FEN: it must begin with the side to move, as in {start_fen}"),
    "T005 unknown-turn": mark("the FEN does not say who is to move; write W or B first"),
    "T005 no-side": mark("{text!r} in the FEN begins with neither W nor B"),
    "T005 side-twice": mark("the FEN gives a side twice: {text}"),
    "T005 no-piece": mark("the FEN has no piece"),
    "T005 square-twice": mark("the FEN names a square twice: {text}"),
    "T005 empty-range": mark("the range {text} in the FEN runs backwards"),
    "T005 no-square": mark("{text!r} in the FEN is no square"),
    "T005 off-board": mark("{text!r} in the FEN is not on the board{squares:squares}"),
    "T005 no-setup": mark('not a setup; write /FEN "{start_fen}"/'),
    "T006": mark("{text!r} is no date: write YYYY.MM.DD, with ?? for what is not known"),
    "T006 empty": mark("no date: write ????.??.?? where it is not known"),
    "T006 rewrite": mark("not as PDN writes a date: write {right}"),
    "T006 day-or-month": mark("not as PDN writes a date: is it {readings:either}?"),
    "T006 no-day": mark("{text} is a day that no calendar has"),
    "T007 no-setup": mark('a game with a FEN also says [SetUp "1"]'),
    "T007 no-fen": mark("SetUp says that there is a FEN, but there is none"),
    "T007 value": mark('SetUp says {text!r}, but there is a FEN: write "1"'),
    "T008 crowning-row": mark("a man of {colour:side} stands on {square}, where it is crowned"),
    "T008 numbering": mark(
        "a man of {colour:side} stands on {square}, where it is crowned; none does if the squares "
        "are numbered from another corner, as some programs do"
    ),
    "T008 too-many": mark(
        "{colour:side} has {count:pieces}, and no game begins with more than {most}"
    ),
    "T008 no-pieces": mark("{colour:side} has no piece"),
    "T008 no-move": mark("{colour:side} is to move and has no legal move"),
    "N001": mark("numbered {written}, but this is move {right}"),
    "N001 jump": mark("the numbers jump from {before} to {written}: this is move {right}"),
    "N002": mark("written with {sign}, but captures nothing: write -"),
    "N002 capture": mark("written with {sign}, but captures: write {capture_sign}"),
    "N003": mark(
        "may be {readings:either}; the rest of the line does not tell which: write the whole path"
    ),
    "N004": mark("write {right}"),
    "N004 leading-zero": mark("written with a leading zero: write {right}"),
    "N004 blank": mark("written with a blank: write {right}"),
    "N004 upper-case": mark("squares are written with small letters: write {right}"),
    "N004 character": mark("written with another character than - or x: write {right}"),
    "N004 no-separator": mark("nothing stands between the squares: write {right}"),
    "N004 path": mark("tells more squares than are needed: write {right}"),
    "N004 not-whole": mark("tells only a part of the move: write {right}"),
    "N005": mark(
        "few programs read a setup among the moves: give it a game of its own, with a FEN"
    ),
    "N006": mark("an unknown move: the rest of this line was not judged"),
    "M001 no-piece": mark("there is no piece on {square}"),
    "M001 no-piece-on-file": mark("{colour:side} has no piece on that file"),
    "M001 occupied": mark("{square} is occupied"),
    "M001 moved-backward": mark("a man does not move backwards"),
    "M001 captured-backward": mark("a man does not capture backwards"),
    "M001 captured-king": mark("a man does not capture a king"),
    "M001 too-far": mark(
        "a man moves one square; there is nothing to capture on the way to {square}"
    ),
    "M001 king-too-far": mark("a king moves one square, and jumps only a piece next to it"),
    "M001 lands-behind": mark("a king lands on the square right behind the piece it captures"),
    "M001 jumped-twice": mark("the piece on {square} would be jumped twice"),
    "M001 blocked": mark("the way is blocked on {square}"),
    "M001 beyond-crowning": mark("a man that is crowned ends its move on the last row"),
    "M001 not-diagonal": mark("{square} is on no diagonal of the piece, and no capture ends there"),
    "M001 nothing-to-capture": mark("there is no piece to capture on the way to {square}"),
    "M001 wrong-path": mark("no capture between these two squares lands on the squares in between"),
    "M001 off-board": mark("no such square on this board{squares:squares}"),
    "M001 unreadable": mark("this names no move"),
    "M001 same-square": mark("the piece does not leave its square"),
    "M002": mark("captures nothing, but {colour:side} must capture"),
    "M003": mark("takes {taken:pieces}; {best:either} takes {most:pieces}"),
    "M004": mark(
        "takes {taken_kings:kings}; {best:either} takes as many pieces and {most_kings:kings}"
    ),
    "M005 with-king": mark("captures with a man, but must capture with a king: {best:either}"),
    "M005 kings-first": mark("must take a king earliest: {best:either} takes one sooner"),
    "M006": mark("{colour:side} has no legal move: the game was already over"),
    "M007": mark("the piece on {square} is {other:side}'s, and {colour:side} is to move"),
    "M007 ellipsis": mark("passes the turn of {colour:side}, who is to move"),
    "M008": mark("stops half-way: the whole capture is {best:either}"),
    "D001": mark("{nth:ordinal} occurrence of this position: a draw, but play went on"),
    "D001 result": mark("{nth:ordinal} occurrence of this position: a draw, but a win is recorded"),
    "D001 claim": mark(
        "{nth:ordinal} occurrence of this position: a draw, had a player claimed it"
    ),
    "D002": mark("{moves} moves each without a capture or a man's move: a draw, but play went on"),
    "D002 result": mark(
        "{moves} moves each without a capture or a man's move: a draw, but a win is recorded"
    ),
    "D002 claim": mark(
        "{moves} moves each without a capture or a man's move: a draw, had a player claimed it"
    ),
    "D003": mark(
        "{moves} moves each since {ending:title} ({since:since}): a draw, but play went on"
    ),
    "D003 result": mark(
        "{moves} moves each since {ending:title} ({since:since}): a draw, but a win is recorded"
    ),
    "D003 claim": mark(
        "{moves} moves each since {ending:title} ({since:since}): a draw, had a player claimed it"
    ),
    "R001": mark("the Result tag says {tag} and the game ends with {terminator}"),
    "R002": mark(
        "{colour:side} has no legal move, so {other:side} has won, but {text} is recorded"
    ),
    "R002 black-first": mark(
        "{colour:side} has no legal move, so {other:side} has won, but {text} is recorded "
        "(1-0 is a win of Black, who moves first)"
    ),
    "R003": mark("the game was a draw by rule at ply {ply}, but {text} is recorded"),
    "R004": mark("no result is recorded, neither in the Result tag nor after the moves"),
    "R004 star": mark("marked as unfinished with *: no result is recorded"),
    "R005": mark(
        "{colour:side} has no legal move, so {other:side} has won, but no result is recorded"
    ),
    "R006": mark("{text} is not a known result"),
    "R006 meaning": mark("{text} is not a known result; read as {meaning}"),
    "R007": mark("the moves are not followed by a result or by *"),
    "R007 unknown": mark("the moves are not followed by a result or by *"),
    "R007 dash": mark("the moves are followed by -: write * where the result is not known"),
    "R007 tag": mark("the moves are not followed by a result; add {text} after the last one"),
}

# One more sentence, in the words of the rules, for the `full` format.
HELP = {
    "S007": mark("A reason may follow the codes, after --."),
    "T001": mark("Where something is not known the value is ?, and for the result *."),
    "T008": mark("No game leads to such a position; the moves were judged all the same."),
    "N003": mark(
        "Captures that take different pieces have to be told apart by the squares in between."
    ),
    "M002": mark("Capturing is compulsory."),
    "M003": mark("Law of quantity: a capture that takes the most pieces must be played."),
    "M004": mark(
        "Law of quality: among captures of as many pieces, one that takes the most kings."
    ),
    "M005": mark(
        "Captures that are equal so far are told apart by the next law in the variant's order."
    ),
    "M006": mark("A player to move without a legal move has lost."),
    "M008": mark("A piece goes on capturing for as long as it can."),
    "D001": mark(
        "Positions are the same if the pieces stand on the same squares and the same side is to "
        "move; the start counts as the first."
    ),
    "D002": mark("A capture or a man's move sets the count back to zero."),
    "D003": mark("Both sides' moves are counted from that position; the move that made it is not."),
    "R005": mark("A player to move without a legal move has lost."),
}

# What the replay does after a finding, for the `full` format.
PLAYED_ON = mark("Played on as written.")
STOPPED = mark("The rest of this line was not judged.")


def message(code: str, reason: str, values: Mapping[str, Any], words: Words = ENGLISH) -> str:
    """Return the words of a finding.

    >>> message("M003", "", {"taken": 1, "best": ["1x10"], "most": 2})
    'takes 1 piece; 1x10 takes 2 pieces'
    """
    template = TEMPLATES.get(f"{code} {reason}") or TEMPLATES[code]
    return _Message(template, **values).said(words)


class _Message(Phrase):
    """A template with what fills it, each value said as the template asks."""

    def said(self, words: Words) -> str:
        return _Filler(words).vformat(words(self.template), (), self.values)


class _Filler(Formatter):
    """Fills a template with values, each said as the template asks."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        shape = _SHAPES.get(format_spec)
        if shape is None:
            return str(super().format_field(value, format_spec))
        return shape(value, self.words)


def side(colour: str, words: Words = ENGLISH) -> str:
    """Return the name of the side W or B."""
    return words("White") if colour == "W" else words("Black")


def either(texts: Sequence[str], words: Words = ENGLISH) -> str:
    """Return `10x19 or 10x28`."""
    return words(" or ").join(texts)


def ordinal(number: int, words: Words = ENGLISH) -> str:
    """Return `third`, `fourth` and so on.

    >>> ordinal(3), ordinal(12), ordinal(22)
    ('third', '12th', '22nd')
    """
    if number in _ORDINALS:
        return words(_ORDINALS[number])
    last = number % 10 if number > 20 else 0
    return words(_ENDINGS.get(last, _ENDINGS[0]), number=number)


_ORDINALS = {2: mark("second"), 3: mark("third"), 4: mark("fourth"), 5: mark("fifth")}
_ENDINGS = {
    0: mark("{number}th"),
    1: mark("{number}st"),
    2: mark("{number}nd"),
    3: mark("{number}rd"),
}


def since(ply: int, words: Words = ENGLISH) -> str:
    """Return where a count began: after `ply`, or at the start.

    >>> since(41), since(0)
    ('ply 41', 'the start')
    """
    return words("ply {ply}", ply=ply) if ply else words("the start")


def pieces(number: int, words: Words = ENGLISH) -> str:
    """Return `1 piece` or `2 pieces`."""
    return words.plural("{number} piece", "{number} pieces", number)


def kings(number: int, words: Words = ENGLISH) -> str:
    """Return `no king`, `1 king` or `2 kings`."""
    return words.plural("{number} king", "{number} kings", number) if number else words("no king")


def title(titles: Mapping[str, str], words: Words = ENGLISH) -> str:
    """Return the title, of a variant or an ending, in the reader's language."""
    return titles[words.language]


def squares_of(board: Board, words: Words = ENGLISH) -> str:
    """Return what squares there are, in brackets, where they are numbers.

    >>> from damas_cli.rules.variant import get_variant
    >>> squares_of(get_variant("international").board), squares_of(get_variant("russian").board)
    (' (squares 1 to 50)', '')
    """
    return "" if board.algebraic else words(" (squares 1 to {size})", size=board.size)


def _word(text: str, words: Words) -> str:
    return words(text)


# How a value is said, by what stands after its name in a template.
_SHAPES: dict[str, Callable[[Any, Words], str]] = {
    "side": side,
    "either": either,
    "ordinal": ordinal,
    "since": since,
    "pieces": pieces,
    "kings": kings,
    "title": title,
    "squares": squares_of,
    "word": _word,
}


def start_of(variant: Variant) -> str:
    """Return the FEN of the start as one would write it by hand: numbers as ranges.

    >>> from damas_cli.rules.variant import get_variant
    >>> start_of(get_variant("english"))
    'B:W21-32:B1-12'
    """
    board = variant.board
    if board.algebraic:
        return variant.start
    white, black = (board.squares_of(mask) for mask in variant.start_masks[:2])
    return f"{variant.first}:W{white[0]}-{white[-1]}:B{black[0]}-{black[-1]}"


def fen_values(error: FenError, variant: Variant) -> dict[str, object]:
    """Return what the message on a bad FEN is filled with."""
    return {
        "text": error.text,
        "squares": variant.board,
        "start_fen": start_of(variant),
    }


def bad_fen(error: FenError, variant: Variant) -> Phrase:
    """Return what is wrong with a FEN.

    >>> from damas_cli.rules.variant import get_variant
    >>> str(bad_fen(FenError("off-board", "33", 3), get_variant()))
    "'33' in the FEN is not on the board (squares 1 to 32)"
    """
    return _Message(TEMPLATES[f"T005 {error.reason}"], **fen_values(error, variant))
