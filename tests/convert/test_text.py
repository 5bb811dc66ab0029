"""The format `text`: what it writes it reads again."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.regulation import Rulebook
from damas_cli.convert.clubs import read_document
from damas_cli.convert.clubs.movetext import DEEPEST
from damas_cli.convert.options import ConvertOptions
from damas_cli.convert.played import Played
from damas_cli.convert.text import Reader, Writer, looks_like
from damas_cli.language import words_of
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from damas_cli.rules.position import Position
from damas_cli.rules.variant import get_variant

from ..strategies import examples
from .club_print import game_of

ROOT = Path(__file__).parent.parent.parent
UNKNOWN = ("?", "????.??.??", "")
VARIANTS = ("spanish", "portuguese", "english", "italian", "russian", "international", "pool")


def printed(pdn: str, language: str = "en") -> str:
    writer = Writer(ConvertOptions(language=language), words_of(language))
    rulebook = Rulebook()
    return b"".join(writer.game(Played(g, rulebook)) for g in read_games([pdn.encode()])).decode()


def back(text: str) -> list[Game]:
    parts = Reader(ConvertOptions()).texts(text.encode(), [])
    return [game for _, pdn in parts for game in read_games([pdn])]


def content(game: Game) -> tuple[object, ...]:
    """What has to be equal: tags that say something, and the moves with all that is theirs."""
    tags = {tag.name: tag.value for tag in game.tags if tag.value not in UNKNOWN}
    tags.setdefault("GameType", "24")
    tags.setdefault("Result", game.result or "*")
    tags.pop("SetUp", None)
    flat = []
    for token in game.main_line().flat():
        if token[0] == "MOVE":
            flat.append((token[2], token[3]))
        elif token[0] == "COMMENT":
            flat.append((re.sub(r"[ \t]*[\r\n]+[ \t]*", " ", token[1]).replace("}", ")"),))
        else:
            flat.append(token)
    return tags, flat, game.result or "*"


def moves_of(position: Position, rng: random.Random, plies: int) -> list[str]:
    texts = []
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:
            break
        move = rng.choice(legal)
        texts.append(move.text)
        position = position.play(move)
    return texts


def numbered(texts: list[str], ply: int) -> str:
    parts = []
    for index, text in enumerate(texts):
        at = ply + index
        head = f"{at // 2 + 1}. " if at % 2 == 0 else f"{at // 2 + 1}... " if index == 0 else ""
        parts.append(head + text)
    return " ".join(parts)


REMARKS = st.one_of(
    st.text(st.characters(exclude_characters="{}\\", exclude_categories=("C",)), max_size=40),
    st.sampled_from(["buena", "tablas", "si 10-14", "[%clk 1:02]", "GB", " x ", "a  b", "1. 9-13"]),
    st.lists(
        st.sampled_from(["bien", "10-14", "tablas", "(y", "más", "1.", "GB"]), min_size=20
    ).map(" ".join),
)


@st.composite
def games(draw: st.DrawFn) -> str:
    """Give a game as PDN, with remarks, NAGs, strengths, variations, perhaps from a position."""
    variant = get_variant(draw(st.sampled_from(VARIANTS)))
    rng = random.Random(draw(st.integers(0, 10**9)))
    start = Position.start(variant)
    for _ in range(draw(st.sampled_from([0, 0, 7, 30, 31]))):
        legal = start.legal_moves()
        if not legal:
            break
        start = start.play(rng.choice(legal))
    texts = moves_of(start, rng, draw(st.integers(0, 30)))
    position, ply = start, int(start.turn != variant.first)
    parts = [f"{{{draw(REMARKS)}}}"] if texts and draw(st.booleans()) else []
    for text in texts:
        parts.append(numbered([text], ply) + draw(st.sampled_from(["", "", "!", "?!", "*"])))
        if parts[-1].endswith("*"):
            parts[-1] = parts[-1][:-1] + " $7"
        kind = draw(st.integers(0, 9))
        if kind == 0:
            parts.append(f"{{{draw(REMARKS)}}}")
        elif kind == 1:
            side_line = moves_of(position, rng, 4)
            inner = f" {{{draw(REMARKS)}}}" if draw(st.booleans()) else ""
            parts.append(
                f"({numbered(side_line[:1], ply)}{inner} {numbered(side_line[1:], ply + 1)})"
            )
        elif kind == 2:
            parts.append("$4")
        position, ply = position.play(text), ply + 1
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-0"]))
    tags = {
        "Event": draw(st.sampled_from(["Copa de Lugo, 2ª edición", "?", "10-14", 'A "B"', ""])),
        "Date": draw(st.sampled_from(["2010.03.05", "2010.??.??", "????.??.??", "mañana"])),
        "Round": draw(st.sampled_from(["1", "?", "3.2"])),
        "White": draw(st.sampled_from(["Pérez, Ana", "?", "[GB]", "2, 8, 16", "Ñ."])),
        "Result": draw(st.sampled_from([result, result, "0-1"])),
        "GameType": variant.gametype.partition(",")[0],
        "Round2": draw(st.sampled_from(["x", "?"])),
    }
    if start != Position.start(variant):
        tags |= {"SetUp": "1", "FEN": start.fen()}
    head = "".join(f'[{n} "{v.replace(chr(34), chr(92) + chr(34))}"]\n' for n, v in tags.items())
    return f"{head}\n{' '.join(parts)} {result}\n\n"


@examples(30)
@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(["en", "es"]))
def test_what_is_written_reads_as_the_same_games(pdns: list[str], language: str) -> None:
    pdn = "".join(pdns)
    expected = [content(game) for game in read_games([pdn.encode()])]
    text = printed(pdn, language)
    assert [content(game) for game in back(text)] == expected
    assert [p.say() for p in read_document(text).all_points() if not p.is_error] == []


@pytest.mark.parametrize("name", ["finales", "torneo"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_examples(name: str, language: str) -> None:
    pdn = (ROOT / "examples" / f"{name}.pdn").read_text("utf-8")
    games = list(read_games([pdn.encode()]))
    assert [[n.plain for n in g.main_line().moves] for g in back(printed(pdn, language))] == [
        [n.plain for n in g.main_line().moves if n.text != "..."] for g in games
    ]


def test_how_it_looks() -> None:
    pdn = (
        '[Event "Copa"]\n[Date "2010.03.05"]\n[White "Ana"]\n[Black "Bruno"]\n[Result "1-0"]\n'
        '[GameType "24"]\n\n1. 10-14 {buena} 22-18 $7 (1... 21-18 2. 14x21) 2. 12-15 23-20! 1-0\n'
    )
    assert printed(pdn, "es") == (
        "Torneo: Copa\nFecha: 05/03/2010\nBlancas: Ana\nNegras: Bruno\n\n"
        "1.10-14 (buena), *22-18 [1. … 21-18; 2.14x21]; 2.12-15, 23-20! GB\n\n\n"
    )
    position = '[SetUp "1"][FEN "B:WK1,9:B22,K30"][Result "*"] 1... 22-18 *'
    assert printed(position) == (
        "White: (1), 9\nBlack: 22, (30)\nBlack to move\n\n1. … 22-18\n\n\n"
    )


@pytest.mark.parametrize("width", [80])
def test_lines_are_short(width: int) -> None:
    game = game_of(5, 90)
    text = printed(numbered(game.texts, 0) + f" {game.result}")
    assert max(map(len, text.splitlines())) <= width


def test_a_game_that_cannot_be_read_whole_is_kept_as_it_stands() -> None:
    pdn = "1. 10-14 & 22-18 1-0"
    assert printed(pdn) == f"{pdn}\n\n\n"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"1.31-18, 07-04; 2.*16-20, 04x21;", True),
        (b"1)10-14, 22-18;", True),
        ("12. 10\u00d719, 22-18".encode(), True),
        (b"12. 10\xd719, 22-18", True),
        (b'[Event "x"]\n\n1. 10-14 22-18 *', False),
        (b'[Event "x"]\n\n1. 10-14 {1.10-14, 22-18} 22-18 *', False),
        (b'{"tags": {"Event": "1, 2"}}', False),
        (b"", False),
    ],
)
def test_print_is_told_from_pdn(head: bytes, expected: bool) -> None:
    assert looks_like(head) is expected


def test_a_block_is_split_at_its_empty_lines() -> None:
    reader = Reader(ConvertOptions())
    data = b"1.10-14, 22-18 GB\n\n1.9-13\r\n\r\n1.12-16\n"
    (block,) = reader.blocks("x.txt", [data[:5], data[5:]])
    parts = reader.split(block)
    assert b"".join(part.data for part in parts) == data
    assert [part.line for part in parts] == [1, 2, 4]


@pytest.mark.parametrize("depth", [1, DEEPEST, DEEPEST + 1, 990])
def test_variations_however_deep_are_told(depth: int) -> None:
    pdn = "1. 10-14 " + "(1. 9-13 " * depth + ")" * depth + " 1-0"
    text = printed(pdn)
    assert text.count("9-13") == depth
    if depth <= DEEPEST:
        (game,) = back(text)
        assert content(game) == content(next(read_games([pdn.encode()])))
