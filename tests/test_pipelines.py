"""The shell pipelines in examples/."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "examples").glob("*.sh"))


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    folder = os.path.dirname(sys.executable)
    return subprocess.run(
        ["sh", f"examples/{name}.sh", *arguments],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_script_has_a_test(script: Path) -> None:
    assert f'run("{script.stem}"' in Path(__file__).read_text(encoding="utf-8")


def test_count_by_code() -> None:
    result = run("count-by-code", "examples/")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["1", "M003", "quantity-law"] in rows
    assert ["2", "D001", "threefold-missed"] in rows
    counts = [int(count) for count, _, _ in rows]
    assert counts == sorted(counts, reverse=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_games_to_look_at() -> None:
    result = run("games-to-look-at", "examples/")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert "examples/torneo.pdn\tgame 4" in lines
    assert len(set(lines)) == len(lines)
    assert not any("finales" in line for line in lines)


def test_publish_if_clean(tmp_path: Path) -> None:
    result = run("publish-if-clean", str(tmp_path), "examples/torneo.pdn", "examples/finales.pdn")
    assert result.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["finales.pdn"]
    *findings, mended, published = result.stdout.splitlines()
    assert len(findings) > 10
    assert mended == "examples/torneo.pdn: has to be mended"
    assert published == "examples/finales.pdn: published"
    missing = run("publish-if-clean", str(tmp_path), "missing.pdn", "examples/finales.pdn")
    assert (missing.returncode, missing.stdout) == (3, "")


def test_compare_divide(tmp_path: Path) -> None:
    counts = tmp_path / "counts.tsv"
    counts.write_text("12-16\t7\n9-13\t7\n10-13\t7\n10-14\t7\n11-14\t7\n11-15\t6\n12-15\t7\n")
    result = run("compare-divide", "2", str(counts))
    assert result.returncode == 1
    assert [line for line in result.stdout.splitlines() if line[0] in "<>"] == [
        "< 11-15\t7",
        "> 11-15\t6",
    ]
    counts.write_text(counts.read_text().replace("\t6", "\t7"))
    same = run("compare-divide", "2", str(counts))
    assert (same.returncode, same.stdout, same.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == [counts]


def test_bulletin_to_archive(tmp_path: Path) -> None:
    archive, text = tmp_path / "season.pdn", tmp_path / "one.txt"
    text.write_text("1.10-14, 22-18; 2.12-15, 23-20 GB\n")
    added = run("bulletin-to-archive", str(archive), str(text))
    assert (added.returncode, added.stdout) == (0, f"{archive}: added\n")
    games = archive.read_text()
    assert "1. 10-14 22-18 2. 12-15 23-20 1-0" in games
    refused = run("bulletin-to-archive", str(archive), "examples/boletin.txt")
    assert (refused.returncode, refused.stdout) == (0, f"{archive}: nothing added\n")
    assert "M001 ply 4, 25-17" in refused.stderr
    missing = run("bulletin-to-archive", str(archive), str(tmp_path / "none.txt"))
    assert missing.returncode == 3
    assert archive.read_text() == games
