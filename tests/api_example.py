"""What a user's program may look like; mypy checks it, strictly, and a test runs it."""

from __future__ import annotations

from typing import assert_type

import damas_cli as damas


def main() -> list[str]:
    """Use every public name once, with the types that it is said to have."""
    variant = assert_type(damas.get_variant("spanish"), damas.Variant)
    assert_type(damas.variant_names(), list[str])
    club = assert_type(damas.load_rules("examples/reglas-club.toml"), damas.Variant)
    position = assert_type(damas.Position.start(variant), damas.Position)
    move = assert_type(position.move("10-14"), damas.Move)
    assert_type(position.legal_moves(), tuple[damas.Move, ...])
    assert_type(position.play(move).fen(), str)
    assert_type(damas.perft(club, 3, "capture-order", jobs=2), int)
    assert_type(
        damas.PerftCounter("thai").divide(damas.Position.start("thai"), 2), list[tuple[str, int]]
    )
    for wrong in ("x", "9-10"):
        try:
            position.move(wrong)
        except damas.IllegalMove as error:
            assert_type(error.law, str)
        except damas.AmbiguousMove as ambiguous:
            assert_type(ambiguous.readings, tuple[damas.Move, ...])
    try:
        damas.Position.from_fen("W:W99")
    except damas.FenError as bad:
        assert_type(bad.reason, str)
    try:
        damas.get_variant("klingon")
    except damas.UnknownVariant as unknown:
        assert_type(unknown.known, list[str])
    try:
        damas.load_rules("pyproject.toml")
    except damas.RulesError as rules:
        assert_type(rules.key, str)
    text = "1. 10-14 23-20 2. 14-19 20-16 1-0"
    found = []
    for game in damas.read_games([text.encode()]):
        assert_type(game, damas.Game)
        found.append(game.result or "")
    records = assert_type(damas.check(text, select="M"), list[dict[str, object]])
    assert records == damas.check_text(text, select="M")
    return [*found, *(str(record["code"]) for record in records)]
