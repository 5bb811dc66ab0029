"""The inputs of the fuzz job: each is made of its kind and its seed, and of nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from damas_cli.rules import kernels
from damas_cli.rules.variant import get_variant

from ..data.legal_games import KernelRules, legal_game
from .tokens import expressions, token, tokens

# Texts of bytes are of one of these alphabets.
ALPHABETS = (
    bytes(range(256)),
    bytes(range(32, 127)) + b"\n",
    b'{}()[]"*/\\\n\r-x1 0.;%$!?',
    b"0123456789-x. \n",
    b"1-0* \n",
    bytes(range(128, 256)) + b"\n",
)
LONGEST_BYTES = 120
MOST_TOKENS = 40
# The games that are mutated are many times Spanish, and of other variants now and then.
VARIANTS = (*["spanish"] * 6, "italian", "russian", "international", "english", "thai", "canadian")
SHORTEST, LONGEST = 4, 60


def of_bytes(rng: random.Random) -> bytes:
    """Return random bytes of one alphabet."""
    return bytes(rng.choices(rng.choice(ALPHABETS), k=rng.randint(0, LONGEST_BYTES)))


def of_tokens(rng: random.Random) -> bytes:
    """Return random tokens of the grammar, valid one by one."""
    return tokens(rng, rng.randint(0, MOST_TOKENS))


def of_games(rng: random.Random) -> bytes:
    """Return a legal game with one mutation."""
    rules = _rules(rng.choice(VARIANTS))
    text = legal_game(rng, rng.randint(SHORTEST, LONGEST), rules).encode()
    return rng.choice(MUTATIONS)(rng, text)


KINDS: dict[str, Callable[[random.Random], bytes]] = {
    "bytes": of_bytes,
    "tokens": of_tokens,
    "games": of_games,
}


def fuzz_input(kind: str, seed: int) -> bytes:
    """Return the input number `seed` of a kind."""
    return KINDS[kind](random.Random(f"{kind} {seed}"))


@cache
def _rules(variant: str) -> KernelRules:
    return KernelRules(kernels.load(get_variant(variant).family), variant)


# Mutations: each takes a game's text and returns it changed in one way.


def byte_replaced(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text))
    return text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]


def byte_removed(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text))
    return text[:at] + text[at + 1 :]


def sign_inserted(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text) + 1)
    return text[:at] + bytes([rng.choice(b'{}()[]"*/\\\n\r-x1 0.;%$!?\x00\xf1')]) + text[at:]


def token_inserted(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text) + 1)
    made = token(rng, rng.choice(sorted(expressions())))
    return text[:at] + rng.choice((b" %s ", b"%s", b"\n%s\n")) % made + text[at:]


def word_removed(rng: random.Random, text: bytes) -> bytes:
    start, end = _word(rng, text)
    return text[:start] + text[end:]


def word_doubled(rng: random.Random, text: bytes) -> bytes:
    start, end = _word(rng, text)
    return text[:end] + b" " + text[start:end] + text[end:]


def words_swapped(rng: random.Random, text: bytes) -> bytes:
    (a, b), (c, d) = sorted((_word(rng, text), _word(rng, text)))
    return text if b > c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def move_replaced(rng: random.Random, text: bytes) -> bytes:
    start, end = _word(rng, text, text.index(b"\n\n"))
    squares = [b"%d" % rng.randint(0, 51) for _ in range(rng.choice((2, 2, 2, 3, 4)))]
    return text[:start] + rng.choice((b"-", b"x", b":")).join(squares) + text[end:]


def stretch_removed(rng: random.Random, text: bytes) -> bytes:
    start, end = sorted(rng.choices(range(len(text) + 1), k=2))
    return text[:start] + text[end:]


def stretch_repeated(rng: random.Random, text: bytes) -> bytes:
    start, end = sorted(rng.choices(range(len(text) + 1), k=2))
    return text[:end] + text[start:end] + text[end:]


def stretch_enclosed(rng: random.Random, text: bytes) -> bytes:
    (_, start), (_, end) = sorted((_word(rng, text), _word(rng, text)))
    before, after = rng.choice(((b" (", b") "), (b" {", b"} "), (b" /", b"/ "), (b" [", b"] ")))
    return text[:start] + before + text[start:end] + after + text[end:]


def tag_added(rng: random.Random, text: bytes) -> bytes:
    name = rng.choice(("FEN", "SetUp", "GameType", "Result", "Date", "Event", "Setup", "fen", "X"))
    value = rng.choice(
        (
            *("", "1", "24", "20", "99", "22,W,8,8,N2,1", "24,W,8,8,A0,0", "1-0", "1/2-1/2", "*"),
            *("2-0", "0-2t", "W:W1,2,K3:B30,K31.", "B:WK1-4:B", "W:W99:B1", "W:W1:B1", "?", "2024"),
            *("1841-??-??", "W:Wa1,c1:Bh8", "W" * 300, 'a \\"b\\" \\\\', "\u00f1\u4e16\u754c\t"),
        )
    )
    return f'[{name} "{value}"]\n'.encode() + text


def ends_of_lines_changed(rng: random.Random, text: bytes) -> bytes:
    return text.replace(b"\n", rng.choice((b"\r\n", b"\r", b" ", b"\n\n", b"\\r\n", b"\t\n")))


def encoding_changed(rng: random.Random, text: bytes) -> bytes:
    said = text.decode()
    encoding = rng.choice(("cp1252", "utf-8-sig", "cp437"))
    return said.encode(encoding, "replace")


MUTATIONS = (
    *(byte_replaced, byte_removed, sign_inserted, token_inserted, word_removed, word_doubled),
    *(words_swapped, move_replaced, stretch_removed, stretch_repeated, stretch_enclosed),
    *(tag_added, ends_of_lines_changed, encoding_changed),
)


def _word(rng: random.Random, text: bytes, first: int = 0) -> tuple[int, int]:
    """Return where a random word begins and ends, of those after `first`."""
    at = rng.randrange(first, len(text))
    while at > first and not text[at - 1 : at].isspace():
        at -= 1
    end = at
    while end < len(text) and not text[end : end + 1].isspace():
        end += 1
    return at, end
