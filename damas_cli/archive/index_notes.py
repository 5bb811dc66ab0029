"""What an index notes of a file, to tell later whether the file has changed."""

from __future__ import annotations

import hashlib
import os
from typing import NamedTuple


class FileNote(NamedTuple):
    """What an index notes of a file: how to tell whether it has changed."""

    size: int
    modified: int
    digest: bytes


def digest_of(path: str, size: int | None = None) -> bytes:
    """Return the digest of a file's content, or of its first `size` bytes.

    Raises:
        OSError: it cannot be read.
    """
    digest = hashlib.blake2b(digest_size=16)
    left = size
    with open(path, "rb") as file:
        while left is None or left > 0:
            chunk = file.read(1 << 20 if left is None else min(1 << 20, left))
            if not chunk:
                break
            digest.update(chunk)
            left = left if left is None else left - len(chunk)
    return digest.digest()


def note_of(path: str) -> FileNote:
    """Return what is to be noted of a file as it is now.

    Raises:
        OSError: it cannot be read.
    """
    found = os.stat(path)
    return FileNote(found.st_size, found.st_mtime_ns, digest_of(path))


def change_of(path: str, note: FileNote) -> str:
    """Return what has become of a file: empty for nothing, `missing`, `grown` or `changed`.

    One of the same size and time is taken for the same; of any other the content is read.

    Raises:
        OSError: it cannot be read.
    """
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    if (found.st_size, found.st_mtime_ns) == note[:2]:
        return ""
    if found.st_size < note.size or digest_of(path, note.size) != note.digest:
        return "changed"
    return "grown" if found.st_size > note.size else ""
