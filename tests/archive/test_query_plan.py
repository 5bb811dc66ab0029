"""How a query is asked: what is cheap first, and nothing that is not needed."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

from damas_cli.archive.query import facts as facts_module
from damas_cli.archive.query.facts import Facts
from damas_cli.archive.query.parsing import parse_query
from damas_cli.archive.query.plan import planned
from damas_cli.archive.query.task import FilterTask
from damas_cli.archive.task import ArchiveOptions
from damas_cli.check.regulation import Rulebook
from damas_cli.language import ENGLISH
from damas_cli.pdn.model import Game
from damas_cli.pdn.reader import read_games
from damas_cli.rules import kernels, variant
from tests.archive.test_query_answers import numbers
from tests.data.legal_games import KernelRules, movetext, random_game

TWO = b"""[White "Garc\xc3\xada"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 1-0

[White "Abad"]
[Date "1987.05.03"]

1. 10-14 22-18 {good} 0-1
"""
TAGS_ONLY = """
    (white ~ "garcia" or black != x) and date < 2030 and not winner = first
    or player = y or tag(ECO) or result = draw or number in 2..3
    or plies > 90 or comments > 9 or variations or nags or comment ~ "bad"
"""


class Counting:
    """Stands for a kernel, and counts what is asked of it."""

    def __init__(self, kernel: object, calls: list[str]) -> None:
        self.kernel = kernel
        self.calls = calls

    def __getattr__(self, name: str) -> object:
        self.calls.append(name)
        return getattr(self.kernel, name)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Give a list that holds the calls of all kernels."""
    found: list[str] = []
    for rulebook_kernel in ("load", "for_rules"):
        real = getattr(kernels, rulebook_kernel)
        monkeypatch.setattr(
            kernels, rulebook_kernel, lambda *given, real=real: Counting(real(*given), found)
        )
    variant._named.cache_clear()
    yield found
    variant._named.cache_clear()


def test_a_query_of_tags_never_plays_a_move(calls: list[str]) -> None:
    assert numbers("kings(white) > 9 or men(black) = 12", TWO) == [2]
    assert "replay" in calls
    calls.clear()
    assert numbers(TAGS_ONLY, TWO) == [2]
    assert calls == []
    assert not planned(TAGS_ONLY).step.replays


def test_what_decides_first_keeps_moves_from_being_played(calls: list[str]) -> None:
    for query in (
        "has(M) and kings(white) = 9 and white = nobody",
        'plies > 4 and (reaches("W:WK1:BK4") or has(error))',
        "date < 1800 and captures(2) or not (plies > 1 or has(M) or number < 3)",
    ):
        calls.clear()
        assert numbers(query, TWO) in ([], [1, 2]), query
        assert calls == [], query


def test_the_line_is_played_once_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Game] = []
    real = facts_module.main_line_of

    def counted(game: Game, rulebook: Rulebook) -> object:
        played.append(game)
        return real(game, rulebook)

    monkeypatch.setattr(facts_module, "main_line_of", counted)
    query = 'men(white) = 11 or captures(3) or starts("10-14 22-18 11-15") or final(turn = black)'
    assert numbers(query, TWO) == []
    assert len(played) == 2


def test_a_line_is_played_again_after_the_game_was_judged() -> None:
    # Judging by other rules plays where the line was.
    data = b'[GameType "24"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-0\n'
    assert numbers("(has(T004) or plies = 99) and men(white) = 19", data) == [1]
    facts = Facts(Rulebook())
    facts.take(next(read_games([b"1. 10-14 22-18 2. 1-10 *"])))
    plan = planned("position(men(white) = 11) or has(D)")
    assert [plan.ask(facts), facts.findings, plan.ask(facts)] == [0, facts.findings, 0]


def test_findings_are_those_of_check() -> None:
    data = (
        b"1. 10-14 23-20 2. 1-32 *\n\n1. 10-14 23-20 2. 14-19 1-0\n\n"
        b'[White "Mu\xf1oz"]\n\n1. 10-14 14-10 {damas: ignore M} 0-1\n'
    )
    assert numbers("has(M001)", data) == [1]
    assert numbers("has(illegal-move) and has(error)", data) == [1]
    assert numbers("has(S005) and not has(M)", data) == [3]
    assert numbers("has(info)", data) == [1, 2, 3]
    assert numbers("has(all)", data) == [1, 2, 3]


def test_games_that_damas_does_not_play() -> None:
    data = b'[GameType "40"]\n\n1. 32-28 1-0\n\n[FEN "nonsense"]\n\n1. 9-13 1-0\n'
    assert numbers("variant = none", data) == [1]
    assert numbers("winner = first", data) == [1, 2]
    assert numbers("winner = white", data) == [2]
    for never in ("men(any) >= 0", "men(any) != 0", "final(turn = white)", "captures(>= 0)"):
        assert numbers(never, data) == []
        assert numbers(f"not {never}", data) == [1, 2]
    assert numbers("position(not turn = white) or plies = 1", data) == [1, 2]


def test_the_side_that_begins_wins_with_1_0() -> None:
    data = b'[GameType "21"]\n\n1. 11-15 22-18 1-0\n'
    assert numbers("winner = black and winner = first and result = 2-0", data) == [1]
    assert numbers("winner = white", data) == []


def test_without_a_gametype_the_moves_tell_the_variant(calls: list[str]) -> None:
    rules = KernelRules(variant.get_variant("english").kernel, "english")
    moves = movetext(random_game(random.Random(1), 80, rules))
    ended = moves.rpartition(" ")[0].encode() + b" 1-0\n"
    assert numbers("variant = english and winner = black", ended) == [1]
    assert numbers("variant = spanish or winner = white", ended) == []
    # An unknown GameType is none.
    assert numbers("variant = english", b'[GameType "99"]\n\n' + ended) == [1]
    assert "replay" in calls
    calls.clear()
    assert numbers("variant = english and winner = black", b'[GameType "21"]\n\n' + ended) == [1]
    assert calls == []


def test_the_result_that_ends_the_game_goes_before_the_tag() -> None:
    data = b'[Result "0-1"]\n\n1. 9-13 1-0\n\n[Result "0-2t"]\n\n1. 9-13 *\n\n1. 9-13 \xbd-\xbd\n'
    assert numbers("result = 1-0", data) == [1]
    assert numbers("result = 0-1", data) == [2]
    assert numbers("draw", data) == [3]


def test_of_several_tags_of_a_name_the_last_counts() -> None:
    for gap in (b"\n", b"  ", b"\r\n", b"\n\n", b"{c}"):
        data = b'[White "A"]' + gap + b'[white "B"]' + gap + b'1. 9-13 {[White "C"]} *'
        assert numbers("white = B", data) == [1], gap
        assert numbers("white = A or white = C", data) == [], gap


def test_a_plan_tells_what_is_asked_in_order() -> None:
    plan = planned(
        "has(M) and (kings(white) = 2 and (men(black) = 0 or white ~ x)) and not (draw or a = 1)"
    )
    assert list(plan.step.told(ENGLISH)) == [
        "one of:",
        "  all of:",
        "    not:",
        "      one of:",
        '        tag(a) = "1"',
        "        result = 1/2-1/2",
        "    position(kings(white) = 2 and men(black) = 0)",
        "    has(M)",
        "  all of:",
        '    tag(white) ~ "x"',
        "    not:",
        "      one of:",
        '        tag(a) = "1"',
        "        result = 1/2-1/2",
        "    position(kings(white) = 2)",
        "    has(M)",
    ]


def test_a_task_goes_to_workers_without_what_it_made() -> None:
    task = FilterTask(ArchiveOptions(), parse_query('draw or reaches("W:WK1:BK4")'))
    again = pickle.loads(pickle.dumps(task))
    assert (task.plan.full, again.node) == (1, task.node)
    assert "plan" not in pickle.loads(pickle.dumps(task)).__dict__
