"""What the page says, in the language of the run."""

from __future__ import annotations

from damas_cli.check.codes import CODES
from damas_cli.check.pages import headings, page
from damas_cli.language import Words, mark

from .svg_words import kings_on, men_on

#: The page's texts by the key that the page knows them by; `{...}` is filled by the page.
TEXTS = {
    "games": mark("Games"),
    "filter": mark("Filter by player, event, date or result"),
    "filter-games": mark("Filter games"),
    "round": mark("Round {value}"),
    "shown": mark("{shown} of {all}"),
    "none": mark("No game fits"),
    "no-games": mark("There are no games here."),
    "board": mark("Board"),
    "moves": mark("Moves"),
    "tags": mark("Tags"),
    "first": mark("To the start"),
    "back": mark("One move back"),
    "forward": mark("One move forward"),
    "last": mark("To the end"),
    "flip": mark("Turn the board"),
    "close": mark("Close"),
    "start": mark("Start position"),
    "no-white": mark("(White)"),
    "no-black": mark("(Black)"),
    "white-to-move": mark("White to move"),
    "black-to-move": mark("Black to move"),
    "no-pieces": mark("no pieces"),
    "described": mark("White: {white}. Black: {black}. {turn}."),
    "white-moves": mark("{number} White: {move}"),
    "black-moves": mark("{number} Black: {move}"),
    "takes": mark("captures {squares}"),
    "not-played": mark("not played on the board"),
    "variation": mark("variation"),
    "setup": mark("Position set up: {text}"),
    "legal": mark("Legal: {moves}"),
    "more": mark("Legal: {moves} and {more} more"),
    "article": mark("Article: {article}"),
    "explain": mark("What {code} means"),
    "error": mark("error"),
    "warning": mark("warning"),
    "info": mark("note"),
    "raw": mark("This game could not be read whole. Its text, as it stands:"),
    "no-board": mark("There is no board for this game."),
    "keys": mark("Keys: ← → move, ↑ ↓ leave and enter a variation, Home, End, F turns the board."),
    "script": mark("The games are shown with JavaScript. The page loads and sends nothing."),
}
# PGN's meanings, which PDN shares: the sign and what it says.
NAGS = {
    "$1": ("!", mark("good move")),
    "$2": ("?", mark("poor move")),
    "$3": ("!!", mark("very good move")),
    "$4": ("??", mark("blunder")),
    "$5": ("!?", mark("move worth a look")),
    "$6": ("?!", mark("doubtful move")),
    "$7": ("*", mark("forced move")),
    "$8": ("□", mark("only move")),
    "$10": ("=", mark("even position")),
    "$11": ("=", mark("even position")),
    "$12": ("=", mark("even position")),
    "$13": ("∞", mark("unclear position")),
    "$14": ("⩲", mark("White is slightly better")),
    "$15": ("⩱", mark("Black is slightly better")),
    "$16": ("±", mark("White is better")),
    "$17": ("∓", mark("Black is better")),
    "$18": ("+-", mark("White is winning")),
    "$19": ("-+", mark("Black is winning")),
    "$146": ("N", mark("novelty")),
}
# What the times in comments are.
CLOCKS = {
    "clk": mark("time left"),
    "clock": mark("time left"),
    "mct": mark("time left"),
    "egt": mark("time used so far"),
    "emt": mark("time used for the move"),
}


def texts_of(words: Words) -> dict[str, str]:
    """Return the page's texts."""
    told = {key: words(text) for key, text in TEXTS.items()}
    for count, man, king in ((1, "man", "king"), (2, "men", "kings")):
        told[man] = men_on("{squares}", count, words)
        told[king] = kings_on("{squares}", count, words)
    return told


def nags_of(words: Words) -> dict[str, list[str]]:
    """Return sign and meaning of each NAG."""
    return {nag: [sign, words(meaning)] for nag, (sign, meaning) in NAGS.items()}


def clocks_of(words: Words) -> dict[str, str]:
    """Return what each kind of time is."""
    return {name: words(meaning) for name, meaning in CLOCKS.items()}


def codes_of(words: Words) -> dict[str, list[list[str]]]:
    """Return what there is to say about each code: headings and texts, the title first."""
    names = headings(words.language)
    explained = {}
    for code in CODES:
        told = page(code, words.language)
        parts = [["", told.title]]
        for key in ("what", "why", "instead", "article", "fix"):
            text = told.fix_text if key == "fix" else getattr(told, key)
            if text:
                parts.append([names[key], text])
        explained[code] = parts
    return explained
