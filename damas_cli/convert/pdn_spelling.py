"""How the moves and numbers of a judged game are spelt in canonical PDN.

A move is written as PDN writes it only where it is legal and certain; a number only where the game
counts well, or where it is certain how it should. All else stays as it is written, so that no
fault goes out of sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from damas_cli.check.fixes.net import Masks, positions
from damas_cli.check.fixes.places import Place
from damas_cli.check.numbers import FROM_ONE, Count, Segment, corrections, counted, slips
from damas_cli.check.regulation import Rulebook
from damas_cli.check.replay import Replay
from damas_cli.check.ruling import judged, replayed
from damas_cli.check.run import told
from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game
from damas_cli.rules.captures import TooManyCaptures
from damas_cli.rules.judge import readings_of
from damas_cli.rules.move import Move
from damas_cli.rules.notation import read_move
from damas_cli.rules.variant import Variant

# Signs that are read as a capture's, whatever the variant writes.
_CAPTURES = str.maketrans("X:", "xx")


class Judged:
    """A game and what its replay says of how it is written.

    Attributes:
        check: the judgement; None where nothing is wrong and every move is written as two squares.
        variant: the rules it was judged by.
        is_certain: whether the moves are those of these rules.
        replays: the replay of each line that could be begun, the main line first; empty where the
            judgement is None.
    """

    __slots__ = ("_rulebook", "check", "game", "is_certain", "replays", "variant")

    def __init__(self, game: Game, rulebook: Rulebook) -> None:
        self.game = game
        self._rulebook = rulebook
        self.check = judged(game, rulebook)
        self.replays: list[Replay] = []
        check = self.check
        if check is None:
            self.variant = rulebook.of(game)[1].variant
            self.is_certain = True
            return
        self.variant = check.variant
        place = Place(game, b"\n", check, is_forced=rulebook.forced)
        self.is_certain = not place.stops or place.rules_are_certain
        if check.main is not None:
            self.replays = [check.main]
            if check.main.line.variations:
                self.replays = replayed(game, rulebook).replays or []

    @property
    def starts_from_fen(self) -> bool:
        """Whether the game begins from a position of its own."""
        return self.check is not None and self.check.starts_from_fen

    def positions(self) -> dict[str | None, Masks]:
        """Return the positions of each line of which something was played, by its label.

        The replays lend them: they have to be asked for before the next game is judged.
        """
        if self.check is None:
            lines = positions(self.game, self._rulebook, None).items()
            return {label: masks for label, (_, masks) in lines}
        return {
            replay.line.label: [replay.history.masks(i) for i in range(replay.played + 1)]
            for replay in self.replays
            if replay.played
        }

    def codes(self) -> Counter[str]:
        """Count the findings that are told of the game."""
        found = [] if self.check is None else self.check.placed()
        told_ = told(self.game, found, None, tells_encoding=False)
        return Counter(finding.code for finding in told_)


# Moves.


def canonical_moves(found: Judged) -> dict[int, str]:
    """Return the texts of the moves that are written otherwise, by where they start."""
    game, sign = found.game, found.variant.capture_sign
    if found.check is None:
        return _signs(game, sign)
    if not found.is_certain:
        return {}
    written = (move for replay in found.replays for move in played_moves(replay))
    return {start: text for start, end, text in written if game.raw[start:end] != text.encode()}


def _signs(game: Game, sign: str) -> dict[int, str]:
    """Return the captures of a clean game whose sign is another one than the variant's."""
    found = {}
    if any(other in game.raw for other in (b"X", b":", b"x") if other != sign.encode()):
        spans = game.spans(k.MOVE)
        for start, end in zip(spans[::2], spans[1::2], strict=True):
            text = game.raw[start:end].decode("ascii")
            right = text.translate(_CAPTURES).replace("x", sign)
            if right != text:
                found[start] = right
    return found


def played_moves(replay: Replay) -> Iterator[tuple[int, int, str]]:
    """Yield the moves that were played: where each starts and ends, and its canonical text.

    What breaks a law has none, nor a text that does not say by itself which move it is: the moves
    after it may settle that, but of readings that come to the same position any one is taken.
    """
    spans = replay.line.spans
    for index in range(replay.played):
        text = _written(replay, index)
        if text is not None:
            yield spans[2 * index], spans[2 * index + 1], text


def _written(replay: Replay, index: int) -> str | None:
    """Return the canonical text of a played move, if it is certain."""
    if index not in replay.by_hand:
        variant = replay.check.variant
        sign = variant.capture_sign if replay.captures(index) else "-"
        named = read_move(replay.text(index), variant.board)[0]
        return sign.join(map(variant.board.label, named))
    move: Move | None = replay.by_hand[index]
    return move.text if move is not None and _is_plain(replay, index) else None


def _is_plain(replay: Replay, index: int) -> bool:
    """Tell whether the text of a move fits one legal move, whatever follows."""
    try:
        return len(readings_of(replay.position(index), replay.text(index))) == 1
    except TooManyCaptures:
        return False


# Numbers.


def canonical_counts(found: Judged) -> Sequence[list[Segment]] | None:
    """Return how the lines of a game count, in the order of the text.

    None where its numbers stay as they are: where some are wrong and it is not certain which ones
    are meant, and where dots stand for a move.
    """
    game = found.game
    if game.kinds >> k.ELLIPSIS & 1:
        return None
    from_fen = found.starts_from_fen
    if found.check is not None and any(True for _ in slips(game, from_fen)):
        if any(finding.stopped for finding in found.check.findings):
            return None
        if not all(each.is_certain for each in corrections(game, from_fen)):
            return None
    known: tuple[Count, ...] = () if from_fen else (FROM_ONE,)
    if from_fen and not game.kinds >> k.MOVE_NUMBER & 1:
        known = (_first_count(game, found.variant),)
    return [segments for _, segments in counted(game, known)]


def _first_count(game: Game, variant: Variant) -> Count:
    """Return how a game without numbers counts that begins from a FEN."""
    tag = game.tag("FEN")
    turn = tag.value.strip()[:1].upper() if tag is not None else ""
    return Count(int(turn in ("W", "B") and turn != variant.first), 0)
