"""`--output-file`: a report that takes a file's place when it is complete, never half of one."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from ..language import SpokenError, system_reason


class OutputFileError(SpokenError):
    """The file cannot be written; the text is the system's reason."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(system_reason(cause))


@contextmanager
def written(path: str) -> Iterator[Callable[[bytes], object]]:
    """Give what takes the bytes of the file `path`.

    They go to a file beside it, which replaces it at the end of the block, and which an exception
    removes. A file that was there keeps its mode, and a link stays a link. What is no ordinary
    file, such as a pipe, is written as it is.

    Raises:
        OutputFileError: the system refuses.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as special:
                yield special.write
            return
        path = os.path.realpath(path)
        file = _beside(path)
        try:
            with file:
                yield file.write
                file.flush()
                os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(file.name)
            raise
    except OSError as error:
        raise OutputFileError(error) from error


def _beside(path: str) -> BinaryIO:
    """Open a new file in the folder of `path`, with the mode that `path` has or would get."""
    folder, name = os.path.split(path)
    file = open(os.path.join(folder, f".{name}.{os.getpid()}"), "xb")  # noqa: SIM115
    with contextlib.suppress(OSError):
        os.chmod(file.name, os.stat(path).st_mode & 0o7777)
    return file
