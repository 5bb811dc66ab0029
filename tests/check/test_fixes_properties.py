"""Games damaged by every fault that has a safe fix: the fix gives back what they were."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from damas_cli.check.fixes.pieces import Pieces
from damas_cli.check.results import KNOWN
from damas_cli.pdn.reader import read_games

from ..strategies import examples, lines
from .damaged_games import FAULTS, LINE_ENDS, archives
from .fixing import CUTS, codes, compare, fix, lines_of

CHUNKS = st.sampled_from([0, 1, 7, 64])


@examples(150)
@given(archives(), st.sampled_from(["utf-8", "cp1252"]), CHUNKS)
def test_the_fix_is_the_reverse_of_the_damage(games, encoding, chunk):
    before = games.damaged.encode(encoding)
    done = fix(before, chunk=chunk)
    assert done.text == games.whole.encode()
    assert not done.refused
    recoded = {"S005"} if before != games.damaged.encode() else set()
    assert set(done.fixed) == games.codes | recoded
    assert not games.codes & set(codes(done.text))
    again = fix(done.text)
    assert again.text == done.text
    assert not again.fixed


@examples(60)
@given(archives(), st.sampled_from(FAULTS))
def test_only_what_is_selected_is_fixed(games, code):
    before = games.damaged.encode()
    done = fix(before, select=code)
    assert set(done.fixed) == games.codes & {code}
    compare(before, done.text, done.fixed)


@st.composite
def broken_lines(draw: st.DrawFn) -> tuple[bytes, int]:
    """Give a game that cannot be played to its end, and how many plies of it can."""
    end = draw(LINE_ENDS)
    texts = list(draw(lines(20, most_choices=5)).texts)
    played = len(texts)
    wrong = draw(st.sampled_from(["1-32", "32-1", "2-3", "16-17", "31-4"]))
    rest = draw(st.lists(st.sampled_from(REST), max_size=8))
    words = []
    for ply, text in enumerate([*texts, wrong]):
        words += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        words.append(text)
    words += [word.replace("|", end) for word in rest]
    result = draw(st.sampled_from(["1-0", "1/2-1/2", "*"]))
    header = f'[Event "x"]{end}[GameType "24"]{end}[Result "{result}"]{end}{end}'
    body = words[0]
    for word in words[1:]:
        body += (end if body[-1] == "~" else draw(st.sampled_from([" ", end]))) + word
    body = body.replace("~", "")
    comment_ends = rest and rest[-1].endswith("~")
    return f"{header}{body}{end if comment_ends else ' '}{result}{end}".encode(), played


REST = [
    "9. 9-13",
    "21-18!?",
    "{a comment}",
    "{one|[#] two}",
    "{[%clk 0:59] [x]}",
    "(9. 10-14 {in} 1-0)",
    "(9... 1-5 ;to the end } of the line~|)",
    ";a line comment } { ) (~",
    "$4",
    "*",
    '/FEN "W:W1:B32"/',
    "- -",
    "[malformed]",
]


@examples(150)
@given(broken_lines(), st.booleans())
def test_what_cannot_be_played_becomes_a_comment(game, followed):
    text, played = game
    text += b'\r\n[Event "next"]\r\n1. 9-13 21-18 1-0\r\n' if followed else b""
    assume(len(list(read_games([text]))) == 1 + followed)
    assume(codes(text).keys() & CUTS)
    done = fix(text, unsafe=True)
    (old, *others), (new, *same) = read_games([text]), read_games([done.text])
    assert [game.raw for game in others] == [game.raw for game in same]
    assert new.result == old.result
    assert len(lines_of(new).get(None, [None])) == played + 1
    assert new.raw.translate(None, b"{}()[]") == old.raw.translate(None, b"{}()[]")
    assert not CUTS & codes(done.text).keys()
    # A line that ends early for a comment is told from its result for the first time.
    assert (codes(done.text) - codes(text)).keys() <= {"R002", "R005"}
    assert fix(done.text, unsafe=True).text == done.text
    assert fix(text).text == text


ENDS = ["-", "- -", "--", "...", "?", "!", "*", "4-6", "1-9", "24-0", "1-0", "1/2", "3.", "3. -"]
ENDS += ["{a comment}", ";to the end|", "(23-19)", "$4", "(23-20 -)", "{damas: ignore R007}"]
SAYS = [*KNOWN, "4-6", "1-9", "1:0", "0-2t", "--", "unknown", " - ", None]


@examples(300)
@given(
    st.sampled_from(SAYS),
    st.lists(st.sampled_from(ENDS), max_size=3),
    st.sampled_from(["", "\n", '\n[Event "next"]\n1. 9-13 21-18 1-0\n']),
    st.booleans(),
)
def test_no_finding_comes_up_however_a_game_ends(result, ends, rest, unsafe):
    tag = "" if result is None else f'[Result "{result}"]\n'
    end = " ".join(["", *ends]).replace("|", "\n")
    text = f"{tag}\n1. 10-14 23-20{end}{rest}".encode()
    done = fix(text, unsafe=unsafe)
    revealed = {"R002", "R005"} if CUTS & done.fixed.keys() else set()
    assert (codes(done.text) - codes(text)).keys() <= revealed
    assert len(list(read_games([done.text]))) == len(list(read_games([text])))
    assert fix(done.text, unsafe=unsafe).text == done.text


@examples(100)
@given(
    st.binary(min_size=1, max_size=40),
    st.lists(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5), st.binary(max_size=4)))),
)
def test_edits_of_edits(original, rounds):
    from damas_cli.check.fixes.fix import Edit

    pieces, text = Pieces(original), original
    for drawn in rounds:
        edits, new, at = [], b"", 0
        for start, length, written in sorted(drawn):
            if at <= start <= len(text):
                stop = min(start + length, len(text))
                edits.append(Edit(start, stop, written))
                new += text[at:start] + written
                at = stop
        text = new + text[at:]
        if not text:
            return
        pieces.apply(edits)
        assert pieces.text() == text
    changes = list(pieces.changes())
    assert b"".join(old for old, _ in changes) == original
    assert b"".join(old if new is None else new for old, new in changes) == text
