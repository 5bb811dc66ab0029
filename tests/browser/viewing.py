"""A page as a person sees it: which pieces lie where, what is said and marked."""

from __future__ import annotations

from typing import Any

from damas_cli.rules.board import Board
from damas_cli.rules.position import Position

# The middle of each piece in parts of the board's squares, its colour, and whether it has a crown.
_PIECES = """() => {
  const ground = document.querySelector("#board .border").getBoundingClientRect();
  return [...document.querySelectorAll("#board .piece")].map((piece) => {
    const discs = [...piece.querySelectorAll("circle")];
    const box = discs[discs.length - 1].getBoundingClientRect();
    return [
      ((box.left + box.right) / 2 - ground.left) / ground.width,
      ((box.top + box.bottom) / 2 - ground.top) / ground.height,
      getComputedStyle(discs[0]).fill,
      piece.querySelector("path") !== null,
    ];
  });
}"""


class View:
    """An open page, and what went wrong in it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.troubles: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.troubles.append(message.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("dialog", lambda dialog: self.troubles.append(dialog.message))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(address)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, selector: str) -> None:
        self.page.click(selector)

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def texts(self, selector: str) -> list[str]:
        return list(self.page.locator(selector).all_inner_texts())

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def choose(self, game: int) -> None:
        """Open a game of the list, from 1."""
        self.page.click(f"#list li:nth-child({game}) button")

    @property
    def current(self) -> str:
        """The text of the move that is marked as the present one; empty at the start."""
        marked = self.page.locator("#moves [aria-current]")
        assert marked.count() <= 1
        return str(marked.inner_text()) if marked.count() else ""

    def pieces(self, board: Board, turned: bool = False) -> dict[int, str]:
        """Return what the eye finds on the board, by the number of the square."""
        found = {}
        for across, down, colour, is_king in self.page.evaluate(_PIECES):
            file, row = int(across * board.width), board.height - 1 - int(down * board.height)
            if turned:
                file, row = board.width - 1 - file, board.height - 1 - row
            letter = "w" if "253" in colour else "b"
            found[board.numbers[file, row]] = letter.upper() if is_king else letter
        return found


def standing(position: Position) -> dict[int, str]:
    """Return what stands on the board of a position, by the number of the square."""
    squares = range(1, position.variant.board.size + 1)
    return {square: position.piece(square) for square in squares if position.piece(square)}
