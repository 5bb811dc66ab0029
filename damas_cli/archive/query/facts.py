"""What is known of a game, worked out when it is asked for and not before."""

from __future__ import annotations

from damas_cli.check.lines import main_line
from damas_cli.check.regulation import Rulebook
from damas_cli.check.results import FIRST_WINS, SECOND_WINS, read_result
from damas_cli.check.ruling import check_game
from damas_cli.check.run import told
from damas_cli.pdn import kinds as k
from damas_cli.pdn.model import Game, decoded
from damas_cli.rules.variant import Variant

from ..line import MainLine, main_line_of
from .headers import Headers

# A result is a short text; a hostile file may have many.
_MOST_KNOWN = 1000
NOT_PLAYED = "none"


class Facts:
    """What is known of one game after the other.

    Attributes:
        game: the present one.
        tag: returns the value of a tag, as `Headers.get` does.
    """

    __slots__ = (
        "_findings",
        "_has_line",
        "_headers",
        "_line",
        "_meanings",
        "game",
        "rulebook",
        "tag",
    )

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.game: Game
        self._headers = Headers()
        self.tag = self._headers.get
        self._has_line = False
        self._line: MainLine | None = None
        self._findings: frozenset[str] | None = None
        self._meanings: dict[bytes | str, str] = {}

    def take(self, game: Game) -> None:
        """Forget the game before."""
        self.game = game
        self._headers.take(game)
        self._has_line = False
        self._findings = None

    # ---- result

    @property
    def meaning(self) -> str:
        """What the result means, the one that ends the game or else the tag's: `1-0`, or empty."""
        game = self.game
        token = game.result_token
        meaning = self._meaning(game.raw[token[0] : token[1]]) if token is not None else ""
        if not meaning:
            value = self.tag("result")
            meaning = self._meaning(value) if value is not None else ""
        return meaning

    def _meaning(self, text: bytes | str) -> str:
        found = self._meanings.get(text)
        if found is None:
            # The token may be in either encoding, whatever the rest of the game is in.
            said = text if isinstance(text, str) else decoded(text)
            found = read_result(said).meaning
            if len(self._meanings) < _MOST_KNOWN:
                self._meanings[text] = found
        return found

    def is_won_by(self, who: str) -> bool:
        """Tell whether `who` (`white`, `black`, `first`, `second` or `none`) has won."""
        meaning = self.meaning
        if meaning not in (FIRST_WINS, SECOND_WINS):
            return who == "none"
        if who in ("first", "second"):
            return (meaning == FIRST_WINS) == (who == "first")
        rules = None if who == "none" else self._rules
        if rules is None:
            return False
        white_won = (meaning == FIRST_WINS) == (rules.first == "W")
        return white_won == (who == "white")

    @property
    def variant(self) -> str:
        """The name of the variant, `none` for a game that damas does not play."""
        rules = self._rules
        return NOT_PLAYED if rules is None else rules.name

    @property
    def _rules(self) -> Variant | None:
        """The variant: the one that the GameType names, and without one the one the moves fit."""
        reading, regulation = self.rulebook.of(self.game)
        if reading is not None and (reading.variant is None or not reading.reason):
            return reading.variant
        line = None if self.rulebook.forced else self.line
        return regulation.variant if line is None else line.variant

    # ---- what the text holds

    @property
    def plies(self) -> int:
        """How many moves the main line has."""
        return len(main_line(self.game))

    def count(self, *counted: int) -> int:
        """Return how many tokens of some kinds the game has, variations included."""
        mask = sum(1 << kind for kind in counted)
        if not self.game.kinds & mask:
            return 0
        return sum(mask >> kind & 1 for kind in self.game.tape[::3])

    def comments(self) -> list[str]:
        """Return the texts of all comments."""
        game = self.game
        if not game.kinds & k.COMMENTS:
            return []
        tape = game.tape
        found = []
        for at in range(0, len(tape), 3):
            if k.COMMENTS >> tape[at] & 1:
                end = tape[at + 2] - (tape[at] == k.COMMENT)
                found.append(game.text(tape[at + 1] + 1, end))
        return found

    # ---- what the board tells

    @property
    def line(self) -> MainLine | None:
        """The main line, played; None where it cannot be."""
        if not self._has_line:
            self._line = main_line_of(self.game, self.rulebook)
            self._has_line = True
        return self._line

    @property
    def findings(self) -> frozenset[str]:
        """The codes and severities of what `damas check` finds."""
        if self._findings is None:
            game = self.game
            encoding = game.encoding != "utf-8"
            found = told(game, check_game(game, self.rulebook), None, tells_encoding=encoding)
            self._findings = frozenset(
                word for finding in found for word in (finding.code, finding.severity)
            )
            # Judging plays the game where its line was.
            self._has_line = False
        return self._findings


def text_of(value: bytes | str) -> str:
    """Return the text of what `Facts.tag` gave."""
    return value.decode() if isinstance(value, bytes) else value
