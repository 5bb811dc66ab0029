"""Games judged for tests that are not about their headers."""

from __future__ import annotations

from typing import Any

from damas_cli.check.run import check_text

# The games of these tests are as short as can be: they have but the tags that they are about, and a
# FEN without its SetUp. tests/check/test_tags.py is about the tags themselves.
NOT_AT_ISSUE = ("T001", "T007")


def judged(text: str | bytes, **options: Any) -> list[dict[str, Any]]:
    """Return the records of the findings in a text, but for those about a scanty header."""
    return check_text(text, ignore=NOT_AT_ISSUE, **options)
