"""How long `damas` takes to start, beside what Python and typer take on the same machine.

Measured on an installed wheel, because an editable install makes Python itself start slower;
`make bench` names its folder in DAMAS_WHEEL_BIN.
"""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

BIN = Path(os.environ.get("DAMAS_WHEEL_BIN", "/nowhere")).resolve()
RUNS = 25

# In the shape of the script that pip makes for `damas`.
TRIVIAL_TYPER = """\
import sys
import typer

app = typer.Typer()

@app.command()
def main(name: str) -> None:
    print(name)

if __name__ == "__main__":
    sys.exit(app())
"""

ONE_GAME = '[Event "One game"]\n[GameType "24"]\n[Result "*"]\n\n1. 10-13 23-20 *\n'

pytestmark = pytest.mark.skipif(
    not (BIN / "damas").exists(), reason="no installed wheel: run `make bench`"
)


def shortest(commands: list[list[str]]) -> list[float]:
    """Return the shortest wall time of each command in seconds, all of them run in turn."""
    best = [float("inf")] * len(commands)
    for _ in range(RUNS):
        for index, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            best[index] = min(best[index], time.perf_counter() - start)
    return best


def test_version_starts_fast() -> None:
    bare, version = shortest(
        [[str(BIN / "python"), "-c", "pass"], [str(BIN / "damas"), "--version"]]
    )
    ratio = version / bare
    print(
        f"\ndamas --version {version * 1e3:.1f} ms, python -c pass {bare * 1e3:.1f} ms: {ratio:.2f}"
    )
    assert ratio < 3


def test_check_of_one_game_costs_little_more_than_typer(tmp_path: Path) -> None:
    script = tmp_path / "trivial.py"
    script.write_text(TRIVIAL_TYPER)
    game = tmp_path / "one-game.pdn"
    game.write_text(ONE_GAME)
    trivial, check = shortest(
        [
            [str(BIN / "python"), str(script), "name"],
            [str(BIN / "damas"), "check", "--quiet", str(game)],
        ]
    )
    ratio = check / trivial
    print(f"\ndamas check {check * 1e3:.1f} ms, trivial typer {trivial * 1e3:.1f} ms: {ratio:.2f}")
    assert ratio < 1.5
