"""`damas stats`, end to end: games a second on one core, and memory on a long file."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .test_check_speed import GAMES, legal_archive, long_file  # noqa: F401


def stats(path, *options: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "damas_cli", "stats", "--jobs", "1", *options, str(path))
    return subprocess.run(command, check=True, capture_output=True, text=True)


@pytest.mark.parametrize(
    "options",
    [
        ("--report", "summary"),
        ("--report", "results"),
        ("--report", "lengths"),
        ("--report", "openings"),
        ("--report", "tree", "--plies", "12", "--min-games", "20"),
        # Every row of it: games by chance have hardly anything in common.
        ("--report", "tree", "--plies", "12"),
    ],
    ids=lambda options: " ".join(options[1:]),
)
def test_games_a_second(benchmark, legal_archive, options):  # noqa: F811
    done = benchmark.pedantic(stats, args=(legal_archive, *options), rounds=5, warmup_rounds=1)
    assert done.stderr.startswith(f"{GAMES} games")
    benchmark.extra_info["games/s, best of five"] = round(GAMES / benchmark.stats.stats.min)


def peak_of(path, *options: str) -> int:
    """Return how many KiB of memory a run took at most."""
    command = [sys.executable, "-m", "damas_cli", "stats", "--jobs", "1", *options, str(path)]
    measured = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True,"
        " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        " print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", measured, *command], check=True, capture_output=True, text=True
    )
    return int(done.stdout)


def test_memory_is_flat(benchmark, legal_archive, long_file):  # noqa: F811
    """Fifteen times the same games: the counts are no larger."""
    # No more is shown of the long file than of the short one.
    options = ("--report", "tree", "--plies", "12", "--min-games", "100000")
    short = peak_of(legal_archive, *options)
    long = benchmark.pedantic(peak_of, args=(long_file, *options), rounds=1)
    benchmark.extra_info["MiB, 20,000 games"] = short >> 10
    benchmark.extra_info["MiB, 300 MB"] = long >> 10
    assert long < 1.3 * short
