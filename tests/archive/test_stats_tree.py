"""The opening tree against dictionaries of positions that the slow rules lead to."""

from __future__ import annotations

import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from damas_cli.archive.stats import StatsOptions, tree
from damas_cli.archive.tables import as_jsonl
from damas_cli.check.regulation import Rulebook
from damas_cli.cli.status import ExitStatus

from ..cli.running import damas
from ..oracle import slow_notation, slow_rules
from ..oracle.slow_rules import START, Position
from ..strategies import examples, named
from .generated import POINTS, SlowGame, archives, entries, pdn

Row = dict[str, Any]
DEPTH = 6


class SlowTree(NamedTuple):
    """Results of the games that reach a position at a ply, and of those that play a move there."""

    reached: dict[tuple[int, Position], list[str]]
    played: dict[tuple[int, Position, Position], list[str]]


def slow_tree(games: Iterable[SlowGame], root: Position, plies: int) -> SlowTree:
    """Count by hand, from the first time that `root` is on the board."""
    tree = SlowTree(defaultdict(list), defaultdict(list))
    for game in games:
        if root not in game.positions:
            continue
        positions = game.positions[game.positions.index(root) :][: plies + 1]
        for ply, position in enumerate(positions):
            tree.reached[ply, position].append(game.result)
            if ply:
                tree.played[ply, positions[ply - 1], position].append(game.result)
    return tree


def told(results: Sequence[str]) -> Row:
    """Return what a row has to say of games with these results."""
    points = [POINTS[result] for result in results]
    known = [point for point in points if point is not None]
    return {
        "games": len(results),
        "first_wins": points.count(1.0),
        "draws": points.count(0.5),
        "second_wins": results.count("0-1"),
        "double_losses": results.count("0-0"),
        "unknown": points.count(None),
        "score": pytest.approx(100 * sum(known) / len(known), abs=0.051) if known else None,
    }


def count_of(games: Sequence[SlowGame], options: StatsOptions) -> tree.Count:
    count, rulebook = tree.Count(options), Rulebook(options.variant)
    for entry in entries(pdn(games)):
        count.add(entry, rulebook)
    return count


def rows_of(count: tree.Count, options: StatsOptions) -> list[Row]:
    tables = tree.tables(count, options)
    return [json.loads(line) for table in tables for line in as_jsonl(table)]


def check_tree(rows: Sequence[Row], slow: SlowTree, root: Position, min_games: int = 1) -> None:
    """Hold the rows of one variant against the slow tree."""
    shown: dict[tuple[int, Position], str] = {}
    moves: Counter[tuple[int, Position, Position]] = Counter()
    above: list[Row] = []
    siblings: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in rows:
        ply, words = row["ply"], row["line"].split()
        assert len(words) == ply
        del above[ply:]
        if ply:
            # A row stands below that of the move before, which is shown there with its games.
            assert above[-1]["line"].split() == words[:-1]
            assert above[-1]["same_as"] is None
        above.append(row)
        *_, before, position = [root, *named(root, row["line"]).positions]
        results = slow.reached[ply, position]
        mine = slow.played[ply, before, position] if ply else results
        if ply:
            assert row["move"] == words[-1]
            moves[ply, before, position] += 1
            siblings[" ".join(words[:-1])].append((-len(results), words[-1]))
        if row["same_as"] is None:
            assert (ply, position) not in shown
            shown[ply, position] = row["line"]
            assert {key: row[key] for key in told(results)} == told(results)
            assert row["other_orders"] == len(results) - len(mine)
        else:
            event("a transposition is shown")
            assert row["same_as"] == shown[ply, position]
            assert all(row[key] is None for key in told(results))
    for found in siblings.values():
        assert found == sorted(found)
    visible = visible_in(slow, root, min_games)
    assert set(shown) == visible
    expected = {m for m in slow.played if (m[0] - 1, m[1]) in visible and (m[0], m[2]) in visible}
    assert moves == Counter(expected)


def visible_in(slow: SlowTree, root: Position, min_games: int) -> set[tuple[int, Position]]:
    """Return what enough games reach by way of positions that enough games reach."""
    found = {(0, root)}
    for ply, before, after in sorted(slow.played, key=lambda move: move[0]):
        if (ply - 1, before) in found and len(slow.reached[ply, after]) >= min_games:
            found.add((ply, after))
    return found


@examples(60)
@given(archives(), st.integers(1, DEPTH), st.integers(1, 3))
def test_the_tree_is_that_of_plain_dictionaries(
    games: list[SlowGame], plies: int, min_games: int
) -> None:
    options = StatsOptions(plies=plies, min_games=min_games)
    by_variant: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows_of(count_of(games, options), options):
        by_variant[row["variant"]].append(row)
    assert set(by_variant) == {game.variant for game in games}
    for variant, rows in by_variant.items():
        root = slow_rules.start(variant)
        slow = slow_tree((game for game in games if game.variant == variant), root, plies)
        check_tree(rows, slow, root, min_games)


@examples(30)
@given(archives(["spanish"]), st.data(), st.booleans(), st.integers(1, 3))
def test_a_tree_may_begin_anywhere(
    games: list[SlowGame], data: st.DataObject, by_fen: bool, plies: int
) -> None:
    beginning = data.draw(st.sampled_from([game.line for game in games] or [named(START, "9-13")]))
    moves = data.draw(st.integers(0, len(beginning.texts)))
    root = beginning.positions[moves]
    if by_fen:
        options = StatsOptions(plies=plies, fen=slow_notation.to_fen(root))
    else:
        options = StatsOptions(plies=plies, after=" ".join(beginning.texts[:moves]))
    rows = rows_of(count_of(games, options), options)
    slow = slow_tree(games, root, plies)
    event(f"{len(slow.reached[0, root])} games come there")
    if slow.reached[0, root]:
        check_tree(rows, slow, root)
    else:
        assert rows == []


def test_a_game_from_another_position_is_in_the_tree_of_that() -> None:
    fen = "W:W10,14:B21,24"
    game = f'[FEN "{fen}"]\n1. 14-19 24-20 1-0\n\n1. 10-14 22-18 0-1'.encode()
    from_start = damas("stats", "--report", "tree", stdin=game)
    assert [json.loads(row)["line"] for row in from_start.out.splitlines()][1] == "10-14"
    from_there = damas("stats", "--report", "tree", "--fen", fen, stdin=game)
    rows = [json.loads(row) for row in from_there.out.splitlines()]
    assert [(row["line"], row["first_wins"]) for row in rows] == [
        ("", 1),
        ("14-19", 1),
        ("14-19 24-20", 1),
    ]


@examples(20)
@given(archives(), st.integers(0, 12), st.integers(0, 12))
def test_the_parts_of_an_archive_make_the_whole(
    games: list[SlowGame], first: int, second: int
) -> None:
    options = StatsOptions(plies=DEPTH)
    cuts = sorted((first, second))
    parts = games[: cuts[0]], games[cuts[0] : cuts[1]], games[cuts[1] :]
    whole = tree.Count(options)
    for part in parts:
        whole.merge(pickle.loads(pickle.dumps(count_of(part, options))))
    assert rows_of(whole, options) == rows_of(count_of(games, options), options)


@examples(20)
@given(archives(["spanish"]), st.integers(1, 40))
def test_too_many_moves_cost_the_deepest_plies_and_nothing_else(
    games: list[SlowGame], most: int
) -> None:
    options = StatsOptions(plies=DEPTH)
    everything = rows_of(count_of(games, options), options)
    kept = tree.Count(options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "MOST", most)
        for game in games:
            kept.merge(count_of([game], options))
    moves = Counter(row["ply"] for row in everything if row["ply"])
    depths = [ply for ply in range(1, DEPTH + 1) if sum(moves[p] for p in range(ply + 1)) <= most]
    depth = max(depths, default=1)
    # A move is kept once; in the rows those of a position that is shown twice stand once, too.
    assert rows_of(kept, options) == [row for row in everything if row["ply"] <= depth]
    assert bool(tree.remarks(kept, options)) == (depth < DEPTH)


def test_orders_of_moves_are_merged_and_told() -> None:
    games = "10-14 22-18 11-15 1-0\n11-15 22-18 10-14 0-1\n10-14 22-18 11-15 1-1\n"
    result = damas("stats", "--report", "tree", "--output-format", "table", stdin=games.encode())
    assert result.status == ExitStatus.OK
    rows = [line.split() for line in result.out.splitlines()[2:]]
    assert rows == [
        ["(start)", "3", "1", "1", "1", "0", "0", "50.0"],
        ["10-14", "2", "1", "1", "0", "0", "0", "75.0"],
        ["22-18", "2", "1", "1", "0", "0", "0", "75.0"],
        ["11-15", "3", "1", "1", "1", "0", "0", "50.0", "+1"],
        ["11-15", "1", "0", "0", "1", "0", "0", "0.0"],
        ["22-18", "1", "0", "0", "1", "0", "0", "0.0"],
        ["10-14", *"------", "-", "=", "10-14", "22-18", "11-15"],
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--after", "10-14 1-32"), "--after"),
        (("--after", "10-14 xyz"), "--after"),
        (("--fen", "W:W99:B1"), "--fen"),
        (("--plies", "0"), "--plies"),
    ],
)
def test_a_beginning_that_there_is_not_is_refused(options: tuple[str, ...], told: str) -> None:
    result = damas("stats", "--report", "tree", *options, stdin=b"1. 10-14 *")
    assert (result.status, result.out) == (ExitStatus.USAGE, "")
    assert told in result.err


def test_a_beginning_may_be_one_of_another_variant() -> None:
    game = b'[GameType "25"]\n1. c3-d4 d6-c5 1-0'
    result = damas("stats", "--report", "tree", "--after", "1. c3-d4", stdin=game)
    assert [json.loads(line)["line"] for line in result.out.splitlines()] == ["", "d6-c5"]
