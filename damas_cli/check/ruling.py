"""The judgement of a game by the rules it is played by: its GameType's, or those that it fits.

A game whose moves do not fit its own rules is tried by the others that PDN numbers. If exactly one
set of move rules lets the whole main line be played, the GameType is wrong (T004).
"""

from __future__ import annotations

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.rules.gametype import VARIANTS, parse_gametype
from damas_cli.rules.variant import Variant, get_variant

from .finding import Finding
from .game import GameCheck
from .gametype import GameTypeReading
from .plain import is_plainly_clean
from .regulation import Rulebook

# A game with one of these breaks the way that pieces move, and its own rules say nothing about it;
# a broken law of capturing is never hidden by rules that do not have it.
NOT_THESE_RULES = frozenset(("M001", "M006", "M007"))
# A few pieces and moves fit some board or other by chance: from a FEN that the game's own rules can
# read, so short a line proves nothing.
FEW_PLIES = 6
# Spanish games of programs that number every board from the top, as English draughts are.
FROM_THE_TOP = {"spanish": "24,W,8,8,N2,0"}


def check_game(game: Game, rulebook: Rulebook) -> list[Finding]:
    """Return what is wrong with `game`, ascending by place and code."""
    reading, regulation = rulebook.of(game)
    if (reading is None or not reading.reason) and is_plainly_clean(game, regulation):
        return []
    check = GameCheck(game, regulation, reading)
    check.judge()
    if reading is not None and reading.variant is None:
        return check.placed()
    if not check.replays_whole and game.kinds >> kinds.MOVE & 1:
        check = _by_other_readings(check, reading, rulebook)
        # Who names the rules to judge by wants these and no others.
        if not check.replays_whole and not rulebook.forced:
            check = _by_other_rules(check, rulebook)
    return check.placed()


def _by_other_readings(
    check: GameCheck, reading: GameTypeReading | None, rulebook: Rulebook
) -> GameCheck:
    """Take the GameType for what else it may mean, if the main line is then played further."""
    if reading is None:
        return check
    for variant, reason in reading.others:
        meant = GameTypeReading(reading.value, variant, reason)
        other = GameCheck(check.game, rulebook.regulation(variant), meant)
        other.judge()
        if other.plies_played > check.plies_played:
            check = other
    return check


def _by_other_rules(check: GameCheck, rulebook: Rulebook) -> GameCheck:
    """Look for the one other set of move rules that the main line fits, and tell of it."""
    if check.main is not None and check.starts_from_fen and len(check.main.line) < FEW_PLIES:
        return check
    fits: dict[tuple[str, ...], GameCheck] = {}
    for variant in _others(check.regulation.variant):
        rules = _rules(variant)
        if rules not in fits:
            other = GameCheck(check.game, rulebook.regulation(variant), check.reading)
            other.judge()
            if other.replays_whole:
                fits[rules] = other
    if len(fits) > 1 and _moves_otherwise(check):
        rulebook.misfits[""] += 1
        rulebook.misfits.update({other.variant.name for other in fits.values()})
    return _told(check, next(iter(fits.values()))) if len(fits) == 1 else check


def _moves_otherwise(check: GameCheck) -> bool:
    """Tell whether the game breaks the way its own variant's pieces move."""
    return check.main is None or any(f.code in NOT_THESE_RULES for f in check.findings)


def _told(check: GameCheck, other: GameCheck) -> GameCheck:
    """Return the judgement that holds, with what is told of the rules that the moves fit."""
    own, fitting = check.variant, other.variant
    hidden = _moves_otherwise(check)
    judged = other if hidden else check
    reason = "numbering" if _rules(own) == _rules(fitting) else ""
    judged.add(
        "T004",
        reason if hidden else "laws-broken",
        *judged.gametype_span(),
        fits=fitting.title["en"],
        gametype=fitting.gametype if reason else fitting.number,
        own=own.title["en"],
    )
    return judged


def _rules(variant: Variant) -> tuple[str, ...]:
    """Return what tells sets of move rules apart: neither draw laws nor a mirror do."""
    return variant.family or variant.name, str(variant.rows)


def _numbering(variant: Variant) -> tuple[str, bool]:
    """Return what tells the numbers of squares apart; the same for a board and its mirror."""
    row, _, side = variant.board.first_square.partition("-")
    return row, (side == "left") == variant.board.bottom_left_plays


def _others(own: Variant) -> list[Variant]:
    """Return the variants of PDN's table that are not `own`, by another name or another way to
    number the squares.
    """
    known = [get_variant(name) for name in VARIANTS.values()]
    for name, text in FROM_THE_TOP.items():
        gametype = parse_gametype(text)
        assert gametype is not None
        known.append(get_variant(name).as_written(gametype))
    return [
        variant
        for variant in known
        if _rules(variant) != _rules(own) or _numbering(variant) != _numbering(own)
    ]
