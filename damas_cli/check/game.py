"""The judgement of one game: its findings, in the order of their places."""

from __future__ import annotations

from typing import Any

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game, Problem
from damas_cli.rules.fen import FenError, parse_fen
from damas_cli.rules.judge import Verdict
from damas_cli.rules.move import Move
from damas_cli.rules.notation import SEPARATORS
from damas_cli.rules.position import Position

from . import articles
from .codes import CODE_OF_LAW
from .finding import Finding
from .gametype import GameTypeReading
from .lines import Line, Special, main_line, walk
from .messages import fen_values
from .numbers import judge_numbers
from .outcome import Outcome
from .positions import judge_position
from .regulation import Regulation
from .replay import Replay
from .tags import judge_tags

# A file that is no PDN at all must not fill the memory with findings.
MOST_FINDINGS = 1000
# Of a word that cannot be read so many bytes are told.
LONGEST_WORD = 40


class _TooMany(Exception):
    """A game has more findings than are told."""


class GameCheck:
    """One game being judged by one regulation.

    Attributes:
        findings: what was found, in no order; `placed` gives them in theirs.
        main: the replay of the main line; None where it is not known what it starts from.
        reading: what the game's GameType is taken for, where it counts.
        replays: if they are kept, those of all lines that were replayed, the main line first.
    """

    __slots__ = (
        "findings",
        "game",
        "kernel",
        "main",
        "outcome",
        "reading",
        "regulation",
        "replays",
        "squares",
        "variant",
    )

    def __init__(
        self,
        game: Game,
        regulation: Regulation,
        reading: GameTypeReading | None = None,
        *,
        keeps_replays: bool = False,
    ) -> None:
        self.game = game
        self.regulation = regulation
        self.reading = reading
        self.variant = regulation.variant
        self.kernel = regulation.kernel
        self.squares = regulation.squares
        self.findings: list[Finding] = []
        self.main: Replay | None = None
        self.replays: list[Replay] | None = [] if keeps_replays else None
        self.outcome = Outcome(self)

    def run(self) -> list[Finding]:
        """Judge the game and return the findings, ascending by place and code."""
        self.judge()
        return self.placed()

    def judge(self) -> None:
        """Judge the game."""
        try:
            self._judge()
        except _TooMany:
            last = self.findings[-1]
            if self.main is not None and self.main.played < len(self.main.line):
                self.main.stopped = True
            self.add("S006", "too-many", last.start, last.end, most=MOST_FINDINGS)

    @property
    def plies_played(self) -> int:
        """How many plies of the main line could be played before its first fault."""
        faults = [f.ply for f in self.findings if f.is_of_the_main_line and f.ply]
        return (
            0 if self.main is None else min((ply - 1 for ply in faults), default=self.main.played)
        )

    @property
    def replays_whole(self) -> bool:
        """Whether these rules let the whole main line be played."""
        return self.plies_played > 0 and not any(f.is_of_the_main_line for f in self.findings)

    def _judge(self) -> None:
        game = self.game
        for problem in game.problems:
            self._add_problem(problem)
        if self.reading is not None and self.reading.reason:
            self._add_gametype(self.reading)
            if self.reading.variant is None:
                self.outcome.judge_results()
                self._judge_text(main_line(game))
                return
        start = self._start()
        line = main_line(game)
        if start is not None:
            self._replay(line, start)
        self.outcome.judge_results()
        self._judge_text(line)

    def _judge_text(self, line: Line) -> None:
        """Report what is wrong whatever the moves are; last, so that it crowds out nothing else."""
        judge_tags(self)
        judge_numbers(self)
        self._judge_specials(line)

    def _judge_specials(self, line: Line) -> None:
        """Report setups among the moves, and unknown moves that no replay came to."""
        if not self.game.kinds & (1 << kinds.SETUP | 1 << kinds.UNKNOWN_MOVE):
            return
        told = {finding.start for finding in self.findings if finding.code == "N006"}
        for part in (line, *(variation for _, variation in walk(line))):
            for index, specials in part.specials.items():
                for special in specials:
                    span = special.start, special.end
                    if special.kind == kinds.SETUP:
                        self.add("N005", "", *span).variation = part.label
                    elif special.kind != kinds.UNKNOWN_MOVE or special.start in told:
                        continue
                    elif not self.outcome.is_dash(*span):
                        finding = self.add("N006", "", *span)
                        finding.variation = part.label
                        finding.ply = part.first_ply + index
                        finding.move = self.game.text(*span)

    def _add_problem(self, problem: Problem) -> None:
        """Report what the reader could not read, with the word that it stands in."""
        start, end, reason = problem.start, problem.end, problem.reason
        if problem.code != "S001" or reason == "unclosed-setup":
            self.add(problem.code, reason, start, end)
            return
        word = self.game.raw[start : start + LONGEST_WORD].split(maxsplit=1)
        end = max(end, start + len(word[0])) if word else end
        if len(self.game.tape) and self.game.tape[-2] > start:
            reason = "before-the-game"
        self.add("S001", reason, start, end, text=self.game.text(start, end))

    def _add_gametype(self, reading: GameTypeReading) -> None:
        """Report a GameType that names no variant, or not as the standard does."""
        variant = reading.variant
        self.add(
            "T003",
            reading.reason,
            *self.gametype_span(),
            text=reading.value,
            game=reading.game,
            assumed=variant.title if variant else {},
            right=variant.gametype if variant else "",
        )

    def gametype_span(self) -> tuple[int, int]:
        """Return where the GameType stands, or, without one, the first move."""
        tag = self.game.tag("GameType")
        if tag is not None:
            return tag.value_start, tag.value_end
        moves = self.game.spans(kinds.MOVE) or self.game.tape[1:3]
        return moves[0], moves[1]

    def placed(self) -> list[Finding]:
        """Return the findings in the order of their places, with line and column."""
        findings, game = self.findings, self.game
        if len(findings) > 1:
            findings.sort(key=lambda finding: (finding.start, finding.code))
        offsets = {finding.start for finding in findings} | {finding.end for finding in findings}
        places = {offset: game.locate(offset) for offset in sorted(offsets)}
        for finding in findings:
            finding.game = game.number
            finding.rules = self.variant
            finding.line, finding.column = places[finding.start]
            finding.end_line, finding.end_column = places[finding.end]
        return findings

    def add(self, code: str, reason: str, start: int, end: int, **values: Any) -> Finding:
        """Add and return a finding at a place of the game's text."""
        if len(self.findings) == MOST_FINDINGS and reason != "too-many":
            raise _TooMany
        finding = Finding(code, reason, start, end, values)
        self.findings.append(finding)
        return finding

    # The replay.

    @property
    def starts_from_fen(self) -> bool:
        """Whether the game begins from a position of its own; an empty value says nothing."""
        tag = self.game.tag("FEN")
        return tag is not None and bool(tag.value.strip())

    def _start(self) -> tuple[bool, int, int, int] | None:
        """Return where the game begins; None, with a finding, where its FEN cannot be read."""
        tag = self.game.tag("FEN")
        # PDN 3.0: an empty value says nothing.
        if tag is None or not tag.value.strip():
            return self.regulation.start
        try:
            turn, white, black, crowned = parse_fen(tag.value, self.variant.board)
        except FenError as error:
            self.add_bad_fen(error, tag.value_start, tag.value_end)
            return None
        position = turn == "W", white, black, crowned
        judge_position(self, (tag.value_start, tag.value_end), position)
        return position

    def _replay(self, line: Line, start: tuple[bool, int, int, int]) -> None:
        history = self.regulation.history
        if self.replays is not None:
            history = self.regulation.new_history(len(line))
        history.reserve(len(line))
        history.put(0, start[1:])
        self.main = main = Replay(self, line, history, start[0])
        # Noted before it runs: too many findings may end it, and the judgement with it.
        if self.replays is not None:
            self.replays.append(main)
        main.run()
        self.outcome.look_for_draws(main, main.played)
        self.outcome.judge_draws(main)
        # The replays of the lines that the present variation stands in, None where there is none.
        around: list[Replay | None] = [main]
        for depth, variation in walk(line):
            del around[depth:]
            around.append(self._replay_variation(variation, around[-1]))

    def _replay_variation(self, variation: Line, parent: Replay | None) -> Replay | None:
        """Replay a variation; None where the position that it starts from is not known."""
        at = variation.replaces
        if parent is None or at > parent.played - parent.lost:
            return None
        history = self.regulation.new_history(len(variation))
        history.put(0, parent.history.masks(at))
        replay = Replay(self, variation, history, parent.white_to_move(at))
        if self.replays is not None:
            self.replays.append(replay)
        replay.run()
        return replay

    def read_setup(
        self, setup: Special, variation: str | None
    ) -> tuple[bool, int, int, int] | None:
        """Return White to move and the three masks of a setup in the moves; None, with a finding,
        where it gives no position.
        """
        text = self.game.text(setup.start + 1, setup.end - 1).strip()
        keyword, _, rest = text.partition('"')
        fen, quote, _ = rest.rpartition('"')
        try:
            if keyword.strip().upper() != "FEN" or not quote:
                raise FenError("no-setup", text, 0)
            turn, white, black, crowned = parse_fen(fen, self.variant.board)
        except FenError as error:
            self.add_bad_fen(error, setup.start, setup.end).variation = variation
            return None
        position = turn == "W", white, black, crowned
        judge_position(self, (setup.start, setup.end), position, variation)
        return position

    # Findings at a ply, called by the replay.

    def add_at_ply(
        self, code: str, reason: str, replay: Replay, index: int, **values: Any
    ) -> Finding:
        """Add and return a finding at ply number `index` of a line."""
        finding = self.add(code, reason, *replay.line.spans[2 * index : 2 * index + 2], **values)
        finding.variation = replay.line.label
        finding.ply = replay.line.first_ply + index
        finding.move = replay.text(index)
        return finding

    def add_broken_law(
        self, replay: Replay, index: int, position: Position, verdict: Verdict
    ) -> None:
        """Report that ply number `index` of a line breaks a law."""
        code = CODE_OF_LAW[verdict.fault]
        board = self.variant.board
        legal = position.legal_moves()
        colour, other = "WB" if position.turn == "W" else "BW"
        best = [move.text for move in verdict.due[:3] or legal[:1]]
        finding = self.add_at_ply(
            code,
            verdict.reason,
            replay,
            index,
            square=board.label(verdict.square) if verdict.square else "",
            squares=board,
            colour=colour,
            other=other,
            best=best,
            taken=verdict.taken[0],
            most=verdict.best[0],
            taken_kings=verdict.taken[1],
            most_kings=verdict.best[1],
        )
        self._add_position(finding, position)
        king = position.piece(verdict.origin).isupper()
        finding.article = articles.of(code, verdict.reason, self.variant, king)
        finding.stopped = verdict.played is None

    def add_ambiguous(
        self, replay: Replay, index: int, position: Position, readings: tuple[Move, ...]
    ) -> None:
        """Report that ply number `index` of a line may be any of `readings`."""
        finding = self.add_at_ply(
            "N003", "", replay, index, readings=[move.text for move in readings]
        )
        self._add_position(finding, position)
        finding.stopped = True

    def add_separator(self, replay: Replay, index: int) -> None:
        """Report that the separator of ply number `index` says the contrary of what it did."""
        reason = "capture" if replay.captures(index) else ""
        sign = next((c for c in replay.text(index) if c in SEPARATORS), "")
        finding = self.add_at_ply(
            "N002", reason, replay, index, sign=sign, capture_sign=self.variant.capture_sign
        )
        finding.position = replay.position(index)

    def add_non_canonical(self, replay: Replay, index: int, reason: str, right: str) -> None:
        """Report that ply number `index` of a line is not written as `right`, which it means."""
        finding = self.add_at_ply("N004", reason, replay, index, right=right)
        finding.position = replay.position(index)

    def add_unknown_move(self, replay: Replay, index: int) -> None:
        """Report that ply number `index` of a line is an unknown move."""
        if self.outcome.is_dash(*replay.line.spans[2 * index : 2 * index + 2]):
            return
        finding = self.add_at_ply("N006", "", replay, index)
        finding.position = replay.position(index)

    def add_too_many_captures(self, replay: Replay, index: int) -> None:
        """Report that ply number `index` of a line, or one after it, cannot be judged."""
        index = min(index, len(replay.line) - 1)
        finding = self.add_at_ply("S006", "too-many-captures", replay, index)
        finding.stopped = True

    def add_turn_passed(self, replay: Replay, index: int, special: Special) -> None:
        """Report a `...` that takes the turn of the side to move."""
        position = replay.position(index)
        span = special.start, special.end
        finding = self.add("M007", "ellipsis", *span, colour=position.turn)
        finding.variation = replay.line.label
        finding.ply = replay.line.first_ply + index
        finding.move = self.game.text(special.start, special.end)
        self._add_position(finding, position)
        finding.article = articles.of("M007", "", self.variant)
        finding.stopped = True

    def _add_position(self, finding: Finding, position: Position) -> None:
        # Worked out now: it may have more captures than are told apart, which is judged, too.
        position.legal_moves()
        finding.position = position

    def add_bad_fen(self, error: FenError, start: int, end: int) -> Finding:
        """Report a FEN, in its tag or in a setup, that gives no position."""
        values = fen_values(error, self.variant)
        finding = self.add("T005", error.reason, start, end, **values)
        finding.stopped = True
        return finding
