"""What every variant's file has to hold: its keys, its sources, and that it agrees with itself."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from damas_cli.rules.draws import endings
from damas_cli.rules.fen import parse_fen
from damas_cli.rules.gametype import CORNERS, VARIANTS, parse_gametype
from damas_cli.rules.variant import FOLDER, get_variant, variant_names

REQUIRED = {
    "": {"name", "title", "family", "board", "setup", "results", "man", "king", "capture"}
    | {"draw", "articles"},
    "board": {"width", "height", "bottom_left_plays", "first_square", "squares", "capture_sign"},
    "setup": {"rows", "first", "fen"},
    "results": {"scores"},
    "man": {"captures_backward", "captures_kings", "on_reaching_last_row_in_capture"},
    "king": {"flying", "landing"},
    "capture": {"priority", "removal"},
    "draw": set(),
    "articles": {"document"},
}
OPTIONAL = {
    "": {"gametype", "open"},
    "board": {"a1"},
    "draw": {"repetition", "no_progress", "ending"},
    "articles": {"board", "turn", "man", "man_captures", "compulsory", "most_pieces", "most_kings"}
    | {"with_king", "kings_first", "completion", "promotion", "king", "end", "repetition"}
    | {"no_progress"},
}
WORDS = {
    ("board", "first_square"): set(CORNERS),
    ("board", "a1"): set(CORNERS),
    ("board", "squares"): {"numbers", "algebraic"},
    ("board", "capture_sign"): {"x", ":", "-"},
    ("setup", "first"): {"white", "black"},
    ("results", "scores"): {"default", "international"},
    ("man", "on_reaching_last_row_in_capture"): {"stop", "pass", "king"},
    ("king", "landing"): {"any", "behind"},
    ("capture", "removal"): {"after-move", "at-once"},
}
PRIORITIES = {"most-pieces", "most-kings", "with-king", "kings-first"}
ENDING = {
    "required": {"name", "title", "moves_each", "claimed", "restarts"},
    "optional": {"article", "strong", "weak", "pieces", "most_each", "kings", "diagonal"}
    | {"diagonal_lost", "continues"},
}
MATERIAL = re.compile(r"K*M*\+?")

NAMES = variant_names()


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def data_of(name: str) -> dict[str, Any]:
    return tomllib.loads(text_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_the_keys_of_the_schema(name: str) -> None:
    data = data_of(name)
    for table, required in REQUIRED.items():
        keys = set(data[table] if table else data)
        assert required <= keys <= required | OPTIONAL.get(table, set()), table
    for (table, key), words in WORDS.items():
        assert data[table].get(key, next(iter(words))) in words, (table, key)
    assert set(data["capture"]["priority"]) <= PRIORITIES
    assert data["name"] == name
    assert set(data["title"]) == {"en", "es"}
    for law, number in (("repetition", "times"), ("no_progress", "moves_each")):
        assert set(data["draw"].get(law, {number: 1, "claimed": 1})) == {number, "claimed"}


@pytest.mark.parametrize("name", NAMES)
def test_an_ending_has_the_keys_of_the_schema(name: str) -> None:
    laws = data_of(name)["draw"].get("ending", [])
    assert len({law["name"] for law in laws}) == len(laws)
    for law in laws:
        keys = set(law)
        assert ENDING["required"] <= keys <= ENDING["required"] | ENDING["optional"], law["name"]
        assert set(law["title"]) == {"en", "es"}
        assert law["article"]
        assert ("strong" in law) == ("weak" in law)
        for key in ("strong", "weak", "continues"):
            assert all(MATERIAL.fullmatch(text) for text in law.get(key, []))
        assert law.get("diagonal", "weak") in {"weak", "strong"}
        assert ("diagonal" in law) == ("diagonal_lost" in law)
        assert law.get("diagonal_lost", "stops") in {"stops", "runs"}
        assert law["restarts"] in {"never", "material", "progress"}
        assert law.get("kings", "both") == "both"
    assert [law.plies for law in endings(get_variant(name))] == [2 * x["moves_each"] for x in laws]


@pytest.mark.parametrize("name", NAMES)
def test_the_gametype_agrees_with_the_board(name: str) -> None:
    data = data_of(name)
    if "gametype" not in data:
        assert name not in VARIANTS.values()
        return
    board, gametype = data["board"], parse_gametype(data["gametype"])
    assert gametype is not None
    assert str(gametype) == data["gametype"]
    algebraic = board["squares"] == "algebraic"
    assert (gametype.width, gametype.height) == (board["width"], board["height"])
    assert gametype.bottom_left_plays == board["bottom_left_plays"]
    assert gametype.algebraic == algebraic
    assert gametype.corner == board["a1" if algebraic else "first_square"]
    assert gametype.first == data["setup"]["first"][0].upper()
    # Jamaican draughts has the number of American pool.
    assert VARIANTS[gametype.number] == ("pool" if name == "jamaican" else name)


@pytest.mark.parametrize("name", NAMES)
def test_the_fen_is_the_start_position(name: str) -> None:
    variant = get_variant(name)
    fen = variant.data["setup"]["fen"]
    assert parse_fen(fen, variant.board) == (variant.first, *variant.start_masks)
    # Spanish has the range that people write; the writer spells it out.
    assert fen == variant.start or "-" in fen


@pytest.mark.parametrize("name", NAMES)
def test_every_constant_has_its_source(name: str) -> None:
    """Each line of a constant ends in a comment that names a source listed at the top."""
    lines = text_of(name).splitlines()
    head = [line for line in lines[: lines.index(f'name = "{name}"')] if line.startswith("#")]
    sources = set(re.findall(r"^# \[(\w+)\] ", "\n".join(head), re.MULTILINE))
    assert sources
    table = ""
    used = set()
    for line in lines:
        if line.startswith("["):
            table = line.strip("[]").removesuffix(".ending")
        key = line.partition(" =")[0]
        if table in {"", "articles", "open"} or not re.fullmatch(r"\w+", key):
            if key != "gametype":
                continue
        elif key in {"name", "title"}:
            continue
        comment = re.split(r"[\]\"}\w]\s+# ", line, maxsplit=1)
        assert len(comment) == 2, line
        cited = set(re.findall(r"\[(\w+)\]", comment[1]))
        assert cited or comment[1].startswith("chosen"), line
        assert cited <= sources, line
        used |= cited
    assert sources - used <= {"D"}, "a source that nothing is taken from"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_open_is_named_by_its_key(name: str) -> None:
    """`table`, `table.key` or `draw.ending.NAME`; a law that is left out may be named too."""
    data = data_of(name)
    for path, texts in data.get("open", {}).items():
        table, *rest = path.split(".")
        assert table in REQUIRED
        if rest:
            assert rest[0] in REQUIRED[table] | OPTIONAL.get(table, set()), path
        if len(rest) > 1:
            assert rest[0] == "ending"
            assert rest[1] in {law["name"] for law in data["draw"]["ending"]}
        assert "Chosen: " in texts["en"]
        assert "Elegido: " in texts["es"]


@pytest.mark.parametrize("name", NAMES)
def test_a_choice_of_our_own_is_open(name: str) -> None:
    """Whoever reads "see `open`" finds it there."""
    for line in text_of(name).splitlines():
        if "see `open`" in line:
            assert data_of(name)["open"], line


def test_a_variant_without_a_draw_law_says_so() -> None:
    for name in NAMES:
        data = data_of(name)
        if not data["draw"]:
            assert "draw" in data["open"], name


@pytest.mark.parametrize("name", NAMES)
def test_what_the_seeds_and_federations_number(name: str) -> None:
    """The numbers once more, from the texts: occurrences, moves each, moves each by ending."""
    expected: dict[str, tuple[int, int, dict[str, int]]] = {
        "spanish": (3, 40, {}),
        "spanish-summary": (3, 0, {}),
        "english": (3, 40, {}),
        "international": (
            3,
            25,
            {
                "three-against-one": 16,
                "three-against-one-on-the-long-diagonal": 5,
                "two-against-one": 5,
            },
        ),
        "portuguese": (3, 0, {"small-ending": 20, "forzosa": 12}),
        "italian": (4, 40, {}),
        "russian": (
            3,
            15,
            {
                "three-kings-against-one": 15,
                "four-or-five-pieces": 30,
                "six-or-seven-pieces": 60,
                "three-against-one-on-the-long-diagonal": 5,
                "two-against-one": 5,
            },
        ),
        "brazilian": (3, 20, {"two-kings": 5, "one-king": 5}),
        "pool": (3, 15, {"three-kings-against-one": 13}),
        "jamaican": (3, 15, {"three-kings-against-one": 13}),
        "czech": (3, 15, {}),
    }
    variant = get_variant(name)
    laws = {law["name"]: law["moves_each"] for law in variant.endings}
    found = variant.repetition, variant.no_progress // 2, laws
    assert found == expected.get(name, (0, 0, {}))
