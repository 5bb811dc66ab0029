"""The rules of a variant in words: every sentence that `damas variants` prints."""

from __future__ import annotations

from ..language import Words, mark
from ..rules.draws import Ending, endings
from ..rules.variant import Variant

# The sentences by what they are about; a key is a fact of the variant, or names one.
_WORDS = {
    "left": mark("is"),
    "not-left": mark("is not"),
    "gametype": mark("GameType {gametype}"),
    "no-gametype": mark("PDN has no GameType for it."),
    # headings
    "board": mark("Board"),
    "men": mark("Men"),
    "kings": mark("Kings"),
    "captures": mark("Captures"),
    "results": mark("Results"),
    "draws": mark("Draws"),
    "open": mark("Open in the sources"),
    "sources": mark("Sources"),
    # board
    "size": mark(
        "{width} by {height}, {size} squares are played on; the corner at each player's"
        " left {left} one of them."
    ),
    "start": mark("{men} men a side on {rows} rows; {first} moves first."),
    "numbers": mark(
        "Squares are written by number, from 1 at the {corner} to {size}, as White sees the board."
    ),
    "algebraic": mark(
        "Squares are written by name; a1 is at the {corner}, as White sees the board."
        " Where they are numbered, 1 is {one} and {size} is {last}."
    ),
    "sign": mark("Captures are written with {sign!r}."),
    "bottom-left": mark("bottom left"),
    "bottom-right": mark("bottom right"),
    "top-left": mark("top left"),
    "top-right": mark("top right"),
    # men
    "man": mark("A man moves one square forward along a diagonal."),
    "man-forward": mark("It captures forward only."),
    "man-backward": mark("It captures forward and backward."),
    "man-no-king": mark("It takes no kings."),
    "man-stop": mark("A man that comes to the last row in a capture stops there and is crowned."),
    "man-pass": mark(
        "A man that comes to the last row in a capture and can go on does so, as a man;"
        " it is crowned if it ends there."
    ),
    "man-king": mark(
        "A man that comes to the last row in a capture is crowned at once and goes on as a king."
    ),
    # kings
    "king-flying": mark("A king moves any distance along a diagonal."),
    "king-short": mark(
        "A king moves one square along any diagonal and captures what stands next to it."
    ),
    "landing-any": mark(
        "It lands on any free square behind the piece it takes, but on one from"
        " which it can go on capturing, if there is one."
    ),
    "landing-behind": mark("It lands on the square right behind each piece it takes."),
    # captures
    "compulsory": mark("Capturing is compulsory, and a capture is carried to its end."),
    "free": mark("Of several captures any may be played."),
    "choice": mark("Of several captures the law picks {laws}."),
    "most-pieces": mark("one that takes the most pieces"),
    "most-kings": mark("one that takes the most kings"),
    "with-king": mark("one by a king"),
    "kings-first": mark("one that takes a king earliest"),
    "and-then": mark("; of those, "),
    "after-move": mark(
        "The pieces taken leave the board after the whole move: none is jumped twice,"
        " and until then each stands in the way."
    ),
    "at-once": mark("Each piece taken leaves the board at once."),
    # results
    "no-move": mark("A side that has no legal move when it is to move has lost."),
    "win": mark("1-0 is a win of {first}, who moves first."),
    "scores-default": mark("Written are 1-0, 0-1, 1/2-1/2, and 0-0 when both have lost."),
    "scores-international": mark(
        "Written are 2-0, 0-2, 1-1, and 0-0 when both have lost; 2-0 is a"
        " win of {first}, as 1-0 is."
    ),
    # draws
    "by-itself": mark("a draw by itself"),
    "claimed": mark("a draw if a player claims it"),
    "repetition": mark("The same position with the same side to move, {times} times: {claim}."),
    "no-progress": mark("{moves} moves each without a capture or a man's move: {claim}."),
    "ending": mark("{title}: {claim} after {moves} moves each."),
    "no-draws": mark("No law about draws is known; players agree on one."),
    "nothing-open": mark("Nothing."),
    "own": mark("A file of your own."),
    # short, for the table
    "short-free": mark("free"),
    "short-most-pieces": mark("pieces"),
    "short-most-kings": mark("kings"),
    "short-with-king": mark("by a king"),
    "short-kings-first": mark("king first"),
    "flying": mark("flying"),
    "short": mark("short"),
    "times": mark("{times} times"),
    "each": mark("{moves} moves"),
    "none": mark("none"),
    "columns": mark("name title board type king captures draws"),
}

Section = tuple[str, list[str]]


class VariantWords:
    """What there is to say about one variant, in the language of `words`."""

    def __init__(self, variant: Variant, words: Words) -> None:
        self.variant = variant
        self.words = words

    def say(self, key: str, **values: object) -> str:
        """Return the words called `key`, with `values` put in."""
        return self.words(_WORDS[key], **values)

    def cite(self, topic: str, *keys: str, **values: object) -> str:
        """Return the words of `keys` with the article of `topic`, where the variant has one."""
        text = " ".join(self.say(key, **values) for key in keys)
        article = self.variant.articles.get(topic)
        return f"{text} [{article}]" if article else text

    def title(self) -> str:
        """Return what the variant is called, with a capital: in a sentence Spanish has none."""
        title = self.variant.title[self.words.language]
        return title if title == self.variant.name else title[:1].upper() + title[1:]

    def gametype(self) -> str:
        """Return the sentence on the variant's GameType."""
        gametype = self.variant.gametype
        return self.say("gametype", gametype=gametype) if gametype else self.say("no-gametype")

    def sections(self, sources: list[str]) -> list[Section]:
        """Return the rules as headings with their sentences; `sources` are the variant's."""
        open_points = [text[self.words.language] for text in self.variant.open.values()]
        parts = {
            "board": self._board(),
            "men": self._men(),
            "kings": self._kings(),
            "captures": self._captures(),
            "results": self._results(),
            "draws": self._draws(),
            "open": open_points or [self.say("nothing-open")],
            "sources": sources or [self.variant.articles.get("document", self.say("own"))],
        }
        return [(self.say(heading), sentences) for heading, sentences in parts.items()]

    def first(self) -> str:
        """Return the name of the side that moves first."""
        return self.words("White") if self.variant.first == "W" else self.words("Black")

    def _board(self) -> list[str]:
        variant, board = self.variant, self.variant.board
        left = self.say("left" if board.bottom_left_plays else "not-left")
        if board.algebraic:
            one, last = board.name(1), board.name(board.size)
            corner = self.say(board.a1)
            squares = self.say("algebraic", corner=corner, one=one, last=last, size=board.size)
        else:
            squares = self.say("numbers", corner=self.say(board.first_square), size=board.size)
        men = variant.rows * board.half
        return [
            self.cite(
                "board", "size", width=board.width, height=board.height, size=board.size, left=left
            ),
            self.say("start", men=men, rows=variant.rows, first=self.first()),
            squares,
            self.say("sign", sign=variant.capture_sign),
        ]

    def _men(self) -> list[str]:
        variant = self.variant
        ways = ["man-backward" if variant.man_captures_backward else "man-forward"]
        if not variant.man_captures_kings:
            ways.append("man-no-king")
        promotion = self.cite("promotion", f"man-{variant.promotion}")
        if "man_captures" in variant.articles:
            return [self.cite("man", "man"), self.cite("man_captures", *ways), promotion]
        return [self.cite("man", "man", *ways), promotion]

    def _kings(self) -> list[str]:
        if not self.variant.flying:
            return [self.cite("king", "king-short")]
        return [self.cite("king", "king-flying", f"landing-{self.variant.landing}")]

    def _captures(self) -> list[str]:
        variant = self.variant
        laws = []
        for law in variant.priority:
            article = variant.articles.get(law.replace("-", "_"))
            laws.append(self.say(law) + (f" [{article}]" if article else ""))
        if laws:
            choice = self.say("choice", laws=self.say("and-then").join(laws))
        else:
            choice = self.say("free")
        sentences = [self.cite("compulsory", "compulsory"), choice]
        if variant.flying:  # a short king comes by no piece twice
            sentences.append(self.say(variant.removal))
        return sentences

    def _results(self) -> list[str]:
        scores = self.variant.data["results"]["scores"]
        return [
            self.cite("end", "no-move"),
            self.say("win", first=self.first()),
            self.say(f"scores-{scores}", first=self.first()),
        ]

    def _draws(self) -> list[str]:
        variant = self.variant
        laws = []
        if variant.repetition:
            claim = self._claim(variant.repetition_claimed)
            laws.append(
                self.cite("repetition", "repetition", times=variant.repetition, claim=claim)
            )
        if variant.no_progress:
            claim = self._claim(variant.no_progress_claimed)
            moves = variant.no_progress // 2
            laws.append(self.cite("no_progress", "no-progress", moves=moves, claim=claim))
        laws += [self._ending(ending) for ending in endings(variant)]
        return laws or [self.say("no-draws")]

    def _claim(self, claimed: bool) -> str:
        return self.say("claimed" if claimed else "by-itself")

    def _ending(self, ending: Ending) -> str:
        title = ending.title[self.words.language]
        text = self.say(
            "ending",
            title=title[:1].upper() + title[1:],
            claim=self._claim(ending.claimed),
            moves=ending.plies // 2,
        )
        return f"{text} [{ending.article}]" if ending.article else text

    def row(self) -> list[str]:
        """Return the variant's cells in the table of all, as `columns` names them."""
        variant = self.variant
        board = variant.board
        laws = [self.say(f"short-{law}") for law in variant.priority]
        draws = []
        if variant.repetition:
            draws.append(self.say("times", times=variant.repetition))
        if variant.no_progress:
            draws.append(self.say("each", moves=variant.no_progress // 2))
        if variant.endings:
            count = len(variant.endings)
            draws.append(self.words.plural("{number} ending", "{number} endings", count))
        return [
            variant.name,
            self.title(),
            f"{board.width}x{board.height}",
            variant.gametype or "-",
            self.say("flying" if variant.flying else "short"),
            ", ".join(laws) or self.say("short-free"),
            ", ".join(draws) or self.say("none"),
        ]


def columns(words: Words) -> list[str]:
    """Return the names of the columns of the table of variants, none longer than its column."""
    return words(_WORDS["columns"]).split()
