"""Pictures of counts: bars as SVG, which need nothing but themselves.

A picture says its title, what it shows and every number as text. Colours follow the reader's light
or dark scheme; parts of a bar also differ in lightness and stand in the order of the legend, so
that nobody has to tell colours apart. Without styles, as in some word processors, it is light.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import NamedTuple
from xml.sax.saxutils import escape

from damas_cli.check.reporters.full import width as columns_of
from damas_cli.language import Words, mark

from .games import Outcomes

WIDTH = 800
_FONT = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif"
#: By name: the colour in light and in dark surroundings. `part-0` and so on are parts of bars.
COLOURS = {
    "ground": ("#ffffff", "#16191d"),
    "ink": ("#1f2328", "#e6e9ec"),
    "grid": ("#d5d9de", "#3a4149"),
    "part-0": ("#1d5b86", "#2f79ad"),
    "part-1": ("#d3d7dc", "#dfe3e8"),
    "part-2": ("#d4812c", "#e0a050"),
    "part-3": ("#3d1f47", "#4a2a57"),
    "part-4": ("#ffffff", "#16191d"),
}
_LEFT, _RIGHT, _TOP, _BAR_HEIGHT, _ROW = 70, 20, 66, 18, 26
_PLOT_HEIGHT = 260
# A letter is some seven units wide.
_LETTER = 7.2
_LONGEST_LABEL = 34


class Bar(NamedTuple):
    """A bar.

    Attributes:
        label: what stands at its foot.
        told: what it shows, in words.
        parts: how long its parts are, in the order of the legend.
        note: what stands behind it, where it lies.
    """

    label: str
    told: str
    parts: tuple[int, ...]
    note: str = ""


class Plot(NamedTuple):
    """What is drawn.

    Attributes:
        legend: what the parts of the bars are, by their places; empty where they have but one.
        across: what is told along the feet of the bars.
        up: what the length of a bar is.
    """

    title: str
    bars: Sequence[Bar]
    legend: Mapping[int, str] = {}
    across: str = ""
    up: str = ""


#: What the parts of a bar are that shows how games ended.
OUTCOMES = (
    mark("who moves first wins"),
    mark("draw"),
    mark("who moves second wins"),
    mark("both lose"),
    mark("not known"),
)
_USUAL = {0, 1, 2}


def shares(title: str, rows: Iterable[tuple[str, Outcomes]], words: Words, most: int = 30) -> str:
    """Return a picture of how games ended: a bar for each of the first `most` rows."""
    bars = []
    for label, outcomes in islice(rows, most):
        games = words.plural("{number} game", "{number} games", outcomes.games)
        told = [
            f"{words(name)} {number}"
            for name, number in zip(OUTCOMES, outcomes, strict=True)
            if number
        ]
        bars.append(Bar(label, f"{label}: {', '.join(told)}", outcomes, games))
    found = {part for bar in bars for part, number in enumerate(bar.parts) if number}
    legend = {part: words(OUTCOMES[part]) for part in sorted(found | _USUAL)}
    return lying(Plot(title, bars, legend), words)


def standing(plot: Plot, words: Words) -> str:
    """Return a picture of bars side by side.

    >>> from damas_cli.language import ENGLISH
    >>> picture = standing(Plot("Years", [Bar("1990", "1990: 2 games", (2,))]), ENGLISH)
    >>> picture.count("<rect"), "<title>1990: 2 games</title>" in picture
    (2, True)
    """
    height = _TOP + _PLOT_HEIGHT + 60
    return _picture(plot, height, _standing(plot), words)


def _standing(plot: Plot) -> Iterator[str]:
    foot = _TOP + _PLOT_HEIGHT
    wide = WIDTH - _LEFT - _RIGHT
    most = max((sum(bar.parts) for bar in plot.bars), default=0)
    ticks = ticks_to(most)
    for tick in ticks:
        y = foot - _PLOT_HEIGHT * tick / ticks[-1]
        yield _line(_LEFT, y, WIDTH - _RIGHT, y)
        yield _label(_LEFT - 8, y + 4, str(tick), "end")
    each = wide / max(len(plot.bars), 1)
    # Only so many labels that they do not run into each other.
    longest = max((len(bar.label) for bar in plot.bars), default=1)
    every = -int(-(longest + 2) * _LETTER // each)
    for place, bar in enumerate(plot.bars):
        x, y = _LEFT + each * place, float(foot)
        shapes = []
        for part, number in enumerate(bar.parts):
            tall = _PLOT_HEIGHT * number / ticks[-1]
            y -= tall
            shapes.append(_rect(x + each * 0.1, y, each * 0.8, tall, part))
        yield _told(bar, shapes)
        if place % every == 0:
            yield _label(x + each / 2, foot + 18, bar.label, "middle")
    yield _label(_LEFT + wide / 2, foot + 42, plot.across, "middle")
    yield _label(_LEFT, _TOP - 12, plot.up, "start")


def lying(plot: Plot, words: Words) -> str:
    """Return a picture of bars below each other, each of the same length: shares of a whole."""
    height = _TOP + 20 + _ROW * len(plot.bars) + 20
    return _picture(plot, height, _lying(plot), words)


def _lying(plot: Plot) -> Iterator[str]:
    longest = max((columns_of(_shortened(bar.label)) for bar in plot.bars), default=0)
    notes = max((columns_of(bar.note) for bar in plot.bars), default=0)
    left = 20 + longest * _LETTER + 10
    wide = WIDTH - _RIGHT - notes * _LETTER - 20 - left
    yield from _legend(plot.legend)
    for place, bar in enumerate(plot.bars):
        y, x = _TOP + 20 + _ROW * place, left
        whole = sum(bar.parts)
        yield _label(left - 10, y + 13, _shortened(bar.label), "end")
        shapes = []
        for part, number in enumerate(bar.parts):
            long = wide * number / whole if whole else 0
            if number:
                shapes.append(_rect(x, y, long, _BAR_HEIGHT, part))
            x += long
        yield _told(bar, shapes)
        yield _label(WIDTH - _RIGHT, y + 13, bar.note, "end")


def _legend(names: Mapping[int, str]) -> Iterator[str]:
    x = 20.0
    for part, name in names.items():
        yield _rect(x, _TOP - 16, 12, 12, part)
        yield _label(x + 18, _TOP - 5, name, "start")
        x += 18 + columns_of(name) * _LETTER + 18


def ticks_to(most: int) -> list[int]:
    """Return round numbers from 0 to `most` or more, at most six.

    >>> ticks_to(487), ticks_to(3), ticks_to(0)
    ([0, 100, 200, 300, 400, 500], [0, 1, 2, 3], [0, 1])
    """
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(step for step in steps if step * 5 >= most)
    return [*range(0, max(most, 1) + step, step)][: -(-max(most, 1) // step) + 1]


def _picture(plot: Plot, height: int, shapes: Iterator[str], words: Words) -> str:
    told = "; ".join(bar.told for bar in plot.bars) or words("(nothing)")
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" lang="{words.language}" '
        f'font-family="{_FONT}" font-size="13">',
        f"<title>{_text(plot.title)}</title>",
        f"<desc>{_text(told)}</desc>",
        f"<style>{_style()}</style>",
        f'<rect class="damas-ground" width="{WIDTH}" height="{height}" '
        f'fill="{COLOURS["ground"][0]}"/>',
        f'<text class="damas-ink" x="20" y="28" font-size="17" font-weight="600" '
        f'fill="{COLOURS["ink"][0]}">{_text(plot.title)}</text>',
    )
    return "\n".join([*head, *shapes, "</svg>\n"])


def _style() -> str:
    """Return what is otherwise in dark surroundings."""
    rules = [f".damas-{name}{{fill:{dark}}}" for name, (_, dark) in COLOURS.items()]
    lines = f".damas-line{{stroke:{COLOURS['grid'][1]}}}"
    edges = f".damas-edge{{stroke:{COLOURS['ink'][1]}}}"
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}{lines}{edges}}}"


def _told(bar: Bar, shapes: Sequence[str]) -> str:
    return f"<g><title>{_text(bar.told)}</title>{''.join(shapes)}</g>"


def _rect(x: float, y: float, wide: float, tall: float, part: int) -> str:
    colour = COLOURS[f"part-{part}"][0]
    return (
        f'<rect class="damas-part-{part} damas-edge" x="{x:.1f}" y="{y:.1f}" '
        f'width="{wide:.1f}" height="{tall:.1f}" fill="{colour}" '
        f'stroke="{COLOURS["ink"][0]}" stroke-width="0.75"/>'
    )


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return (
        f'<path class="damas-line" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" '
        f'stroke="{COLOURS["grid"][0]}"/>'
    )


def _label(x: float, y: float, text: str, anchor: str) -> str:
    if not text:
        return ""
    return (
        f'<text class="damas-ink" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
        f'fill="{COLOURS["ink"][0]}">{_text(text)}</text>'
    )


def _shortened(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


def _text(text: str) -> str:
    """Return `text` for XML, which has no control characters."""
    return escape("".join(c if c.isprintable() else " " for c in text))
