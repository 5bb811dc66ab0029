"""A PDN file cut into blocks that are all of it, so that it can be written anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damas_cli.check.fixes.engine import Text
from damas_cli.pdn.blocks import GAME, REST, SIZE, Block, blocks_of
from damas_cli.pdn.model import START
from damas_cli.pdn.sources import SourceError


def whole(path: str, chunks: Iterable[bytes], size: int = SIZE) -> Iterator[Block]:
    """Yield all of a file in blocks: also what is no game and stands in none.

    Such is what the reader passes over of a game that is too large, and what follows the last game.
    """
    text = Text(chunks)
    # Of what follows a block only the next one may tell.
    held: Block | None = None
    passes_over = False
    try:
        for block in blocks_of(path, text.chunks(), size):
            if not block.data:
                yield block
                continue
            if held is not None:
                # Of a game that is too large there may be more than it is taken to have.
                held = held._replace(data=held.data[: block.offset - held.offset])
                text.take(_end(held))
                yield held
                held = None
            at = text.position
            gap = text.take(block.offset)
            if gap:
                yield _without_games(gap, path, at)
            passes_over = passes_over or block.follows == REST
            if block.follows == GAME:
                text.take(_end(block))
                yield block
            else:
                held = block
    except SourceError:
        if held is not None:
            yield held
        raise
    if held is not None:
        text.take(_end(held))
    at = text.position
    rest = text.rest()
    if held is not None:
        yield held._replace(follows=GAME) if rest and held.follows != REST else held
    if rest and passes_over:
        yield _without_games(rest, path, at)
    elif rest:
        yield Block(rest, path, START._replace(offset=at))


def parts_of(block: Block) -> list[Block]:
    """Return the games of a block as a block each, the last with what follows it.

    A block of a single game, or of none, has no parts.
    """
    singles = block.single_games()
    if len(singles) < 2:
        return []
    # How far the last game goes may depend on what follows it.
    last = singles[-1]
    singles[-1] = last._replace(data=block.data[last.offset - block.offset :])
    return singles


def _without_games(data: bytes, path: str, offset: int) -> Block:
    """Return what stands at a place of a file and is no game; its lines are not counted."""
    return Block(data, path, START._replace(offset=offset), GAME, has_games=False)


def _end(block: Block) -> int:
    return block.offset + len(block.data)
