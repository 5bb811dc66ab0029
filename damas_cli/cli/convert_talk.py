"""What `damas convert` says at the end: of how many games something was not as it is elsewhere."""

from __future__ import annotations

from ..convert.run import Conversion
from ..language import Words
from .environment import Environment


def say_what_was_done(env: Environment, conversion: Conversion) -> None:
    """Say how many games were copied as they are, and what else there is to say of some."""
    words, remarks = env.words, conversion.remarks
    kept = conversion.incomplete - remarks["too-large"]
    if kept:
        env.say(
            words.plural(
                "{number} game could not be read whole; its text is kept as it stands",
                "{number} games could not be read whole; their texts are kept as they stand",
                kept,
            )
        )
    for name, number in sorted((+remarks).items()):
        env.say(REMARKS[name](words, number))
    if not conversion.games:
        env.say(words("no games"))


def _of_other_rules(words: Words, number: int) -> str:
    return words.plural(
        "{number} game cannot be written so and keeps its squares and GameType",
        "{number} games cannot be written so and keep their squares and GameType",
        number,
    )


def _stopped(words: Words, number: int) -> str:
    return words.plural(
        "{number} game could not be played to its end; its last position is the one reached",
        "{number} games could not be played to their end; their last position is the one reached",
        number,
    )


def _without_position(words: Words, number: int) -> str:
    return words.plural(
        "{number} game has no position and is left out",
        "{number} games have no position and are left out",
        number,
    )


def _too_large(words: Words, number: int) -> str:
    return words.plural(
        "{number} game is larger than 16 MiB; only its beginning is kept",
        "{number} games are larger than 16 MiB; only their beginning is kept",
        number,
    )


#: How each of `damas_cli.convert.Writer.remarks` is said.
REMARKS = {
    "no-position": _without_position,
    "numbering": _of_other_rules,
    "stopped": _stopped,
    "too-large": _too_large,
}
