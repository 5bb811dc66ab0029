"""What does not fit into memory: records in a temporary file that nobody else sees."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterator
from typing import IO

from damas_cli.language import Phrase, SpokenError, system_reason

_LENGTH = struct.Struct("<Q")
_BUFFER = 1 << 18


class SpillError(SpokenError):
    """A temporary file cannot be written or read."""

    def __init__(self, cause: OSError) -> None:
        folder, reason = tempfile.gettempdir(), system_reason(cause)
        super().__init__(
            Phrase("no temporary file in {folder}: {reason}", folder=folder, reason=reason)
        )


class Spill:
    """A temporary file of records, which is gone with the process, however that ends.

    >>> with Spill() as spill:
    ...     places = [spill.append(data) for data in (b"one", b"", b"three")]
    ...     list(spill.records()), list(spill.records(places[1])), spill.read(places[2])
    ([b'one', b'', b'three'], [b'', b'three'], b'three')
    """

    def __init__(self) -> None:
        self.size = 0
        self._is_at_end = True
        try:
            # It has no name where the system can do without one.
            self._file: IO[bytes] = tempfile.TemporaryFile(buffering=_BUFFER)  # noqa: SIM115
        except OSError as error:
            raise SpillError(error) from error

    def __enter__(self) -> Spill:
        """Return the spill; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Give the room back. What is lost with it is not wanted any more."""
        try:
            self._file.close()
        except OSError:
            self._file.close()

    def append(self, record: bytes) -> int:
        """Add a record and return its place."""
        place = self.size
        try:
            if not self._is_at_end:
                self._file.seek(place)
            self._is_at_end = True
            self._file.write(_LENGTH.pack(len(record)))
            self._file.write(record)
        except OSError as error:
            raise SpillError(error) from error
        self.size += _LENGTH.size + len(record)
        return place

    def read(self, place: int) -> bytes:
        """Return the record at a place."""
        self._is_at_end = False
        try:
            self._file.seek(place)
            (length,) = _LENGTH.unpack(self._file.read(_LENGTH.size))
            return self._file.read(length)
        except OSError as error:
            raise SpillError(error) from error

    def records(self, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Yield the records from one place to another; several may be read at the same time."""
        end = self.size if end is None else end
        data = b""
        at = 0
        while start < end:
            if len(data) - at < _LENGTH.size:
                data, at = self._piece(start, end, _LENGTH.size), 0
            (length,) = _LENGTH.unpack_from(data, at)
            whole = _LENGTH.size + length
            if len(data) - at < whole:
                data, at = self._piece(start, end, whole), 0
            yield data[at + _LENGTH.size : at + whole]
            at += whole
            start += whole

    def _piece(self, start: int, end: int, least: int) -> bytes:
        """Return the file from `start`, at least so many bytes of it."""
        self._is_at_end = False
        try:
            self._file.seek(start)
            return self._file.read(min(max(least, _BUFFER), end - start))
        except OSError as error:
            raise SpillError(error) from error
