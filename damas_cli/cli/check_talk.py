"""What `damas check` says on standard error, beside what cannot be read."""

from __future__ import annotations

from collections import Counter

from ..check.reporters import visible
from ..check.tally import Tally
from ..language import Phrase, Words
from .environment import Environment


def say_what_fits(env: Environment, path: str, misfits: Counter[str]) -> None:
    """Name the variants that games fit which do not fit their own: a rulebook's `misfits`."""
    games = misfits[""]
    fits = ", ".join(f"{name} ({count})" for name, count in misfits.most_common() if name)
    env.say(
        env.words.plural(
            "{path}: {number} game does not fit the rules that it is judged by, but fits several "
            "variants: {fits}; choose one with --variant",
            "{path}: {number} games do not fit the rules that they are judged by, but fit several "
            "variants: {fits}; choose one with --variant",
            games,
            path=visible(path),
            fits=fits,
        )
    )


def say_what_was_done(env: Environment, total: Tally, seconds: float) -> None:
    """Say the closing line."""
    words = env.words
    env.say(
        words(
            "{games}, {findings} ({errors}, {warnings}) in {seconds} s",
            games=_games(words, total.games),
            findings=_findings(words, total.findings),
            errors=words.plural("{number} error", "{number} errors", total.errors),
            warnings=words.plural("{number} warning", "{number} warnings", total.warnings),
            seconds=words.decimal(seconds),
        )
    )


def say_what_fix_mends(env: Environment, total: Tally) -> None:
    """Say for how many of the findings `--fix` may have a remedy."""
    if total.mended:
        codes = ", ".join(f"{code} {count}" for code, count in sorted(total.mended.items()))
        env.say(
            env.words("--fix mends what it safely can of {codes}; --diff shows it", codes=codes)
        )


def say_what_a_file_had(env: Environment, path: str, games: int, findings: int) -> None:
    """Say how many games and findings there were in a file."""
    words = env.words
    env.say(
        words(
            "{path}: {games}, {findings}",
            path=visible(path),
            games=_games(words, games),
            findings=_findings(words, findings),
        )
    )


def complain_of_lost_game(env: Environment, path: str, line: int, game: int, why: Phrase) -> None:
    """Say that a game could not be judged, and what to do about it."""
    env.complain(
        env.words(
            "{path}:{line}: game {number} was not judged: {why}; if the memory ran out, close "
            "other programs and check this game by itself, else please report it",
            path=visible(path),
            line=line,
            number=game,
            why=why,
        )
    )


def _games(words: Words, number: int) -> str:
    return words.plural("{number} game", "{number} games", number)


def _findings(words: Words, number: int) -> str:
    return words.plural("{number} finding", "{number} findings", number)
