"""Games written as PDN writes them, and the same games with faults that have a fix.

A game is drawn as parts; each part is a text, or one as it should be with one that is damaged.
"""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from ..strategies import lines

LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "2-0", "1-1", "*"])
NAMES = st.sampled_from(["Abad", "Muñoz, José", 'Peña \\"el Niño\\"', "[x] {y} (z)", ""])
COMMENTS = st.sampled_from(
    ["{bien}", "{a ) ( ; % [%clk 0:10]}", "{ñandú}", "{}", "$3", "!?", ";fin) } {", "{a|[#] b}"]
)
DATES = [("2004.05.01", "2004-5-1"), ("2000.11.25", "25.11.2000"), ("????.??.??", "")]
FAULTS = ("N001", "N002", "N004", "R007", "S007", "T002", "T006", "T007")


class Damaged(NamedTuple):
    """A text as it should be, the same one damaged, and the codes of the damages."""

    whole: str
    damaged: str
    codes: frozenset[str]


class _Writer:
    """Writes both texts at once, with damages where they are drawn."""

    def __init__(self, draw: st.DrawFn, faults: frozenset[str]) -> None:
        self.draw = draw
        self.faults = faults
        self.done: set[str] = set()
        self.whole: list[str] = []
        self.damaged: list[str] = []

    def write(self, text: str, code: str = "", damaged: str | None = None) -> None:
        """Write a text, or something else in its place if that is a damage to be done."""
        self.whole.append(text)
        if code in self.faults and damaged is not None and damaged != text and self.chance():
            self.damaged.append(damaged)
            self.done.add(code)
        else:
            self.damaged.append(text)

    def chance(self) -> bool:
        return self.draw(st.booleans())


@st.composite
def archives(draw: st.DrawFn, faults: tuple[str, ...] = FAULTS, most_games: int = 3) -> Damaged:
    """Give a few games with some of `faults`."""
    chosen = draw(st.frozensets(st.sampled_from(faults), min_size=1))
    writer = _Writer(draw, chosen)
    end = draw(LINE_ENDS)
    for number in range(draw(st.integers(1, most_games))):
        writer.write(end if number else "")
        _write_game(writer, end)
    return Damaged("".join(writer.whole), "".join(writer.damaged), frozenset(writer.done))


def _write_game(writer: _Writer, end: str) -> None:
    draw = writer.draw
    result = draw(RESULTS)
    date, odd_date = draw(st.sampled_from(DATES))
    for name, value in (("Event", draw(NAMES)), ("White", draw(NAMES)), ("Black", draw(NAMES))):
        line = f'[{name} "{value}"]{end}'
        writer.write(line)
        writer.write("", "T002", line)
    writer.write('[Date "')
    writer.write(date, "T006", odd_date)
    writer.write(f'"]{end}[Result "{result}"]{end}[GameType "24"]{end}')
    if writer.chance():
        writer.write(f'[FEN "W:W1-12:B21-32"]{end}')
        writer.write(f'[SetUp "1"]{end}', "T007", draw(st.sampled_from(["", f'[SetUp "0"]{end}'])))
    writer.write(end)
    before_result = _write_moves(writer, end)
    writer.write(f"{before_result}{result}", "R007", "")
    writer.write(draw(st.sampled_from(["", end])) + end)


def _write_moves(writer: _Writer, end: str) -> str:
    """Write the moves; return what comes between them and the result."""
    draw = writer.draw
    line = draw(lines(24, most_choices=5))
    texts = line.texts or ["9-13", "21-18"]
    unused = "{damas: ignore D003, M004}"
    writer.write("", "S007", f"{unused} ")
    # Of several numbers that are wrong nobody knows which; one is found out by the others.
    wrong = draw(st.integers(1, max(1, len(texts) // 2 - 2)))
    after_comment = ""
    for ply, text in enumerate(texts):
        if ply:
            writer.write(after_comment or draw(st.sampled_from([" ", " ", " ", end, "\t"])))
        after_comment = ""
        if ply % 2 == 0:
            number = ply // 2 + 1
            odd = str(number + 7) if number == wrong and len(texts) > 12 else None
            writer.write(str(number), "N001", odd)
            writer.write(". ")
        _write_move(writer, text)
        if draw(st.integers(0, 9)) == 0:
            comment = draw(COMMENTS).replace("|", end)
            writer.write(f" {comment}")
            after_comment = end if comment[0] == ";" else ""
        elif draw(st.integers(0, 19)) == 0:
            writer.write("", "S007", f" {unused}")
    return after_comment or " "


def _write_move(writer: _Writer, text: str) -> None:
    """Write a move, damaged by one fault at the most."""
    separator = "x" if "x" in text else "-"
    if writer.chance():
        writer.write(text, "N002", text.replace(separator, ":-"[separator == "x"]))
    else:
        squares = text.split(separator)
        odd = separator.join(square.zfill(2) for square in squares)
        blank = f"{separator} ".join(squares)
        writer.write(text, "N004", odd if odd != text else blank)
