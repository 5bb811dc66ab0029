"""How a game ended: the draws by rule on its main line, and its result against the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import articles
from .finding import Finding
from .messages import COLOURS
from .replay import Replay
from .results import FIRST_WINS, NO_RESULT, SECOND_WINS, Result, read_result

if TYPE_CHECKING:
    from .game import GameCheck

# Where the text breaks off, what stood after it is not known.
BREAKS_OFF = frozenset(("S001", "S002", "S003", "S006"))


class Outcome:
    """The end of one game.

    Attributes:
        tag, terminator: the two results that a game may have; `NO_RESULT` for none.
        draws: the ply that completed a draw by rule on the main line and the FEN after it, by code.
    """

    __slots__ = ("check", "draws", "result_tag", "tag", "terminator", "terminator_span")

    def __init__(self, check: GameCheck) -> None:
        self.check = check
        game = check.game
        self.draws: dict[str, tuple[int, str]] = {}
        self.result_tag = game.tag("Result")
        self.tag = NO_RESULT if self.result_tag is None else read_result(self.result_tag.value)
        self.terminator_span: tuple[int, int] | None = game.result_token
        self.terminator = read_result(game.result or "")

    @property
    def recorded(self) -> Result:
        """The result that holds: the terminator's, else the tag's."""
        return self.terminator if self.terminator.meaning else self.tag

    # Draws.

    def look_for_draws(self, main: Replay, end: int) -> None:
        """Look for draws in the plies of the main line since its start or its last setup."""
        start, _ = main.segments[-1]
        if end == start:
            return
        history = main.history.part(start, end) if start else main.history
        regulation = self.check.regulation
        found = regulation.kernel.find_draws(
            history.words, end - start, regulation.variant.repetition, regulation.no_progress
        )
        for code, ply in zip(("D001", "D002"), found, strict=True):
            # A ply that leaves the opponent without a move wins; no draw then.
            if ply and code not in self.draws and main.has_move(start + ply):
                # Kept now: a setup may take the place of this position.
                self.draws[code] = start + ply, main.position(start + ply).fen()

    def judge_draws(self, main: Replay) -> None:
        """Report draws after which play went on, or a win is claimed."""
        moves_each = self.check.regulation.no_progress // 2
        for code, (ply, fen) in self.draws.items():
            goes_on = ply < len(main.line)
            if goes_on or self.recorded.decisive:
                reason = "" if goes_on else "result"
                finding = self.check.add_at_ply(code, reason, main, ply - 1, moves=moves_each)
                finding.fen = fen
                finding.article = articles.of(code, "", self.check.variant)

    # Results.

    def judge_results(self) -> None:
        """Compare the two results with one another and with the final position."""
        self._judge_texts()
        whole = not any(problem.code in BREAKS_OFF for problem in self.check.game.problems)
        recorded = self.recorded
        if whole and self.terminator_span is None:
            told = self.tag.text.strip() if self.tag.meaning else ""
            self._add("R007", "tag" if told else "", text=told)
        if whole and not recorded.meaning and self.terminator.known and self.tag.known:
            self._add("R004", "star" if self.terminator.text == "*" else "")
        main = self.check.main
        if main is None:
            return
        if recorded.decisive and self.draws and not self.check.variant.repetition_claimed:
            code, (ply, _) = min(self.draws.items(), key=lambda item: item[1])
            finding = self._add("R003", "", ply=ply, text=recorded.text.strip())
            finding.article = articles.of(code, "", self.check.variant)
        elif not self.draws and not main.stopped and whole:
            self._judge_final_position(main, recorded)

    def _judge_texts(self) -> None:
        """Compare the texts of the Result tag and of the terminator."""
        # The same unknown text in both places is told once.
        unknown = {r.text.strip(): r for r in (self.tag, self.terminator) if not r.known}
        for text, result in unknown.items():
            reason = "meaning" if result.meaning else ""
            self._add("R006", reason, text=text, meaning=result.meaning)
        tag, terminator = self.tag, self.terminator
        if terminator.meaning and tag.meaning and terminator.meaning != tag.meaning:
            self._add("R001", "", tag=tag.text.strip(), terminator=terminator.text)

    def _judge_final_position(self, main: Replay, recorded: Result) -> None:
        """Compare the result with a final position in which the side to move has no move."""
        if main.has_move(main.played):
            return
        white_lost = main.white_to_move(main.played)
        white_is_first = self.check.variant.first == "W"
        win = SECOND_WINS if white_lost == white_is_first else FIRST_WINS
        if recorded.meaning == win or (not recorded.known and not recorded.meaning):
            return
        code = "R002" if recorded.meaning else "R005"
        loser, winner = ("W", "B") if white_lost else ("B", "W")
        finding = self._add(
            code, "", text=recorded.text.strip(), colour=COLOURS[loser], other=COLOURS[winner]
        )
        finding.article = articles.of(code, "", self.check.variant)

    def _add(self, code: str, reason: str, **values: Any) -> Finding:
        """Add a finding about the result: at the terminator, else the Result tag, else the end."""
        span = self.terminator_span
        if span is None and self.result_tag is not None:
            span = self.result_tag.value_start, self.result_tag.value_end
        if span is None:
            tape = self.check.game.tape
            span = tape[-2], tape[-1]
        finding = self.check.add(code, reason, *span, **values)
        main = self.check.main
        if main is not None and main.played:
            finding.ply = main.played
            finding.move = main.text(main.played - 1)
            finding.fen = main.position(main.played).fen()
        return finding
