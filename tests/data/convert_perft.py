"""Turn collected perft counts into the suites under tests/data/perft.

    python -m tests.data.convert_perft FOLDER

FOLDER holds published.tsv, computed.tsv and oracle_counts.tsv. Written are a suite a variant, such
as `spanish.tsv`, which `damas perft --suite` takes, and `landing_paths.tsv`: counts in a third
convention, where every landing square on the way makes another move. A count that two tables give
must be the same in both. Counts of games that damas does not play are left out.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent / "perft"
LANDING_PATH = "landing-path"
COLUMNS = ("variant", "fen", "depth", "count", "convention", "source")
# What the tables call rules, and the variants that have them. Where the tables count several
# readings of a rule, it is the one that damas plays.
VARIANTS = {
    "spanish": "spanish",
    "portuguese": "portuguese",
    "argentinian + king lands right behind": "argentinian",
    "filipino": "filipino",
    "brazilian": "brazilian",
    "russian": "russian",
    "pool": "pool",
    "czech": "czech",
    "german/tanzanian (free choice, flying king)": "german",
    "italian": "italian",
    "english": "english",
    "international": "international",
    "canadian": "canadian",
    "thai (real start, 8 men a side)": "thai",
    "thai-12men": "thai",
}
# Nobody published counts of these rules, or not of the first plies. These are of the start, in both
# conventions, by the kernel and by the slow rules in tests/oracle alike.
COUNTED_HERE = {
    "argentinian": (7, 49, 302, 1469, 7361, 36473),
    "german": (7, 49, 302, 1469, 7361, 36768),
    "jamaican": (7, 49, 302, 1469, 7482, 37986),
    "malaysian": (11, 121, 1222, 10053, 78629),
    "spanish-summary": (7, 49, 302, 1469, 7473, 37628),
    "thai": (7, 49, 392, 3136, 26592),
}
# Positions that the tables only describe.
POSITIONS = {"8x8 12v12 (3 rows, gap 2: NOT the real Thai start)": "B:W1-12:B21-32"}
# Rules that damas does not play, or not with these.
LEFT_OUT = {
    "argentinian (max pieces, then max kings, then capture with king)": "the king lands anywhere",
    "german (king lands right behind)": "the other reading",
    "malaysian/singaporean without huffing (no backward man capture, free choice)": "no quantity",
    "english-6x6": "board",
    "international-6x6": "board",
    "international-14x14": "board",
    "international-killer": "landing of the last capture",
    "frisian": "captures along ranks and files",
    "spantsiretti": "board",
    "srilankan": "Canadian, mirrored",
    "turkish": "moves along ranks and files",
}
# What a source's text contains, and how it is cited here.
SOURCES = {
    "OEIS A133046": "OEIS A133046",
    "rhalbersma/dctl": "github.com/rhalbersma/dctl",
    "Sanavesa/kish": "github.com/Sanavesa/kish",
    "counts = brazilian": "as brazilian, mirrored",
    "mirrored board": "as spanish, mirrored",
}
COMPUTED = "computed"
SUITES = sorted({*VARIANTS.values(), *COUNTED_HERE})


class Row(NamedTuple):
    """One count; the fields are the columns written."""

    variant: str
    fen: str
    depth: int
    count: int  # type: ignore[assignment]  # the column hides a method of tuples nobody needs
    convention: str
    source: str


def table(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def position(text: str) -> str:
    """Return the FEN in a description, or `start`.

    >>> position("W:WK31-50:BK1-20 (all kings)"), position("start 10x10 20v20")
    ('W:WK31-50:BK1-20', 'start')
    """
    fen = re.match(r"[WB]:\S+", text)
    return POSITIONS.get(text) or (fen[0] if fen else "start")


def citation(text: str) -> str:
    return next((short for part, short in SOURCES.items() if part in text), COMPUTED)


def read(folder: Path) -> list[Row]:
    """Return the rows of the three tables, each count once."""
    rows = [
        Row(
            VARIANTS[line["variant"]],
            position(line["position"]),
            int(line["depth"]),
            int(line["count"]),
            line["duplicates"],
            citation(line.get("source", "")),
        )
        for name in ("published.tsv", "computed.tsv")
        for line in table(folder / name)
        if line["variant"] not in LEFT_OUT
    ]
    for line in table(folder / "oracle_counts.tsv"):
        fen = "start" if line["position"] == "start" else line["fen"]
        depth = int(line["depth"])
        for column, convention in (("unique", "unique"), ("landing_paths", LANDING_PATH)):
            if line[column]:
                count = int(line[column])
                rows.append(Row(line["variant"], fen, depth, count, convention, COMPUTED))
    for name, counts in COUNTED_HERE.items():
        for convention in ("unique", "capture-order"):
            rows += [
                Row(name, "start", depth, count, convention, COMPUTED)
                for depth, count in enumerate(counts, 1)
            ]
    return distinct(rows)


def distinct(rows: list[Row]) -> list[Row]:
    """Return each count once, with its first source; raise where two of them differ."""
    kept: dict[tuple[str, str, int, str], Row] = {}
    for row in rows:
        first = kept.setdefault((row.variant, row.fen, row.depth, row.convention), row)
        if first.count != row.count:
            raise ValueError(f"counts differ: {first} and {row}")
    return list(kept.values())


def write(rows: list[Row], file: Path) -> None:
    order = {fen: place for place, fen in enumerate(dict.fromkeys(row.fen for row in rows))}
    rows = sorted(rows, key=lambda r: (r.variant, order[r.fen], r.convention != "unique", r.depth))
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE)
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def convert(folder: Path, target: Path) -> None:
    """Write the suites made of the tables in `folder` to `target`."""
    rows = read(folder)
    for variant in SUITES:
        suite = [row for row in rows if row.variant == variant and row.convention != LANDING_PATH]
        write(suite, target / f"{variant}.tsv")
    landing = [row for row in rows if row.convention == LANDING_PATH]
    write(landing, target / "landing_paths.tsv")


if __name__ == "__main__":
    convert(Path(sys.argv[1]), HERE)
