"""The quick look that most games pass: nothing is wrong, and it is plain to see."""

from __future__ import annotations

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from .lines import SPECIAL
from .regulation import Regulation
from .results import FIRST_WINS, SECOND_WINS, read_result


def is_plainly_clean(game: Game, regulation: Regulation) -> bool:
    """Tell whether nothing is wrong with `game`, where that is quickly seen.

    Most games are like that: from the start, without variations or setups, every move plainly
    legal, and one result that fits. The others are judged in full.
    """
    if game.problems or game.kinds & SPECIAL or game.tag("FEN") is not None:
        return False
    span, tag = game.result_token, game.tag("Result")
    if span is None or tag is None:
        return False
    result = read_result(tag.value)
    if not result.meaning or not result.known or tag.value != game.text(*span):
        return False
    spans = game.spans(kinds.MOVE)
    plies = len(spans) // 2
    positions = regulation.positions(plies)
    first, positions[0], positions[1], positions[2] = regulation.start
    kernel = regulation.kernel
    if kernel.replay(game.raw, spans, 0, plies, positions, first, regulation.squares) < plies:
        return False
    if kernel.find_draws(
        positions, plies, regulation.variant.repetition, regulation.no_progress
    ) != (0, 0):
        return False
    mover_is_first = plies % 2 == 0
    masks = positions[3 * plies : 3 * plies + 3]
    if kernel.has_moves(mover_is_first == first, *masks):
        return True
    return result.meaning == (SECOND_WINS if mover_is_first else FIRST_WINS)
