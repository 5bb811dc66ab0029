"""The format `html`: one page that holds its games and everything to replay them with.

The page is made of the files in `page/` and of JSON. It asks nobody for anything: its policy
allows no request, no style and no script but its own, told by their hashes. Games are text to its
script, never markup.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from damas_cli.language import Words

from . import Writer as BaseWriter
from .html_data import as_json, game_data
from .html_words import clocks_of, codes_of, nags_of, texts_of
from .played import Played
from .svg_diagram import CROWN

FOLDER = Path(__file__).parent / "page"
STYLES = ("page.css", "games.css", "board.css", "moves.css", "media.css")
SCRIPTS = ("board.js", "game.js", "moves.js", "page.js")
#: Where in the template the games stand.
GAMES = "$games\n"


class Writer(BaseWriter):
    """The writer."""

    def begin(self) -> bytes:
        """Return the page up to its games."""
        return self._page[0].encode()

    def game(self, played: Played) -> bytes:
        """Return the element that holds a game."""
        return _data("game", as_json(game_data(played, self.words))).encode()

    def end(self) -> bytes:
        """Return the page from its games on."""
        return self._page[1].encode()

    @property
    def _page(self) -> tuple[str, str]:
        options = self.options
        shown = {
            "orientation": options.orientation,
            "squares": options.squares,
            "labels": options.labels,
        }
        return page(self.words, as_json({**shown, **_spoken(self.words)}))


def page(words: Words, settings: str) -> tuple[str, str]:
    """Return what stands before and after the games; `settings` is JSON for the script."""
    before, _, after = _read("page.html").partition(GAMES)
    style = "\n".join(map(_read, STYLES))
    # In one function, so that nothing of it gets in the way of anything else in the window.
    script = '"use strict";\n(() => {\n' + "\n".join(map(_read, SCRIPTS)) + "})();\n"
    values = {f"say_{key.replace('-', '_')}": escape(text) for key, text in texts_of(words).items()}
    values |= {
        "language": words.language,
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
        "settings": _data("settings", settings).rstrip("\n"),
    }
    return Template(before).substitute(values), Template(after).substitute(values)


def _spoken(words: Words) -> dict[str, object]:
    return {
        "language": words.language,
        "texts": texts_of(words),
        "nags": nags_of(words),
        "clocks": clocks_of(words),
        "codes": codes_of(words),
        "crown": CROWN,
    }


def _data(name: str, value: str) -> str:
    return f'<script type="application/json" class="{name}">{value}</script>\n'


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
