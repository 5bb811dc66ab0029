"""The format `fen`: positions, a line each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from damas_cli.check.replay import Replay
from damas_cli.language import Phrase

from . import NotUnderstood
from . import Writer as BaseWriter
from .jsonl import Reader as LineReader
from .options import ConvertOptions
from .played import Played

# A side to move and a colon; what is wrong with the rest of it the check of the game tells.
_BARE = re.compile(rb'[WBwb?]\s*:\s*(?:[WBwb][^"\\\[\]{}*]*)?')
_TAG = re.compile(rb'\[\s*FEN\s*"([^"\\]*)"\s*\]')


def looks_like(head: bytes) -> bool:
    """Tell whether the first line that is not blank is a bare FEN."""
    lines = head.removeprefix(b"\xef\xbb\xbf").splitlines()
    first = next((line.strip() for line in lines if line.strip()), b"")
    return _BARE.fullmatch(first) is not None


class Reader(LineReader):
    """The reader: each line is a game without moves that begins from its position."""

    def __init__(self, options: ConvertOptions) -> None:
        super().__init__(options)
        variant = options.variant
        self._gametype = b""
        if variant is not None and variant.number is not None:
            self._gametype = f'[GameType "{variant.gametype}"]\n'.encode()

    def texts(self, data: bytes, faults: list[NotUnderstood]) -> Iterator[tuple[int, bytes]]:
        """Yield the PDN of each line that has a FEN, bare or as a tag."""
        for number, line in enumerate(re.split(rb"\r\n|\n|\r", data), 1):
            text = line.strip()
            if not text:
                continue
            tag = _TAG.fullmatch(text)
            if tag is None and not _BARE.fullmatch(text):
                faults.append(NotUnderstood(number, Phrase("is no FEN")))
                continue
            fen = tag[1] if tag is not None else text
            yield number, self._gametype + b'[SetUp "1"]\n[FEN "' + fen + b'"]\n\n*\n'


class Writer(BaseWriter):
    """The writer: the positions that `--at` asks for, as the game's variant writes squares."""

    def game(self, played: Played) -> bytes:
        """Return a line for each position that is wanted of a game."""
        main = played.check.main
        if main is None:
            self.remarks["no-position"] += 1
            return b""
        # A setup that cannot be read leaves nothing known where it stands.
        reached = main.played - main.lost
        plies = self._plies(reached)
        if reached < 0 or not plies:
            self.remarks["no-position"] += 1
            return b""
        if main.stopped and (self.options.at in ("each", "last") or int(self.options.at) > reached):
            self.remarks["stopped"] += 1
        return b"".join(_line(main, ply) for ply in plies)

    def _plies(self, reached: int) -> range:
        """Return after how many plies the positions stand, of a game that was played so far."""
        at = self.options.at
        if at == "each":
            return range(reached + 1)
        ply = reached if at == "last" else min(int(at), reached)
        return range(ply, ply + 1)


def _line(main: Replay, ply: int) -> bytes:
    return main.position(ply).fen().encode() + b"\n"
