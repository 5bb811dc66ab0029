"""The format `svg`: positions as diagrams, a file each.

One diagram in all goes to standard output or into a file as it is. Several go into a folder, as
`game-0003-ply-017.svg`: the game's number and the number of plies played. Until the parent process
knows how many there are, a diagram has a line before it that tells its name.
"""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.language import Phrase
from damas_cli.rules.position import Position

from . import NotInOneFile
from . import Writer as BaseWriter
from .played import Played, PlayedMove
from .svg_diagram import LastMove, diagram, placard

# Begins a diagram and its name: XML has no such character.
_MARK = b"\x1e"


class Writer(BaseWriter):
    """The writer."""

    fills_folders = True

    def game(self, played: Played) -> bytes:
        """Return the diagrams that are wanted of a game, each with its name."""
        return b"".join(
            _MARK + f"{played.number} {ply}\n{picture}".encode()
            for ply, picture in self._diagrams(played)
        )

    def _diagrams(self, played: Played) -> Iterator[tuple[int, str]]:
        """Yield the number of plies before each diagram, and the diagram."""
        if played.start is None:
            names = players(played)
            reason = self.words("its position cannot be drawn")
            yield 0, placard([names, reason] if names else [reason], self.options.size)
            return
        moves = [move for move in played.main if move.is_played]
        if self.options.at == "each":
            plies = list(range(len(moves) + 1))
        elif self.options.at == "last":
            plies = [len(moves)]
        else:
            plies = [min(int(self.options.at), len(moves))]
        for ply in plies:
            position = moves[ply].before if ply < len(moves) else played.end
            move = moves[ply - 1] if ply else None
            after = move.after if move is not None else played.start
            if after is None or position is None or after.state != position.state:
                move = None  # a setup came between them
            if position is not None or after is not None:
                yield ply, self._diagram(played, ply, position or after, move)

    def _diagram(
        self, played: Played, ply: int, position: Position | None, last: PlayedMove | None
    ) -> str:
        assert position is not None
        options = self.options
        return diagram(
            position,
            last_move=last_move_of(last) if last is not None else None,
            orientation=options.orientation,
            squares=options.squares,
            labels=options.labels,
            size=options.size,
            title=self._title(played, ply, last),
            words=self.words,
        )

    def _title(self, played: Played, ply: int, last: PlayedMove | None) -> str:
        """Return the players, and how far the game has come."""
        names = players(played)
        if last is not None:
            place = self.words("after ply {ply}, {move}", ply=ply, move=last.text)
        elif ply:
            place = self.words("after ply {ply}", ply=ply)
        else:
            place = self.words("start position")
        return f"{names}: {place}" if names else place[:1].upper() + place[1:]

    def assemble(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Return the only diagram.

        Raises:
            NotInOneFile: there are several.
        """
        only: bytes | None = None
        for _, picture in self.files(pieces):
            if only is not None:
                raise NotInOneFile(
                    Phrase("more than one diagram: name a folder for them, as in -o diagrams/")
                )
            only = picture
        if only is not None:
            yield only

    def files(self, pieces: Iterator[bytes]) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the content of each diagram's file."""
        for piece in pieces:
            for marked in piece.split(_MARK)[1:]:
                name, _, picture = marked.partition(b"\n")
                game, ply = name.split()
                yield f"game-{int(game):04}-ply-{int(ply):03}.svg", picture


def players(played: Played) -> str:
    """Return who plays, as far as the tags tell."""
    tags = (played.game.tag(name) for name in ("White", "Black"))
    names = [tag.value.strip() if tag is not None else "" for tag in tags]
    return " - ".join(name or "?" for name in names) if any(n.strip("?") for n in names) else ""


def last_move_of(move: PlayedMove) -> LastMove | None:
    """Return how a move is marked; of an illegal one, what it changed on the board.

    >>> from damas_cli.check.regulation import Rulebook
    >>> from damas_cli.pdn.reader import read_games
    >>> game = next(read_games([b"1. 10-14 23-20 2. 14-19 *"]))
    >>> [last_move_of(move).path for move in Played(game, Rulebook(None)).main]
    [(10, 14), (23, 20), (14, 19)]
    """
    before, after = move.before, move.after
    if before is None or after is None:
        return None
    if move.move is not None:
        return LastMove.of(move.move, before, move.text)
    board = before.variant.board
    own, others = (before.white, before.black)[:: 1 if before.turn == "W" else -1]
    now, left = (after.white, after.black)[:: 1 if before.turn == "W" else -1]
    path = tuple(board.squares_of(own & ~now) + board.squares_of(now & ~own))
    taken = tuple(board.squares_of(others & ~left))
    kings = frozenset(board.squares_of(others & ~left & before.kings))
    return LastMove(path, taken, kings, move.text) if len(path) == 2 else None
