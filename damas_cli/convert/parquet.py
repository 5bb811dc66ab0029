"""The format `parquet`: the tables of `csv` in columns with types, for pandas, DuckDB and others.

Workers give the rows as JSON, a row a line; the parent process makes columns of them, in row groups
of one size, so that memory stays flat and the bytes are the same for any number of workers.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from . import Writer as BaseWriter
from .options import ConvertOptions
from .played import Played
from .record import encode
from .tables import columns, rows

#: The module that it takes to write this format, and the extra of damas that has it.
REQUIRES = ("pyarrow", "parquet")
_ROWS_A_GROUP = 1 << 16


class Writer(BaseWriter):
    """The writer."""

    def game(self, played: Played) -> bytes:
        """Return the row of a game, or the rows of its plies, as JSON."""
        return b"".join(encode(row) + b"\n" for row in rows(played, self.options))

    def assemble(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Make a file of the rows, row group by row group."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        sink = _Sink()
        schema = arrow_schema(self.options)
        with pq.ParquetWriter(pa.PythonFile(sink, mode="w"), schema, compression="zstd") as writer:
            for group in _groups(_tables(pieces, schema), schema):
                writer.write_table(group, row_group_size=_ROWS_A_GROUP)
                yield sink.taken()
        yield sink.taken()


class _Sink(io.RawIOBase):
    """A file that holds what was written until somebody takes it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        data = b"".join(self._parts)
        self._parts = []
        return data


def arrow_schema(options: ConvertOptions) -> Any:
    """Return the Arrow schema of the table that is asked for."""
    import pyarrow as pa

    types = {int: pa.int32(), str: pa.string(), bool: pa.bool_(), list: pa.list_(pa.string())}
    return pa.schema([pa.field(name, types[kind]) for name, kind in columns(options).items()])


def _tables(pieces: Iterator[bytes], schema: Any) -> Iterator[Any]:
    """Yield the rows in each piece as a table."""
    import pyarrow.json as pj

    parsing = pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    for piece in pieces:
        if piece:
            # No row goes over the end of a block.
            reading = pj.ReadOptions(use_threads=False, block_size=len(piece) + 1)
            yield pj.read_json(io.BytesIO(piece), reading, parsing).select(schema.names)


def _groups(tables: Iterator[Any], schema: Any) -> Iterator[Any]:
    """Yield the rows of `tables` in tables of one size, the last of which may be smaller."""
    import pyarrow as pa

    rest = schema.empty_table()
    for table in tables:
        rest = pa.concat_tables([rest, table])
        while rest.num_rows >= _ROWS_A_GROUP:
            yield rest.slice(0, _ROWS_A_GROUP)
            rest = rest.slice(_ROWS_A_GROUP).combine_chunks()
    if rest.num_rows:
        yield rest
