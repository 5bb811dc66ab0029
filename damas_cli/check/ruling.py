"""The judgement of a game by the rules it is played by: its GameType's, or those that it fits.

A game whose moves do not fit its own rules is tried by the others that PDN numbers. If exactly one
set of move rules lets the whole main line be played, the GameType is wrong (T004).
"""

from __future__ import annotations

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.fen import FenError, parse_fen
from damas_cli.rules.gametype import VARIANTS, parse_gametype
from damas_cli.rules.judge import judge
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant

from .finding import Finding
from .game import GameCheck
from .gametype import GameTypeReading
from .lines import main_line
from .plain import is_plainly_clean
from .regulation import Regulation, Rulebook

# A game with one of these breaks the way that pieces move, and its own rules say nothing about it;
# a broken law of capturing is never hidden by rules that do not have it.
NOT_THESE_RULES = frozenset(("M001", "M006", "M007"))
# A few pieces and moves fit some board or other by chance: from a FEN that the game's own rules can
# read, so short a line proves nothing.
FEW_PLIES = 6
# By the rule family: squares numbered from the top, on a board that stands as the English one does
# or as the Italian.
FROM_THE_TOP = {"spanish": ("24,W,8,8,N2,0", "24,W,8,8,N2,1")}


def check_game(game: Game, rulebook: Rulebook) -> list[Finding]:
    """Return what is wrong with `game`, ascending by place and code."""
    check = judged(game, rulebook)
    return [] if check is None else check.placed()


def judged(game: Game, rulebook: Rulebook) -> GameCheck | None:
    """Return the judgement of `game` that holds, by its own rules or by those that it fits.

    None if nothing is wrong, and that is plain to see.
    """
    reading, regulation = rulebook.of(game)
    if (reading is None or not reading.reason) and is_plainly_clean(game, regulation):
        return None
    return _in_full(game, rulebook, reading, regulation)


def replayed(game: Game, rulebook: Rulebook) -> GameCheck:
    """Return the judgement of `game` that holds, with the replays of all its lines."""
    return _in_full(game, rulebook, *rulebook.of(game), keeps_replays=True)


def _in_full(
    game: Game,
    rulebook: Rulebook,
    reading: GameTypeReading | None,
    regulation: Regulation,
    *,
    keeps_replays: bool = False,
) -> GameCheck:
    check = GameCheck(game, regulation, reading, keeps_replays=keeps_replays)
    check.judge()
    if reading is not None and reading.variant is None:
        return check
    if not check.replays_whole and len(game.spans(kinds.MOVE)):
        check = _by_other_readings(check, reading, rulebook)
        # Who names the rules to judge by wants these and no others.
        if not check.replays_whole and not rulebook.forced:
            check = _by_other_rules(check, rulebook)
    return check


def _by_other_readings(
    check: GameCheck, reading: GameTypeReading | None, rulebook: Rulebook
) -> GameCheck:
    """Take the GameType for what else it may mean, where the moves are not those of its variant."""
    if reading is None or not _moves_otherwise(check) or _proves_nothing(check):
        return check
    for variant, reason in reading.others:
        meant = GameTypeReading(reading.value, variant, reason)
        other = _again(check, rulebook.regulation(variant), meant)
        # How the squares are written may show though a slip follows; another program's use of the
        # number has to bear out the whole game.
        far = reason == "squares" and other.plies_played >= FEW_PLIES
        if (other.replays_whole or far) and other.plies_played > check.plies_played:
            check = other
    return check


def _by_other_rules(check: GameCheck, rulebook: Rulebook) -> GameCheck:
    """Look for the one other set of move rules that the main line fits, and tell of it."""
    if _proves_nothing(check):
        return check
    own = check.variant
    fits: dict[tuple[str, ...], GameCheck] = {}
    for variant in map(get_variant, VARIANTS.values()):
        rules = _rules(variant)
        if rules not in fits and (rules != _rules(own) or _numbering(variant) != _numbering(own)):
            _try(check, variant, rulebook, fits)
    if len(fits) > 1 and _moves_otherwise(check):
        rulebook.misfits[""] += 1
        rulebook.misfits.update(other.variant.name for other in fits.values())
    if not fits and _is_numeric(check):
        for variant in _otherwise_numbered(own):
            _try(check, variant, rulebook, fits)
    return _told(check, next(iter(fits.values()))) if len(fits) == 1 else check


def _try(
    check: GameCheck,
    variant: Variant,
    rulebook: Rulebook,
    fits: dict[tuple[str, ...], GameCheck],
) -> None:
    """Judge the game as `variant`, and note it in `fits` if the whole main line can be played."""
    if breaks_soon(check.game, rulebook.regulation(variant)):
        return
    reading = check.reading
    if reading is not None and reading.reason:
        reading = GameTypeReading(reading.value, variant, reading.reason)
    other = _again(check, rulebook.regulation(variant), reading)
    if other.replays_whole:
        fits[_rules(variant)] = other


def breaks_soon(game: Game, regulation: Regulation) -> bool:
    """Tell whether the main line surely cannot be played whole by these rules, quickly seen.

    Most games fit few rules, and most rules are broken within a few plies.
    """
    line = main_line(game)
    end = min(line.specials, default=len(line))
    variant, kernel, history = regulation.variant, regulation.kernel, regulation.history
    first, *masks = regulation.start
    tag = game.tag("FEN")
    if tag is not None and tag.value.strip():
        try:
            turn, *masks = parse_fen(tag.value, variant.board)
        except FenError:
            return True
        first = turn == "W"
    history.reserve(len(line))
    history.put(0, masks)
    spans, squares = line.spans, regulation.squares
    at = kernel.replay(game.raw, spans, 0, end, history.words, first, squares)
    if at == end:
        return False
    turn = "W" if first == (at % 2 == 0) else "B"
    try:
        verdict = judge(
            Position(variant, turn, *history.masks(at)), game.text(*spans[2 * at : 2 * at + 2])
        )
    except TooManyCaptures:
        return True
    return bool(verdict.fault) and not verdict.completions


def _again(check: GameCheck, regulation: Regulation, reading: GameTypeReading | None) -> GameCheck:
    """Judge the game of `check` by another regulation."""
    keeps_replays = check.replays is not None
    other = GameCheck(check.game, regulation, reading, keeps_replays=keeps_replays)
    other.judge()
    return other


def _moves_otherwise(check: GameCheck) -> bool:
    """Tell whether the main line breaks the way its own variant's pieces move."""
    return check.main is None or any(
        finding.code in NOT_THESE_RULES and finding.variation is None for finding in check.findings
    )


def _proves_nothing(check: GameCheck) -> bool:
    """Tell whether the game is but a few moves from a position that its own board has."""
    main = check.main
    return main is not None and check.starts_from_fen and len(main.line) < FEW_PLIES


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
        fits=fitting.title,
        gametype=fitting.gametype if reason else fitting.number,
        own=own.title,
    )
    return judged


def _rules(variant: Variant) -> tuple[str, ...]:
    """Return what tells sets of move rules apart: neither draw laws nor a mirror do."""
    return variant.family or variant.name, str(variant.rows)


def _numbering(variant: Variant) -> tuple[str, bool]:
    """Return what tells the numbers of squares apart; the same for a board and its mirror."""
    row, _, side = variant.board.first_square.partition("-")
    return row, (side == "left") == variant.board.bottom_left_plays


def _is_numeric(check: GameCheck) -> bool:
    """Tell whether the game's moves are written with the numbers of squares."""
    spans = check.game.spans(kinds.MOVE)
    return check.game.raw[spans[0] : spans[0] + 1].isdigit()


def _otherwise_numbered(own: Variant) -> list[Variant]:
    """Return `own` with its squares numbered as programs do that number every board alike."""
    found = []
    for text in FROM_THE_TOP.get(own.family, ()):
        gametype = parse_gametype(text)
        assert gametype is not None
        found.append(own.as_written(gametype))
    return found
