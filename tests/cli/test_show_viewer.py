"""The viewer of `damas show` without a terminal: keys in, lines out."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damas_cli.check.reporters.full import width
from damas_cli.cli.viewer.keys import KeyDecoder
from damas_cli.cli.viewer.model import _KEYS, Viewer
from damas_cli.cli.viewer.screen import Screen
from damas_cli.convert.board_text import BoardLook
from damas_cli.convert.game_list import GameList
from damas_cli.convert.options import ConvertOptions
from damas_cli.language import words_of
from damas_cli.pdn.sources import open_sources
from damas_cli.rules.position import Position

TOURNAMENT = Path(__file__).parents[2] / "examples" / "torneo.pdn"
GAMES = b"""[White "Ana"] [Black "Bea"] [Event "Open"]
1. 9-13! {first} 21-18 (1... 22-18 {sharper} 2. 13x22 26x19 (2... 27x18 3. 5-9)
3. 11-15) (1... 23-19) 2. 5-9 22-19 3. 13x22 27x18 4. 12-15 19x12 5. 8x15 *

[White "Eva"] [Black "Luz"]
1. 10-14 23-20 2. 14-19 20-16 1-0

[White "Broken"]
1. 10-14 & 23-20 *
"""
SGR = re.compile(r"\x1b\[[\d;]*m")


def viewer(games: bytes = GAMES, number: int = 1, language: str = "en") -> Viewer:
    listed = GameList(open_sources(["-"], stdin=io.BytesIO(games)), ConvertOptions())
    return Viewer(listed, words_of(language), BoardLook(), number)


def press(seen: Viewer, *keys: str) -> Viewer:
    for key in keys:
        seen.press(key)
    return seen


def shown(seen: Viewer, columns: int = 80, lines: int = 24) -> str:
    return "\n".join(Screen(seen, colour=False).lines(columns, lines))


def move(seen: Viewer) -> str:
    return seen.step.text if seen.step is not None else ""


class TestKeys:
    def test_arrows_step_and_stop_at_both_ends(self) -> None:
        seen = viewer()
        assert move(press(seen, "left")) == ""
        assert move(press(seen, "right", "right")) == "21-18"
        assert move(press(seen, "end", "right")) == "8x15"
        assert move(press(seen, "left")) == "19x12"
        assert move(press(seen, "home")) == ""
        assert move(press(seen, "page-down")) == "8x15"
        assert move(press(seen, "page-up")) == ""

    def test_the_board_follows(self) -> None:
        seen = viewer()
        position = Position.start()
        assert seen.stand.position == position
        for text in ("9-13", "21-18", "5-9", "22-19", "13x22"):
            position = position.play(text)
            press(seen, "right")
            assert seen.stand.position == position
            assert seen.stand.last_move is not None

    def test_v_goes_through_the_variations_and_back(self) -> None:
        seen = press(viewer(), "right", "right", "v")
        assert move(seen) == "22-18"
        expected = Position.start().play("9-13").play("22-18")
        assert seen.stand.position == expected
        assert move(press(seen, "right", "right")) == "26x19"
        assert move(press(seen, "v")) == "27x18"
        assert seen.stand.position == expected.play("13x22").play("27x18")
        assert move(press(seen, "right")) == "5-9"
        assert move(press(seen, "v")) == "26x19"
        assert move(press(seen, "left", "left", "v")) == "23-19"
        assert move(press(seen, "v")) == "21-18"
        assert seen.track is seen.score.main

    def test_left_of_a_variation_is_the_position_it_starts_from(self) -> None:
        seen = press(viewer(), "right", "right", "v", "left")
        assert move(seen) == "9-13"
        assert seen.track is seen.score.main

    @pytest.mark.parametrize("key", ["b", "backspace"])
    def test_back_from_a_variation(self, key: str) -> None:
        assert move(press(viewer(), "right", "right", "v", "right", key)) == "21-18"

    def test_v_says_that_there_is_none(self) -> None:
        assert "no variation" in shown(press(viewer(), "right", "v"))

    def test_games(self) -> None:
        seen = viewer()
        assert press(seen, "n").number == 2
        assert press(seen, "down").number == 3
        assert "last game" in shown(press(seen, "n"))
        assert press(seen, "p").number == 2
        assert press(seen, "up").number == 1
        assert "first game" in shown(press(seen, "p"))

    def test_c_goes_from_finding_to_finding(self) -> None:
        seen = press(viewer(number=2), "c")
        assert seen.step is not None
        assert seen.step.findings
        code = seen.step.findings[0].code
        assert code in shown(seen)
        first = seen.index
        while press(seen, "c").index != first:
            assert seen.step is not None
            assert seen.step.findings

    def test_c_says_that_there_is_none(self) -> None:
        assert "no finding" in shown(press(viewer(b"1. 9-13 21-18 *"), "c"))

    def test_f_turns_the_board(self) -> None:
        lines = shown(viewer()).splitlines()
        turned = shown(press(viewer(), "f")).splitlines()
        assert sum(line.startswith(" 32 ") for line in lines) == 1
        at = next(at for at, line in enumerate(lines) if line.startswith(" 32 "))
        assert turned[at].startswith("  1 ")

    def test_help_and_back(self) -> None:
        seen = press(viewer(), "?")
        assert "Space" in shown(seen)
        assert not seen.is_done
        assert "Ana" in shown(press(seen, "right"))
        assert move(seen) == ""

    @pytest.mark.parametrize("key", ["q", "escape"])
    def test_leaving(self, key: str) -> None:
        assert press(viewer(), key).is_done

    def test_space_plays_on_to_the_end(self) -> None:
        seen = press(viewer(), "space")
        for _ in range(9):
            assert seen.is_playing
            seen.tick()
        assert not seen.is_playing
        assert seen.is_at_end
        assert not press(seen, "space").is_playing

    def test_any_key_stops_the_play(self) -> None:
        seen = press(viewer(), "space", "x")
        seen.tick()
        assert move(seen) == ""

    def test_a_number_that_no_game_has(self) -> None:
        with pytest.raises(LookupError):
            viewer(number=4)


class TestScreen:
    def test_the_present_move_is_marked_once(self) -> None:
        seen = press(viewer(), "right", "right", "right")
        assert [line for line in shown(seen).splitlines() if ">5-9" in line]
        assert shown(seen).count(">") == 1

    def test_comments_and_variations_are_told(self) -> None:
        seen = press(viewer(), "right")
        assert "first" in shown(seen, 40, 14)
        assert "2 variations" in shown(press(seen, "right"))

    def test_what_could_not_be_read_is_shown(self) -> None:
        text = shown(viewer(number=3), 120, 40)
        assert "S001" in text
        assert "1. 10-14 & 23-20 *" in text

    def test_a_small_window_has_the_moves(self) -> None:
        text = shown(press(viewer(), "right"), 24, 6)
        assert "9-13" in text
        assert "32" not in text

    def test_in_spanish(self) -> None:
        assert "partida 1" in shown(viewer(language="es"))

    def test_how_many_games_there_are_is_shown_once_it_is_known(self) -> None:
        seen = viewer()
        assert "(game 1)" in shown(seen)
        seen.games.read_all()
        assert "(game 1 of 3)" in shown(seen)

    def test_a_game_that_damas_does_not_play(self) -> None:
        seen = press(viewer(b'[GameType "1"]\n1. e4 e5 *\n\n[GameType "99"] 1. 1-2 3-4 *'), "n")
        assert "T003" in shown(seen)
        assert "1-2" in shown(press(seen, "right"))


WORDS = st.sampled_from(["", "Ana", "\x1b[2J", "\u68cb\u68cb\u68cb", "e\u0301", "x" * 90, "a b"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(sorted(set(_KEYS) - {"q", "escape"})), st.just("space"))),
    st.integers(1, 130),
    st.integers(1, 50),
    WORDS,
    WORDS,
    st.booleans(),
)
def test_whatever_is_pressed_every_line_fits(
    keys: list[str], columns: int, lines: int, tag: str, comment: str, colour: bool
) -> None:
    games = GAMES.replace(b"Ana", tag.encode()).replace(b"{first}", b"{%s}" % comment.encode())
    seen = viewer(games)
    screen = Screen(seen, colour=colour)
    for key in ["", *keys]:
        seen.press(key)
        drawn = screen.lines(columns, lines)
        assert len(drawn) == lines
        plain = [SGR.sub("", line) for line in drawn]
        assert max(width(line) for line in plain) <= columns
        assert all(line.isprintable() for line in plain)
        assert colour or plain == drawn


class TestDecoder:
    @pytest.mark.parametrize(
        ("sent", "keys"),
        [
            (b"\x1b[A\x1bOB\x1b[C\x1bOD", ["up", "down", "right", "left"]),
            (b"\x1b[H\x1b[1~\x1b[7~\x1bOH", ["home"] * 4),
            (b"\x1b[F\x1b[4~\x1b[8~\x1bOF", ["end"] * 4),
            (b"\x1b[5~\x1b[6~\x1b[6;5~", ["page-up", "page-down", "page-down"]),
            (b"\x1b[1;2C", ["right"]),
            (b" q?\x7f", ["space", "q", "?", "backspace"]),
            (b"\x1b[200~n", ["n"]),
            (b"\x1b[?1;2cn", ["n"]),
            (b"\x1bnq", ["q"]),
            ("ñ".encode(), ["ñ"]),
            (b"\x01\x02q", ["q"]),
        ],
    )
    def test_keys(self, sent: bytes, keys: list[str]) -> None:
        assert KeyDecoder().feed(sent) == keys

    @given(st.binary(max_size=40), st.integers(0, 40))
    def test_it_does_not_matter_in_which_pieces_they_come(self, sent: bytes, cut: int) -> None:
        sent = sent.decode("ascii", "ignore").encode()
        whole, parted = KeyDecoder(), KeyDecoder()
        keys = whole.feed(sent)
        assert parted.feed(sent[:cut]) + parted.feed(sent[cut:]) == keys
        assert whole.flush() == parted.flush()

    def test_escape_by_itself_is_told_by_what_does_not_follow(self) -> None:
        decoder = KeyDecoder()
        assert decoder.feed(b"\x1b") == []
        assert decoder.is_waiting
        assert decoder.flush() == ["escape"]
        assert not decoder.is_waiting


class TestGameList:
    MANY = b"".join(b'[Event "%d"]\n\n1. 9-13 21-18 *\n\n' % number for number in range(1, 3001))

    def test_games_by_their_numbers_in_any_order(self) -> None:
        games = GameList(open_sources(["-"], stdin=io.BytesIO(self.MANY)), ConvertOptions())
        for number in (1, 2500, 2, 2999, 1700, 3000, 1):
            played = games.get(number)
            assert played is not None
            assert played.number == number
            assert played.game.tags[0].value == str(number)
        assert games.get(3001) is games.get(0) is None
        assert games.read_all() == 3000

    def test_no_more_is_read_than_is_asked_for(self) -> None:
        games = GameList(open_sources(["-"], stdin=io.BytesIO(self.MANY)), ConvertOptions())
        games.get(1)
        assert games.known < 3000
        assert not games.is_complete

    def test_other_formats_are_read(self, tmp_path: Path) -> None:
        file = tmp_path / "positions.fen"
        file.write_text("W:W1:B32\nnonsense\nB:W5:B20\n")
        told: list[object] = []
        games = GameList(
            open_sources([str(file)]), ConvertOptions(), tell=lambda _, fault: told.append(fault[0])
        )
        second = games.get(2)
        assert second is not None
        assert second.start is not None
        assert second.start.fen() == "B:W5:B20"
        assert told == [2]
