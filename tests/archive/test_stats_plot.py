"""Pictures of counts: well-formed, true to the numbers, and to be read without colours."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.archive.stats.games import Outcomes
from damas_cli.archive.stats.plot import COLOURS, OUTCOMES, Bar, Plot, shares, standing, ticks_to
from damas_cli.cli.status import ExitStatus
from damas_cli.language import ENGLISH, LANGUAGES, words_of

from ..cli.running import damas
from ..strategies import examples

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.integers(0, 2000)
LABELS = st.text(max_size=60)
GAMES = b"".join(
    b'[Date "%d.01.01"]\n\n1. 10-14 22-18 2. 5-10 26-22 %s\n\n' % (year, result)
    for year, result in ((1990, b"1-0"), (1990, b"1-1"), (1993, b"0-1"), (1999, b"0-0"))
)
DRAWN = ("lengths", "years", "variants", "openings")


def bars(picture: ElementTree.Element) -> list[list[ElementTree.Element]]:
    """Return the parts of each bar."""
    return [group.findall(f"{SVG}rect") for group in picture.findall(f"{SVG}g")]


@examples(40)
@given(st.lists(st.tuples(LABELS, NUMBERS), max_size=70), st.sampled_from(LANGUAGES))
def test_standing_bars_are_as_long_as_their_numbers(
    rows: list[tuple[str, int]], language: str
) -> None:
    plot = Plot("Title & <more>", [Bar(label, f"{label}: {n}", (n,)) for label, n in rows])
    picture = ElementTree.fromstring(standing(plot, words_of(language)))
    assert picture.findtext(f"{SVG}title") == "Title & <more>"
    assert all(str(number) in picture.findtext(f"{SVG}desc", "") for _, number in rows)
    top = ticks_to(max((number for _, number in rows), default=0))[-1]
    heights = [float(bar.get("height", "")) for (bar,) in bars(picture)]
    assert heights == [pytest.approx(260 * number / top, abs=0.06) for _, number in rows]


@examples(40)
@given(st.lists(st.tuples(LABELS, st.tuples(*[NUMBERS] * 5)), max_size=40))
def test_lying_bars_are_shares_of_a_whole(rows: list[tuple[str, tuple[int, ...]]]) -> None:
    told = [(label, Outcomes(*numbers)) for label, numbers in rows]
    picture = ElementTree.fromstring(shares("Results", told, ENGLISH, most=30))
    drawn = bars(picture)
    assert len(drawn) == min(len(rows), 30)
    for parts, (_, numbers) in zip(drawn, rows, strict=False):
        widths = [float(part.get("width", "")) for part in parts]
        shown = [number for number in numbers if number]
        scale = sum(widths) / max(sum(shown), 1)
        assert widths == [pytest.approx(number * scale, abs=0.3) for number in shown]
        places = [OUTCOMES.index(name) for name in OUTCOMES if numbers[OUTCOMES.index(name)]]
        assert [part.get("class", "").split()[0] for part in parts] == [
            f"damas-part-{place}" for place in places
        ]


@given(st.integers(0, 10**7))
def test_ticks_are_few_and_round(most: int) -> None:
    ticks = ticks_to(most)
    steps = {second - first for first, second in pairwise(ticks)}
    assert len(ticks) <= 6
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in ("1", "2", "5")
    assert ticks[-1] >= most > ticks[-2] or most == 0


@pytest.mark.parametrize("scheme", [0, 1])
def test_parts_beside_each_other_differ_in_lightness(scheme: int) -> None:
    """Contrast as WCAG 2 computes it; nobody has to see colours."""
    parts = [COLOURS[f"part-{place}"][scheme] for place in range(len(OUTCOMES))]
    for one, other in pairwise(parts):
        assert contrast(one, other) > 1.45, (one, other)
    assert contrast(COLOURS["ink"][scheme], COLOURS["ground"][scheme]) > 7


def contrast(one: str, other: str) -> float:
    low, high = sorted((lightness(one), lightness(other)))
    return (high + 0.05) / (low + 0.05)


def lightness(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("report", DRAWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_drawn_beside_what_it_prints(
    report: str, language: str, tmp_path: Path
) -> None:
    path = tmp_path / "picture.svg"
    arguments = ("stats", "--report", report, "--lang", language, "--svg", str(path))
    result = damas(*arguments, stdin=GAMES)
    assert result.status == ExitStatus.OK
    assert result.out == damas(*arguments[:-2], stdin=GAMES).out
    picture = ElementTree.parse(path).getroot()
    described = picture.findtext(f"{SVG}desc", "")
    word = {"en": "game", "es": "partida"}[language]
    assert word in "".join(picture.itertext())
    assert picture.get("role") == "img"
    for row in map(json.loads, result.out.splitlines()):
        if report == "years":
            assert f"{row['year']}: {row['games']} {word}" in described
        if report == "lengths":
            assert f"{row['from']}-{row['to']}" in described


def test_years_without_games_have_their_place(tmp_path: Path) -> None:
    path = tmp_path / "years.svg"
    damas("stats", "--report", "years", "--svg", str(path), stdin=GAMES)
    assert len(bars(ElementTree.parse(path).getroot())) == 10
    far = b'[Date "1001.01.01"]\n\n1. 9-13 *\n\n' + GAMES
    damas("stats", "--report", "years", "--svg", str(path), "--force", stdin=far)
    assert 10 < len(bars(ElementTree.parse(path).getroot())) <= 61


def test_nothing_is_written_over_and_only_what_can_be_drawn_is(tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    path.write_text("mine")
    for arguments in (("--report", "years"), ("--report", "results", "--force")):
        result = damas("stats", *arguments, "--svg", str(path), stdin=GAMES)
        assert (result.status, result.out) == (ExitStatus.USAGE, "")
    assert path.read_text() == "mine"
    result = damas("stats", "--report", "years", "--svg", str(path), "--force", stdin=GAMES)
    assert result.status == ExitStatus.OK
    assert path.read_text().startswith("<svg")
    games = tmp_path / "games.pdn"
    games.write_bytes(GAMES)
    result = damas("stats", "--report", "years", "--svg", str(games), "--force", str(games))
    assert result.status == ExitStatus.USAGE
    assert games.read_bytes() == GAMES
    result = damas("stats", "--report", "years", "--svg", str(tmp_path / "no/a.svg"), stdin=GAMES)
    assert result.status == ExitStatus.UNREADABLE
