"""What real files hold and what users trip over comes out right: quirks.toml has it all."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from damas_cli.check.lines import main_line
from damas_cli.check.run import check_text
from damas_cli.pdn.reader import read_games

FILE = Path(__file__).parent / "quirks.toml"
QUIRKS = tomllib.loads(FILE.read_text(encoding="utf-8"))["quirk"]
CASES = [pytest.param(quirk, id=quirk["from"]) for quirk in QUIRKS]


def data(quirk: dict[str, Any]) -> bytes:
    return quirk["pdn"].encode(quirk.get("encoding", "utf-8"))


@pytest.mark.parametrize("quirk", CASES)
def test_games_are_read(quirk: dict[str, Any]) -> None:
    games = list(read_games([data(quirk)]))
    read = [f"{len(main_line(game))} {game.result or ''}" for game in games]
    assert read == quirk["games"]
    tags = {tag.name: tag.value for tag in games[0].tags}
    assert quirk.get("tags", {}).items() <= tags.items()


@pytest.mark.parametrize("quirk", CASES)
def test_findings_are_told_where_they_stand(quirk: dict[str, Any]) -> None:
    rows = re.split("\r\n|\r|\n", quirk["pdn"].removeprefix("\ufeff"))
    told = []
    for finding in check_text(data(quirk), ignore=ignored(quirk)):
        row = rows[int(str(finding["line"])) - 1]
        text = row[int(str(finding["column"])) - 1 :]
        if finding["line"] == finding["end_line"]:
            text = row[int(str(finding["column"])) - 1 : int(str(finding["end_column"])) - 1]
        game, ply = (finding[key] or "-" for key in ("game", "ply"))
        told.append(f"{finding['code']} {game} {ply} {text}")
    assert told == quirk["findings"]


def ignored(quirk: dict[str, Any]) -> list[str]:
    """Return the codes on tags on which a small input has no opinion."""
    switches = {"T001": "missing_tags", "T007": "setup_tags"}
    return [code for code, switch in switches.items() if not quirk.get(switch)]


def test_each_quirk_comes_from_somewhere_of_its_own() -> None:
    assert len({quirk["from"] for quirk in QUIRKS}) == len(QUIRKS) >= 90
