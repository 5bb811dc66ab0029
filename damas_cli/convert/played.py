"""A game with the moves that its texts mean: what every format is made from."""

from __future__ import annotations

from functools import cached_property

from damas_cli.check.finding import Finding
from damas_cli.check.game import GameCheck
from damas_cli.check.lines import SPECIAL, main_line
from damas_cli.check.regulation import Regulation, Rulebook
from damas_cli.check.replay import Replay
from damas_cli.check.ruling import replayed
from damas_cli.check.run import told
from damas_cli.pdn import engine, kinds
from damas_cli.pdn.model import Game
from damas_cli.rules.judge import readings_of
from damas_cli.rules.move import Move
from damas_cli.rules.notation import read_move
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant


class PlayedMove:
    """A move of a game, or what stands in its place.

    Attributes:
        ply: counted as in the game, from 1.
        text: as it is written.
        before: the position it is played in; None where that is not known.
        start: where the text stands in the game's raw text, which is `MoveNode.start`.
    """

    __slots__ = ("_index", "_move", "_replay", "_sought", "before", "ply", "start", "text")

    def __init__(self, replay: Replay, index: int) -> None:
        line = replay.line
        self._replay = replay
        self._index = index
        self._sought = False
        self._move: Move | None = None
        self.ply = line.first_ply + index
        self.start = line.spans[2 * index]
        self.text = replay.text(index)
        known = index < replay.played or (index == replay.played and not replay.lost)
        self.before: Position | None = replay.position(index) if known else None

    def __repr__(self) -> str:
        return f"<PlayedMove {self.ply} {self.text}>"

    @property
    def is_played(self) -> bool:
        """Whether it was played on the board, legal or not."""
        return self._index < self._replay.played

    @property
    def move(self) -> Move | None:
        """The legal move that it is; None where it is illegal or was not played."""
        if not self._sought:
            self._sought = True
            self._move = self._find_move()
        return self._move

    def _find_move(self) -> Move | None:
        if not self.is_played or self.before is None:
            return None
        by_hand = self._replay.by_hand
        if self._index in by_hand:
            return by_hand[self._index]
        return readings_of(self.before, self.text)[0]

    @property
    def after(self) -> Position | None:
        """The position after it, before any setup that follows; None where it was not played."""
        if not self.is_played or self.before is None:
            return None
        move = self.move
        if move is not None:
            return self.before.put(move.origin, move.destination, move.captured)
        following = self._replay.line.specials.get(self._index + 1, ())
        if any(special.kind == kinds.SETUP for special in following):
            return None
        return self._replay.position(self._index + 1)

    @property
    def canonical(self) -> str:
        """The move in the writer's form; as it is written where it is none that is legal."""
        if not self.is_played:
            return self.text
        replay, index = self._replay, self._index
        if index in replay.by_hand:
            move = replay.by_hand[index]
            return self.text if move is None else move.text
        # What the kernel played names one legal move by its two squares.
        variant = replay.check.variant
        origin, destination = read_move(self.text, variant.board)[0]
        sign = variant.capture_sign if replay.captures(index) else "-"
        return f"{variant.board.label(origin)}{sign}{variant.board.label(destination)}"


class Played:
    """A game and what its moves mean.

    What is asked for is worked out when it is asked for: of a game that is plain in every way the
    texts of the moves cost little, and everything else a replay.
    """

    def __init__(self, game: Game, rulebook: Rulebook) -> None:
        """Take `game`, to be played by the rules that `rulebook` has for it."""
        self.game = game
        self.number = game.number
        self._rulebook = rulebook

    def __repr__(self) -> str:
        return f"<Played {self.game!r}>"

    @cached_property
    def check(self) -> GameCheck:
        """The judgement of the game, with the replays of its lines."""
        return replayed(self.game, self._rulebook)

    @cached_property
    def variant(self) -> Variant | None:
        """The variant that the game is one of; None for one that damas does not play."""
        if self._plain_texts is not None:
            return self._rulebook.of(self.game)[1].variant
        reading = self.check.reading
        if reading is not None and reading.variant is None:
            return None
        return self.check.variant

    @property
    def is_whole(self) -> bool:
        """Whether all of the game could be read; if not, `faults` tells what could not."""
        return not self.game.problems

    @property
    def faults(self) -> list[Finding]:
        """The findings about what could not be read."""
        if self.is_whole:
            return []
        codes = {problem.code for problem in self.game.problems}
        return [finding for finding in self.check.placed() if finding.code in codes]

    @cached_property
    def findings(self) -> list[Finding]:
        """What `damas check` finds in the game and no comment hides, by place."""
        return told(self.game, self.check.placed(), None, tells_encoding=False)

    @property
    def raw(self) -> str:
        """The game's text as it stands in its file, decoded."""
        return self.game.text(0, len(self.game.raw))

    # ---- moves

    @cached_property
    def texts(self) -> list[str]:
        """The moves of the main line in the writer's form, those as written that are not legal."""
        if self._plain_texts is not None:
            return self._plain_texts
        if self.check.main is None:
            return written_texts(self.game)
        return [move.canonical for move in self.main]

    @cached_property
    def _plain_texts(self) -> list[str] | None:
        return _plain_texts(self.game, *self._rulebook.of(self.game))

    @cached_property
    def start(self) -> Position | None:
        """The position that the main line starts from; None where it cannot be read."""
        main = self.check.main
        return main.position(0) if main is not None else None

    @property
    def end(self) -> Position | None:
        """The position that the main line leads to, as far as it could be played."""
        main = self.check.main
        if main is None or main.lost:
            return None
        return main.position(main.played)

    @property
    def first_illegal(self) -> int | None:
        """The ply of the first move of the main line that is not legal or could not be played."""
        if self._plain_texts is not None:
            return None
        main = self.check.main
        if main is None:
            return 1 if self.texts else None
        broken = [index for index, move in main.by_hand.items() if move is None]
        if main.played < len(main.line):
            broken.append(main.played)
        return min(broken) + 1 if broken else None

    @cached_property
    def main(self) -> list[PlayedMove]:
        """The moves of the main line."""
        replays = self.check.replays
        if self.check.main is None or not replays:
            return []
        return _moves(replays[0])

    def at(self, start: int) -> PlayedMove | None:
        """Return the move, of any line, whose text begins at `start` of the raw text.

        None where nothing is known of it: in a variation of a move that was never reached.
        """
        return self._by_start.get(start)

    @cached_property
    def _by_start(self) -> dict[int, PlayedMove]:
        found = {move.start: move for move in self.main}
        for replay in (self.check.replays or [])[1:]:
            found.update((move.start, move) for move in _moves(replay))
        return found


def _moves(replay: Replay) -> list[PlayedMove]:
    return [PlayedMove(replay, index) for index in range(len(replay.line))]


def _plain_texts(game: Game, reading: object, regulation: Regulation) -> list[str] | None:
    """Return the moves of a game in which each is legal and in the writer's form, quickly seen.

    None of any other game, and of one from a position of its own or with variations.
    """
    if getattr(reading, "reason", "") or game.problems or game.kinds & SPECIAL:
        return None
    raw = game.raw
    spans = game.spans(kinds.MOVE)
    plies = len(spans) // 2
    written = engine.is_plainly_written(
        raw, game.tape, kinds.MOVE_NUMBER, kinds.MOVE, regulation.algebraic
    )
    if b"FEN" in raw or not written:
        return None
    history = regulation.history
    history.reserve(plies)
    first, *masks = regulation.start
    history.put(0, masks)
    squares, strict = regulation.squares, 1 + regulation.dash_captures
    replay = regulation.kernel.replay
    if replay(raw, spans, 0, plies, history.words, first, squares, strict) < plies:
        return None
    text = raw.decode("latin-1")
    return [text[spans[at] : spans[at + 1]] for at in range(0, 2 * plies, 2)]


def written_texts(game: Game) -> list[str]:
    """Return the moves of the main line as they are written, unknown moves among them."""
    spans = main_line(game).spans
    return [game.text(spans[at], spans[at + 1]) for at in range(0, len(spans), 2)]
