"""The words of the findings, by code and reason; the only place in `check` that holds prose.

`message` fills a template with the values at hand; what more there is to say in the `full` format
stands in `HELP`.
"""

from __future__ import annotations

from damas_cli.rules.board import Board
from damas_cli.rules.fen import FenError
from damas_cli.rules.variant import Variant

COLOURS = {"W": "White", "B": "Black"}

# A key is a code, or a code and a reason.
TEMPLATES = {
    "S001": "{text!r} is no move, result or comment; the rest of this game was not judged",
    "S001 unexpected-token": "{text!r} cannot stand here; the rest of this game was not judged",
    "S001 before-the-game": "{text!r} is no tag, move or comment; read over",
    "S001 unclosed-setup": "this setup is never closed with /",
    "S002": "this comment is never closed with }}",
    "S003": "this variation is never closed with )",
    "S003 unopened-variation": "this ) closes no variation",
    "S004": 'not a tag; write [Name "value"], and \\" for a quote in the value',
    "S005": "not UTF-8; read as CP1252 (Windows). Save the file as UTF-8",
    "S006": "more than a game may hold; what follows of it was left out",
    "S006 too-many": "more than {most} findings in one game; the rest of it was not judged",
    "S006 too-many-captures": "more ways to capture than are told apart; the rest of this line was "
    "not judged",
    "S006 too-many-malformed-tags": "more malformed tags than are told",
    "S006 too-deep": "more than 1,000 variations inside one another; the rest of it was left out",
    "S006 too-large": "a game of more than 16 MiB; the rest of it was left out",
    "T003 unknown": "no game has the GameType {text}; judged as {assumed}",
    "T003 private": "{text} is no GameType of PDN's table; read as {right}, {assumed}",
    "T003 malformed": "not as PDN writes a GameType; read as {right}, {assumed}",
    "T003 board": "{assumed} has another board; read as {right}",
    "T003 name": "the GameType of {assumed} is {right}",
    "T003 no-number": "{text} is no GameType: PDN has none for {assumed}; judged as that",
    "T003 squares": "the squares are not written as this GameType says; read as {right}, {assumed}",
    "T003 other-use": "the moves fit {assumed}, for which some programs write {text}; read as "
    "{right}",
    "T003 not-played": "{text} is {game}, which damas does not play; the moves were not judged",
    "T004": "the moves are not those of {own}; judged as {fits}, which they fit: write "
    '[GameType "{gametype}"]',
    "T004 numbering": "the squares are not numbered as in {own}; judged with the numbers of "
    '[GameType "{gametype}"], which the moves fit',
    "T004 laws-broken": "not all of the moves fit {own}, and all fit {fits}: is it "
    '[GameType "{gametype}"]?',
    "T005 no-fen": "not a FEN: it must begin with the side to move, as in {start_fen}",
    "T005 unknown-turn": "the FEN does not say who is to move; write W or B first",
    "T005 no-side": "{text!r} in the FEN begins with neither W nor B",
    "T005 side-twice": "the FEN gives a side twice: {text}",
    "T005 no-piece": "the FEN has no piece",
    "T005 square-twice": "the FEN names a square twice: {text}",
    "T005 empty-range": "the range {text} in the FEN runs backwards",
    "T005 no-square": "{text!r} in the FEN is no square",
    "T005 off-board": "{text!r} in the FEN is not on the board{squares}",
    "T005 no-setup": 'not a setup; write /FEN "{start_fen}"/',
    "N002": "written with {sign}, but captures nothing: write -",
    "N002 capture": "written with {sign}, but captures: write {capture_sign}",
    "N003": "may be {readings}; the rest of the line does not tell which: write the whole path",
    "M001 no-piece": "there is no piece on {square}",
    "M001 no-piece-on-file": "{colour} has no piece on that file",
    "M001 occupied": "{square} is occupied",
    "M001 moved-backward": "a man does not move backwards",
    "M001 captured-backward": "a man does not capture backwards",
    "M001 captured-king": "a man does not capture a king",
    "M001 too-far": "a man moves one square; there is nothing to capture on the way to {square}",
    "M001 king-too-far": "a king moves one square, and jumps only a piece next to it",
    "M001 lands-behind": "a king lands on the square right behind the piece it captures",
    "M001 jumped-twice": "the piece on {square} would be jumped twice",
    "M001 blocked": "the way is blocked on {square}",
    "M001 beyond-crowning": "a man that is crowned ends its move on the last row",
    "M001 not-diagonal": "{square} is on no diagonal from there, and no capture ends there",
    "M001 nothing-to-capture": "there is no piece to capture on the way to {square}",
    "M001 wrong-path": "no capture between these two squares lands on the squares in between",
    "M001 off-board": "no such square on this board{squares}",
    "M001 unreadable": "this names no move",
    "M001 same-square": "the piece does not leave its square",
    "M002": "captures nothing, but {colour} must capture",
    "M003": "takes {taken}; {best} takes {most}",
    "M004": "takes {taken_kings}; {best} takes as many pieces and {most_kings}",
    "M005 with-king": "captures with a man, but must capture with a king: {best}",
    "M005 kings-first": "must take a king earliest: {best} takes one sooner",
    "M006": "{colour} has no legal move: the game was already over",
    "M007": "the piece on {square} is {other}'s, and {colour} is to move",
    "M007 ellipsis": "passes the turn of {colour}, who is to move",
    "M008": "stops half-way: the whole capture is {best}",
    "D001": "{nth} occurrence of this position: a draw, but play went on",
    "D001 result": "{nth} occurrence of this position: a draw, but a win is recorded",
    "D001 claim": "{nth} occurrence of this position: a draw, had a player asked for it",
    "D002": "{moves} moves each without a capture or a man's move: a draw, but play went on",
    "D002 result": "{moves} moves each without a capture or a man's move: a draw, but a win is "
    "recorded",
    "D002 claim": "{moves} moves each without a capture or a man's move: a draw, had a player "
    "asked for it",
    "D003": "{moves} moves each since {ending} ({since}): a draw, but play went on",
    "D003 result": "{moves} moves each since {ending} ({since}): a draw, but a win is recorded",
    "D003 claim": "{moves} moves each since {ending} ({since}): a draw, had a player asked for it",
    "R001": "the Result tag says {tag} and the game ends with {terminator}",
    "R002": "{colour} has no legal move, so {other} has won, but {text} is recorded",
    "R002 black-first": "{colour} has no legal move, so {other} has won, but {text} is recorded "
    "(1-0 is a win of Black, who moves first)",
    "R003": "the game was a draw by rule at ply {ply}, but {text} is recorded",
    "R004": "no result is recorded, neither in the Result tag nor after the moves",
    "R004 star": "marked as unfinished with *: no result is recorded",
    "R005": "{colour} has no legal move, so {other} has won, but no result is recorded",
    "R006": "{text} is not a known result",
    "R006 meaning": "{text} is not a known result; read as {meaning}",
    "R007": "the moves are not followed by a result or by *",
    "R007 tag": "the moves are not followed by a result; add {text} after the last one",
}

# One more sentence, in the words of the rules, for the `full` format.
HELP = {
    "N003": "Captures that take different pieces have to be told apart by the squares in between.",
    "M002": "Capturing is compulsory.",
    "M003": "Law of quantity: a capture that takes the most pieces must be played.",
    "M004": "Law of quality: among captures of as many pieces, one that takes the most kings.",
    "M005": "Captures that are equal so far are told apart by the next law in the variant's order.",
    "M006": "A player to move without a legal move has lost.",
    "M008": "A piece goes on capturing for as long as it can.",
    "D001": "A position is the same where the same side is to move; the start counts as the first.",
    "D002": "A capture or a man's move sets the count back to zero.",
    "D003": "Both sides' moves are counted from that position; the move that made it is not.",
    "R005": "A player to move without a legal move has lost.",
}

# What the replay does after a finding, for the `full` format.
PLAYED_ON = "Played on as written."
STOPPED = "The rest of this line was not judged."


def message(code: str, reason: str, values: dict[str, object]) -> str:
    """Return the words of a finding.

    >>> message("M001", "no-piece", {"square": 14})
    'there is no piece on 14'
    """
    template = TEMPLATES.get(f"{code} {reason}") or TEMPLATES[code]
    return template.format(**values)


def ordinal(number: int) -> str:
    """Return `third`, `fourth` and so on.

    >>> ordinal(3), ordinal(12), ordinal(22)
    ('third', '12th', '22nd')
    """
    words = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number > 20 else "th"
    return words.get(number, f"{number}{ending}")


def since(ply: int) -> str:
    """Return where a count began: after `ply`, or at the start.

    >>> since(41), since(0)
    ('ply 41', 'the start')
    """
    return f"ply {ply}" if ply else "the start"


def pieces(number: int) -> str:
    """Return `1 piece` or `2 pieces`."""
    return f"{number} piece" if number == 1 else f"{number} pieces"


def kings(number: int) -> str:
    """Return `no king`, `1 king` or `2 kings`."""
    return "no king" if not number else f"{number} king" if number == 1 else f"{number} kings"


def squares_of(board: Board) -> str:
    """Return what squares there are, in brackets, where they are numbers.

    >>> from damas_cli.rules.variant import get_variant
    >>> squares_of(get_variant("international").board), squares_of(get_variant("russian").board)
    (' (squares 1 to 50)', '')
    """
    return "" if board.algebraic else f" (squares 1 to {board.size})"


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
        "squares": squares_of(variant.board),
        "start_fen": start_of(variant),
    }


def bad_fen(error: FenError, variant: Variant) -> str:
    """Return what is wrong with a FEN, in words.

    >>> from damas_cli.rules.variant import get_variant
    >>> bad_fen(FenError("off-board", "33", 3), get_variant())
    "'33' in the FEN is not on the board (squares 1 to 32)"
    """
    return message("T005", error.reason, fen_values(error, variant))
