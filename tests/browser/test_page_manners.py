"""What the page owes to everybody: safety, access without eyes or mouse, all screens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .test_page import GAME, SLIP, TOURNAMENT
from .viewing import View

Show = Callable[..., View]

# The contrast of every text with what is behind it, after WCAG 2.
_CONTRASTS = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if ((channels(colour)[3] ?? 1) === 1) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg") || !element.checkVisibility())
      continue;
    const [one, other] = [light(getComputedStyle(element).color), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    found.push([walker.currentNode.data.trim(), contrast]);
  }
  return found;
}"""

HOSTILE = """[White "</script><script>window.hacked = 1</script>"]
[Black "<img src=x onerror='window.hacked = 1'>"]
[Event "\u2028\u2029<!--<script>"] [Site "&lt;b&gt;"]
1. 9-13 {<b onclick=alert(1)>bold</b> ]]> \\" </style>} 21-18 1-0
[White "${alert(1)} {0} $white"] [Black "javascript:alert(1)"] 1. 9-13 {$&} *
"""


class TestSafety:
    def test_names_and_comments_are_never_markup(self, show: Show) -> None:
        view = show(HOSTILE)
        assert view.page.evaluate("window.hacked") is None
        assert view.count("main script, main img, main b, main style") == 0
        assert "</script><script>window.hacked = 1</script>" in view.text("#near")
        assert "<img src=x onerror='window.hacked = 1'>" in view.text("#far")
        assert view.text("#moves .comment").startswith("<b onclick=alert(1)>bold</b>")
        assert view.count("#list li") == 2
        view.choose(2)
        assert view.text("#near .name") == "${alert(1)} {0} $white"
        assert view.text("#moves .comment") == "$&"

    def test_the_policy_forbids_what_is_not_the_pages_own(self, show: Show) -> None:
        view = show(GAME)
        view.page.evaluate(
            """() => {
              const script = document.createElement("script");
              script.textContent = "window.hacked = 1";
              document.head.append(script);
              document.body.append(Object.assign(new Image(), { src: "http://localhost:9/x.png" }));
            }"""
        )
        view.page.wait_for_timeout(50)
        assert view.page.evaluate("window.hacked") is None
        assert len(view.troubles) == 2
        assert all("Content Security Policy" in trouble for trouble in view.troubles)
        view.troubles.clear()
        view.requests[:] = [url for url in view.requests if not url.startswith("http://localhost")]


class TestSchemes:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_text_can_be_read(self, show: Show, scheme: str) -> None:
        unread = '[Date "x"] [GameType "99"] 1. 10-14 ??? {*} [White "Ana"] 1. 1-2 1-0'
        view = show(f"{SLIP}\n{GAME}\n{unread}", color_scheme=scheme)
        for number in range(1, view.count("#list li") + 1):
            view.choose(number)
            view.press("ArrowRight")
            poor = [(text, ratio) for text, ratio in view.page.evaluate(_CONTRASTS) if ratio < 4.5]
            assert poor == []
        assert len(view.page.evaluate(_CONTRASTS)) > 10

    def test_there_are_two(self, show: Show) -> None:
        paper = "getComputedStyle(document.documentElement).backgroundColor"
        light, dark = (
            show(GAME, color_scheme=scheme).page.evaluate(paper) for scheme in ("light", "dark")
        )
        assert light != dark


class TestSizes:
    @pytest.mark.parametrize("width", [320, 360, 600, 820, 1100, 1280, 1920])
    def test_nothing_is_cut_off_at_the_side(self, show: Show, width: int) -> None:
        view = show(TOURNAMENT, viewport={"width": width, "height": 740})
        for keys in ([], ["ArrowRight"] * 30):
            view.press(*keys)
            assert view.page.evaluate("document.documentElement.scrollWidth") <= width
        box = view.page.locator("#board svg").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["width"] >= 250

    def test_long_words_are_broken(self, show: Show) -> None:
        word = "x" * 400
        view = show(
            f'[Event "{word}"] [White "{word}"] 1. 9-13 {{{word}}} 1-1 ??? {word}',
            viewport={"width": 360, "height": 740},
        )
        assert view.page.evaluate("document.documentElement.scrollWidth") <= 360

    def test_fingers_find_the_buttons(self, show: Show) -> None:
        view = show(TOURNAMENT, viewport={"width": 360, "height": 740}, has_touch=True)
        view.page.tap("#games summary")
        buttons = view.page.locator("#controls button, #list li:nth-child(-n+3) button").all()
        assert len(buttons) == 8
        for button in buttons:
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= 44
        view.page.tap("#list li:nth-child(3) button")
        assert not view.page.is_visible("#list")  # the board is what one wants to see now
        view.page.tap("#forward")
        assert view.current == "12-16"

    @pytest.mark.parametrize("size", [(360, 740), (820, 1180), (1280, 800)])
    def test_the_present_move_is_in_view(self, show: Show, size: tuple[int, int]) -> None:
        view = show(TOURNAMENT, viewport={"width": size[0], "height": size[1]})
        visible = """() => {
          const box = document.querySelector("#moves [aria-current]").getBoundingClientRect();
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          const at = document.elementFromPoint(x, y);
          return at !== null && at.closest("[aria-current]") !== null;
        }"""
        for keys in (["ArrowRight"], ["ArrowRight"] * 24, ["End"], ["ArrowLeft"] * 40):
            view.press(*keys)
            assert view.page.evaluate(visible)

    def test_on_paper_there_are_no_buttons(self, show: Show) -> None:
        view = show(TOURNAMENT)
        view.page.emulate_media(media="print")
        assert not view.page.is_visible("#controls")
        assert not view.page.is_visible("#games")
        assert view.page.is_visible("#board svg")
        assert view.page.is_visible("#moves")


class TestAccess:
    def test_moves_are_said(self, show: Show) -> None:
        view = show(GAME)
        assert view.page.get_attribute("#said", "aria-live") == "polite"
        assert view.text("#said") == "Start position"
        view.press(*["ArrowRight"] * 5)
        assert view.text("#said") == "3. White: 13x22, captures 18"

    def test_the_moves_are_one_stop_for_tab(self, show: Show) -> None:
        view = show(GAME)
        assert view.count("#moves .move[tabindex='0']") == 1
        view.press("ArrowRight", "ArrowRight")
        assert view.count("#moves .move[tabindex='0']") == 1
        view.page.focus("#moves .move[tabindex='0']")
        view.press("ArrowRight")
        focused = "document.activeElement.textContent"
        assert view.page.evaluate(focused) == view.current == "5-9"

    def test_focus_is_seen(self, show: Show) -> None:
        view = show(TOURNAMENT)
        style = "getComputedStyle(document.activeElement).outlineStyle"
        seen = []
        for _ in range(8):
            view.press("Tab")
            seen.append(view.page.evaluate(style))
        assert set(seen) == {"solid"}

    def test_every_button_has_a_name(self, show: Show) -> None:
        view = show(GAME + "\n" + SLIP)
        nameless = """[...document.querySelectorAll("button, input, summary")]
          .filter((one) => !(one.getAttribute("aria-label") || one.textContent).trim()).length"""
        assert view.page.evaluate(nameless) == 0


class TestSpanish:
    def test_the_page_is_spanish(self, show: Show) -> None:
        view = show(SLIP + "\n" + GAME, "--lang", "es")
        assert view.page.get_attribute("html", "lang") == "es"
        view.press("End")
        assert view.text("#said").startswith("2. Negras: 20-16. M002: ")
        assert view.page.get_attribute("#forward", "aria-label") == "Una jugada adelante"
        assert view.page.get_by_role("button", name="Qué significa M002").count() == 1
        assert "Legales: 22x15" in view.text("#moves")
