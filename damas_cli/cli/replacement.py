"""A file written anew: whole or not at all.

The new text is written beside the file, brought to the disk and given the file's name in one step,
so that nobody ever sees a part of it and a crash leaves the one file or the other.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from types import TracebackType
from typing import BinaryIO

from ..language import mark

_PIECE = 1 << 20
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_OURS_ALONE = 0o600


class CannotReplace(Exception):
    """A file that cannot be written anew; `template` says why, for whoever knows the language."""

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


class Replacement:
    """What is to take the place of the file at `path`, as it is written from its beginning.

    Used as a context: without `commit` the file stays what it was. Nothing is written before the
    first byte that differs. A link stays, and what it points to is replaced.
    """

    __slots__ = ("_as_it_was", "_file", "_kept", "_name", "_target")

    def __init__(self, path: str) -> None:
        """Begin to replace a file.

        Raises:
            CannotReplace: it is no file of the usual kind.
            OSError: it is not there.
        """
        self._target = os.path.realpath(path)
        # What a link of the system stands for, such as a pipe, may have no path of its own.
        self._as_it_was = os.stat(path)
        if not stat.S_ISREG(self._as_it_was.st_mode):
            raise CannotReplace(mark("only files can be fixed where they are"))
        self._kept = 0
        self._file: BinaryIO | None = None
        self._name = ""

    def __enter__(self) -> Replacement:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        """Remove what was written, if it did not take its place."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        if self._name:
            with contextlib.suppress(OSError):
                os.unlink(self._name)

    def keep(self, data: bytes) -> None:
        """Write the next bytes of the file as they are."""
        if self._file is None:
            self._kept += len(data)
        else:
            self._file.write(data)

    def write(self, old: bytes, new: bytes) -> None:
        """Write bytes that take the place of the next ones of the file."""
        if self._file is None:
            self._file = self._begin()
        self._file.write(new)

    def _begin(self) -> BinaryIO:
        """Open a file beside the other one, with the bytes that were kept so far.

        Raises:
            PermissionError: the user may not write the other one; the folder would let us.
        """
        if not os.access(self._target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        folder = os.path.dirname(self._target)
        # Named before it is there: a signal between the two would leave it.
        self._name = os.path.join(folder, f".damas-{os.getpid()}-{secrets.token_hex(4)}.tmp")
        handle = os.open(self._name, _NEW, _OURS_ALONE)
        file = self._file = open(handle, "wb")  # noqa: SIM115
        left = self._kept
        with open(self._target, "rb") as original:
            while left:
                data = original.read(min(left, _PIECE))
                if not data:
                    self._refuse_a_changed_file()
                file.write(data)
                left -= len(data)
        return file

    def commit(self) -> None:
        """Put what was written in the place of the file, if anything was.

        Raises:
            CannotReplace: the file has been changed in the meantime.
            OSError: the system does not let us.
        """
        if self._file is None:
            return
        self._file.flush()
        self._take_over_mode(self._file.fileno())
        os.fsync(self._file.fileno())
        self._file.close()
        now = os.stat(self._target)
        if any(getattr(now, name) != getattr(self._as_it_was, name) for name in _SAME):
            self._refuse_a_changed_file()
        os.replace(self._name, self._target)
        self._name = ""
        _sync_folder(os.path.dirname(self._target))

    def _take_over_mode(self, handle: int) -> None:
        """Give the new file the owner, if we may, and the mode of the old one."""
        was = self._as_it_was
        if hasattr(os, "fchown"):
            with contextlib.suppress(OSError):
                os.fchown(handle, was.st_uid, was.st_gid)
            os.fchmod(handle, stat.S_IMODE(was.st_mode))

    def _refuse_a_changed_file(self) -> None:
        raise CannotReplace(mark("the file has been changed while it was read; left as it is"))


# What tells that a file is still the one that was read.
_SAME = ("st_dev", "st_ino", "st_size", "st_mtime_ns")


def _sync_folder(folder: str) -> None:
    """Bring the folder to the disk, so that the new name outlives a crash; where systems can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
