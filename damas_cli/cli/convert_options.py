"""The options of `damas convert` that belong to formats."""

from __future__ import annotations

from collections.abc import Sequence

import click


def format_type(names: Sequence[str]) -> click.Choice[str]:
    """Return the type of an option that names a format."""
    return click.Choice(list(names))
