"""Legal games printed in the styles of clubs and blogs, at random."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from textwrap import wrap

from damas_cli.rules import kernels
from damas_cli.rules.variant import get_variant

from ..data.legal_games import Game, KernelRules, random_game

RESULTS = {
    "1-0": ("GB", "[GB]", "1-0", "1:0", "[1:0]", "(1-0)", "ganan blancas", "Gañan brancas."),
    "0-1": ("GN", "[GN]", "0-1", "0:1", "[0:1]", "ganan las negras", "as pretas ganham"),
    "1/2-1/2": ("EMP", "[EMP]", "½-½", "[E]", "E.", "tablas", "Empate", "táboas"),
}
REMARKS = ("boa xogada", "ésta es la única", "melhor assim", "forzado!", "¿por qué?", "n. do a.")


@cache
def rules_of(variant: str) -> KernelRules:
    return KernelRules(kernels.load(get_variant(variant).family), variant)


def game_of(seed: int, plies: int = 60, variant: str = "spanish") -> Game:
    rng = random.Random(seed)
    return random_game(rng, plies, rules_of(variant))


class Style:
    """A way to print games: each choice is made once, as a club has one style."""

    def __init__(self, rng: random.Random, numbered: bool | None = None) -> None:
        self.rng = rng
        self.padded = rng.choice((False, True))
        self.blank = rng.choice(("", "", " "))
        self.quiet = rng.choice(("-", "-", "\u2013"))
        self.capture = rng.choice(("-", "x", "\u00d7", ":", "x"))
        numbers = ("{}.", "{}. ", "{})", "{}) ", "{}.- ", "{} ", "{}º ")
        wanted = rng.random() < 0.8 if numbered is None else numbered
        self.number = rng.choice(numbers) if wanted else ""
        self.between = rng.choice((", ", " ", "  ", ","))
        self.after = rng.choice(("; ", " ", ", ", ". ", "\n"))
        self.width = rng.choice((0, 30, 60, 80))
        self.marks = rng.random() < 0.3
        self.remarks = rng.random() < 0.3

    def move(self, text: str) -> str:
        squares = re.split("[-x]", text)
        sign = self.capture if "x" in text else self.quiet
        if self.padded:
            squares = [square.zfill(2) for square in squares]
        # The blanks of `5- 9`; a path of many squares stays in one piece.
        blank = self.blank if len(squares) == 2 and len(squares[-1]) == 1 else ""
        printed = (sign + blank).join(squares)
        if self.marks:
            mark = self.rng.choice(("", "", "", "*", "!", "?", "!?", "after"))
            printed = f"*{printed}" if mark == "*" else printed
            printed += {"after": "*", "*": ""}.get(mark, mark)
        return printed

    def remark(self) -> str:
        if not self.remarks or self.rng.random() < 0.85:
            return ""
        return self.rng.choice((" ({})", " [{}]", " {{{}}}")).format(self.rng.choice(REMARKS))

    def body(self, texts: Sequence[str], number: Callable[[int], int | None]) -> str:
        parts = []
        for ply, text in enumerate(texts):
            if ply % 2 == 0:
                parts.append(self.after if ply else "")
                count = number(ply // 2 + 1)
                if self.number and count is not None:
                    parts.append(self.number.format(count))
            else:
                parts.append(self.between)
            parts.append(self.move(text) + self.remark())
        return "".join(parts)

    def game(
        self, game: Game, number: Callable[[int], int | None] = lambda n: n, first: str = "W"
    ) -> str:
        text = self.body(game.texts, number)
        result = self.rng.choice(RESULTS[game.result])
        if first == "B":
            result = game.result
        text = f"{text}{self.rng.choice((' ', ', ', ' ', chr(10)))}{result}"
        if self.width:
            lines = text.split("\n")
            wrapped = [wrap(line, self.width, break_on_hyphens=False) for line in lines]
            text = "\n".join("\n".join(part) for part in wrapped)
        return text + self.rng.choice(("", "\n", "\n\n"))
