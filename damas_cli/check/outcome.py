"""How a game ended: the draws by rule on its main line, and its result against the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from damas_cli.rules.draws import find_ending

from . import articles
from .codes import INFO
from .finding import Finding
from .replay import Replay
from .results import FIRST_WINS, NO_RESULT, SECOND_WINS, Result, read_result

if TYPE_CHECKING:
    from .game import GameCheck

# Where the text breaks off, what stood after it is not known.
BREAKS_OFF = frozenset(("S001", "S002", "S003", "S006"))


class Draw:
    """A draw by rule on the main line.

    Attributes:
        ply: the ply that completed it.
        fen: the position after that ply.
        claimed: whether a player has to ask for it.
        article: what it goes by.
        values: what its message tells.
    """

    __slots__ = ("article", "claimed", "code", "fen", "ply", "values")

    def __init__(
        self, code: str, ply: int, fen: str, claimed: bool, article: str | None, **values: object
    ) -> None:
        self.code = code
        self.ply = ply
        self.fen = fen
        self.claimed = claimed
        self.article = article
        self.values = values


class Outcome:
    """The end of one game.

    Attributes:
        tag, terminator: the two results that a game may have; `NO_RESULT` for none.
        draws: the first draw by each rule on the main line, by code.
        automatic: the first of those draws that nobody has to ask for; None where there is none.
    """

    __slots__ = (
        "automatic",
        "check",
        "draws",
        "result_tag",
        "tag",
        "terminator",
        "terminator_span",
    )

    def __init__(self, check: GameCheck) -> None:
        self.check = check
        game = check.game
        self.draws: dict[str, Draw] = {}
        self.automatic: Draw | None = None
        self.result_tag = game.tag("Result")
        self.tag = NO_RESULT if self.result_tag is None else read_result(self.result_tag.value)
        self.terminator_span: tuple[int, int] | None = game.result_token
        self.terminator = read_result(game.result or "")

    @property
    def recorded(self) -> Result:
        """The result that holds: the terminator's, else the tag's."""
        return self.terminator if self.terminator.meaning else self.tag

    def is_dash(self, start: int, end: int) -> bool:
        """Tell whether a `-` that is read as an unknown move repeats a Result tag of `-`."""
        game, tag = self.check.game, self.result_tag
        last = end == game.tape[-1] and game.raw[start:end] == b"-"
        return last and tag is not None and tag.value.strip() == "-"

    # Draws.

    def look_for_draws(self, main: Replay, end: int) -> None:
        """Look for draws in the plies of the main line since its start or its last setup."""
        start, _ = main.segments[-1]
        if end == start:
            return
        history = main.history.part(start, end) if start else main.history
        regulation = self.check.regulation
        variant = regulation.variant
        repeated, stalled = regulation.kernel.find_draws(
            history.words, end - start, variant.repetition, regulation.no_progress
        )
        if repeated:
            nth = variant.repetition
            self._note(main, "D001", start + repeated, variant.repetition_claimed, nth=nth)
        if stalled:
            moves = regulation.no_progress // 2
            self._note(main, "D002", start + stalled, variant.no_progress_claimed, moves=moves)
        # The first draw is told; if that needs a claim, R003 goes by the first that needs none.
        automatic = tuple(law for law in regulation.endings if not law.claimed)
        for laws in dict.fromkeys((regulation.endings, automatic)):
            ended = find_ending(history, end - start, variant.board, laws)
            if ended is not None:
                law = ended.ending
                self._note(
                    main,
                    "D003",
                    start + ended.ply,
                    law.claimed,
                    law.article,
                    moves=law.plies // 2,
                    ending=law.title,
                    since=start + ended.since,
                )

    def _note(
        self,
        main: Replay,
        code: str,
        ply: int,
        claimed: bool,
        article: str | None = None,
        **values: object,
    ) -> None:
        """Keep a draw that `ply` completed, if it is the first of its code or its kind."""
        # A ply that leaves the opponent without a move wins; no draw then.
        if not main.has_move(ply):
            return
        # The FEN is made now: a setup may take the place of this position.
        fen = main.position(ply).fen()
        article = article or articles.of(code, "", self.check.variant)
        draw = Draw(code, ply, fen, claimed, article, **values)
        self.draws.setdefault(code, draw)
        if not claimed and (self.automatic is None or ply < self.automatic.ply):
            self.automatic = draw

    def judge_draws(self, main: Replay) -> None:
        """Report draws after which play went on, or a win is claimed."""
        for code, draw in self.draws.items():
            goes_on = draw.ply < len(main.line)
            if goes_on or self.recorded.decisive:
                reason = "claim" if draw.claimed else "" if goes_on else "result"
                finding = self.check.add_at_ply(code, reason, main, draw.ply - 1, **draw.values)
                finding.fen = draw.fen
                finding.article = draw.article
                if draw.claimed:
                    finding.severity = INFO

    # Results.

    def judge_results(self) -> None:
        """Compare the two results with one another and with the final position."""
        self._judge_texts()
        whole = not any(problem.code in BREAKS_OFF for problem in self.check.game.problems)
        recorded = self.recorded
        if whole and self.terminator_span is None:
            self._judge_missing_terminator()
        if whole and not recorded.meaning and self.terminator.known and self.tag.known:
            self._add("R004", "star" if self.terminator.text == "*" else "")
        main = self.check.main
        if main is None:
            return
        draw = self.automatic
        if recorded.decisive and draw is not None:
            finding = self._add("R003", "", ply=draw.ply, text=recorded.text.strip())
            finding.article = draw.article
        elif draw is None and not main.stopped and whole:
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

    def _judge_missing_terminator(self) -> None:
        """Report that no terminator follows the moves, and what it would be if that is certain."""
        tape = self.check.game.tape
        text = self.tag.text.strip()
        if self.is_dash(tape[-2], tape[-1]):
            self._add("R007", "dash")
        elif not self.tag.known:
            # What it means is a guess; and scores such as 4-6 may stand there and read as a move.
            self._add("R007", "unknown")
        elif self.tag.meaning:
            self._add("R007", "tag", text=text)
        else:
            self._add("R007", "")

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
            code,
            "" if white_is_first else "black-first",
            text=recorded.text.strip(),
            colour=loser,
            other=winner,
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
