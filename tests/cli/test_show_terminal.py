"""`damas show` on real terminals: keys, sizes, signals, and the terminal as it was."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals here")

from .terminals import TerminalRun, on_terminal

TOURNAMENT = str(Path(__file__).parents[2] / "examples" / "torneo.pdn")
ENTERED, LEFT = b"\x1b[?1049h", b"\x1b[0m\x1b[?25h\x1b[?1049l"


def is_as_before(run: TerminalRun) -> bool:
    return run.attributes() == run.before and run.output.endswith(LEFT)


@pytest.mark.parametrize("key", ["q", "\x1b"], ids=["q", "Escape"])
def test_a_key_leaves_and_the_terminal_is_as_it_was(key: str) -> None:
    with on_terminal("show", TOURNAMENT) as run:
        run.wait_for("q leave")
        assert run.output.startswith(ENTERED)
        assert run.attributes() != run.before
        run.press("\x1b[C", "1. 9-13\x1b")
        run.press("\x1b[D", "start position")
        run.press("n", "game 2 of 24")
        run.send(key)
        assert run.ended() == 0
        assert is_as_before(run)


def test_ctrl_c_leaves_and_the_terminal_is_as_it_was() -> None:
    with on_terminal("show", TOURNAMENT) as run:
        run.wait_for("q leave")
        run.send("\x03")
        assert run.ended() == 130
        assert is_as_before(run)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_who_is_killed_leaves_no_broken_terminal(name: str) -> None:
    number = getattr(signal, name)
    with on_terminal("show", TOURNAMENT) as run:
        run.wait_for("q leave")
        run.process.send_signal(number)
        assert run.ended() == (143 if name == "SIGTERM" else -number)
        assert is_as_before(run)


def test_another_size_is_drawn_anew() -> None:
    with on_terminal("show", TOURNAMENT, columns=80, lines=24) as run:
        run.wait_for("q leave")
        since = len(run.output)
        run.resize(40, 12)
        run.wait_for("\x1b[12;1H", since=since)
        assert b"\x1b[2J" in run.output[since:]
        assert b"\x1b[13;1H" not in run.output[since:]
        run.send("q")
        assert run.ended() == 0


def test_a_game_plays_on_by_itself_until_a_key_stops_it() -> None:
    with on_terminal("show", TOURNAMENT) as run:
        run.wait_for("q leave")
        run.press(" ", "playing")
        run.wait_for("1... 21-18")
        since = len(run.output)
        run.press("f", "\x1b[K")
        run.send("q")
        assert run.ended() == 0
        assert b"3. 13x22\x1b" not in run.output[since:]


# Stands for a shell with job control: it leads the session, and what it starts has the terminal.
SHELL = """
import os, signal, subprocess, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: (
    os.setpgid(0, 0), os.tcsetpgrp(0, os.getpgid(0)), signal.signal(signal.SIGTTOU, signal.SIG_DFL)
))
_, status = os.waitpid(child.pid, os.WUNTRACED)
os.tcsetpgrp(0, os.getpgrp())
print("stopped", os.WIFSTOPPED(status), flush=True)
sys.stdin.readline()
os.tcsetpgrp(0, child.pid)
os.killpg(child.pid, signal.SIGCONT)
_, status = os.waitpid(child.pid, 0)
os.tcsetpgrp(0, os.getpgrp())
print("ended", os.waitstatus_to_exitcode(status), flush=True)
"""


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() -> None:
    with on_terminal("show", TOURNAMENT, shell=[sys.executable, "-c", SHELL]) as run:
        run.wait_for("q leave")
        run.press("\x1b[C", "1. 9-13\x1b")
        during = run.attributes()
        run.press("\x1a", "stopped True")
        assert run.attributes() == run.before
        assert LEFT in run.output
        since = len(run.output)
        run.press("\n", "1. 9-13\x1b")
        run.wait_for("q leave", since=since)
        assert ENTERED in run.output[since:]
        assert run.attributes() == during
        run.press("q", "ended 0")
        assert run.ended() == 0
        assert run.attributes() == run.before


def test_hostile_text_reaches_no_terminal(tmp_path: Path) -> None:
    evil = "\x1b]0;evil\x07\x1b[2Jx\x9b31m\u202e"
    file = tmp_path / "evil\x1b.pdn"
    file.write_text(
        f'[White "A{evil}"]\n[Event "B{evil}"]\n\n1. 10-14 {{C{evil}}} 23-20 & {evil} *\n', "utf-8"
    )
    with on_terminal("show", str(file)) as run:
        run.wait_for("q leave")
        for key in ("\x1b[C", "\x1b[F"):
            run.press(key, "\x1b[K")
        run.send("q")
        assert run.ended() == 0
        shown = run.output.decode()
    assert "evil" in shown
    for sequence in ("\x1b]", "\x1b[2Jx", "\x07", "\x9b", "\u202e"):
        assert sequence not in shown


@pytest.mark.parametrize("term", ["dumb", ""])
def test_where_nothing_can_be_drawn_in_place_it_is_printed(term: str) -> None:
    with on_terminal("show", TOURNAMENT, TERM=term) as run:
        assert run.ended() == 0
        assert ENTERED not in run.output
        assert b"9-13" in run.output
        assert run.attributes() == run.before


def test_a_position_is_printed() -> None:
    with on_terminal("show", "W:WK12:B5") as run:
        assert run.ended() == 0
        assert ENTERED not in run.output
        assert b"legal moves" in run.output


def test_a_terminal_that_is_gone_ends_it() -> None:
    with on_terminal("show", TOURNAMENT) as run:
        run.wait_for("q leave")
        os.close(run.ours)
        assert run.process.wait(timeout=30) != 0
