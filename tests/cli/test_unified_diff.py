"""The unified diff, against `patch` and git as they are installed."""

from __future__ import annotations

import shutil
import subprocess
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.cli.unified_diff import UnifiedDiff

from ..strategies import examples

LINES = st.sampled_from(["a\n", "b\n", "a\r\n", "\n", "", "ñ\n", "a\rb", "\\ x\n", "- y\n"])
TEXTS = st.lists(LINES, max_size=12).map("".join)


def diff_of(changes: list[tuple[bytes, bytes | None]], path: bytes) -> bytes:
    """Return the diff of stretches that change, or stay where there is None."""
    diff = UnifiedDiff(path)
    parts = []
    for old, new in changes:
        parts += diff.same(old) if new is None else diff.change(old, new)
    return b"".join([*parts, *diff.end()])


def applied(command: list[str], folder: Path, diff: bytes) -> None:
    done = subprocess.run(command, cwd=folder, input=diff, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr + diff


PATCH = ["patch", "-p0", "--fuzz=0", "--binary"]
GIT = ["git", "apply", "-p0", "--whitespace=nowarn"]


@pytest.mark.parametrize("command", [PATCH, GIT], ids=["patch", "git"])
def test_the_diff_makes_the_new_text_of_the_old_one(tmp_path_factory, command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")

    @examples(60, nightly=2000)
    @given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), max_size=8))
    def check(drawn):
        changes = [(old.encode(), None if new is None else new.encode()) for old, new in drawn]
        old = b"".join(old for old, _ in changes)
        new = b"".join(old if new is None else new for old, new in changes)
        diff = diff_of(changes, b"a.pdn")
        assert bool(diff) == (old != new)
        # Without a byte in it a file is not there, for both of them.
        if diff and old and new:
            folder = tmp_path_factory.mktemp("diff")
            (folder / "a.pdn").write_bytes(old)
            applied(command, folder, diff)
            assert (folder / "a.pdn").read_bytes() == new

    check()


@pytest.mark.parametrize("gap", range(12))
def test_changes_that_are_near_share_a_hunk(gap):
    between = b"".join(b"%d\n" % n for n in range(gap))
    diff = diff_of([(b"x\n" * 9, None), (b"a", b"b"), (b"\n" + between, None), (b"c", b"d")], b"f")
    assert diff.count(b"@@ -") == (1 if gap <= 6 else 2)


def test_the_cost_goes_with_the_bytes_and_not_with_the_changes():
    """No hunk holds more than its changes and three lines around them."""
    changes = [part for n in range(5000) for part in ((b"x\n" * 50, None), (b"a\n", b"b\n"))]
    diff = diff_of(changes, b"f")
    starts = list(accumulate([48, *[51] * 4999]))
    assert diff.count(b"@@") == 10_000
    assert all(b"@@ -%d,7 +%d,7 @@" % (at, at) in diff for at in starts[:-1:500])


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (b"a.pdn", b"a.pdn"),
        (b"my games.pdn", b"my games.pdn\t"),
        ("año.pdn".encode(), "año.pdn".encode()),
        (b'a"b\\c\n.pdn', b'"a\\"b\\\\c\\n.pdn"'),
    ],
)
def test_names(tmp_path, path, shown):
    diff = diff_of([(b"a\n", b"b\n")], path)
    assert diff.startswith(b"--- %s\n+++ %s\n" % (shown, shown))
    if shutil.which("patch") is not None:
        file = tmp_path / path.decode()
        file.write_bytes(b"a\n")
        applied(PATCH, tmp_path, diff)
        assert file.read_bytes() == b"b\n"
