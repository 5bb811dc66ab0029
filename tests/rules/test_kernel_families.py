"""Rule families are constants: the same source, uncompiled, plays the sister variants."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from damas_cli.rules import kernels
from damas_cli.rules.family import Family

from .kernel_positions import SPANISH, START, uncompiled_kernel

TABLES = Path(__file__).parents[1] / "data" / "perft"
UNCOMPILED_LIMIT = 60_000
FAMILIES = {
    "brazilian": Family("brazilian", man_captures_back=True, priority=1, promotion=1),
    "canadian": Family(
        "canadian", half=6, rows=12, man_captures_back=True, priority=1, promotion=1
    ),
    "czech": Family("czech", priority=5),
    "english": Family("english", flying=False),
    "international": Family(
        "international", half=5, rows=10, man_captures_back=True, priority=1, promotion=1
    ),
    "italian": Family("italian", flying=False, man_takes_king=False, priority=3),
    "pool": Family("pool", man_captures_back=True, promotion=1),
    "portuguese": Family("portuguese", priority=2),
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


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"board": {"width": 12, "height": 12}}, "8x8 or 10x10"),
        ({"board": {"height": 10}}, "8x8 or 10x10"),
        ({"capture": {"priority": ["most-kings"]}}, "no kernel knows"),
        ({"capture": {"removal": "never"}}, "no kernel knows"),
        ({"king": {"landing": "somewhere"}}, "no kernel knows"),
    ],
)
def test_a_file_that_asks_for_what_no_kernel_has(changes, reason):
    with pytest.raises(ValueError, match=reason):
        Family.from_variant(variant_file(**changes))


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


def test_an_unknown_family():
    with pytest.raises(ValueError, match="no kernel for the rule family 'martian'"):
        kernels.load("martian")


def test_macros_are_what_the_c_compiler_reads():
    macros = SPANISH.macros()
    assert macros["DAMAS_BOARD"] == "0x7fbfdfeffULL"
    assert macros["DAMAS_PRIORITY"] == "2"
    assert set(macros) == {f"DAMAS_{name}" for name in SPANISH.constants()}


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
