"""Positions of any variant for hypothesis: drawn piece by piece, so that a failure shrinks."""

from __future__ import annotations

from hypothesis import strategies as st

from damas_cli.rules.position import Position
from damas_cli.rules.variant import Variant, get_variant, variant_names

VARIANTS = variant_names()


@st.composite
def positions(draw: st.DrawFn, name: str | Variant) -> Position:
    """Draw a position: anything at all, or one or two pieces among enemies with room to jump."""
    variant = get_variant(name)
    board = variant.board
    roomy = [
        square
        for square, (file, row) in enumerate(board.places)
        if square and 0 < file < board.width - 1 and 0 < row < board.height - 1
    ]
    lone = draw(st.booleans())
    kinds = "BBb" if draw(st.booleans()) else "bbbB"
    enemies = draw(st.lists(st.sampled_from(roomy), max_size=board.size // 3, unique=True))
    if draw(st.booleans()):
        # Every second row, so that no two of them touch.
        row = draw(st.sampled_from((0, 1)))
        enemies = [square for square in enemies if board.row(square) % 2 == row]
    own = draw(
        st.lists(st.sampled_from(range(1, board.size + 1)), max_size=2 if lone else 9, unique=True)
    )
    pieces = {square: draw(st.sampled_from(kinds)) for square in enemies}
    pieces |= {square: draw(st.sampled_from("wW")) for square in own}
    masks = [
        sum(board.bits[square] for square, kind in pieces.items() if kind in kinds_of)
        for kinds_of in ("wW", "bB", "WB")
    ]
    if draw(st.booleans()):
        masks[:2] = masks[1::-1]
    return Position(variant, draw(st.sampled_from("WB")), *masks)
