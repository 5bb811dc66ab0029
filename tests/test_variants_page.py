"""docs/variants.md says what the variants' files say.

Its tables are made of them: after a change `python -m tests.test_variants_page` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from damas_cli.rules import variant_keys
from damas_cli.rules.variant import Variant, get_variant, variant_names
from damas_cli.rules.variant_file import load_rules

from .cli.running import damas

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "variants.md"
CLUB = ROOT / "examples" / "reglas-club.toml"
COLUMNS = ["variant", "GameType", "board", "men, first", "men capture", "last row", "king"]
COLUMNS += ["captures", "draws"]


def claimed(text: str, is_claimed: bool) -> str:
    return f"{text}†" if is_claimed else text


def draws(variant: Variant) -> str:
    laws = []
    if variant.repetition:
        laws.append(claimed(f"{variant.repetition} times", variant.repetition_claimed))
    if variant.no_progress:
        laws.append(claimed(f"{variant.no_progress // 2} moves", variant.no_progress_claimed))
    for law in variant.endings:
        laws.append(claimed(f"{law['name']} {law['moves_each']}", law.get("claimed", False)))
    return ", ".join(laws) or "none known"


def row(variant: Variant) -> list[str]:
    board = variant.board
    captures = "forward" if not variant.man_captures_backward else "both ways"
    return [
        f"`{variant.name}`",
        variant.gametype or "none",
        f"{board.width}x{board.height}",
        f"{variant.rows * board.half}, {'White' if variant.first == 'W' else 'Black'}",
        captures + ("" if variant.man_captures_kings else ", no kings"),
        {"stop": "stops", "pass": "passes", "king": "king"}[variant.promotion],
        "short" if not variant.flying else f"flying, lands {variant.landing}",
        (", ".join(variant.priority) or "free")
        + ("; taken at once" if variant.removal == "at-once" else ""),
        draws(variant),
    ]


def table() -> str:
    rows = [COLUMNS, ["---"] * len(COLUMNS)]
    rows += [row(get_variant(name)) for name in variant_names()]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def open_points() -> str:
    return "".join(
        f"* `{name}`, `{key}`: {texts['en']}\n"
        for name in variant_names()
        for key, texts in get_variant(name).open.items()
    )


def club() -> str:
    return f"```toml\n{CLUB.read_text('utf-8')}```\n"


def written(page: str) -> str:
    """Return `page` with what is made of the files put in."""
    for mark, content in (("table", table()), ("open", open_points())):
        before, marker, rest = page.partition(f"<!-- {mark} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        page = f"{before}{marker}{content}{end}{after}"
    return re.sub(r"```toml\n.*?```\n", lambda _: club(), page, count=1, flags=re.S)


def test_the_page_is_what_the_files_say() -> None:
    page = PAGE.read_text("utf-8")
    assert written(page) == page, "run python -m tests.test_variants_page"


def test_every_key_of_a_rules_file_is_told() -> None:
    page = PAGE.read_text("utf-8")
    section = page[page.index("## A rules file") :]

    def keys(table: Any) -> set[str]:
        found = set(table.keys)
        for kind in table.keys.values():
            inner = getattr(kind, "item", kind)
            if isinstance(inner, variant_keys._Table):
                found |= keys(inner)
        return found

    for key in keys(variant_keys.WITH_BASE) - {"family"}:
        assert re.search(rf"`(\[+)?(draw\.)?{key}(\]+)?`", section) or f"`{key}`" in section, key


@pytest.mark.parametrize("game", ["Turkish", "Frisian", "Spantsiretti"])
def test_what_is_not_played_is_told(game: str) -> None:
    assert f"**{game}" in PAGE.read_text("utf-8")


class TestTheExample:
    def test_it_is_spanish_with_shorter_endings(self) -> None:
        variant, spanish = load_rules(CLUB), get_variant("spanish")
        assert (variant.no_progress, spanish.no_progress) == (50, 80)
        assert [ending["moves_each"] for ending in variant.endings] == [12]
        assert variant.articles["no_progress"] == "5.2"
        for table in ("board", "man", "king", "capture"):
            assert variant.data[table] == spanish.data[table]

    def test_it_is_shown(self) -> None:
        result = damas("variants", "--rules", str(CLUB))
        assert result.out.startswith("club: Spanish draughts, club rules\n")
        assert "Three kings against one: a draw by itself after 12 moves each. [5.3]" in result.out


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
