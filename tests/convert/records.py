"""What the tests of records share: conversions, real files, and games put together by chance."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from damas_cli.convert.options import ConvertOptions
from damas_cli.convert.run import Conversion
from damas_cli.pdn.sources import Source

# Larger files are for the night.
_SMALL = 50_000


def converted(
    data: bytes,
    to: str,
    read_as: str | None = "pdn",
    *,
    faults: list[Any] | None = None,
    **asked: Any,
) -> bytes:
    """Return the games of a text in another format; `faults` gets what is no game."""
    conversion = Conversion(to, ConvertOptions(**asked), read_as)

    def tell(path: str, line: int, fault: object) -> None:
        assert faults is not None, fault
        faults.append((line, str(fault)))

    chunks = [data] if data else []
    return b"".join(conversion.run([Source("-", lambda: iter(chunks))], _complain, tell))


def _complain(error: Exception) -> None:
    raise error


def records_of(data: bytes) -> list[dict[str, Any]]:
    """Return the records in lines of JSON."""
    return [json.loads(line) for line in data.split(b"\n") if line]


def schema() -> dict[str, Any]:
    """Return the schema of records."""
    path = Path(__file__).parents[2] / "docs" / "jsonl.schema.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def real_files(corpus: Path) -> Iterable[Path]:
    """Return the files of real games: the small ones, or all of them in the profile `nightly`."""
    is_nightly = settings.get_current_profile_name() == "nightly"
    found = [*corpus.rglob("*.pdn"), *corpus.rglob("*.ouv")]
    return sorted(file for file in found if is_nightly or file.stat().st_size < _SMALL)


# ---- games by chance

#: Characters that are something to PDN, JSON, CSV or a terminal, and some that are not.
CHARACTERS = "ab Z09\"\\'{}[](),;%$*!?/\n\r\t\0\x1a\x07\x85\u2028\ufeffñ½\U0001f600=+-@"
TEXTS = st.text(CHARACTERS, max_size=12)
NAMES = st.sampled_from(["Event", "White", "Black", "Result", "Año", "ECO", "White", "Z_9"])
MOVES = st.sampled_from(
    [
        "10-14",
        "23-20",
        "9-13",
        "21-18",
        "14x23",
        "05-09",
        "1 - 5",
        "10\u201314",
        "6x15x24",
        "- -",
        "9x18",
    ]
)
COMMENTS = TEXTS.map(lambda text: text.replace("}", "").replace("\n[", "\n ["))
LINE_COMMENTS = TEXTS.map(lambda text: text.replace("\n", "").replace("\r", ""))
SMALL_THINGS = st.one_of(
    COMMENTS.map(lambda text: f"{{{text}}}"),
    LINE_COMMENTS.map(lambda text: f";{text}\n"),
    st.sampled_from(
        ["$1", "$007", "!", "?!", "(?)", '/FEN "B:W9,K13:B20"/', "...", "*", "7.", "3..."]
    ),
)
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "½-½", "2-0", "0-2t", "*", ""])


@st.composite
def movetexts(draw: st.DrawFn, depth: int = 2) -> str:
    """Give moves with all that may stand among them."""
    words = []
    for ply in range(draw(st.integers(0, 6))):
        if ply % 2 == 0 and draw(st.booleans()):
            words.append(f"{ply // 2 + 1}.")
        words.append(draw(MOVES))
        words += draw(st.lists(SMALL_THINGS, max_size=2))
        if depth and draw(st.integers(0, 4)) == 0:
            words.append(f"({draw(movetexts(depth - 1))})")
    return " ".join(words)


@st.composite
def games(draw: st.DrawFn) -> bytes:
    """Give a game in PDN that is read whole, mostly."""
    pairs = draw(st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=4))
    if draw(st.integers(0, 3)) == 0:
        pairs.append(("FEN", draw(st.sampled_from(["B:W1,5,9:B20,24,28", "W:WK1:BK32", "?", ""]))))
    if draw(st.integers(0, 3)) == 0:
        pairs.append(("GameType", draw(st.sampled_from(["24", "20", "25", "40", "x"]))))
    lines = []
    for name, value in pairs:
        plain = value.replace("\n", " ").replace("\r", " ")
        escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]\n')
    text = "".join(lines) + "\n" + draw(movetexts()) + " " + draw(RESULTS) + "\n\n"
    try:
        return text.encode(draw(st.sampled_from(["utf-8", "cp1252"])))
    except UnicodeEncodeError:
        return text.encode()
