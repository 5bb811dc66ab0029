"""A game with the moves that its texts mean: what every format is made from."""

from __future__ import annotations

from array import array
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
from damas_cli.rules.captures import TooManyCaptures
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
    def is_legal(self) -> bool:
        """Whether it is a legal move, which costs less to tell than which one."""
        by_hand = self._replay.by_hand
        return self.is_played and (self._index not in by_hand or by_hand[self._index] is not None)

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
        if self._comes_before_a_setup:
            return None
        return self._replay.position(self._index + 1)

    @property
    def effect(self) -> tuple[int | None, bool | None]:
        """How many pieces it took, and whether it crowned a man; None where it is not known."""
        if not self.is_played or self.before is None:
            return None, None
        if self._comes_before_a_setup:
            move = self.move
            return (None, None) if move is None else (len(move.captured), move.promotes)
        before = self.before.white, self.before.black, self.before.kings
        after = self._replay.history.masks(self._index + 1)
        own, other = (0, 1) if self.before.turn == "W" else (1, 0)
        kings = [(masks[own] & masks[2]).bit_count() for masks in (before, after)]
        return before[other].bit_count() - after[other].bit_count(), kings[1] > kings[0]

    @property
    def _comes_before_a_setup(self) -> bool:
        """Whether the position that follows in the replay is another one than it led to."""
        following = self._replay.line.specials.get(self._index + 1, ())
        return any(special.kind == kinds.SETUP for special in following)

    @property
    def _says_it_all(self) -> bool:
        """Whether the text fits one legal move, whatever follows."""
        return self.before is not None and len(_readings(self.before, self.text)) == 1

    @property
    def canonical(self) -> str:
        """The move in the writer's form.

        As it is written where it is none that is legal, or where its text does not say by itself
        which one: the moves after it may settle that, but of captures that come to the same
        position any one is taken.
        """
        if not self.is_played:
            return self.text
        replay, index = self._replay, self._index
        if index in replay.by_hand:
            move = replay.by_hand[index]
            return self.text if move is None or not self._says_it_all else move.text
        if self._comes_before_a_setup and self.move is not None:
            return self.move.text
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

    def __init__(
        self, game: Game, rulebook: Rulebook, place: tuple[str, int | None] = ("-", None)
    ) -> None:
        """Take `game`, to be played by the rules that `rulebook` has for it.

        `place` is the file that it comes from and the line, None to count it from the game.
        """
        self.game = game
        self.number = game.number
        self.path, self._line = place
        self._rulebook = rulebook
        self._reading, self._regulation = rulebook.of(game)
        # Asked for of every game: a `cached_property`, with its lock, would cost more than it.
        self._has_looked = False
        self._plain: list[str] | None = None

    def __repr__(self) -> str:
        return f"<Played {self.game!r}>"

    def read_again(self, game: Game) -> Played:
        """Return `game`, played by the same rules, in the place of this one."""
        again = Played(game, self._rulebook, (self.path, self.line))
        again.number = self.number
        return again

    @property
    def line(self) -> int:
        """The line of the file that the game begins in."""
        if self._line is not None:
            return self._line
        tape = self.game.tape
        return self.game.locate(tape[1] if len(tape) else 0)[0]

    @cached_property
    def check(self) -> GameCheck:
        """The judgement of the game, with the replays of its lines."""
        return replayed(self.game, self._rulebook)

    @property
    def variant(self) -> Variant | None:
        """The variant that the game is one of; None for one that damas does not play."""
        if self._plain_texts is not None:
            return self._regulation.variant
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

    @property
    def texts(self) -> list[str]:
        """The moves of the main line in the writer's form, those as written that are not legal."""
        plain = self._plain_texts
        if plain is not None:
            return plain
        if self.check.main is None:
            return written_texts(self.game)
        texts = written_texts(self.game)
        for index in self._unlike_the_writer(self.check.main):
            texts[index] = self.main[index].canonical
        return texts

    def _unlike_the_writer(self, main: Replay) -> list[int]:
        """Return which moves of the main line may be written otherwise than the writer does."""
        if self.game.kinds & SPECIAL:
            return [*range(len(main.line))]
        raw, spans, played = self.game.raw, main.line.spans, main.played
        regulation = main.check.regulation
        found = set(main.by_hand)
        found.update(range(played, len(main.line)))
        index = engine.odd_move(raw, spans, 0, played, regulation.algebraic)
        while index < played:
            found.add(index)
            index = engine.odd_move(raw, spans, index + 1, played, regulation.algebraic)
        found.update(
            main.check.kernel.wrong_separators(
                raw, spans, main.history.words, 0, played, regulation.dash_captures
            )
        )
        signs = _other_signs(regulation)
        for index, text in enumerate(written_texts(self.game)):
            if any(sign in text for sign in signs):
                found.add(index)
        return sorted(found)

    @property
    def _plain_texts(self) -> list[str] | None:
        if not self._has_looked:
            self._has_looked = True
            self._plain = _plain_texts(self.game, self._reading, self._regulation)
        return self._plain

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
    def first_unsettled(self) -> int | None:
        """The ply of the first move of the main line that is not known to be legal.

        It is illegal, or nothing is known of it: it is an unknown move, for one.
        """
        if self._plain_texts is not None:
            return None
        main = self.check.main
        if main is None:
            return 1 if self.texts else None
        broken = [index for index, move in main.by_hand.items() if move is None]
        if main.played < len(main.line):
            broken.append(main.played)
        return min(broken) + 1 if broken else None

    @property
    def first_illegal(self) -> int | None:
        """The ply of the first move of the main line that breaks a law; None where none does."""
        ply = self.first_unsettled
        if ply is None or self.check.main is None:
            return None
        # What was not played is illegal only if a law was what stopped it.
        is_illegal = ply <= self.check.main.played or any(
            finding.ply == ply and finding.stopped and finding.code[0] == "M"
            for finding in self.check.findings
            if finding.is_of_the_main_line
        )
        return ply if is_illegal else None

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
    if b"FEN" in raw:
        return None
    texts = engine.texts(raw, spans)
    together = "".join(texts)
    if any(sign in together for sign in _other_signs(regulation)):
        return None
    last, odd = len(texts), engine.odd_move(raw, spans, 0, len(texts), regulation.algebraic)
    while odd < last:
        # Only of a path the replay finds out whether the writer has it, too.
        if texts[odd].count(regulation.variant.capture_sign) < 2:
            return None
        odd = engine.odd_move(raw, spans, odd + 1, last, regulation.algebraic)
    return texts if _replays_whole(raw, spans, regulation) else None


def _replays_whole(raw: bytes, spans: array[int], regulation: Regulation) -> bool:
    """Tell whether moves can be played from the start, each of them as the writer writes it."""
    plies = len(spans) // 2
    history = regulation.history
    history.reserve(plies)
    first, *masks = regulation.start
    history.put(0, masks)
    squares, strict = regulation.squares, 1 + regulation.dash_captures
    at = 0
    while True:
        at = regulation.kernel.replay(raw, spans, at, plies, history.words, first, squares, strict)
        if at == plies:
            return True
        # The kernel leaves captures that are written by their path.
        turn = "W" if first == (at % 2 == 0) else "B"
        position = Position(regulation.variant, turn, *history.masks(at))
        text = raw[spans[2 * at] : spans[2 * at + 1]].decode("latin-1")
        moves = _readings(position, text)
        if len(moves) != 1 or moves[0].text != text:
            return False
        after = position.put(moves[0].origin, moves[0].destination, moves[0].captured)
        at += 1
        history.put(at, (after.white, after.black, after.kings))


def _readings(position: Position, text: str) -> tuple[Move, ...]:
    """Return the legal moves that `text` may mean, none where they cannot be told."""
    try:
        return readings_of(position, text)
    except TooManyCaptures:
        return ()


def _other_signs(regulation: Regulation) -> str:
    """Return what captures are written with elsewhere, and mean the same."""
    return _SIGNS[regulation.variant.capture_sign]


# By the sign that the writer gives a capture.
_SIGNS = {"x": "X:", ":": "xX", "-": "xX:"}


def written_texts(game: Game) -> list[str]:
    """Return the moves of the main line as they are written, unknown moves among them."""
    spans = main_line(game).spans
    return [game.text(spans[at], spans[at + 1]) for at in range(0, len(spans), 2)]
