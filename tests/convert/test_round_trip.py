"""Games to records and back: nothing changes, nothing is lost, in no format."""

from __future__ import annotations

import csv
import io
import json
import random

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.convert import NotUnderstood
from damas_cli.convert.record_reading import to_pdn
from damas_cli.pdn.reader import read_games
from damas_cli.rules.variant import get_variant

from ..data.legal_games import KernelRules, legal_game
from ..pdn.pdn_texts import mutated, pieced_text
from ..strategies import examples
from .records import converted, games, real_files, records_of, schema

VARIANTS = ["spanish", "international", "english", "russian", "italian", "portuguese"]
VALIDATOR = jsonschema.Draft202012Validator(schema())


def hold(pdn: bytes) -> list[dict[str, object]]:
    """Send games through records and through PDN; return the records."""
    first = converted(pdn, "jsonl")
    canonical = converted(first, "pdn", "jsonl")
    again = converted(canonical, "jsonl")
    if again != first:
        hold_parted(records_of(again), records_of(first))
    assert converted(first, "jsonl", "jsonl") == first
    found = records_of(first)
    for number, record in enumerate(found, 1):
        VALIDATOR.validate(record)
        assert record["game"] == number
    return found


def hold_parted(again: list[dict[str, object]], first: list[dict[str, object]]) -> None:
    """Hold that nothing differs but a tag that keeps a game from being read as part of another.

    A game without tags needs it whose numbers go on where those of the game before end.
    """
    for new, old in zip(again, first, strict=True):
        if new != old:
            assert (new["tags"], old["tags"]) == ({"Event": "?"}, {})
            assert old["game"] != 1
            assert new == {**old, "tags": new["tags"]}


def hold_counts(pdn: bytes, found: list[dict[str, object]]) -> None:
    """Hold that no format has another number of games or plies."""
    plies = sum(int(str(record["plies"])) for record in found)
    document = json.loads(converted(pdn, "json"))
    assert document == {"version": 1, "games": found}
    csv.field_size_limit(1 << 30)
    for is_plies, count in ((False, len(found)), (True, plies)):
        table = converted(pdn, "csv", plies=is_plies).decode()
        assert len([*csv.reader(io.StringIO(table, newline=""))]) == count + 1


def test_real_files(corpus) -> None:
    files = real_files(corpus)
    assert files
    for file in files:
        data = file.read_bytes().removeprefix(b"\xef\xbb\xbf")
        found = hold(data)
        assert len(found) == len([*read_games([data])])
        hold_counts(data, found)


@pytest.mark.parametrize("variant", VARIANTS)
@examples(5)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 90))
def test_legal_games(variant: str, seed: int, plies: int) -> None:
    rules = KernelRules(get_variant(variant).kernel, variant)
    text = legal_game(random.Random(seed), plies, rules).encode()
    (record,) = hold(text)
    assert record["variant"] == variant
    assert record["legal"]
    assert record["movetext"] is None
    hold_counts(text, [record])


@examples(25)
@given(pdn=games(), other=games())
def test_games_with_everything_in_them(pdn: bytes, other: bytes) -> None:
    hold_counts(pdn + other, hold(pdn + other))


@examples(60)
@given(seed=st.integers(0, 2**32))
def test_broken_games_by_records_alone(seed: int) -> None:
    generator = random.Random(seed)
    data = pieced_text(generator, 14)
    if seed % 2:
        rich = b'[White "A"]\n1. 10-14 23-20 2. 14-19 {c} (2. 5-10 20-16) 22x15 $3 3. 12x19 1-0\n\n'
        data = mutated(generator, 2 * rich, generator.randint(1, 4))
    first = converted(data, "jsonl")
    assert len(records_of(first)) == len([*read_games([data])])
    assert converted(first, "jsonl", "jsonl") == first
    assert converted(converted(first, "json", "jsonl"), "jsonl", "json") == first


def test_variations_nest_a_thousand_deep() -> None:
    pdn = b"1. 9-13 " + 999 * b"(1. 9-13 " + 999 * b") " + b"*"
    (record,) = hold(pdn)
    assert record["error"] is None
    assert len(record["movetext"]) == 1000 + 2 * 999  # type: ignore[arg-type]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["tags", "tag_list", "moves", "movetext", "result", "raw", "start", "gametype", "variant"]
)
ODD_TEXTS = st.text(st.characters(codec=None) | st.characters(categories=["Cs"]), max_size=8)
ITEMS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["comment", "move", "variation", "setup", "nag", "number"]),
        "text": ODD_TEXTS
        | st.sampled_from(["10-14", "(", ")", "$3", "4.", "}\n", '\n[A "b"]', "/"]),
    }
)
RECORDS = st.dictionaries(KEYS, JSON_VALUES, max_size=4) | st.fixed_dictionaries(
    {
        "tags": st.dictionaries(st.sampled_from(["White", "A1"]), ODD_TEXTS),
        "movetext": st.lists(ITEMS),
    }
)


@examples(200)
@given(record=RECORDS)
def test_what_others_write_is_one_game_or_is_told(record: dict[str, object]) -> None:
    try:
        pdn = to_pdn(record, 7)
    except NotUnderstood:
        return
    found = [*read_games([pdn])]
    if record.get("raw") is None:
        assert len(found) == 1
        assert not found[0].problems
