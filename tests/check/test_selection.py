"""`--select` and `--ignore`: what a selector means, and which of two decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.check.codes import CODES
from damas_cli.check.run import check_text
from damas_cli.check.selection import Selection, UnknownSelector, read_selectors

NAMES = {code.name: code.code for code in CODES.values()}
PREFIXES = sorted({code[:length] for code in CODES for length in range(1, 5)})
selectors = st.lists(st.sampled_from(["ALL", *PREFIXES, *NAMES]), max_size=4)
TEXT = '[Result "1-0"] 1. 10-14 23-15 2. 10-14 *'


def exactness(code: str, selector: str) -> int:
    """Say it another way than the code does."""
    whole = NAMES.get(selector, selector)
    return {"ALL": 0}.get(selector, len(whole) if code[: len(whole)] == whole else -1)


@given(select=selectors, ignore=selectors)
def test_the_more_exact_selector_decides_and_ignore_if_both_are(
    select: list[str], ignore: list[str]
) -> None:
    told = Selection(select, ignore).codes
    for code in CODES:
        chosen = [exactness(code, selector) for selector in select]
        ignored = [exactness(code, selector) for selector in ignore]
        assert (code in told) == (max([-1, *chosen]) > max([-1, *ignored]))


@pytest.mark.parametrize(
    ("select", "ignore", "told"),
    [
        ("ALL", "", set(CODES)),
        ("M", "M003", {f"M00{n}" for n in (1, 2, 4, 5, 6, 7, 8)}),
        ("M003", "M", {"M003"}),
        ("quantity-law", "ALL", {"M003"}),
        ("quantity-law", "M003", set()),
        ("M00,M003", "M,quantity-law", {f"M00{n}" for n in (1, 2, 4, 5, 6, 7, 8)}),
    ],
)
def test_examples(select: str, ignore: str, told: set[str]) -> None:
    assert Selection(select, ignore or ()).codes == told


def test_several_are_parted_by_commas_or_blanks() -> None:
    assert read_selectors([" M , S001,", "quantity-law"]) == ["M", "S001", "quantity-law"]
    assert read_selectors("M002 M003\tN") == ["M002", "M003", "N"]


@given(selectors=selectors, data=st.data())
def test_case_does_not_matter(selectors: list[str], data: st.DataObject) -> None:
    cased = [data.draw(st.sampled_from([s.lower(), s.upper(), s.title()])) for s in selectors]
    assert read_selectors(cased) == selectors
    assert Selection(cased).codes == Selection(selectors).codes


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("quantity-low", "quantity-law"),
        ("Quantity-Low", "quantity-law"),
        ("m0003", "M003"),
        ("M0003", "M003"),
        ("X", None),
        ("", None),
        ("M*", None),
    ],
)
def test_an_unknown_selector_is_refused_with_a_hint(written: str, meant: str | None) -> None:
    with pytest.raises(UnknownSelector) as caught:
        read_selectors(["M", written])
    assert caught.value.text == written
    assert repr(written) in str(caught.value)
    assert str(caught.value).endswith(f"did you mean {meant!r}?") == (meant is not None)


@given(select=selectors, ignore=selectors)
def test_what_is_told_is_what_would_be_told_without_the_rest(
    select: list[str], ignore: list[str]
) -> None:
    told = Selection(select, ignore).codes
    assert check_text(TEXT, select=select, ignore=ignore) == [
        record for record in check_text(TEXT) if record["code"] in told
    ]
