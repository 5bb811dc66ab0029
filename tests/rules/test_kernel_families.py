"""Rule families are constants: the same source, uncompiled, plays the sister variants."""

from __future__ import annotations

import csv
import itertools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from damas_cli.rules import kernels
from damas_cli.rules.family import LAWS, Family

from .kernel_positions import SPANISH, START, compiled_kernel, uncompiled_kernel

TABLES = Path(__file__).parents[1] / "data" / "perft"
UNCOMPILED_LIMIT = 60_000
MOST = ("most-pieces",)
FAMILIES = {
    "brazilian": Family("brazilian", man_captures_back=True, priority=MOST, promotion=1),
    "canadian": Family(
        "canadian", half=6, rows=12, man_captures_back=True, priority=MOST, promotion=1
    ),
    "czech": Family("czech", priority=("with-king",)),
    "english": Family("english", flying=False),
    "international": Family(
        "international", half=5, rows=10, man_captures_back=True, priority=MOST, promotion=1
    ),
    "italian": Family(
        "italian",
        flying=False,
        man_takes_king=False,
        priority=(*MOST, "with-king", "most-kings", "kings-first"),
    ),
    "pool": Family("pool", man_captures_back=True, promotion=1),
    "portuguese": Family("portuguese", priority=(*MOST, "most-kings")),
    "russian": Family("russian", man_captures_back=True, promotion=2),
}
# Their first square is at Black's right; the others' at Black's left.
MIRRORED = {"italian", "portuguese"}


def bit(family: Family, mirrored: bool, number: int) -> int:
    row, column = divmod(number - 1, family.half)
    if mirrored:
        column = family.half - 1 - column
    return 1 << row * family.half + row // 2 + column


def position(family: Family, variant: str, fen: str) -> tuple[bool, int, int, int]:
    """Return the position of a FEN without ranges, or the start of a variant."""
    if fen == "start":
        men = family.half * {8: 3, 10: 4, 12: 5}[family.rows]
        squares = family.half * family.rows
        last = ",".join(str(square) for square in range(squares - men + 1, squares + 1))
        first = ",".join(str(square) for square in range(1, men + 1))
        fen = f"{'B' if variant in ('english', 'pool') else 'W'}:W{last}:B{first}"
    turn, *sides = fen.split(":")
    pieces = {"W": 0, "B": 0}
    kings = 0
    for side in sides:
        for piece in side[1:].split(","):
            square = bit(family, variant in MIRRORED, int(piece.lstrip("K")))
            pieces[side[0]] |= square
            kings |= square if piece[0] == "K" else 0
    return turn == "W", pieces["W"], pieces["B"], kings


def rows(variant):
    with (TABLES / f"{variant}.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if int(row["count"]) <= UNCOMPILED_LIMIT:
                yield row


@pytest.mark.parametrize("variant", sorted(FAMILIES))
def test_counts_of_the_sister_variants(variant):
    family = FAMILIES[variant]
    kernel = uncompiled_kernel(family)
    counted = 0
    for row in rows(variant):
        if "-" not in row["fen"]:
            state = position(family, variant, row["fen"])
            counts = kernel.perft_capture_order if row["convention"] != "unique" else kernel.perft
            assert counts(*state, int(row["depth"])) == int(row["count"]), row
            counted += 1
    assert counted


def variant_file(**changes):
    """Return what a Spanish file holds that matters here, with tables changed."""
    data = {
        "name": "spanish",
        "family": "spanish",
        "board": {"width": 8, "height": 8},
        "man": {
            "captures_backward": False,
            "captures_kings": True,
            "on_reaching_last_row_in_capture": "stop",
        },
        "king": {"flying": True, "landing": "any"},
        "capture": {"priority": ["most-pieces", "most-kings"], "removal": "after-move"},
    }
    return {
        name: {**data[name], **changes.get(name, {})}
        if isinstance(data[name], dict)
        else changes.get(name, data[name])
        for name in data
    }


def test_a_familys_constants_come_from_the_variants_file():
    assert Family.from_variant(variant_file()) == SPANISH
    brazilian = variant_file(
        family="brazilian",
        man={"captures_backward": True, "on_reaching_last_row_in_capture": "pass"},
        capture={"priority": ["most-pieces"]},
    )
    assert Family.from_variant(brazilian) == FAMILIES["brazilian"]


def test_short_kings_have_no_landing_to_choose_and_nothing_to_cross():
    short = {"flying": False, "landing": "behind"}
    english = variant_file(name="english", family="english", king=short, capture={"priority": []})
    assert Family.from_variant(english) == FAMILIES["english"]
    english["capture"]["removal"] = "at-once"
    assert Family.from_variant(english) == FAMILIES["english"]


def test_a_file_without_a_family_goes_by_its_own_name():
    ours = variant_file(name="ours")
    del ours["family"]
    assert Family.from_variant(ours).name == "ours"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"board": {"width": 14, "height": 14}}, r"board\.width .* 14x14 boards"),
        ({"board": {"width": 6, "height": 6}}, r"board\.width .* 6x6 boards"),
        ({"board": {"height": 10}}, r"board\.width and board\.height: .* 8x10 boards"),
        ({"capture": {"priority": ["most-cats"]}}, r"capture\.priority: no kernel .*most-cats"),
        ({"capture": {"priority": ["most-kings"] * 2}}, r"capture\.priority: no kernel knows"),
        ({"capture": {"removal": "never"}}, r"capture\.removal: no kernel knows 'never'"),
        ({"king": {"landing": "somewhere"}}, r"king\.landing: no kernel knows 'somewhere'"),
        (
            {"man": {"on_reaching_last_row_in_capture": "fly"}},
            r"man\.on_reaching_last_row_in_capture: no kernel knows 'fly'",
        ),
    ],
)
def test_a_file_that_asks_for_what_no_kernel_has(changes, reason):
    with pytest.raises(ValueError, match=f"spanish: {reason}"):
        Family.from_variant(variant_file(**changes))


@pytest.mark.parametrize("rows", [8, 10, 12])
def test_ranks_are_words_with_a_field_a_law(rows):
    """Whatever is taken, no field runs over into the next one, nor out of the word."""
    most = (rows - 2) * (rows // 2 - 1)
    for number in range(len(LAWS) + 1):
        for priority in itertools.permutations(LAWS, number):
            ranks = Family("any", half=rows // 2, rows=rows, priority=priority).ranks()
            assert all((ranks[law] > 0) == (law in priority) for law in LAWS)
            below = 0
            for law in reversed(priority):
                times = 1 if law == "with-king" else most
                lowest = ranks[law] >> most - 1 if law == "kings-first" else ranks[law]
                assert lowest > below
                below += lowest * ((1 << most) - 1) if law == "kings-first" else ranks[law] * times
            assert below < 1 << 64


def test_two_variants_cannot_give_a_family_different_rules(tmp_path, monkeypatch):
    folder = tmp_path / "variants"
    folder.mkdir()
    text = (Path(kernels.__file__).parent / "variants" / "spanish.toml").read_text("utf-8")
    (folder / "one.toml").write_text(text, "utf-8")
    (folder / "two.toml").write_text(text, "utf-8")
    monkeypatch.setattr(kernels, "_folder", lambda: tmp_path)
    assert kernels.families() == [SPANISH]
    (folder / "two.toml").write_text(text.replace("flying = true", "flying = false"), "utf-8")
    with pytest.raises(ValueError, match=r"two\.toml"):
        kernels.families()


def test_a_family_under_two_names_is_compiled_once(monkeypatch):
    twin = replace(SPANISH, name="castilian")
    monkeypatch.setattr(kernels, "families", lambda: [twin, FAMILIES["czech"], SPANISH])
    assert kernels.compiled_families() == [twin, FAMILIES["czech"]]
    compiled_kernel()
    monkeypatch.setattr(kernels, "_loaded", {})
    assert kernels.load("castilian") is kernels.load("spanish")


@pytest.mark.parametrize("name", ["spanish", "ours", "unsere Dame", "../a.b", "os", ""])
def test_rules_of_ones_own_run_compiled_where_some_variant_has_the_same(name):
    compiled_kernel()
    assert kernels.for_family(replace(SPANISH, name=name)) is kernels.load("spanish")
    assert kernels.for_rules(variant_file(name="ours", family=name)) is kernels.load("spanish")


@pytest.mark.parametrize("name", ["spanish", "czech", "ours", "unsere Dame", "../a.b", "os", ""])
def test_rules_that_no_variant_has_run_uncompiled(name):
    """Whatever they are called: nobody else's rules are taken for them."""
    own = Family(name, priority=("kings-first", "with-king"), removes_at_once=True)
    kernel = kernels.for_family(own)
    assert not kernel.compiled
    assert own.constants() == kernel.CONSTANTS
    assert kernel.perft(*START, 3) == 302
    assert kernels.for_family(replace(own)) is kernel


def test_two_uncompiled_families_of_one_name_share_nothing():
    flying, short = Family("ours"), Family("ours", flying=False)
    one, other = kernels.load_uncompiled(flying), kernels.load_uncompiled(short)
    king = (True, 1 << 0, 1 << 34, 1 << 0 | 1 << 34)
    assert one is not other
    assert kernels.load_uncompiled(flying) is one
    for kernel, family, moves in ((one, flying, 7), (other, short, 2)):
        assert family.constants() == kernel.CONSTANTS
        assert len(kernel.legal_moves(*king)) == moves


@pytest.mark.parametrize("family", kernels.families(), ids=lambda family: family.name)
def test_a_kernel_was_made_for_the_constants_its_variants_ask_for_now(family):
    kernel = kernels.load(family.name)
    assert family.constants() == kernel.CONSTANTS
    assert family.words == kernel.WORDS


def test_an_unknown_family():
    with pytest.raises(ValueError, match="no kernel for the rule family 'martian'"):
        kernels.load("martian")


def test_macros_are_what_the_c_compiler_reads():
    macros = SPANISH.macros()
    assert macros["DAMAS_BOARD"] == "DAMAS_BITS(0x0ULL, 0x7fbfdfeffULL)"
    assert macros["DAMAS_PIECE_RANK"] == "0x20ULL"
    assert macros["DAMAS_ROWS"] == "8"
    assert set(macros) == {f"DAMAS_{name}" for name in SPANISH.constants()}
    wide = FAMILIES["canadian"].macros()
    assert wide["DAMAS_WHITE_ROW"] == "DAMAS_BITS(0x1f80ULL, 0x0ULL)"


@pytest.mark.parametrize("pure", ["", "0", "1"])
def test_the_environment_chooses_the_kernel(pure):
    """Uncompiled, the kernel needs neither Cython nor a compiler."""
    code = (
        "import sys; sys.modules['cython'] = sys.modules['Cython'] = None\n"
        "from damas_cli.rules import kernels\n"
        "kernel = kernels.load('spanish')\n"
        f"print(kernel.compiled, kernel.perft(*{START!r}, 6))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DAMAS_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled, count = done.stdout.split()
    assert count == "36473"
    if pure == "1":
        assert compiled == "False"
    else:
        assert compiled == "True", "the kernel is not compiled: run `pip install -e .`"
