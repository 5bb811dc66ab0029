"""The quick look that most games pass: nothing is wrong, and it is plain to see."""

from __future__ import annotations

from damas_cli.pdn import engine, kinds
from damas_cli.pdn.model import Game
from damas_cli.rules.draws import find_ending

from .lines import SPECIAL
from .regulation import Regulation
from .results import FIRST_WINS, KNOWN, SECOND_WINS
from .tags import has_plain_header

# What the usual results mean, by their bytes; others are looked at more closely.
_MEANINGS = {
    text.encode(): meaning for text, meaning in KNOWN.items() if meaning and text.isascii()
}


def is_plainly_clean(game: Game, regulation: Regulation) -> bool:
    """Tell whether nothing is wrong with `game`, where that is quickly seen.

    Most games are like that: from the start, without variations or setups, every move plainly
    legal, and one result that fits. The others are judged in full.
    """
    raw = game.raw
    if game.problems or game.kinds & SPECIAL or b"FEN" in raw:
        return False
    meaning = _agreed_result(game, raw)
    if not meaning or not has_plain_header(game):
        return False
    spans = game.spans(kinds.MOVE)
    plies = len(spans) // 2
    tape, algebraic = game.tape, regulation.algebraic
    if not engine.is_plainly_written(raw, tape, kinds.MOVE_NUMBER, kinds.MOVE, algebraic):
        return False
    history = regulation.history
    history.reserve(plies)
    first, *masks = regulation.start
    history.put(0, masks)
    kernel = regulation.kernel
    squares, strict = regulation.squares, 1 + regulation.dash_captures
    if kernel.replay(raw, spans, 0, plies, history.words, first, squares, strict) < plies:
        return False
    laws = regulation.variant.repetition, regulation.no_progress
    if kernel.find_draws(history.words, plies, *laws) != (0, 0):
        return False
    endings = regulation.endings
    if endings and find_ending(history, plies, regulation.variant.board, endings) is not None:
        return False
    mover_is_first = plies % 2 == 0
    if kernel.has_moves(mover_is_first == first, *history.masks(plies)):
        return True
    return meaning == (SECOND_WINS if mover_is_first else FIRST_WINS)


def _agreed_result(game: Game, raw: bytes) -> str:
    """Return the meaning of the result that ends the game, if the Result tag says the same."""
    span = game.result_token
    if span is None:
        return ""
    text = raw[span[0] : span[1]]
    # Where the word stands once, it stands in this tag; in a comment it would do no harm.
    if raw.count(b"Result") != 1 or b'[Result "' + text + b'"]' not in raw:
        return ""
    return _MEANINGS.get(text, "")
