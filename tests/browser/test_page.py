"""Playing through games: pieces, variations, findings, games, keys and fingers."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from damas_cli.check.regulation import Rulebook
from damas_cli.convert.played import Played
from damas_cli.pdn.reader import read_games
from damas_cli.rules.gametype import VARIANTS
from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant

from .viewing import View, standing

Show = Callable[..., View]

TOURNAMENT = (Path(__file__).parents[2] / "examples" / "torneo.pdn").read_bytes()
GAME = """[White "Ana"] [Black "Bea"] [Event "Open"]
1. 9-13! {first [%clk 0:59:41]} 21-18 (1... 22-18 {sharper} 2. 13x22 26x19 (2... 27x18 3. 5-9)
3. 11-15) (1... 23-19) 2. 5-9 22-19 3. 13x22 27x18 4. 12-15 19x12 5. 8x15 *"""
SLIP = "1. 10-14 23-20 2. 14-19 20-16 1-0"


def positions_of(games: bytes, number: int) -> list[Position]:
    """Return the positions of a game, from its start to its end."""
    game = list(read_games([games]))[number - 1]
    played = Played(game, Rulebook(None))
    positions = [move.before for move in played.main] + [played.end]
    return [position for position in positions if position is not None]


def random_game(variant: Variant, plies: int) -> tuple[str, list[Position]]:
    """Return a game by chance as PDN, and its positions."""
    chance = random.Random(variant.name)
    positions = [Position.start(variant)]
    texts = []
    for _ in range(plies):
        moves = positions[-1].legal_moves()
        if not moves:
            break
        move = chance.choice(moves)
        texts.append(move.text)
        positions.append(positions[-1].play(move))
    return f'[GameType "{variant.gametype}"]\n[Result "*"]\n{" ".join(texts)} *\n', positions


class TestPlaying:
    @pytest.mark.parametrize("number", [1, 17])
    def test_keys_lead_to_every_position_and_back(self, show: Show, number: int) -> None:
        view = show(TOURNAMENT)
        view.choose(number)
        positions = positions_of(TOURNAMENT, number)
        board = positions[0].variant.board
        assert view.pieces(board) == standing(positions[0])
        for position in positions[1:]:
            view.press("ArrowRight")
            assert view.pieces(board) == standing(position)
        view.press("ArrowRight")  # there is nothing more
        assert view.pieces(board) == standing(positions[-1])
        for position in positions[-2::-1]:
            view.press("ArrowLeft")
            assert view.pieces(board) == standing(position)

    def test_buttons_do_the_same(self, show: Show) -> None:
        view = show(GAME)
        positions = positions_of(GAME.encode(), 1)
        board = positions[0].variant.board
        for button, ply in [("forward", 1), ("forward", 2), ("back", 1), ("last", 9), ("first", 0)]:
            view.click(f"#{button}")
            assert view.pieces(board) == standing(positions[ply])
        assert view.page.get_attribute("#back", "aria-disabled") == "true"
        assert view.page.get_attribute("#forward", "aria-disabled") == "false"

    def test_home_and_end(self, show: Show) -> None:
        view = show(GAME)
        view.press("End")
        assert view.current == "8x15"
        view.press("Home")
        assert view.current == ""

    def test_a_move_can_be_chosen(self, show: Show) -> None:
        view = show(GAME)
        view.page.get_by_role("button", name="13x22").last.click()
        positions = positions_of(GAME.encode(), 1)
        assert view.pieces(positions[0].variant.board) == standing(positions[5])

    def test_every_variant_has_its_board(self, show: Show) -> None:
        played = [random_game(get_variant(name), 24) for name in VARIANTS.values()]
        view = show("\n".join(text for text, _ in played))
        for number, (_, positions) in enumerate(played, 1):
            view.choose(number)
            board = positions[0].variant.board
            assert view.pieces(board) == standing(positions[0])
            for position in positions[1:]:
                view.press("ArrowRight")
                assert view.pieces(board) == standing(position), positions[0].variant

    def test_the_last_move_and_what_it_took_are_marked(self, show: Show) -> None:
        view = show(GAME)
        view.press(*["ArrowRight"] * 5)
        assert view.current == "13x22"
        assert (view.count("#board .origin"), view.count("#board .ghost")) == (1, 1)
        view.press("Home")
        assert (view.count("#board .origin"), view.count("#board .ghost")) == (0, 0)

    def test_a_slip_is_played_and_what_follows_an_unplayed_move_is_not(self, show: Show) -> None:
        view = show("1. 10-14 1-2 2. 5-10 *")
        view.press("ArrowRight")
        board = get_variant().board
        before = view.pieces(board)
        view.press("End")
        assert view.current == "5-10"
        assert view.pieces(board) == before
        assert view.count("#moves .unplayed") == 2
        assert "not played" in view.text("#said")

    def test_a_setup_replaces_the_position(self, show: Show) -> None:
        view = show('1. 10-14 /FEN "B:WK1:BK32,31"/ 31-28 *')
        view.press("ArrowRight")
        board = get_variant().board
        assert view.pieces(board) == {1: "W", 31: "b", 32: "B"}
        view.press("ArrowRight")
        assert view.pieces(board) == {1: "W", 28: "b", 32: "B"}

    def test_pieces_run_unless_motion_is_unwelcome(self, show: Show) -> None:
        running = "document.querySelector('#board').getAnimations({subtree: true}).length"
        step = f"document.querySelector('#forward').click(), {running}"
        for motion, expected in [("no-preference", 1), ("reduce", 0)]:
            view = show(GAME, reduced_motion=motion)
            assert view.page.evaluate(step) == expected


class TestVariations:
    def test_down_enters_and_up_leaves(self, show: Show) -> None:
        view = show(GAME)
        view.press("ArrowRight", "ArrowRight")
        assert view.current == "21-18"
        told = []
        for key in ["Down", "Right", "Right", "Down", "Right", "Up", "Up"]:
            view.press(f"Arrow{key}")
            told.append(view.current)
        assert told == ["22-18", "13x22", "26x19", "27x18", "5-9", "26x19", "21-18"]
        view.press("ArrowDown", "ArrowDown")
        assert view.current == "23-19"
        view.press("ArrowLeft")
        assert view.current == "9-13!"

    def test_positions_in_it_are_its_own(self, show: Show) -> None:
        view = show(GAME)
        view.press("ArrowRight", "ArrowRight", "ArrowDown", "End")
        position = Position.start()
        for text in ("9-13", "22-18", "13x22", "26x19", "11-15"):
            position = position.play(text)
        assert view.current == "11-15"
        assert view.pieces(position.variant.board) == standing(position)
        assert "variation" in view.text("#said")

    def test_arrows_scroll_where_there_is_nothing_to_enter(self, show: Show) -> None:
        view = show(GAME, viewport={"width": 360, "height": 500})
        view.press("ArrowDown")
        # The page's policy lets nothing be polled within it.
        for _ in range(100):
            if view.page.evaluate("scrollY") > 0:
                break
            view.page.wait_for_timeout(50)
        assert view.page.evaluate("scrollY") > 0
        assert view.current == ""

    def test_it_is_read_where_it_stands(self, show: Show) -> None:
        view = show(GAME)
        blocks = [" ".join(text.split()) for text in view.texts("#moves > div")]
        assert blocks == [
            "1. 9-13! first 1. … 21-18",
            "1… 22-18 sharper 2. 13x22 26x19",
            "2… 27x18 3. 5-9",
            "3. 11-15",
            "1… 23-19",
            "2. 5-9 22-19 3. 13x22 27x18 4. 12-15 19x12 5. 8x15",
        ]

    def test_a_thousand_inside_one_another(self, show: Show) -> None:
        deep = "1. 9-13 " + "(1. 10-14 " * 990 + ")" * 990 + " *"
        view = show(deep)
        assert view.count("#moves .move") == 991
        view.press("ArrowRight", *["ArrowDown"] * 5, "ArrowLeft")
        assert view.current == ""

    def test_one_before_the_first_move(self, show: Show) -> None:
        view = show("(1. 9-13 21-18) 1. 10-14 *")
        view.press("ArrowRight", "ArrowDown", "ArrowRight")
        assert view.current == "21-18"


class TestWhatIsWritten:
    def test_comments_signs_and_clocks(self, show: Show) -> None:
        view = show(GAME)
        assert view.texts("#moves .comment")[0] == "first"
        assert view.page.get_attribute("#moves .nag", "title") == "good move"
        assert view.count(".clock") == 0
        view.press("ArrowRight")
        assert view.text("#near .clock") == "0:59:41"

    def test_tags_and_result(self, show: Show) -> None:
        view = show(GAME)
        assert (view.text("h1"), view.page.title()) == ("Open", "Ana \u2013 Bea · Open")
        view.click("#tags summary")
        assert view.texts("#tags dd") == ["Ana", "Bea", "Open"]
        assert view.text("#moves .result") == "*"

    def test_a_finding_stands_at_its_move(self, show: Show) -> None:
        view = show(SLIP)
        finding = view.page.locator("#moves .finding.error")
        assert "captures nothing, but Black must capture" in finding.inner_text()
        assert "Legal: 22x15" in finding.inner_text()
        before = "element => element.previousElementSibling.textContent"
        assert finding.evaluate(before) == "20-16"
        assert finding.locator("[role=img]").get_attribute("aria-label") == "error"
        view.press("End")
        assert "M002: captures nothing" in view.text("#said")

    def test_its_code_is_explained(self, show: Show) -> None:
        view = show(SLIP)
        view.page.get_by_role("button", name="What M002 means").click()
        dialog = view.page.get_by_role("dialog")
        assert "Capturing is compulsory" in dialog.inner_text()
        view.press("ArrowRight")
        assert view.current == ""  # keys are the dialog's
        view.press("Escape")
        assert not dialog.is_visible()
        view.press("ArrowRight")
        assert view.current == "10-14"

    def test_findings_without_a_move_stand_above(self, show: Show) -> None:
        view = show(SLIP)
        assert any("T001" in text for text in view.texts("#notes .finding"))

    def test_a_game_that_cannot_be_read_shows_its_text(self, show: Show) -> None:
        view = show('[White "Ana"] 1. 9-13 ??? nonsense {x} 1-0')
        assert "nonsense {x} 1-0" in view.text("#raw")
        assert "S001" in view.text("#notes")
        view.press("ArrowRight")
        assert view.current == "9-13"

    def test_a_game_of_an_unknown_board_shows_its_moves(self, show: Show) -> None:
        view = show('[GameType "40"] 1. 32-28 19-23 *')
        assert not view.page.is_visible("#table")
        assert view.page.is_visible("#problem")
        assert view.texts("#moves .move") == ["32-28", "19-23"]
        view.press("ArrowRight")
        assert view.current == "32-28"

    def test_no_games(self, show: Show) -> None:
        assert show("").text("h1") == "There are no games here."


class TestBoard:
    @pytest.mark.parametrize("way", ["key", "button", "option"])
    def test_it_turns(self, show: Show, way: str) -> None:
        view = show(GAME, *(["--orientation", "black"] if way == "option" else []))
        board = get_variant().board
        if way == "key":
            view.press("f")
        elif way == "button":
            view.click("#flip")
        assert view.pieces(board, turned=True) == standing(Position.start())
        assert "Ana" in view.text("#far")
        view.press("f")
        assert view.pieces(board) == standing(Position.start())
        assert "Ana" in view.text("#near")

    def test_squares_and_labels_are_as_asked_for(self, show: Show) -> None:
        view = show(GAME, "--squares", "light", "--labels", "coordinates")
        assert view.count("#board .on-light") == 1
        assert view.count("#board .coordinates text") == 32
        assert show(GAME, "--labels", "none").count("#board text") == 0

    def test_it_is_described(self, show: Show) -> None:
        view = show('[FEN "B:W3,4,K7:B30"] *')
        label = view.page.get_by_role("img", name="White: men 3, 4; king 7. Black: man 30.")
        assert label.count() == 1

    def test_swipes(self, show: Show) -> None:
        view = show(GAME)
        box = view.page.locator("#board svg").bounding_box()

        def swipe(start: float, end: float) -> None:
            middle = box["y"] + box["height"] / 2
            view.page.mouse.move(box["x"] + box["width"] * start, middle)
            view.page.mouse.down()
            view.page.mouse.move(box["x"] + box["width"] * end, middle + 5)
            view.page.mouse.up()

        swipe(0.8, 0.3)
        assert view.current == "9-13!"
        swipe(0.5, 0.52)  # too short for one
        assert view.current == "9-13!"
        swipe(0.3, 0.8)
        assert view.current == ""


class TestManyGames:
    def test_another_game_is_opened(self, show: Show) -> None:
        view = show(TOURNAMENT)
        assert view.count("#list li") == 24
        view.press("End")
        view.choose(5)
        assert view.current == ""
        assert "5" in view.text("#list [aria-current]")
        positions = positions_of(TOURNAMENT, 5)
        view.press("End")
        assert view.pieces(positions[-1].variant.board) == standing(positions[-1])

    def test_the_filter_leaves_what_fits(self, show: Show) -> None:
        view = show(TOURNAMENT)
        view.page.fill("#filter", "ibanez 1-0")
        shown = view.page.locator("#list li:visible").all_inner_texts()
        assert shown
        assert all("Ibáñez" in text for text in shown)
        assert view.text("#count") == f"{len(shown)} of 24"
        view.page.fill("#filter", "nobody at all")
        assert view.page.is_visible("#none")
        view.press("ArrowRight", "End", "f")
        assert view.current == ""  # keys are the field's
        view.page.fill("#filter", "")
        assert view.page.locator("#list li:visible").count() == 24

    def test_one_game_needs_no_list(self, show: Show) -> None:
        assert not show(GAME).page.is_visible("#games")

    def test_a_thousand_games(self, show: Show) -> None:
        view = show(GAME.replace(" *", " 1-0") * 1000)
        assert view.count("#list li") == 1000
        view.page.click("#list li:nth-child(1000) button")
        view.press("ArrowRight")
        assert view.current == "9-13!"
