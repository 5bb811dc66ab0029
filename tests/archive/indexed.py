"""Files of games on disk, with what a slow look at each of their games finds."""

from __future__ import annotations

import operator
import os
import random
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

from damas_cli.rules.fen import FenError
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant
from tests.data.legal_games import gametype_of
from tests.oracle import slow_notation, slow_rules
from tests.oracle.kernel_bits import KernelState, state_of
from tests.oracle.slow_variants import VARIANTS
from tests.strategies import peaceful, played, turned

NAMES = ("García, Inés", "GARCIA, Ines", "Ortega", "?", "Peña")
VARIANTS_OF_GAMES = ("spanish", "spanish", "english", "russian", "international", "canadian")
SIGNS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip


class Known(NamedTuple):
    """A game: its text as it stands in a file, its tags, its positions and their mirrors.

    Of a broken game there are those before what cannot be read.
    """

    text: bytes
    tags: dict[str, str]
    positions: list[slow_rules.Position]
    states: list[tuple[KernelState, KernelState]]

    def stands(self, fen: str, mirror: bool) -> list[int]:
        """Return the plies after which a position stands."""
        if not self.positions:
            return []
        variant = get_variant(self.positions[0].rules.name)
        try:
            wanted = Position.from_fen(fen, variant).state
        except FenError:
            return []
        return [
            ply
            for ply, (state, mirrored) in enumerate(self.states)
            if state == wanted or (mirror and mirrored == wanted)
        ]

    def weighs(self, condition: str) -> list[int]:
        """Return the plies after which there are such pieces."""
        return [ply for ply, p in enumerate(self.positions) if weighs(p, condition)]

    def says(self, tag: str) -> bool:
        """Tell whether a tag has a value, or holds a part of one."""
        name, sign, value = re.fullmatch(r"(\w+)([=~])(.*)", tag).groups()  # type: ignore[union-attr]
        names = ("White", "Black") if name.lower() == "player" else (name,)
        own = [v for n, v in self.tags.items() if n.lower() in [one.lower() for one in names]]
        if sign == "=":
            return value in own
        return any(plain(value) in plain(v) for v in own)


def plain(text: str) -> str:
    marked = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in marked if not unicodedata.combining(letter))


def weighs(position: slow_rules.Position, condition: str) -> bool:
    on = [piece for _, piece in slow_rules.pieces(position)]
    for part in condition.split(" and "):
        what, side, sign, number = re.fullmatch(r"(\w+)\((\w+)\) (\S+) (\d+)", part).groups()  # type: ignore[union-attr]
        letters = {"white": "wW", "black": "bB", "any": "wWbB"}[side]
        kinds = [k for k in letters if what == "pieces" or k.isupper() == (what == "kings")]
        if not SIGNS[sign](sum(map(on.count, kinds)), int(number)):
            return False
    return True


@cache
def pool() -> list[Known]:
    """Return games of several variants, from the start and from positions, and broken ones."""
    rng = random.Random(4)
    return [known_game(rng, number) for number in range(30)]


def known_game(rng: random.Random, number: int) -> Known:
    name = VARIANTS_OF_GAMES[number % len(VARIANTS_OF_GAMES)]
    rules = VARIANTS[name]
    start = slow_rules.start(name)
    tags = {
        "Event": rng.choice(
            ("Open de León", "Torneo \\"),
        ),
        "White": rng.choice(NAMES),
        "Black": rng.choice(NAMES),
        "GameType": gametype_of(name),
    }
    if number % 4 == 1:
        king, other = rng.sample(range(1, rules.size * rules.size // 2 + 1), 2)
        start = slow_rules.position_of([(king, "W"), (other, "B")], "W", rules)
        tags["FEN"] = slow_notation.to_fen(start)
    choices = [rng.randrange(2) for _ in range(rng.randint(0, 24))]
    line = played(start, choices, peaceful if rng.random() < 0.6 else slow_notation.texts)
    positions, moves = line.positions, " ".join(line.texts)
    if number % 7 == 3:
        moves += ' /FEN "W:WK5:B30"/'
        after = slow_rules.position_of([(5, "W"), (30, "b")], "W", rules)
        positions = [*positions[:-1], after]
    if number % 10 == 9:
        moves, positions = "{ open", positions[:1]
    header = "".join('[{} "{}"]\n'.format(k, v.replace("\\", "\\\\")) for k, v in tags.items())
    text = f"{header}\n{moves} *"
    if number % 5 == 2 and positions:
        text += " {good}"
    states = [(state_of(position), state_of(turned(position))) for position in positions]
    return Known(text.encode("cp1252" if number % 6 == 4 else "utf-8"), tags, positions, states)


class Disk:
    """A folder of files of games, and what stands in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, list[Known]] = {}
        self._clock = 1_000_000_000

    def write(self, name: str, games: list[Known], style: int = 0) -> None:
        """Write a file: with LF or CRLF, with or without a byte order mark."""
        data = b"\n\n".join(game.text for game in games) + b"\n"
        if style & 1:
            data = data.replace(b"\n", b"\r\n")
        if style & 2:
            data = b"\xef\xbb\xbf" + data
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        self._clock += 1
        os.utime(path, (self._clock, self._clock))
        self.files[name] = [
            game._replace(text=game.text.replace(b"\n", b"\r\n") if style & 1 else game.text)
            for game in games
        ]

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()
        del self.files[name]

    def games(self) -> list[tuple[str, int, Known]]:
        """Return all games with the paths of their files and their numbers, in order."""
        return [
            (str(self.folder / name), number, game)
            for name in sorted(self.files, key=lambda name: name.encode())
            for number, game in enumerate(self.files[name], 1)
        ]
