"""The page in a real browser: headless Chromium, which playwright drives.

Every page that a test opens is watched: it asks for nothing but its own file, and nothing goes
wrong in it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..cli.running import damas
from .viewing import View

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# Chromium wants this of root, and in containers, whose shared memory is small.
AS_ROOT = ["--no-sandbox", "--disable-dev-shm-usage"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driving = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"none of {', '.join(PROGRAMS)} is installed")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with driving.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program, args=AS_ROOT if is_root else []
        )
        yield chromium
        chromium.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[..., View]]:
    """Return what opens the page of some games, in a window made as `browser.new_page` says."""
    views = []

    def opened(games: str | bytes, *options: str, **window: Any) -> View:
        data = games.encode() if isinstance(games, str) else games
        outcome = damas("convert", "--to", "html", *options, stdin=data)
        assert outcome.status == 0
        file = tmp_path / f"games-{len(views)}.html"
        file.write_text(outcome.out, encoding="utf-8")
        window = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **window}
        view = View(browser.new_page(**window), file.as_uri())
        views.append(view)
        return view

    yield opened
    for view in views:
        view.page.close()
        assert view.troubles == []
        assert view.requests == [view.address]
