"""When two games are copies of each other: what they have in common, as a digest.

The moves are compared by what they mean: the positions that they lead to. Two moves that lead from
one position to the same one are the same move, however they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from damas_cli.check.regulation import Rulebook
from damas_cli.language import Phrase, SpokenError
from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game

from .folding import folded
from .line import MainLine, main_line_of
from .tag_values import is_tag_name, recorded_result, tag_value

MOVES, FINAL = "moves", "final"
#: 128 bits: among a million games the chance that two others have the same is 1 to 10^26.
DIGEST_BYTES = 16
# The faults of a game whose moves could all be read for all that.
_OF_TAGS = frozenset(("S004",))
# What there is of a game is not all of it, or was not looked into.
_LIMIT = "S006"
# What the moves of a main line are, where their meaning is not known.
_WRITTEN = 1 << kinds.SETUP | kinds.TURNS


class RuleError(SpokenError):
    """There is no such rule."""


class Rule(NamedTuple):
    """What copies have in common.

    Attributes:
        by: `moves` or `final`, the last position and the number of moves.
        tags: the names of tags that have to be the same, too.
    """

    by: str = MOVES
    tags: tuple[str, ...] = ()

    @classmethod
    def parsed(cls, text: str) -> Rule:
        """Return the rule that `text` is: `moves` or `final`, and `+` and tags parted by commas.

        >>> Rule.parsed("moves+White,Black")
        Rule(by='moves', tags=('White', 'Black'))

        Raises:
            RuleError: it is none.
        """
        by, plus, names = text.strip().partition("+")
        tags = tuple(name.strip() for name in names.split(",")) if plus else ()
        if by.strip().lower() not in (MOVES, FINAL):
            raise RuleError(
                Phrase("{text!r} is no rule; one is moves, final or moves+White,Black", text=text)
            )
        for name in tags:
            if not is_tag_name(name):
                raise RuleError(Phrase("{name!r} is no name of a tag", name=name))
        return cls(by.strip().lower(), tags)


def digest_of(game: Game, text: bytes, rule: Rule, rulebook: Rulebook) -> bytes:
    """Return what a game and its copies have in common; empty of a game that has no copies.

    `text` is the game as it stands. Where what is to be compared cannot be read, copies are games
    with the same text.
    """
    codes = {problem.code for problem in game.problems}
    if _LIMIT in codes:
        return b""
    parts: Iterator[bytes] | None = None
    if not codes - _OF_TAGS:
        parts = _parts(game, rule, rulebook)
    digest = blake2b(digest_size=DIGEST_BYTES)
    for part in parts or (b"text", text):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()


def _parts(game: Game, rule: Rule, rulebook: Rulebook) -> Iterator[bytes] | None:
    """Return what is compared of a game that could be read whole, or None for its text."""
    tags = [_comparable(game, name) for name in rule.tags]
    line = main_line_of(game, rulebook)
    has_moves = line is not None and line.plies > 0
    if not has_moves and not any(tags) and not any(_tokens(game)):
        # Nothing tells them apart, and nothing tells that they are the same.
        return None
    return _all_parts(game, rule, line, tags)


def _all_parts(game: Game, rule: Rule, line: MainLine | None, tags: list[str]) -> Iterator[bytes]:
    yield from (tag.encode("utf-8", "surrogatepass") for tag in tags)
    if line is None or not line.is_whole or not line.is_regular:
        yield from _as_written(game, line)
        return
    yield rule.by.encode()
    yield line.variant.name.encode()
    first = 0 if rule.by == MOVES else line.plies
    yield line.plies.to_bytes(8, "little")
    yield b"W" if line.white_to_move(first) else b"B"
    yield line.history.part(first, line.plies).words.tobytes()


def _as_written(game: Game, line: MainLine | None) -> Iterator[bytes]:
    """Yield the moves as they are written, and what they are written of."""
    yield b"as written"
    yield b"" if line is None else line.variant.name.encode()
    for name in ("GameType", "FEN"):
        yield folded(tag_value(game, name)).encode("utf-8", "surrogatepass")
    yield from _tokens(game)


def _tokens(game: Game) -> Iterator[bytes]:
    """Yield the moves of the main line and what else leads from one position to another."""
    tape, raw, depth = game.tape, game.raw, 0
    for at in range(0, len(tape), 3):
        kind = tape[at]
        depth += (kind == kinds.LPAR) - (kind == kinds.RPAR)
        if not depth and _WRITTEN >> kind & 1:
            yield b"".join(raw[tape[at + 1] : tape[at + 2]].split())


def _comparable(game: Game, name: str) -> str:
    """Return the value of a tag as it is compared; a result by its meaning."""
    if name.casefold() == "result":
        return recorded_result(game).meaning
    return folded(tag_value(game, name))
