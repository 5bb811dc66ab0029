"""`--output-file`: a report that takes a file's place when it is complete, never half of one."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from ..language import Phrase, SpokenError, system_reason
from ..pdn.sources import Source
from .environment import Environment
from .rules_option import bad


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
        folder, name = os.path.split(path)
        beside = os.path.join(folder, f".{name}.{os.getpid()}")
        is_ours = False
        try:
            # A signal may come before the file is open: what we make is ours from here on.
            is_ours = not os.path.exists(beside)
            with _opened(beside, path) as file:
                yield file.write
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                if is_ours:
                    os.unlink(beside)
            raise
    except OSError as error:
        raise OutputFileError(error) from error


def refuse_as_output(env: Environment, option: str, path: str, source: Source) -> None:
    """Refuse to write the file `path`, the value of `option`, over the games that it is made from.

    Raises:
        typer.BadParameter: `path` is the file of `source`, or that of standard input.
    """
    output = os.path.realpath(path)
    if not os.path.exists(output):
        return
    stdin = env.stdin if source.kind == "stream" else None
    with contextlib.suppress(OSError):  # a member of an archive, a stream without a file
        what = os.stat(source.path) if stdin is None else os.fstat(stdin.fileno())
        if os.path.samestat(what, os.stat(output)) and stat.S_ISREG(what.st_mode):
            raise bad(option, Phrase("is one of the files to read"))


def _opened(beside: str, path: str) -> BinaryIO:
    """Open the new file `beside`, with the mode that `path` has or would get."""
    file = open(beside, "xb")  # noqa: SIM115
    with contextlib.suppress(OSError):
        os.chmod(beside, os.stat(path).st_mode & 0o7777)
    return file
