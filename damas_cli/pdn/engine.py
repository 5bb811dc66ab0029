"""The parser driver that is there: the compiled one or, uncompiled, its source.

`DAMAS_PURE=1` in the environment asks for the uncompiled one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .driver import Driver
    from .driver_spans import spans, texts
    from .driver_writing import counts_up, has_tags, is_plainly_written, odd_move, tag_names

    compiled: bool
elif os.environ.get("DAMAS_PURE", "") not in ("", "0"):
    from .driver import Driver
    from .driver_spans import spans, texts
    from .driver_writing import counts_up, has_tags, is_plainly_written, odd_move, tag_names

    compiled = False
else:
    try:
        from ._driver import (
            Driver,
            counts_up,
            has_tags,
            is_plainly_written,
            odd_move,
            spans,
            tag_names,
            texts,
        )

        compiled = True
    except ImportError:
        from .driver import Driver
        from .driver_spans import spans, texts
        from .driver_writing import counts_up, has_tags, is_plainly_written, odd_move, tag_names

        compiled = False

__all__ = [
    "Driver",
    "compiled",
    "counts_up",
    "has_tags",
    "is_plainly_written",
    "odd_move",
    "spans",
    "tag_names",
    "texts",
]
