"""Where an opening tree begins: at the start, after some moves, or at a position."""

from __future__ import annotations

from damas_cli.language import Phrase, SpokenError
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.fen import FenError
from damas_cli.rules.judge import AmbiguousMove, IllegalMove
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant, variant_names

from . import StatsOptions


class NoSuchRoot(SpokenError, ValueError):
    """No variant that is asked for has the position that a tree is to begin with.

    Attributes:
        option: what asks for it, `--after` or `--fen`.
    """

    def __init__(self, phrase: Phrase, option: str) -> None:
        super().__init__(phrase)
        self.option = option


def root_of(variant: Variant, options: StatsOptions) -> Position | None:
    """Return the position that the tree of a variant begins with; None if there is none."""
    try:
        return _root(variant, options)
    except (FenError, IllegalMove, AmbiguousMove, TooManyCaptures):
        return None


def check_root(options: StatsOptions) -> None:
    """Refuse a beginning that no game can have.

    Raises:
        NoSuchRoot: it is none in the variant that is asked for, or without one in any.
    """
    first = options.variant or get_variant()
    option = "--after"
    try:
        _root(first, options)
    except FenError as error:
        from damas_cli.check.messages import bad_fen  # only here: it is slow to import

        problem, option = bad_fen(error, first), "--fen"
    except IllegalMove as error:
        problem = Phrase("{move!r} is no legal move there", move=error.text)
    except AmbiguousMove as error:
        meant = ", ".join(map(str, error.readings))
        problem = Phrase("{move} may mean several moves: {meant}", move=error.text, meant=meant)
    except TooManyCaptures as error:
        problem = error.phrase
    else:
        return
    others = () if options.variant is not None else map(get_variant, variant_names())
    if not any(root_of(variant, options) for variant in others):
        raise NoSuchRoot(problem, option)


def _root(variant: Variant, options: StatsOptions) -> Position:
    is_given = bool(options.fen)
    position = Position.from_fen(options.fen, variant) if is_given else Position.start(variant)
    for move in moves_in(options.after):
        position = position.play(move)
    return position


def moves_in(text: str) -> list[str]:
    """Return the moves of a text; move numbers are left out.

    >>> moves_in("1. 10-14 22-18 2.5-10")
    ['10-14', '22-18', '5-10']
    """
    words = (word.rpartition(".")[2] for word in text.split())
    return [word for word in words if word and not word.isdigit()]
