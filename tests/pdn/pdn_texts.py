"""Texts for the tests of the PDN layer: generated games, mutations, random bytes."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable
from pathlib import Path

from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games

# Pieces of PDN, good and bad, whole and broken, from which texts are put together.
PIECES = [
    b'[Event "x"]', b'[White  "A \\" B"]', b'[FEN "W:W1-12:B21-32"]\n', b'[Empty]', b'[',
    b'[Event "x', b']', b'[[A "b"]', b'1.', b'1. ', b'2. ', b'12...', b'9-13', b'9-13 ',
    b'21-18 ', b'09x18', b'1- 5', b'5 -9', b'5 x 14 x 23', b'25x18x11x4', b'a3b4', b'C3-B4',
    b'c3:e5:g7 ', b'cb4', b'b:d4', b'...', b' ... ', b'- -', b'--', b' - ', b'!', b'?!', b'(?)',
    b' (', b')', b'( ', b'()', b'{c}', b'{', b'}', b'{[%clk 0:01]}', b'{a\n[#]\nb}',
    b'{a\n[B "c"]\n', b';x\n', b'%y\n', b'$4', b'$', b'/FEN "W:W1:B2"/', b'/', b'1-0', b'0-1 ',
    b'1/2-1/2\n', b'2-0', b'1-1', b'1-1\n', b'0-0', b'12-0 ', b'0-24', b'0-2t', b'1-10', b'1-19',
    b'1-1x10', b'1-1 x 5', b'\xbd-\xbd', b'\xc2\xbd-\xc2\xbd', b'*', b' * ', b'*\n', b'* 1. ',
    b'\n', b'\r\n', b'\r', b' ', b'\t', b'\x00', b'\\r\n', b'\\', b'\xef\xbb\xbf', b'\xa0',
    b'\xc2\xa0', b'\xf1', b'\xc3\xb1', b'\x85', b'\x81', b'x', b'"', b'@@',
    b'\n[Event "next"]\n1. 10-14 1-0\n',
]  # fmt: skip


def pieced_text(generator: random.Random, size: int) -> bytes:
    """Return up to `size` pieces in a row."""
    return b"".join(generator.choices(PIECES, k=generator.randint(1, size)))


def mutated(generator: random.Random, data: bytes, times: int) -> bytes:
    """Return `data` with bytes and pieces put in, taken out, doubled or replaced."""
    text = bytearray(data)
    for _ in range(times):
        start = generator.randrange(len(text) + 1)
        end = min(len(text), start + generator.randint(0, 6))
        choice = generator.randrange(5)
        if choice == 0:
            del text[start:end]
        elif choice == 1:
            text[start:end] = generator.choice(PIECES)
        elif choice == 2:
            text[start:start] = generator.choice(PIECES)
        elif choice == 3:
            text[start:end] = bytes([generator.randrange(256)])
        else:
            other = generator.randrange(len(text) + 1)
            text[start:start] = text[other : other + generator.randint(0, 40)]
    return bytes(text)


def archive(games: int, seed: int = 1) -> bytes:
    """Return an archive that looks like a tournament's; its moves are random, not legal."""
    generator = random.Random(seed)
    parts = []
    for game in range(games):
        words: list[str] = []
        for ply in range(generator.randint(40, 70)):
            if ply % 2 == 0:
                words.append(f"{ply // 2 + 1}.")
            separator = generator.choice("--x")
            words.append(f"{generator.randint(1, 32)}{separator}{generator.randint(2, 32)}")
        words.append(generator.choice(["1-0", "0-1", "1/2-1/2"]))
        lines = [""]
        for word in words:
            if len(lines[-1]) + len(word) > 78:
                lines.append("")
            lines[-1] += f"{word} "
        header = "".join(
            f'[{name} "{value}"]\n'
            for name, value in (
                ("Event", f"Torneo {game // 20}"),
                ("Site", "Sevilla"),
                ("Date", f"2024.05.{game % 28 + 1:02}"),
                ("Round", str(game % 9 + 1)),
                ("White", f"Jugador {game % 97}"),
                ("Black", f"Rival {game % 89}"),
                ("Result", words[-1]),
                ("GameType", "24"),
            )
        )
        parts.append(header + "\n" + "\n".join(line.rstrip() for line in lines) + "\n\n")
    return "".join(parts).encode("ascii")


def facts(games: Iterable[Game]) -> list[tuple[object, ...]]:
    """Return all that the reader says about games, in a form that compares."""
    return [
        (
            game.number,
            game.offset,
            game.raw,
            game.tape.tolist(),
            game.kinds,
            game.problems,
            game.locate(0),
            game.locate(len(game.raw)),
        )
        for game in games
    ]


def read(data: bytes, parser: str = "compiled", **options: int) -> list[Game]:
    """Return the games in `data`."""
    return list(read_games([data], parser, **options))


def split(generator: random.Random, data: bytes) -> list[bytes]:
    """Return `data` in chunks of random length, some of them empty."""
    chunks = []
    start = 0
    while start < len(data):
        size = generator.choice((0, 1, 1, 2, 3, 7, 50, 1000))
        chunks.append(data[start : start + size])
        start += size
    return chunks


def manifest(corpus: Path) -> list[dict[str, str]]:
    """Return the rows of the corpus's MANIFEST.tsv."""
    with open(corpus / "MANIFEST.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def corpus_texts(corpus: Path) -> list[bytes]:
    """Return the bytes of the corpus's files, in the manifest's order."""
    return [(corpus / row["file"]).read_bytes() for row in manifest(corpus)]
