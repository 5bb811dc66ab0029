"""The judgement of one game: its findings, in the order of their places."""

from __future__ import annotations

from array import array
from typing import Any

from damas_cli.pdn import kinds
from damas_cli.pdn.model import Game
from damas_cli.rules import kernels
from damas_cli.rules.fen import FenError, parse_fen
from damas_cli.rules.judge import Verdict
from damas_cli.rules.move import Move
from damas_cli.rules.notation import read_squares
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant

from . import articles
from .codes import CODE_OF_LAW
from .finding import Finding
from .lines import SPECIAL, Line, Special, main_line, walk
from .messages import COLOURS, kings, message, pieces
from .replay import Replay
from .results import FIRST_WINS, NO_RESULT, SECOND_WINS, Result, read_result

# A file that is no PDN at all must not fill the memory with findings.
MOST_FINDINGS = 1000


class _TooMany(Exception):
    """A game has more findings than are told."""


class Rules:
    """What games are judged by: a variant and the user's own numbers.

    Attributes:
        no_progress: plies without capture or man's move that make a draw, 0 for none.
    """

    __slots__ = ("buffer", "gametype", "kernel", "no_progress", "squares", "start", "variant")

    def __init__(self, variant: str = "spanish", no_progress_each: int | None = None) -> None:
        self.variant: Variant = get_variant(variant)
        self.kernel = kernels.load(self.variant.family)
        self.squares = self.variant.board.kernel_squares
        self.no_progress = (
            self.variant.no_progress if no_progress_each is None else 2 * no_progress_each
        )
        turn, white, black, crowned = parse_fen(self.variant.start, self.variant.board)
        self.start = (turn == "W", white, black, crowned)
        # As most files of the variant have it.
        self.gametype = f'[GameType "{self.variant.gametype}"]'.encode()
        # The positions of a main line, used again for each game.
        self.buffer: array[int] = array("Q", bytes(24 * 512))

    def positions(self, plies: int) -> array[int]:
        """Return the buffer, large enough for a line of so many plies."""
        if len(self.buffer) < 3 * (plies + 1):
            self.buffer = array("Q", bytes(24 * (plies + 1)))
        return self.buffer


def check_game(game: Game, rules: Rules) -> list[Finding]:
    """Return what is wrong with `game`, ascending by place and code."""
    return [] if _is_plainly_clean(game, rules) else GameCheck(game, rules).run()


def _is_plainly_clean(game: Game, rules: Rules) -> bool:
    """Tell whether nothing is wrong with `game`, where that is quickly seen.

    Most games are like that: from the start, without variations or setups, every move plainly
    legal, and one result that fits. The others are judged in full.
    """
    if game.problems or game.kinds & SPECIAL or game.tag("FEN") is not None:
        return False
    span, tag = game.result_token, game.tag("Result")
    if span is None or tag is None:
        return False
    result = read_result(tag.value)
    if not result.meaning or not result.known or tag.value != game.text(*span):
        return False
    spans = game.spans(kinds.MOVE)
    plies = len(spans) // 2
    positions = rules.positions(plies)
    first, positions[0], positions[1], positions[2] = rules.start
    kernel = rules.kernel
    if kernel.replay(game.raw, spans, 0, plies, positions, first, rules.squares) < plies:
        return False
    if kernel.find_draws(positions, plies, rules.variant.repetition, rules.no_progress) != (0, 0):
        return False
    mover_is_first = plies % 2 == 0
    masks = positions[3 * plies : 3 * plies + 3]
    if kernel.has_moves(mover_is_first == first, *masks):
        return True
    return result.meaning == (SECOND_WINS if mover_is_first else FIRST_WINS)


class GameCheck:
    """One game being judged."""

    __slots__ = (
        "draws",
        "findings",
        "game",
        "kernel",
        "main",
        "result_tag",
        "rules",
        "squares",
        "tag",
        "terminator",
        "terminator_span",
        "variant",
    )

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        self.variant = rules.variant
        self.kernel = rules.kernel
        self.squares = rules.squares
        self.findings: list[Finding] = []
        self.main: Replay | None = None
        # The plies that completed a draw on the main line, by code.
        self.draws: dict[str, int] = {}
        self.result_tag = game.tag("Result")
        self.tag = NO_RESULT if self.result_tag is None else read_result(self.result_tag.value)
        self.terminator_span: tuple[int, int] | None = game.result_token
        self.terminator = NO_RESULT
        if self.terminator_span is not None:
            self.terminator = read_result(game.text(*self.terminator_span))

    @property
    def recorded(self) -> Result:
        """The result that holds: the terminator's, else the tag's."""
        return self.terminator if self.terminator.meaning else self.tag

    def run(self) -> list[Finding]:
        """Judge the game."""
        try:
            self._judge()
        except _TooMany:
            last = self.findings[-1]
            self.add("S006", "too-many", last.start, last.end, most=MOST_FINDINGS)
        return self._placed()

    def _judge(self) -> None:
        game = self.game
        for problem in game.problems:
            self.add(problem.code, problem.reason, problem.start, problem.end)
        start = self._start()
        line = main_line(game)
        if start is not None:
            self._replay(line, start)
        self._judge_results()

    def _placed(self) -> list[Finding]:
        """Return the findings in the order of their places, with line and column."""
        findings, game = self.findings, self.game
        if len(findings) > 1:
            findings.sort(key=lambda finding: (finding.start, finding.code))
        offsets = {finding.start for finding in findings} | {finding.end for finding in findings}
        places = {offset: game.locate(offset) for offset in sorted(offsets)}
        for finding in findings:
            finding.game = game.number
            finding.line, finding.column = places[finding.start]
            finding.end_line, finding.end_column = places[finding.end]
        return findings

    def add(self, code: str, reason: str, start: int, end: int, **values: Any) -> Finding:
        """Add and return a finding at a place of the game's text."""
        if len(self.findings) == MOST_FINDINGS and reason != "too-many":
            raise _TooMany
        finding = Finding(code, reason, message(code, reason, values), start, end)
        self.findings.append(finding)
        return finding

    # The replay.

    def _start(self) -> tuple[bool, int, int, int] | None:
        """Return where the game begins; None, with a finding, where its FEN cannot be read."""
        tag = self.game.tag("FEN")
        if tag is None:
            return self.rules.start
        try:
            turn, white, black, crowned = parse_fen(tag.value, self.variant.board)
        except FenError as error:
            self.add_bad_fen(error, tag.value_start, tag.value_end)
            return None
        return turn == "W", white, black, crowned

    def _replay(self, line: Line, start: tuple[bool, int, int, int]) -> None:
        positions = self.rules.positions(len(line))
        positions[0], positions[1], positions[2] = start[1:]
        self.main = main = Replay(self, line, positions, start[0])
        main.run()
        self.close_segment(main, main.played)
        self._judge_draws(main)
        if not line.variations:
            return
        replays = {id(line): main}
        for variation in walk(line):
            assert variation.parent is not None
            parent = replays.get(id(variation.parent))
            if parent is None or variation.replaces > parent.played - parent.lost:
                continue
            at = variation.replaces
            positions = array("Q", bytes(24 * (len(variation) + 1)))
            positions[:3] = parent.positions[3 * at : 3 * at + 3]
            replay = Replay(self, variation, positions, parent.white_to_move(at))
            replay.run()
            if variation.variations:
                replays[id(variation)] = replay

    def read_setup(self, setup: Special) -> tuple[bool, int, int, int] | None:
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
            self.add_bad_fen(error, setup.start, setup.end)
            return None
        return turn == "W", white, black, crowned

    # Draws.

    def close_segment(self, replay: Replay, end: int) -> None:
        """Look for draws in the plies since the main line's start or last setup."""
        start, _ = replay.segments[-1]
        if replay.line.label is not None or end == start:
            return
        positions = replay.positions[3 * start : 3 * (end + 1)] if start else replay.positions
        found = self.kernel.find_draws(
            positions, end - start, self.variant.repetition, self.rules.no_progress
        )
        for code, ply in zip(("D001", "D002"), found, strict=True):
            # A ply that leaves the opponent without a move wins; no draw then.
            if ply and code not in self.draws and self._has_move(replay, start + ply):
                self.draws[code] = start + ply

    def _has_move(self, replay: Replay, index: int) -> bool:
        masks = replay.positions[3 * index : 3 * index + 3]
        return self.kernel.has_moves(replay.white_to_move(index), *masks)

    def _judge_draws(self, main: Replay) -> None:
        if not self.draws:
            return
        decisive = self.recorded.decisive
        for code, ply in self.draws.items():
            goes_on = ply < len(main.line)
            if goes_on or decisive:
                finding = self._add_at_ply(
                    code,
                    "" if goes_on else "result",
                    main,
                    ply - 1,
                    moves=self.rules.no_progress // 2,
                )
                finding.fen = main.position(ply).fen()
                finding.article = articles.of(code, "", self.variant)

    # Results.

    def _judge_results(self) -> None:
        self._judge_texts()
        # Where the text breaks off, what stood after it is not known.
        whole = not any(p.code in ("S001", "S002", "S003", "S006") for p in self.game.problems)
        recorded = self.recorded
        if whole and self.terminator_span is None:
            self._add_at_end("R007", "")
        if whole and not recorded.meaning and self.terminator.known and self.tag.known:
            self._add_at_end("R004", "")
        main = self.main
        if main is None:
            return
        if recorded.decisive and self.draws and not self.variant.draw_needs_claim:
            code, ply = min(self.draws.items(), key=lambda item: item[1])
            finding = self._add_at_end("R003", "", ply=ply, text=recorded.text.strip())
            finding.article = articles.of(code, "", self.variant)
        elif not self.draws and not main.stopped and whole:
            self._judge_final_position(main, recorded)

    def _judge_texts(self) -> None:
        """Compare the texts of the Result tag and of the terminator."""
        for result in (self.tag, self.terminator):
            if not result.known:
                words = {"text": result.text.strip(), "meaning": result.meaning}
                self._add_at_end("R006", "meaning" if result.meaning else "", **words)
        tag, terminator = self.tag, self.terminator
        if terminator.meaning and tag.meaning and terminator.meaning != tag.meaning:
            self._add_at_end("R001", "", tag=tag.text.strip(), terminator=terminator.text)

    def _judge_final_position(self, main: Replay, recorded: Result) -> None:
        """Compare the result with a final position in which the side to move has no move."""
        if self._has_move(main, main.played):
            return
        white_lost = main.white_to_move(main.played)
        win = SECOND_WINS if white_lost == (self.variant.first == "W") else FIRST_WINS
        if recorded.meaning == win or (not recorded.known and not recorded.meaning):
            return
        code = "R002" if recorded.meaning else "R005"
        loser, winner = ("W", "B") if white_lost else ("B", "W")
        finding = self._add_at_end(
            code, "", text=recorded.text.strip(), colour=COLOURS[loser], other=COLOURS[winner]
        )
        finding.article = articles.of(code, "", self.variant)

    def _add_at_end(self, code: str, reason: str, **values: Any) -> Finding:
        """Add a finding about the result: at the terminator, else the Result tag, else the end."""
        span = self.terminator_span
        if span is None and self.result_tag is not None:
            span = self.result_tag.value_start, self.result_tag.value_end
        if span is None:
            span = self.game.tape[-2], self.game.tape[-1]
        finding = self.add(code, reason, *span, **values)
        main = self.main
        if main is not None and main.played:
            finding.ply = main.played
            finding.move = main.text(main.played - 1)
            finding.fen = main.position(main.played).fen()
        return finding

    # Findings at a ply, called by the replay.

    def _add_at_ply(
        self, code: str, reason: str, replay: Replay, index: int, **values: Any
    ) -> Finding:
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
        legal = position.legal_moves()
        colour, other = (COLOURS[c] for c in ("WB" if position.turn == "W" else "BW"))
        best = verdict.completions[0] if verdict.completions else legal[0] if legal else None
        finding = self._add_at_ply(
            code,
            verdict.reason,
            replay,
            index,
            square=verdict.square,
            size=self.variant.board.size,
            colour=colour,
            other=other,
            best=best,
            taken=pieces(verdict.taken[0]),
            most=pieces(verdict.best[0]),
            taken_kings=kings(verdict.taken[1]),
            most_kings=kings(verdict.best[1]),
        )
        self._add_position(finding, position)
        squares = read_squares(replay.text(index), self.variant.board) or (0,)
        king = position.piece(squares[0]).isupper()
        finding.article = articles.of(code, verdict.reason, self.variant, king)
        finding.stopped = verdict.played is None

    def add_ambiguous(
        self, replay: Replay, index: int, position: Position, readings: tuple[Move, ...]
    ) -> None:
        """Report that ply number `index` of a line may be any of `readings`."""
        finding = self._add_at_ply(
            "N003", "", replay, index, readings=" or ".join(move.text for move in readings)
        )
        self._add_position(finding, position)
        finding.stopped = True

    def add_turn_passed(self, replay: Replay, index: int, special: Special) -> None:
        """Report a `...` that takes the turn of the side to move."""
        position = replay.position(index)
        code, reason = ("M007", "ellipsis") if position.legal_moves() else ("M006", "")
        finding = self.add(code, reason, special.start, special.end, colour=COLOURS[position.turn])
        finding.variation = replay.line.label
        finding.ply = replay.line.first_ply + index
        finding.move = self.game.text(special.start, special.end)
        self._add_position(finding, position)
        finding.article = articles.of(code, "", self.variant)
        finding.stopped = True

    def _add_position(self, finding: Finding, position: Position) -> None:
        finding.fen = position.fen()
        finding.expected = [move.text for move in position.legal_moves()]

    def add_bad_fen(self, error: FenError, start: int, end: int) -> None:
        """Report a FEN, in its tag or in a setup, that gives no position."""
        finding = self.add(
            "T005", error.reason, start, end, text=error.text, size=self.variant.board.size
        )
        finding.stopped = True
